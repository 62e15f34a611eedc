import type { AnyEndpoint } from './endpoint.ts';

/** Returns the permissions of which the endpoint needs one, as a role stores them: `users.view`. */
export function getPermissionNames(endpoint: AnyEndpoint): string[] {
  const { permission } = endpoint;
  if (!permission) return [];
  const resources = typeof permission.resource === 'string' ? [permission.resource] : permission.resource;
  return resources.map((resource) => `${resource}.${permission.action}`);
}

/** Returns the endpoint with its export permission, which staff need in addition to the read permission. */
export const withExportPermission = (endpoint: AnyEndpoint): AnyEndpoint =>
  endpoint.exportPermission
    ? { ...endpoint, audience: 'staff', permission: endpoint.exportPermission }
    : endpoint;

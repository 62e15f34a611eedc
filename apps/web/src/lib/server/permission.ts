import type { AnyEndpoint } from './endpoint.ts';

/** The permissions of which the endpoint needs one, as a role stores them: `users.view`. */
export function getPermissionNames(endpoint: AnyEndpoint): string[] {
  const { permission } = endpoint;
  if (!permission) return [];
  const resources = typeof permission.resource === 'string' ? [permission.resource] : permission.resource;
  return resources.map((resource) => `${resource}.${permission.action}`);
}

/** The endpoint with the permission of its export, which staff need besides reading it. */
export const toExportEndpoint = (endpoint: AnyEndpoint): AnyEndpoint =>
  endpoint.exportPermission
    ? { ...endpoint, audience: 'staff', permission: endpoint.exportPermission }
    : endpoint;

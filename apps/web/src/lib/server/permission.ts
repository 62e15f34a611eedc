import type { AnyEndpoint } from './endpoint.ts';

/** The permissions of which one is needed for an endpoint, as a role holds them: `users.view`. */
export function permissionNames(endpoint: AnyEndpoint): string[] {
  const { permission } = endpoint;
  if (!permission) return [];
  const resources = typeof permission.resource === 'string' ? [permission.resource] : permission.resource;
  return resources.map((resource) => `${resource}.${permission.action}`);
}

/** The same endpoint as its file export asks for it: staff with the export right, whoever may read it (decisions 0.4). */
export const exportOf = (endpoint: AnyEndpoint): AnyEndpoint =>
  endpoint.exportPermission
    ? { ...endpoint, audience: 'staff', permission: endpoint.exportPermission }
    : endpoint;

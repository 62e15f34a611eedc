import type { AnyEndpoint } from './endpoint.ts';

/** The permissions of which one is needed for an endpoint, as a role holds them: `users.view`. */
export function permissionNames(endpoint: AnyEndpoint): string[] {
  const { permission } = endpoint;
  if (!permission) return [];
  const resources = typeof permission.resource === 'string' ? [permission.resource] : permission.resource;
  return resources.map((resource) => `${resource}.${permission.action}`);
}

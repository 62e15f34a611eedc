/** The actions that a permission may be limited to, as in `orders.view`. */
export const ACTIONS = ['view', 'save', 'delete', 'export'] as const;

export type Action = (typeof ACTIONS)[number];

/** The permission that includes all others. */
export const ADMIN = 'admin';

/** The server's rule: true for `admin`, the resource, or resource.action, compared exactly and with case. */
export function isActionAllowed(permissions: readonly string[], resource: string, action: Action): boolean {
  const passes = [ADMIN, resource, `${resource}.${action}`];
  return permissions.some((permission) => passes.includes(permission));
}

/** A permission for the client's rule: without its action, then without its prefix. */
function routeToken(permission: string): string {
  const lower = permission.trim().toLowerCase();
  const action = ACTIONS.find((candidate) => lower.endsWith(`.${candidate}`));
  const token = action ? lower.slice(0, -action.length - 1) : lower;
  if (!token.includes('products') && !token.includes('settings')) return token;
  return token.slice(token.indexOf('.') + 1);
}

/**
 * The client's rule for routes and menus: true for admin, for a route without keys, or when a permission contains one
 * of the keys in any case. The server never uses it.
 */
export function isRouteAllowed(permissions: readonly string[], keys: readonly string[]): boolean {
  if (keys.length === 0) return true;
  if (permissions.some((permission) => permission.trim().toLowerCase() === ADMIN)) return true;
  const tokens = permissions.map(routeToken);
  return keys.some((key) => key !== '' && tokens.some((token) => token.includes(key.toLowerCase())));
}

const asSet = (permissions: readonly string[]): string[] =>
  [...new Set(permissions.map((permission) => permission.trim().toLowerCase()))].filter(Boolean).sort();

/** True when two permission lists are the same set: trimmed, lower-case, unique, sorted. */
export function hasSamePermissions(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [asSet(a), asSet(b)];
  return left.length === right.length && left.every((permission, index) => permission === right[index]);
}

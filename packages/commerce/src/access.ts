/** What a permission may be narrowed to with a suffix, as in `orders.view` (decisions 0.4). */
export const ACTIONS = ['view', 'save', 'delete', 'export'] as const;

export type Action = (typeof ACTIONS)[number];

/** The permission that passes every check (specification 6). */
export const ADMIN = 'admin';

/**
 * The server's rule (decisions 0.4): `admin`, the resource, or resource.action, compared exactly and with case.
 * Never a contains-match (promise Z9).
 */
export function allows(permissions: readonly string[], resource: string, action: Action): boolean {
  const passes = [ADMIN, resource, `${resource}.${action}`];
  return permissions.some((permission) => passes.includes(permission));
}

/** What a permission is compared as by the client's rule: without action, then without prefix where it has one. */
function routeToken(permission: string): string {
  const lower = permission.trim().toLowerCase();
  const action = ACTIONS.find((candidate) => lower.endsWith(`.${candidate}`));
  const token = action ? lower.slice(0, -action.length - 1) : lower;
  if (!token.includes('products') && !token.includes('settings')) return token;
  return token.slice(token.indexOf('.') + 1);
}

/**
 * The client's route and menu rule (specification 6, decisions 0.4 and 6): admin passes; a route without keys is
 * open to all; otherwise one permission must contain one of the keys, whatever the case. The server never uses it.
 */
export function routePasses(permissions: readonly string[], keys: readonly string[]): boolean {
  if (keys.length === 0) return true;
  if (permissions.some((permission) => permission.trim().toLowerCase() === ADMIN)) return true;
  const tokens = permissions.map(routeToken);
  return keys.some((key) => key !== '' && tokens.some((token) => token.includes(key.toLowerCase())));
}

const asSet = (permissions: readonly string[]): string[] =>
  [...new Set(permissions.map((permission) => permission.trim().toLowerCase()))].filter(Boolean).sort();

/** True when two permission lists hold the same set: trimmed, lower-case, unique, sorted (decisions 6). */
export function samePermissions(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [asSet(a), asSet(b)];
  return left.length === right.length && left.every((permission, index) => permission === right[index]);
}

import { RESOURCES } from 'virtual:facts';
import { isRouteAllowed } from '@dukkan/commerce';
import { getPermissionNames } from '../../lib/server/permission.ts';
import type { RouteAccess } from '../app-routes.ts';
import { findEndpoint } from '../find-endpoint.ts';

/** The permission for everything, which is not what one asks for to open a page. */
const ADMIN = 'admin';

/**
 * Returns the permissions of which a page needs one, as roles store them: those of the route, or those of its endpoint
 * where the person has one of the route's.
 */
export function listMissingPermissions(
  { keys, use }: RouteAccess,
  canPass: (keys: readonly string[]) => boolean,
): readonly string[] {
  if (keys.length > 0 && !canPass(keys))
    return RESOURCES.filter((resource) => resource !== ADMIN && isRouteAllowed([resource], keys));
  return use === null ? [] : getPermissionNames(findEndpoint(use));
}

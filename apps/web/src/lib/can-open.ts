import { useCallback } from 'react';
import type { AnyEndpoint } from './server/endpoint.ts';
import { useSession } from './server/session.ts';

/** What a page asks for: one of the keys, and the endpoint's permission. */
type PageAccess = { readonly keys: readonly string[]; readonly use: AnyEndpoint | null };
type FindAccess = (pathname: string) => PageAccess | null;

/** What a page asks for that opens for everybody, signed in or not. */
export const EVERYBODY: PageAccess = { keys: [], use: null };

let findAccess: FindAccess = () => EVERYBODY;

/** Tells the links of the screens what the route table asks for; the router calls it once. */
export function setRouteAccess(find: FindAccess): void {
  findAccess = find;
}

/**
 * Returns whether an address opens for the user: the check of the router itself, so that a text is a link only where it
 * leads somewhere. Rule: docs/rules/access.md#links
 */
export function useCanOpen(): (address: string) => boolean {
  const { can, canPass } = useSession();
  return useCallback(
    (address) => {
      const access = findAccess(new URL(address, location.href).pathname);
      if (!access) return false;
      return (access.keys.length === 0 || canPass(access.keys)) && (access.use === null || can(access.use));
    },
    [can, canPass],
  );
}

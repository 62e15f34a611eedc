import { useCallback } from 'react';
import type { AnyEndpoint } from './server/endpoint.ts';
import { useSession } from './server/session.ts';

/** What a page asks for: one of the keys, and the endpoint's permission. */
export type PageAccess = { readonly keys: readonly string[]; readonly use: AnyEndpoint | null };
type FindAccess = (pathname: string) => PageAccess | null;

/** What a page asks for that opens for everybody, signed in or not. */
export const EVERYBODY: PageAccess = { keys: [], use: null };

let findAccess: FindAccess = () => EVERYBODY;

/** Tells the links of the screens what the route table asks for; the router calls it once. */
export function setRouteAccess(find: FindAccess): void {
  findAccess = find;
}

/** Returns whether the user has what a page asks for: the one check of the router, the menu, the palette and all links. */
export function usePageAccess(): (access: PageAccess) => boolean {
  const { can, canPass } = useSession();
  return useCallback(
    ({ keys, use }) => (keys.length === 0 || canPass(keys)) && (use === null || can(use)),
    [can, canPass],
  );
}

/**
 * Returns whether an address opens for the user: the check of the router itself, so that a text is a link only where it
 * leads somewhere. Rule: docs/rules/access.md#links
 */
export function useCanOpen(): (address: string) => boolean {
  const passes = usePageAccess();
  return useCallback(
    (address) => {
      const access = findAccess(new URL(address, location.href).pathname);
      return access !== null && passes(access);
    },
    [passes],
  );
}

import { useCallback } from 'react';
import { EVERYBODY, setRouteAccess } from '../lib/can-open.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.ts';
import { findEndpoint } from './find-endpoint.ts';
import { findRoute, hasScreen, type RouteAccess } from './routes.ts';

/** Returns whether a route opens for the user: the one check of the router, the menu and the palette. */
export function useRouteAccess(): (access: RouteAccess) => boolean {
  const { can, canPass } = useSession();
  return useCallback(
    ({ keys, use }) => (keys.length === 0 || canPass(keys)) && (use === null || can(findEndpoint(use))),
    [can, canPass],
  );
}

/** Pages outside the route table, which open for everybody. */
const PUBLIC_PAGES = [paths.login, paths.demoMailbox, paths.notFound, paths.unauthorized, paths.pay('')];

/** Lets the links of the screens ask what the router asks. */
export function connectLinks(): void {
  setRouteAccess((pathname) => {
    const route = findRoute(pathname);
    if (!route) return PUBLIC_PAGES.some((page) => pathname.startsWith(page)) ? EVERYBODY : null;
    if (!hasScreen(route.entry)) return null;
    return { keys: route.keys, use: route.use && findEndpoint(route.use) };
  });
}

import { useCallback } from 'react';
import { EVERYBODY, type PageAccess, setRouteAccess, usePageAccess } from '../lib/can-open.ts';
import { paths } from '../lib/paths.ts';
import { findRoute, hasScreen, type RouteAccess } from './app-routes.ts';
import { findEndpoint } from './find-endpoint.ts';

const toPageAccess = ({ keys, use }: RouteAccess): PageAccess => ({ keys, use: use && findEndpoint(use) });

/** Returns whether a route opens for the user. */
export function useRouteAccess(): (access: RouteAccess) => boolean {
  const passes = usePageAccess();
  return useCallback((access) => passes(toPageAccess(access)), [passes]);
}

/** Pages outside the route table, which open for everybody. */
const PUBLIC_PAGES = [paths.login, paths.demoMailbox, paths.notFound, paths.unauthorized, paths.pay('')];

/** Lets the links of the screens ask what the router asks. */
export function connectLinks(): void {
  setRouteAccess((pathname) => {
    const route = findRoute(pathname);
    if (!route) return PUBLIC_PAGES.some((page) => pathname.startsWith(page)) ? EVERYBODY : null;
    return hasScreen(route.entry) ? toPageAccess(route) : null;
  });
}

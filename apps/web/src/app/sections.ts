import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useCanOpen } from '../lib/can-open.ts';
import { useSession } from '../lib/server/session.ts';
import { type AppRoute, filterAllowedRoutes, findRoute } from './app-routes.ts';
import { findEndpoint } from './find-endpoint.ts';
import { useRouteAccess } from './route-access.ts';
import { SECTIONS, type SectionName, type SubPage } from './route-entry.ts';

/** The address of a page without the slashes at its end. */
const trim = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);

/** Returns the pages of the menu that open for the user. */
export function useMenuRoutes(): readonly AppRoute[] {
  const passes = useRouteAccess();
  return useMemo(() => filterAllowedRoutes(passes), [passes]);
}

export type MenuSection = { readonly section: SectionName; readonly first: AppRoute };

/** Returns the sections that have a page which opens for the user, each with its first page. */
export const listSections = (routes: readonly AppRoute[]): MenuSection[] =>
  (Object.keys(SECTIONS) as SectionName[]).flatMap((section) => {
    const first = routes.find(({ entry }) => entry.section === section);
    return first ? [{ section, first }] : [];
  });

/** Returns the section of a page; a form belongs to the section of the list that it is opened from. */
export function findSection(pathname: string): SectionName | null {
  const route = findRoute(pathname);
  return route?.entry.section ?? route?.parent?.section ?? findChildSection(route) ?? null;
}

/** A route that only leads to its children has none of its own. */
const findChildSection = (route: AppRoute | null): SectionName | undefined =>
  route?.entry.children?.find(({ section }) => section !== null)?.section ?? undefined;

/** Returns the page of the menu that an address belongs to: itself, or the list that a form is opened from. */
export const findMenuRoute = (routes: readonly AppRoute[], pathname: string): AppRoute | undefined => {
  const here = findRoute(pathname);
  return (
    routes.find(({ path }) => path === here?.path) ??
    routes.find(({ entry }) => here !== null && here.parent === entry)
  );
};

export type SectionTab = { readonly name: string; readonly path: string; readonly route: AppRoute };

/** Returns whether a page that stands beside another opens for the user. */
export function useSubPageAccess(): (page: SubPage) => boolean {
  const { can } = useSession();
  const canOpen = useCanOpen();
  return useCallback(({ path, use }) => canOpen(path) && can(findEndpoint(use)), [can, canOpen]);
}

/** Returns the tabs of the section that the page belongs to, and which of them is open. */
export function useSectionTabs(): { tabs: readonly SectionTab[]; current: SectionTab | undefined } {
  const { pathname } = useLocation();
  const routes = useMenuRoutes();
  const opens = useSubPageAccess();
  const section = findSection(pathname);
  const tabs = routes
    .filter(({ entry }) => entry.section === section)
    .flatMap((route): SectionTab[] => [
      { name: route.entry.name, path: route.path, route },
      ...(route.entry.subPages ?? [])
        .filter((page) => page.isTab && opens(page))
        .map(({ name, path }) => ({ name, path, route })),
    ]);
  const address = trim(pathname);
  const here = findMenuRoute(routes, pathname);
  return {
    tabs,
    current: tabs.find(({ path }) => path === address) ?? tabs.find(({ route }) => route === here),
  };
}

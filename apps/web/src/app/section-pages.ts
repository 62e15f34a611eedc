import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { useCanOpen } from '../lib/can-open.ts';
import { useSession } from '../lib/server/session.ts';
import type { AppRoute } from './app-routes.ts';
import { findEndpoint } from './find-endpoint.ts';
import type { SubPage } from './route-entry.ts';
import { findMenuRoute, findSection, useMenuRoutes } from './sections.ts';

/** The address of a page without the slashes at its end. */
const trim = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);

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

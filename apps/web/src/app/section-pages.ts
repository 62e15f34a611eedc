import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { useCanOpen } from '../lib/can-open.ts';
import type { ScreenPage } from '../lib/screen.ts';
import { useSession } from '../lib/server/session.ts';
import { type AppRoute, trimPath } from './app-routes.ts';
import { findEndpoint } from './find-endpoint.ts';
import type { SubPage } from './route-entry.ts';
import { findMenuRoute, findSection, useMenuRoutes } from './sections.ts';

export type SectionTab = {
  readonly name: string;
  readonly path: string;
  readonly route: AppRoute;
  /** The first page of the route; a page beside it has its own. */
  readonly page?: ScreenPage | undefined;
};

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
      { name: route.entry.name, path: route.path, route, page: route.entry.screen?.[0] },
      ...(route.entry.subPages ?? [])
        .filter((page) => page.isTab && opens(page))
        .map(({ name, path }) => ({ name, path, route })),
    ]);
  const address = trimPath(pathname);
  const here = findMenuRoute(routes, pathname);
  return {
    tabs,
    current: tabs.find(({ path }) => path === address) ?? tabs.find(({ route }) => route === here),
  };
}

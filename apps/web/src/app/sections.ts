import { useMemo } from 'react';
import { type AppRoute, filterAllowedRoutes, findRoute } from './app-routes.ts';
import { useRouteAccess } from './route-access.ts';
import { SECTIONS, type SectionName } from './route-entry.ts';

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

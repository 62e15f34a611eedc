import type { EndpointPlace, RouteEntry } from './route-entry.ts';
import { ROUTES } from './routes.ts';

/** What an account needs to open a route: one of the keys, and the endpoint's permission. */
export type RouteAccess = { readonly keys: readonly string[]; readonly use: EndpointPlace | null };

/** A route with its absolute path and the permissions that apply to it. */
export type AppRoute = RouteAccess & {
  readonly entry: RouteEntry;
  readonly path: string;
  readonly parent: RouteEntry | null;
};

const joinPath = (parent: string, path: string): string =>
  path.startsWith('/') ? path : `${parent.replace(/\/$/, '')}/${path}`;

/** Everybody may open it. */
export const OPEN_TO_ALL: RouteAccess = { keys: [], use: null };

/** Returns what a route asks for; what it does not say is its parent's. */
export const inheritAccess = ({ keys, use }: RouteEntry, parent: RouteAccess): RouteAccess => ({
  keys: keys.length === 0 ? parent.keys : keys,
  use: use ?? parent.use,
});

const flattenRoutes = (entries: readonly RouteEntry[], parent: AppRoute | null): AppRoute[] =>
  entries.flatMap((entry) => {
    const place: AppRoute = {
      entry,
      path: joinPath(parent?.path ?? '', entry.path),
      ...inheritAccess(entry, parent ?? OPEN_TO_ALL),
      parent: parent?.entry ?? null,
    };
    return [place, ...flattenRoutes(entry.children ?? [], place)];
  });

/** Every route, children included, with absolute paths. */
export const APP_ROUTES: readonly AppRoute[] = flattenRoutes(ROUTES, null);

/** Returns whether the route has a screen, or redirects to a child. */
export const hasScreen = (entry: RouteEntry): boolean =>
  entry.screen !== null ||
  (entry.redirect !== undefined && (entry.children ?? []).some((child) => child.screen !== null));

/** Returns the routes for the menu and the palette: built, in a section, and allowed with these permissions. */
export const filterAllowedRoutes = (passes: (access: RouteAccess) => boolean): AppRoute[] =>
  APP_ROUTES.filter((route) => route.entry.section !== null && route.entry.screen !== null && passes(route));

/** Returns the pattern of the paths that belong to a route. */
function toPattern(path: string): RegExp {
  if (path === '/') return /^\/$/;
  const parts = path.split('/').map((part) => {
    if (part.endsWith('?')) return '(?:[^/]+)?';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  // the slash before an optional last part is optional too
  const pattern = parts.join('/').replace('/(?:[^/]+)?', '(?:/[^/]+)?');
  return new RegExp(`^${pattern}(?:/|$)`, 'i');
}

/** The patterns of all routes, the longest path first; every link of a page asks for its route. */
const PATTERNS = APP_ROUTES.toSorted((a, b) => b.path.length - a.path.length).map(
  (route) => [toPattern(route.path), route] as const,
);

/** Returns the address of a page without the slashes at its end. */
export const trimPath = (pathname: string): string =>
  pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;

/** Returns the route that a path belongs to: the longest one that it starts with. */
export function findRoute(pathname: string): AppRoute | null {
  const address = trimPath(pathname);
  return PATTERNS.find(([pattern]) => pattern.test(address))?.[1] ?? null;
}

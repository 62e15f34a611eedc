import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { loadTexts } from '../lib/i18n.ts';
import { paths, withQuery } from '../lib/paths.ts';
import type { ScreenPage } from '../lib/screen.ts';
import { lazyRepeated, loadChunk } from '../lib/server/lazy-chunk.ts';
import { AppLayout, OptionalLayout } from './app-layout.tsx';
import { hasScreen, inheritAccess, OPEN_TO_ALL, type RouteAccess } from './app-routes.ts';
import { ErrorPage } from './error-page.tsx';
import { Guard } from './guard.tsx';
import { waitForPrefetch } from './prefetch.ts';
import { Root } from './root.tsx';
import { connectLinks } from './route-access.ts';
import type { RouteEntry } from './route-entry.ts';
import { ROUTES } from './routes.ts';

/**
 * Loads a page's code and texts and waits for its prefetched data in parallel, so that the page is drawn once. A
 * failure is thrown when the page renders, because a rejected `lazy` would show the router's fallback instead of the
 * error boundary; a later visit loads again.
 */
const lazyPage = (page: ScreenPage) => async () => {
  try {
    return { Component: await loadPage(page) };
  } catch (error) {
    const load = async () => ({ default: await loadPage(page) });
    return { Component: lazyRepeated(load, { error }) };
  }
};

async function loadPage(page: ScreenPage): Promise<ComponentType> {
  const [module] = await Promise.all([
    loadChunk(page.load),
    page.texts ? loadTexts(page.texts) : null,
    waitForPrefetch(page),
  ]);
  return module.default;
}

/** Renders nothing, so that the spinner of index.html stays until the first page is ready. */
const EmptyPage = () => null;

const pageRoute = (page: ScreenPage): RouteObject => {
  const facts = { lazy: lazyPage(page), errorElement: <ErrorPage /> };
  if (page.path === undefined && !page.children) return { index: true, ...facts };
  const children = page.children?.map(pageRoute);
  return {
    ...facts,
    ...(page.path === undefined ? {} : { path: page.path }),
    ...(children ? { children } : {}),
  };
};

/**
 * Returns whether a child's path does not start with its parent's; such a child is grouped with the parent only in
 * menus.
 */
const isApart = ({ path }: RouteEntry): boolean => path.startsWith('/');

function entryRoute(entry: RouteEntry, inherited: RouteAccess): RouteObject {
  const access = inheritAccess(entry, inherited);
  if (!hasScreen(entry))
    return {
      path: entry.path,
      children: [
        { path: '*', element: <ToNotFound /> },
        { index: true, element: <ToNotFound /> },
      ],
    };
  const children = (entry.children ?? [])
    .filter((child) => !isApart(child))
    .map((child) => entryRoute(child, access));
  const bare = entry.redirect ? [{ index: true, element: <Navigate to={entry.redirect} replace /> }] : [];
  return {
    path: entry.path,
    element: (
      <Guard access={access}>
        <Outlet />
      </Guard>
    ),
    errorElement: <ErrorPage />,
    children: [...bare, ...(entry.screen ?? []).map(pageRoute), ...children],
  };
}

const toRoutes = (entry: RouteEntry): RouteObject[] =>
  entry.isBare
    ? []
    : [
        entryRoute(entry, OPEN_TO_ALL),
        ...(entry.children ?? [])
          .filter(isApart)
          .map((child) => entryRoute(child, inheritAccess(entry, OPEN_TO_ALL))),
      ];

/** Sends unknown and unbuilt URLs to the 404 page, which shows the URL to copy. */
const ToNotFound = () => {
  const { pathname, search } = useLocation();
  return <Navigate to={withQuery(paths.notFound, { from: pathname + search })} replace />;
};

const createLazyPage = (load: ScreenPage['load'], texts: readonly string[] = ['auth']) =>
  lazyPage({ load, texts });

export function createRouter() {
  connectLinks();
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <EmptyPage />,
      children: [
        { path: paths.login, lazy: createLazyPage(() => import('./sign-in/sign-in-page.tsx')) },
        { path: paths.demoMailbox, lazy: createLazyPage(() => import('./sign-in/demo-mailbox.tsx')) },
        {
          path: paths.pay(':attempt'),
          lazy: createLazyPage(() => import('./pay/pay-page.tsx'), ['pay', 'common', 'shell']),
        },
        {
          element: <OptionalLayout />,
          children: [
            {
              path: paths.notFound,
              lazy: createLazyPage(() => import('./pages/not-found.tsx'), ['error-page', 'permissions']),
            },
          ],
        },
        {
          path: paths.unauthorized,
          lazy: createLazyPage(() => import('./pages/unauthorized.tsx'), ['error-page']),
        },
        // a page without the layout checks the permissions itself
        ...ROUTES.flatMap(({ isBare, path, screen }) =>
          isBare ? { path, children: (screen ?? []).map(pageRoute) } : [],
        ),
        { element: <AppLayout />, children: ROUTES.flatMap(toRoutes) },
        { path: '*', element: <ToNotFound /> },
      ],
    },
  ]);
}

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths, withQuery } from '../lib/paths.ts';
import type { RouteAccess } from './app-routes.ts';
import { useRouteAccess } from './route-access.ts';

/**
 * Sends users who lack the route's permissions to the 404 page. It is inside the layout, which waits until the
 * user is loaded.
 */
export const Guard = ({ access, children }: { access: RouteAccess; children: ReactNode }) => {
  const passes = useRouteAccess();
  const { pathname, search } = useLocation();
  if (passes(access)) return children;
  return <Navigate to={withQuery(paths.notFound, { from: pathname + search, denied: 1 })} replace />;
};

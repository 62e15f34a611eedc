import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths, withQuery } from '../lib/paths.ts';
import { useSession } from '../lib/server/session.ts';

/**
 * Sends users who have none of the route's permissions to the 404 page. It is inside the layout, which waits until the
 * user is loaded.
 */
export const Guard = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => {
  const { canPass } = useSession();
  const { pathname, search } = useLocation();
  if (canPass(keys)) return children;
  return <Navigate to={withQuery(paths.notFound, { from: pathname + search, denied: 1 })} replace />;
};

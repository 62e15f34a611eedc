import type { Prefetch } from '../screen.ts';
import { BRANCH_KEY, currentBranch, parseBranch } from '../server/current-branch.ts';
import { canCall, type InputOf } from '../server/endpoint.ts';
import { currentSession } from '../server/session.ts';
import { readOnce } from '../server/use-read-write.ts';
import { type ListEndpoint, parseListUrl, toListInput } from './list-url.ts';
import type { FilterValues } from './update-list-url.ts';

/**
 * Creates the `prefetch` export of a list's page: loads the rows that `useList(endpoint, { fixed })` will need for a
 * URL before the page is drawn. Does nothing without the permission; the page reports failures.
 * @param fixed the fixed filters, or a function of the path when several URLs share the page
 */
export const prefetchList =
  (endpoint: ListEndpoint, fixed: FilterValues | ((pathname: string) => FilterValues) = {}): Prefetch =>
  async ({ pathname, searchParams }) => {
    const session = currentSession();
    if (session.phase !== 'in' || session.user.must_change_password) return;
    if (!canCall(endpoint, session.user.permissions)) return;
    const narrow = typeof fixed === 'function' ? fixed(pathname) : fixed;
    const input = toListInput(parseListUrl(endpoint, searchParams, narrow), narrow);
    const branch = parseBranch(searchParams.get(BRANCH_KEY)) ?? currentBranch();
    await readOnce(endpoint, input as InputOf<ListEndpoint>, branch);
  };

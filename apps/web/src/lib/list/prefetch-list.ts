import type { Ahead } from '../screen.ts';
import { BRANCH_KEY, currentBranch, parseBranch } from '../server/current-branch.ts';
import { type InputOf, mayCall } from '../server/endpoint.ts';
import { currentSession } from '../server/session.ts';
import { readOnce } from '../server/use-read-write.ts';
import { type FilterValues, inputOf, type ListEndpoint, parseListUrl } from './list-url.ts';

/**
 * What a page of a list exports as `ahead`: the rows that `useList(endpoint, { fixed })` asks for at an address, asked for
 * while the page is not drawn yet. Who may not see them asks for nothing; a failure is the page's own to meet and to tell.
 *
 * @param fixed by the path, where several addresses share a page
 */
export const prefetchList =
  (endpoint: ListEndpoint, fixed: FilterValues | ((pathname: string) => FilterValues) = {}): Ahead =>
  async ({ pathname, searchParams }) => {
    const session = currentSession();
    if (session.phase !== 'in' || session.user.must_change_password) return;
    if (!mayCall(endpoint, session.user.permissions)) return;
    const narrow = typeof fixed === 'function' ? fixed(pathname) : fixed;
    const input = inputOf(parseListUrl(endpoint, searchParams, narrow), narrow);
    const branch = parseBranch(searchParams.get(BRANCH_KEY)) ?? currentBranch();
    await readOnce(endpoint, input as InputOf<ListEndpoint>, branch);
  };

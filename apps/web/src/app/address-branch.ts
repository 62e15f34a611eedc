import type { createBrowserRouter } from 'react-router-dom';
import { paths, withQuery } from '../lib/paths.ts';
import { BRANCH_KEY, currentBranch, parseBranch, setCurrentBranch } from '../lib/server/current-branch.ts';
import { currentSession, onSessionChange } from '../lib/server/session.ts';
import { toSameVisit } from '../lib/visit-key.ts';

type Router = ReturnType<typeof createBrowserRouter>;

const PUBLIC: readonly string[] = [paths.login, paths.notFound, paths.unauthorized, paths.demoMailbox];

/**
 * Keeps the selected branch and the URL in step: a URL with a branch selects it before any data is loaded, so that Back
 * and shared links show the same rows; a URL without one gets the selected branch.
 */
export function syncBranchWithUrl(router: Router): void {
  const follow = () => {
    const { pathname, search, hash } = router.state.location;
    if (PUBLIC.includes(pathname)) return;
    const named = parseBranch(new URLSearchParams(search).get(BRANCH_KEY));
    const chosen = currentBranch();
    if (named !== null) {
      if (named !== chosen) setCurrentBranch(named);
    } else if (chosen !== null && router.state.navigation.state === 'idle') {
      void router.navigate(withQuery(pathname + search + hash, { [BRANCH_KEY]: chosen }), {
        replace: true,
        preventScrollReset: true,
        state: toSameVisit(router.state.location),
      });
    }
  };
  router.subscribe(follow);
  follow();

  // the branch may come from an old link or from another account's visit, so a branch the user may not see is
  // deselected
  onSessionChange(() => {
    const { user } = currentSession();
    const chosen = currentBranch();
    if (!user || chosen === null || user.all_branches || user.branches.some(({ id }) => id === chosen))
      return;
    const { pathname, search, hash } = router.state.location;
    setCurrentBranch(null);
    void router.navigate(withQuery(pathname + search + hash, { [BRANCH_KEY]: null }), { replace: true });
  });
}

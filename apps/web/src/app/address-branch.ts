import type { createBrowserRouter } from 'react-router-dom';
import { paths, withQuery } from '../lib/paths.ts';
import { BRANCH_KEY, currentBranch, parseBranch, setCurrentBranch } from '../lib/server/current-branch.ts';
import { currentSession, onSessionChange } from '../lib/server/session.ts';

type Router = ReturnType<typeof createBrowserRouter>;

const PUBLIC: readonly string[] = [paths.login, paths.notFound, paths.unauthorized, paths.demoMailbox];

/**
 * Keeps the chosen branch and the address in step (ux.md, 'Shell'): an address that names a branch chooses it
 * before anything is read, so Back and a shared link mean the same rows; one that names none is completed.
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
      });
    }
  };
  router.subscribe(follow);
  follow();

  // a branch out of an old link or of another account's visit
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

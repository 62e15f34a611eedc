import { useLocation, useNavigate } from 'react-router-dom';
import { withQuery } from './paths.ts';
import { BRANCH_KEY, setCurrentBranch, useBranch } from './server/current-branch.ts';
import { useSession } from './server/session.ts';

const ALL = 'all';

/**
 * The branches that this account sees, and all of them at once, as a choice; it changes the branch of the whole address.
 * @param all how all branches are called
 */
export function useBranchChoice(all: string) {
  const { user } = useSession();
  const chosen = useBranch();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return {
    value: chosen === null ? ALL : String(chosen),
    options: [
      { value: ALL, label: all },
      ...(user?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    onChange: (value: string) => {
      const id = value === ALL ? null : Number(value);
      setCurrentBranch(id);
      // another branch has other pages
      void navigate(withQuery(pathname + search + hash, { [BRANCH_KEY]: id, page: null }));
    },
  };
}

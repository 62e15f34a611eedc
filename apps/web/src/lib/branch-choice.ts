import { useLocation, useNavigate } from 'react-router-dom';
import { withQuery } from './paths.ts';
import { BRANCH_KEY, setCurrentBranch, useBranch } from './server/current-branch.ts';
import { useSession } from './server/session.ts';
import { toSameVisit } from './visit-key.ts';

const ALL = 'all';

/**
 * Returns the branches that the account may see, plus "all", as a selection; a change updates the URL and reloads every
 * list.
 * @param all the label of the option for all branches
 */
export function useBranchOptions(all: string) {
  const { user } = useSession();
  const chosen = useBranch();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search, hash } = location;
  return {
    value: chosen === null ? ALL : String(chosen),
    options: [
      { value: ALL, label: all },
      ...(user?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    onChange: (value: string) => {
      const id = value === ALL ? null : Number(value);
      setCurrentBranch(id);
      // the page number belongs to the other branch's list
      void navigate(withQuery(pathname + search + hash, { [BRANCH_KEY]: id, page: null }), {
        state: toSameVisit(location),
      });
    },
  };
}

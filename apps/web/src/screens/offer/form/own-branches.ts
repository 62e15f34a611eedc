import { useBranch } from '../../../lib/server/current-branch.ts';
import { useSession } from '../../../lib/server/session.ts';

/**
 * Returns the branches that a new rule of staff of some branches starts with: the selected one, else all of theirs. Null
 * for users of all branches, who may make a rule for every branch.
 * Rule: docs/rules/offers.md#whose-offers
 */
export function useOwnBranches(): readonly number[] | null {
  const { user } = useSession();
  const chosen = useBranch();
  if (!user || user.all_branches) return null;
  return chosen === null ? user.branches.map(({ id }) => id) : [chosen];
}

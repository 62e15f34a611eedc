import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';

/** The endpoints that change a stored branch; creating one uses another endpoint. */
export const branchEndpoints = {
  save: api.branch.update,
  remove: api.branch.remove,
  restore: api.branch.restore,
};

/**
 * Returns whether the user may create a branch: a new branch is in no account's scope, so the user must see all
 * branches.
 */
export function useCanCreateBranch(): boolean {
  const { user, can } = useSession();
  return user?.all_branches === true && can(api.branch.create);
}

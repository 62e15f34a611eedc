import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';

/** A branch has two writes; everything that changes a kept one is the second (specification section 7). */
export const endpoints = {
  save: api.branch.update,
  remove: api.branch.remove,
  restore: api.branch.restore,
};

/** A new branch lies in nobody's scope, so only who sees all branches may create one (decisions 0.4). */
export function useCanCreateBranch(): boolean {
  const { user, can } = useSession();
  return user?.all_branches === true && can(api.branch.create);
}

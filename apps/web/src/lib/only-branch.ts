import { api } from './server/api.ts';
import { useSession } from './server/session.ts';
import { useRead } from './server/use-read-write.ts';

/** Returns the only branch of the account or of the shop; null when there are several. */
export function useOnlyBranch(): number | null {
  const { user, canPick } = useSession();
  const isNarrow = user !== null && !user.all_branches;
  const read = useRead(
    api.branch.list,
    { status: 1, limit: 10, sort_by: 'name', sort_as: 'asc' },
    { enabled: user !== null && !isNarrow && canPick(api.branch.list), branchId: null },
  );
  if (isNarrow) return user.branches.length === 1 ? (user.branches[0]?.id ?? null) : null;
  return read.results?.length === 1 && read.meta?.total === 1 ? (read.results[0]?.id ?? null) : null;
}

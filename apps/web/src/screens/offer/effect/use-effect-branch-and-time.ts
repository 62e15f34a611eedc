import { useState } from 'react';
import { useOnlyBranch } from '../../../lib/only-branch.ts';
import { api } from '../../../lib/server/api.ts';
import { useBranch } from '../../../lib/server/current-branch.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';

/** The branch and time of an effect; an empty date and time mean now. */
export type EffectBranchAndTime = {
  readonly branch_id: number | null;
  readonly date: string;
  readonly time: string;
  set(change: Partial<{ branch_id: number | null; date: string; time: string }>): void;
};

/**
 * Manages the branch and time of an effect. The initial branch is the rule's first one, else the selected one, the only
 * one, or the first by name.
 */
export function useEffectBranchAndTime(branches: readonly number[]): EffectBranchAndTime {
  const [state, setState] = useState<{ branch_id: number | null; date: string; time: string }>({
    branch_id: null,
    date: '',
    time: '',
  });
  const chosen = useBranch();
  const only = useOnlyBranch();
  const { canPick } = useSession();
  const first = useRead(
    api.branch.list,
    { status: 1, limit: 1, sort_by: 'name', sort_as: 'asc' },
    { enabled: canPick(api.branch.list) },
  ).results?.[0]?.id;
  return {
    ...state,
    branch_id: state.branch_id ?? branches[0] ?? chosen ?? only ?? first ?? null,
    set: (change) => setState((now) => ({ ...now, ...change })),
  };
}

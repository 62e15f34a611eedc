import { useState, useSyncExternalStore } from 'react';
import { RefPicker } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Field } from '../../ui/index.ts';
import type { LinesStore } from './lines.ts';
import { useIdFromUrl } from './use-requested-item.ts';

export type ReceivingBranch = {
  /** The branch of all lines and of the next one; null when the lines have several branches, or none is known. */
  readonly branch: number | null;
  readonly isMixed: boolean;
  /** The branches that can be selected for a line. */
  readonly choices: readonly { readonly id: number; readonly name: string }[];
  readonly choose: (branch_id: number | null) => void;
};

const CHOICES = 50;

const toBranchesKey = (lines: LinesStore): string =>
  JSON.stringify([...new Set(lines.all.get().map(({ branch_id }) => branch_id))]);

/** Manages the receiving branch: the selected one, else the lines' branch, else the shell's branch or the only one. */
export function useReceivingBranch(lines: LinesStore): ReceivingBranch {
  const shell = useBranch();
  const read = useRead(api.branch.list, { limit: CHOICES, sort_by: 'name', sort_as: 'asc' });
  const choices = read.results ?? [];
  const [chosen, setChosen] = useState(useIdFromUrl('branch_id'));
  // compared as text, so that typing into a cell does not render this again
  const text = useSyncExternalStore(lines.all.subscribe, () => toBranchesKey(lines));
  const used = JSON.parse(text) as (number | null)[];
  const only = choices.length === 1 ? (choices[0]?.id ?? null) : null;
  const isMixed = used.length > 1;
  return {
    branch: isMixed ? null : (used[0] ?? chosen ?? shell ?? only),
    isMixed,
    choices,
    choose: (branch_id) => {
      setChosen(branch_id);
      if (branch_id !== null) lines.branchOfAll(branch_id);
    },
  };
}

/** Sets the branch of all lines. */
export const BranchOfAll = ({ place }: { place: ReceivingBranch }) => {
  const { t } = useTranslation('receipt');
  return (
    <Field label={t('goods_to')} hint={place.isMixed ? t('goods_to_several') : undefined}>
      <RefPicker to="branch" value={place.branch} onChange={place.choose} />
    </Field>
  );
};

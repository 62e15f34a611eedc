import { FORCE_REASONS } from 'virtual:facts';
import type { ForceReason, RowLeftOut } from '@dukkan/contract';
import { useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import type { CallFailure } from '../lib/server/call.ts';
import { ConfirmDialog } from '../ui/index.ts';
import { RowsLeftOut } from './rows-left-out.tsx';

/** What a refusal asks to be confirmed, null where it is another one (decisions 3.6, force in two steps). */
export const getForceReasons = (failure: CallFailure): ForceReason[] | null =>
  failure.code === 'receipt.needs_force' || failure.code === 'document.rows_left_out'
    ? FORCE_REASONS.filter((reason) => ([failure.params.reasons].flat() as unknown[]).includes(reason))
    : null;

/** The rows that a refusal names as left out; none where it is about something else. */
export const getRowsLeftOut = (failure: CallFailure): readonly RowLeftOut[] =>
  failure.code === 'document.rows_left_out' && Array.isArray(failure.params.rows)
    ? (failure.params.rows as RowLeftOut[])
    : [];

export type ForceDialogProps = {
  /** Null: nothing is asked. */
  reasons: readonly ForceReason[] | null;
  /** What was left out, where that is asked. */
  rows?: readonly RowLeftOut[];
  /** The verb of what is then done. */
  confirmLabel: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** The second step of `force`: why it is asked, and what will happen, before it is done. */
export const ForceDialog = ({
  reasons,
  rows = [],
  confirmLabel,
  busy,
  onConfirm,
  onClose,
}: ForceDialogProps) => {
  const { t } = useTranslation(['force', 'kit']);
  return (
    <ConfirmDialog
      open={reasons !== null}
      onOpenChange={(open) => open || onClose()}
      title={t('force:title')}
      text={t('force:text')}
      confirmLabel={confirmLabel}
      cancelLabel={t('kit:cancel')}
      danger
      loading={busy}
      onConfirm={onConfirm}
    >
      <Reasons of={reasons ?? []} rows={rows} />
    </ConfirmDialog>
  );
};

type ReasonsProps = { of: readonly ForceReason[]; rows?: readonly RowLeftOut[] };

/** Each reason in plain words, with what follows. */
export const Reasons = ({ of, rows = [] }: ReasonsProps) => {
  const { t } = useTranslation('force');
  return (
    <ul className="flex flex-col gap-2">
      {of.map((reason) => (
        <li key={reason} className="rounded-md bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning-text">{t(`why.${reason}`)}</p>
          <p className="text-sm text-ink">{t(`then.${reason}`)}</p>
          {reason === 'rows_left_out' ? <RowsLeftOut rows={rows} /> : null}
        </li>
      ))}
    </ul>
  );
};

/** The reasons that stand to be confirmed, and what is then tried again. */
export function useForceDialog() {
  const [asked, setAsked] = useState<readonly ForceReason[] | null>(null);
  const [rows, setRows] = useState<readonly RowLeftOut[]>([]);
  return {
    asked,
    /** What was left out, where that is asked. */
    rows,
    close: () => setAsked(null),
    /** Takes a refusal; true where it is a question that is now asked. */
    take: (failure: CallFailure): boolean => {
      const reasons = getForceReasons(failure);
      if (reasons) setAsked(reasons);
      setRows(getRowsLeftOut(failure));
      return reasons !== null;
    },
  };
}

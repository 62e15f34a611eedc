import { FORCE_REASONS } from 'virtual:facts';
import type { ForceReason, RowLeftOut } from '@dukkan/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import type { CallFailure } from '../lib/server/call.ts';
import { ConfirmDialog } from '../ui/index.ts';
import { RowsLeftOut } from './rows-left-out.tsx';

const FORCE_CODES: readonly string[] = ['receipt.needs_force', 'count.needs_force', 'document.rows_left_out'];

/** What a refusal asks to be confirmed, null where it is another one (decisions 3.6, force in two steps). */
export const getForceReasons = (failure: CallFailure): ForceReason[] | null =>
  failure.code !== null && FORCE_CODES.includes(failure.code)
    ? FORCE_REASONS.filter((reason) => ([failure.params.reasons].flat() as unknown[]).includes(reason))
    : null;

/** The rows that a refusal names as left out; none where it is about something else. */
export const getRowsLeftOut = (failure: CallFailure): readonly RowLeftOut[] =>
  failure.code === 'document.rows_left_out' && Array.isArray(failure.params.rows)
    ? (failure.params.rows as RowLeftOut[])
    : [];

/** The open orders that a refusal names as left without their units. */
export const getOrdersLeftShort = ({ params }: CallFailure): readonly number[] =>
  Array.isArray(params.orders) ? (params.orders as number[]) : [];

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

type ReasonsProps = {
  of: readonly ForceReason[];
  rows?: readonly RowLeftOut[];
  orders?: readonly number[];
};

/** Each reason in plain words, with what follows. */
export const Reasons = ({ of, rows = [], orders = [] }: ReasonsProps) => {
  const { t } = useTranslation('force');
  return (
    <ul className="flex flex-col gap-2">
      {of.map((reason) => (
        <li key={reason} className="rounded-md bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning-text">{t(`why.${reason}`)}</p>
          <p className="text-sm text-ink">{t(`then.${reason}`)}</p>
          {reason === 'rows_left_out' ? <RowsLeftOut rows={rows} /> : null}
          {reason === 'units_held' ? <Orders ids={orders} /> : null}
        </li>
      ))}
    </ul>
  );
};

/** Orders by their numbers, each leading to its page. */
const Orders = ({ ids }: { ids: readonly number[] }) =>
  ids.length === 0 ? null : (
    <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {ids.map((id) => (
        <li key={id}>
          <Link
            to={paths.order(id)}
            dir="ltr"
            className="hit rounded-sm tabular text-primary-text hover:underline"
          >
            #{id}
          </Link>
        </li>
      ))}
    </ul>
  );

/** The reasons that stand to be confirmed, and what is then tried again. */
export function useForceDialog() {
  const [question, setQuestion] = useState<CallFailure | null>(null);
  return {
    asked: question && getForceReasons(question),
    /** The orders that are left without their units, where that is asked. */
    orders: question ? getOrdersLeftShort(question) : [],
    /** What was left out, where that is asked. */
    rows: question ? getRowsLeftOut(question) : [],
    close: () => setQuestion(null),
    /** Takes a refusal; true where it is a question that is now asked. */
    take: (failure: CallFailure): boolean => {
      const isQuestion = getForceReasons(failure) !== null;
      if (isQuestion) setQuestion(failure);
      return isQuestion;
    },
  };
}

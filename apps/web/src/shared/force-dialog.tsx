import { FORCE_REASONS } from 'virtual:facts';
import type { ForceReason, RowLeftOut } from '@dukkan/contract';
import { useState } from 'react';
import { Link } from '../kit/link.tsx';
import { useTranslation } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import type { CallFailure } from '../lib/server/call.ts';
import { ConfirmDialog } from '../ui/index.ts';
import { RowsLeftOut } from './rows-left-out.tsx';

const FORCE_CODES: readonly string[] = ['receipt.needs_force', 'count.needs_force', 'document.rows_left_out'];

/** Returns the reasons for which a failure asks for confirmation; null for other failures. */
export const getForceReasons = (failure: CallFailure): ForceReason[] | null =>
  failure.code !== null && FORCE_CODES.includes(failure.code)
    ? FORCE_REASONS.filter((reason) => ([failure.params.reasons].flat() as unknown[]).includes(reason))
    : null;

/** Returns the rows that a failure reports as left out; empty for other failures. */
export const getRowsLeftOut = (failure: CallFailure): readonly RowLeftOut[] =>
  failure.code === 'document.rows_left_out' && Array.isArray(failure.params.rows)
    ? (failure.params.rows as RowLeftOut[])
    : [];

/** Returns the ids of the open orders that would be left without their reserved units. */
export const getOrdersLeftShort = ({ params }: CallFailure): readonly number[] =>
  Array.isArray(params.orders) ? (params.orders as number[]) : [];

export type ForceDialogProps = {
  /** Null when the dialog is closed. */
  reasons: readonly ForceReason[] | null;
  /** The rows that would be left out, if that is one of the reasons. */
  rows?: readonly RowLeftOut[];
  /** The label of the confirm button, a verb. */
  confirmLabel: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a save is repeated with `force`: shows the reasons and the consequences. */
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
      <ForceReasons of={reasons ?? []} rows={rows} />
    </ConfirmDialog>
  );
};

type ReasonsProps = {
  of: readonly ForceReason[];
  rows?: readonly RowLeftOut[];
  orders?: readonly number[];
};

/** Lists the reasons, each with its consequence. */
export const ForceReasons = ({ of, rows = [], orders = [] }: ReasonsProps) => {
  const { t } = useTranslation('force');
  return (
    <ul className="flex flex-col gap-2">
      {of.map((reason) => (
        <li key={reason} className="rounded-md bg-warning-soft px-3 py-2">
          <p className="font-medium text-warning-text">{t(`why.${reason}`)}</p>
          <p className="text-sm text-ink">{t(`then.${reason}`)}</p>
          {reason === 'rows_left_out' ? <RowsLeftOut rows={rows} /> : null}
          {reason === 'units_held' ? <OrderLinks ids={orders} /> : null}
        </li>
      ))}
    </ul>
  );
};

/** Links to orders by their numbers. */
const OrderLinks = ({ ids }: { ids: readonly number[] }) =>
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

/** Manages the reasons that wait for confirmation and the save that is repeated after it. */
export function useForceDialog() {
  const [question, setQuestion] = useState<CallFailure | null>(null);
  return {
    asked: question && getForceReasons(question),
    /** The orders that would be left without their reserved units. */
    orders: question ? getOrdersLeftShort(question) : [],
    /** The rows that would be left out. */
    rows: question ? getRowsLeftOut(question) : [],
    close: () => setQuestion(null),
    /** Opens the dialog for a failure that asks for confirmation; returns false for other failures. */
    take: (failure: CallFailure): boolean => {
      const isQuestion = getForceReasons(failure) !== null;
      if (isQuestion) setQuestion(failure);
      return isQuestion;
    },
  };
}

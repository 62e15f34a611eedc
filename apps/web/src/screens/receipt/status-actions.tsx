import type { ReactNode } from 'react';
import type { BulkAction } from '../../kit/index.ts';
import { FinalWords } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { ForceReasons, useForceDialog } from '../../shared/force-dialog.tsx';
import { ConfirmDialog } from '../../ui/index.ts';

type Row = RowOf<typeof api.receipt.list>;

/** The possible status changes of a receipt; the server says which are allowed (`actions`). */
export const RECEIPT_ACTIONS = ['accept', 'lock', 'cancel', 'delete'] as const;
export type ReceiptMove = (typeof RECEIPT_ACTIONS)[number];

const STATUS = { accept: 1, lock: 2, cancel: -1 } as const;
const isBad = (move: ReceiptMove): boolean => move === 'cancel' || move === 'delete';

/** Returns the name of a receipt: its supplier, and the supplier's invoice number. */
export const formatReceiptName = ({
  id,
  supplier_name,
  invoice_number,
}: Pick<Row, 'id' | 'supplier_name' | 'invoice_number'>) =>
  `${isolateBidi(supplier_name)} · ${isolateBidi(invoice_number ?? `#${id}`)}`;

export type ReceiptStatusDialogProps = {
  row: Row;
  move: ReceiptMove;
  onClose: () => void;
  onDone?: () => void;
};

/** Shows the consequences before a status change, and asks again when the server needs a confirmation. */
export const ReceiptStatusDialog = ({ row, move, onClose, onDone }: ReceiptStatusDialogProps) => {
  const { t } = useTranslation(['receipt', 'kit', 'force']);
  const { number } = useFormat();
  const force = useForceDialog();
  const onFailure = (failure: Parameters<typeof force.take>[0]) => {
    if (force.take(failure)) return;
    showFailureToast(failure);
    onClose();
  };
  const update = useWrite(api.receipt.update, { silent: true, onFailure });
  const remove = useWrite(api.receipt.remove, { silent: true, onFailure });
  const { id, version } = row;
  const run = async () => {
    const forced = force.asked ? { force: true } : {};
    const done =
      move === 'delete'
        ? await remove.submit({ id, version })
        : await update.submit({ id, version, status: STATUS[move], ...forced });
    if (!done) return;
    showSuccessToast(t(`receipt:done.${move}`, { name: formatReceiptName(row) }));
    onClose();
    onDone?.();
  };
  const question = force.asked;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(`receipt:ask.${move}`, { name: formatReceiptName(row) })}
      text={
        <MoveConsequence move={move}>
          {question
            ? t('force:text')
            : t(`receipt:then.${move}`, {
                count: row.lines_count,
                lines: number(row.lines_count),
                units: number(row.quantity),
              })}
        </MoveConsequence>
      }
      confirmLabel={t(question ? `receipt:anyway.${move}` : `receipt:verb.${move}`)}
      cancelLabel={t('kit:cancel')}
      danger={isBad(move) || question !== null}
      loading={update.busy || remove.busy}
      onConfirm={() => void run()}
    >
      {question ? <ForceReasons of={question} rows={force.rows} /> : null}
    </ConfirmDialog>
  );
};

/** Every move but the acceptance is final; an accepted receipt can be canceled. */
const isFinal = (move: ReceiptMove): boolean => move !== 'accept';

const MoveConsequence = ({ move, children }: { move: ReceiptMove; children: ReactNode }) =>
  isFinal(move) ? <FinalWords deletes={move === 'delete'}>{children}</FinalWords> : children;

/** Returns the status changes for several receipts; receipts that would need a confirmation are refused and listed. */
export function useBulkReceiptActions(): BulkAction<Row>[] {
  const { t } = useTranslation('receipt');
  return RECEIPT_ACTIONS.map((move) => ({
    key: move,
    label: t(`verb.${move}`),
    danger: isBad(move),
    ...(isFinal(move) ? { final: move === 'delete' ? ('deletion' as const) : ('change' as const) } : {}),
    applies: (row: Row) => row.actions.includes(move),
    run: ({ id, version }: Row) =>
      move === 'delete'
        ? callApi(api.receipt.remove, { id, version })
        : callApi(api.receipt.update, { id, version, status: STATUS[move] }),
    invalidates: api.receipt.update.invalidates,
    onDone: (rows: readonly Row[]) => showSuccessToast(t('done.many', { count: rows.length })),
  }));
}

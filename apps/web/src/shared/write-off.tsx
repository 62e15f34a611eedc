import { useState } from 'react';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { FinalWords } from '../kit/index.ts';
import { MoneyText } from '../kit/kinds/money.tsx';
import {
  findTypedNumberError,
  formatTypedNumber,
  parseTypedNumber,
  QUANTITY_SCALE,
} from '../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { showFailureToast, showSuccessToast } from '../lib/server/toast.ts';
import { useRead, useWrite } from '../lib/server/use-read-write.ts';
import { Banner, Field, NumberInput, Select, Textarea } from '../ui/index.ts';
import { useStockBreakdownFormatter } from './shortage-reason.tsx';

const REASONS = ['expired', 'damaged', 'lost', 'own_use'] as const;
type Reason = (typeof REASONS)[number];
type Explained = RowOf<typeof api.stock.explain>;

export type WriteOffTarget = {
  readonly item_id: number;
  readonly branch_id: number;
  readonly title: string;
  readonly branch_name: string;
};

export type WriteOffDialogProps = {
  of: WriteOffTarget;
  /** The batch to write off; without one the user selects it. */
  batch?: { readonly id: number; readonly remaining_quantity: number; readonly expired: boolean } | undefined;
  onClose: () => void;
  onDone?: () => void;
};

const AUTOMATIC = '';

/**
 * Returns the cost of the units; without a selected batch, expired batches go first, then those that expire next. Null
 * when a cost is unknown.
 */
function computeWriteOffCost({ batches }: Explained, quantity: number, batch: string): number | null {
  let open = quantity;
  let cost = 0;
  for (const one of batches.filter(({ id }) => batch === AUTOMATIC || String(id) === batch)) {
    if (one.cost_value === null) return null;
    const part = Math.min(open, one.remaining_quantity);
    cost += part * one.cost_value;
    open -= part;
  }
  return cost;
}

/** Writes off units that will not be sold. It cannot be undone, so the dialog shows the consequences first. */
export const WriteOffDialog = ({ of, batch: initialBatch, onClose, onDone }: WriteOffDialogProps) => {
  const { t } = useTranslation(['stock', 'fields']);
  const { number, date } = useFormat();
  const holding = useStockBreakdownFormatter();
  const { results: explained } = useRead(api.stock.explain, {
    item_id: of.item_id,
    branch_id: of.branch_id,
  });
  const write = useWrite(api.stock.writeOff, {
    // the dialog itself shows a shortage, with the reasons
    silent: true,
    onFailure: (refusal) => {
      const isSaid = refusal.code === 'stock.insufficient' || Object.keys(refusal.errors).length > 0;
      if (!isSaid) showFailureToast(refusal);
    },
    onSuccess: ({ written_off }) => {
      showSuccessToast(
        t('stock:write_off.done', { quantity: number(written_off), title: isolateBidi(of.title) }),
      );
      onClose();
      onDone?.();
    },
  });
  const [text, setText] = useState(initialBatch ? formatTypedNumber(initialBatch.remaining_quantity) : '');
  const [batch, setBatch] = useState(initialBatch ? String(initialBatch.id) : AUTOMATIC);
  const [reason, setReason] = useState<Reason>(initialBatch?.expired ? 'expired' : 'damaged');
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);

  const quantity = parseTypedNumber(text, QUANTITY_SCALE).value ?? 0;
  const cost = explained && quantity > 0 ? computeWriteOffCost(explained, quantity, batch) : null;
  const { failure } = write;
  const error = (name: string) => failure?.errors[name]?.[0];
  const submit = () => {
    setTried(true);
    if (quantity <= 0) return null;
    return write.submit({
      item_id: of.item_id,
      branch_id: of.branch_id,
      quantity,
      reason,
      ...(batch === AUTOMATIC ? {} : { batch_id: Number(batch) }),
      ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
    });
  };
  return (
    <FormDialog
      title={t('stock:write_off.title', { title: isolateBidi(of.title) })}
      description={<bdi>{of.branch_name}</bdi>}
      action={
        quantity > 0 ? t('stock:write_off.do', { quantity: number(quantity) }) : t('stock:write_off.open')
      }
      busy={write.busy}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      {failure?.code === 'stock.insufficient' && explained ? (
        <Banner tone="danger">{holding(explained, Number(failure.params.asked))}</Banner>
      ) : null}
      <Field
        label={t('fields:quantity')}
        required
        hint={explained ? holding(explained) : null}
        error={
          findTypedNumberError(text, QUANTITY_SCALE) ??
          (tried && quantity <= 0 ? t('stock:write_off.quantity_needed') : error('quantity'))
        }
      >
        <NumberInput
          value={text}
          onChange={(next) => {
            write.reset();
            setText(next);
          }}
        />
      </Field>
      <Field label={t('fields:batch_id')} error={error('batch_id')}>
        <Select
          value={batch}
          onChange={setBatch}
          options={[
            { value: AUTOMATIC, label: t('stock:write_off.automatic') },
            ...(explained?.batches ?? []).map((one) => ({
              value: String(one.id),
              label: t(
                one.expire_date === null ? 'stock:write_off.batch' : 'stock:write_off.batch_expiring',
                {
                  id: one.id,
                  left: number(one.remaining_quantity),
                  day: date(one.expire_date),
                },
              ),
            })),
          ]}
        />
      </Field>
      <Field label={t('fields:reason')}>
        <Select
          value={reason}
          onChange={(next) => setReason(next as Reason)}
          options={REASONS.map((value) => ({ value, label: t(`stock:reason.${value}`) }))}
        />
      </Field>
      <Field label={t('fields:notes')} error={error('notes')}>
        <Textarea dir="auto" rows={2} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </Field>
      <Banner tone="warning">
        <FinalWords>{t('stock:write_off.consequence')}</FinalWords>{' '}
        {cost === null ? null : (
          <>
            {t('stock:write_off.worth')} <MoneyText amount={cost} />
          </>
        )}
      </Banner>
    </FormDialog>
  );
};

import { toLocalDate } from '@dukkan/commerce';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { FormInput } from '../kit/form/input.tsx';
import { DraftContext, useDraft } from '../kit/form/use-draft.ts';
import { RefPicker } from '../kit/pickers/ref-picker.tsx';
import { CurrencyScope, useCurrency } from '../lib/currency.ts';
import { defineFields } from '../lib/fact.ts';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { readRecord } from '../lib/server/read-record.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { getShopZone } from '../lib/shop-zone.ts';
import { Banner, Dialog, SegmentedControl, SkeletonRows } from '../ui/index.ts';
import { ForceDialog, useForceDialog } from './force-dialog.tsx';

type Payment = RowOf<typeof api.transaction.save>;
type Method = RowOf<typeof api.paymentMethod.list>;
/** A receipt with its open balance. */
export type PayableReceipt = {
  readonly id: number;
  readonly balance: number;
  readonly name: string;
  readonly currency: string;
};

/** The fields of a payment to a supplier, for its form, history and list. */
export const paymentFacts = defineFields({
  receipt_id: { kind: 'ref', to: 'receipt' },
  value: { kind: 'money' },
  payment_method: { kind: 'ref', to: 'payment-method', shown: 'payment_title' },
  ref_number: { kind: 'text' },
  on_date: { kind: 'day' },
});
const f = paymentFacts;

/** Up to this number, payment methods are shown as buttons; more are shown as a list. */
const SEGMENTS = 4;

export type PayDialogProps = {
  /** The receipt to pay; without one the user selects it here. */
  receipt?: PayableReceipt | undefined;
  /** The payment to change; without one a new payment is created. */
  payment?: Payment | undefined;
  onClose: () => void;
};

/** Records a payment to a supplier for a receipt. */
export const PayDialog = (props: PayDialogProps) => {
  const { t } = useTranslation(['transaction', 'kit']);
  const methods = useRead(api.paymentMethod.list, { status: 1, sort_by: 'id', sort_as: 'asc' });
  if (methods.results || methods.failure)
    return (
      <CurrencyScope of={props.payment ?? props.receipt ?? {}}>
        <PayForm {...props} methods={methods.results ?? []} />
      </CurrencyScope>
    );
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || props.onClose()}
      title={t('transaction:add')}
      closeLabel={t('kit:close')}
    >
      <SkeletonRows rows={4} columns={1} label={t('kit:list.loading')} />
    </Dialog>
  );
};

const PayForm = ({ receipt, payment, methods, onClose }: PayDialogProps & { methods: readonly Method[] }) => {
  const { t } = useTranslation(['transaction', 'kit']);
  const { money, number } = useFormat();
  const currency = useCurrency();
  // the payment is in the receipt's currency, even if the shop's currency has changed since
  const [picked, setPicked] = useState<{ currency?: string | undefined }>({});
  const force = useForceDialog();
  const forced = useRef(false);
  const draft = useDraft(api.transaction.save, {
    facts: f,
    record: payment ?? null,
    defaults: (record: Payment | null) => ({
      receipt_id: record?.receipt_id ?? receipt?.id ?? null,
      value: record?.value ?? (receipt && receipt.balance > 0 ? receipt.balance : null),
      payment_method: record ? record.payment_method : (methods[0]?.id ?? null),
      ref_number: record?.ref_number ?? '',
      on_date: record?.on_date ?? toLocalDate(new Date(), getShopZone()),
    }),
    success: ({ value, currency }) =>
      t(payment ? 'transaction:saved' : 'transaction:created', {
        amount: isolateBidi(money(value, currency)),
      }),
    onSaved: onClose,
    onRefused: force.take,
    send: async (input, save) => ({ result: await save(forced.current ? { ...input, force: true } : input) }),
  });
  const submit = async (really: boolean) => {
    forced.current = really;
    force.close();
    await draft.submit();
    forced.current = false;
  };
  const pick = async (receipt_id: number | null) => {
    if (receipt_id === null) return;
    // a user who may pay but not read receipts gets no balance
    const read: Partial<RowOf<typeof api.receipt.list>> = await readRecord(api.receipt.list, receipt_id);
    const { balance } = read;
    setPicked({ currency: read.currency });
    // most payments are for the full open balance
    if (balance !== undefined && balance > 0) draft.form.setValue('value', balance, { shouldDirty: true });
  };
  return (
    <FormProvider {...draft.form}>
      <DraftContext value={draft}>
        <FormDialog
          title={t(payment ? 'transaction:edit' : 'transaction:add')}
          description={receipt ? <bdi>{receipt.name}</bdi> : t('transaction:add_text')}
          action={t(payment ? 'kit:form.save' : 'transaction:record')}
          busy={draft.busy}
          onSubmit={() => submit(false)}
          onClose={onClose}
        >
          {receipt ? (
            <Banner tone="info">
              {t('transaction:open', {
                amount: isolateBidi(currency ? money(receipt.balance, currency) : number(receipt.balance)),
              })}
            </Banner>
          ) : payment ? null : (
            <FormInput of={f.receipt_id} required>
              {({ value, onChange }) => (
                <RefPicker
                  to="receipt"
                  value={typeof value === 'number' ? value : null}
                  onChange={(next) => {
                    onChange(next);
                    void pick(next);
                  }}
                  fixed={{ unpaid: 1 }}
                />
              )}
            </FormInput>
          )}
          <CurrencyScope of={picked}>
            <FormInput of={f.value} required />
          </CurrencyScope>
          {methods.length > SEGMENTS ? (
            <FormInput of={f.payment_method} />
          ) : (
            <FormInput of={f.payment_method}>
              {({ value, onChange }) => (
                <SegmentedControl
                  value={value === null ? undefined : String(value)}
                  onChange={(next) => onChange(Number(next))}
                  options={methods.map((method) => ({ value: String(method.id), label: method.title }))}
                />
              )}
            </FormInput>
          )}
          <FormInput of={f.ref_number} hint={t('transaction:ref_hint')} />
          <FormInput of={f.on_date} required />
          <ForceDialog
            reasons={force.asked}
            confirmLabel={t('transaction:record_anyway')}
            busy={draft.busy}
            onConfirm={() => void submit(true)}
            onClose={force.close}
          />
        </FormDialog>
      </DraftContext>
    </FormProvider>
  );
};

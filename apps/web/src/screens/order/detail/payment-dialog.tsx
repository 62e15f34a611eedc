import { useState } from 'react';
import { FormDialog } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import {
  AMOUNT_SCALE,
  findTypedNumberError,
  formatTypedAmount,
} from '../../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAmountDue } from '../../../shared/use-amount-due.ts';
import { Banner, Button, Field, Input, NumberInput, Select } from '../../../ui/index.ts';
import { parseDraftAmount } from '../make/draft.ts';
import { formatOrderNumber, type OrderDetails } from '../shared/order-status.tsx';
import { type NextStatus, useSaveOrder } from '../shared/use-save-order.ts';

type PayDialogProps = {
  of: OrderDetails;
  /** The status that the order gets together with this payment; absent for a payment only. */
  handOver?: Pick<NextStatus, 'status_id'> | null;
  onClose: () => void;
  onSaved?: (order: OrderDetails) => void;
};

/** Records a payment of an order by any method of its branch; at the counter it also hands the order over. */
export const OrderPaymentDialog = ({ of, handOver = null, onClose, onSaved }: PayDialogProps) => {
  const { t } = useTranslation(['order', 'fields']);
  const { money, currencySign } = useFormat();
  const { methods, isReading, failure, retry } = useAmountDue(of);
  const [picked, setMethod] = useState<string | undefined>(
    of.payment_id === null ? undefined : String(of.payment_id),
  );
  const [typed, setText] = useState<string | null>(null);
  const [tendered, setTendered] = useState('');
  const [reference, setReference] = useState('');
  const [tried, setTried] = useState(false);
  const save = useSaveOrder({
    onSaved: (order) => {
      onClose();
      onSaved?.(order);
    },
    onRefused: ({ errors }) => Object.keys(errors).length > 0,
  });
  // most payments at the counter are in cash
  const usual = handOver ? methods?.find(({ type }) => type === 'cash') : undefined;
  const chosen = methods?.find(({ payment_id }) => String(payment_id) === picked) ?? usual;
  // the planned method may not be accepted any more
  const method = chosen && String(chosen.payment_id);
  // an untouched amount is the full amount due, which depends on the method
  const open = chosen?.open_amount ?? of.open_amount;
  const text = typed ?? formatTypedAmount(open, of.currency);
  const amount = parseDraftAmount(text);
  const handed = parseDraftAmount(tendered);
  const isCash = chosen?.type === 'cash';
  const errors = save.failure?.errors ?? {};
  const error = (name: string) => errors[`payments.0.${name}`]?.[0];
  // the only possible error about the payments as a whole is an amount above the balance
  const overpaid = errors.payments?.[0];
  const visibleFields = [
    'payments',
    ...['payment_id', 'amount', isCash ? 'tendered' : 'ref_number'].map((name) => `payments.0.${name}`),
  ];
  const unplaced = Object.entries(errors).find(([name]) => !visibleFields.includes(name))?.[1][0];
  /** Clears the refusal with every change, because it was about the old input. */
  const type = (take: (text: string) => void) => (typed: string) => {
    save.reset();
    take(typed);
  };
  const submit = () => {
    setTried(true);
    if (method === undefined || !amount || findTypedNumberError(tendered, AMOUNT_SCALE)) return null;
    const payment = {
      payment_id: Number(method),
      amount,
      ...(reference.trim() ? { ref_number: reference.trim() } : {}),
      ...(isCash && handed !== null ? { tendered: handed } : {}),
    };
    return handOver
      ? save.save(of, { payments: [payment], status_id: handOver.status_id }, 'handed_over')
      : save.save(of, { payments: [payment] }, 'paid');
  };
  return (
    <FormDialog
      title={t(handOver ? 'order:hand_over.do' : 'order:payments.add')}
      description={t('order:named', { number: isolateBidi(formatOrderNumber(of)) })}
      action={t(handOver ? 'order:hand_over.do' : 'order:payments.record')}
      busy={save.busy || isReading}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure ? <RetryBanner text={failure.message} onRetry={retry} /> : null}
      <Banner tone="info">
        {t('order:payments.open', { amount: isolateBidi(money(open, of.currency)) })}
      </Banner>
      {unplaced === undefined ? null : <Banner tone="danger">{unplaced}</Banner>}
      <Field
        label={t('fields:payment_id')}
        required
        error={
          error('payment_id') ?? (tried && method === undefined ? t('order:payments.choose') : undefined)
        }
      >
        <Select
          value={method}
          onChange={type(setMethod)}
          placeholder={t('order:payments.choose')}
          options={(methods ?? []).map(({ payment_id, title }) => ({
            value: String(payment_id),
            label: <bdi>{title}</bdi>,
          }))}
        />
      </Field>
      <Field
        label={t('fields:amount')}
        required
        error={
          findTypedNumberError(text, AMOUNT_SCALE) ??
          error('amount') ??
          overpaid ??
          (tried && !amount ? t('order:payments.amount_needed') : undefined)
        }
      >
        <NumberInput value={text} onChange={type(setText)} end={<bdi>{currencySign(of.currency)}</bdi>} />
      </Field>
      {isCash ? (
        <TenderedField
          text={tendered}
          onText={type(setTendered)}
          amount={amount}
          currency={of.currency}
          error={error('tendered')}
        />
      ) : (
        <Field label={t('fields:ref_number')} error={error('ref_number')}>
          <Input
            dir="ltr"
            value={reference}
            maxLength={100}
            onChange={(event) => type(setReference)(event.target.value)}
          />
        </Field>
      )}
    </FormDialog>
  );
};

const RetryBanner = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useTranslation('kit');
  return (
    <Banner
      tone="danger"
      actions={
        <Button size="sm" onClick={onRetry}>
          {t('gap.retry')}
        </Button>
      }
    >
      {text}
    </Banner>
  );
};

type TenderedFieldProps = {
  text: string;
  onText: (text: string) => void;
  /** What is paid of the order. */
  amount: number | null;
  currency: string;
  error: string | undefined;
};

/** The cash that was handed over, and the change. */
const TenderedField = ({ text, onText, amount, currency, error }: TenderedFieldProps) => {
  const { t } = useTranslation(['order', 'fields']);
  const { currencySign } = useFormat();
  const handed = parseDraftAmount(text);
  return (
    <Field
      label={t('fields:tendered')}
      error={findTypedNumberError(text, AMOUNT_SCALE) ?? error}
      hint={
        handed !== null && amount !== null && handed > amount ? (
          <>
            {t('order:payments.change')} <MoneyText amount={handed - amount} />
          </>
        ) : null
      }
    >
      <NumberInput value={text} onChange={onText} end={<bdi>{currencySign(currency)}</bdi>} />
    </Field>
  );
};

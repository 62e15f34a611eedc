import { Split, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { formatTypedAmount } from '../../../lib/form/parse-typed-number.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import {
  Button,
  Field,
  IconButton,
  NumberInput,
  SegmentedControl,
  Select,
  type SelectOption,
} from '../../../ui/index.ts';
import { fillRemainingPayment, followAmountDue, parseDraftAmount } from './draft.ts';
import type { OrderDraft } from './use-order-draft.ts';

const PAYS = ['later', 'now'] as const;

/** Keeps the offered rest of a split payment equal to what is due, as cash is rounded and a card is not. */
function useOfferedRest({ draft, set, price }: OrderDraft, due: number | null): void {
  const before = useRef<number | null>(null);
  const follow = useEffectEvent((now: number) => {
    const last = before.current;
    before.current = now;
    if (last === null || last === now || draft.pays !== 'now') return;
    const payments = followAmountDue(draft.payments, last, now, price?.currency);
    if (payments !== draft.payments) set({ payments });
  });
  useEffect(() => {
    if (due !== null) follow(due);
  }, [due]);
}

type SplitPaymentsProps = {
  making: OrderDraft;
  options: readonly SelectOption<string>[];
  /** The amount that is left, offered to a part whose method is chosen; empty where nothing is left. */
  rest: string;
  onChange: (at: number, part: Partial<OrderDraft['draft']['payments'][number]>) => void;
};

/** The parts of a split payment, each with its method and amount. */
const SplitPayments = ({ making: { draft, set, errorOf }, options, rest, onChange }: SplitPaymentsProps) => {
  const { t } = useTranslation(['order', 'fields']);
  const { payments } = draft;
  return (
    <ul id="order-payments" className="grid gap-2" aria-label={t('fields:payments')}>
      {[...payments.entries()].map(([at, { payment_id, amount }]) => (
        <li key={at} className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-center gap-2">
          <Select
            aria-label={t('fields:payment_id')}
            value={payment_id === null ? undefined : String(payment_id)}
            onChange={(id) =>
              onChange(at, { payment_id: Number(id), ...(amount.trim() === '' ? { amount: rest } : {}) })
            }
            placeholder={t('fields:payment_id')}
            options={options}
          />
          <NumberInput
            aria-label={t('fields:amount')}
            value={amount}
            {...(errorOf(`payments.${at}.amount`)
              ? { 'aria-invalid': true, 'aria-describedby': 'order-payments-wrong' }
              : {})}
            onChange={(text) => onChange(at, { amount: text })}
            onFocus={(event) => event.target.select()}
          />
          <IconButton
            size="sm"
            label={t('order:make.pay.remove')}
            icon={<X />}
            onClick={() => set({ payments: payments.length > 2 ? payments.filter((_, n) => n !== at) : [] })}
          />
        </li>
      ))}
    </ul>
  );
};

/** The payment: on delivery or now, by one method or several. */
export const PaymentPart = ({ making }: { making: OrderDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { number } = useFormat();
  const { draft, set, branch_id, price, pending, isEveryLineValid, isStale, errorOf } = making;
  const read = useRead(
    api.paymentMethod.list,
    { status: 1, sort_by: 'ord', sort_as: 'asc', limit: 100, ...(branch_id === null ? {} : { branch_id }) },
    { enabled: branch_id !== null },
  );
  const methods = read.results ?? [];
  // the server uses this method when none is given
  const usual = methods.find(({ type }) => type === 'cash');
  const options = methods.map(({ id, title }) => ({ value: String(id), label: <bdi>{title}</bdi> }));
  const value = draft.payment_id ?? usual?.id;
  const { payments } = draft;
  const isSplit = draft.pays === 'now' && payments.length > 0;
  const isKnown = price !== null && isEveryLineValid && !isStale;
  useOfferedRest(making, isKnown ? price.due : null);
  // while a new price loads, the remaining amount is computed from the previous price but not shown
  const due = isKnown || (pending && isEveryLineValid) ? (price?.due ?? 0) : 0;
  const enteredTotal = payments.reduce((all, { amount }) => all + (parseDraftAmount(amount) ?? 0), 0);
  const open = isKnown ? Math.round((due - enteredTotal) * 10_000) / 10_000 : 0;
  /** The remaining amount, formatted as typed text. */
  const rest = open > 0 ? formatTypedAmount(open, price?.currency) : '';
  const wrongs = [...payments.keys()].map((at) =>
    errorOf(`payments.${at}.amount`, `payments.${at}.payment_id`),
  );
  const wrong = errorOf('payments', 'payment_id') ?? (isSplit ? wrongs.find(Boolean) : undefined);
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {making.till ? null : (
        <SegmentedControl
          aria-label={t('order:make.pay.when')}
          value={draft.pays}
          onChange={(pays) => set({ pays })}
          options={PAYS.map((one) => ({
            value: one,
            label: t(
              one === 'later' && draft.type === 'delivery'
                ? 'order:make.pay.on_delivery'
                : `order:make.pay.${one}`,
            ),
          }))}
        />
      )}
      {isSplit ? (
        <SplitPayments
          making={making}
          options={options}
          rest={rest}
          onChange={(at, part) =>
            set({ payments: fillRemainingPayment(payments, at, part, due, price?.currency) })
          }
        />
      ) : (
        <Field label={t('fields:payment_id')} error={wrong}>
          <Select
            value={value === undefined ? undefined : String(value)}
            onChange={(id) => set({ payment_id: Number(id) })}
            placeholder={t(
              branch_id === null
                ? 'order:make.where.branch_first'
                : methods.length === 0
                  ? 'order:make.pay.none'
                  : 'order:make.pay.usual',
            )}
            disabled={methods.length === 0}
            options={options}
          />
        </Field>
      )}
      {making.till && !isSplit && methods.find(({ id }) => id === value)?.type === 'cash' ? (
        <Field label={t('order:counter.tendered')} error={errorOf('payments.0.tendered')}>
          <NumberInput
            value={draft.tendered}
            onChange={(tendered) => set({ tendered, cash_payment_id: value ?? null })}
          />
        </Field>
      ) : null}
      {isSplit && wrong ? (
        <p id="order-payments-wrong" role="status" className="text-sm text-danger-text">
          {wrong}
        </p>
      ) : null}
      {isSplit && open !== 0 ? (
        <p role="status" className="text-sm text-muted">
          {t(open > 0 ? 'order:make.pay.open' : 'order:make.pay.over')} <MoneyText amount={Math.abs(open)} />
        </p>
      ) : null}
      {draft.pays === 'now' ? (
        <div>
          <Button
            size="sm"
            icon={<Split />}
            disabled={methods.length === 0 || payments.length >= 10}
            onClick={() =>
              set({
                payments: isSplit
                  ? [...payments, { payment_id: null, amount: rest }]
                  : [
                      {
                        payment_id: value ?? null,
                        amount: due > 0 ? formatTypedAmount(due, price?.currency) : '',
                      },
                      { payment_id: null, amount: '' },
                    ],
              })
            }
          >
            {t(isSplit ? 'order:make.pay.more' : 'order:make.pay.split', { shown: number(2) })}
          </Button>
        </div>
      ) : null}
    </div>
  );
};

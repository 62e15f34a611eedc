import { ListTree, TicketPercent, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Money } from '../../../kit/kinds/cell.tsx';
import { useCurrency } from '../../../lib/currency.ts';
import { isolate, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHead,
  cx,
  Field,
  Input,
  NumberInput,
  Popover,
  ProgressBar,
  Segmented,
} from '../../../ui/index.ts';
import { PaymentPart } from './payment-part.tsx';
import { Steps } from './steps.tsx';
import type { Making } from './use-making.ts';

/** What it comes to and why, what is taken off, and how it is paid. */
export const SummaryCard = ({ making, children }: { making: Making; children: ReactNode }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { price, pending, unplaced, warnings } = making;
  const shown = ['coupon', 'cart', 'address_id', 'payments', 'payment_id'];
  const others = warnings.filter(
    ({ field, refused, code }) =>
      !code.startsWith('discount.') &&
      (field === null || !shown.includes(field) || (!refused && field !== 'cart')),
  );
  return (
    <Card className="relative overflow-hidden">
      <ProgressBar active={pending} label={t('order:make.pricing')} />
      <CardHead
        title={t('order:make.price')}
        actions={
          price && price.steps.length > 0 ? (
            <Popover
              label={t('order:make.explain_order')}
              align="end"
              className="w-80"
              trigger={
                <Button size="sm" variant="ghost" icon={<ListTree />}>
                  {t('order:make.why')}
                  <span className="sr-only"> {t('order:make.explain_order')}</span>
                </Button>
              }
            >
              <Steps
                of={[
                  {
                    code: 'goods',
                    kind: 'goods',
                    id: null,
                    title: null,
                    amount: price.goods,
                    applied: true,
                    reason: null,
                  },
                  ...price.steps.filter(({ kind }) => kind !== 'coupon' && kind !== 'manual'),
                ]}
                total={{ name: t('order:make.sum.due'), amount: price.due }}
              />
            </Popover>
          ) : null
        }
      />
      <CardBody className="grid gap-4">
        <Sums making={making} />
        <Reductions making={making} />
        <PaymentPart making={making} />
        {others.map(({ code, message, refused }) => (
          <Banner key={code} tone={refused ? 'danger' : 'warning'}>
            {message}
          </Banner>
        ))}
        {unplaced === null ? null : <Banner tone="danger">{unplaced}</Banner>}
        {children}
      </CardBody>
    </Card>
  );
};

const Sums = ({ making: { price, pending, draft, branch_id, warnings } }: { making: Making }) => {
  const { t } = useTranslation('order');
  const { percent, dateTime } = useFormat();
  if (!price) {
    const why =
      draft.lines.length === 0 ? 'make.no_price' : branch_id === null ? 'make.branch_first' : 'make.pricing';
    return <p className="text-base text-subtle">{t(why)}</p>;
  }
  const isOpen = warnings.some(({ code }) => code === 'no_delivery');
  const row = (name: string, label: ReactNode, amount: number, isShown = amount !== 0) =>
    isShown ? [{ name, label, amount }] : [];
  const rows = [
    ...row('total', t('make.sum.total'), price.total, true),
    ...row('product_discount', t('make.sum.product_discount'), -price.product_discount),
    ...row('coupon', t('make.sum.coupon'), -price.coupon_discount),
    ...row('manual', t('make.sum.manual'), -price.manual_discount),
    ...row('delivery', t('make.sum.delivery'), price.delivery_charge, draft.type === 'delivery'),
    ...(price.tax_mode === 'exclusive'
      ? price.taxes.flatMap(({ tax_bp, tax }) =>
          row(`tax-${tax_bp}`, t('make.sum.tax', { rate: isolate(percent(tax_bp / 100)) }), tax),
        )
      : []),
    ...row('fee', t('make.sum.fee'), price.payment_fee),
    ...row('rounding', t('make.sum.rounding'), price.rounding),
  ];
  const inside = price.tax_mode === 'inclusive' ? price.taxes.filter(({ tax }) => tax > 0) : [];
  return (
    <div className="grid gap-2" aria-busy={pending}>
      <dl className="grid gap-1.5">
        {rows.map(({ name, label, amount }) => (
          <div key={name} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className={cx('tabular', amount < 0 && 'text-success-text')}>
              {name === 'delivery' && amount === 0 ? (
                isOpen ? (
                  '–'
                ) : (
                  t('make.sum.free')
                )
              ) : (
                <Money amount={amount} />
              )}
            </dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-3 border-t border-line pt-2">
          <dt className="text-lg font-semibold">{t('make.sum.due')}</dt>
          <dd className="text-xl font-semibold tabular" aria-live="polite">
            <Money amount={price.due} />
          </dd>
        </div>
      </dl>
      {inside.map(({ tax_bp, tax }) => (
        <p key={tax_bp} className="flex justify-between gap-3 text-sm text-subtle">
          <span>{t('make.sum.tax_in', { rate: isolate(percent(tax_bp / 100)) })}</span>
          <Money amount={tax} />
        </p>
      ))}
      {price.promised_at ? (
        <p className="text-sm text-subtle">
          {t('make.promised', { at: isolate(dateTime(price.promised_at)) })}
        </p>
      ) : null}
    </div>
  );
};

/** The coupon, taken once it is entered whole, and what is taken off by hand. */
const Reductions = ({ making }: { making: Making }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, errorOf } = making;
  const currency = useCurrency();
  const [code, setCode] = useState('');
  const take = () => {
    if (code.trim() !== '') set({ coupon: code.trim() });
  };
  const wrong = errorOf('coupon');
  const off = errorOf('discount', 'discount_type');
  return (
    <div className="grid gap-3">
      {draft.coupon === '' ? (
        <Field label={t('fields:coupon')}>
          <Input
            dir="ltr"
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              take();
            }}
            end={
              <button type="button" className="hit px-1 text-primary-text hover:underline" onClick={take}>
                {t('order:make.take_coupon')}
              </button>
            }
          />
        </Field>
      ) : (
        <div className="grid gap-1">
          <p className="flex items-center gap-2">
            <TicketPercent aria-hidden="true" className="size-4 text-subtle" />
            <span className="text-muted">{t('fields:coupon')}</span>
            <bdi dir="ltr" className={cx('font-medium', wrong && 'text-danger-text line-through')}>
              {draft.coupon}
            </bdi>
            <Button
              size="sm"
              variant="ghost"
              icon={<X />}
              className="ms-auto"
              onClick={() => {
                setCode('');
                set({ coupon: '' });
              }}
            >
              {t('order:make.drop_coupon')}
            </Button>
          </p>
          {wrong ? (
            <p role="alert" className="text-sm text-danger-text">
              {wrong}
            </p>
          ) : null}
        </div>
      )}
      <div className="flex items-end gap-2">
        <Field label={t('order:make.discount')} className="flex-1">
          <NumberInput
            value={draft.discount}
            {...(off ? { 'aria-invalid': true } : {})}
            onChange={(discount) => set({ discount })}
          />
        </Field>
        <Segmented
          aria-label={t('fields:discount_type')}
          value={draft.discount_type}
          onChange={(discount_type) => set({ discount_type })}
          options={[
            { value: 'fixed', label: <bdi>{currency ?? t('order:make.by_amount')}</bdi> },
            { value: 'percent', label: '%' },
          ]}
        />
      </div>
      {off ? (
        <p role="alert" className="text-sm text-danger-text">
          {off}
        </p>
      ) : null}
    </div>
  );
};

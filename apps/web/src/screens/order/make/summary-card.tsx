import { ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { useCurrency } from '../../../lib/currency.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { ApprovalDialog } from '../../../shared/approval-dialog.tsx';
import { PriceStepList } from '../../../shared/price-steps.tsx';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  cx,
  Field,
  NumberInput,
  Popover,
  ProgressBar,
  SegmentedControl,
} from '../../../ui/index.ts';
import { CouponField } from './coupon-field.tsx';
import { focusAfterRender } from './focus.ts';
import { PaymentPart } from './payment-fields.tsx';
import type { OrderDraft } from './use-order-draft.ts';

/** The total with an explanation, the reductions, and the payment. */
export const SummaryCard = ({ making, children }: { making: OrderDraft; children: ReactNode }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { price, pending, generalError: unplaced, warnings } = making;
  const ownFields = ['coupon', 'cart', 'address_id', 'payments', 'payment_id'];
  const others = warnings.filter(
    ({ field, refused, code }) =>
      !code.startsWith('discount.') &&
      (field === null || !ownFields.includes(field) || (!refused && field !== 'cart')),
  );
  return (
    <Card className="relative overflow-hidden">
      <ProgressBar active={pending} label={t('order:make.pricing')} />
      <CardHeader
        title={t('order:make.price')}
        actions={
          price && making.isEveryLineValid && price.steps.length > 0 ? (
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
              <PriceStepList
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
        <OrderSums making={making} />
        <ReductionFields making={making} />
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

const OrderSums = ({ making }: { making: OrderDraft }) => {
  const { price, isEveryLineValid, isStale, noPriceReason: priceless, pending, draft, warnings } = making;
  const { t } = useTranslation('order');
  const { percent } = useFormat();
  const { dateTime } = useFormat(useBranchZone(making.branch_id));
  if (!price || !isEveryLineValid)
    return (
      <p role="status" className="text-base text-subtle">
        {priceless()}
      </p>
    );
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
          row(`tax-${tax_bp}`, t('make.sum.tax', { rate: isolateBidi(percent(tax_bp / 100)) }), tax),
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
                <MoneyText amount={amount} />
              )}
            </dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-3 border-t border-line pt-2">
          <dt className={cx('text-lg font-semibold', isStale && 'text-subtle')}>
            {t(pending ? 'make.sum.due_old' : isStale ? 'make.sum.due_before' : 'make.sum.due')}
          </dt>
          <dd className={cx('text-xl font-semibold tabular', isStale && 'text-subtle')} aria-live="polite">
            <MoneyText amount={price.due} />
          </dd>
        </div>
      </dl>
      {isStale && !pending && making.isWaitingForPrice === null ? (
        <p role="status" className="text-sm text-warning-text">
          {priceless()}
        </p>
      ) : null}
      {inside.map(({ tax_bp, tax }) => (
        <p key={tax_bp} className="flex justify-between gap-3 text-sm text-subtle">
          <span>{t('make.sum.tax_in', { rate: isolateBidi(percent(tax_bp / 100)) })}</span>
          <MoneyText amount={tax} />
        </p>
      ))}
      {price.promised_at ? (
        <p className="text-sm text-subtle">
          {t('make.promised', { at: isolateBidi(dateTime(price.promised_at)) })}
        </p>
      ) : null}
    </div>
  );
};

/** The coupon and the manual discount. */
const ReductionFields = ({ making }: { making: OrderDraft }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, errorOf } = making;
  const { currencySign } = useFormat();
  const currency = useCurrency();
  const off = errorOf('discount', 'discount_type');
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-3">
      <CouponField
        id="order-coupon"
        text={making.codeText}
        code={draft.coupon}
        error={errorOf('coupon')}
        onText={making.typeCode}
        onApply={making.takeCode}
      />
      <div className="flex items-end gap-2">
        <Field label={t('order:make.discount')} className="flex-1" id="order-discount">
          <NumberInput
            value={draft.discount}
            {...(off ? { 'aria-invalid': true, 'aria-describedby': 'order-discount-wrong' } : {})}
            onChange={(discount) => set({ discount })}
          />
        </Field>
        <SegmentedControl
          aria-label={t('fields:discount_type')}
          value={draft.discount_type}
          onChange={(discount_type) => set({ discount_type })}
          options={[
            {
              value: 'fixed',
              label: <bdi>{currency ? currencySign(currency) : t('order:make.by_amount')}</bdi>,
            },
            { value: 'percent', label: '%' },
          ]}
        />
      </div>
      {off ? (
        <p id="order-discount-wrong" role="alert" className="text-sm text-danger-text">
          {off}
        </p>
      ) : null}
      {making.isBeyondLimit && making.branch_id !== null ? (
        <div>
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('order:counter.ask_manager')}
          </Button>
        </div>
      ) : null}
      {asking && making.branch_id !== null ? (
        <ApprovalDialog
          reason="discount"
          branch_id={making.branch_id}
          busy={false}
          failure={null}
          onApprove={(word) => {
            making.placing.approve(word);
            setAsking(false);
            // the button that opened the dialog goes with the new price, and would take the focus with it
            focusAfterRender('#order-discount');
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
};

import { ListTree, TicketPercent } from 'lucide-react';
import type { ReactNode } from 'react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { PriceStepList } from '../../../shared/price-steps.tsx';
import { Button, Card, CardBody, CardHeader, cx, Popover } from '../../../ui/index.ts';
import type { OrderDetails } from '../shared/order-status.tsx';

type Line = { readonly key: string; readonly name: ReactNode; readonly amount: number };

type TotalsCardProps = {
  of: OrderDetails;
  /** Null when the coupon can no longer be changed. */
  onCoupon: (() => void) | null;
};

/** The totals from list price to amount due, and the profit for users who may see costs. */
export const TotalsCard = ({ of, onCoupon }: TotalsCardProps) => {
  const { t } = useTranslation('order');
  const { percent } = useFormat();
  const off = (key: string, amount: number): Line[] =>
    amount === 0 ? [] : [{ key, name: t(`make.sum.${key}`), amount: -amount }];
  const on = (key: string, amount: number): Line[] =>
    amount === 0 ? [] : [{ key, name: t(`make.sum.${key}`), amount }];
  /** Given back already; the paid amount is what is left after it. */
  const refunded = of.payments.reduce(
    (sum, { amount, status }) => (amount < 0 && status === 'refunded' ? sum - amount : sum),
    0,
  );
  const taxText = of.tax_mode === 'inclusive' ? 'tax_in' : 'tax';
  const lines: Line[] = [
    { key: 'total', name: t('make.sum.total'), amount: of.total },
    ...off('product_discount', of.product_discount),
    ...off('coupon', of.coupon_discount),
    ...off('manual', of.manual_discount),
    ...on('delivery', of.delivery_charge),
    ...on('fee', of.payment_fee),
    ...on('rounding', of.rounding),
  ];
  const taxes = of.taxes
    .filter(({ tax }) => tax !== 0)
    .map(({ tax_bp, tax }) => ({
      key: `tax-${tax_bp}`,
      name: t(`make.sum.${taxText}`, { rate: isolateBidi(percent(tax_bp / 100)) }),
      amount: tax,
    }));
  return (
    <Card>
      <CardHeader
        title={t('make.price')}
        actions={
          <Popover
            align="end"
            label={t('make.explain_order')}
            className="w-80"
            trigger={
              <Button
                size="sm"
                variant="ghost"
                icon={<ListTree />}
                aria-label={`${t('make.why')} ${t('make.explain_order')}`}
              >
                {t('make.why')}
              </Button>
            }
          >
            <PriceStepList of={of.steps} total={{ name: t('make.sum.due'), amount: of.due }} />
          </Popover>
        }
      />
      <CardBody>
        <dl className="grid gap-1">
          {lines.map((line) => (
            <SumLine key={line.key} name={line.name} amount={line.amount} />
          ))}
          {taxes.map((line) => (
            <SumLine
              key={line.key}
              name={line.name}
              amount={line.amount}
              quiet={of.tax_mode === 'inclusive'}
            />
          ))}
          <SumLine name={t('make.sum.due')} amount={of.due} strong />
          {of.returned_value > 0 ? <SumLine name={t('sum.returned')} amount={-of.returned_value} /> : null}
          <SumLine name={t('sum.paid')} amount={of.paid_amount} />
          {refunded > 0 ? <SumLine name={t('sum.refunded')} amount={refunded} quiet /> : null}
          {of.open_amount === 0 ? null : <SumLine name={t('sum.open')} amount={of.open_amount} strong />}
        </dl>
        {of.cost === undefined ? null : (
          <dl className="mt-1 grid gap-1 border-t border-line pt-2">
            <SumLine name={t('cost.goods')} amount={of.cost} quiet />
            <SumLine name={t('cost.profit')} amount={of.profit ?? null} quiet />
          </dl>
        )}
        {of.approver_name ? (
          <p className="mt-2 text-sm text-subtle">
            {t('discount_approved', { name: isolateBidi(of.approver_name) })}
          </p>
        ) : null}
        {of.coupon_code || onCoupon ? (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <span className="text-sm text-subtle">
              {of.coupon_code ? t('coupon', { code: isolateBidi(of.coupon_code) }) : t('edit.no_coupon')}
            </span>
            {onCoupon ? (
              <Button size="sm" variant="ghost" icon={<TicketPercent />} onClick={onCoupon}>
                {t(of.coupon_code ? 'edit.change_coupon' : 'edit.add_coupon')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </CardBody>
    </Card>
  );
};

type SumProps = { name: ReactNode; amount: number | null; strong?: boolean; quiet?: boolean };

const SumLine = ({ name, amount, strong, quiet }: SumProps) => {
  const { t } = useTranslation('order');
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        strong && 'border-t border-line pt-1.5 text-lg font-semibold',
        quiet && 'text-sm text-subtle',
      )}
    >
      <dt className={cx(!strong && !quiet && 'text-muted')}>{name}</dt>
      <dd className="tabular">{amount === null ? t('cost.unknown') : <MoneyText amount={amount} />}</dd>
    </div>
  );
};

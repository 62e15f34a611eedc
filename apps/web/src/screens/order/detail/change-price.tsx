import { MoneyText } from '../../../kit/kinds/money.tsx';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { api } from '../../../lib/server/api.ts';
import type { InputOf } from '../../../lib/server/endpoint.ts';
import { Banner } from '../../../ui/index.ts';
import { getShortageTextKey } from '../make/shortage.tsx';
import { useCartPrice } from '../make/use-price.ts';
import type { OrderDetails } from '../shared/order-status.tsx';

type PriceInput = InputOf<typeof api.order.price>;
export type ChangeInput = Omit<PriceInput, 'order_id'>;
type CartRow = PriceInput['cart'][number];

/**
 * Returns the lines of an order as cart rows with their line ids, so that they keep the prices at which they were sold.
 */
export const toChangedCart = (order: OrderDetails): CartRow[] =>
  order.lines.map(({ id, item_id, offer_id, quantity, extras }) => ({
    id,
    ...(offer_id === null ? { item_id: item_id ?? 0 } : { offer_id }),
    quantity,
    ...(extras.length > 0 ? { extras_ids: extras.map(({ extra_id }) => extra_id) } : {}),
  }));

/**
 * Requests the price of an order with a change while the user edits; nothing is reserved or saved.
 * @param change null while there is nothing to price
 * Source: docs/rules/order-changes.md#preview
 */
export const useOrderChangePrice = (order: OrderDetails, change: ChangeInput | null) =>
  useCartPrice(change && { ...change, order_id: order.id });

type ChangePriceProps = Pick<ReturnType<typeof useOrderChangePrice>, 'price' | 'pending' | 'failure'>;

/**
 * Shows how a change affects the payment, before it is saved: the amount due before and after, and the amount to
 * collect or refund.
 */
export const ChangeSummary = ({ price, pending, failure }: ChangePriceProps) => {
  const { t } = useTranslation('order');
  const change = failure ? undefined : price?.change;
  return (
    <div className="me-auto min-w-0 self-center text-sm" aria-live="polite" aria-busy={pending}>
      {change && !pending ? (
        <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
          <div className="flex items-baseline gap-1.5">
            <dt className="text-muted">{t('make.sum.due')}</dt>
            <dd className="flex items-baseline gap-1.5 tabular">
              <span className="text-muted">
                <MoneyText amount={change.due_before} />
              </span>
              <span aria-hidden="true" className="text-subtle rtl:-scale-x-100">
                →
              </span>
              <strong className="font-semibold text-ink">
                <MoneyText amount={change.due} />
              </strong>
            </dd>
          </div>
          {change.refund_amount > 0 ? (
            <SumLine name={t('edit.refund')} amount={change.refund_amount} />
          ) : (
            <SumLine name={t('edit.collect')} amount={change.open_amount} />
          )}
        </dl>
      ) : pending ? (
        <span className="text-muted">{t('make.pricing')}</span>
      ) : null}
    </div>
  );
};

const SumLine = ({ name, amount }: { name: string; amount: number }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold tabular">
      <MoneyText amount={amount} />
    </dd>
  </div>
);

/**
 * Shows why a change is refused, which items are short, and what is removed from the order; a wrong coupon is shown at
 * its own field.
 */
export const ChangeNotices = ({ price, failure }: Omit<ChangePriceProps, 'pending'>) => {
  const { t } = useTranslation('order');
  if (failure)
    return failure.network ? null : (
      <Banner tone="danger">{Object.values(failure.errors)[0]?.[0] ?? failure.message}</Banner>
    );
  const refusals = price?.warnings.filter(({ refused, field }) => refused && field !== 'coupon') ?? [];
  const shortages = price?.shortages ?? [];
  return (
    <>
      {(price?.dropped ?? []).map(({ code }) => (
        <Banner key={code} tone="warning">
          {t('edit.dropped', { code: isolateBidi(code) })}
        </Banner>
      ))}
      {refusals.map(({ code, message }) => (
        <Banner key={code} tone="danger">
          {message}
        </Banner>
      ))}
      {shortages.map(({ item_id, title, asked, available, refused, reason }) => (
        <Banner key={item_id} tone={refused ? 'danger' : 'warning'} title={isolateBidi(title)}>
          {t(getShortageTextKey({ reason, refused }), {
            asked: isolateBidi(String(asked)),
            available: isolateBidi(String(available)),
            branch: isolateBidi(price?.branch_name ?? ''),
          })}
        </Banner>
      ))}
    </>
  );
};

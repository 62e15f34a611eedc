import { ChevronDown, Wallet } from 'lucide-react';
import { Instant, Link } from '../../../kit/index.ts';
import { Bdi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { Banner, Button, SkeletonRows } from '../../../ui/index.ts';
import { formatOrderNumber } from '../shared/order-status.tsx';

type Cash = RowOf<typeof api.driverCash.list>;

/** The cash that a driver carries and the orders it comes from, until it is handed in. */
export const Carried = () => {
  const { t } = useTranslation(['order', 'kit']);
  const read = useRead(api.driverCash.list, {});
  const own = read.results?.[0];
  if (own) return <CarriedCard of={own} />;
  if (!read.failure) return <SkeletonRows rows={1} columns={1} label={t('kit:list.loading')} />;
  return (
    <Banner
      tone="danger"
      className="mb-3"
      actions={
        <Button size="sm" onClick={() => void read.refetch()}>
          {t('kit:gap.retry')}
        </Button>
      }
    >
      {read.failure.message}
    </Banner>
  );
};

const CarriedCard = ({ of }: { of: Cash }) => {
  const { t } = useTranslation('order');
  const { money, number } = useFormat();
  const sums = of.outstanding_by_currency ?? [];
  const orders = of.orders ?? [];
  return (
    <section aria-label={t('mine.carried.title')} className="mb-3 rounded-lg border border-line bg-surface">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <Wallet aria-hidden="true" className="size-5 text-muted" />
        <span>{t('mine.carried.title')}</span>
        <span className="ms-auto flex flex-col items-end text-xl font-semibold tabular">
          {sums.length === 0 ? (
            <bdi>{money(0, of.currency)}</bdi>
          ) : (
            sums.map(({ currency, outstanding }) => <bdi key={currency}>{money(outstanding, currency)}</bdi>)
          )}
        </span>
      </p>
      {orders.length === 0 ? (
        <p className="px-4 pb-3 text-muted">{t('mine.carried.none')}</p>
      ) : (
        <details className="group border-t border-line">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-primary-text">
            {t('mine.carried.from', { count: orders.length, shown: number(orders.length) })}
            <ChevronDown aria-hidden="true" className="ms-auto size-4 group-open:rotate-180" />
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {orders.map((order) => (
              <li key={order.order_id} className="px-4 py-2">
                <p className="flex items-baseline gap-3">
                  <Link
                    to={paths.order(order.order_id)}
                    className="hit rounded-sm font-medium hover:underline"
                  >
                    <Bdi dir="ltr">{formatOrderNumber({ id: order.order_id })}</Bdi>
                  </Link>
                  <strong className="ms-auto font-medium tabular">
                    <bdi>{money(order.amount, order.currency)}</bdi>
                  </strong>
                </p>
                {order.payments.map(({ id, payment_title, received_at, amount }) => (
                  <p key={id} className="flex flex-wrap gap-x-2 text-sm text-subtle">
                    <bdi>{payment_title}</bdi>
                    <Instant at={received_at} />
                    {order.payments.length > 1 ? (
                      <bdi className="ms-auto tabular">{money(amount, order.currency)}</bdi>
                    ) : null}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};

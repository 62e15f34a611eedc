import { CardLink, Figure, FigureRow, Instant, Link } from '../../kit/index.ts';
import { MoneySums, MoneyText } from '../../kit/kinds/money.tsx';
import { Failed } from '../../kit/record-states.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Badge, Card, CardBody, CardHeader, SkeletonRows } from '../../ui/index.ts';

/** The number of orders shown; a link opens all of them. */
const VISIBLE_ORDERS = 5;

/** The number of unpaid orders whose open amounts are added up; customers with more are rare. */
const UNPAID_ORDERS = 100;

/** What a customer ordered: how often, for how much, what is unpaid, and the latest orders. */
export const CustomerOrders = ({ client_id }: { client_id: number }) => {
  const { t } = useTranslation(['customer', 'kit']);
  const { number } = useFormat();
  const statistics = useRead(api.order.statistics, { client_id });
  const latest = useRead(api.order.list, {
    client_id,
    limit: VISIBLE_ORDERS,
    sort_by: 'id',
    sort_as: 'desc',
  });
  const { results: sums } = statistics;
  const { results } = latest;
  const failure = statistics.failure ?? latest.failure;
  if (failure && (!sums || !results))
    return (
      <Card>
        <Failed
          failure={failure}
          retry={() => {
            void statistics.refetch();
            void latest.refetch();
          }}
        />
      </Card>
    );
  if (!sums || !results)
    return (
      <Card>
        <SkeletonRows rows={6} columns={3} label={t('kit:list.loading')} />
      </Card>
    );
  const [last] = results;
  return (
    <>
      <Card aria-label={t('customer:orders')}>
        <CardBody className="pt-4!">
          <FigureRow>
            <Figure name={t('customer:orders')}>
              <bdi>{number(sums.count)}</bdi>
            </Figure>
            <Figure name={t('customer:orders_worth')}>
              <MoneySums of={sums.totals} />
            </Figure>
            {sums.unpaid > 0 ? <UnpaidOrders client_id={client_id} count={sums.unpaid} /> : null}
            {last ? (
              <Figure name={t('customer:last_order')}>
                <span className="font-normal">
                  <Instant at={last.created_at} />
                </span>
              </Figure>
            ) : null}
          </FigureRow>
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t('customer:orders_title')}
          actions={
            <CardLink to={withQuery(paths.orders, { client_id })}>{t('customer:orders_all')}</CardLink>
          }
        />
        <CardBody>
          {results.length === 0 ? (
            <p className="text-muted">{t('customer:orders_none')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {results.map((row) => (
                <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <Link to={paths.order(row.id)} className="hit rounded-sm font-medium hover:underline">
                    <Bdi dir="ltr">{`#${row.id}`}</Bdi>
                  </Link>
                  <Badge variant={row.status_variant}>
                    <bdi>{row.status_title}</bdi>
                  </Badge>
                  <span className="text-sm text-subtle">
                    <Instant at={row.created_at} />
                  </span>
                  <span className="ms-auto tabular">
                    <MoneyText amount={row.due} currency={row.currency} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </CardBody>
      </Card>
    </>
  );
};

type UnpaidProps = { client_id: number; count: number };

/** What is still to be paid, with the number of its orders as a link to them. */
const UnpaidOrders = ({ client_id, count }: UnpaidProps) => {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const { results } = useRead(api.order.list, { client_id, paid: 0, limit: UNPAID_ORDERS });
  const sums = new Map<string, number>();
  for (const { currency, open_amount } of results ?? [])
    sums.set(currency, (sums.get(currency) ?? 0) + open_amount);
  return (
    <Figure name={t('unpaid')}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        {results ? (
          <span className="text-warning-text">
            <MoneySums of={[...sums].map(([currency, total]) => ({ currency, total }))} />
          </span>
        ) : null}
        <Link
          to={withQuery(paths.orders, { client_id, paid: 0 })}
          className="hit rounded-sm text-sm font-normal text-primary-text hover:underline"
        >
          {t('unpaid_orders', { count, shown: number(count) })}
        </Link>
      </span>
    </Figure>
  );
};

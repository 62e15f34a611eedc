import { Instant, Link } from '../../kit/index.ts';
import { MoneySums, MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Badge, Card, CardBody, CardHeader } from '../../ui/index.ts';

/** The number of orders shown; a link opens all of them. */
const VISIBLE_ORDERS = 5;

/** A customer's number of orders, their total, and the latest orders. */
export const CustomerOrders = ({ client_id }: { client_id: number }) => {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const { results: sums } = useRead(api.order.statistics, { client_id });
  const { results } = useRead(api.order.list, {
    client_id,
    limit: VISIBLE_ORDERS,
    sort_by: 'id',
    sort_as: 'desc',
  });
  if (!sums || !results) return null;
  return (
    <Card>
      <CardHeader
        title={t('orders_title')}
        actions={
          <Link
            isAction
            to={withQuery(paths.orders, { client_id })}
            className="hit rounded-sm text-sm text-primary-text hover:underline"
          >
            {t('orders_all')}
          </Link>
        }
      />
      <CardBody>
        <dl className="mb-2 flex flex-wrap gap-x-10 gap-y-2">
          <div>
            <dt className="text-sm text-subtle">{t('orders')}</dt>
            <dd className="text-lg font-semibold tabular">
              <bdi>{number(sums.count)}</bdi>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-subtle">{t('orders_worth')}</dt>
            <dd className="text-lg font-semibold tabular">
              <MoneySums of={sums.totals} />
            </dd>
          </div>
        </dl>
        {results.length === 0 ? (
          <p className="text-muted">{t('orders_none')}</p>
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
  );
};

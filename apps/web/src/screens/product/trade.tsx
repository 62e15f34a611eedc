import { api } from '@dukkan/contract';
import { Link } from 'react-router-dom';
import { Instant } from '../../kit/index.ts';
import { Money } from '../../kit/kinds/cell.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Card, CardBody, CardHead, FactList, Table, Td, THead, Th, Tr } from '../../ui/index.ts';
import type { Product } from './start.ts';

/** What the shop did with a product: how often it was ordered and received, and what lies in stock. */
export const Trade = ({ record }: { record: Product }) => {
  const { t } = useTranslation(['product', 'fields']);
  const { number } = useFormat();
  const figure = (id: string, name: string, value: number) => ({
    id,
    name,
    value: <bdi className="tabular">{number(value)}</bdi>,
  });
  return (
    <Card>
      <CardHead title={t('product:part.trade')} />
      <CardBody>
        <FactList
          facts={[
            figure('quantity', t('product:available'), record.quantity),
            figure('orders', t('product:orders_count'), record.orders_count),
            figure('receipts', t('product:receipts_count'), record.receipts_count),
          ]}
        />
        {record.quantities.length === 0 ? (
          <p className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm text-muted">
            {t('product:nothing_received')}
          </p>
        ) : (
          <Table aria-label={t('product:part.trade')} className="mt-3 max-h-72 rounded-md border border-line">
            <THead>
              <tr>
                <Th>{t('fields:created_at')}</Th>
                <Th align="end">{t('fields:quantity')}</Th>
                <Th align="end">{t('fields:remaining_quantity')}</Th>
                <Th align="end">{t('fields:cost_value')}</Th>
              </tr>
            </THead>
            <tbody>
              {record.quantities.map((batch) => (
                <Tr key={batch.id}>
                  <Td>
                    <Instant at={batch.created_at} />
                  </Td>
                  <Td align="end">
                    <bdi>{number(batch.quantity)}</bdi>
                  </Td>
                  <Td align="end">
                    <bdi>{number(batch.remaining_quantity)}</bdi>
                  </Td>
                  <Td align="end">
                    <Money amount={batch.cost_value} />
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </CardBody>
    </Card>
  );
};

/** What can be bought with it. */
export const Extras = ({ record }: { record: Product }) => {
  const { t } = useTranslation(['product', 'fields']);
  const linked = useSession().can(api.extra.save);
  return (
    <Card>
      <CardHead title={t('fields:extras')} />
      <CardBody>
        {record.extras.length === 0 ? (
          <p className="text-muted">{t('product:no_extras')}</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {record.extras.map((extra) => (
              <li key={extra.id} className="flex items-baseline justify-between gap-3 py-1.5">
                {linked ? (
                  <Link
                    to={paths.extra(extra.id)}
                    className="hit min-w-0 truncate rounded-sm text-primary-text hover:underline"
                  >
                    <Bdi>{extra.title}</Bdi>
                  </Link>
                ) : (
                  <Bdi className="min-w-0 truncate">{extra.title}</Bdi>
                )}
                <Money amount={extra.price} />
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};

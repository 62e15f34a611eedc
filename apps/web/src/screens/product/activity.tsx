import { Link } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Card, CardBody, CardHeader, FactList } from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';

/** A product's orders, receipts and available units. */
export const Trade = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation(['product', 'fields']);
  const { number, counted } = useFormat();
  const figure = (id: string, name: string, value: string) => ({
    id,
    name,
    value: <bdi className="tabular">{value}</bdi>,
  });
  return (
    <Card>
      <CardHeader title={t('product:part.trade')} />
      <CardBody>
        <FactList
          facts={[
            figure('quantity', t('product:available'), number(record.quantity)),
            figure('orders', t('product:orders_count'), counted(record.orders_count)),
            figure('receipts', t('product:receipts_count'), number(record.receipts_count)),
          ]}
        />
      </CardBody>
    </Card>
  );
};

/** The extras that can be ordered with the product. */
export const Extras = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation(['product', 'fields']);
  const linked = useSession().can(api.extra.save);
  return (
    <Card>
      <CardHeader title={t('fields:extras')} />
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
                <MoneyText amount={extra.price} />
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};

import { CardLink, Link, WhenNear } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';

/** The receipts that are read to find the suppliers, latest first. */
const RECEIPTS = 20;
const CANCELED = -1;

/** Who delivered a product, each with the day of the last receipt. */
export const Suppliers = ({ product_id }: { product_id: number }) =>
  useSession().can(api.receipt.list) ? (
    <WhenNear placeholder={<div className="h-12" />}>
      <SuppliersOfReceipts product_id={product_id} />
    </WhenNear>
  ) : null;

const SuppliersOfReceipts = ({ product_id }: { product_id: number }) => {
  const { t } = useTranslation('product');
  const { date } = useFormat();
  const { results } = useRead(api.receipt.list, {
    product_id,
    limit: RECEIPTS,
    sort_by: 'on_date',
    sort_as: 'desc',
  });
  const receipts = (results ?? []).filter(({ status }) => status !== CANCELED);
  const suppliers = [...new Map(receipts.toReversed().map((row) => [row.supplier_id, row])).values()];
  if (suppliers.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('read.suppliers')}
        actions={<CardLink to={withQuery(paths.receipts, { product_id })}>{t('receipts_count')}</CardLink>}
      />
      <CardBody>
        <ul className="divide-y divide-line">
          {suppliers.map((row) => (
            <li key={row.supplier_id} className="flex items-baseline justify-between gap-3 py-1.5">
              <Link to={paths.supplier(row.supplier_id)} className="hit min-w-0 rounded-sm hover:underline">
                <bdi>{row.supplier_name}</bdi>
              </Link>
              <Link
                to={paths.receipt(row.id)}
                className="hit shrink-0 rounded-sm text-sm text-primary-text hover:underline"
              >
                <bdi>{date(row.on_date)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

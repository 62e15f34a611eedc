import { addDays, toLocalDate } from '@dukkan/commerce';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CountLink, Figure, FigureRow } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useShopZone } from '../../lib/shop-zone.ts';
import { useReportTiles } from '../../shared/report/use-report-tiles.ts';
import { Quantity } from '../../shared/stock-figures.tsx';
import { Card, CardBody, IconButton } from '../../ui/index.ts';
import { ChangePrice } from './change-price.tsx';
import type { EditedProduct } from './default-values.ts';
import { ProductPrice } from './parts.tsx';

/** The days whose sales are told, today included. */
const SOLD_DAYS = 30;

/** What a product costs, how much of it there is, and how it sells. */
export const TradeFigures = ({ record, mayEdit }: { record: EditedProduct; mayEdit: boolean }) => {
  const { t } = useTranslation(['product', 'fields']);
  const { number, counted } = useFormat();
  const { can } = useSession();
  const [isChanging, setChanging] = useState(false);
  const sold = useSoldUnits(record.id);
  const orders = can(api.order.list) ? (
    <CountLink
      count={record.orders_count}
      to={withQuery(paths.orders, { product_id: record.id })}
      label={t('product:orders_count')}
    />
  ) : (
    <bdi>{counted(record.orders_count)}</bdi>
  );
  return (
    <Card aria-label={t('product:part.trade')}>
      <CardBody className="pt-4!">
        <FigureRow>
          <Figure name={t('fields:price')}>
            <span className="flex items-center gap-1">
              {record.pricing.free === 1 && record.price === 0 ? (
                t('fields:free')
              ) : (
                <ProductPrice price={record.price} before={record.compare_at} />
              )}
              {mayEdit ? (
                <IconButton
                  size="sm"
                  label={t('product:price.change')}
                  icon={<Pencil />}
                  onClick={() => setChanging(true)}
                />
              ) : null}
            </span>
          </Figure>
          <Figure name={t('product:available')}>
            <Quantity of={record.quantity} tone={record.quantity < 0 ? 'danger' : undefined} />
          </Figure>
          {sold === null ? null : (
            <Figure name={t('product:sold', { days: number(SOLD_DAYS) })}>
              <Quantity of={sold} />
            </Figure>
          )}
          <Figure name={t('product:orders_count')}>{orders}</Figure>
        </FigureRow>
      </CardBody>
      {isChanging ? <ChangePrice record={record} onClose={() => setChanging(false)} /> : null}
    </Card>
  );
};

/** The units sold in the last days less those returned; null while they load, or for users without reports. */
function useSoldUnits(product_id: number): number | null {
  const to_date = toLocalDate(new Date(), useShopZone());
  const { find } = useReportTiles(
    [
      {
        ...{ name: 'sold', report: 'movement', column: 'quantity', form: 'number' },
        filters: { product_id, movement_type: ['sale', 'return'] },
      },
    ],
    { from_date: addDays(to_date, 1 - SOLD_DAYS), to_date },
  );
  const tile = find('sold');
  return tile === null ? null : Math.max(0, -(tile.value ?? 0));
}

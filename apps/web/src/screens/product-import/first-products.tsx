import { ImageIcon } from 'lucide-react';
import { useCurrency } from '../../lib/currency.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Badge, Card, CardBody, CardHeader, SkeletonRows } from '../../ui/index.ts';
import { type FirstProduct, groupRowsByProduct } from './group-rows.ts';
import type { Import } from './import.ts';

/** The number of products in the preview. */
const PREVIEW_PRODUCTS = 10;
/** The number of rows to load for the preview, because a product may have many rows. */
const READ = 100;

/** Previews the first products of a checked file with their items and pictures. */
export const FirstProducts = ({ row }: { row: Import }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const read = useRead(api.productImport.rows, {
    import_id: row.id,
    limit: READ,
    sort_by: 'row',
    sort_as: 'asc',
  });
  // the list of rows below reports the failure
  if (read.failure) return null;
  const products = groupRowsByProduct(read.results ?? []).slice(0, PREVIEW_PRODUCTS);
  if (read.results && products.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('first.title', { count: products.length, shown: number(products.length) })}
        description={t('first.text')}
      />
      <CardBody>
        {read.results ? (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {products.map((product) => (
              <ProductPreview key={product.lead.row} of={product} />
            ))}
          </ul>
        ) : (
          <SkeletonRows columns={2} rows={3} label={t('first.loading')} />
        )}
      </CardBody>
    </Card>
  );
};

/** Returns a row's new value of a field; null when the row leaves it unchanged. */
const findNewValue = (row: FirstProduct['lead'], field: string): string | number | null =>
  row.changes.find((change) => change.field === field)?.to ?? null;

const ItemOption = ({ value }: { value: string | number | null }) =>
  value === null ? null : <bdi className="font-medium text-ink">{value}</bdi>;

const ProductPreview = ({ of: { lead, items, pictures } }: { of: FirstProduct }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const of = (field: string) => findNewValue(lead, field);
  const categories = lead.changes.filter(({ field }) => field === 'category').map(({ to }) => to);
  const brand = of('brand');
  const image = of('image_path');
  const count = pictures + (image === null ? 0 : 1);
  const isUnpriced = lead.result === 'created' && of('price') === null;
  return (
    <li className="grid min-w-0 content-start gap-1.5 rounded-lg border border-line p-3">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{lead.title ?? t('rows.untitled')}</bdi>
        <Badge variant={lead.result === 'created' ? 'success' : 'info'}>{t(`result.${lead.result}`)}</Badge>
      </div>
      {categories.map((path) => (
        <p key={String(path)} className="text-sm text-muted">
          <bdi>{path}</bdi>
        </p>
      ))}
      {brand === null ? null : (
        <p className="text-sm text-muted">
          <bdi>{brand}</bdi>
        </p>
      )}
      {isUnpriced ? <p className="text-sm text-warning-text">{t('first.unpriced')}</p> : null}
      <ul className="grid gap-1">
        {[lead, ...items].map((item) => (
          <li
            key={item.row}
            className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 text-sm"
          >
            <span className="flex min-w-0 flex-wrap gap-x-2 text-subtle [overflow-wrap:anywhere]">
              <ItemOption value={findNewValue(item, 'option')} />
              <Bdi dir="ltr" className="tabular">
                {item.barcode ?? t('first.no_code')}
              </Bdi>
            </span>
            <PreviewPrice value={findNewValue(item, 'price')} />
          </li>
        ))}
      </ul>
      {count > 0 ? (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <ImageIcon aria-hidden="true" className="size-4 shrink-0" />
          {t('first.pictures', { count, shown: number(count) })}
        </p>
      ) : null}
    </li>
  );
};

const PreviewPrice = ({ value }: { value: string | number | null }) => {
  const { money, number } = useFormat();
  const currency = useCurrency();
  if (typeof value !== 'number') return null;
  return (
    <bdi className="font-medium whitespace-nowrap">{currency ? money(value, currency) : number(value)}</bdi>
  );
};

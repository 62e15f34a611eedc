import { Copy, Printer } from 'lucide-react';
import {
  ActionItem,
  Can,
  type EditMode,
  FactsCard,
  Instant,
  MenuItemLink,
  MissingMark,
  ReadingPage,
  StatusSwitch,
  useGoBack,
  useRecordActions,
  WhenNear,
} from '../../kit/index.ts';
import { Thumb } from '../../kit/kinds/thumb.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Card, CardBody, CardHeader, MenuSeparator } from '../../ui/index.ts';
import { Availability } from './availability.tsx';
import type { EditedProduct } from './default-values.ts';
import { productEndpoints } from './endpoints.ts';
import { Extras } from './extras.tsx';
import { formFields } from './fields.ts';
import { ProductItems } from './items-read.tsx';
import { Offers } from './offers.tsx';
import { PriceNow } from './price-now.tsx';
import { Scans } from './scan-to-open.tsx';
import { StockCard } from './stock-card.tsx';
import { Suppliers } from './suppliers.tsx';
import { TradeFigures } from './trade-figures.tsx';

/** In the history pictures are files, whose names say nothing. */
const historyFields = { ...formFields, images: { ...formFields.images, kind: 'image' } } as const;

type Props = { record: EditedProduct; edit: EditMode };

/** The page of a product to read: what it costs, where it is, how it sells, and its codes. */
export const ProductReading = ({ record, edit }: Props) => {
  const { t } = useTranslation(['product', 'kit']);
  const { can } = useSession();
  const leave = useGoBack(paths.products);
  const actions = useRecordActions(productEndpoints, (row: EditedProduct) => row.title);
  const remove = actions.delete;
  useTitle(record.title);
  return (
    <ReadingPage
      title={<bdi>{record.title}</bdi>}
      back={{ to: paths.products, label: t('product:title') }}
      picture={<Thumb src={record.image_url} className="size-14" />}
      status={
        <>
          <StatusSwitch record={record} mayEdit={edit.open !== null} actions={actions} />
          <MissingMark of={record.missing} />
        </>
      }
      description={<CategoryAndBrand record={record} />}
      edit={edit}
      save={api.product.save}
      locked={t('product:locked')}
      more={
        <>
          <MenuItemLink to={withQuery(paths.productLabels, { ids: record.id })}>
            <Printer /> {t('product:labels.print')}
          </MenuItemLink>
          <Can use={api.product.save}>
            <MenuItemLink to={withQuery(paths.productNew, { copy: record.id })}>
              <Copy /> {t('product:copy')}
            </MenuItemLink>
          </Can>
          {remove.applies(record) ? (
            <>
              <MenuSeparator />
              <ActionItem action={remove} record={record} onDone={leave} />
            </>
          ) : null}
        </>
      }
      notice={<Scans />}
      aside={<ProductFacts record={record} />}
      history={{ noun: 'product', id: record.id, facts: historyFields }}
    >
      <TradeFigures record={record} mayEdit={edit.open !== null} />
      <ProductItems record={record} />
      {can(api.priceTrial.try) ? (
        <WhenNear placeholder={<div className="h-32" />}>
          <PriceNow record={record} />
        </WhenNear>
      ) : null}
      <WhenNear placeholder={<div className="h-32" />}>
        {can(api.stock.list) ? <StockCard record={record} /> : <Availability record={record} />}
      </WhenNear>
    </ReadingPage>
  );
};

/** The category and the brand, in one line below the title. */
const CategoryAndBrand = ({ record }: { record: EditedProduct }) => {
  const names = [...record.categories.map(({ title }) => title), record.brand_name].filter(
    (name) => name !== null,
  );
  if (names.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-2">
      {names.map((name, index) => (
        <span key={name} className="flex gap-x-2">
          {index > 0 ? <span aria-hidden="true">·</span> : null}
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  );
};

/** The column beside the content: pictures, description, facts and what belongs to the product. */
const ProductFacts = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation(['product', 'fields', 'kit']);
  const { number, list } = useFormat();
  const { can } = useSession();
  const text = (value: string | null) => (value ? <Bdi>{value}</Bdi> : null);
  const seesMore = can(api.product.save);
  return (
    <>
      <PictureAlbum record={record} />
      {record.description ? (
        <Card>
          <CardHeader title={t('product:read.description')} />
          <CardBody>
            <bdi className="block whitespace-pre-line">{record.description}</bdi>
          </CardBody>
        </Card>
      ) : null}
      <FactsCard
        title={t('product:read.facts')}
        facts={[
          {
            id: 'categories',
            name: t('fields:categorys_id'),
            value: text(list(record.categories.map(({ title }) => title))),
          },
          { id: 'brand', name: t('fields:brand_id'), value: text(record.brand_name) },
          { id: 'tax', name: t('fields:tax_type_id'), value: text(record.tax_name) },
          { id: 'stepper', name: t('fields:stepper'), value: <bdi>{number(record.stepper)}</bdi> },
          {
            id: 'featured',
            name: t('fields:featured'),
            value: record.featured === 1 ? t('kit:yes') : null,
          },
          { id: 'ord', name: t('fields:ord'), value: seesMore ? <bdi>{number(record.ord)}</bdi> : null },
          {
            id: 'created_at',
            name: t('fields:created_at'),
            value: seesMore ? <Instant at={record.created_at} /> : null,
          },
          {
            id: 'updated_at',
            name: t('product:updated_at'),
            value: seesMore ? <Instant at={record.updated_at} /> : null,
          },
        ]}
      />
      <Extras record={record} />
      <Offers product_id={record.id} />
      <Suppliers product_id={record.id} />
    </>
  );
};

const PictureAlbum = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation('product');
  const [cover, ...others] = record.images;
  if (!cover) return null;
  return (
    <Card aria-label={t('part.pictures')}>
      <CardBody className="grid gap-2 pt-4!">
        <img
          src={cover.url}
          alt={t('picture.number', { number: 1 })}
          className="max-h-64 w-full rounded-md bg-sunken object-contain"
        />
        {others.length > 0 ? (
          <ul aria-label={t('part.pictures')} className="flex flex-wrap gap-2">
            {others.map((picture, index) => (
              <li key={picture.id}>
                <img
                  src={picture.thumb_url}
                  alt={t('picture.number', { number: index + 2 })}
                  loading="lazy"
                  className="size-14 rounded-md border border-line bg-sunken object-cover"
                />
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  );
};

import { Copy, FileUp, Package, Pencil, Plus, Printer, Star } from 'lucide-react';
import { useId, useState } from 'react';
import {
  BulkBar,
  Can,
  DataTable,
  ExportButton,
  Link,
  type List,
  type ListColumn,
  type ListRowOf,
  ListTools,
  type ListView,
  MenuItemLink,
  MissingMark,
  Pager,
  RowMenu,
  toEditPath,
  useColumnPreferences,
  useList,
  useRecordActions,
  ViewTabs,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { Thumb } from '../../kit/kinds/thumb.tsx';
import { useOpenPage } from '../../lib/follow.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { fetchAllRows } from '../../lib/list/bulk-actions.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { useSelectionSummary } from '../../lib/list/selection.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { Button, EmptyState, MenuSeparator, PageHeader } from '../../ui/index.ts';
import { productEndpoints } from './endpoints.ts';
import { filters, formFields, rowFields } from './fields.ts';
import { LABELS_MAX } from './label-sizes.ts';
import { Code, ProductPrice } from './parts.tsx';
import { Scans } from './scan-to-open.tsx';

type Row = ListRowOf<typeof api.product.list>;

const ProductTitle = ({ row }: { row: Row }) => (
  <span className="flex max-w-64 min-w-52 items-center gap-2.5 max-md:max-w-none max-md:min-w-0">
    <Thumb src={row.image_url} />
    <bdi className="line-clamp-2 min-w-0 whitespace-normal" title={row.title}>
      {row.title}
    </bdi>
  </span>
);

const ReferenceName = ({ of }: { of: string | null }) =>
  of === null ? (
    <EmptyCell />
  ) : (
    <bdi className="line-clamp-2 max-w-36 whitespace-normal" title={of}>
      {of}
    </bdi>
  );

const FeaturedIcon = () => {
  const { t } = useTranslation('fields');
  return (
    <span className="inline-flex text-warning-text">
      <Star aria-hidden="true" className="size-4 fill-current" />
      <span className="sr-only">{t('featured')}</span>
    </span>
  );
};

const columns: readonly ListColumn<Row>[] = [
  { of: rowFields.title, cell: (row) => <ProductTitle row={row} /> },
  { of: rowFields.barcode, cell: (row) => <Code code={row.barcode} more={row.items.length - 1} /> },
  { of: rowFields.category, cell: (row) => <ReferenceName of={row.category_title} /> },
  // hidden by default, because the title includes the brand
  { of: rowFields.brand, cell: (row) => <ReferenceName of={row.brand_name} />, at: 'extra' },
  { of: rowFields.price, cell: (row) => <ProductPrice price={row.price} before={row.compare_at} /> },
  rowFields.quantity,
  rowFields.status,
  { of: rowFields.featured, cell: (row) => (row.featured === 1 ? <FeaturedIcon /> : null), at: 'extra' },
  { of: rowFields.missing, cell: (row) => <MissingMark of={row.missing} /> },
  { of: rowFields.tax, at: 'extra' },
  { of: rowFields.ord, at: 'extra' },
  { of: rowFields.created_at, at: 'extra' },
  { of: rowFields.updated_at, at: 'extra' },
];
const card = [rowFields.price.name, rowFields.barcode.name, rowFields.status.name];

const views: readonly ListView[] = [
  { label: 'product:view.active', query: { status: 1 } },
  { label: 'product:view.unpriced', query: { unpriced: 1 } },
  { label: 'product:view.missing', query: { missing_translation: 'any' } },
  { label: 'product:view.low', query: { low: 1 } },
];

export const prefetch = prefetchList(api.product.list);

export default function ProductList() {
  const { t } = useTranslation(['product', 'kit']);
  const list = useList(api.product.list, { noun: 'product' });
  const { can } = useSession();
  const visibleColumns = useColumnPreferences(list.key, columns);
  const actions = Object.values(useRecordActions(productEndpoints, (row: Row) => row.title));
  // sellers may not list tax types, so they do not get this filter
  const offered = filters.filter((of) => of !== formFields.tax_type_id || can(api.product.save));
  const add = (
    <Can use={api.product.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.productNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  const bring = (
    <Can use={api.productImport.start}>
      <Button asChild icon={<FileUp />}>
        <Link to={paths.productImports}>{t('import')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {bring}
            <ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />
            {add}
          </>
        }
      />
      <Scans />
      <ViewTabs
        list={list}
        views={views}
        tools={
          <ListTools
            list={list}
            columns={columns}
            visibleColumns={visibleColumns}
            filters={offered}
            search={t('search')}
          />
        }
      >
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => paths.product(row.id)}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={row.title} actions={actions}>
              {row.actions.includes('save') ? (
                <MenuItemLink to={toEditPath(paths.product(row.id))}>
                  <Pencil /> {t('kit:record.edit')}
                </MenuItemLink>
              ) : null}
              <MenuItemLink to={withQuery(paths.productLabels, { ids: row.id })}>
                <Printer /> {t('labels.print')}
              </MenuItemLink>
              <Can use={api.product.save}>
                <MenuItemLink to={withQuery(paths.productNew, { copy: row.id })}>
                  <Copy /> {t('copy')}
                </MenuItemLink>
              </Can>
              {row.actions.length > 0 ? <MenuSeparator /> : null}
            </RowMenu>
          )}
          empty={
            <EmptyState
              icon={<Package />}
              title={t('empty')}
              text={t('empty_text')}
              actions={
                <>
                  {bring}
                  {add}
                </>
              }
            />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      <BulkBar list={list} actions={actions}>
        <LabelsButton list={list} />
      </BulkBar>
    </>
  );
}

/** A link to the labels of the selected products; says why there is none for more than one print allows. */
const LabelsButton = ({ list }: { list: List<Row> }) => {
  const { t } = useTranslation('product');
  const { number } = useFormat();
  const reasonId = useId();
  const openPage = useOpenPage();
  const [busy, setBusy] = useState(false);
  const selection = useSelectionSummary(list);
  const isTooMany = selection.count > LABELS_MAX;
  const print = async () => {
    if (isTooMany) return;
    setBusy(true);
    try {
      const rows = selection.all ? await fetchAllRows(list, LABELS_MAX) : selection.rows;
      const ids = rows.map((row) => row.id);
      openPage(withQuery(paths.productLabels, { ids: ids.join(',') }));
    } catch (error) {
      showCallFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      {isTooMany ? (
        <span id={reasonId} className="text-sm text-subtle">
          {t('labels.too_many_products', { shown: number(LABELS_MAX) })}
        </span>
      ) : null}
      <Button
        icon={<Printer />}
        loading={busy}
        onClick={() => void print()}
        {...(isTooMany
          ? { 'aria-disabled': true, 'aria-describedby': reasonId, className: 'opacity-50' }
          : {})}
      >
        {t('labels.print')}
      </Button>
    </>
  );
};

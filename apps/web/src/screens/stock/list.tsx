import {
  ArrowLeftRight,
  CalendarClock,
  CircleCheck,
  CircleHelp,
  Layers2,
  Package,
  Trash2,
  Warehouse,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  Can,
  Link,
  type ListColumn,
  ListPage,
  type ListRowOf,
  type ListView,
  MenuItemLink,
  useColumnPreferences,
  useList,
} from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { DeletedStock } from '../../shared/deleted-stock.tsx';
import { ExplainDrawer, type ExplainedLevel } from '../../shared/stock-explanation.tsx';
import { DaysLeft, ItemName, Quantity } from '../../shared/stock-figures.tsx';
import { WriteOffDialog } from '../../shared/write-off.tsx';
import { Button, EmptyState, MenuItem, MenuSeparator } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.stock.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: rowFields.title, cell: (row) => <ItemName of={row} src={row.image_url} /> },
  { of: rowFields.branch, cell: (row) => <BranchName row={row} /> },
  { of: rowFields.available, cell: (row) => <AvailableUnits row={row} /> },
  { of: rowFields.available_all, cell: (row) => <Quantity of={row.available_all} /> },
  { of: rowFields.days_left, cell: (row) => <DaysLeft days={row.days_left} /> },
  { of: rowFields.on_hand, cell: (row) => <Quantity of={row.on_hand} /> },
  { of: rowFields.reserved, cell: (row) => <Quantity of={row.reserved} /> },
  { of: rowFields.expired, cell: (row) => <Quantity of={row.expired} tone="warning" /> },
  { of: rowFields.deficit, cell: (row) => <Quantity of={row.deficit} tone="danger" />, at: 'extra' },
  rowFields.value,
  { of: rowFields.pace, at: 'extra' },
  { of: rowFields.barcode, at: 'extra' },
];
const card = [
  rowFields.branch.name,
  rowFields.available.name,
  rowFields.days_left.name,
  rowFields.on_hand.name,
];

/** Views that everybody has. */
const views: readonly ListView[] = [
  { label: 'stock:view.low', query: { state: 'low' } },
  { label: 'stock:view.out', query: { state: 'out' } },
  { label: 'stock:view.expired', query: { state: 'expired' } },
  { label: 'stock:view.to_order', query: {}, to: paths.toOrder },
];
/** States of which it is good news that no level is in them. */
const GOOD_NEWS: readonly string[] = ['low', 'out', 'expired'];

/** Returns the item and branch in the URL's hash: `#12-3` is item 12 in branch 3. */
function shelfIn(hash: string): ExplainedLevel | null {
  const [, item_id, branch_id] = /^#([1-9]\d{0,9})-([1-9]\d{0,9})$/.exec(hash) ?? [];
  return item_id && branch_id ? { item_id: Number(item_id), branch_id: Number(branch_id) } : null;
}

export const prefetch = prefetchList(api.stock.list);

/** The stock list: each item in each branch, what reserves it, and how long it lasts. */
export default function StockList() {
  const { t } = useTranslation('stock');
  const { can } = useSession();
  const { hash, search } = useLocation();
  const openPage = useOpenPage();
  const list = useList(api.stock.list, { noun: 'stock', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const [writingOff, setWritingOff] = useState<Row | null>(null);
  const offered = filters.filter(({ to }) => to !== 'supplier' || can(api.receipt.list));
  return (
    <ListPage
      title={t('title')}
      buttons={
        <Button asChild icon={<CalendarClock />}>
          <Link to={paths.batches}>{t('batches')}</Link>
        </Button>
      }
      above={<DeletedStock />}
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      views={views}
      filters={offered}
      search={t('search')}
      card={card}
      open={(row) => `${paths.stock}${search}#${row.id}`}
      nameOf={(row) => row.title}
      menuItems={(row) => <RowLines row={row} onWriteOff={() => setWritingOff(row)} />}
      add={
        <Can use={api.transfer.save}>
          <Button asChild variant="primary" icon={<ArrowLeftRight />}>
            <Link to={paths.transferNew}>{t('transfer')}</Link>
          </Button>
        </Can>
      }
      calm={
        Object.keys(list.query.filters).length === 1 &&
        list.query.keywords === '' &&
        GOOD_NEWS.includes(String(list.query.filters.state)) ? (
          <EmptyState
            icon={<CircleCheck />}
            title={t(`calm.${list.query.filters.state}`)}
            text={t('calm.text')}
          />
        ) : null
      }
      empty={{
        icon: <Warehouse />,
        title: t('empty'),
        text: t('empty_text'),
        action: (
          <Can use={api.receipt.save}>
            <Button asChild variant="primary">
              <Link to={paths.receiptNew}>{t('receive')}</Link>
            </Button>
          </Can>
        ),
      }}
    >
      <ExplainDrawer
        of={shelfIn(hash)}
        onClose={() => void openPage(`${paths.stock}${search}`, { replace: true, preventScrollReset: true })}
      />
      {writingOff ? <WriteOffDialog of={writingOff} onClose={() => setWritingOff(null)} /> : null}
    </ListPage>
  );
}

const BranchName = ({ row }: { row: Row }) => (
  <bdi className="line-clamp-2 max-w-44 whitespace-normal max-md:max-w-none" title={row.branch_name}>
    {row.branch_name}
  </bdi>
);

const AvailableUnits = ({ row }: { row: Row }) => (
  <span className="font-medium">
    <Quantity of={row.available} tone={row.available < 0 ? 'danger' : undefined} />
  </span>
);

const RowLines = ({ row, onWriteOff }: { row: Row; onWriteOff: () => void }) => {
  const { t } = useTranslation('stock');
  const { search } = useLocation();
  const { can } = useSession();
  const { item_id, branch_id, product_id } = row;
  return (
    <>
      <MenuItemLink to={`${paths.stock}${search}#${row.id}`}>
        <CircleHelp /> {t('explain.open')}
      </MenuItemLink>
      <MenuItemLink to={withQuery(paths.batches, { item_id, branch_id })}>
        <Layers2 /> {t('batches_of')}
      </MenuItemLink>
      {can(api.product.save) ? (
        <MenuItemLink to={paths.product(product_id)}>
          <Package /> {t('product')}
        </MenuItemLink>
      ) : null}
      <Can use={api.transfer.save}>
        <MenuSeparator />
        <MenuItemLink to={withQuery(paths.transferNew, { from: branch_id, item: item_id })}>
          <ArrowLeftRight /> {t('transfer_away')}
        </MenuItemLink>
      </Can>
      <Can use={api.stock.writeOff}>
        <MenuItem danger icon={<Trash2 />} onSelect={onWriteOff}>
          {t('write_off.open')}
        </MenuItem>
      </Can>
    </>
  );
};

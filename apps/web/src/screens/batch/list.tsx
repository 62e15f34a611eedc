import { addDays, toLocalDate } from '@dukkan/commerce';
import { ArrowLeftRight, CalendarClock, Package, Trash2, Warehouse } from 'lucide-react';
import { useState } from 'react';
import {
  Can,
  DataTable,
  ExportButton,
  Link,
  type ListColumn,
  type ListRowOf,
  ListTools,
  type ListView,
  MenuItemLink,
  Pager,
  RowMenu,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { getShopZone } from '../../lib/shop-zone.ts';
import { getExpiringBatchesQuery } from '../../shared/expiring-batches.ts';
import {
  ADVICE_ICONS,
  AdviceBadge,
  DaysLeft,
  Expiry,
  getReliableSalesRate,
  ItemName,
  Quantity,
} from '../../shared/stock-figures.tsx';
import { WriteOffDialog } from '../../shared/write-off.tsx';
import { Button, EmptyState, MenuItem, MenuSeparator, PageHeader, Tooltip } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.batch.list>;

const createColumns = (onWriteOff: (row: Row) => void): readonly ListColumn<Row>[] => [
  { of: rowFields.title, cell: (row) => <ItemName of={row} /> },
  { of: rowFields.branch, cell: (row) => <BranchName row={row} /> },
  { of: rowFields.remaining, cell: (row) => <RemainingUnits row={row} /> },
  { of: rowFields.expire_date, cell: (row) => <Expiry date={row.expire_date} expired={row.expired} /> },
  { of: rowFields.advice, cell: (row) => <BatchAdvice row={row} onWriteOff={() => onWriteOff(row)} /> },
  { of: rowFields.unsold, cell: (row) => <Quantity of={row.unsold} tone="warning" /> },
  {
    of: rowFields.days_left,
    cell: (row) => (row.remaining_quantity > 0 ? <DaysLeft days={row.days_left} /> : <EmptyCell />),
  },
  { of: rowFields.rate, cell: (row) => <SalesRate row={row} /> },
  { of: rowFields.cost, cell: (row) => <MoneyText amount={row.cost_value} /> },
  { of: rowFields.quantity, at: 'extra' },
  { of: rowFields.weight, cell: (row) => <Weight row={row} />, at: 'extra' },
  { of: rowFields.receipt, cell: (row) => <ReceiptLink row={row} />, at: 'extra' },
  { of: rowFields.created_at, at: 'extra' },
];
const card = [
  rowFields.branch.name,
  rowFields.remaining.name,
  rowFields.expire_date.name,
  rowFields.advice.name,
];

const listViews = (today: string): readonly ListView[] => [
  { label: 'batch:view.expiring', query: getExpiringBatchesQuery(today) },
  {
    label: 'batch:view.expired',
    query: { remaining: 1, expire_to: addDays(today, -1), sort_by: 'expire_date', sort_as: 'desc' },
  },
];

export const prefetch = prefetchList(api.batch.list);

/** The list of batches: how fast each is sold, when it expires, and what to do about it. */
export default function BatchList() {
  const { t } = useTranslation(['batch', 'stock']);
  const { can } = useSession();
  const [writingOff, setWritingOff] = useState<Row | null>(null);
  const [all] = useState(() => createColumns(setWritingOff));
  const list = useList(api.batch.list, { noun: 'batch', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, all);
  const offered = filters.filter(({ to }) => to !== 'supplier' || can(api.receipt.list));
  return (
    <>
      <PageHeader
        title={t('batch:title')}
        description={t('batch:which')}
        actions={
          <>
            <Button asChild icon={<Warehouse />}>
              <Link to={paths.stock}>{t('stock:title')}</Link>
            </Button>
            <ExportButton list={list} columns={all} visibleColumns={visibleColumns} />
          </>
        }
      />
      <ViewTabs
        list={list}
        views={listViews(toLocalDate(new Date(), getShopZone()))}
        tools={
          <ListTools
            list={list}
            columns={all}
            visibleColumns={visibleColumns}
            filters={offered}
            search={t('stock:search')}
          />
        }
      >
        <DataTable
          list={list}
          columns={all}
          visibleColumns={visibleColumns}
          open={(row) => `${paths.stock}#${row.item_id}-${row.branch_id}`}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={row.title} actions={[]}>
              <RowLines row={row} onWriteOff={() => setWritingOff(row)} />
            </RowMenu>
          )}
          empty={
            <EmptyState icon={<CalendarClock />} title={t('batch:empty')} text={t('batch:empty_text')} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      {writingOff ? (
        <WriteOffDialog of={writingOff} batch={writingOff} onClose={() => setWritingOff(null)} />
      ) : null}
    </>
  );
}

const BranchName = ({ row }: { row: Row }) => (
  <bdi className="line-clamp-2 max-w-44 whitespace-normal max-md:max-w-none" title={row.branch_name}>
    {row.branch_name}
  </bdi>
);

/** The units that remain of those received. */
const RemainingUnits = ({ row }: { row: Row }) => {
  const { number } = useFormat();
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">
        <Quantity of={row.remaining_quantity} />
      </span>
      {/* each number is isolated; the slash between them is not, so that it follows the page's direction */}
      <span className="text-sm text-subtle">
        {' / '}
        <bdi>{number(row.quantity)}</bdi>
      </span>
    </span>
  );
};

const SalesRate = ({ row }: { row: Row }) => {
  const { t } = useTranslation('batch');
  const { number } = useFormat();
  const rate = getReliableSalesRate(row);
  if (rate === null) return <EmptyCell />;
  return (
    <Tooltip text={t('rate_text', { weight: number(row.weight, { maximumFractionDigits: 1 }) })}>
      <bdi className="tabular">{number(rate)}</bdi>
    </Tooltip>
  );
};

const Weight = ({ row }: { row: Row }) => {
  const { number } = useFormat();
  return getReliableSalesRate(row) === null ? (
    <EmptyCell />
  ) : (
    <bdi className="tabular">{number(row.weight, { maximumFractionDigits: 2 })}</bdi>
  );
};

const ReceiptLink = ({ row }: { row: Row }) => {
  const { t } = useTranslation('stock');
  const { can } = useSession();
  if (row.reciept_id === null) return <EmptyCell />;
  const name = t('ref.receipt', { id: row.reciept_id });
  return row.receipt_opens && can(api.receipt.show) ? (
    <Link to={paths.receipt(row.reciept_id)} className="hit rounded-sm text-primary-text hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
};

/** Returns the path where the user can follow an advice; null when there is none. */
function getAdvicePath({
  advice,
  item_id,
  branch_id,
  product_id,
  remaining_quantity,
  unsold,
}: Row): string | null {
  if (advice === 'transfer') {
    const quantity = Math.ceil(Math.min(unsold, remaining_quantity));
    return withQuery(paths.transferNew, { from: branch_id, item: item_id, quantity });
  }
  if (advice === 'reorder') return paths.receiptNew;
  return advice === 'mark_down' ? paths.product(product_id) : null;
}

const ADVISED = {
  mark_down: api.product.save,
  transfer: api.transfer.save,
  reorder: api.receipt.save,
  write_off: api.stock.writeOff,
} as const;

/** The advice for a batch, with a link or button for users who may follow it. */
const BatchAdvice = ({ row, onWriteOff }: { row: Row; onWriteOff: () => void }) => {
  const { t } = useTranslation('stock');
  const { can } = useSession();
  if (row.advice === null) return <EmptyCell />;
  const badge = <AdviceBadge of={row.advice} />;
  if (!can(ADVISED[row.advice])) return badge;
  const look = 'hit rounded-sm hover:[&>span]:underline';
  const text = t(`advice_text.${row.advice}`);
  const way = getAdvicePath(row);
  return (
    <Tooltip text={text}>
      {way === null ? (
        <button type="button" className={look} onClick={onWriteOff}>
          {badge}
        </button>
      ) : (
        <Link to={way} className={look}>
          {badge}
        </Link>
      )}
    </Tooltip>
  );
};

const RowLines = ({ row, onWriteOff }: { row: Row; onWriteOff: () => void }) => {
  const { t } = useTranslation('stock');
  const { can } = useSession();
  const way = row.advice && can(ADVISED[row.advice]) ? getAdvicePath(row) : null;
  const Icon = row.advice ? ADVICE_ICONS[row.advice] : ArrowLeftRight;
  return (
    <>
      {way && row.advice ? (
        <>
          <MenuItemLink to={way}>
            <Icon /> {t(`advice.${row.advice}`)}
          </MenuItemLink>
          <MenuSeparator />
        </>
      ) : null}
      {can(api.product.save) ? (
        <MenuItemLink to={paths.product(row.product_id)}>
          <Package /> {t('product')}
        </MenuItemLink>
      ) : null}
      {row.remaining_quantity > 0 ? (
        <Can use={api.stock.writeOff}>
          <MenuItem danger icon={<Trash2 />} onSelect={onWriteOff}>
            {t('write_off.open')}
          </MenuItem>
        </Can>
      ) : null}
    </>
  );
};

import { isOrderInProgress, toLocalDate } from '@dukkan/commerce';
import { FileText, Plus, ReceiptText, ShoppingCart } from 'lucide-react';
import {
  BulkBar,
  Can,
  ColumnsMenu,
  DataTable,
  ExportButton,
  FilterBar,
  Link,
  type List,
  type ListColumn,
  type ListView,
  MenuItemLink,
  Pager,
  RowMenu,
  SearchBox,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../../kit/index.ts';
import { EmptyCell, Instant } from '../../../kit/kinds/cell.tsx';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { AddressText, Bdi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { useSelectionSummary } from '../../../lib/list/selection.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import type { Prefetch } from '../../../lib/screen.ts';
import { api } from '../../../lib/server/api.ts';
import { canCall } from '../../../lib/server/endpoint.ts';
import { lazyChunk } from '../../../lib/server/lazy-chunk.ts';
import { currentSession, useSession } from '../../../lib/server/session.ts';
import { getShopZone, useBranchZone } from '../../../lib/shop-zone.ts';
import { Button, EmptyState, PageHeader, Toolbar } from '../../../ui/index.ts';
import { Timer } from '../shared/deadline-timer.tsx';
import { filters, formFields } from '../shared/fields.ts';
import {
  formatOrderNumber,
  type OrderRow,
  OrderStatusBadge,
  PaymentStateBadge,
  Short,
} from '../shared/order-status.tsx';
import { ViewSwitch } from '../shared/view-switch.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { OrderTotals } from './summary.tsx';

const columns: readonly ListColumn<OrderRow>[] = [
  {
    of: formFields.client,
    cell: (row) => <OrderCustomer row={row} />,
    exports: ['id', 'client_name', 'client_phone'],
  },
  { of: formFields.status, cell: (row) => <StatusAndShort row={row} /> },
  { of: formFields.promised_at, cell: (row) => <OrderTime row={row} /> },
  { of: formFields.due, cell: (row) => <OrderAmount row={row} /> },
  formFields.driver,
  { of: formFields.address, cell: (row) => <OrderDestination row={row} /> },
  formFields.created_at,
  { of: formFields.branch, at: 'extra' },
  { of: formFields.type, at: 'extra' },
  { of: formFields.source, at: 'extra' },
  { of: formFields.open, at: 'extra' },
  { of: formFields.returned, at: 'extra' },
  { of: formFields.payment, at: 'extra' },
  { of: formFields.delivery, at: 'extra' },
  { of: formFields.seller, at: 'extra' },
  { of: formFields.lines, at: 'extra' },
  { of: formFields.quantity, at: 'extra' },
  { of: formFields.preferred_at, at: 'extra', cell: (row) => <BranchTime row={row} at={row.preferred_at} /> },
  { of: formFields.delivered_at, at: 'extra' },
  { of: formFields.recurring, at: 'extra' },
];
const card = [formFields.status.name, formFields.promised_at.name, formFields.due.name];

/** Returns the views that staff need every day. */
const listViews = (today: string): readonly ListView[] => [
  { label: 'order:view.open', query: { under_way: 1 } },
  { label: 'order:view.late', query: { late: 1 } },
  { label: 'order:view.unpaid', query: { paid: 0 } },
  { label: 'order:view.today', query: { from_date: today, to_date: today } },
];

const Mine = lazyChunk(() => import('../driver/my-deliveries.tsx'));

/** Returns whether an account is a driver's: it may move orders but not create them. */
const isDriver = (permissions: readonly string[]) =>
  canCall(api.order.save, permissions) && !canCall(api.order.make, permissions);

const orders = prefetchList(api.order.list);

export const prefetch: Prefetch = async (address) => {
  if (!isDriver(currentSession().user?.permissions ?? [])) await orders(address);
};

/** The orders page: drivers get their deliveries, everyone else the list. */
export default function Orders() {
  const { user } = useSession();
  return isDriver(user?.permissions ?? []) ? <Mine /> : <OrderList />;
}

/**
 * A link to change the status of the selected orders; not when all matching orders are selected, because their ids are
 * not loaded.
 */
const ChangeStatus = ({ list }: { list: List<OrderRow> }) => {
  const { t } = useTranslation('order');
  const { all, rows } = useSelectionSummary(list);
  if (all) return null;
  return (
    <Button asChild>
      <Link to={withQuery(paths.changeOrderStatus, { ids: rows.map(({ id }) => id).join(',') })}>
        {t('change_status')}
      </Link>
    </Button>
  );
};

const OrderList = () => {
  const { t } = useTranslation('order');
  const list = useList(api.order.list, { noun: 'order' });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.order.make}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.orderNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ViewSwitch at="list" />
            <ExportButton list={list} columns={columns} visibleColumns={visibleColumns} />
            {add}
          </>
        }
      />
      <ViewTabs
        list={list}
        views={listViews(toLocalDate(new Date(), getShopZone()))}
        tools={
          <Toolbar end={<ColumnsMenu columns={columns} visibleColumns={visibleColumns} />}>
            <SearchBox list={list} label={t('search')} />
            <FilterBar list={list} filters={filters} />
            <PeriodFilter list={list} />
          </Toolbar>
        }
      >
        <OrderTotals list={list} />
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => paths.order(row.id)}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={formatOrderNumber(row)} actions={[]}>
              <MenuItemLink to={paths.order(row.id)}>
                <FileText /> {t('show')}
              </MenuItemLink>
              <MenuItemLink to={paths.orderInvoice(row.id)}>
                <ReceiptText /> {t('invoice')}
              </MenuItemLink>
            </RowMenu>
          )}
          empty={
            <EmptyState icon={<ShoppingCart />} title={t('empty')} text={t('empty_text')} actions={add} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      <BulkBar list={list} actions={[]}>
        <Can use={api.order.save}>
          <ChangeStatus list={list} />
        </Can>
      </BulkBar>
    </>
  );
};

const OrderCustomer = ({ row }: { row: OrderRow }) => {
  const { t } = useTranslation('order');
  return (
    <span className="flex max-w-56 min-w-0 flex-col max-md:max-w-full">
      <bdi className="max-w-full self-start truncate" title={row.client_name ?? undefined}>
        {row.client_name ?? t(row.pos ? 'walk_in' : 'no_name')}
      </bdi>
      <span className="flex gap-2 text-sm font-normal text-subtle">
        <Bdi dir="ltr">{formatOrderNumber(row)}</Bdi>
        {row.client_phone ? <Bdi dir="ltr">{row.client_phone}</Bdi> : null}
      </span>
    </span>
  );
};

const StatusAndShort = ({ row }: { row: OrderRow }) => (
  <span className="inline-flex flex-wrap gap-1">
    <OrderStatusBadge of={row} />
    <Short of={row} />
  </span>
);

/** A requested or promised time in the branch's time zone. */
const BranchTime = ({ row, at }: { row: OrderRow; at: string | null }) => {
  const zone = useBranchZone(row.branch_id);
  return at === null ? <EmptyCell /> : <Instant at={at} zone={zone} />;
};

const OrderTime = ({ row }: { row: OrderRow }) => (
  <span className="inline-flex flex-col items-start gap-0.5">
    <BranchTime row={row} at={row.promised_at} />
    {isOrderInProgress(row.status_value) ? <Timer of={row} /> : null}
  </span>
);

const OrderAmount = ({ row }: { row: OrderRow }) => (
  <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
    <PaymentStateBadge of={row} />
    <MoneyText amount={row.due} />
  </span>
);

const OrderDestination = ({ row }: { row: OrderRow }) => {
  const { t } = useTranslation('order');
  if (row.type !== 'delivery') return <span className="text-muted">{t(`type.${row.type}`)}</span>;
  if (row.address === '') return <EmptyCell />;
  return (
    <AddressText className="block w-fit max-w-56 truncate max-md:whitespace-normal" text={row.address} />
  );
};

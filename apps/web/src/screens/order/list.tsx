import { FileText, Plus, ReceiptText, ShoppingCart } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  BulkBar,
  Can,
  type Column,
  ColumnsMenu,
  DataTable,
  ExportButton,
  FilterBar,
  type List,
  Pager,
  RowMenu,
  SearchBox,
  useColumns,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { Instant, Money, None } from '../../kit/kinds/cell.tsx';
import { api } from '../../lib/api.ts';
import { mayCall } from '../../lib/endpoint.ts';
import { AddressText, Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { listAhead } from '../../lib/list-ahead.ts';
import { useSelected } from '../../lib/list-selection.ts';
import { lazyPart } from '../../lib/part.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import type { Ahead } from '../../lib/screen.ts';
import { currentSession, useSession } from '../../lib/session.ts';
import { Button, EmptyState, MenuItem, PageHeader, Toolbar } from '../../ui/index.ts';
import { f, filters } from './fields.ts';
import { Periods } from './period.tsx';
import { numberOf, Paid, type Row, Status } from './status.tsx';
import { Sums } from './sums.tsx';
import { Switch } from './switch.tsx';
import { Timer } from './timer.tsx';

const columns: readonly Column<Row>[] = [
  { of: f.client, cell: (row) => <Who row={row} /> },
  { of: f.status, cell: (row) => <Status of={row} /> },
  { of: f.promised_at, cell: (row) => <When row={row} /> },
  { of: f.due, cell: (row) => <Due row={row} /> },
  f.driver,
  { of: f.address, cell: (row) => <Where row={row} /> },
  f.created_at,
  { of: f.branch, at: 'extra' },
  { of: f.type, at: 'extra' },
  { of: f.source, at: 'extra' },
  { of: f.open, at: 'extra' },
  { of: f.returned, at: 'extra' },
  { of: f.payment, at: 'extra' },
  { of: f.delivery, at: 'extra' },
  { of: f.seller, at: 'extra' },
  { of: f.lines, at: 'extra' },
  { of: f.quantity, at: 'extra' },
  { of: f.preferred_at, at: 'extra' },
  { of: f.delivered_at, at: 'extra' },
  { of: f.recurring, at: 'extra' },
];
const card = [f.status.name, f.promised_at.name, f.due.name];

const Mine = lazyPart(() => import('./mine.tsx'));

/** Who moves orders and makes none drives them. */
const drives = (permissions: readonly string[]) =>
  mayCall(api.order.save, permissions) && !mayCall(api.order.make, permissions);

const orders = listAhead(api.order.list);

export const ahead: Ahead = async (address) => {
  if (!drives(currentSession().user?.permissions ?? [])) await orders(address);
};

/** Orders: a driver sees what to bring where, everyone else the list (specification section 2). */
export default function Orders() {
  const { user } = useSession();
  return drives(user?.permissions ?? []) ? <Mine /> : <OrderList />;
}

/** Leads to the change of status of the picked orders; of all that match, most are not known here. */
const ChangeStatus = ({ list }: { list: List<Row> }) => {
  const { t } = useTranslation('order');
  const { all, rows } = useSelected(list);
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
  const shown = useColumns(list.key, columns);
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
            <Switch at="list" />
            <ExportButton list={list} />
            {add}
          </>
        }
      />
      <ViewTabs list={list}>
        <Sums list={list} />
        <Toolbar className="mb-3" end={<ColumnsMenu columns={columns} shown={shown} />}>
          <SearchBox list={list} label={t('search')} />
          <FilterBar list={list} filters={filters} />
          <Periods list={list} />
        </Toolbar>
        <DataTable
          list={list}
          columns={columns}
          shown={shown}
          open={(row) => paths.order(row.id)}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={numberOf(row)} actions={[]}>
              <MenuItem asChild>
                <Link to={paths.order(row.id)}>
                  <FileText /> {t('show')}
                </Link>
              </MenuItem>
              <MenuItem asChild>
                <Link to={paths.orderInvoice(row.id)}>
                  <ReceiptText /> {t('invoice')}
                </Link>
              </MenuItem>
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

const Who = ({ row }: { row: Row }) => {
  const { t } = useTranslation('order');
  return (
    <span className="flex max-w-56 min-w-0 flex-col max-md:max-w-full">
      <bdi className="max-w-full self-start truncate" title={row.client_name ?? undefined}>
        {row.client_name ?? t(row.pos ? 'walk_in' : 'no_name')}
      </bdi>
      <span className="flex gap-2 text-sm font-normal text-subtle">
        <Bdi dir="ltr">{numberOf(row)}</Bdi>
        {row.client_phone ? <Bdi dir="ltr">{row.client_phone}</Bdi> : null}
      </span>
    </span>
  );
};

const When = ({ row }: { row: Row }) => {
  if (row.promised_at === null) return <None />;
  if (row.status_value < 0 || row.status_value > 4) return <Instant at={row.promised_at} />;
  return <Timer of={row} />;
};

const Due = ({ row }: { row: Row }) => (
  <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
    <Paid of={row} />
    <Money amount={row.due} />
  </span>
);

const Where = ({ row }: { row: Row }) => {
  const { t } = useTranslation('order');
  if (row.type !== 'delivery') return <span className="text-muted">{t(`type.${row.type}`)}</span>;
  if (row.address === '') return <None />;
  return (
    <AddressText className="block w-fit max-w-56 truncate max-md:whitespace-normal" text={row.address} />
  );
};

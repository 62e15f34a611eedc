import { isActionAllowed } from '@dukkan/commerce';
import { Contact, FileUp, Pencil, Plus, ShoppingCart } from 'lucide-react';
import {
  BulkBar,
  Can,
  CountLink,
  DataTable,
  ExportButton,
  Link,
  type ListColumn,
  type ListRowOf,
  ListTools,
  MenuItemLink,
  Pager,
  PhoneText,
  RowMenu,
  toEditPath,
  useColumnPreferences,
  useList,
  useRecordActions,
  ViewTabs,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneySums } from '../../kit/kinds/money.tsx';
import { listSumsByCurrency } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getColumnField } from '../../lib/list/columns.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button, EmptyState, PageHeader } from '../../ui/index.ts';
import { formFields, statusField } from './fields.ts';

type Row = ListRowOf<typeof api.account.list>;

const COLUMNS: readonly ListColumn<Row>[] = [
  formFields.name,
  { of: formFields.phone, cell: (row) => <PhoneText phone={row.phone} name={row.name} /> },
  { of: formFields.orders_count, cell: (row) => <OrderCountLink row={row} /> },
  { of: formFields.spent, cell: (row) => <SpentSums row={row} /> },
  formFields.last_order_at,
  formFields.email,
  formFields.created_at,
  statusField,
  { of: formFields.last_seen_at, at: 'extra' },
];
/** Columns for users who may see orders. */
const OF_ORDERS: ReadonlySet<string> = new Set([
  formFields.orders_count.name,
  formFields.spent.name,
  formFields.last_order_at.name,
]);
const COLUMNS_WITHOUT_ORDERS = COLUMNS.filter((column) => !OF_ORDERS.has(getColumnField(column).name));
const filters = [statusField];
const CARD = [formFields.phone.name, formFields.spent.name, statusField.name];
const CARD_WITHOUT_ORDERS = [formFields.phone.name, formFields.created_at.name, statusField.name];
/** Selects customers: accounts without permissions. */
const fixed = { role: 'customer' };

export const prefetch = prefetchList(api.account.list, fixed);

export default function CustomerList() {
  const { t } = useTranslation(['customer', 'kit']);
  const actions = Object.values(useRecordActions(api.account, (row: Row) => row.name));
  const list = useList(api.account.list, { noun: 'account', key: 'customer', fixed, bulk: actions });
  const { user, can } = useSession();
  const seesOrders = can(api.order.list);
  const columns = seesOrders ? COLUMNS : COLUMNS_WITHOUT_ORDERS;
  // a user who may only manage drivers or sellers gets short rows of customers, as in a picker
  const finds = user !== null && !isActionAllowed(user.permissions, 'users', 'view');
  const visibleColumns = useColumnPreferences(list.key, columns);
  const bring = (
    <Can use={api.productImport.startCustomers}>
      <Button asChild icon={<FileUp />}>
        <Link to={withQuery(paths.productImportNew, { kind: 'customer' })}>{t('import')}</Link>
      </Button>
    </Can>
  );
  const add = finds ? null : (
    <Can use={api.account.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.customerNew}>{t('add')}</Link>
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
      <ViewTabs
        list={list}
        tools={
          <ListTools
            list={list}
            columns={columns}
            visibleColumns={visibleColumns}
            filters={filters}
            search={t('search')}
          />
        }
      >
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => (finds ? null : paths.customer(row.id))}
          card={seesOrders ? CARD : CARD_WITHOUT_ORDERS}
          actions={(row) => (
            <RowMenu row={row} name={row.name} actions={actions}>
              {row.actions.includes('save') && !finds ? (
                <MenuItemLink to={toEditPath(paths.customer(row.id))}>
                  <Pencil /> {t('kit:record.edit')}
                </MenuItemLink>
              ) : null}
              <Can use={api.order.list}>
                <MenuItemLink to={withQuery(paths.orders, { client_id: row.id })}>
                  <ShoppingCart /> {t('orders')}
                </MenuItemLink>
              </Can>
            </RowMenu>
          )}
          empty={
            <EmptyState
              icon={<Contact />}
              title={t(finds ? 'by_phone' : 'empty')}
              text={t(finds ? 'by_phone_text' : 'empty_text')}
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
      <BulkBar list={list} actions={actions} />
    </>
  );
}

/** Shows the number of a customer's orders as a link to these orders. */
const OrderCountLink = ({ row }: { row: Row }) => {
  const { t } = useTranslation('customer');
  if (row.orders_count === null) return <EmptyCell />;
  const to = withQuery(paths.orders, { client_id: row.id });
  return <CountLink count={row.orders_count} to={to} label={t('orders_of', { name: row.name })} />;
};

/** Shows the sums of a customer's orders, one for each currency. */
const SpentSums = ({ row }: { row: Row }) =>
  row.spent === null ? <EmptyCell /> : <MoneySums of={listSumsByCurrency(row.amounts, 'spent')} />;

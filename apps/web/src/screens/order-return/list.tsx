import { Plus, Receipt, Undo2 } from 'lucide-react';
import { useState } from 'react';
import {
  Can,
  DataTable,
  ExportButton,
  Link,
  type ListColumn,
  type ListRowOf,
  ListTools,
  MenuItemLink,
  Pager,
  RowMenu,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { Badge, Button, EmptyState, MenuItem, PageHeader } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';
import { UndoDialog } from './undo-dialog.tsx';

type Row = ListRowOf<typeof api.orderReturn.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: rowFields.number, cell: (row) => <ReturnName row={row} /> },
  { of: rowFields.order, cell: (row) => <OrderLink id={row.order_id} /> },
  { of: rowFields.client, cell: (row) => <ReturnCustomer row={row} /> },
  rowFields.on_date,
  rowFields.quantity,
  rowFields.value,
  { of: rowFields.refund, cell: (row) => <RefundAmount row={row} /> },
  { of: rowFields.branch, at: 'extra' },
  { of: rowFields.delivery, at: 'extra' },
  { of: rowFields.tax, at: 'extra' },
  { of: rowFields.account, at: 'extra' },
  { of: rowFields.approver, at: 'extra' },
  { of: rowFields.created_at, at: 'extra' },
];
const card = [rowFields.order.name, rowFields.on_date.name, rowFields.value.name, rowFields.refund.name];

export const prefetch = prefetchList(api.orderReturn.list);

/** The list of returns. */
export default function ReturnList() {
  const { t } = useTranslation('order-return');
  const { can } = useSession();
  const list = useList(api.orderReturn.list, { noun: 'order-return', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const [undoing, setUndoing] = useState<Row | null>(null);
  const add = (
    <Can use={api.orderReturn.make}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.orderReturnNew}>{t('add')}</Link>
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
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
          open={(row) => paths.orderReturn(row.id)}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={t('named', { id: row.id })} actions={[]}>
              <MenuItemLink to={paths.orderReturn(row.id)}>
                <Receipt /> {t('invoice')}
              </MenuItemLink>
              {row.actions.includes('remove') && can(api.orderReturn.remove) ? (
                <MenuItem icon={<Undo2 />} danger onSelect={() => setUndoing(row)}>
                  {t('undo.do')}
                </MenuItem>
              ) : null}
            </RowMenu>
          )}
          empty={<EmptyState icon={<Undo2 />} title={t('empty')} text={t('empty_text')} actions={add} />}
        />
        <Pager list={list} />
      </ViewTabs>
      {undoing ? <UndoDialog of={undoing} onClose={() => setUndoing(null)} /> : null}
    </>
  );
}

const ReturnName = ({ row }: { row: Row }) => {
  const { t } = useTranslation('order-return');
  return (
    <span className="flex flex-wrap items-center gap-2">
      {t('named', { id: row.id })}
      {row.removed_at === null ? null : <Badge variant="secondary">{t('undone')}</Badge>}
    </span>
  );
};

const OrderLink = ({ id }: { id: number }) => (
  <Link to={paths.order(id)} className="hit relative z-10 rounded-sm text-primary-text hover:underline">
    <Bdi dir="ltr">{`#${id}`}</Bdi>
  </Link>
);

const ReturnCustomer = ({ row }: { row: Row }) => {
  if (row.client_name === null && row.client_phone === null) return <EmptyCell />;
  return (
    <span className="flex max-w-56 min-w-0 flex-col">
      {row.client_name === null ? null : (
        <bdi className="max-w-full self-start truncate" title={row.client_name}>
          {row.client_name}
        </bdi>
      )}
      {row.client_phone === null ? null : (
        <Bdi dir="ltr" className="self-start text-sm text-subtle">
          {row.client_phone}
        </Bdi>
      )}
    </span>
  );
};

/** The refunded amount, with a mark while part of it is not paid out. */
const RefundAmount = ({ row }: { row: Row }) => {
  const { t } = useTranslation('order-return');
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {row.refund_pending === 1 ? <Badge variant="warning">{t('pending')}</Badge> : null}
      <MoneyText amount={row.refund} />
    </span>
  );
};

import { CreditCard, FileText, Plus, ReceiptText, SquarePen } from 'lucide-react';
import { useState } from 'react';
import {
  BulkBar,
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
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { PayDialog } from '../../shared/pay-dialog.tsx';
import { Button, EmptyState, MenuItem, MenuSeparator, PageHeader } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';
import { Totals } from './list-totals.tsx';
import { PurchaseOrderItems } from './purchase-order-items.tsx';
import { ReceiptStatusBadge } from './status.tsx';
import {
  formatReceiptName,
  RECEIPT_ACTIONS,
  type ReceiptMove,
  ReceiptStatusDialog,
  useBulkReceiptActions,
} from './status-actions.tsx';

type Row = ListRowOf<typeof api.receipt.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: rowFields.supplier, cell: (row) => <SupplierName row={row} /> },
  { of: rowFields.status, cell: (row) => <ReceiptStatusBadge of={row.status} /> },
  rowFields.on_date,
  { of: rowFields.branches, cell: (row) => <BranchNames names={row.branches_names} /> },
  rowFields.net,
  rowFields.paid,
  rowFields.balance,
  { of: rowFields.invoice_number, at: 'extra' },
  { of: rowFields.invoice_date, at: 'extra' },
  { of: rowFields.lines, at: 'extra' },
  { of: rowFields.quantity, at: 'extra' },
  { of: rowFields.total, at: 'extra' },
  { of: rowFields.discount, at: 'extra' },
  { of: rowFields.created_at, at: 'extra' },
];
const card = [rowFields.status.name, rowFields.on_date.name, rowFields.net.name, rowFields.balance.name];

/** The action whose dialog is open. */
type Doing = { readonly row: Row; readonly what: ReceiptMove | 'pay' };

export const prefetch = prefetchList(api.receipt.list);

export default function ReceiptList() {
  const { t } = useTranslation('receipt');
  const actions = useBulkReceiptActions();
  const list = useList(api.receipt.list, { noun: 'receipt', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const add = (
    <Can use={api.receipt.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.receiptNew}>{t('add')}</Link>
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
        <Totals list={list} />
        <DataTable
          list={list}
          columns={columns}
          visibleColumns={visibleColumns}
          open={(row) => paths.receipt(row.id)}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={formatReceiptName(row)} actions={[]}>
              <ReceiptMenuItems row={row} onDo={(what) => setDoing({ row, what })} />
            </RowMenu>
          )}
          empty={
            <EmptyState icon={<ReceiptText />} title={t('empty')} text={t('empty_text')} actions={add} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      <BulkBar list={list} actions={actions} />
      {doing?.what === 'pay' ? (
        <PayDialog receipt={{ ...doing.row, name: formatReceiptName(doing.row) }} onClose={close} />
      ) : doing ? (
        <ReceiptStatusDialog row={doing.row} move={doing.what} onClose={close} />
      ) : null}
    </>
  );
}

/** The menu of a receipt in the list. */
const ReceiptMenuItems = ({ row, onDo }: { row: Row; onDo: (what: Doing['what']) => void }) => {
  const { t } = useTranslation('receipt');
  const moves = RECEIPT_ACTIONS.filter((move) => row.actions.includes(move));
  return (
    <>
      <MenuItemLink to={paths.receipt(row.id)}>
        <FileText /> {t('show')}
      </MenuItemLink>
      {row.actions.includes('save') ? (
        <MenuItemLink to={paths.receiptEdit(row.id)}>
          <SquarePen /> {t('edit')}
        </MenuItemLink>
      ) : null}
      {row.status === null ? <PurchaseOrderItems of={row} /> : null}
      {row.actions.includes('pay') ? (
        <MenuItem icon={<CreditCard />} onSelect={() => onDo('pay')}>
          {t('pay')}
        </MenuItem>
      ) : null}
      {moves.length > 0 ? <MenuSeparator /> : null}
      {moves.map((move) => (
        <MenuItem key={move} danger={move === 'cancel' || move === 'delete'} onSelect={() => onDo(move)}>
          {t(`verb.${move}`)}
        </MenuItem>
      ))}
    </>
  );
};

const SupplierName = ({ row }: { row: Row }) => (
  <span className="flex max-w-64 min-w-0 flex-col max-md:max-w-full">
    <bdi className="max-w-full self-start truncate max-md:whitespace-normal" title={row.supplier_name}>
      {row.supplier_name}
    </bdi>
    <span className="text-sm font-normal text-subtle">
      <Bdi dir="ltr">{row.invoice_number ?? `#${row.id}`}</Bdi>
    </span>
  </span>
);

const BranchNames = ({ names }: { names: readonly string[] }) => {
  const { list } = useFormat();
  if (names.length === 0) return <EmptyCell />;
  const text = list(names);
  return (
    <bdi className="block w-fit max-w-56 truncate" title={text}>
      {text}
    </bdi>
  );
};

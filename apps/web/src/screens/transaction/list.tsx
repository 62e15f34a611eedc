import { ArrowLeftRight, Plus, SquarePen } from 'lucide-react';
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
  Pager,
  RowMenu,
  useColumnPreferences,
  useDeleteAction,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { useOpenByHash } from '../../lib/open-by-hash.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { PayDialog } from '../../shared/pay-dialog.tsx';
import { Button, EmptyState, MenuItem, MenuSeparator, PageHeader } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.transaction.list>;

const columns: readonly ListColumn<Row>[] = [
  rowFields.on_date,
  { of: rowFields.supplier, cell: (row) => <SupplierName row={row} /> },
  { of: rowFields.receipt, cell: (row) => <ReceiptLink row={row} /> },
  rowFields.value,
  rowFields.method,
  rowFields.ref_number,
  rowFields.account,
  { of: rowFields.created_at, at: 'extra' },
];
const card = [rowFields.supplier.name, rowFields.value.name, rowFields.method.name];

export const prefetch = prefetchList(api.transaction.list);

/** The list of payments to suppliers. */
export default function TransactionList() {
  const { t } = useTranslation('transaction');
  const { date } = useFormat();
  const nameOf = (row: Row) =>
    t('named', { supplier: isolateBidi(row.supplier_name), day: isolateBidi(date(row.on_date)) });
  const remove = useDeleteAction(api.transaction, nameOf);
  const list = useList(api.transaction.list, { noun: 'transaction', bulk: [remove] });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const { can } = useSession();
  const [edited, setEdited] = useState<Row | null>(null);
  const [adding, setAdding] = useOpenByHash('new');
  const add = (
    <Can use={api.transaction.save}>
      <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
        {t('add')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('which')}
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
          open={(row) => (can(api.receipt.show) ? paths.receipt(row.receipt_id) : null)}
          card={card}
          actions={(row) => (
            <RowMenu row={row} name={nameOf(row)} actions={[remove]}>
              {row.actions.includes('save') ? (
                <>
                  <MenuItem icon={<SquarePen />} onSelect={() => setEdited(row)}>
                    {t('edit')}
                  </MenuItem>
                  <MenuSeparator />
                </>
              ) : null}
            </RowMenu>
          )}
          empty={
            <EmptyState icon={<ArrowLeftRight />} title={t('empty')} text={t('empty_text')} actions={add} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      <BulkBar list={list} actions={[remove]} />
      {edited ? <PayDialog payment={edited} onClose={() => setEdited(null)} /> : null}
      {adding ? <PayDialog payment={undefined} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

const SupplierName = ({ row }: { row: Row }) => (
  <bdi className="block w-fit max-w-60 truncate max-md:whitespace-normal" title={row.supplier_name}>
    {row.supplier_name}
  </bdi>
);

const ReceiptLink = ({ row }: { row: Row }) => {
  const { can } = useSession();
  const number = <Bdi dir="ltr">{row.invoice_number ?? `#${row.receipt_id}`}</Bdi>;
  return can(api.receipt.show) ? (
    <Link to={paths.receipt(row.receipt_id)} className="hit rounded-sm text-primary-text hover:underline">
      {number}
    </Link>
  ) : (
    number
  );
};

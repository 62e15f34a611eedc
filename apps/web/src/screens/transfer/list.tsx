import { ArrowLeftRight, ArrowRight, Plus } from 'lucide-react';
import {
  Can,
  DataTable,
  ExportButton,
  Link,
  type ListColumn,
  type ListRowOf,
  ListTools,
  Pager,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Button, EmptyState, PageHeader } from '../../ui/index.ts';
import { filters, rowFields } from './fields.ts';

type Row = ListRowOf<typeof api.transfer.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: rowFields.number, cell: (row) => <TransferName row={row} /> },
  { of: rowFields.to, cell: (row) => <TransferBranches row={row} /> },
  rowFields.lines,
  rowFields.quantity,
  rowFields.value,
  rowFields.account,
  rowFields.created_at,
  { of: rowFields.notes, at: 'extra' },
];
const card = [rowFields.to.name, rowFields.quantity.name, rowFields.value.name, rowFields.created_at.name];

export const prefetch = prefetchList(api.transfer.list);

/** The list of transfers between branches. */
export default function TransferList() {
  const { t } = useTranslation('transfer');
  const list = useList(api.transfer.list, { noun: 'transfer', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const add = (
    <Can use={api.transfer.save}>
      <Button asChild variant="primary" icon={<Plus />}>
        <Link to={paths.transferNew}>{t('add')}</Link>
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
          open={(row) => paths.transfer(row.id)}
          card={card}
          empty={
            <EmptyState icon={<ArrowLeftRight />} title={t('empty')} text={t('empty_text')} actions={add} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
    </>
  );
}

const TransferName = ({ row }: { row: Row }) => {
  const { t } = useTranslation('transfer');
  return t('named', { id: row.id });
};

/** The two branches, with an arrow in the reading direction. */
const TransferBranches = ({ row }: { row: Row }) => (
  <span className="inline-flex max-w-96 min-w-0 items-center gap-1.5 max-md:flex-wrap">
    <bdi className="truncate max-md:whitespace-normal">{row.from_branch_name}</bdi>
    <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-subtle rtl:-scale-x-100" />
    <bdi className="truncate max-md:whitespace-normal">{row.to_branch_name}</bdi>
  </span>
);

import { ClipboardCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Can,
  DataTable,
  ExportButton,
  type ListColumn,
  type ListRowOf,
  ListTools,
  Pager,
  RowMenu,
  useColumnPreferences,
  useList,
  ViewTabs,
} from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { useOpenByHash } from '../../lib/open-by-hash.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Difference } from '../../shared/stock-figures.tsx';
import { Button, cx, EmptyState, MenuItem, PageHeader } from '../../ui/index.ts';
import { DropDialog } from './discard-dialog.tsx';
import { filters, rowFields } from './fields.ts';
import { StartDialog } from './start-dialog.tsx';

type Row = ListRowOf<typeof api.stockCount.list>;

const columns: readonly ListColumn<Row>[] = [
  { of: rowFields.number, cell: (row) => <CountName row={row} /> },
  rowFields.status,
  { of: rowFields.lines, cell: (row) => <CountedLines row={row} /> },
  { of: rowFields.difference, cell: (row) => <Difference of={row.difference} /> },
  { of: rowFields.value, cell: (row) => <CountValue row={row} /> },
  rowFields.account,
  rowFields.created_at,
  { of: rowFields.posted_at, at: 'extra' },
  { of: rowFields.notes, at: 'extra' },
];
const card = [
  rowFields.status.name,
  rowFields.difference.name,
  rowFields.value.name,
  rowFields.created_at.name,
];

export const prefetch = prefetchList(api.stockCount.list);

/** The list of stock-takings with their differences and the value of these. */
export default function StockCountList() {
  const { t } = useTranslation('stock-count');
  const list = useList(api.stockCount.list, { noun: 'stock-count', selectable: false });
  const visibleColumns = useColumnPreferences(list.key, columns);
  const [starting, setStarting] = useOpenByHash('new');
  const [dropping, setDropping] = useState<Row | null>(null);
  const start = (
    <Can use={api.stockCount.save}>
      <Button variant="primary" icon={<Plus />} onClick={() => setStarting(true)}>
        {t('start')}
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
            {start}
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
          open={(row) => paths.stockCount(row.id)}
          card={card}
          actions={(row) =>
            row.actions.includes('delete') ? (
              <RowMenu row={row} name={t('named', { id: row.id })} actions={[]}>
                <MenuItem danger onSelect={() => setDropping(row)}>
                  {t('drop.open')}
                </MenuItem>
              </RowMenu>
            ) : null
          }
          empty={
            <EmptyState icon={<ClipboardCheck />} title={t('empty')} text={t('empty_text')} actions={start} />
          }
        />
        <Pager list={list} />
      </ViewTabs>
      {starting ? <StartDialog onClose={() => setStarting(false)} /> : null}
      {dropping ? <DropDialog of={dropping} onClose={() => setDropping(null)} /> : null}
    </>
  );
}

const CountName = ({ row }: { row: Row }) => {
  const { t } = useTranslation('stock-count');
  return (
    <span className="flex max-w-64 min-w-0 flex-col max-md:max-w-full">
      <span>{t('named', { id: row.id })}</span>
      <bdi className="truncate text-sm font-normal text-subtle">{row.branch_name}</bdi>
    </span>
  );
};

const CountedLines = ({ row }: { row: Row }) => {
  const { number } = useFormat();
  return (
    <bdi dir="ltr" className="tabular">
      {number(row.counted_count)} / {number(row.lines_count)}
    </bdi>
  );
};

const CountValue = ({ row }: { row: Row }) => (
  <span className={cx(row.value < 0 && 'text-danger-text')}>
    <MoneyText amount={row.value} />
  </span>
);

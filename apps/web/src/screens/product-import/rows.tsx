import { ListX } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataTable, type ListColumn, Pager, useColumnPreferences, useList } from '../../kit/index.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { Card, CardBody, CardHeader, EmptyState, TabPanel, Tabs } from '../../ui/index.ts';
import { RowChanges, RowReasons } from './changes.tsx';
import { r } from './fields.ts';
import type { Import, ImportRow } from './import.ts';

const columns: readonly ListColumn<ImportRow>[] = [
  { of: r.title, cell: (row) => <ProductLink row={row} /> },
  r.row,
  r.result,
  { of: r.changes, cell: (row) => <RowResult row={row} /> },
];
const customerColumns: readonly ListColumn<ImportRow>[] = [
  { of: { ...r.customer, name: 'title' }, cell: (row) => <ProductLink row={row} /> },
  ...columns.slice(1),
];
const card = [r.row.name, r.result.name, r.changes.name];

const COUNTED = ['created', 'item', 'picture', 'updated', 'unchanged', 'refused'] as const;

/** Returns how many rows of an import have this result. */
const countRows = (row: Import, result: (typeof COUNTED)[number]): number =>
  result === 'item' ? row.items : result === 'picture' ? row.pictures : row[result];
const ALL = 'all';
type Tab = typeof ALL | ImportRow['result'];

type RowsProps = { row: Import; title: string; text: string; actions?: ReactNode };

/** The rows of a file with their results; one kind of result at a time, or all. */
export const Rows = ({ row, title, text, actions }: RowsProps) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const list = useList(api.productImport.rows, {
    noun: 'product-import',
    key: 'product-import-row',
    fixed: { import_id: row.id },
    selectable: false,
  });
  const own = row.kind === 'customer' ? customerColumns : columns;
  const visibleColumns = useColumnPreferences(list.key, own);
  const tab = (list.query.filters.result ?? ALL) as Tab;
  const undone = row.state === 'undone';
  const tabs: Tab[] = [
    ALL,
    ...(undone ? (['undone', 'kept', 'refused'] as const) : COUNTED.filter((one) => countRows(row, one) > 0)),
  ];
  const countOf = (one: Tab) =>
    !undone && COUNTED.includes(one as (typeof COUNTED)[number])
      ? countRows(row, one as (typeof COUNTED)[number])
      : null;
  return (
    <Card>
      <CardHeader title={title} description={text} actions={actions} />
      <CardBody>
        <Tabs
          label={t('rows.filter')}
          value={tabs.includes(tab) ? tab : ALL}
          onChange={(next) => list.set({ result: next === ALL ? null : next }, 'replace')}
          tabs={tabs.map((value) => {
            const count = countOf(value);
            return {
              value,
              label: value === ALL ? t('rows.all') : t(`result.${value}`),
              aside: count === null ? null : <bdi className="text-subtle tabular">{number(count)}</bdi>,
            };
          })}
        >
          <TabPanel value={tabs.includes(tab) ? tab : ALL} className="pt-3">
            <DataTable
              list={list}
              columns={own}
              visibleColumns={visibleColumns}
              open={findRecordPath}
              card={card}
              empty={<EmptyState icon={<ListX />} title={t('rows.empty')} />}
            />
            <Pager list={list} />
          </TabPanel>
        </Tabs>
      </CardBody>
    </Card>
  );
};

/**
 * Returns the path of a row's record; null when an undo has deleted the record. A record that existed before the import
 * has an earlier value.
 */
const findRecordPath = ({ product_id, account_id, result, changes }: ImportRow): string | null => {
  if (result === 'undone' && changes.every(({ from }) => from === null)) return null;
  if (account_id !== null) return paths.customer(account_id);
  return product_id === null ? null : paths.product(product_id);
};

const ProductLink = ({ row }: { row: ImportRow }) => {
  const { t } = useTranslation('product-import');
  const code = row.barcode ?? row.phone;
  return (
    <span className="flex max-w-80 min-w-40 flex-col whitespace-normal">
      <bdi className="self-start [overflow-wrap:anywhere]">{row.title ?? t('rows.untitled')}</bdi>
      {code === null ? null : (
        <Bdi dir="ltr" className="self-start text-sm text-subtle tabular [overflow-wrap:anywhere]">
          {code}
        </Bdi>
      )}
    </span>
  );
};

const RowResult = ({ row }: { row: ImportRow }) =>
  row.reasons.length > 0 ? <RowReasons reasons={row.reasons} /> : <RowChanges row={row} />;

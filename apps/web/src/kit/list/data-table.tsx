import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  FlexRender,
  type Row as Line,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { memo, type ReactNode, useMemo } from 'react';
import { type Fact, isFigure, nameOf, sortOf } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { type Column, type Columns, cellOf, factOf } from '../../lib/list-columns.ts';
import { useReturn } from '../../lib/list-selection.ts';
import { useNarrow } from '../../lib/narrow.ts';
import {
  Checkbox,
  cx,
  ProgressBar,
  pinnedCell,
  SkeletonRows,
  Table,
  Td,
  THead,
  Th,
  Tr,
} from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import { ListGap } from '../record-gate.tsx';
import { Opener, useRowsOpen } from './opener.tsx';
import { RowCards } from './row-cards.tsx';
import type { List } from './use-list.ts';

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature });

export type DataTableProps<R extends Rowish> = {
  list: List<R>;
  columns: readonly Column<R>[];
  /** Which of them are shown, and in which order: `useColumns`. */
  shown: Columns;
  /** The page of a row; null where it cannot be opened. */
  open: (row: R) => string | null;
  /** The names of the facts that a card on a phone shows below its title; three say enough. */
  card: readonly string[];
  /** Buttons or a menu at the end of a row. */
  actions?: (row: R) => ReactNode;
  /** What stands where there is nothing yet: the first action. */
  empty: ReactNode;
};

/** The actions of a row stay in reach while a wide table scrolls under them; nothing shines through. */
const pinned = `${pinnedCell} bg-surface group-hover/row:bg-sunken group-aria-selected/row:bg-primary-soft`;

/** A list as a table, on a phone as cards; says itself why it is empty. */
export function DataTable<R extends Rowish>(props: DataTableProps<R>) {
  const { list, empty } = props;
  const { t } = useTranslation(['kit', 'fields']);
  const narrow = useNarrow();
  useReturn(list.place, list.state === 'ready');
  return (
    <div className="relative rounded-lg border border-line bg-surface print:border-0">
      <ProgressBar active={list.refetching} label={t('kit:list.refetching')} />
      {list.state === 'loading' ? (
        <SkeletonRows columns={narrow ? 2 : props.columns.length} label={t('kit:list.loading')} />
      ) : list.state === 'ready' && list.rows.length > 0 ? (
        narrow ? (
          <RowCards {...props} />
        ) : (
          <Rows {...props} />
        )
      ) : (
        <ListGap list={list}>{empty}</ListGap>
      )}
    </div>
  );
}

function Rows<R extends Rowish>({ list, columns, shown, open, actions }: DataTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const { selection, query, endpoint } = list;
  const defs = useMemo(() => columns.map((column) => defOf(column)), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: list.rows as R[],
    getRowId: (row) => String(row.id),
    state: { columnVisibility: { ...shown.visible }, columnOrder: [...shown.order] },
  });
  const facts = useMemo(
    () => new Map(columns.map((column) => [factOf(column).name, factOf(column)])),
    [columns],
  );
  const first = shown.order[0];
  const order = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join();
  const from = list.meta?.from ?? 1;

  const header = (name: string) => {
    const of = facts.get(name);
    if (!of) return null;
    const by = sortOf(of);
    const sorted = query.sort_by === by ? query.sort_as : 'none';
    const sort = () => list.set({ sort_by: by, sort_as: sorted === 'asc' ? 'desc' : 'asc' });
    return (
      <Th
        key={name}
        align={isFigure(of) ? 'end' : 'start'}
        {...(endpoint.sorts.includes(by) ? { sort: sorted, onSort: sort } : {})}
      >
        {t(of.label)}
      </Th>
    );
  };

  const rows = useRowsOpen<HTMLTableSectionElement>();
  return (
    <Table
      aria-label={t('kit:list.table')}
      aria-rowcount={(list.meta?.total ?? 0) + 1}
      className="max-h-[max(20rem,calc(100dvh-17rem))] rounded-lg print:max-h-none"
    >
      <THead>
        <tr aria-rowindex={1}>
          {list.selectable ? (
            <Th className="w-10 print:hidden">
              <Checkbox
                checked={selection.page}
                onChange={selection.togglePage}
                aria-label={t('kit:list.select_page')}
              />
            </Th>
          ) : null}
          {table.getVisibleLeafColumns().map((column) => header(column.id))}
          {actions ? (
            <Th className={cx(pinnedCell, 'w-10 bg-sunken print:hidden')}>
              <span className="sr-only">{t('kit:list.actions')}</span>
            </Th>
          ) : null}
        </tr>
      </THead>
      <tbody ref={rows}>
        {table.getRowModel().rows.map((line, index) => {
          const row = line.original;
          const picked = selection.has(row);
          return (
            <Tr
              key={line.id}
              data-line={line.id}
              aria-rowindex={from + index + 1}
              selected={picked}
              className="has-[a[data-open]]:cursor-pointer focus-within:shadow-[inset_3px_0_0_var(--primary)] rtl:focus-within:shadow-[inset_-3px_0_0_var(--primary)]"
            >
              {list.selectable ? (
                <Td className="print:hidden">
                  <Checkbox
                    checked={picked}
                    onChange={() => selection.toggle(row)}
                    aria-label={t('kit:list.select_row', { name: nameOf(row) })}
                  />
                </Td>
              ) : null}
              <Cells
                line={line}
                facts={facts}
                order={order}
                first={first}
                to={open(row)}
                keepPlace={list.keepPlace}
              />
              {actions ? <Td className={cx(pinned, 'print:hidden')}>{actions(row)}</Td> : null}
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

type CellsProps<R extends Rowish> = {
  line: Line<typeof features, R>;
  facts: ReadonlyMap<string, Fact>;
  /** The names of the columns in view, in their order: what the line does not tell by itself when it changes. */
  order: string;
  /** The one that opens the row. */
  first: string | undefined;
  to: string | null;
  keepPlace: List<R>['keepPlace'];
};

/** What a row tells; picking another row draws none of it anew. */
const Cells = memo(<R extends Rowish>({ line, facts, first, to, keepPlace }: CellsProps<R>) =>
  line.getVisibleCells().map((cell) => {
    const content = <FlexRender cell={cell} />;
    return (
      <Td key={cell.id} {...cellLook(facts.get(cell.column.id))}>
        {cell.column.id === first ? (
          <Opener id={line.original.id} to={to} keepPlace={keepPlace}>
            {content}
          </Opener>
        ) : (
          content
        )}
      </Td>
    );
  }),
) as <R extends Rowish>(props: CellsProps<R>) => ReactNode;

function defOf<R extends Rowish>(column: Column<R>): ColumnDef<typeof features, R> {
  const of = factOf(column);
  const own = cellOf(column);
  return {
    id: of.name,
    cell: ({ row }: { row: { original: R } }) =>
      own ? own(row.original) : <Cell of={of} row={row.original} />,
  };
}

/** Short facts stay on one line; the table scrolls before it breaks them. */
const cellLook = (of: Fact | undefined) => ({
  align: of && isFigure(of) ? ('end' as const) : ('start' as const),
  className: of?.kind === 'longText' ? 'min-w-64' : 'whitespace-nowrap print:whitespace-normal',
});

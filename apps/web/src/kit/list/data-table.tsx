import { RotateCw } from 'lucide-react';
import { memo, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { CurrencyScope } from '../../lib/currency.ts';
import { type FieldSpec, getSortField, isNumeric } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { runAfterPaint } from '../../lib/idle.ts';
import { type Columns, getColumnCell, getColumnField, type ListColumn } from '../../lib/list/columns.ts';
import { acceptsFilterValue } from '../../lib/list/filter-rules.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { useIsSelected, useRestoreRowFocus } from '../../lib/list/selection.ts';
import { type SteadyRow, useSteadyRows } from '../../lib/list/steady-rows.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { countOwnWrites } from '../../lib/server/query-cache.ts';
import {
  Button,
  cx,
  getCellClass,
  ProgressBar,
  pinnedCell,
  SkeletonRows,
  Table,
  THead,
  Th,
  Tr,
} from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import { ListStates } from '../record-states.tsx';
import { RowCards } from './row-cards.tsx';
import { PageCheckbox, RowCheckbox } from './row-checkbox.tsx';
import { RowLink, useRowClick } from './row-link.tsx';
import type { List } from './use-list.ts';

export type DataTableProps<R extends HasId> = {
  list: List<R>;
  columns: readonly ListColumn<R>[];
  /** The visible columns in order, from `useColumnPreferences`. */
  visibleColumns: Columns;
  /** The path of a row's page; null when it cannot be opened. */
  open: (row: R) => string | null;
  /** The names of the fields that a card on a phone shows below its title; three are enough. */
  card: readonly string[];
  /** Buttons or a menu at the end of a row. */
  actions?: (row: R) => ReactNode;
  /** Shown for a list without records, with the first action. */
  empty: ReactNode;
  /** Shown instead of *nothing matches* where it is good news that nothing does. */
  calm?: ReactNode;
};

/** A list as a table, on a phone as cards, with its own empty states. */
export function DataTable<R extends HasId>(props: DataTableProps<R>) {
  const { list, empty, calm } = props;
  const { t } = useTranslation(['kit', 'fields']);
  const narrow = useIsPhoneWidth();
  useRestoreRowFocus(list.place, list.state === 'ready');
  const basis = JSON.stringify([list.query, list.meta?.current_page, countOwnWrites()]);
  const steady = useSteadyRows<R, HTMLDivElement>(list.rows, basis);
  return (
    <div className="relative rounded-lg border border-line bg-surface print:border-0">
      <ProgressBar active={list.refetching} label={t('kit:list.refetching')} />
      {list.state === 'loading' ? (
        <SkeletonRows columns={narrow ? 2 : props.columns.length} label={t('kit:list.loading')} />
      ) : list.state === 'ready' && list.rows.length > 0 ? (
        <div {...steady.area}>
          {narrow ? <RowCards {...props} rows={steady.rows} /> : <TableRows {...props} rows={steady.rows} />}
          {steady.isHeld ? (
            <div className="sticky bottom-2 z-10 flex h-0 items-end justify-center print:hidden">
              <Button size="sm" icon={<RotateCw />} onClick={steady.release} className="shadow-md">
                {t('kit:list.changed')}
              </Button>
            </div>
          ) : null}
        </div>
      ) : list.state === 'ready' && calm ? (
        calm
      ) : (
        <ListStates list={list}>{empty}</ListStates>
      )}
    </div>
  );
}

/**
 * Returns the number of rows that fit on the screen: rows of 36 px, with 272 px taken by the rest of the page, at least
 * 9.
 */
const inSight = () => Math.ceil(Math.max(320, innerHeight - 272) / 36);

/**
 * Returns whether the whole table is to be drawn: first come the rows that fit on the screen, without the menus at their
 * ends, and the rest after they were painted; on Back, all of it at once.
 */
function useIsComplete(place: List['place']): boolean {
  const [isComplete, setComplete] = useState(place !== null);
  useEffect(() => runAfterPaint(() => startTransition(() => setComplete(true))), []);
  return isComplete;
}

export type SteadyTableProps<R extends HasId> = DataTableProps<R> & { rows: readonly SteadyRow<R>[] };

function TableRows<R extends HasId>({
  list,
  rows,
  columns,
  visibleColumns,
  open,
  actions,
}: SteadyTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const { query, endpoint } = list;
  const inView = useMemo(() => {
    const byName = new Map(columns.map((column) => [getColumnField(column).name, column]));
    return visibleColumns.order
      .filter((name) => visibleColumns.visible[name])
      .flatMap((name) => byName.get(name) ?? []);
  }, [columns, visibleColumns]);
  const from = list.meta?.from ?? 1;

  const header = (field: FieldSpec) => {
    const by = getSortField(field);
    const sorted = query.sort_by === by ? query.sort_as : 'none';
    const sort = () => list.set({ sort_by: by, sort_as: sorted === 'asc' ? 'desc' : 'asc' });
    return (
      <Th
        key={field.name}
        align={isNumeric(field) ? 'end' : 'start'}
        {...(acceptsFilterValue(endpoint, 'sort_by', by) ? { sort: sorted, onSort: sort } : {})}
      >
        {t(field.label)}
      </Th>
    );
  };

  const isComplete = useIsComplete(list.place);
  const lines = isComplete ? rows : rows.slice(0, inSight());
  const body = useRowClick<HTMLTableSectionElement>();
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
              <PageCheckbox list={list} />
            </Th>
          ) : null}
          {inView.map((column) => header(getColumnField(column)))}
          {actions ? (
            <Th className={cx(pinnedCell, 'w-10 bg-sunken print:hidden')}>
              <span className="sr-only">{t('kit:list.actions')}</span>
            </Th>
          ) : null}
        </tr>
      </THead>
      <tbody ref={body}>
        {lines.map(({ row, isGone }, index) => {
          const to = open(row);
          return (
            <TableRow
              key={row.id}
              list={list}
              row={row}
              rowIndex={from + index + 1}
              opens={to !== null}
              isGone={isGone}
            >
              <Cells row={row} columns={inView} to={to} keepPlace={list.keepPlace} />
              {actions ? (
                <td className={pinned}>
                  {isComplete ? actions(row) : <div className="h-control-sm w-control-sm" />}
                </td>
              ) : null}
            </TableRow>
          );
        })}
      </tbody>
    </Table>
  );
}

type LineProps<R extends HasId> = {
  list: List<R>;
  row: R;
  rowIndex: number;
  opens: boolean;
  isGone: boolean;
  children: ReactNode;
};

/** A row of the table; selecting it draws only its frame again. */
function TableRow<R extends HasId>({ list, row, rowIndex, opens, isGone, children }: LineProps<R>) {
  const isPicked = useIsSelected(list, row);
  return (
    <Tr
      data-line={isGone ? undefined : row.id}
      aria-rowindex={rowIndex}
      selected={isPicked}
      inert={isGone}
      className={cx(opens ? openLineLook : lineLook, isGone && 'opacity-40')}
    >
      {list.selectable ? (
        <td className={actionCellClass}>
          <RowCheckbox list={list} row={row} picked={isPicked} />
        </td>
      ) : null}
      {children}
    </Tr>
  );
}

type CellsProps<R extends HasId> = {
  row: R;
  /** The visible columns in order; the first opens the row. */
  columns: readonly ListColumn<R>[];
  to: string | null;
  keepPlace: List<R>['keepPlace'];
};

/** Memoized, so that selecting a row does not draw its cells again. */
const Cells = memo(<R extends HasId>({ row, columns, to, keepPlace }: CellsProps<R>) => (
  <CurrencyScope of={row}>
    {columns.map((column, index) => {
      const field = getColumnField(column);
      const customCell = getColumnCell(column);
      const content = customCell ? customCell(row) : <Cell of={field} row={row} />;
      return (
        <td key={field.name} className={cellLook(field)}>
          {index === 0 ? (
            <RowLink id={row.id} to={to} keepPlace={keepPlace}>
              {content}
            </RowLink>
          ) : (
            content
          )}
        </td>
      );
    })}
  </CurrencyScope>
)) as <R extends HasId>(props: CellsProps<R>) => ReactNode;

const lineLook =
  'focus-within:shadow-[inset_3px_0_0_var(--primary)] rtl:focus-within:shadow-[inset_-3px_0_0_var(--primary)]';
const openLineLook = `${lineLook} cursor-pointer`;

// computed once, because every row uses it
const actionCellClass = getCellClass('start', 'print:hidden');
/** The actions stay visible while a wide table scrolls under them, so they need an opaque background. */
const pinned = getCellClass(
  'start',
  `${pinnedCell} bg-surface group-hover/row:bg-sunken group-aria-selected/row:bg-primary-soft print:hidden`,
);
/** Short fields stay on one line; the table scrolls instead of wrapping them. */
const short = 'whitespace-nowrap print:whitespace-normal';
const looks = {
  text: getCellClass('start', short),
  figure: getCellClass('end', short),
  longText: getCellClass('start', 'min-w-64'),
};
const cellLook = (field: FieldSpec) =>
  field.kind === 'longText' ? looks.longText : isNumeric(field) ? looks.figure : looks.text;

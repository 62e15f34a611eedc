import { memo, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { CurrencyScope } from '../../lib/currency.ts';
import { type Fact, isFigure, sortOf } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { type Column, type Columns, cellOf, factOf } from '../../lib/list-columns.ts';
import { useIsPicked, useReturn } from '../../lib/list-selection.ts';
import { useNarrow } from '../../lib/narrow.ts';
import {
  cellClass,
  cx,
  ProgressBar,
  pinnedCell,
  SkeletonRows,
  Table,
  THead,
  Th,
  Tr,
} from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import { ListGap } from '../record-gate.tsx';
import { Opener, useRowsOpen } from './opener.tsx';
import { RowCards } from './row-cards.tsx';
import { PageTick, RowTick } from './row-tick.tsx';
import type { List } from './use-list.ts';

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

/** How many rows the box of the table can show at once: 36 px at least for each, all but 17 rem of the page, at least 20. */
const inSight = () => Math.ceil(Math.max(320, innerHeight - 272) / 36);

/** The rows to draw: those that come into sight first, the others right after. Who comes back to one finds them all. */
function useGrowing<R extends Rowish>({ rows, place }: List<R>): readonly R[] {
  const [whole, setWhole] = useState(place !== null);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return whole ? rows : rows.slice(0, inSight());
}

function Rows<R extends Rowish>({ list, columns, shown, open, actions }: DataTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const { query, endpoint } = list;
  const inView = useMemo(() => {
    const byName = new Map(columns.map((column) => [factOf(column).name, column]));
    return shown.order.filter((name) => shown.visible[name]).flatMap((name) => byName.get(name) ?? []);
  }, [columns, shown]);
  const from = list.meta?.from ?? 1;

  const header = (of: Fact) => {
    const by = sortOf(of);
    const sorted = query.sort_by === by ? query.sort_as : 'none';
    const sort = () => list.set({ sort_by: by, sort_as: sorted === 'asc' ? 'desc' : 'asc' });
    return (
      <Th
        key={of.name}
        align={isFigure(of) ? 'end' : 'start'}
        {...(endpoint.sorts.includes(by) ? { sort: sorted, onSort: sort } : {})}
      >
        {t(of.label)}
      </Th>
    );
  };

  const lines = useGrowing(list);
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
              <PageTick list={list} />
            </Th>
          ) : null}
          {inView.map((column) => header(factOf(column)))}
          {actions ? (
            <Th className={cx(pinnedCell, 'w-10 bg-sunken print:hidden')}>
              <span className="sr-only">{t('kit:list.actions')}</span>
            </Th>
          ) : null}
        </tr>
      </THead>
      <tbody ref={rows}>
        {lines.map((row, index) => {
          const to = open(row);
          return (
            <Line key={row.id} list={list} row={row} rowIndex={from + index + 1} opens={to !== null}>
              <Cells row={row} columns={inView} to={to} keepPlace={list.keepPlace} />
              {actions ? <td className={pinned}>{actions(row)}</td> : null}
            </Line>
          );
        })}
      </tbody>
    </Table>
  );
}

type LineProps<R extends Rowish> = {
  list: List<R>;
  row: R;
  rowIndex: number;
  opens: boolean;
  children: ReactNode;
};

/** A row; picking it draws it anew, not what is in it. */
function Line<R extends Rowish>({ list, row, rowIndex, opens, children }: LineProps<R>) {
  const isPicked = useIsPicked(list, row);
  return (
    <Tr
      data-line={row.id}
      aria-rowindex={rowIndex}
      selected={isPicked}
      className={opens ? openLineLook : lineLook}
    >
      {list.selectable ? (
        <td className={aside}>
          <RowTick list={list} row={row} picked={isPicked} />
        </td>
      ) : null}
      {children}
    </Tr>
  );
}

type CellsProps<R extends Rowish> = {
  row: R;
  /** Those in view, in their order; the first opens the row. */
  columns: readonly Column<R>[];
  to: string | null;
  keepPlace: List<R>['keepPlace'];
};

/** What a row tells; what else is drawn anew around it leaves it as it is. */
const Cells = memo(<R extends Rowish>({ row, columns, to, keepPlace }: CellsProps<R>) => (
  <CurrencyScope of={row}>
    {columns.map((column, index) => {
      const of = factOf(column);
      const own = cellOf(column);
      const content = own ? own(row) : <Cell of={of} row={row} />;
      return (
        <td key={of.name} className={cellLook(of)}>
          {index === 0 ? (
            <Opener id={row.id} to={to} keepPlace={keepPlace}>
              {content}
            </Opener>
          ) : (
            content
          )}
        </td>
      );
    })}
  </CurrencyScope>
)) as <R extends Rowish>(props: CellsProps<R>) => ReactNode;

const lineLook =
  'focus-within:shadow-[inset_3px_0_0_var(--primary)] rtl:focus-within:shadow-[inset_-3px_0_0_var(--primary)]';
const openLineLook = `${lineLook} cursor-pointer`;

// drawn in every row: put together once
const aside = cellClass('start', 'print:hidden');
/** The actions of a row stay in reach while a wide table scrolls under them; nothing shines through. */
const pinned = cellClass(
  'start',
  `${pinnedCell} bg-surface group-hover/row:bg-sunken group-aria-selected/row:bg-primary-soft print:hidden`,
);
/** Short facts stay on one line; the table scrolls before it breaks them. */
const short = 'whitespace-nowrap print:whitespace-normal';
const looks = {
  text: cellClass('start', short),
  figure: cellClass('end', short),
  longText: cellClass('start', 'min-w-64'),
};
const cellLook = (of: Fact) =>
  of.kind === 'longText' ? looks.longText : isFigure(of) ? looks.figure : looks.text;

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { watchEnds } from '../watch-ends.ts';

export type Align = 'start' | 'center' | 'end';

const aligned: Record<Align, string> = { start: 'text-start', center: 'text-center', end: 'text-end' };

/** The style of a last column that stays visible while the others scroll under it. */
export const pinnedCell = 'sticky end-0 group-data-[more~=end]/box:over-end print:static';

/**
 * A table in its own scroll box, so that a wide one does not widen the page; an end with hidden columns is shaded. A
 * sticky head needs a height (`className`).
 */
export const Table = ({
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { 'aria-label': string }) => (
  <div
    ref={watchEnds}
    className={cx('group/box relative w-full overflow-auto scroll-ends print:overflow-visible', className)}
  >
    <table {...rest} className="w-full border-separate border-spacing-0 text-base">
      {children}
    </table>
  </div>
);

/** The head; it stays visible while the rows scroll. */
export const THead = ({ children }: { children: ReactNode }) => (
  <thead className="sticky top-0 z-10 bg-sunken print:static">{children}</thead>
);

export type ThProps = Omit<ComponentProps<'th'>, 'align'> & {
  align?: Align | undefined;
  /** The column's sort direction; `none` when it is sortable and not sorted by. */
  sort?: 'asc' | 'desc' | 'none' | undefined;
  onSort?: (() => void) | undefined;
};

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

/** A column's heading; with `onSort` it is a button that shows the sort direction. */
export const Th = ({ align = 'start', sort, onSort, className, children, ...rest }: ThProps) => {
  const Arrow = sort === 'asc' ? ArrowUp : sort === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort ? ariaSort[sort] : undefined}
      className={cx(
        // a heading of several words wraps before the table has to scroll
        'h-9 border-b border-line px-cell py-1 text-sm leading-tight font-medium text-balance text-muted',
        aligned[align],
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'group hit min-h-6 rounded-sm hover:text-ink',
            aligned[align],
            sort !== 'none' && 'text-ink',
          )}
        >
          {children}
          <Arrow
            aria-hidden="true"
            className={cx(
              // in the gap between two headings, so that the icon does not widen the column
              'absolute top-1/2 size-3.5 -translate-y-1/2',
              align === 'end' ? 'end-full me-0.5' : 'start-full ms-0.5',
              sort === 'none' && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
};

export type TrProps = ComponentProps<'tr'> & {
  /** Selected for a bulk action. */
  selected?: boolean | undefined;
  /** The row with the keyboard focus (J/K). */
  active?: boolean | undefined;
};

/** A row of data. */
export const Tr = ({ selected, active, className, ...rest }: TrProps) => (
  <tr
    {...rest}
    aria-selected={selected}
    data-active={active || undefined}
    className={cx(
      'group/row transition-colors duration-75',
      selected ? 'bg-primary-soft' : 'hover:bg-sunken',
      active && 'shadow-[inset_3px_0_0_var(--primary)] rtl:shadow-[inset_-3px_0_0_var(--primary)]',
      className,
    )}
  />
);

/** Returns the class names of a cell, for code that renders hundreds of them. */
export const getCellClass = (align: Align, className?: string): string =>
  cx(
    'h-row border-b border-line px-cell py-1 align-middle group-last/row:border-b-0',
    aligned[align],
    align === 'end' && 'tabular',
    className,
  );

/** A cell; `align="end"` for figures, in digits of equal width. */
export const Td = ({
  align = 'start',
  className,
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & { align?: Align }) => (
  <td {...rest} className={getCellClass(align, className)} />
);

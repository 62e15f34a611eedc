import { ChevronRight, Folder, Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { CountLink, Link, MissingMark } from '../../kit/index.ts';
import { Cell } from '../../kit/kinds/cell.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { cx, Td } from '../../ui/index.ts';
import type { TreeNode } from './childs.ts';
import { useDraggableRow } from './drag.ts';
import { closeCategory, openCategory } from './expanded.ts';
import { formFields } from './fields.ts';
import type { DropZone } from './moves.ts';
import { RowActions } from './row-actions.tsx';
import type { TreeRowContext } from './tree.tsx';

export type TreeRowProps = {
  place: TreeNode;
  level: number;
  open: boolean;
  parts: TreeRowContext;
  /** The rows below it. */
  children: ReactNode;
};

/** A row of the tree; it can be dragged, and its menu can move it too. */
export const TreeRow = ({ place, level, open, parts, children }: TreeRowProps) => {
  const { t } = useTranslation(['category', 'fields']);
  const { number } = useFormat();
  const line = useRef<HTMLTableRowElement>(null);
  const { row, index, siblings } = place;
  const { active, kept, moves, places } = parts;
  const movable = parts.mayMove && row.actions.includes('save');
  const { zone, dragged } = useDraggableRow(line, place, { moves, open, allowed: movable });
  const reach = useReach(place, active) ? 0 : -1;

  useEffect(() => {
    places.set(row.id, place);
    return () => void places.delete(row.id);
  });
  // a moved row is rendered at another position, so the focus is moved there
  const spot = `${siblings.parent}.${index}`;
  const lastSpot = useRef('');
  useEffect(() => {
    const isNew = lastSpot.current !== spot;
    lastSpot.current = spot;
    if (!isNew || kept.current !== row.id) return;
    kept.current = null;
    line.current?.focus();
  }, [kept, row.id, spot]);

  return (
    <>
      <tr
        ref={line}
        data-line={row.id}
        tabIndex={reach}
        aria-level={level}
        aria-posinset={index + 1}
        aria-setsize={siblings.total}
        aria-expanded={row.childs_count > 0 ? open : undefined}
        className={cx(
          'group/row relative outline-offset-[-2px] hover:bg-sunken focus-within:bg-sunken',
          (dragged || moves.busy === row.id) && 'opacity-50',
          zone === 'into' && 'bg-primary-soft outline-2 outline-primary',
        )}
      >
        <Td className="w-full max-w-0">
          <DropLine zone={zone} level={level} />
          <span
            className="flex min-w-0 items-center gap-1.5 ps-[calc(var(--depth)*1rem)] sm:ps-[calc(var(--depth)*1.5rem)]"
            style={{ '--depth': Math.min(level - 1, 12) } as React.CSSProperties}
          >
            <UnfoldButton place={place} open={open} />
            <CategoryIcon src={row.icon_url} />
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
              <Link
                data-open
                to={paths.category(row.id)}
                tabIndex={reach}
                draggable={false}
                onClick={() => parts.list.keepPlace(row.id)}
                className="hit max-w-full truncate rounded-sm font-medium text-ink hover:underline"
              >
                <bdi>{row.title}</bdi>
              </Link>
              {row.featured === 1 ? (
                <Star
                  role="img"
                  aria-label={t('fields:featured')}
                  className="size-3.5 shrink-0 text-warning-text"
                />
              ) : null}
              <MissingMark of={row.missing} />
              {row.status === 0 ? (
                <span className="sm:hidden">
                  <Cell of={formFields.status} row={row} />
                </span>
              ) : null}
            </span>
          </span>
        </Td>
        <Td align="end" className="hidden md:table-cell">
          <CountLink
            count={row.products_count}
            to={withQuery(paths.products, { categorys_id: row.id })}
            label={t('category:products_of', { name: row.title })}
          />
        </Td>
        <Td align="end" className="hidden md:table-cell">
          <bdi className={row.childs_count === 0 ? 'text-subtle' : ''}>{number(row.childs_count)}</bdi>
        </Td>
        <Td className="hidden whitespace-nowrap sm:table-cell">
          <Cell of={formFields.status} row={row} />
        </Td>
        <Td className="whitespace-nowrap">
          <span className="flex items-center justify-end gap-1">
            <RowActions place={place} reach={reach} movable={movable} parts={parts} />
          </span>
        </Td>
      </tr>
      {children}
    </>
  );
};

/** Returns whether Tab reaches a row: only the one that last had the focus, else the first. */
function useReach({ row, above, index }: TreeNode, active: TreeRowContext['active']): boolean {
  useEffect(
    () => () => {
      if (active.get() === row.id) active.set(null);
    },
    [active, row.id],
  );
  return useSyncExternalStore(active.subscribe, () => {
    const id = active.get();
    return id === null ? above === null && index === 0 : id === row.id;
  });
}

const CategoryIcon = ({ src }: { src: string | null }) =>
  src ? (
    <img
      src={src}
      alt=""
      draggable={false}
      loading="lazy"
      className="size-6 shrink-0 rounded-sm bg-sunken object-contain"
    />
  ) : (
    <Folder aria-hidden="true" className="mx-1 size-4 shrink-0 text-subtle" />
  );

/** Opens and closes a category by pointer; with the keyboard the row itself does it. */
const UnfoldButton = ({ place: { row }, open }: { place: TreeNode; open: boolean }) => {
  const { t } = useTranslation('category');
  if (row.childs_count === 0) return <span aria-hidden="true" className="size-6 shrink-0" />;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t(open ? 'tree.close' : 'tree.open', { name: row.title })}
      onClick={() => (open ? closeCategory(row.id) : openCategory(row.id))}
      className="hit grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
    >
      <ChevronRight
        aria-hidden="true"
        className={cx('size-4 transition-transform duration-100', open ? 'rotate-90' : 'rtl:-scale-x-100')}
      />
    </button>
  );
};

/** A line that shows where the dragged row would be dropped, before or after this row. */
const DropLine = ({ zone, level }: { zone: DropZone | null; level: number }) =>
  zone === 'before' || zone === 'after' ? (
    <span
      data-drop={zone}
      aria-hidden="true"
      style={{ '--depth': level } as React.CSSProperties}
      className={cx(
        'pointer-events-none absolute end-2 start-[calc(var(--depth)*1.5rem)] z-10 h-0.5 rounded-full bg-primary',
        'before:absolute before:-top-[3px] before:-start-1 before:size-2 before:rounded-full before:border-2 before:border-primary before:bg-surface',
        zone === 'before' ? '-top-px' : '-bottom-px',
      )}
    />
  ) : null;

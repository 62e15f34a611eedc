import type { ReactNode } from 'react';
import { CurrencyScope } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getColumnCell, getColumnField } from '../../lib/list/columns.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { useIsSelected } from '../../lib/list/selection.ts';
import { cx, FactList } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import type { SteadyTableProps } from './data-table.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowLink, useRowClick } from './row-link.tsx';
import type { List } from './use-list.ts';

/** The rows of a list on a phone, each as a card with its name and key fields. */
export function RowCards<R extends HasId>({
  list,
  rows,
  columns,
  visibleColumns,
  open,
  card,
  actions,
}: SteadyTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const cards = useRowClick<HTMLUListElement>();
  const byName = new Map(columns.map((column) => [getColumnField(column).name, column]));
  const facts = card.flatMap((name) => byName.get(name) ?? []).map(getColumnField);
  const show = (name: string | undefined, row: R) => {
    const column = byName.get(name ?? '');
    return column ? (getColumnCell(column)?.(row) ?? <Cell of={getColumnField(column)} row={row} />) : null;
  };
  return (
    <ul ref={cards} aria-label={t('kit:list.table')} className="divide-y divide-line">
      {rows.map(({ row, isGone }) => (
        <RowCard key={row.id} list={list} row={row} isGone={isGone}>
          <CurrencyScope of={row}>
            <div className="min-w-0 flex-1">
              <RowLink id={row.id} to={open(row)} keepPlace={list.keepPlace}>
                {show(visibleColumns.order[0], row)}
              </RowLink>
              <FactList
                facts={facts.map((field) => ({
                  id: field.name,
                  name: t(field.label),
                  value: show(field.name, row),
                }))}
              />
            </div>
          </CurrencyScope>
          {actions ? <div className="print:hidden">{actions(row)}</div> : null}
        </RowCard>
      ))}
    </ul>
  );
}

type CardProps<R extends HasId> = { list: List<R>; row: R; isGone: boolean; children: ReactNode };

/** Selecting the card draws only its frame again. */
function RowCard<R extends HasId>({ list, row, isGone, children }: CardProps<R>) {
  const isPicked = useIsSelected(list, row);
  return (
    <li
      data-line={isGone ? undefined : row.id}
      inert={isGone}
      className={cx('flex items-start gap-3 p-3', isPicked && 'bg-primary-soft', isGone && 'opacity-40')}
    >
      {list.selectable ? (
        <span className="pt-1 print:hidden">
          <RowCheckbox list={list} row={row} picked={isPicked} />
        </span>
      ) : null}
      {children}
    </li>
  );
}

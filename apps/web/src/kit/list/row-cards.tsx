import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { cellOf, factOf } from '../../lib/list-columns.ts';
import { Checkbox, cx } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import type { DataTableProps } from './data-table.tsx';
import { nameOf, Opener } from './opener.tsx';

/** The rows of a list on a phone: a card each, with its name and its key facts. */
export function RowCards<R extends Rowish>({ list, columns, shown, open, card, actions }: DataTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const { selection } = list;
  const byName = new Map(columns.map((column) => [factOf(column).name, column]));
  const show = (name: string | undefined, row: R) => {
    const column = byName.get(name ?? '');
    return column ? (cellOf(column)?.(row) ?? <Cell of={factOf(column)} row={row} />) : null;
  };
  return (
    <ul aria-label={t('kit:list.table')} className="divide-y divide-line">
      {list.rows.map((row) => (
        <li
          key={row.id}
          data-line={row.id}
          className={cx('flex items-start gap-3 p-3', selection.has(row) && 'bg-primary-soft')}
        >
          <span className="pt-1 print:hidden">
            <Checkbox
              checked={selection.has(row)}
              onChange={() => selection.toggle(row)}
              aria-label={t('kit:list.select_row', { name: nameOf(row) })}
            />
          </span>
          <div className="min-w-0 flex-1">
            <Opener list={list} row={row} to={open(row)}>
              {show(shown.order[0], row)}
            </Opener>
            <dl className="mt-1 grid grid-cols-[minmax(6.5rem,auto)_1fr] gap-x-3 gap-y-1 text-sm">
              {card.map((name) => {
                const column = byName.get(name);
                if (!column) return null;
                return (
                  <div key={name} className="contents">
                    <dt className="text-subtle">{t(factOf(column).label)}</dt>
                    <dd className="min-w-0 [overflow-wrap:anywhere]">{show(name, row)}</dd>
                  </div>
                );
              })}
            </dl>
          </div>
          {actions ? <div className="print:hidden">{actions(row)}</div> : null}
        </li>
      ))}
    </ul>
  );
}

import { nameOf } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { cellOf, factOf } from '../../lib/list-columns.ts';
import { Checkbox, cx, FactList } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import type { DataTableProps } from './data-table.tsx';
import { Opener, useRowsOpen } from './opener.tsx';

/** The rows of a list on a phone: a card each, with its name and its key facts. */
export function RowCards<R extends Rowish>({ list, columns, shown, open, card, actions }: DataTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const { selection } = list;
  const rows = useRowsOpen<HTMLUListElement>();
  const byName = new Map(columns.map((column) => [factOf(column).name, column]));
  const facts = card.flatMap((name) => byName.get(name) ?? []).map(factOf);
  const show = (name: string | undefined, row: R) => {
    const column = byName.get(name ?? '');
    return column ? (cellOf(column)?.(row) ?? <Cell of={factOf(column)} row={row} />) : null;
  };
  return (
    <ul ref={rows} aria-label={t('kit:list.table')} className="divide-y divide-line">
      {list.rows.map((row) => (
        <li
          key={row.id}
          data-line={row.id}
          className={cx('flex items-start gap-3 p-3', selection.has(row) && 'bg-primary-soft')}
        >
          {list.selectable ? (
            <span className="pt-1 print:hidden">
              <Checkbox
                checked={selection.has(row)}
                onChange={() => selection.toggle(row)}
                aria-label={t('kit:list.select_row', { name: nameOf(row) })}
              />
            </span>
          ) : null}
          <div className="min-w-0 flex-1">
            <Opener id={row.id} to={open(row)} keepPlace={list.keepPlace}>
              {show(shown.order[0], row)}
            </Opener>
            <FactList
              facts={facts.map((of) => ({ id: of.name, name: t(of.label), value: show(of.name, row) }))}
            />
          </div>
          {actions ? <div className="print:hidden">{actions(row)}</div> : null}
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import { CurrencyScope } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish } from '../../lib/list-address.ts';
import { cellOf, factOf } from '../../lib/list-columns.ts';
import { useIsPicked } from '../../lib/list-selection.ts';
import { cx, FactList } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import type { DataTableProps } from './data-table.tsx';
import { Opener, useRowsOpen } from './opener.tsx';
import { RowTick } from './row-tick.tsx';
import type { List } from './use-list.ts';

/** The rows of a list on a phone: a card each, with its name and its key facts. */
export function RowCards<R extends Rowish>({ list, columns, shown, open, card, actions }: DataTableProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
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
        <Card key={row.id} list={list} row={row}>
          <CurrencyScope of={row}>
            <div className="min-w-0 flex-1">
              <Opener id={row.id} to={open(row)} keepPlace={list.keepPlace}>
                {show(shown.order[0], row)}
              </Opener>
              <FactList
                facts={facts.map((of) => ({ id: of.name, name: t(of.label), value: show(of.name, row) }))}
              />
            </div>
          </CurrencyScope>
          {actions ? <div className="print:hidden">{actions(row)}</div> : null}
        </Card>
      ))}
    </ul>
  );
}

type CardProps<R extends Rowish> = { list: List<R>; row: R; children: ReactNode };

/** Picking it draws its frame anew, not what is in it. */
function Card<R extends Rowish>({ list, row, children }: CardProps<R>) {
  const isPicked = useIsPicked(list, row);
  return (
    <li data-line={row.id} className={cx('flex items-start gap-3 p-3', isPicked && 'bg-primary-soft')}>
      {list.selectable ? (
        <span className="pt-1 print:hidden">
          <RowTick list={list} row={row} picked={isPicked} />
        </span>
      ) : null}
      {children}
    </li>
  );
}

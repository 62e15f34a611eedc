import { Link } from '../../../kit/index.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSteadyRows } from '../../../lib/list/steady-rows.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { cx } from '../../../ui/index.ts';
import { type BoardColumnValue, type BoardState, listColumnCards } from './board-state.ts';
import { BoardCard, type CardActions, type DefaultNextStatus, type OpenCardPart } from './card.tsx';
import { ColumnHead } from './column-head.tsx';
import type { BoardFilter } from './use-board.ts';

export type ColumnProps = {
  value: BoardColumnValue;
  title: string;
  next: DefaultNextStatus | null;
  state: BoardState;
  filter: BoardFilter;
  open: { id: number; part: OpenCardPart } | null;
  busy: number | null;
  deeds: CardActions;
  /** True when only this column is visible; its tab then has the name. */
  isAlone?: boolean;
};

/** The orders of a status, the most urgent first; beside other columns its head is drawn by wide-columns.tsx. */
export const BoardColumn = ({
  value,
  title,
  next,
  state,
  filter,
  open,
  busy,
  deeds,
  isAlone,
}: ColumnProps) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const cards = listColumnCards(state.rows, value);
  const steady = useSteadyRows(cards);
  const total = state.totals[value] ?? cards.length;
  const beyond = total - cards.length;
  return (
    <section
      {...steady.area}
      aria-label={title}
      data-column={value}
      className={cx('min-w-0 bg-sunken p-2', isAlone ? 'rounded-lg' : 'rounded-b-lg pt-0')}
    >
      {isAlone ? (
        <div className="sticky top-14 z-10 -mx-2 -mt-2">
          <ColumnHead value={value} title={title} state={state} isAlone />
        </div>
      ) : null}
      {value === 5 ? <p className="px-1 pb-2 text-xs text-subtle">{t('board.today')}</p> : null}
      {steady.rows.length === 0 ? (
        <p className="px-1 pb-1 text-sm text-subtle">{t('board.none')}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {steady.rows.map(({ row, isGone }) => (
            <BoardCard
              key={row.id}
              row={row}
              next={row.actions.includes('advance') ? next : null}
              isPlain={row.status_title === title}
              isNew={state.unseen.has(row.id)}
              part={!isGone && open?.id === row.id ? open.part : null}
              isBusy={busy === row.id}
              deeds={deeds}
              isGone={isGone}
            />
          ))}
        </ul>
      )}
      {beyond > 0 ? (
        <Link
          to={withQuery(paths.orders, { status_value: value, ...filter })}
          className="mt-2 block rounded-md px-1 py-1 text-sm text-primary-text hover:underline"
        >
          {t('board.more', { count: beyond, shown: number(beyond) })}
        </Link>
      ) : null}
    </section>
  );
};

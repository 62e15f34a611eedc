import { Link } from 'react-router-dom';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSteadyRows } from '../../../lib/list/steady-rows.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { Badge, StatusDot } from '../../../ui/index.ts';
import { getOrderUrgency, useCurrentSecond } from '../shared/deadline.ts';
import { VALUES } from '../shared/fields.ts';
import { type BoardState, type ColumnValue, listColumnCards } from './board-state.ts';
import { BoardCard, type CardActions, type DefaultNextStatus, type OpenCardPart } from './card.tsx';
import type { BoardFilter } from './use-board.ts';

export type ColumnProps = {
  value: ColumnValue;
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

/** The orders of a status, the most urgent first. */
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
  const late = useCurrentSecond((now) => cards.filter((row) => getOrderUrgency(row, now) === 'late').length);
  const total = state.totals[value] ?? cards.length;
  const variant = VALUES.find((one) => one.value === value)?.variant ?? 'secondary';
  const beyond = total - cards.length;
  return (
    <section
      {...steady.area}
      aria-label={title}
      data-column={value}
      className="min-w-0 rounded-lg bg-sunken p-2"
    >
      {isAlone && late === 0 ? null : (
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 pb-2 text-sm font-semibold text-ink">
          {isAlone ? null : (
            <>
              <StatusDot variant={variant}>
                <bdi className="wrap-anywhere hyphens-auto">{title}</bdi>
              </StatusDot>
              <span className="font-normal text-subtle tabular">{number(total)}</span>
            </>
          )}
          {late > 0 ? (
            <Badge variant="danger" className="ms-auto">
              {t('board.late', { count: late, shown: number(late) })}
            </Badge>
          ) : null}
        </h2>
      )}
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

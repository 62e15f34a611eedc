import { ArrowDown } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Badge, Button, StatusDot } from '../../../ui/index.ts';
import { getOrderUrgency, useEverySecond } from '../shared/deadline.ts';
import { ORDER_STATUS_OPTIONS } from '../shared/fields.ts';
import { listColumnCards } from './board-state.ts';
import type { ColumnProps } from './column.tsx';
import { scrollToCard, useOrdersOutOfView } from './orders-out-of-view.ts';

/** The head of a column: status, number of orders and of late ones, and a button to the first new order out of view. */
export const ColumnHead = ({
  value,
  title,
  state,
  isAlone = false,
}: Pick<ColumnProps, 'value' | 'title' | 'state' | 'isAlone'>) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const cards = listColumnCards(state.rows, value);
  const late = useEverySecond((now) => cards.filter((row) => getOrderUrgency(row, now) === 'late').length);
  const hidden = useOrdersOutOfView(cards.filter(({ id }) => state.unseen.has(id)).map(({ id }) => id));
  const [first] = hidden;
  const variant = ORDER_STATUS_OPTIONS.find((one) => one.value === value)?.variant ?? 'secondary';
  if (isAlone && late === 0 && first === undefined) return null;
  return (
    <h2
      data-head={value}
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-t-lg bg-sunken px-3 py-2 text-sm font-semibold text-ink"
    >
      {isAlone ? null : (
        <>
          <StatusDot variant={variant}>
            <bdi className="wrap-anywhere hyphens-auto">{title}</bdi>
          </StatusDot>
          <span className="font-normal text-subtle tabular">
            {number(state.totals[value] ?? cards.length)}
          </span>
        </>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-1 empty:hidden">
        {late > 0 ? (
          <Badge variant="danger">{t('board.late', { count: late, shown: number(late) })}</Badge>
        ) : null}
        {first === undefined ? null : (
          <Button size="sm" icon={<ArrowDown />} onClick={() => scrollToCard(first)}>
            {t('board.hidden', { count: hidden.length, shown: number(hidden.length) })}
          </Button>
        )}
      </span>
    </h2>
  );
};

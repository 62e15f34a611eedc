// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { formatCountdown, getOrderUrgency, getSecondsUntil } from '../shared/deadline.ts';
import type { OrderRow } from '../shared/order-status.tsx';
import {
  compareByUrgency,
  EMPTY_BOARD,
  listColumnCards,
  markCardsViewed,
  updateBoardOrder,
} from './board-state.ts';

const order = (id: number, facts: Partial<OrderRow> = {}): OrderRow =>
  ({
    id,
    version: 1,
    status_value: 0,
    promised_at: null,
    delivered_at: null,
    created_at: '2026-11-22T09:30:00.000Z',
    ...facts,
  }) as OrderRow;
const today = { dayStart: Date.parse('2026-11-22T00:00:00Z'), isNews: true };
const at = (time: string) => `2026-11-22T${time}:00.000Z`;

describe('the order of board cards', () => {
  it('board cards are sorted by promised time, at the counter by order time, and equal ones oldest first', () => {
    const cards = [
      order(1),
      order(2, { promised_at: at('10:00') }),
      order(3, { promised_at: at('09:00') }),
      order(4),
    ];
    expect(cards.toSorted(compareByUrgency).map(({ id }) => id)).toEqual([3, 1, 4, 2]);
  });

  it('delivered board cards are sorted newest first', () => {
    const rows = [
      order(1, { status_value: 5, delivered_at: at('08:00') }),
      order(2, { status_value: 5, delivered_at: at('11:00') }),
    ];
    const state = rows.reduce((now, row) => updateBoardOrder(now, row.id, row, today), EMPTY_BOARD);
    expect(listColumnCards(state.rows, 5).map(({ id }) => id)).toEqual([2, 1]);
  });
});

describe('live updates of the board', () => {
  it('the board rings for a waiting order that arrives by itself, until it is seen or moved', () => {
    const rung = updateBoardOrder(updateBoardOrder(EMPTY_BOARD, 7, order(7), today), 8, order(8), today);
    expect([...rung.unseen]).toEqual([7, 8]);
    expect([...markCardsViewed(rung, [7]).unseen]).toEqual([8]);
    const confirmed = updateBoardOrder(rung, 8, order(8, { status_value: 1, version: 2 }), today);
    expect([...confirmed.unseen]).toEqual([7]);
    expect([...updateBoardOrder(EMPTY_BOARD, 7, order(7), { ...today, isNews: false }).unseen]).toEqual([]);
  });

  it('a live event moves one card and both counts and leaves other cards alone', () => {
    const other = order(1);
    const before = updateBoardOrder(updateBoardOrder(EMPTY_BOARD, 1, other, today), 2, order(2), today);
    const after = updateBoardOrder(before, 2, order(2, { status_value: 1, version: 2 }), today);
    expect(after.totals).toMatchObject({ 0: 1, 1: 1 });
    expect(after.rows.get(1)).toBe(other);
  });

  it('the board never goes back to an older answer', () => {
    const now = updateBoardOrder(EMPTY_BOARD, 2, order(2, { status_value: 3, version: 5 }), today);
    expect(updateBoardOrder(now, 2, order(2, { status_value: 1, version: 4 }), today)).toBe(now);
  });

  it('the board removes orders that are canceled, out of scope or delivered before today', () => {
    const now = updateBoardOrder(EMPTY_BOARD, 2, order(2), today);
    const gone = [
      order(2, { status_value: -1, version: 2 }),
      order(2, { status_value: 5, delivered_at: '2026-11-21T23:00:00.000Z', version: 2 }),
      null,
    ];
    for (const row of gone) {
      const after = updateBoardOrder(now, 2, row, today);
      expect(after.rows.size).toBe(0);
      expect(after.totals[0]).toBe(0);
      expect(after.unseen.size).toBe(0);
    }
  });
});

describe('the remaining time', () => {
  const now = Date.parse(at('10:00'));
  it('the remaining time is shown as a clock', () => {
    const said = (count: number, unit: string) => `${count}${unit[0]}`;
    const texts = [65, -65, 3_725, 200_000].map((seconds) => formatCountdown(seconds, said));
    expect(texts).toEqual(['1:05', '1:05', '1:02:05', '2d 7h']);
    const arabic = new Intl.NumberFormat('ar-u-nu-arab', { minimumIntegerDigits: 2 });
    expect(formatCountdown(3_725, said, (count) => arabic.format(count))).toBe('٠١:٠٢:٠٥');
    expect(getSecondsUntil(at('10:01'), now)).toBe(60);
  });
  it('an order is late after its promised time, but never when delivered', () => {
    const promised_at = at('10:10');
    const urgency = (status_value: number, minutes: number) =>
      getOrderUrgency({ promised_at, status_value }, now + minutes * 60_000);
    expect([urgency(0, -30), urgency(0, 0), urgency(4, 11), urgency(5, 11), urgency(-1, 11)]).toEqual([
      'calm',
      'soon',
      'late',
      'none',
      'none',
    ]);
    expect(getOrderUrgency({ promised_at: null, status_value: 0 }, now)).toBe('none');
  });
});

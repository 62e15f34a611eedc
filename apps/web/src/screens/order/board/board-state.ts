import { DELIVERED, isOrderInProgress, WAITING } from '@dukkan/commerce';
import type { OrderRow } from '../shared/order-status.tsx';

/** The columns by status value; canceled orders are not on the board. */
export const BOARD_COLUMNS = [0, 1, 2, 3, 4, 5] as const;
export type BoardColumnValue = (typeof BOARD_COLUMNS)[number];

export type BoardState = {
  readonly rows: ReadonlyMap<number, OrderRow>;
  /** The number of orders in a column, including those that are not loaded. */
  readonly totals: Readonly<Record<number, number>>;
  /** Orders that arrived through live events and were not looked at yet. */
  readonly unseen: ReadonlySet<number>;
};

export const EMPTY_BOARD: BoardState = { rows: new Map(), totals: {}, unseen: new Set() };

/** Returns when an order is due; without a promised time, such as at the counter, since it was created. */
const wantedAt = ({ promised_at, created_at }: OrderRow): number => Date.parse(promised_at ?? created_at);

/** Sorts by urgency: the earliest due time first, then the oldest order. */
export const compareByUrgency = (a: OrderRow, b: OrderRow): number =>
  wantedAt(a) - wantedAt(b) || a.id - b.id;

/** Sorts the latest delivered first. */
const byDelivery = (a: OrderRow, b: OrderRow): number =>
  (b.delivered_at ?? '').localeCompare(a.delivered_at ?? '') || b.id - a.id;

/** Returns the cards of a column in order. */
export const listColumnCards = (rows: ReadonlyMap<number, OrderRow>, value: BoardColumnValue): OrderRow[] =>
  [...rows.values()]
    .filter(({ status_value }) => status_value === value)
    .sort(value === 5 ? byDelivery : compareByUrgency);

const isOnBoard = (row: OrderRow, dayStart: number): boolean => {
  const { status_value, delivered_at } = row;
  if (status_value === DELIVERED) return delivered_at !== null && Date.parse(delivered_at) >= dayStart;
  return isOrderInProgress(status_value);
};

const addToTotal = (
  totals: BoardState['totals'],
  value: number | undefined,
  by: 1 | -1,
): BoardState['totals'] =>
  value === undefined ? totals : { ...totals, [value]: Math.max(0, (totals[value] ?? 0) + by) };

/**
 * Returns the board with an updated order; null removes it. Only its own card changes.
 * @param dayStart delivered orders are shown from this instant on
 * @param isNews true for a live event: a new waiting order then rings until it is looked at
 */
export function updateBoardOrder(
  state: BoardState,
  id: number,
  row: OrderRow | null,
  { dayStart, isNews }: { dayStart: number; isNews: boolean },
): BoardState {
  const before = state.rows.get(id);
  // an older answer must not replace a newer one
  if (row && before && row.version < before.version) return state;
  const visibleRow = row !== null && isOnBoard(row, dayStart) ? row : null;
  if (!visibleRow && !before) return state;
  const rows = new Map(state.rows);
  if (visibleRow) rows.set(id, visibleRow);
  else rows.delete(id);
  let { totals } = state;
  if (before?.status_value !== visibleRow?.status_value) {
    totals = addToTotal(addToTotal(totals, before?.status_value, -1), visibleRow?.status_value, 1);
  }
  const unseen = new Set(state.unseen);
  if (visibleRow?.status_value !== WAITING) unseen.delete(id);
  else if (isNews && !before) unseen.add(id);
  return { rows, totals, unseen };
}

/** Returns the board without the new mark of these orders. */
export const markCardsViewed = (state: BoardState, ids: Iterable<number>): BoardState => {
  const gone = new Set(ids);
  if (![...gone].some((id) => state.unseen.has(id))) return state;
  return { ...state, unseen: new Set([...state.unseen].filter((id) => !gone.has(id))) };
};

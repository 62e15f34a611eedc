import { DELIVERED, isOrderInProgress, WAITING } from '@dukkan/commerce';
import type { Row } from '../shared/order-status.tsx';

/** Columns by value; what is canceled leaves the board (decisions 3.3). */
export const COLUMNS = [0, 1, 2, 3, 4, 5] as const;
export type ColumnValue = (typeof COLUMNS)[number];

export type BoardState = {
  readonly rows: ReadonlyMap<number, Row>;
  /** Orders of a column, also those beyond the ones that are read. */
  readonly totals: Readonly<Record<number, number>>;
  /** Came by themselves and were not looked at yet. */
  readonly unseen: ReadonlySet<number>;
};

export const EMPTY_BOARD: BoardState = { rows: new Map(), totals: {}, unseen: new Set() };

/** When somebody wants it: what has no promised time, as at the counter, is wanted since it was ordered. */
const wantedAt = ({ promised_at, created_at }: Row): number => Date.parse(promised_at ?? created_at);

/** The late first: by the time it is wanted, then the oldest (ux.md, 'Live'). */
export const compareByUrgency = (a: Row, b: Row): number => wantedAt(a) - wantedAt(b) || a.id - b.id;

/** The latest delivered first. */
const byDelivery = (a: Row, b: Row): number =>
  (b.delivered_at ?? '').localeCompare(a.delivered_at ?? '') || b.id - a.id;

/** The cards of a column in their order. */
export const listColumnCards = (rows: ReadonlyMap<number, Row>, value: ColumnValue): Row[] =>
  [...rows.values()]
    .filter(({ status_value }) => status_value === value)
    .sort(value === 5 ? byDelivery : compareByUrgency);

const isShown = (row: Row, dayStart: number): boolean => {
  const { status_value, delivered_at } = row;
  if (status_value === DELIVERED) return delivered_at !== null && Date.parse(delivered_at) >= dayStart;
  return isOrderInProgress(status_value);
};

const moved = (totals: BoardState['totals'], value: number | undefined, by: 1 | -1): BoardState['totals'] =>
  value === undefined ? totals : { ...totals, [value]: Math.max(0, (totals[value] ?? 0) + by) };

/**
 * The board with one order as it is now; null: it is not to be seen any more. Only its own card changes.
 * @param dayStart instant from which on delivered orders stand on the board
 * @param isNews it came by itself: a waiting one that was not known rings until it is seen
 */
export function updateBoardOrder(
  state: BoardState,
  id: number,
  row: Row | null,
  { dayStart, isNews }: { dayStart: number; isNews: boolean },
): BoardState {
  const before = state.rows.get(id);
  // an older answer never undoes a newer one
  if (row && before && row.version < before.version) return state;
  const shown = row !== null && isShown(row, dayStart) ? row : null;
  if (!shown && !before) return state;
  const rows = new Map(state.rows);
  if (shown) rows.set(id, shown);
  else rows.delete(id);
  let { totals } = state;
  if (before?.status_value !== shown?.status_value) {
    totals = moved(moved(totals, before?.status_value, -1), shown?.status_value, 1);
  }
  const unseen = new Set(state.unseen);
  if (shown?.status_value !== WAITING) unseen.delete(id);
  else if (isNews && !before) unseen.add(id);
  return { rows, totals, unseen };
}

/** The board without the ring of these orders. */
export const markCardsSeen = (state: BoardState, ids: Iterable<number>): BoardState => {
  const gone = new Set(ids);
  if (![...gone].some((id) => state.unseen.has(id))) return state;
  return { ...state, unseen: new Set([...state.unseen].filter((id) => !gone.has(id))) };
};

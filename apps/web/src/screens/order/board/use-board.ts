import { addDays, getDayStart, toLocalDate, WAITING } from '@dukkan/commerce';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocale } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import { useBranch } from '../../../lib/server/current-branch.ts';
import type { InputOf } from '../../../lib/server/endpoint.ts';
import { onRecordChanged } from '../../../lib/server/live-events.ts';
import { getShopZone } from '../../../lib/shop-zone.ts';
import { createStore, type Store, useStore } from '../../../lib/store.ts';
import type { OrderRow } from '../shared/order-status.tsx';
import {
  BOARD_COLUMNS,
  type BoardState,
  EMPTY_BOARD,
  markCardsViewed,
  updateBoardOrder,
} from './board-state.ts';

/** The number of cards loaded for each column; a link to the list shows more. */
const CARDS_PER_COLUMN = 50;
/**
 * The number of newest waiting orders that are loaded in addition, because orders without a promised time come last in
 * the list.
 */
const NEWEST = 20;
/** With more changed orders than this at a time, the columns are loaded again. */
const PATCHED = 20;

/** The filters of the board, besides the branch. */
export type BoardFilter = {
  readonly driver_id?: number;
  readonly type?: OrderRow['type'];
  readonly unassigned?: 1;
};

export type BoardLoadPhase = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly failure: CallFailure | null;
};
type Input = InputOf<typeof api.order.list>;

const getShopToday = () => toLocalDate(new Date(), getShopZone());
const dayBegins = () => getDayStart(getShopToday(), getShopZone()).getTime();

/**
 * Returns the list input of a column; the delivered column covers a week, because an order may be delivered days after
 * it was created.
 */
const columnInput = (value: number, filter: BoardFilter): Input =>
  value === 5
    ? {
        ...filter,
        status_value: 5,
        from_date: addDays(getShopToday(), -7),
        limit: 100,
        sort_by: 'id',
        sort_as: 'desc',
      }
    : { ...filter, status_value: value, limit: CARDS_PER_COLUMN, sort_by: 'promised_at', sort_as: 'asc' };

export type Board = {
  readonly board: Store<BoardState>;
  readonly phase: BoardLoadPhase;
  /** Applies an order from the server's latest answer. */
  take: (row: OrderRow) => void;
  see: (ids: Iterable<number>) => void;
  reload: () => void;
};

/**
 * Manages the open orders of the branch by status. A live event loads one order and renders one card again; after a
 * long silence everything is loaded again.
 */
export function useBoardOrders(filter: BoardFilter): Board {
  const branch = useBranch();
  const locale = useLocale();
  const board = useMemo(() => createStore<BoardState>(EMPTY_BOARD), []);
  const phaseStore = useMemo(() => createStore<BoardLoadPhase>({ state: 'loading', failure: null }), []);
  const phase = useStore(phaseStore);
  // compared by content, because callers create the object on every render
  const filterKey = JSON.stringify(filter);
  const turn = useRef(0);

  const load = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    const narrowed = JSON.parse(filterKey) as BoardFilter;
    try {
      const inputs: readonly Input[] = [
        ...BOARD_COLUMNS.map((value) => columnInput(value, narrowed)),
        { ...narrowed, status_value: WAITING, limit: NEWEST, sort_by: 'id', sort_as: 'desc' },
      ];
      const columns = await Promise.all(
        inputs.map((input) => callApi(api.order.list, input, { branchId: branch })),
      );
      if (own !== turn.current) return;
      const begins = dayBegins();
      let next: BoardState = { ...EMPTY_BOARD, unseen: board.get().unseen };
      for (const { results } of columns)
        for (const row of results)
          next = updateBoardOrder(next, row.id, row, { dayStart: begins, isNews: false });
      const totals = Object.fromEntries(
        BOARD_COLUMNS.map((value, at) => [
          value,
          value === 5 ? (next.totals[5] ?? 0) : (columns[at]?.meta.total ?? 0),
        ]),
      );
      board.set({ ...next, totals });
      phaseStore.set({ state: 'ready', failure: null });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (own === turn.current && phaseStore.get().state !== 'ready')
        phaseStore.set({ state: 'failed', failure: error });
    }
    // loads again when the language changes, because the answer has texts
    void locale;
  }, [filterKey, branch, locale, board, phaseStore]);

  useEffect(() => {
    phaseStore.set({ state: 'loading', failure: null });
    void load();
    const waiting = new Set<number>();
    const reading = new Set<number>();
    const narrowed = JSON.parse(filterKey) as BoardFilter;

    const readOne = async (id: number) => {
      waiting.delete(id);
      reading.add(id);
      const own = turn.current;
      try {
        const { results } = await callApi(
          api.order.list,
          { ...narrowed, id, limit: 10 },
          { branchId: branch },
        );
        if (own === turn.current)
          board.set(
            updateBoardOrder(board.get(), id, results[0] ?? null, { dayStart: dayBegins(), isNews: true }),
          );
      } catch (error) {
        // the failure is ignored: the next event loads the order again, and the network banner reports an outage
        if (!(error instanceof CallFailure)) throw error;
      } finally {
        reading.delete(id);
        if (waiting.has(id)) void readOne(id);
      }
    };
    const leave = onRecordChanged((change) => {
      if (change === null) void load();
      else if (change.noun === 'order') {
        waiting.add(change.id);
        if (waiting.size > PATCHED) {
          waiting.clear();
          void load();
        } else if (!reading.has(change.id)) void readOne(change.id);
      }
    });
    return () => {
      leave();
      turn.current += 1;
    };
  }, [load, filterKey, branch, board, phaseStore]);

  // stable, so that a card renders again only when its own order changes
  const deeds = useMemo(
    () => ({
      take: (row: OrderRow) =>
        board.set(updateBoardOrder(board.get(), row.id, row, { dayStart: dayBegins(), isNews: false })),
      see: (ids: Iterable<number>) => board.set(markCardsViewed(board.get(), ids)),
      reload: () => void load(),
    }),
    [board, load],
  );
  return useMemo(() => ({ board, phase, ...deeds }), [board, phase, deeds]);
}

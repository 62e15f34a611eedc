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
import type { Row } from '../shared/order-status.tsx';
import { type BoardState, COLUMNS, EMPTY_BOARD, markCardsSeen, updateBoardOrder } from './board-state.ts';

/** Cards of a column that are read at once; more are a link to the list. */
const SHOWN = 50;
/** The latest orders that wait are read beside them: what has no promised time comes last in the list. */
const NEWEST = 20;
/** Above so many changed orders at a time the columns are read again. */
const PATCHED = 20;

/** What narrows the board beside the branch. */
export type BoardFilter = {
  readonly driver_id?: number;
  readonly type?: Row['type'];
  readonly unassigned?: 1;
};

export type BoardLoadPhase = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly failure: CallFailure | null;
};
type Input = InputOf<typeof api.order.list>;

const today = () => toLocalDate(new Date(), getShopZone());
const dayBegins = () => getDayStart(today(), getShopZone()).getTime();

/** Input of the list call of one column; the delivered column takes a week, because an order may be delivered days after it was made. */
const columnInput = (value: number, filter: BoardFilter): Input =>
  value === 5
    ? {
        ...filter,
        status_value: 5,
        from_date: addDays(today(), -7),
        limit: 100,
        sort_by: 'id',
        sort_as: 'desc',
      }
    : { ...filter, status_value: value, limit: SHOWN, sort_by: 'promised_at', sort_as: 'asc' };

export type Board = {
  readonly board: Store<BoardState>;
  readonly phase: BoardLoadPhase;
  /** Takes an order as the server has just answered it. */
  take: (row: Row) => void;
  see: (ids: Iterable<number>) => void;
  reload: () => void;
};

/**
 * The open orders of the branch by their state. It moves by itself: an event has its one order read again and its one
 * card drawn again; after a long silence everything is read again (decisions 0.1).
 */
export function useBoardOrders(filter: BoardFilter): Board {
  const branch = useBranch();
  const locale = useLocale();
  const board = useMemo(() => createStore<BoardState>(EMPTY_BOARD), []);
  const phaseStore = useMemo(() => createStore<BoardLoadPhase>({ state: 'loading', failure: null }), []);
  const phase = useStore(phaseStore);
  // by content: callers write it in place
  const asked = JSON.stringify(filter);
  const turn = useRef(0);

  const load = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    const narrowed = JSON.parse(asked) as BoardFilter;
    try {
      const inputs: readonly Input[] = [
        ...COLUMNS.map((value) => columnInput(value, narrowed)),
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
        COLUMNS.map((value, at) => [
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
    // the words of the states and of the days are those of the reader
    void locale;
  }, [asked, branch, locale, board, phaseStore]);

  useEffect(() => {
    phaseStore.set({ state: 'loading', failure: null });
    void load();
    const waiting = new Set<number>();
    const reading = new Set<number>();
    const narrowed = JSON.parse(asked) as BoardFilter;

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
        // the next event, or coming back, reads it again; the network banner says that there is none
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
  }, [load, asked, branch, board, phaseStore]);

  // the same for as long as the board stands, so that a card is drawn again only for its own sake
  const deeds = useMemo(
    () => ({
      take: (row: Row) =>
        board.set(updateBoardOrder(board.get(), row.id, row, { dayStart: dayBegins(), isNews: false })),
      see: (ids: Iterable<number>) => board.set(markCardsSeen(board.get(), ids)),
      reload: () => void load(),
    }),
    [board, load],
  );
  return useMemo(() => ({ board, phase, ...deeds }), [board, phase, deeds]);
}

import { PAGE_SIZES } from 'virtual:facts';
import { useRef, useState } from 'react';
import { CallFailure, callApi } from '../server/call.ts';
import type { InputOf } from '../server/endpoint.ts';
import { invalidateNouns } from '../server/query-cache.ts';
import type { HasId, ListEndpoint } from './list-url.ts';
import { readPages } from './read-pages.ts';
import { clearSelection, getSelectedRows, type Selection } from './selection.ts';

export type BulkAction<R> = {
  readonly key: string;
  /** The button's translated text. */
  readonly label: string;
  readonly danger?: boolean;
  /** Set when the action cannot be undone: a deletion, or another change. */
  readonly final?: 'deletion' | 'change';
  /** Returns whether the action changes this row, by its status and its allowed actions. */
  readonly applies: (row: R) => boolean;
  /** The call for one row; it may reject with a CallFailure. */
  readonly run: (row: R) => Promise<unknown>;
  /** Sends one request for at most `size` rows, if the server has such an endpoint; it changes all of them or none. */
  readonly runMany?: { readonly size: number; readonly run: (rows: readonly R[]) => Promise<unknown> };
  /** The nouns to reload afterwards. */
  readonly invalidates: readonly string[];
  /** Called with the changed rows, to offer Undo. */
  readonly onDone?: (rows: readonly R[]) => void;
};

export type BulkFailure<R> = { readonly row: R; readonly reason: string };

export type BulkState<R> = {
  readonly phase: 'gathering' | 'asking' | 'running' | 'told';
  readonly action: BulkAction<R>;
  /** The rows that the action will change. */
  readonly rows: readonly R[];
  /** The number of selected rows that will not change. */
  readonly skipped: number;
  readonly done: number;
  readonly failures: readonly BulkFailure<R>[];
};

/** The part of a list that bulk actions read. */
type SelectableList<R> = {
  readonly endpoint: ListEndpoint;
  readonly input: Readonly<Record<string, unknown>>;
  readonly rows: readonly R[];
  readonly selection: Selection<R>;
};

/** The number of calls at the same time: fast, and far below the server's limits. */
const MAX_CONCURRENT_CALLS = 3;

/**
 * Loads every matching row, page by page, ordered by id so that none appears twice; stops at the page where `max` is
 * reached.
 */
export async function fetchAllRows<R extends HasId>(
  list: Pick<SelectableList<R>, 'endpoint' | 'input'>,
  max = Number.POSITIVE_INFINITY,
  stopped: () => boolean = () => false,
): Promise<R[]> {
  const rows = new Map<R['id'], R>();
  const input = { ...list.input, limit: Math.max(...PAGE_SIZES), sort_by: 'id', sort_as: 'asc' };
  await readPages(
    (page) => callApi(list.endpoint, { ...input, page } as InputOf<ListEndpoint>),
    (results) => {
      for (const row of results as unknown as R[]) rows.set(row.id, row);
      return rows.size >= max || stopped();
    },
  );
  return [...rows.values()];
}

/**
 * Runs an action on the selected rows of a list: a preview, then a call per row (or per group of rows, where the
 * action has one), then the failures.
 */
export function useBulkAction<R extends HasId>(list: SelectableList<R>) {
  const [state, setState] = useState<BulkState<R> | null>(null);
  const stop = useRef(false);

  const ask = async (action: BulkAction<R>) => {
    stop.current = false;
    const split = (rows: readonly R[]) => {
      const applicableRows = rows.filter(action.applies);
      return {
        action,
        rows: applicableRows,
        skipped: rows.length - applicableRows.length,
        done: 0,
        failures: [],
      };
    };
    if (!list.selection.get().all) {
      setState({ phase: 'asking', ...split(getSelectedRows(list)) });
      return;
    }
    setState({ phase: 'gathering', ...split([]) });
    try {
      const rows = await fetchAllRows<R>(list, undefined, () => stop.current);
      if (!stop.current) setState({ phase: 'asking', ...split(rows) });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setState(null);
    }
  };

  const run = async () => {
    if (!state) return;
    const { action, rows } = state;
    stop.current = false;
    const waiting = [...rows];
    const changed: R[] = [];
    const failures: BulkFailure<R>[] = [];
    const tell = (phase: 'running' | 'told') =>
      setState({ ...state, phase, done: changed.length + failures.length, failures: [...failures] });
    tell('running');
    const { runMany } = action;
    const takeNext = () => waiting.splice(0, runMany?.size ?? 1);
    const change = (part: readonly R[]) =>
      runMany ? runMany.run(part) : Promise.all(part.map((row) => action.run(row)));
    const lane = async () => {
      for (let part = takeNext(); part.length > 0 && !stop.current; part = takeNext()) {
        try {
          await change(part);
          changed.push(...part);
        } catch (error) {
          if (!(error instanceof CallFailure)) throw error;
          for (const row of part) failures.push({ row, reason: error.message });
          // without a connection every further call fails too
          if (error.network) stop.current = true;
        }
        tell('running');
      }
    };
    // a call for many rows locks them all, so only one runs at a time
    await Promise.all(Array.from({ length: runMany ? 1 : MAX_CONCURRENT_CALLS }, lane));
    invalidateNouns(action.invalidates);
    tell('told');
    if (changed.length > 0) action.onDone?.(changed);
    if (failures.length === 0 && !stop.current) {
      clearSelection(list);
      setState(null);
    }
  };

  return {
    state,
    ask,
    run,
    /** Stops before the next row; finished rows stay changed. */
    stop: () => {
      stop.current = true;
    },
    close: () => {
      stop.current = true;
      setState(null);
    },
  };
}

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { currentSession, onSessionChange } from '../server/session.ts';
import { createStore, type Store } from '../store.ts';
import type { HasId } from './list-url.ts';

type Id = HasId['id'];

/** The selection: rows by id, or every matching row. */
export type SelectedRows<R> = { readonly all: boolean; readonly picked: ReadonlyMap<Id, R> };
/** A store outside React, so that selecting a row renders only that row. */
export type Selection<R> = {
  get(): SelectedRows<R>;
  set(next: SelectedRows<R>): void;
  subscribe: Store<SelectedRows<R>>['subscribe'];
};

/** The part of a list that the selection reads. */
type Picking<R> = {
  readonly rows: readonly R[];
  readonly meta: { readonly total: number } | undefined;
  readonly selection: Selection<R>;
};

const createEmptySelection = <R>(): SelectedRows<R> => ({ all: false, picked: new Map() });

type Remembered = { matching: string; picked: SelectedRows<HasId>['picked']; place: Id | null };

/** The selection and focused row by history entry, so that Back restores them. */
const remembered = new Map<string, Remembered>();
const REMEMBERED_MAX = 50;
// the browser's history outlives a session
onSessionChange(() => {
  if (currentSession().phase === 'out') remembered.clear();
});

/**
 * Manages the selection of a list. It survives paging, and is cleared when `matching` (search and filters as one text)
 * changes, so that an action never reaches rows that are not visible.
 */
export function useSelection<R extends HasId>(
  matching: string,
): { selection: Selection<R>; place: Id | null; keepPlace(id: Id): void } {
  const entry = useLocation().key;
  const [place] = useState(() => remembered.get(entry)?.place ?? null);
  const [of, setOf] = useState(() => {
    const earlier = remembered.get(entry);
    const picked = earlier?.matching === matching ? (earlier.picked as SelectedRows<R>['picked']) : null;
    return {
      matching,
      selection: createStore<SelectedRows<R>>(picked ? { all: false, picked } : createEmptySelection()),
    };
  });
  if (of.matching !== matching)
    setOf({ matching, selection: createStore<SelectedRows<R>>(createEmptySelection()) });
  const { selection } = of;
  const keep = useRef({ entry, matching, selection, place });
  keep.current = { ...keep.current, entry, matching, selection };

  useEffect(
    () => () => {
      const { entry: key, selection: last, ...rest } = keep.current;
      const { picked } = last.get();
      remembered.delete(key);
      if (currentSession().phase === 'out' || (picked.size === 0 && rest.place === null)) return;
      remembered.set(key, { picked, matching: rest.matching, place: rest.place });
      const oldest = remembered.keys().next().value;
      if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
    },
    [],
  );

  const keepPlace = useCallback((id: Id) => {
    keep.current = { ...keep.current, place: id };
  }, []);
  return { selection, place, keepPlace };
}

function editPicked<R>({ selection }: Pick<Picking<R>, 'selection'>, edit: (next: Map<Id, R>) => void): void {
  const next = new Map(selection.get().picked);
  edit(next);
  selection.set({ all: false, picked: next });
}

export const clearSelection = <R>(list: Pick<Picking<R>, 'selection'>): void =>
  editPicked(list, (next) => next.clear());

/** Selects or deselects a row; when all rows were selected, the rest of the page stays selected. */
export const toggleRow = <R extends HasId>(list: Picking<R>, row: R): void =>
  editPicked(list, (next) => {
    if (list.selection.get().all) for (const pageRow of list.rows) next.set(pageRow.id, pageRow);
    if (!next.delete(row.id)) next.set(row.id, row);
  });

/** Returns the selected rows, with current data for the visible ones. */
export function getSelectedRows<R extends HasId>({
  rows,
  selection,
}: Pick<Picking<R>, 'rows' | 'selection'>): R[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return [...selection.get().picked].map(([id, row]) => rowsById.get(id) ?? row);
}

/** Returns whether a row is selected; the component renders again when that changes. */
export function useIsSelected<R extends HasId>({ selection }: Picking<R>, row: R): boolean {
  const isPicked = () => selection.get().all || selection.get().picked.has(row.id);
  return useSyncExternalStore(selection.subscribe, isPicked);
}

/** Returns the selection of a list with its count and actions. */
export function useSelectionSummary<R extends HasId>(list: Picking<R>) {
  const { all, picked } = useSyncExternalStore(list.selection.subscribe, list.selection.get);
  const { rows, meta } = list;
  const selectedOnPage = rows.filter((row) => all || picked.has(row.id)).length;
  return {
    /** The number of rows that an action would reach. */
    count: all ? (meta?.total ?? 0) : picked.size,
    /** True when every matching row is selected. */
    all,
    rows: getSelectedRows(list),
    page: selectedOnPage === 0 ? false : selectedOnPage === rows.length ? true : ('indeterminate' as const),
    togglePage: () =>
      editPicked(list, (next) => {
        for (const row of rows) selectedOnPage === rows.length ? next.delete(row.id) : next.set(row.id, row);
      }),
    selectAll: () => list.selection.set({ all: true, picked }),
    clear: () => clearSelection(list),
  };
}

/** After Back, focuses the row that was opened. */
export function useRestoreRowFocus(place: Id | null, ready: boolean): void {
  useEffect(() => {
    if (place === null || !ready) return;
    document.querySelector<HTMLElement>(`[data-line="${CSS.escape(String(place))}"] [data-open]`)?.focus();
  }, [place, ready]);
}

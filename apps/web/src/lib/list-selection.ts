import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Rowish } from './list-address.ts';

type Id = Rowish['id'];

/** What stood selected and where the keyboard was, by history entry: Back returns to it (ux.md, 'Lists'). */
const remembered = new Map<string, { picked: Map<Id, Rowish>; place: Id | null }>();
const REMEMBERED_MAX = 50;

export type Selection<R> = {
  /** How many rows an action would reach. */
  readonly count: number;
  /** Every row that matches, not only the picked ones. */
  readonly all: boolean;
  readonly rows: readonly R[];
  readonly page: boolean | 'indeterminate';
  has(row: R): boolean;
  toggle(row: R): void;
  togglePage(): void;
  selectAll(): void;
  clear(): void;
};

/**
 * The picked rows of a list; they stay picked while one pages, and are dropped when `matching` (the search
 * and filters as one text) changes, because an action must never reach what is not in view.
 */
export function useSelection<R extends Rowish>(
  rows: readonly R[],
  total: number,
  matching: string,
): Selection<R> & { place: Id | null; keepPlace(id: Id): void } {
  const entry = useLocation().key;
  const [picked, setPicked] = useState<ReadonlyMap<Id, R>>(
    () => (remembered.get(entry)?.picked as ReadonlyMap<Id, R> | undefined) ?? new Map(),
  );
  const [all, setAll] = useState(false);
  const [seen, setSeen] = useState(matching);
  const [place] = useState(() => remembered.get(entry)?.place ?? null);
  const keep = useRef({ entry, picked, place });
  keep.current = { ...keep.current, entry, picked };
  if (seen !== matching) {
    setSeen(matching);
    setPicked(new Map());
    setAll(false);
  }

  useEffect(
    () => () => {
      const { entry: key, picked: rowsThen, place: placeThen } = keep.current;
      if (rowsThen.size === 0 && placeThen === null) return;
      remembered.set(key, { picked: new Map(rowsThen), place: placeThen });
      const oldest = remembered.keys().next().value;
      if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
    },
    [],
  );

  const keepPlace = useCallback((id: Id) => {
    keep.current = { ...keep.current, place: id };
  }, []);
  const change = (edit: (next: Map<Id, R>) => void) => {
    const next = new Map(picked);
    edit(next);
    setPicked(next);
    setAll(false);
  };
  const here = rows.filter((row) => all || picked.has(row.id)).length;
  return {
    count: all ? total : picked.size,
    all,
    rows: [...picked.values()],
    page: here === 0 ? false : here === rows.length ? true : 'indeterminate',
    has: (row) => all || picked.has(row.id),
    toggle: (row) =>
      change((next) => {
        if (all) for (const one of rows) next.set(one.id, one);
        if (!next.delete(row.id)) next.set(row.id, row);
      }),
    togglePage: () =>
      change((next) => {
        for (const row of rows) here === rows.length ? next.delete(row.id) : next.set(row.id, row);
      }),
    selectAll: () => setAll(true),
    clear: () => change((next) => next.clear()),
    place,
    keepPlace,
  };
}

/** After Back, the focus returns to the row that was opened. */
export function useReturn(place: Id | null, ready: boolean): void {
  useEffect(() => {
    if (place === null || !ready) return;
    document.querySelector<HTMLElement>(`[data-line="${CSS.escape(String(place))}"] [data-open]`)?.focus();
  }, [place, ready]);
}

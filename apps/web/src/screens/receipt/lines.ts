import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { type CellName, type Line, updateCell } from './line.ts';

/** The lines of the receipt that is edited, outside React: a key press draws one row again, not all of them. */
export type LinesStore = ReturnType<typeof createLinesStore>;

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at]);

/** One more of a quantity; of what is no number, one. */
const oneMore = (quantity: string): string => {
  const count = Number(quantity);
  return String(quantity.trim() === '' || Number.isNaN(count) ? 1 : Math.round((count + 1) * 1_000) / 1_000);
};

/** Holds the lines and what is done to them. */
export function createLinesStore(first: readonly Line[]) {
  const all = createStore(first);
  // followed by the table, which is drawn again only where rows come and go
  const keys = createStore<readonly string[]>(first.map(({ key }) => key));
  const put = (next: readonly Line[]) => {
    all.set(next);
    const now = next.map(({ key }) => key);
    if (!isSame(now, keys.get())) keys.set(now);
  };
  const change = (index: number, to: (line: Line) => Line) =>
    put(all.get().map((line, at) => (at === index ? to(line) : line)));
  return {
    all,
    keys,
    load: put,
    type: (index: number, cell: CellName, text: string) =>
      change(index, (line) => updateCell(line, cell, text)),
    branch: (index: number, branch_id: number) => change(index, (line) => ({ ...line, branch_id })),
    /** All lines to one branch, but for those of which units have gone from theirs. */
    branchOfAll: (branch_id: number) =>
      put(all.get().map((line) => (line.used > 0 ? line : { ...line, branch_id }))),
    add: (lines: readonly Line[]) => put([...all.get(), ...lines]),
    more: (index: number) => change(index, (line) => ({ ...line, quantity: oneMore(line.quantity) })),
    remove: (index: number) => put(all.get().filter((_, at) => at !== index)),
    /** Puts a removed line back where it stood. */
    putBack: (index: number, line: Line) => put(all.get().toSpliced(index, 0, line)),
    /** The line that a scanned barcode means: the latest one of it. */
    indexOf: (barcode: string) => all.get().findLastIndex((line) => line.barcode === barcode),
  };
}

/** One line, followed; undefined once it is gone. */
export const useReceiptLine = (lines: LinesStore, index: number): Line | undefined =>
  useSyncExternalStore(lines.all.subscribe, () => lines.all.get()[index]);

import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { type CellName, type ReceiptDraftLine, updateCell } from './line.ts';

/** The lines of the edited receipt, in a store outside React, so that typing renders one row and not all. */
export type LinesStore = ReturnType<typeof createLinesStore>;

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at]);

/** Adds one to a typed quantity; an invalid one becomes 1. */
const oneMore = (quantity: string): string => {
  const count = Number(quantity);
  return String(quantity.trim() === '' || Number.isNaN(count) ? 1 : Math.round((count + 1) * 1_000) / 1_000);
};

/** Creates the store of the lines with its actions. */
export function createLinesStore(first: readonly ReceiptDraftLine[]) {
  const all = createStore(first);
  // the table subscribes to the keys, so it renders again only when rows are added or removed
  const keys = createStore<readonly string[]>(first.map(({ key }) => key));
  const put = (next: readonly ReceiptDraftLine[]) => {
    all.set(next);
    const now = next.map(({ key }) => key);
    if (!isSame(now, keys.get())) keys.set(now);
  };
  const change = (index: number, to: (line: ReceiptDraftLine) => ReceiptDraftLine) =>
    put(all.get().map((line, at) => (at === index ? to(line) : line)));
  return {
    all,
    keys,
    load: put,
    type: (index: number, cell: CellName, text: string) =>
      change(index, (line) => updateCell(line, cell, text)),
    branch: (index: number, branch_id: number) => change(index, (line) => ({ ...line, branch_id })),
    /** Sets the branch of all lines, except those with units already sold or moved. */
    branchOfAll: (branch_id: number) =>
      put(all.get().map((line) => (line.used > 0 ? line : { ...line, branch_id }))),
    add: (lines: readonly ReceiptDraftLine[]) => put([...all.get(), ...lines]),
    more: (index: number) => change(index, (line) => ({ ...line, quantity: oneMore(line.quantity) })),
    remove: (index: number) => put(all.get().filter((_, at) => at !== index)),
    /** Restores a removed line at its old index. */
    putBack: (index: number, line: ReceiptDraftLine) => put(all.get().toSpliced(index, 0, line)),
    /** Returns the index of the latest line with this barcode. */
    indexOf: (barcode: string) => all.get().findLastIndex((line) => line.barcode === barcode),
  };
}

/** Subscribes to one line; undefined when it was removed. */
export const useReceiptLine = (lines: LinesStore, index: number): ReceiptDraftLine | undefined =>
  useSyncExternalStore(lines.all.subscribe, () => lines.all.get()[index]);

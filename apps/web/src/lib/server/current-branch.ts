import { createStore, readStored, useStore, writeStored } from '../store.ts';

/** The query key that names the branch in every address (ux.md, 'Shell'). */
export const BRANCH_KEY = 'branch';
const STORED = 'dukkan.branch';

/** A branch id out of an address or storage; null for anything that is not a positive integer. */
export function parseBranch(text: string | null): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

const initial =
  parseBranch(new URLSearchParams(globalThis.location?.search ?? '').get(BRANCH_KEY)) ??
  parseBranch(readStored('tab', STORED));

const branchStore = createStore<number | null>(initial);

/** The branch that lists are narrowed to; null means all that the account may see. */
export const currentBranch = branchStore.get;

/** Narrows everything to one branch, or (null) to all. The shell keeps the address in step. */
export function chooseBranch(id: number | null): void {
  writeStored('tab', STORED, id === null ? null : String(id));
  branchStore.set(id);
}

/** The chosen branch, followed. */
export const useBranch = (): number | null => useStore(branchStore);

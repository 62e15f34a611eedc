import { createStore, readStored, useStore, writeStored } from '../store.ts';

/** The query parameter with the branch, in every address. */
export const BRANCH_KEY = 'branch';
const STORAGE_KEY = 'dukkan.branch';

/** Reads a branch id from an address or storage; null unless it is a positive integer. */
export function parseBranch(text: string | null): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

const initial =
  parseBranch(new URLSearchParams(globalThis.location?.search ?? '').get(BRANCH_KEY)) ??
  parseBranch(readStored('tab', STORAGE_KEY));

const branchStore = createStore<number | null>(initial);

/** The branch that lists are filtered by; null means all branches of the account. */
export const currentBranch = branchStore.get;

/** Selects a branch, or all with null; the app shell updates the address. */
export function setCurrentBranch(id: number | null): void {
  writeStored('tab', STORAGE_KEY, id === null ? null : String(id));
  branchStore.set(id);
}

/** Subscribes to the current branch. */
export const useBranch = (): number | null => useStore(branchStore);

import { paths } from './paths.ts';
import { createStore, readStored, useStore, writeStored } from './store.ts';

const TILL_STORAGE_KEY = 'dukkan.till';

/** The till at which this browser sells. */
export type Till = { readonly id: number; readonly branch_id: number; readonly name: string };

function loadTill(): Till | null {
  const [id, branch_id, ...name] = (readStored('local', TILL_STORAGE_KEY) ?? '').split(' ');
  return Number(id) > 0 && Number(branch_id) > 0
    ? { id: Number(id), branch_id: Number(branch_id), name: name.join(' ') }
    : null;
}

const tillStore = createStore<Till | null>(loadTill());

/** Assigns this browser to a till, for everybody who sells with it; null removes the assignment. */
export function setTill(till: Till | null): void {
  writeStored('local', TILL_STORAGE_KEY, till && `${till.id} ${till.branch_id} ${till.name}`);
  tillStore.set(till);
}

/** Returns the till at which this browser sells; null when none is assigned. */
export const useTill = (): Till | null => useStore(tillStore);

const PAIRED_STORAGE_KEY = 'dukkan.till.paired';

/** Remembers whether this browser is paired as a till, which sells on a page of its own. */
export const markPaired = (isPaired: boolean): void =>
  writeStored('local', PAIRED_STORAGE_KEY, isPaired ? '1' : null);

/** Returns the page on which this browser sells. */
export const getSellPath = (): string =>
  readStored('local', PAIRED_STORAGE_KEY) === null ? paths.orderNew : paths.till;

import { paths, withQuery } from './paths.ts';
import type { CallFailure } from './server/call.ts';
import { createStore, useStore } from './store.ts';

/** Records that depend on the one to delete: how many, and the page where they can be moved, if there is one. */
export type WayOut = {
  readonly key: 'accounts' | 'units' | 'reserved' | 'orders' | 'drawers' | 'cash';
  readonly amount: number;
  readonly to: string | null;
};

export type StillInUse = { readonly message: string; readonly ways: readonly WayOut[] };

type Address = (id: number) => string | null;
type Holding = readonly [param: string, key: WayOut['key'], to: Address];

/** The counts in each refusal, and the pages where those records can be moved. */
const HOLDINGS: Readonly<Record<string, readonly Holding[]>> = {
  'branch.in_use': [
    ['units', 'units', (from) => withQuery(paths.transferNew, { from })],
    ['orders', 'orders', (branch_id) => withQuery(paths.orders, { branch_id })],
    ['drawers', 'drawers', () => null],
    ['count', 'accounts', (branch_id) => withQuery(paths.accounts, { branch_id })],
  ],
  'product.in_use': [
    ['units', 'units', (product_id) => withQuery(paths.stock, { product_id })],
    ['reserved', 'reserved', (product_id) => withQuery(paths.orders, { product_id })],
  ],
  'account.in_use': [
    ['orders', 'orders', (driver_id) => withQuery(paths.orders, { driver_id })],
    ['drawers', 'drawers', () => null],
  ],
  'account.holds_cash': [['outstanding', 'cash', () => paths.driverCash]],
};

/** The counts of a refused deletion above zero; empty for other refusals. */
export function listHoldings({ code, params }: Pick<CallFailure, 'code' | 'params'>, id: number): WayOut[] {
  return (HOLDINGS[code ?? ''] ?? []).flatMap(([param, key, to]) => {
    const amount = Number(params[param] ?? 0);
    return amount > 0 ? [{ key, amount, to: to(id) }] : [];
  });
}

const inUseStore = createStore<StillInUse | null>(null);

/** The refused deletion that the dialog shows; null while it is closed. */
export const useStillInUse = (): StillInUse | null => useStore(inUseStore);
export const closeStillInUse = (): void => inUseStore.set(null);

/** Opens the dialog about dependent records. @returns false when the refusal has none and nothing was opened */
export function showWaysOut(failure: CallFailure, id: unknown): boolean {
  const ways = typeof id === 'number' ? listHoldings(failure, id) : [];
  if (ways.length === 0) return false;
  inUseStore.set({ message: failure.message, ways });
  return true;
}

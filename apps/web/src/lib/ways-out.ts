import { paths, withQuery } from './paths.ts';
import type { CallFailure } from './server/call.ts';
import { createStore, useStore } from './store.ts';

/** One thing that a record still holds: how much of it or what it is called, and the page where it is handed on, if there is one. */
export type WayOut = {
  readonly key:
    | 'accounts'
    | 'units'
    | 'reserved'
    | 'orders'
    | 'drawers'
    | 'cash'
    | 'till'
    | 'last_status'
    | 'start_status'
    | 'status_orders';
  readonly amount: number | string;
  readonly to: string | null;
};

export type StillInUse = { readonly message: string; readonly ways: readonly WayOut[] };

type Address = (id: number) => string | null;
/** The parameter is null where the refusal is itself the one thing that is in the way. */
type Holding = readonly [param: string | null, key: WayOut['key'], to: Address];

/** The counts in each refusal, and the pages where those records can be moved. */
const HOLDINGS: Readonly<Record<string, readonly Holding[]>> = {
  'branch.in_use': [
    ['units', 'units', (from) => withQuery(paths.transferNew, { from })],
    ['orders', 'orders', (branch_id) => withQuery(paths.orders, { branch_id, under_way: 1 })],
    ['drawers', 'drawers', () => null],
    ['count', 'accounts', (branch_id) => withQuery(paths.accounts, { branch_id })],
  ],
  'till.in_use': [['name', 'till', () => null]],
  'product.in_use': [
    ['units', 'units', (product_id) => withQuery(paths.stock, { product_id })],
    ['reserved', 'reserved', (product_id) => withQuery(paths.orders, { product_id })],
  ],
  'account.in_use': [
    ['orders', 'orders', (driver_id) => withQuery(paths.orders, { driver_id, under_way: 1 })],
    ['drawers', 'drawers', () => null],
  ],
  'account.holds_cash': [['outstanding', 'cash', () => paths.driverCash]],
  'order_status.last': [[null, 'last_status', () => paths.orderStatusNew]],
  'order_status.default': [[null, 'start_status', () => paths.orderStatuses]],
  'order_status.in_use': [['count', 'status_orders', (status_id) => withQuery(paths.orders, { status_id })]],
};

/** What stays with a branch that is switched off. */
const STAYS: readonly WayOut['key'][] = ['units', 'accounts'];

type Refusal = Pick<CallFailure, 'code' | 'params'> & Partial<Pick<CallFailure, 'errors'>>;

/** What a refusal to delete or disable counts, without what is zero; empty where the refusal is another one. */
export function waysOutOf({ code, params, errors = {} }: Refusal, id: number): WayOut[] {
  const isDisabling = code === 'branch.in_use' && errors.status !== undefined;
  return (HOLDINGS[code ?? ''] ?? []).flatMap(([param, key, to]) => {
    if (isDisabling && STAYS.includes(key)) return [];
    const value = param === null ? 1 : params[param];
    const amount = typeof value === 'string' ? value : Number(value ?? 0);
    return amount === '' || amount === 0 ? [] : [{ key, amount, to: to(id) }];
  });
}

const inUseStore = createStore<StillInUse | null>(null);

/** The refused deletion that the dialog shows; null while it is closed. */
export const useStillInUse = (): StillInUse | null => useStore(inUseStore);
export const closeStillInUse = (): void => inUseStore.set(null);

/** Opens the dialog about dependent records. @returns false when the refusal has none and nothing was opened */
export function showWaysOut(failure: CallFailure, id: unknown): boolean {
  const ways = typeof id === 'number' ? waysOutOf(failure, id) : [];
  if (ways.length === 0) return false;
  inUseStore.set({ message: failure.message, ways });
  return true;
}

import { paths, withQuery } from './paths.ts';
import type { CallFailure } from './server/call.ts';
import { createStore, useStore } from './store.ts';

/**
 * Something that a record still holds: its amount or name, and the page where it can be handed over, if there is one.
 */
export type RecordHolding = {
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
    | 'status_orders'
    | 'unpaid'
    | 'products'
    | 'receipts';
  readonly amount: number | string;
  /** Set when the amount is money. */
  readonly currency?: string;
  readonly to: string | null;
};

export type RecordInUse = { readonly message: string; readonly ways: readonly RecordHolding[] };

type Address = (id: number) => string | null;
/** The failure's parameter with the amount or name; null when the failure has none. */
type Holding = readonly [param: string | null, key: RecordHolding['key'], to: Address];

/** What each failure reports as still held, and the pages where that can be handed over. */
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
  'order_status.last': [[null, 'last_status', () => paths.orderStatusNew]],
  'order_status.default': [[null, 'start_status', () => paths.orderStatuses]],
  'order_status.in_use': [['count', 'status_orders', (status_id) => withQuery(paths.orders, { status_id })]],
  'role.in_use': [['count', 'accounts', (role) => withQuery(paths.accounts, { role })]],
  'brand.in_use': [['count', 'products', (brand_id) => withQuery(paths.products, { brand_id })]],
  'tax_type.in_use': [['count', 'products', (tax_type_id) => withQuery(paths.products, { tax_type_id })]],
  'supplier.in_use': [['count', 'receipts', (supplier_id) => withQuery(paths.receipts, { supplier_id })]],
  'payment_method.in_use': [
    ['count', 'unpaid', (payment_id) => withQuery(paths.orders, { payment_id, paid: 0 })],
  ],
  'delivery_method.in_use': [
    ['count', 'orders', (delivery_id) => withQuery(paths.orders, { delivery_id, under_way: 1 })],
  ],
};

/** What may stay in a branch that is only disabled. */
const STAYS: readonly RecordHolding['key'][] = ['units', 'accounts'];

type Refusal = Pick<CallFailure, 'code' | 'params'> & Partial<Pick<CallFailure, 'errors'>>;

/** Lists a driver's cash, one row for each currency. */
const listDriverCash = ({ amounts }: Refusal['params']): RecordHolding[] =>
  (amounts as readonly { currency: string; amount: number }[]).map((held) => ({
    key: 'cash',
    ...held,
    to: paths.driverCash,
  }));

/** Lists what keeps a record from being deleted or disabled, without zeros; empty for other failures. */
export function listHoldings({ code, params, errors = {} }: Refusal, id: number): RecordHolding[] {
  if (code === 'account.holds_cash') return listDriverCash(params);
  const isDisabling = code === 'branch.in_use' && errors.status !== undefined;
  return (HOLDINGS[code ?? ''] ?? []).flatMap(([param, key, to]) => {
    if (isDisabling && STAYS.includes(key)) return [];
    const value = param === null ? 1 : params[param];
    const amount = typeof value === 'string' ? value : Number(value ?? 0);
    return amount === '' || amount === 0 ? [] : [{ key, amount, to: to(id) }];
  });
}

const inUseStore = createStore<RecordInUse | null>(null);

/** Returns the failure that the dialog shows; null while it is closed. */
export const useInUseDialog = (): RecordInUse | null => useStore(inUseStore);
export const closeInUseDialog = (): void => inUseStore.set(null);

/** Opens the dialog about a record in use. @returns false when the failure is another one and nothing was opened */
export function openInUseDialog(failure: CallFailure, id: unknown): boolean {
  const ways = typeof id === 'number' ? listHoldings(failure, id) : [];
  if (ways.length === 0) return false;
  inUseStore.set({ message: failure.message, ways });
  return true;
}

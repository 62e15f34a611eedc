import { minBigInt } from '@dukkan/commerce';
import type { RetailRow } from './rows.ts';

/** A sold line with the units that can still be returned. */
type SoldLine = { readonly order_id: number; readonly line_id: number; left: bigint };

/** Returned units of a sold line. */
export type ReturnedUnits = {
  readonly order_id: number;
  readonly line_id: number;
  readonly quantity: bigint;
};

/** Indexes the sales by customer, product and price, so that a return finds its order. */
export type SalesIndex = {
  readonly add: (row: RetailRow, order_id: number, line_id: number) => void;
  /** Finds the lines of a return, newest first; `isOver` when more is returned than was sold. */
  readonly find: (row: RetailRow) => { readonly back: readonly ReturnedUnits[]; readonly isOver: boolean };
  /** Records that these units were returned. */
  readonly take: (row: RetailRow, back: readonly ReturnedUnits[]) => void;
  /** Reverts `take` when the return failed. */
  readonly giveUp: (row: RetailRow, back: readonly ReturnedUnits[]) => void;
};

const createReturnKey = ({ customer, code, thousandths }: RetailRow): string =>
  `${customer}|${code}|${thousandths.toString()}`;

/** Creates an empty index of sales. */
export function createSalesIndex(): SalesIndex {
  const sold = new Map<string, SoldLine[]>();
  const linesOf = (row: RetailRow) => sold.get(createReturnKey(row)) ?? [];
  const change = (row: RetailRow, back: readonly ReturnedUnits[], sign: bigint) => {
    for (const { line_id, quantity } of back)
      for (const line of linesOf(row)) if (line.line_id === line_id) line.left += sign * quantity;
  };
  return {
    add: (row, order_id, line_id) => {
      sold.set(createReturnKey(row), [{ order_id, line_id, left: row.quantity }, ...linesOf(row)]);
    },
    find: (row) => {
      let open = -row.quantity;
      const back: ReturnedUnits[] = [];
      for (const { order_id, line_id, left } of linesOf(row)) {
        const quantity = minBigInt(open, left);
        if (quantity > 0n) back.push({ order_id, line_id, quantity });
        open -= quantity;
      }
      if (open <= 0n) return { back, isOver: false };
      // requests all units from the newest sale, so that the shop itself refuses them
      const [newest] = linesOf(row);
      return { back: newest ? [{ ...newest, quantity: -row.quantity }] : [], isOver: true };
    },
    take: (row, back) => change(row, back, -1n),
    giveUp: (row, back) => change(row, back, 1n),
  };
}

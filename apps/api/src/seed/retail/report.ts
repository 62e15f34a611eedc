import { minorText } from '@dukkan/commerce';
import { stringify } from 'csv-stringify/sync';
import type { Services } from '../../core/services.ts';
import type { Refusal, Replayed } from './replay.ts';
import type { RetailRow } from './rows.ts';

/** Rows, units and thousandths of a pound. */
export type Sums = { readonly rows: number; readonly quantity: bigint; readonly value: bigint };

/** What rows of the set come to. */
export const sumsOf = (rows: readonly RetailRow[]): Sums => ({
  rows: rows.length,
  quantity: rows.reduce((all, { quantity }) => all + quantity, 0n),
  value: rows.reduce((all, { quantity, thousandths }) => all + quantity * thousandths, 0n),
});

/** The same of what stands in the shop: its orders less what came back, as its own tables say. */
export async function sumsOfShop({ database }: Services): Promise<Omit<Sums, 'rows'>> {
  const { rows } = await database.pool.query<{ quantity: string; value: string }>(`
    SELECT ((SELECT coalesce(sum(quantity), 0) FROM order_line WHERE parent_id IS NULL)
            - (SELECT coalesce(sum(quantity), 0) FROM order_return_line))::bigint::text AS quantity,
           (((SELECT coalesce(sum(due), 0) FROM "order")
            - (SELECT coalesce(sum(value + delivery), 0) FROM order_return)) * 1000)::bigint::text AS value`);
  return { quantity: BigInt(rows[0]?.quantity ?? '0'), value: BigInt(rows[0]?.value ?? '0') };
}

/** The set, what the shop took of it, and what rules refused. */
export type Balance = {
  readonly set: Sums;
  readonly taken: Sums;
  readonly refused: Sums;
  /** Whether shop and refusals come to the set, to the last digit. */
  readonly isEven: boolean;
};

/** Holds both sides against each other: the set's rows here, the shop's tables and the refusals there. */
export async function balanceOf(
  services: Services,
  rows: readonly RetailRow[],
  { taken, refused }: Replayed,
): Promise<Balance> {
  const set = sumsOf(rows);
  const shop = { rows: taken.length, ...(await sumsOfShop(services)) };
  const left = sumsOf(refused.map(({ row }) => row));
  const isEven =
    set.rows === shop.rows + left.rows &&
    set.quantity === shop.quantity + left.quantity &&
    set.value === shop.value + left.value;
  return { set, taken: shop, refused: left, isEven };
}

const line = (title: string, { rows, quantity, value }: Sums): string =>
  `${title.padEnd(18)}${String(rows).padStart(9)}${quantity.toString().padStart(12)}${minorText(value, 3).padStart(18)}`;

/** How many rows each reason refused, the most frequent first; a product's or order's number does not part them. */
export function reasonsOf(refused: readonly Refusal[]): string[] {
  const groups = Map.groupBy(refused, ({ reason }) => `${reason.code}: ${reason.text.replace(/\d+/g, 'n')}`);
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([text, rows]) => `${String(rows.length).padStart(9)}  ${text}`);
}

/** Both sides as a table, and the refusals by reason. */
export function reportOf({ set, taken, refused, isEven }: Balance, refusals: readonly Refusal[]): string {
  const sum = {
    rows: taken.rows + refused.rows,
    quantity: taken.quantity + refused.quantity,
    value: taken.value + refused.value,
  };
  return [
    `${''.padEnd(18)}${'rows'.padStart(9)}${'units'.padStart(12)}${'pounds'.padStart(18)}`,
    line('in the shop', taken),
    line('refused', refused),
    line('together', sum),
    line('the set', set),
    isEven ? 'Both sides are the same to the last digit.' : 'THE SIDES DIFFER.',
    '',
    'refused rows, by reason:',
    ...reasonsOf(refusals),
  ].join('\n');
}

/** The refused rows as a table, each with its reason. */
export const refusedTable = (refused: readonly Refusal[]): string =>
  stringify([
    ['line', 'invoice', 'code', 'quantity', 'price', 'customer', 'reason', 'text'],
    ...refused.map(({ row, reason }) => [
      row.line,
      row.invoice,
      row.code,
      row.quantity.toString(),
      row.price,
      row.customer,
      reason.code,
      reason.text,
    ]),
  ]);

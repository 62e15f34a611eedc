import type { Localized, PriceStep, SoldProduct } from '@dukkan/commerce';
import { toMinor, toMinorRounded } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../../core/db/database.ts';
import type { OrderRecord } from '../record/order-record.ts';
import type { StoredPriceStep } from '../record/price-steps.ts';

/** A part of a sold bundle; `quantity` is for all bundles of its line, in thousandths. */
export type SoldPart = {
  readonly item_id: number;
  readonly product_id: number;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly quantity: bigint;
  readonly unit_list: bigint;
  readonly share: bigint;
  readonly tax_bp: bigint;
};

/** A line of a stored order as it was sold; amounts in minor units, quantities in thousandths. */
export type SoldLine = {
  readonly id: number;
  /** Decimals of the order's currency. */
  readonly scale: number;
  readonly item_id: number | null;
  readonly product_id: number | null;
  readonly offer_id: number | null;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly quantity: bigint;
  /** The quantity step at the time of sale; null when it was not stored. */
  readonly stepper: string | null;
  readonly unit_list: bigint;
  readonly tax_bp: bigint | null;
  readonly extras: readonly {
    readonly extra_id: number;
    readonly titles: Localized;
    readonly price: number;
  }[];
  readonly sold: SoldProduct;
  readonly parts: readonly SoldPart[];
};

type Row = {
  readonly id: number;
  readonly parent_id: number | null;
  readonly item_id: number | null;
  readonly product_id: number | null;
  readonly offer_id: number | null;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly quantity: string;
  readonly stepper: string | null;
  readonly unit_list: string;
  readonly unit_price: string;
  readonly tax_bp: number | null;
  readonly extras: SoldLine['extras'];
  readonly discount_source: SoldProduct['discount_source'];
  readonly steps: readonly StoredPriceStep[];
};

const ORDER_LEVEL: ReadonlySet<string> = new Set(['coupon', 'manual']);

/** Reads the lines of an order as they were sold, in order. */
export async function readSoldLines(ctx: Ctx, { id, scale }: OrderRecord): Promise<SoldLine[]> {
  const rows = await queryRows<Row>(
    ctx,
    Prisma.sql`
    SELECT l.id, l.parent_id, l.item_id, l.product_id, l.offer_id, l.titles, l.barcode, l.quantity::text AS quantity,
           l.stepper::text AS stepper, l.unit_list::text AS unit_list, l.unit_price::text AS unit_price, l.tax_bp, l.extras, l.discount_source, l.steps
      FROM order_line l WHERE l.order_id = ${id}::int ORDER BY l.ord, l.id`,
  );
  const money = (amount: string) => toMinorRounded(amount, scale);
  return rows
    .filter(({ parent_id }) => parent_id === null)
    .map(({ parent_id: _, steps, ...row }) => {
      const quantity = toMinor(row.quantity, 3);
      return {
        ...row,
        scale,
        quantity,
        unit_list: money(row.unit_list),
        tax_bp: row.tax_bp === null ? null : BigInt(row.tax_bp),
        sold: {
          unit_price: money(row.unit_price),
          discount_source: row.discount_source,
          quantity,
          steps: steps
            .filter(({ kind }) => !ORDER_LEVEL.has(kind))
            .map((step) => ({ ...step, amount: toMinor(step.amount, scale), unit: null }) as PriceStep),
        },
        parts: rows
          .filter((part) => part.parent_id === row.id)
          .map((part) => ({
            item_id: part.item_id ?? 0,
            product_id: part.product_id ?? 0,
            titles: part.titles,
            barcode: part.barcode,
            quantity: toMinor(part.quantity, 3),
            unit_list: money(part.unit_list),
            share: money(part.unit_price),
            tax_bp: BigInt(part.tax_bp ?? 0),
          })),
      };
    });
}

type CartRow = z.output<typeof api.order.make.input>['cart'][number] & { readonly id?: number | undefined };

/** A row of the cart, or the part of it that an existing line covers. `n` is its position in the cart. */
export type MatchedRow =
  | { readonly n: number; readonly quantity: bigint; readonly line: SoldLine }
  | { readonly n: number; readonly row: CartRow; readonly line: null };

/** True when a cart row names the same goods and extras as a line. */
function isSameGoods(row: CartRow, line: SoldLine): boolean {
  const hasGoods =
    row.offer_id === undefined
      ? row.item_id === undefined
        ? row.product_id === line.product_id && line.item_id !== null
        : row.item_id === line.item_id
      : row.offer_id === line.offer_id;
  const ids = (extras: readonly number[]) => extras.toSorted((a, b) => a - b).join();
  return hasGoods && ids(row.extras_ids ?? []) === ids(line.extras.map(({ extra_id }) => extra_id));
}

/**
 * Matches a cart with the order's lines: a row keeps units of the line whose `id` it gives, then of lines with the same
 * goods and extras, in order; only the rest is new.
 * Source: docs/rules/order-changes.md#lines-that-stay
 */
export function matchCartToSoldLines(lines: readonly SoldLine[], cart: readonly CartRow[]): MatchedRow[] {
  const left = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  return cart.flatMap((row, n): MatchedRow[] => {
    let open = toMinor(row.quantity, 3);
    const candidates = lines.filter((line) => isSameGoods(row, line));
    const named = candidates.filter(({ id }) => id === row.id);
    const kept: MatchedRow[] = [];
    for (const line of [...named, ...candidates.filter(({ id }) => id !== row.id)]) {
      const units = left.get(line.id) ?? 0n;
      const quantity = units < open ? units : open;
      if (quantity === 0n) continue;
      left.set(line.id, units - quantity);
      open -= quantity;
      kept.push({ n, quantity, line });
    }
    return open === 0n ? kept : [...kept, { n, row: { ...row, quantity: Number(open) / 1_000 }, line: null }];
  });
}

/** Converts an order's lines to a cart, for changes that do not include one. */
export const toCartRows = (lines: readonly SoldLine[]): CartRow[] =>
  lines.map(({ id, item_id, offer_id, quantity, extras }) => ({
    id,
    ...(offer_id === null ? { item_id: item_id ?? 0 } : { offer_id }),
    quantity: Number(quantity) / 1_000,
    extras_ids: extras.map(({ extra_id }) => extra_id),
  }));

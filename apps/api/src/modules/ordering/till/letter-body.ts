import type { PricedCart, PrintedSale, SaleBody, VoidBody } from '@dukkan/commerce';
import { fromPrintedSale, VOID_REASONS } from '@dukkan/commerce';
import { fail, money } from '@dukkan/contract';
import * as z from 'zod';
import { isJsonNestedTooDeep } from '../../../core/json-depth.ts';

// Rule: docs/rules/till-sales.md#letters

/** The deepest body: steps of parts of lines of the printed sale, and room for a later version. */
const DEPTH_MAX = 12;
const CART_MAX = 500;

const id = z.int().min(1).max(2_147_483_647);
const quantity = z.number().positive().max(99_999_999);
const moment = z.iso.datetime({ offset: true });

const saleBody = z.object({
  v: z.literal(1),
  sold_at: moment,
  clock_offset_ms: z.int().nullable(),
  pack_version: z.string().max(4_000),
  session_id: id.nullable(),
  cashier_id: id,
  type: z.enum(['take_away', 'dine_in']),
  cart: z
    .array(
      z.union([
        z.strictObject({ item_id: id, quantity, extras_ids: z.array(id).max(100).optional() }),
        z.strictObject({ offer_id: id, quantity }),
      ]),
    )
    .min(1)
    .max(CART_MAX),
  client: z.object({ phone: z.string(), name: z.string() }).nullable(),
  coupon: z.string().max(40).nullable(),
  discount: money(4),
  discount_type: z.enum(['fixed', 'percent']),
  notes: z.string().nullable(),
  approval_word: z.string().max(2_000).nullable(),
  payments: z
    .array(
      z.object({
        payment_id: id,
        amount: money(4),
        tendered: money(4).optional(),
        ref_number: z.string().optional(),
      }),
    )
    .max(20),
  printed: z.record(z.string(), z.unknown()),
});

const voidBody = z.object({
  v: z.literal(1),
  at: moment,
  cashier_id: id,
  reason: z.enum(VOID_REASONS),
});

/** A sale that can be read, with the priced cart of its paper. */
export type ReadSale = {
  readonly body: SaleBody;
  readonly printed: PrintedSale;
  readonly priced: PricedCart;
};

/** False for what the database cannot store: NUL, halves of pairs, and numbers beyond all limits. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isStorable));
};

/**
 * Parses the body of a letter; undefined for a text that is no JSON, is nested too deep, or has what the database cannot
 * store.
 */
export function parseBody(text: string): unknown {
  if (isJsonNestedTooDeep(text, DEPTH_MAX)) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return isStorable(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a sale says. @throws till.letter_unreadable, till.sale_unsound */
export function readSale(stored: unknown): ReadSale {
  const parsed = saleBody.safeParse(stored);
  if (!parsed.success) return fail('till.letter_unreadable');
  const body = parsed.data as unknown as SaleBody;
  const priced = fromPrintedSale(body.printed);
  if (!priced || !matchesCart(body, priced)) return fail('till.sale_unsound');
  return { body, printed: body.printed, priced };
}

/** Returns what the letter of a void number says. @throws till.letter_unreadable */
export function readVoid(stored: unknown): VoidBody {
  const parsed = voidBody.safeParse(stored);
  return parsed.success ? parsed.data : fail('till.letter_unreadable');
}

/** True when the paper has the lines of the cart, in its order. */
const matchesCart = ({ cart }: SaleBody, { lines }: PricedCart): boolean =>
  lines.length === cart.length &&
  lines.every((line, n) => {
    const ordered = cart[n];
    if (!ordered || line.quantity !== BigInt(Math.round(ordered.quantity * 1_000))) return false;
    return 'item_id' in ordered ? line.item_id === ordered.item_id : line.offer_id === ordered.offer_id;
  });

import type { PricedCart } from '../pricing/priced.ts';
import type { PriceSettings } from '../pricing/types.ts';

/** A line as printed: what a plain line of its item and quantity would have is left out. */
export type PrintedLine = Readonly<Record<string, unknown>>;

/**
 * The priced cart as on the paper, in minor units as JSON integers; only `toPrintedSale` writes it and only
 * `fromPrintedSale` reads it.
 * Source: docs/rules/till-sales.md#printed
 */
export type PrintedSale = {
  readonly currency: string;
  readonly tax_mode: PriceSettings['tax_mode'];
  readonly lines: readonly PrintedLine[];
  readonly totals: Readonly<Record<string, number>>;
  readonly [field: string]: unknown;
};

/** Writes a priced cart as it is printed. */
export function toPrintedSale(
  _priced: PricedCart,
  { currency, tax_mode }: { readonly currency: string; readonly tax_mode: PriceSettings['tax_mode'] },
): PrintedSale {
  return { currency, tax_mode, lines: [], totals: {} };
}

/** Reads a printed sale; null where its shape or one of its sums is wrong. */
export function fromPrintedSale(_json: unknown): PricedCart | null {
  return null;
}

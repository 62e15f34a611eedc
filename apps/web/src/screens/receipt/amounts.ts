import { divideRounded, formatMinor, toLatinDigits, toMinor } from '@dukkan/commerce';
import { localizeDecimalSign, parseSignedNumber } from '../../lib/form/parse-typed-number.ts';

const QUANTITY_SCALE = 3;
const COST_SCALE = 4;
/** The decimals of a quantity times a cost. */
const NET_SCALE = QUANTITY_SCALE + COST_SCALE;
const PERCENT_SCALE = 2;
const WHOLE = 100n * 10n ** BigInt(PERCENT_SCALE);

/** Converts typed text to Latin digits with a point as the Arabic decimal separator. */
export const normalizeTypedNumber = (text: string): string => toLatinDigits(text).replace('\u066b', '.');

/** More decimals than any field allows, because the server's rule checks their number and reports it on the field. */
const READ_SCALE = 10;

/**
 * Returns the number in a text, null for an empty text; a text that is no number stays text, so that its cell shows the
 * error.
 */
export function parseNumberOrKeepText(text: string): number | string | null {
  const bare = text.trim();
  return bare === '' ? null : (parseSignedNumber(bare, READ_SCALE).value ?? bare);
}

/** Returns the exact minor units of a typed number; null if it is invalid or has too many decimals. */
function parseMinor(text: string, scale: number): bigint | null {
  const { value } = parseSignedNumber(text, scale);
  return value === null ? null : toMinor(value, scale);
}

/** Formats a number in the page's language without trailing zeros: '12.5' for 125000 with four decimals. */
const shortText = (minor: bigint, scale: number): string =>
  localizeDecimalSign(
    formatMinor(minor, scale)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  );

/** Formats a number of the API for editing. */
export const formatTypedValue = (value: number): string => shortText(toMinor(value, COST_SCALE), COST_SCALE);

/** Returns by how many percent `cost` is below `before`; '' when it is not below. */
export function formatDiscountPercent(before: string, cost: string): string {
  const from = parseMinor(before, COST_SCALE);
  const to = parseMinor(cost, COST_SCALE);
  if (from === null || to === null || from <= 0n || to >= from || to < 0n) return '';
  return shortText(divideRounded((from - to) * WHOLE, from), PERCENT_SCALE);
}

/** Returns the cost after a discount in percent, with four decimals; null when a value is missing or invalid. */
export function applyDiscount(before: string, off: string): string | null {
  const from = parseMinor(before, COST_SCALE);
  const less = parseMinor(off, PERCENT_SCALE);
  if (from === null || less === null || less < 0n || less > WHOLE) return null;
  return shortText(divideRounded(from * (WHOLE - less), WHOLE), COST_SCALE);
}

export type LineAmounts = { readonly quantity: string; readonly before: string; readonly cost: string };

/** Returns the net amount of a line after discount, unrounded, in ten-millionths; null while a value is missing. */
export function computeLineNet({ quantity, cost }: LineAmounts): bigint | null {
  const units = parseMinor(quantity, QUANTITY_SCALE);
  const each = parseMinor(cost, COST_SCALE);
  return units === null || each === null ? null : units * each;
}

export type ReceiptSums = { readonly quantity: bigint; readonly total: bigint; readonly net: bigint };

/** Returns the totals of all lines: units in thousandths, amounts in ten-millionths. */
export function sumLines(lines: readonly LineAmounts[]): ReceiptSums {
  let [quantity, total, net] = [0n, 0n, 0n];
  for (const line of lines) {
    const units = parseMinor(line.quantity, QUANTITY_SCALE) ?? 0n;
    const each = parseMinor(line.cost, COST_SCALE) ?? 0n;
    quantity += units;
    net += units * each;
    total += units * (parseMinor(line.before, COST_SCALE) ?? each);
  }
  return { quantity, total, net };
}

/** Rounds an amount of `sumLines` to the currency's decimals for display. */
export const toDisplayAmount = (amount: bigint, scale: number): number =>
  Number(formatMinor(divideRounded(amount, 10n ** BigInt(NET_SCALE - scale)), scale));

/** Converts units of `sumLines` to a number. */
export const toQuantityNumber = (units: bigint): number => Number(formatMinor(units, QUANTITY_SCALE));

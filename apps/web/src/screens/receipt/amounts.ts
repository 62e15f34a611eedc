import { divideRounded, formatMinor, toLatinDigits, toMinor } from '@dukkan/commerce';
import { localizeDecimalSign, parseSignedNumber } from '../../lib/form/parse-typed-number.ts';

const QUANTITY_SCALE = 3;
const COST_SCALE = 4;
/** Of a quantity times a cost. */
const NET_SCALE = QUANTITY_SCALE + COST_SCALE;
const PERCENT_SCALE = 2;
const WHOLE = 100n * 10n ** BigInt(PERCENT_SCALE);

/** What is typed in Latin digits. */
export const normalizeTypedNumber = (text: string): string => toLatinDigits(text).replace('\u066b', '.');

/** Decimals that are read; the server's rule says on the field how many there may be. */
const READ_SCALE = 10;

/** The number that is typed; what is none stays text, so that it is refused where it stands; null for nothing. */
export function parseNumberOrKeepText(text: string): number | string | null {
  const bare = text.trim();
  return bare === '' ? null : (parseSignedNumber(bare, READ_SCALE).value ?? bare);
}

/** Exact minor units of a typed text, null where it is no number of so many decimals. */
function minorOf(text: string, scale: number): bigint | null {
  const { value } = parseSignedNumber(text, scale);
  return value === null ? null : toMinor(value, scale);
}

/** As the page's language writes it, without zeros at the end: '12.5' of 125000 at four decimals. */
const shortText = (minor: bigint, scale: number): string =>
  localizeDecimalSign(
    formatMinor(minor, scale)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  );

/** A number of the wire as it is edited. */
export const formatTypedValue = (value: number): string => shortText(toMinor(value, COST_SCALE), COST_SCALE);

/** How much less `cost` is than `before`, in percent; '' where it is not less. */
export function formatDiscountPercent(before: string, cost: string): string {
  const from = minorOf(before, COST_SCALE);
  const to = minorOf(cost, COST_SCALE);
  if (from === null || to === null || from <= 0n || to >= from || to < 0n) return '';
  return shortText(divideRounded((from - to) * WHOLE, from), PERCENT_SCALE);
}

/** The cost after so many percent off, in four decimals; null where there is nothing to reckon with. */
export function applyDiscount(before: string, off: string): string | null {
  const from = minorOf(before, COST_SCALE);
  const less = minorOf(off, PERCENT_SCALE);
  if (from === null || less === null || less < 0n || less > WHOLE) return null;
  return shortText(divideRounded(from * (WHOLE - less), WHOLE), COST_SCALE);
}

export type LineAmounts = { readonly quantity: string; readonly before: string; readonly cost: string };

/** What a line is worth after discount, unrounded, in ten-millionths; null until it can be said. */
export function computeLineNet({ quantity, cost }: LineAmounts): bigint | null {
  const units = minorOf(quantity, QUANTITY_SCALE);
  const each = minorOf(cost, COST_SCALE);
  return units === null || each === null ? null : units * each;
}

export type ReceiptSums = { readonly quantity: bigint; readonly total: bigint; readonly net: bigint };

/** What all lines sum up to: units in thousandths, amounts in ten-millionths (decisions 3.6, receipt totals). */
export function sumLines(lines: readonly LineAmounts[]): ReceiptSums {
  let [quantity, total, net] = [0n, 0n, 0n];
  for (const line of lines) {
    const units = minorOf(line.quantity, QUANTITY_SCALE) ?? 0n;
    const each = minorOf(line.cost, COST_SCALE) ?? 0n;
    quantity += units;
    net += units * each;
    total += units * (minorOf(line.before, COST_SCALE) ?? each);
  }
  return { quantity, total, net };
}

/** An amount of `sumLines` rounded to the currency's scale, where it is shown (decisions 0.2). */
export const toDisplayAmount = (amount: bigint, scale: number): number =>
  Number(formatMinor(divideRounded(amount, 10n ** BigInt(NET_SCALE - scale)), scale));

/** Units of `sumLines` as a number. */
export const toQuantityNumber = (units: bigint): number => Number(formatMinor(units, QUANTITY_SCALE));

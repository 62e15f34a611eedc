import { computeCheckDigit } from '@dukkan/commerce';

/** GS1 keeps numbers that begin with 2 for use inside a shop. */
const PREFIX = '29';
const RANDOM_DIGITS = 10;

/** Creates a barcode of 13 digits for goods that come without one; the server refuses one that is taken. */
export function createShopBarcode(): string {
  const random = crypto.getRandomValues(new Uint32Array(RANDOM_DIGITS));
  const digits = PREFIX + Array.from(random, (number) => number % 10).join('');
  return digits + computeCheckDigit(digits);
}

/** The lengths of GS1 numbers that end in a check digit: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN_LENGTHS: readonly number[] = [8, 12, 13, 14];

const ZERO = 0x30;

/** True for a text that can be printed and scanned as a barcode: visible ASCII, single spaces inside only. */
export const isBarcode = (text: string): boolean => /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text);

/** True for digits of a length that has a GS1 check digit. */
export const isGtin = (code: string): boolean => GTIN_LENGTHS.includes(code.length) && /^\d+$/.test(code);

/**
 * The check digit of a GS1 number given without it (modulo 10, weights 3 and 1 from the right). RangeError when the
 * text is not digits.
 */
export function computeCheckDigit(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new RangeError('not digits');
  // computed without an array, because an import calls this many times per row
  let sum = 0;
  for (let place = 1; place <= digits.length; place += 1)
    sum += (digits.charCodeAt(digits.length - place) - ZERO) * (place % 2 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** True for a GTIN with the right check digit, and for any code that is not a GTIN. */
export const hasValidCheckDigit = (code: string): boolean =>
  !isGtin(code) || computeCheckDigit(code.slice(0, -1)) === Number(code.at(-1));

/** True for digits of a GTIN's length with a wrong check digit, which is a number of the shop's own. */
export const hasWrongCheckDigit = (code: string): boolean => isGtin(code) && !hasValidCheckDigit(code);

/**
 * The key by which codes are compared: the 14 digits of a GTIN, else the code in capitals
 * (docs/rules/imports.md#one-number). The database computes the same in `barcode_key`.
 * @param code a barcode in Latin digits, without spaces around it
 * @returns the key; two codes with the same key name the same goods
 */
export const toBarcodeKey = (code: string): string =>
  isGtin(code) && hasValidCheckDigit(code) ? code.padStart(14, '0') : code.toUpperCase();

/** True when a scanned code equals the stored one, ignoring case and the leading zeros of a GTIN. */
export const isSameCode = (stored: string | null, read: string): boolean =>
  stored !== null && toBarcodeKey(stored) === toBarcodeKey(read);

/**
 * Creates a function that finds an item by a read code: the one with the exact spelling, else the first with the same
 * key.
 * @param items oldest first; several items may share a code
 */
export function createCodeFinder<T>(
  items: readonly T[],
  codeOf: (item: T) => string | null,
): (read: string) => T | undefined {
  const spelled = new Map<string, T>();
  const keyed = new Map<string, T>();
  for (const item of items) {
    const code = codeOf(item);
    if (code === null) continue;
    spelled.set(code, item);
    const key = toBarcodeKey(code);
    if (!keyed.has(key)) keyed.set(key, item);
  }
  return (read) => spelled.get(read) ?? keyed.get(toBarcodeKey(read));
}

/**
 * Returns the spellings of the same number in capitals, the given one first, because scanners report a UPC-A with 12,
 * 13 or 14 digits (docs/rules/imports.md#one-number).
 */
export function listBarcodeVariants(code: string): string[] {
  const key = toBarcodeKey(code);
  if (!isGtin(code) || hasWrongCheckDigit(code)) return [code.toUpperCase()];
  const others = GTIN_LENGTHS.filter((length) => /^0*$/.test(key.slice(0, 14 - length)))
    .map((length) => key.slice(14 - length))
    .filter((spelling) => spelling !== code);
  return [code, ...others];
}

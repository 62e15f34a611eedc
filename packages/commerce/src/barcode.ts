/** The lengths of GS1 numbers that end in a check digit: EAN-8, UPC-A, EAN-13, GTIN-14. */
const GTIN_LENGTHS: readonly number[] = [8, 12, 13, 14];

/** True where a text can be printed and scanned as a barcode: visible ASCII, single spaces inside only. */
export const isBarcode = (text: string): boolean => /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text);

/** True for digits of a length that GS1 gives a check digit. */
export const isGtin = (code: string): boolean => GTIN_LENGTHS.includes(code.length) && /^\d+$/.test(code);

/**
 * The check digit of a GS1 number without its last digit (GS1 General Specifications, modulo 10): weights 3 and 1
 * from the right. RangeError where the text is not digits.
 */
export function checkDigitOf(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new RangeError('not digits');
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether a code may stand: a GTIN with its right check digit, or any code that is none. */
export const hasValidCheckDigit = (code: string): boolean =>
  !isGtin(code) || checkDigitOf(code.slice(0, -1)) === Number(code.at(-1));

/** True for digits of a GTIN's length whose check digit does not fit: a number that a shop gave out itself. */
export const isOwnCode = (code: string): boolean => isGtin(code) && !hasValidCheckDigit(code);

/**
 * What codes are compared by: of a GTIN its 14 digits, of every other code the code itself
 * (docs/rules/imports.md#one-number). The database computes the same in `barcode_key`.
 * @param code a barcode in Latin digits, without spaces around it
 * @returns the key; two codes with the same key stand for the same goods
 */
export const barcodeKey = (code: string): string =>
  isGtin(code) && hasValidCheckDigit(code) ? code.padStart(14, '0') : code;

/**
 * The codes that stand for the same number on a package, the given one first: scanners answer a UPC-A with 12, 13 or
 * 14 digits (docs/rules/imports.md#one-number).
 */
export function barcodeVariants(code: string): string[] {
  const key = barcodeKey(code);
  if (!isGtin(code) || isOwnCode(code)) return [code];
  const others = GTIN_LENGTHS.filter((length) => /^0*$/.test(key.slice(0, 14 - length)))
    .map((length) => key.slice(14 - length))
    .filter((spelling) => spelling !== code);
  return [code, ...others];
}

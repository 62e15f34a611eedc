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

/**
 * The codes that stand for the same number on a package, the given one first: a UPC-A of 12 digits is the EAN-13 with
 * a 0 before it, and scanners answer either (GS1 General Specifications).
 */
export function barcodeVariants(code: string): string[] {
  if (/^\d{12}$/.test(code)) return [code, `0${code}`];
  return /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code];
}

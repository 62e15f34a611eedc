import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barcodeVariants, checkDigitOf, hasValidCheckDigit, isBarcode, isGtin } from './barcode.ts';

describe('a barcode', () => {
  test.each([
    ['4006381333931', true],
    ['4006381333932', false],
    ['96385074', true],
    ['96385073', false],
    ['036000291452', true],
    ['036000291453', false],
    ['10012345678902', true],
  ])('%s: its check digit fits: %s', (code, fits) => expect(hasValidCheckDigit(code)).toBe(fits));

  test('a stock code of ones own has no check digit', () => {
    for (const code of ['85123A', '12345', 'POST', 'gift_0001_20', '1234567890123456'])
      expect(hasValidCheckDigit(code)).toBe(true);
  });

  test('every wrong single digit is noticed', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{12}$/),
        fc.nat(12),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const right = `${digits}${checkDigitOf(digits)}`;
          const wrong = [...right];
          wrong[at] = String((Number(wrong[at]) + by) % 10);
          return hasValidCheckDigit(right) && isGtin(right) && !hasValidCheckDigit(wrong.join(''));
        },
      ),
    );
  });

  test('is spelt in visible ASCII', () => {
    expect(isBarcode('BANK CHARGES')).toBe(true);
    for (const text of ['', ' 12', '12 ', '1  2', 'كود', '12\n3', 'é']) expect(isBarcode(text)).toBe(false);
  });

  test('is one number as UPC-A and as EAN-13, and nothing else is', () => {
    expect(barcodeVariants('036000291452')).toEqual(['036000291452', '0036000291452']);
    expect(barcodeVariants('0036000291452')).toEqual(['0036000291452', '036000291452']);
    for (const code of ['4006381333931', '96385074', '00360002914', 'A36000291452'])
      expect(barcodeVariants(code)).toEqual([code]);
  });

  test('no check digit of what is not digits', () => expect(() => checkDigitOf('12A')).toThrow(RangeError));
});

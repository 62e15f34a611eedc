import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeCheckDigit,
  createCodeFinder,
  hasValidCheckDigit,
  hasWrongCheckDigit,
  isBarcode,
  isGtin,
  listBarcodeVariants,
  toBarcodeKey,
} from './barcode.ts';

describe('barcodes', () => {
  test.each([
    ['4006381333931', true],
    ['4006381333932', false],
    ['96385074', true],
    ['96385073', false],
    ['036000291452', true],
    ['036000291453', false],
    ['10012345678902', true],
  ])('the check digit of the barcode %s is valid: %s', (code, fits) =>
    expect(hasValidCheckDigit(code)).toBe(fits),
  );

  test('a stock code of the shop has no check digit', () => {
    for (const code of ['85123A', '12345', 'POST', 'gift_0001_20', '1234567890123456'])
      expect(hasValidCheckDigit(code)).toBe(true);
  });

  test('every single wrong digit of a barcode is detected', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{12}$/),
        fc.nat(12),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const right = `${digits}${computeCheckDigit(digits)}`;
          const wrong = [...right];
          wrong[at] = String((Number(wrong[at]) + by) % 10);
          return hasValidCheckDigit(right) && isGtin(right) && !hasValidCheckDigit(wrong.join(''));
        },
      ),
    );
  });

  test('a barcode consists of visible ASCII characters', () => {
    expect(isBarcode('BANK CHARGES')).toBe(true);
    for (const text of ['', ' 12', '12 ', '1  2', 'كود', '12\n3', 'é']) expect(isBarcode(text)).toBe(false);
  });

  test('a barcode with 12, 13 and 14 digits is one number', () => {
    const three = ['036000291452', '0036000291452', '00036000291452'];
    for (const code of three) {
      expect(listBarcodeVariants(code)[0]).toBe(code);
      expect(listBarcodeVariants(code).toSorted()).toEqual(three.toSorted());
    }
    expect(listBarcodeVariants('4006381333931')).toEqual(['4006381333931', '04006381333931']);
    for (const code of ['10012345678902', '00360002914', 'A36000291452'])
      expect(listBarcodeVariants(code)).toEqual([code]);
  });

  test("leading zeros make a shop's own code a different code", () => {
    for (const code of ['12345678', '036000291453', '4006381333932', '10012345678903']) {
      expect(hasWrongCheckDigit(code)).toBe(true);
      expect(listBarcodeVariants(code)).toEqual([code]);
      expect(toBarcodeKey(code)).toBe(code);
    }
    for (const code of ['4006381333931', '96385074', 'A1', '123456789'])
      expect(hasWrongCheckDigit(code)).toBe(false);
  });

  test('a barcode has one key in all its spellings, and different numbers have different keys', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{7,13}$/), fc.stringMatching(/^\d{7,13}$/), (one, other) => {
        const whole = (digits: string) => `${digits}${computeCheckDigit(digits)}`;
        const [a, b] = [whole(one), whole(other)];
        for (const spelling of listBarcodeVariants(a)) expect(toBarcodeKey(spelling)).toBe(toBarcodeKey(a));
        const isSame = isGtin(a) && isGtin(b) && Number(a) === Number(b);
        expect(toBarcodeKey(a) === toBarcodeKey(b)).toBe(a === b || isSame);
      }),
    );
  });

  test('a code finds its exactly spelled item before an older one with the same key', () => {
    const items = [{ code: 'AB-1' }, { code: 'ab-1' }, { code: '036000291452' }, { code: null }];
    const find = createCodeFinder(items, ({ code }) => code);
    expect(['ab-1', 'AB-1', 'Ab-1', '0036000291452', 'CD'].map((code) => find(code)?.code)).toEqual([
      'ab-1',
      'AB-1',
      'AB-1',
      '036000291452',
      undefined,
    ]);
  });

  test('a text that is no number has no check digit', () =>
    expect(() => computeCheckDigit('12A')).toThrow(RangeError));
});

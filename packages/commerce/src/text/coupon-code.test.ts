import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCouponCode } from './coupon-code.ts';

test.each([
  ['save10', 'SAVE10'],
  ['  Save10\t', 'SAVE10'],
  ['ＳＡＶＥ１０', 'SAVE10'],
  ['ｓａｖｅ１０', 'SAVE10'],
  ['SAVE١٠', 'SAVE10'],
  ['SAVE۱۰', 'SAVE10'],
  ['\u200fSA\u200bVE\u206010\ufeff', 'SAVE10'],
  ['SAVE10\ufe0f', 'SAVE10'],
  ['عيد٢٠', 'عيد20'],
  ['sommerspaß', 'SOMMERSPASS'],
  ['\u00a0a-1\u3000', 'A-1'],
  // a letter whose capital is composed otherwise
  ['\u1fe2', '\u03ab\u0300'],
])('the coupon code %j folds to %j', (typed, code) => {
  expect(foldCouponCode(typed)).toBe(code);
});

test('folding a coupon code again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const code = foldCouponCode(text);
      expect(foldCouponCode(code)).toBe(code);
    }),
  );
});

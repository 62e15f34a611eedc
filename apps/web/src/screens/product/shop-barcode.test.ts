import { computeCheckDigit, isGtin } from '@dukkan/commerce';
import { expect, it } from 'vitest';
import { createShopBarcode } from './shop-barcode.ts';

it('a barcode made by the shop is a number for use inside a shop with its check digit', () => {
  const codes = Array.from({ length: 50 }, createShopBarcode);
  for (const code of codes) {
    expect(isGtin(code)).toBe(true);
    expect(code.startsWith('29')).toBe(true);
    expect(code.at(-1)).toBe(String(computeCheckDigit(code.slice(0, -1))));
  }
  expect(new Set(codes).size).toBe(50);
});

import { expect, test } from 'vitest';
import { isCreditCard } from './credit-card.ts';

test('a credit card has 15 digits and starts with 34 or 37', () => {
  for (const card of ['341234567890123', '378282246310005']) expect(isCreditCard(card)).toBe(true);
  for (const card of [
    '361234567890123',
    '34123456789012',
    '3412345678901234',
    '34123456789012a',
    '',
    ' 341234567890123',
  ]) {
    expect(isCreditCard(card)).toBe(false);
  }
});

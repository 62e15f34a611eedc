import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsCardNumber, isAmexNumber } from './credit-card.ts';

test('an Amex card number has 15 digits and starts with 34 or 37', () => {
  for (const card of ['341234567890123', '378282246310005']) expect(isAmexNumber(card)).toBe(true);
  for (const card of [
    '361234567890123',
    '34123456789012',
    '3412345678901234',
    '34123456789012a',
    '',
    ' 341234567890123',
  ]) {
    expect(isAmexNumber(card)).toBe(false);
  }
});

/** Numbers that the schemes publish for trying; none is anybody's. */
const CARDS = [
  '4111111111111111',
  '4012888888881881',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '3530111333300000',
  '6250941006528599',
];

describe('card numbers in a text', () => {
  test('a card number is found in one piece and in the groups of every card brand', () => {
    for (const card of CARDS) expect(containsCardNumber(card), card).toBe(true);
    for (const spelt of [
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '4111.1111.1111.1111',
      '4111\u00a01111\u00a01111\u00a01111',
      '3782 822463 10005',
      '3056 930902 5904',
      '٤١١١١١١١١١١١١١١١',
      '۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱',
    ])
      expect(containsCardNumber(spelt), spelt).toBe(true);
  });

  test('a card number is found anywhere in a text', () => {
    const around = fc.constantFrom('', 'card ', 'بطاقة:', 'x', '(', '12, ', '12/27 ', 'ref 998877-');
    const after = fc.constantFrom('', ' 12/27', ' 12/27 123', ')', ' CVC 123', 'x', '\n44123456');
    fc.assert(
      fc.property(around, fc.constantFrom(...CARDS), after, (before, card, rest) => {
        expect(containsCardNumber(`${before}${card}${rest}`)).toBe(true);
      }),
    );
  });

  test('other numbers in payment notes are not taken as card numbers', () => {
    for (const text of [
      '',
      'paid by card',
      '+974 5512 3456',
      '0097455123456',
      'TXN 4111111111111112',
      '41111111111111111111',
      '4111 1111 1111',
      '4111, 1111, 1111, 1111',
      '6291041500213',
      'DE89 3704 0044 0532 0130 00',
      'QA58DOHB00001234567890ABCDEFG',
      '2026-11-24 10:15:00',
      '000000000000',
      '55123456 44123456 33123456',
    ])
      expect(containsCardNumber(text), text).toBe(false);
  });

  test('a number with a wrong check digit is no card number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), fc.nat(), fc.integer({ min: 1, max: 9 }), (card, place, by) => {
        // the first digits tell the scheme: another scheme's number has another check digit all the same
        const at = place % card.length;
        const other = `${card.slice(0, at)}${(Number(card[at]) + by) % 10}${card.slice(at + 1)}`;
        expect(containsCardNumber(other)).toBe(false);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatMarkedAmount, getCurrencySign, writeMinusSign } from './amount-text.ts';
import { CURRENCIES, formatMinor, fromMinor, getCurrencyScale } from './currency.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  [301.5, 'QAR', 'en', 'QAR 301.50'],
  [301.5, 'EUR', 'de', '301,50 EUR'],
  [1_234_567, 'JPY', 'en', 'JPY 1,234,567'],
  [1.25, 'KWD', 'en', 'KWD 1.250'],
  [1.25, 'IQD', 'ar', '1.250 د.ع.'],
  [300, 'KRW', 'ar', 'KRW 300'],
  [301.5, 'QAR', 'ar', '301.50 ر.ق.'],
  [1.25, 'KWD', 'ar', '1.250 د.ك.'],
  [12, 'SAR', 'ar', '12.00 ر.س.'],
  [301.5, 'EUR', 'ar', 'EUR 301.50'],
  [-301.5, 'QAR', 'ar', '\u2066\u2212301.50\u2069 ر.ق.'],
  [-301.5, 'EUR', 'ar', 'EUR \u2066\u2212301.50\u2069'],
  [-301.5, 'EUR', 'de', '\u2212301,50 EUR'],
  [-301.5, 'QAR', 'en', 'QAR \u2212301.50'],
  [-0.001, 'QAR', 'en', 'QAR 0.00'],
] as const)('the amount %f %s is written in %s as %s', (amount, currency, locale, text) => {
  expect(plain(formatAmount(amount, currency, locale))).toBe(text);
});

test('prints and screens write amounts alike, except for marks around a number and the side of a code in Arabic', () => {
  for (const locale of ['ar', 'en', 'de'] as const)
    for (const currency of ['QAR', 'SAR', 'KWD', 'EUR'])
      for (const amount of [0, 1.5, -301.5, 1_234_567]) {
        const shown = plain(formatMarkedAmount(amount, currency, locale)).replace(/[\u200e\u200f]/g, '');
        const printed = plain(formatAmount(amount, currency, locale));
        const sign = getCurrencySign(currency, locale);
        expect(printed.split(' ').sort()).toEqual(shown.split(' ').sort());
        expect(printed).toContain(sign.replace(/[\u200e\u200f]/g, ''));
      }
});

test('a negative number has one minus sign in every language, with Latin and Arabic digits', () => {
  for (const locale of ['ar', 'en', 'de'] as const)
    for (const digits of ['latn', 'arab'] as const)
      for (const currency of ['QAR', 'KWD', 'EUR', 'JPY']) {
        const text = formatMarkedAmount(-1_301.5, currency, locale, digits);
        expect(text).toMatch(/\u2212\p{Nd}/u);
        expect(text).not.toContain('-');
      }
  expect([writeMinusSign('-12.5'), writeMinusSign('+974-12')]).toEqual(['\u221212.5', '+974\u221212']);
});

test('an amount in a message has every digit of its minor units in any currency', () => {
  const minor = fc.bigInt({ min: 0n, max: 99_999_999_999n });
  fc.assert(
    fc.property(minor, fc.constantFrom(...CURRENCIES), (units, currency) => {
      const scale = getCurrencyScale(currency);
      const text = formatAmount(fromMinor(units, scale), currency, 'en');
      expect(text.replace(/[^\d.]/g, '')).toBe(formatMinor(units, scale));
    }),
    { verbose: true },
  );
});

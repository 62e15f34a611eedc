import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatAmountInSentence } from './amount-text.ts';
import { CURRENCIES, formatMinor, fromMinor, getCurrencyScale } from './currency.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  [301.5, 'QAR', 'en', 'QAR 301.50'],
  [301.5, 'EUR', 'de', '301,50 EUR'],
  [1_234_567, 'JPY', 'en', 'JPY 1,234,567'],
  [1.25, 'KWD', 'en', 'KWD 1.250'],
  [1.25, 'IQD', 'ar', 'IQD 1.250'],
  [300, 'KRW', 'ar', 'KRW 300'],
] as const)('%f %s is written in %s as %s', (amount, currency, locale, text) => {
  expect(plain(formatAmount(amount, currency, locale))).toBe(text);
});

test.each([
  [301.5, 'QAR', 'ar', '301.50 ر.ق.'],
  [1.25, 'KWD', 'ar', '1.250 د.ك.'],
  [301.5, 'EUR', 'ar', 'EUR 301.50'],
  [301.5, 'QAR', 'en', 'QAR 301.50'],
  [301.5, 'QAR', 'de', '301,50 QAR'],
] as const)('in a sentence %f %s is written in %s as %s', (amount, currency, locale, text) => {
  expect(plain(formatAmountInSentence(amount, currency, locale))).toBe(text);
});

test('an amount in words has every digit of its minor units, whatever the currency', () => {
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

// @vitest-environment node
import { expect, it } from 'vitest';
import {
  formatTypedAmount,
  formatTypedNumber,
  listPossibleNumbers,
  parseSignedNumber,
  parseTypedNumber,
} from './parse-typed-number.ts';

const read = (text: string, locale: 'ar' | 'en' | 'de' = 'en') => parseTypedNumber(text, 3, locale);
const value = (text: string, locale?: 'ar' | 'en' | 'de') => read(text, locale).value;

it('a point is the decimal mark, and a comma too where it cannot separate thousands', () => {
  for (const locale of ['en', 'ar'] as const) {
    expect(
      ['12', '1.5', '1.125', '1,5', '10,25', '0,125', ' 0.75 ', '10.', '10,'].map((text) =>
        value(text, locale),
      ),
    ).toEqual([12, 1.5, 1.125, 1.5, 10.25, 0.125, 0.75, 10, 10]);
    for (const text of ['1,000', '12,345', '1,00,000', '1.00.000', '1,000,5'])
      expect(read(text, locale), text).toEqual({ value: null, wrong: 'sign' });
  }
});

it('in German the comma is the decimal mark, and a point that may separate thousands is not guessed', () => {
  expect(['1,5', '1,125', '1,000', '1.5', '0.125'].map((text) => value(text, 'de'))).toEqual([
    1.5, 1.125, 1, 1.5, 0.125,
  ]);
  for (const text of ['1.000', '1.125', '1.250']) expect(read(text, 'de').wrong, text).toBe('sign');
});

it('typed Arabic digits and signs are read', () => {
  expect(['١٢', '١٫٥', '۱۲', '١،٥'].map((text) => value(text, 'ar'))).toEqual([12, 1.5, 12, 1.5]);
  expect(['١٬٠٠٠', '١٬٢٥٠٫٥', '١٢٬٣٤٥٬٦٧٨'].map((text) => value(text, 'ar'))).toEqual([
    1_000, 1_250.5, 12_345_678,
  ]);
});

it('typed thousands are read in every language when they cannot be decimals', () => {
  for (const locale of ['ar', 'en', 'de'] as const) {
    const texts = [
      '1.250,50',
      '1,250.50',
      '1 250,5',
      "1'250.5",
      '1\u202f250.5',
      '1,000,000',
      '1.000.000',
      '12 345',
    ];
    expect(texts.map((text) => value(text, locale))).toEqual([
      1_250.5, 1_250.5, 1_250.5, 1_250.5, 1_250.5, 1_000_000, 1_000_000, 12_345,
    ]);
  }
});

it('invisible marks are ignored in a typed number', () => {
  expect(
    ['\u200f18,50\u200e', '\u2066\u0661\u0668\u066b\u0665\u2069', '\u00a018.5\u00a0'].map((text) =>
      value(text),
    ),
  ).toEqual([18.5, 18.5, 18.5]);
});

it('a minus sign is read in its allowed places, and an ambiguous number gives both readings', () => {
  expect(['-2', '\u22121,5', '3'].map((text) => parseSignedNumber(text, 3, 'en').value)).toEqual([
    -2, -1.5, 3,
  ]);
  expect([parseSignedNumber('-', 3, 'en').wrong, read('-2').wrong]).toEqual(['number', 'number']);
  expect(listPossibleNumbers('1,250', 'en')).toEqual([1.25, 1_250]);
  expect([
    listPossibleNumbers('1.250', 'en'),
    listPossibleNumbers('18,50', 'en'),
    listPossibleNumbers('1,00,000', 'en'),
    listPossibleNumbers('', 'en'),
  ]).toEqual([null, null, null, null]);
});

it('an empty number field is no error, but words, signs and too many decimals are', () => {
  expect(read('  ')).toEqual({ value: null, wrong: null });
  for (const text of ['two', '-2', '1e3', '.', ',', '0.0001', '1 00', '1234567890123'])
    expect(read(text), text).toEqual({ value: null, wrong: 'number' });
});

it('a number written into an input can be read again in each language', () => {
  for (const locale of ['ar', 'en', 'de'] as const)
    for (const number of [1, 0.25, 1.125, 1_000, 12.5])
      expect(value(formatTypedNumber(number, locale), locale), `${number} ${locale}`).toBe(number);
});

it("an amount written into an input has all decimals of its currency and the language's decimal mark", () => {
  expect(formatTypedAmount(301.5, 'QAR', 'en')).toBe('301.50');
  expect(formatTypedAmount(301.5, 'QAR', 'de')).toBe('301,50');
  expect(formatTypedAmount(1.25, 'KWD', 'ar')).toBe('1.250');
  expect(formatTypedAmount(300, 'JPY', 'en')).toBe('300');
});

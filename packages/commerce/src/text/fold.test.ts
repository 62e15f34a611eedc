import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldForSearch, toLatinDigits } from './fold.ts';
import { LINEAR_GROWTH, measureEightfoldGrowth } from './growth-fixture.ts';

test.each([
  ['أحمد', 'احمد'],
  ['إبراهيم', 'ابراهيم'],
  ['آمنة', 'امنه'],
  ['ٱلله', 'الله'],
  ['مُحَمَّدٌ', 'محمد'],
  ['مصطفى', 'مصطفي'],
  ['قـــهـــوة', 'قهوه'],
  ['هٰذا', 'هذا'],
  ['مؤسسة', 'موسسه'],
  ['ﻻ', 'لا'],
  ['Crème BRÛLÉE', 'creme brulee'],
  ['Straße', 'strasse'],
  ['GROẞ', 'gross'],
  ['Müller', 'muller'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['ﬁlter', 'filter'],
  ['١٢٣ ۴۵۶', '123 456'],
  ['１２３', '123'],
  ['  a \t\n\u00a0 b\u200f ', 'a b'],
  ['', ''],
])('the text %j is folded for search to %j', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

test('folding a folded text changes nothing, and spellings of one word fold alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const folded = foldForSearch(text);
      expect(foldForSearch(folded)).toBe(folded);
      expect(foldForSearch(text.normalize('NFC'))).toBe(foldForSearch(text.normalize('NFD')));
      expect(foldForSearch(` ${text} `)).toBe(folded);
    }),
  );
});

test('folding a text takes time in proportion to its length', () => {
  for (const unit of ['ـ', ' ', '\u064b\u0651', '\u0301\u0327', 'é', '٣'])
    expect(
      measureEightfoldGrowth((size) => foldForSearch(unit.repeat(size)), 12_500),
      unit,
    ).toBeLessThan(LINEAR_GROWTH);
});

test('digits of both Arabic sets become Latin, and nothing else changes', () => {
  expect(toLatinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ٪ أ 5')).toBe('0123456789 0123456789 ٪ أ 5');
});

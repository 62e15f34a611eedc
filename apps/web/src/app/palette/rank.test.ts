// @vitest-environment node
import { expect, it } from 'vitest';
import { scoreEntry, scoreMatch, scoreRecord, sortByScore } from './rank.ts';

it('the palette finds Arabic words in any letter form, with or without marks and article', () => {
  expect(scoreMatch('الإعدادات العامة', 'اعدادات')).toBeGreaterThan(0);
  expect(scoreMatch('الحِسَابات', 'الحسابات')).toBe(5);
  expect(scoreMatch('الأدوار والصلاحيات', 'ادوار')).toBeGreaterThan(0);
  expect(scoreMatch('المدن', 'مدينة')).toBe(0);
});

it('the palette puts matches at the beginning of words before others and keeps the order of equal matches', () => {
  const names = ['Multi-discounts', 'Discounts', 'Accounts', 'Countries'];
  const sorted = (typed: string) =>
    sortByScore(names.map((name) => ({ name, score: scoreEntry(name, '', typed) }))).map(({ name }) => name);
  expect(sorted('COUNT')).toEqual(['Countries', 'Multi-discounts', 'Discounts', 'Accounts']);
  expect(sorted('')).toEqual(names);
});

it('the palette finds words in any order', () => {
  expect(scoreMatch('Roles and permissions', 'perm rol')).toBe(3);
});

it('the palette finds a page by synonyms, whole phrases before single words, and never inside a word', () => {
  const batches = (typed: string) => scoreEntry('Batches', 'expiry, best before, lots', typed);
  expect(batches('expiry')).toBeGreaterThan(scoreEntry('Expiry date report', '', 'expiry'));
  expect(batches('before')).toBeGreaterThan(0);
  expect(batches('piry')).toBe(0);
  expect(scoreEntry('نقد السائقين', 'الدفع عند الاستلام، تسليم النقد', 'تسليم النقد')).toBe(4.5);
});

it('the palette puts a record named with the word after a page of that name and before a page that contains it', () => {
  const rice = scoreRecord(['Basmati rice 5 kg', '6291'], 'rice');
  expect(rice).toBeGreaterThan(scoreEntry('Price lists', 'prices, tariffs', 'rice'));
  const product = scoreRecord(['Basmati rice 5 kg'], 'rice', true);
  expect(product).toBeGreaterThan(scoreRecord(['Rice and grains'], 'rice'));
  expect(product).toBeLessThan(scoreEntry('Rice', '', 'rice'));
  expect(scoreRecord(['Safe gloves'], 'safe', true)).toBeLessThan(scoreEntry('Safe', '', 'safe'));
  expect(scoreRecord(['Basmati'], 'basmti')).toBe(1);
});

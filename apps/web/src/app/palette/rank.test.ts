// @vitest-environment node
import { expect, it } from 'vitest';
import { scoreMatch, sortByMatch } from './rank.ts';

it('finds Arabic words whatever their letter forms, marks and article', () => {
  expect(scoreMatch('الإعدادات العامة', 'اعدادات')).toBeGreaterThan(0);
  expect(scoreMatch('الحِسَابات', 'الحسابات')).toBe(5);
  expect(scoreMatch('الأدوار والصلاحيات', 'ادوار')).toBeGreaterThan(0);
  expect(scoreMatch('المدن', 'مدينة')).toBe(0);
});

it('puts beginnings before the middle of words, and keeps the order of equals', () => {
  const names = ['Multi-discounts', 'Discounts', 'Accounts', 'Countries'];
  expect(sortByMatch(names, 'COUNT', (name) => [name])).toEqual([
    'Countries',
    'Multi-discounts',
    'Discounts',
    'Accounts',
  ]);
  expect(sortByMatch(names, '', (name) => [name])).toEqual(names);
});

it('takes words in any order', () => {
  expect(scoreMatch('Roles and permissions', 'perm rol')).toBe(3);
});

import { expect, it } from 'vitest';
import { rank, ranked } from './rank.ts';

it('finds Arabic words whatever their letter forms, marks and article', () => {
  expect(rank('الإعدادات العامة', 'اعدادات')).toBeGreaterThan(0);
  expect(rank('الحِسَابات', 'الحسابات')).toBe(5);
  expect(rank('الأدوار والصلاحيات', 'ادوار')).toBeGreaterThan(0);
  expect(rank('المدن', 'مدينة')).toBe(0);
});

it('puts beginnings before the middle of words, and keeps the order of equals', () => {
  const names = ['Multi-discounts', 'Discounts', 'Accounts', 'Countries'];
  expect(ranked(names, 'COUNT', (name) => [name])).toEqual([
    'Countries',
    'Multi-discounts',
    'Discounts',
    'Accounts',
  ]);
  expect(ranked(names, '', (name) => [name])).toEqual(names);
});

it('takes words in any order', () => {
  expect(rank('Roles and permissions', 'perm rol')).toBe(3);
});

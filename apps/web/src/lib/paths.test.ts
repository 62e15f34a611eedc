// @vitest-environment node
import { expect, it } from 'vitest';
import { getRecordPath, toSafeRedirectPath, withQuery } from './paths.ts';

it('empty query parameters are removed from an address and the others kept', () => {
  expect(withQuery('/roles?page=2&branch=1#a', { page: null, branch: 3, keywords: '' })).toBe(
    '/roles?branch=3#a',
  );
  expect(withQuery('/roles', {})).toBe('/roles');
});

it.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  '',
  null,
  '/login',
  '/login?next=/x',
])('a return address goes to Home instead of %s', (next) => expect(toSafeRedirectPath(next)).toBe('/'));

it('a return address of this application is followed', () => {
  expect(toSafeRedirectPath('/roles/3?branch=1#x')).toBe('/roles/3?branch=1#x');
});

it('every kind of palette result has a page, and an unknown kind has none', () => {
  expect(getRecordPath('order', 126)).toBe('/orders/126');
  expect(getRecordPath('client', 7)).toBe('/customers/7');
  expect(getRecordPath('offer', 3)).toBe('/offers/wholesales/3');
  expect(getRecordPath('parcel', 1)).toBeNull();
  expect(getRecordPath('constructor', 1)).toBeNull();
});

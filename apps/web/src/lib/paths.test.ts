// @vitest-environment node
import { expect, it } from 'vitest';
import { getRecordPath, toSafeRedirectPath, withQuery } from './paths.ts';

it('leaves empty parts of a query out and keeps the rest', () => {
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
])('goes Home instead of %s', (next) => expect(toSafeRedirectPath(next)).toBe('/'));

it('goes on to an address of this application', () => {
  expect(toSafeRedirectPath('/roles/3?branch=1#x')).toBe('/roles/3?branch=1#x');
});

it('knows the page of what is found, and none of a kind that it does not know', () => {
  expect(getRecordPath('order', 126)).toBe('/orders/126');
  expect(getRecordPath('client', 7)).toBe('/customers/7');
  expect(getRecordPath('offer', 3)).toBe('/offers/wholesales/3');
  expect(getRecordPath('parcel', 1)).toBeNull();
  expect(getRecordPath('constructor', 1)).toBeNull();
});

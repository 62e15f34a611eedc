import { expect, it } from 'vitest';
import { safeNext, withQuery } from './paths.ts';

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
])('goes Home instead of %s', (next) => expect(safeNext(next)).toBe('/'));

it('goes on to an address of this application', () => {
  expect(safeNext('/roles/3?branch=1#x')).toBe('/roles/3?branch=1#x');
});

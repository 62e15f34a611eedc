import { api } from '@dukkan/contract';
import { expect, it } from 'vitest';
import { mayCall, mayPick } from './endpoint.ts';
import { toExportEndpoint } from './permission.ts';

it('what anyone may call is open to everyone', () => {
  expect(mayCall(api.setting.public, null)).toBe(true);
  expect(mayCall(api.auth.signIn, null)).toBe(true);
});

it("the staff's side of the public catalogue needs its permission, and so does its export", () => {
  expect(mayCall(api.brand.list, ['products.brands.view'])).toBe(true);
  expect(mayCall(api.brand.list, ['products.brands.save'])).toBe(false);
  expect(mayCall(api.brand.list, null)).toBe(false);
  expect(mayCall(toExportEndpoint(api.brand.list), ['products.brands.view'])).toBe(false);
  expect(mayCall(toExportEndpoint(api.brand.list), ['products.brands'])).toBe(true);
});

it('what a form of theirs needs is found by who may not open its list', () => {
  expect(mayCall(api.account.list, ['seller'])).toBe(false);
  expect(mayPick(api.account.list, ['seller'])).toBe(true);
  expect(mayPick(api.account.list, ['users.view'])).toBe(true);
  expect(mayPick(api.account.list, ['areas'])).toBe(false);
  expect(mayPick(api.account.list, null)).toBe(false);
  expect(mayPick(api.address.list, ['seller'])).toBe(false);
});

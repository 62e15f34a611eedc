// @vitest-environment node
import { tillApi } from 'virtual:endpoints/till';
import { api } from '@dukkan/contract';
import { expect, it } from 'vitest';
import { api as table } from './api.ts';
import { canCall, canPickFrom } from './endpoint.ts';
import { withExportPermission } from './permission.ts';

it('the endpoint table without schemas agrees with the contract on every endpoint', () => {
  const NAMES = [
    'path',
    'kind',
    'audience',
    'permission',
    'pick',
    'invalidates',
    'exports',
    'exportPermission',
  ];
  const factsOf = (groups: typeof api) =>
    Object.fromEntries(
      Object.entries(groups).map(([noun, group]) => [
        noun,
        Object.fromEntries(
          Object.entries(group).map(([verb, endpoint]) => [
            verb,
            NAMES.map((name) => Reflect.get(endpoint, name) || null),
          ]),
        ),
      ]),
    );
  expect(factsOf({ ...table, ...tillApi })).toEqual(factsOf(api));
});

it('endpoints for the public are open to everyone', () => {
  expect(canCall(api.setting.public, null)).toBe(true);
  expect(canCall(api.auth.signIn, null)).toBe(true);
});

it('the staff view of the public catalogue needs its permission, and so does its export', () => {
  expect(canCall(api.brand.list, ['products.brands.view'])).toBe(true);
  expect(canCall(api.brand.list, ['products.brands.save'])).toBe(false);
  expect(canCall(api.brand.list, null)).toBe(false);
  expect(canCall(withExportPermission(api.brand.list), ['products.brands.view'])).toBe(false);
  expect(canCall(withExportPermission(api.brand.list), ['products.brands'])).toBe(true);
});

it('a picker can read a list that its user may not open', () => {
  expect(canCall(api.account.list, ['seller'])).toBe(false);
  expect(canPickFrom(api.account.list, ['seller'])).toBe(true);
  expect(canPickFrom(api.account.list, ['users.view'])).toBe(true);
  expect(canPickFrom(api.account.list, ['areas'])).toBe(false);
  expect(canPickFrom(api.account.list, null)).toBe(false);
  expect(canPickFrom(api.address.list, ['seller'])).toBe(false);
});

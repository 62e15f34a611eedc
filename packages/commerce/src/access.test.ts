import { describe, expect, test } from 'vitest';
import { ACTIONS, hasSamePermissions, isActionAllowed, isRouteAllowed } from './access.ts';

describe('exact permission checks on the server', () => {
  test("admin, the resource and resource.action pass an endpoint's permission, and nothing else", () => {
    for (const action of ACTIONS) {
      expect(isActionAllowed(['admin'], 'orders', action)).toBe(true);
      expect(isActionAllowed(['orders'], 'orders', action)).toBe(true);
      expect(isActionAllowed([`orders.${action}`], 'orders', action)).toBe(true);
      expect(isActionAllowed([], 'orders', action)).toBe(false);
    }
    expect(isActionAllowed(['orders.view'], 'orders', 'save')).toBe(false);
    expect(isActionAllowed(['products.categories.view'], 'products.categories', 'view')).toBe(true);
    expect(isActionAllowed(['products'], 'products.categories', 'view')).toBe(false);
    expect(isActionAllowed(['ADMIN'], 'orders', 'view')).toBe(false);
    expect(isActionAllowed(['addresses'], 'Addresses', 'view')).toBe(false);
  });

  test.each([
    ['ordersstatus', 'orders'],
    ['users.driver', 'users'],
    ['users.driver', 'driver'],
    ['users.seller', 'users'],
    ['users.seller', 'seller'],
    ['return-reciepts', 'reciepts'],
    ['payments-x', 'payments'],
    ['superadmin', 'admin'],
  ])('Z9: the permission %s does not pass %s, nor the reverse', (held, resource) => {
    for (const action of ACTIONS) {
      expect(isActionAllowed([held], resource, action)).toBe(false);
      expect(isActionAllowed([resource], held, action)).toBe(resource === 'admin');
    }
  });
});

describe('route checks by contained keys in the client', () => {
  test.each<[string[], string[], boolean]>([
    [['products.categories'], ['categories'], true],
    [['products.categories'], ['products', 'seller'], false],
    [['users.driver'], ['orders', 'driver', 'seller'], true],
    [['settings.payments'], ['payments'], true],
    [['settings.payments'], ['settings'], false],
    [['products.view'], ['products', 'seller'], true],
    [['products.categories.save'], ['categories'], true],
    [['products.categories.save'], ['products', 'seller'], false],
    [['settings.export'], ['settings'], true],
    [['orders.view'], ['orders', 'driver', 'seller'], true],
    [['users.driver.view'], ['reports', 'users.driver'], true],
    [['ordersstatus'], ['orders', 'driver', 'seller'], true],
    [['branchs'], ['sessions', 'branches'], false],
    [['branchs'], ['sessions', 'branches', 'branchs'], true],
    [['addresses'], ['Addresses'], true],
    [['  ADMIN '], ['reports'], true],
    [['superadmin'], ['reports'], false],
    [['admin.view'], ['reports'], false],
    [['PRODUCTS.Brands.DELETE'], ['brands'], true],
    [[], ['orders'], false],
    [[], [], true],
    [['orders'], [''], false],
  ])('the permissions %j on the keys %j: %s', (permissions, keys, passes) => {
    expect(isRouteAllowed(permissions, keys)).toBe(passes);
  });
});

test('permission lists are compared as sets', () => {
  expect(hasSamePermissions(['Orders ', 'users'], ['users', 'orders', 'orders'])).toBe(true);
  expect(hasSamePermissions(['orders'], ['orders', 'users'])).toBe(false);
  expect(hasSamePermissions(['orders'], ['users'])).toBe(false);
  expect(hasSamePermissions([], ['', ' '])).toBe(true);
});

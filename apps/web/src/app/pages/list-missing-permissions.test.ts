import { expect, test } from 'vitest';
import { findRoute } from '../app-routes.ts';
import { listMissingPermissions } from './list-missing-permissions.ts';

const listMissing = (path: string, isKeyHeld: boolean) => {
  const route = findRoute(path);
  if (!route) throw new Error(`No route has the address ${path}.`);
  return listMissingPermissions(route, () => isKeyHeld);
};

test('a page names every permission that opens it', () => {
  expect(listMissing('/roles', false)).toEqual(['roles']);
  expect(listMissing('/supplires', false)).toEqual(['suppliers']);
  expect(listMissing('/orders', false)).toEqual(expect.arrayContaining(['orders', 'driver', 'seller']));
});

test('a page whose key is held names the permission of its endpoint', () => {
  for (const permission of listMissing('/order-status/change-order-status', true))
    expect(permission).toMatch(/\.(view|save|delete|export)$/);
});

import { renderHook } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVERYBODY, setRouteAccess, useCanOpen } from '../lib/can-open.ts';
import { signIn, signOut, type User } from '../lib/server/session.ts';
import { APP_ROUTES, filterAllowedRoutes, hasScreen } from './app-routes.ts';
import { connectLinks, useRouteAccess } from './route-access.ts';

/** The permissions of the seeded roles, and of two that hold an action only. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  admin: ['admin'],
  manager: [
    'driver',
    'seller',
    'users.driver',
    'branchs.view',
    'orders',
    'products.view',
    'reciepts',
    'reports',
  ],
  accountant: ['reports', 'payments', 'transactions'],
  cashier: ['seller'],
  driver: ['driver'],
  editor: ['products', 'products.categories', 'offers', 'banners'],
  viewer: ['users.view', 'products.view'],
  nobody: [],
};

const toAddress = (path: string): string => path.replace(/\/:\w+\?$/, '').replaceAll(/:\w+/g, '7');

const sign = (permissions: readonly string[]) =>
  signIn({
    user: { id: 1, name: 'Alia', permissions, branches: [], preferences: {} } as unknown as User,
    token: 't',
  });

beforeAll(connectLinks);
afterAll(() => setRouteAccess(() => EVERYBODY));
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{"results":{"signed_out":1}}'));
  signOut();
});

describe.each(Object.entries(ROLES))('as %s', (_role, permissions) => {
  it('menu, router and links agree on which pages open', () => {
    sign(permissions);
    const passes = renderHook(() => useRouteAccess()).result.current;
    const canOpen = renderHook(() => useCanOpen()).result.current;
    const menu = new Set(filterAllowedRoutes(passes).map(({ path }) => path));
    for (const route of APP_ROUTES) {
      const isBuilt = hasScreen(route.entry);
      expect([route.path, canOpen(toAddress(route.path))]).toEqual([route.path, isBuilt && passes(route)]);
      if (route.entry.section !== null && route.entry.screen !== null)
        expect([route.path, menu.has(route.path)]).toEqual([route.path, passes(route)]);
    }
  });
});

it('staff who may only view products and customers do not find their imports, which need the save permission', () => {
  sign(['products.view', 'users.view']);
  const canOpen = renderHook(() => useCanOpen()).result.current;
  expect(canOpen('/products')).toBe(true);
  expect(canOpen('/products/import')).toBe(false);
  expect(canOpen('/products/import/new?kind=customer')).toBe(false);
  signOut();
  sign(['users.save']);
  expect(renderHook(() => useCanOpen()).result.current('/products/import')).toBe(true);
});

it('pages outside the app open for everybody, and an unknown address for nobody', () => {
  const canOpen = renderHook(() => useCanOpen()).result.current;
  for (const page of ['/login?next=/orders', '/error-404', '/unauthorized', '/demo-mailbox', '/pay/abc'])
    expect([page, canOpen(page)]).toEqual([page, true]);
  sign(['admin']);
  expect(renderHook(() => useCanOpen()).result.current('/no/such/page')).toBe(false);
});

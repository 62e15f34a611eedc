// @vitest-environment node
import { isRouteAllowed } from '@dukkan/commerce';
import { describe, expect, it } from 'vitest';
import ar from '../locales/ar/shell.json' with { type: 'json' };
import de from '../locales/de/shell.json' with { type: 'json' };
import en from '../locales/en/shell.json' with { type: 'json' };
import { APP_ROUTES, filterAllowedRoutes, findRoute, hasScreen } from './app-routes.ts';

/** Written by hand instead of derived from the routes, so that the test can fail. */
const WANTED: Record<string, string[]> = {
  '/': [],
  '/supplires': ['suppliers'],
  '/settings/online-payments': ['settings'],
  '/sales-report': ['reports'],
  '/sales-channels-report': ['reports'],
  '/procurement-report': ['reports'],
  '/inventory-report': ['reports'],
  '/movement-report': ['reports'],
  '/expiry-report': ['reports'],
  '/stock-taking-report': ['reports'],
  '/payments-report': ['payments', 'reports'],
  '/drivers-report': ['reports', 'users.driver'],
  '/settings/pricelists': ['pricelist'],
  '/pricelists/edit/:id?': ['pricelist'],
  '/Addresses': ['Addresses'],
  '/sessions': ['sessions', 'branches', 'branchs', 'seller'],
  '/payments': ['payments', 'branches', 'branchs'],
  '/orders': ['orders', 'driver', 'seller'],
  '/orders/order-invoice/:orderId': ['orders', 'driver', 'seller'],
  '/settings/delivery-config': ['delivery'],
  '/settings/branch-config': ['branchs'],
  '/settings/payments-methods': ['payments'],
  '/offers': ['offers'],
  '/offers/wholesales': ['offers'],
  '/offers/bundles': ['offers'],
  '/offers/coupons': ['offers'],
  '/discounts': ['offers'],
  '/multi-discounts': ['offers'],
  '/order-status': ['ordersstatus'],
  // for users who manage the statuses, and for those who work with orders
  '/order-status/change-order-status': ['ordersstatus', 'orders'],
  '/acounts': ['users'],
  '/roles': ['roles'],
  '/customers': ['users'],
  '/user-roles': ['roles'],
  '/user-roles/admins': ['roles'],
  '/user-roles/drivers': ['roles'],
  '/user-roles/sellers': ['roles'],
  '/products/categories': ['categories'],
  '/products/extras': ['extras'],
  '/products/brands': ['brands'],
  // routes that are not in the specification
  '/orders/new': ['orders', 'seller'],
  '/products/import': ['products', 'users'],
  '/payments/drivers': ['payments', 'branches', 'branchs'],
  '/areas/zones': ['areas'],
  '/products/stock': ['products', 'reciepts', 'reports'],
  '/products/batches': ['products', 'reciepts', 'reports'],
  '/products/transfers': ['reciepts'],
  '/products/counts': ['reciepts', 'reports'],
  '/products': ['products', 'seller'],
  '/products/save/:id?': ['products', 'seller'],
  '/reciepts': ['reciepts'],
  '/reciepts/purchase-invoice/:invid': ['reciepts'],
  '/reciepts/purchase-invoice/edit/:invid': ['reciepts'],
  '/return-reciepts': ['orders', 'driver', 'seller'],
  '/return-reciepts/return-reciept': ['orders', 'driver', 'seller'],
  '/transactions': ['transactions'],
  '/banners': ['banners'],
  '/sliders': [],
  '/countries': ['areas'],
  '/states': ['areas'],
  '/cities': ['areas'],
  '/areas': ['areas'],
  '/settings/general': ['settings'],
  '/settings/theme-and-layout': ['settings'],
  '/messages': ['contactus'],
  '/taxs': ['taxs'],
  '/pos-cash-report': ['sessions', 'reports'],
  '/statistics': ['reports'],
  '/settings/mail-templates': ['settings'],
  '/profile': [],
};

describe('the route table', () => {
  it('the route table has exactly the routes and keys of the specification', () => {
    const table = Object.fromEntries(APP_ROUTES.map(({ path, keys }) => [path, [...keys]]));
    expect(table).toEqual(WANTED);
  });

  it('every route and group has a name in three languages', () => {
    for (const texts of [ar, de, en]) {
      const routes: Record<string, string> = texts.route;
      const groups: Record<string, string> = texts.group;
      for (const { entry } of APP_ROUTES) {
        expect(routes[entry.name], entry.name).toBeTruthy();
        if (entry.group) expect(groups[entry.group]).toBeTruthy();
      }
    }
  });
});

describe('open routes', () => {
  const paths = (...permissions: string[]) =>
    filterAllowedRoutes(({ keys }) => isRouteAllowed(permissions, keys)).map(({ path }) => path);

  it('the menu shows only built screens', () => {
    for (const path of paths('admin')) expect(findRoute(path)?.entry.screen).not.toBeNull();
    expect(paths('admin')).toContain('/acounts');
    expect(paths('admin')).toContain('/settings/mail-templates');
  });

  it('the menu follows the permission keys', () => {
    expect(paths('driver')).not.toContain('/acounts');
    expect(paths('users.view')).toEqual(expect.arrayContaining(['/', '/acounts', '/customers']));
    expect(paths('users.view')).not.toContain('/roles');
    expect(paths('roles')).toEqual(expect.arrayContaining(['/roles', '/user-roles/drivers']));
  });
});

describe('the route of an address', () => {
  it.each([
    ['/', '/'],
    ['/acounts', '/acounts'],
    ['/acounts/', '/acounts'],
    ['/acounts/17', '/acounts'],
    ['/products/categories', '/products/categories'],
    ['/products/save', '/products/save/:id?'],
    ['/products/save/4', '/products/save/:id?'],
    ['/products', '/products'],
    ['/user-roles/drivers', '/user-roles/drivers'],
    ['/addresses', '/Addresses'],
  ])('the address %s belongs to the route %s', (address, path) =>
    expect(findRoute(address)?.path).toBe(path),
  );

  it('an unknown address has no route', () => {
    expect(findRoute('/acountsx')).toBeNull();
    expect(findRoute('/login')).toBeNull();
  });

  it('a route group counts as built when one of its children is built', () => {
    const users = APP_ROUTES.find(({ path }) => path === '/user-roles');
    expect(users && hasScreen(users.entry)).toBe(true);
  });
});

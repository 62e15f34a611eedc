import { isRouteAllowed } from '@dukkan/commerce';
import { describe, expect, it } from 'vitest';
import ar from '../locales/ar/shell.json' with { type: 'json' };
import de from '../locales/de/shell.json' with { type: 'json' };
import en from '../locales/en/shell.json' with { type: 'json' };
import { APP_ROUTES, filterAllowedRoutes, findRoute, hasScreen } from './app-routes.ts';
import { SECTIONS } from './route-entry.ts';
import { findSection, listSections } from './sections.ts';

/** Written by hand instead of derived from the routes, so that the test can fail. */
const WANTED: Record<string, string[]> = {
  '/': [],
  '/reciepts/to-order': ['reciepts'],
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
  '/pos': ['seller', 'sessions'],
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
  '/settings': ['settings', 'branchs', 'ordersstatus', 'payments', 'taxs'],
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

  it('every route and section has a name in three languages', () => {
    for (const texts of [ar, de, en]) {
      const routes: Record<string, string> = texts.route;
      for (const { entry } of APP_ROUTES)
        for (const { name } of [entry, ...(entry.subPages ?? [])]) expect(routes[name], name).toBeTruthy();
      expect(Object.keys(texts.section)).toEqual(Object.keys(SECTIONS));
    }
  });
});

describe('what is open', () => {
  const paths = (...permissions: string[]) =>
    filterAllowedRoutes(({ keys }) => isRouteAllowed(permissions, keys)).map(({ path }) => path);

  it('offers only what is built', () => {
    for (const path of paths('admin')) expect(findRoute(path)?.entry.screen).not.toBeNull();
    expect(paths('admin')).toContain('/acounts');
    expect(paths('admin')).toContain('/settings/mail-templates');
  });

  it('follows the permission keys', () => {
    expect(paths('driver')).not.toContain('/acounts');
    expect(paths('users.view')).toEqual(expect.arrayContaining(['/', '/acounts', '/customers']));
    expect(paths('users.view')).not.toContain('/roles');
    expect(paths('roles')).toEqual(expect.arrayContaining(['/roles', '/user-roles/drivers']));
  });
});

describe('the menu', () => {
  it('the menu has twelve sections and the settings, each leading to its first page that opens', () => {
    const sections = (...permissions: string[]) =>
      listSections(filterAllowedRoutes(({ keys }) => isRouteAllowed(permissions, keys))).map(
        ({ section, first }) => `${section} ${first.path}`,
      );
    expect(sections('admin')).toEqual([
      'home /',
      'orders /orders',
      'products /products',
      'customers /customers',
      'inventory /products/stock',
      'purchasing /reciepts',
      'offers /discounts',
      'money /payments',
      'delivery /areas/zones',
      'reports /statistics',
      'content /banners',
      'people /acounts',
      'settings /settings',
    ]);
    expect(sections('contactus')).toEqual(['home /', 'customers /messages', 'content /sliders']);
    expect(sections('taxs')).toEqual(['home /', 'content /sliders', 'settings /settings']);
  });

  it.each([
    ['/orders/17', 'orders'],
    ['/orders/new', 'orders'],
    ['/offers', 'offers'],
    ['/offers/coupons/4', 'offers'],
    ['/pricelists/edit/2', 'products'],
    ['/payments/safe', 'money'],
    ['/user-roles/drivers', 'people'],
    ['/reciepts/purchase-invoice/edit/9', 'purchasing'],
    ['/settings/branch-config/3', 'settings'],
    ['/profile', null],
    ['/nowhere', null],
  ])('%s belongs to %s', (address, section) => expect(findSection(address)).toBe(section));
});

describe('the place of an address', () => {
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
  ])('%s belongs to %s', (address, path) => expect(findRoute(address)?.path).toBe(path));

  it('an unknown address has no route', () => {
    expect(findRoute('/acountsx')).toBeNull();
    expect(findRoute('/login')).toBeNull();
  });

  it('knows a container by its children', () => {
    const users = APP_ROUTES.find(({ path }) => path === '/user-roles');
    expect(users && hasScreen(users.entry)).toBe(true);
  });
});

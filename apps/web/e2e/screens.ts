import { type Action, isActionAllowed, isRouteAllowed } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { APP_ROUTES, type AppRoute, type RouteAccess } from '../src/app/app-routes.ts';
import { paths } from '../src/lib/paths.ts';
import type { Role } from './opening.ts';
import { PLAIN_RECORDS, type PlainRecord } from './records.ts';

export type ScreenEntry = {
  /** The path; `:account` and others are replaced by the id of a demo record. */
  readonly path: string;
  /** The role that opens it; null for a visitor who is not signed in. */
  readonly role: Role | null;
};

/** The path of a plain record's list; its other pages lie below. */
export const getListPath = (group: PlainRecord['group']): string =>
  paths[`${group}New` as 'sliderNew'].replace(/\/new$/, '');

/** The pages of a plain record: the list with records and without, a new one, and one that is stored. */
const listScreens = ({ group, role, reader = role }: PlainRecord): ScreenEntry[] => {
  const path = getListPath(group);
  return [
    { path, role },
    { path: `${path}?keywords=no-record-is-called-so`, role: reader },
    { path: `${path}/new`, role },
    { path: `${path}/:${group}`, role },
  ];
};

/** Every screen; screens.spec.ts opens each in every language, in light and dark, wide and narrow. */
export const SCREENS: readonly ScreenEntry[] = [
  ...PLAIN_RECORDS.flatMap(listScreens),
  { path: '/login', role: null },
  { path: '/demo-mailbox', role: null },
  { path: '/error-404', role: null },
  { path: '/error-404?from=/orders&denied=1', role: 'driver' },
  { path: '/unauthorized', role: null },
  { path: '/', role: 'admin' },
  { path: '/', role: 'driver' },
  { path: '/profile', role: 'cashier' },
  { path: '/settings', role: 'admin' },
  { path: '/settings', role: 'accountant' },

  { path: '/acounts', role: 'admin' },
  { path: '/acounts?keywords=nobody-is-called-so', role: 'admin' },
  { path: '/acounts/new', role: 'admin' },
  { path: '/acounts/:account', role: 'admin' },
  { path: '/user-roles/admins', role: 'admin' },
  { path: '/user-roles/drivers', role: 'admin' },
  { path: '/user-roles/sellers', role: 'admin' },
  { path: '/roles', role: 'admin' },
  { path: '/roles/new', role: 'admin' },
  { path: '/roles/:role', role: 'admin' },
  { path: '/customers', role: 'admin' },
  { path: '/customers/:customer', role: 'admin' },
  { path: '/customers/:customer?edit=1', role: 'admin' },
  { path: '/customers/new', role: 'admin' },

  { path: '/orders/new', role: 'admin' },
  { path: '/orders/new', role: 'cashier' },

  { path: '/messages', role: 'admin' },
  { path: '/messages?keywords=nobody-wrote-so', role: 'admin' },
  { path: '/messages/:message', role: 'admin' },

  { path: '/products', role: 'editor' },
  { path: '/products', role: 'cashier' },
  { path: '/products?keywords=no-product-is-called-so', role: 'editor' },
  { path: '/products/save', role: 'editor' },
  { path: '/products/save/:product', role: 'editor' },
  { path: '/products/save/:product?edit=1', role: 'editor' },
  { path: '/products/save/:product?edit=1', role: 'cashier' },
  { path: '/products/save/:product', role: 'cashier' },
  { path: '/products/labels', role: 'editor' },
  { path: '/products/labels?ids=:product', role: 'editor' },
  { path: '/products/import', role: 'editor' },
  { path: '/products/import', role: 'cashier' },
  { path: '/products/import/new', role: 'editor' },
  { path: '/products/import/new?kind=price', role: 'editor' },
  { path: '/products/import?kind=customer', role: 'admin' },
  { path: '/products/import/new?kind=customer', role: 'admin' },
  { path: '/products/import/:import', role: 'editor' },
  { path: '/products/import/:import?step=columns', role: 'editor' },
  { path: '/products/import/:import_done', role: 'editor' },
  { path: '/products/categories', role: 'editor' },
  { path: '/products/categories?missing_translation=de', role: 'editor' },
  { path: '/products/categories/new', role: 'editor' },
  { path: '/products/categories/:category', role: 'editor' },
  { path: '/offers/wholesales', role: 'admin' },
  { path: '/offers/wholesales/new', role: 'admin' },
  { path: '/offers/bundles', role: 'admin' },
  { path: '/offers/bundles/new', role: 'admin' },
  { path: '/offers/coupons', role: 'admin' },
  { path: '/offers/coupons?keywords=no-coupon-is-called-so', role: 'admin' },
  { path: '/offers/coupons/new', role: 'admin' },
  { path: '/offers/coupons/:coupon', role: 'admin' },
  { path: '/offers/bundles/:bundle', role: 'admin' },
  { path: '/offers/wholesales/:wholesale', role: 'admin' },
  { path: '/discounts', role: 'admin' },
  { path: '/discounts/new', role: 'admin' },
  { path: '/multi-discounts', role: 'admin' },
  { path: '/multi-discounts/new', role: 'admin' },
  { path: '/multi-discounts', role: 'manager' },
  { path: '/multi-discounts/new', role: 'manager' },
  { path: '/multi-discounts/:discount', role: 'admin' },
  { path: '/products/brands', role: 'editor' },
  { path: '/products/brands?keywords=no-brand-is-called-so', role: 'editor' },
  { path: '/products/brands/new', role: 'editor' },
  { path: '/products/brands/:brand', role: 'editor' },
  { path: '/settings/pricelists', role: 'admin' },
  { path: '/settings/pricelists?keywords=no-price-list-is-called-so', role: 'admin' },
  { path: '/pricelists/edit', role: 'admin' },
  { path: '/pricelists/edit/:price_list', role: 'admin' },
  { path: '/pricelists/edit/:price_list?tab=whom', role: 'admin' },
  { path: '/pricelists/edit/:price_list?tab=branches', role: 'admin' },
  { path: '/pricelists/edit/:price_list?tab=try', role: 'admin' },
  { path: '/pricelists/edit/:price_list?tab=history', role: 'admin' },
  { path: '/pos', role: 'cashier' },
  { path: '/sessions', role: 'cashier' },
  { path: '/sessions?keywords=nobody-is-called-so', role: 'admin' },
  { path: '/sessions/:pos_session', role: 'admin' },
  { path: '/sessions/:pos_session/paper', role: 'admin' },
  { path: '/banners', role: 'editor' },
  { path: '/banners?shows=dead', role: 'editor' },
  { path: '/banners/new', role: 'editor' },
  { path: '/banners/:banner', role: 'editor' },
  { path: '/settings/online-payments', role: 'admin' },
  { path: '/pay/:attempt', role: null },

  { path: '/supplires', role: 'admin' },
  { path: '/supplires?keywords=no-supplier-is-called-so', role: 'admin' },
  { path: '/supplires/new', role: 'admin' },
  { path: '/supplires/:supplier', role: 'admin' },
  { path: '/reciepts/to-order', role: 'admin' },
  { path: '/reciepts/to-order?keywords=no-record-is-called-so', role: 'admin' },
  { path: '/reciepts', role: 'admin' },
  { path: '/reciepts?keywords=no-receipt-is-called-so', role: 'admin' },
  { path: '/reciepts/purchase-invoice/:invid', role: 'admin' },
  { path: '/reciepts/purchase-invoice/:invid/paper', role: 'admin' },
  { path: '/reciepts/purchase-invoice/edit/new', role: 'admin' },
  { path: '/reciepts/purchase-invoice/edit/:invid', role: 'admin' },
  { path: '/reciepts/purchase-invoice/edit/:receipt_sent', role: 'admin' },
  { path: '/transactions', role: 'accountant' },
  { path: '/transactions?keywords=no-payment-is-called-so', role: 'admin' },

  { path: '/products/stock', role: 'admin' },
  { path: '/products/stock', role: 'editor' },
  { path: '/products/stock?keywords=no-product-is-called-so', role: 'admin' },
  { path: '/products/batches', role: 'admin' },
  { path: '/products/transfers', role: 'admin' },
  { path: '/products/transfers/new', role: 'admin' },
  { path: '/products/transfers/:transfer', role: 'admin' },
  { path: '/products/counts', role: 'admin' },
  { path: '/products/counts/:count', role: 'admin' },
  { path: '/products/counts/:count_posted', role: 'admin' },
  { path: '/statistics', role: 'admin' },
  { path: '/sales-report', role: 'admin' },
  { path: '/sales-report?group=source&range=last_6_months', role: 'admin' },
  { path: '/sales-report?from_date=2020-01-01&to_date=2020-01-31', role: 'admin' },
  { path: '/sales-channels-report', role: 'admin' },
  { path: '/procurement-report', role: 'admin' },
  { path: '/inventory-report', role: 'admin' },
  { path: '/movement-report', role: 'admin' },
  { path: '/expiry-report', role: 'admin' },
  { path: '/payments-report', role: 'admin' },
  { path: '/drivers-report', role: 'admin' },
  { path: '/pos-cash-report?range=last_6_months', role: 'admin' },
  { path: '/pos-cash-report?group=rate&range=last_6_months', role: 'accountant' },
  { path: '/pos-cash-report?status=open', role: 'manager' },
  { path: '/stock-taking-report', role: 'accountant' },
  { path: '/sales-report', role: 'accountant' },

  { path: '/payments', role: 'accountant' },
  { path: '/payments?keywords=no-payment-is-called-so', role: 'admin' },
  { path: '/payments/drivers', role: 'accountant' },
  { path: '/payments/safe', role: 'accountant' },
  { path: '/payments/safe?branch_id=:branch', role: 'admin' },
  { path: '/payments/drivers?keywords=nobody-is-called-so', role: 'admin' },
  { path: '/orders', role: 'admin' },
  { path: '/orders', role: 'driver' },
  { path: '/orders', role: 'cashier' },
  { path: '/orders?keywords=no-order-is-called-so', role: 'admin' },
  { path: '/orders?client_id=:customer', role: 'admin' },
  { path: '/orders/board', role: 'admin' },
  { path: '/orders/:order', role: 'admin' },
  { path: '/orders/order-invoice/:orderId', role: 'admin' },
  { path: '/return-reciepts', role: 'admin' },
  { path: '/return-reciepts', role: 'driver' },
  { path: '/return-reciepts?keywords=nobody-is-called-so', role: 'admin' },
  { path: '/return-reciepts/return-reciept', role: 'admin' },
  { path: '/return-reciepts/return-reciept', role: 'driver' },
  { path: '/return-reciepts/return-reciept?order=:orderId', role: 'admin' },
  { path: '/return-reciepts/:order_return', role: 'admin' },
  { path: '/order-status/change-order-status', role: 'admin' },
  { path: '/order-status/change-order-status?ids=:orderId&status=11', role: 'admin' },
  { path: '/order-status', role: 'admin' },
  { path: '/order-status/new', role: 'admin' },
  { path: '/order-status/1', role: 'admin' },

  { path: '/taxs', role: 'admin' },
  { path: '/taxs/new', role: 'admin' },
  { path: '/taxs/certificates', role: 'admin' },
  { path: '/taxs/:tax_type', role: 'admin' },

  { path: '/countries', role: 'admin' },
  { path: '/countries?keywords=no-country-is-called-so', role: 'admin' },
  { path: '/countries/new', role: 'admin' },
  { path: '/states', role: 'admin' },
  { path: '/cities', role: 'admin' },
  { path: '/cities/new', role: 'admin' },
  { path: '/areas', role: 'admin' },
  { path: '/areas/:area', role: 'admin' },
  { path: '/areas/zones', role: 'admin' },
  { path: '/areas/zones/new', role: 'admin' },
  { path: '/areas/zones/:zone', role: 'admin' },
  { path: '/areas/map', role: 'admin' },
  { path: '/Addresses', role: 'admin' },
  { path: '/Addresses?keywords=no-address-is-called-so', role: 'admin' },
  { path: '/Addresses/new', role: 'admin' },
  { path: '/Addresses/:address', role: 'admin' },

  { path: '/settings/general', role: 'admin' },
  { path: '/settings/theme-and-layout', role: 'admin' },
  { path: '/settings/mail-templates', role: 'admin' },
  { path: '/settings/mail-templates/order_made', role: 'admin' },
  { path: '/settings/branch-config', role: 'manager' },
  { path: '/settings/branch-config/new', role: 'admin' },
  { path: '/settings/branch-config/:branch', role: 'admin' },
  { path: '/settings/branch-config/:branch?part=deliveries', role: 'manager' },
  { path: '/settings/branch-config/:branch?part=equipment', role: 'admin' },
  { path: '/settings/branch-config/:branch?part=album', role: 'admin' },
  { path: '/settings/branch-config/:branch?part=people', role: 'admin' },
  { path: '/settings/delivery-config', role: 'admin' },
  { path: '/settings/delivery-config?keywords=no-method-is-called-so', role: 'admin' },
  { path: '/settings/delivery-config/new', role: 'admin' },
  { path: '/settings/delivery-config/:delivery_method', role: 'admin' },
  { path: '/settings/payments-methods', role: 'admin' },
  { path: '/settings/payments-methods?keywords=no-method-is-called-so', role: 'admin' },
  { path: '/settings/payments-methods/new', role: 'admin' },
  { path: '/settings/payments-methods/:payment_method', role: 'accountant' },
];

/** Returns the path with ids in place of names such as `:account`. */
export const pathOf = (path: string, ids: Readonly<Record<string, number | string>>): string =>
  path.replace(/:(\w+)/g, (_, noun: string) => String(ids[noun]));

/** Returns the path of a route without an optional last part. */
export const getBarePath = ({ path }: Pick<AppRoute, 'path'>): string => path.replace(/\/:\w+\?$/, '');

/** Pages with the title of their record or task instead of their route's. */
const OWN_TITLES = [
  '/orders/order-invoice/:orderId',
  '/return-reciepts/return-reciept',
  '/products/save/:id?',
  '/pricelists/edit/:id?',
  '/reciepts/purchase-invoice/:invid',
  '/reciepts/purchase-invoice/edit/:invid',
];

/** Returns the route of a path without a query. */
const findRoute = (path: string): AppRoute | undefined =>
  APP_ROUTES.find((route) => route.path === path || getBarePath(route) === path);

/**
 * Returns the name of the route that gives a page its title; null for a page with its own title, or without a route.
 */
export function findRouteName(path: string): string | null {
  const route = findRoute(path);
  return route && !OWN_TITLES.includes(route.path) ? route.entry.name : null;
}

type Right = { readonly resource: string | readonly string[]; readonly action: Action } | null;
const groups: Readonly<Record<string, Readonly<Record<string, { readonly permission: Right }>>>> = api;

/** Returns whether these permissions open a route: they hold one of its keys, and its endpoint's permission. */
export function isOpen({ keys, use }: RouteAccess, permissions: readonly string[]): boolean {
  if (!isRouteAllowed(permissions, keys)) return false;
  const [group = '', verb = ''] = use?.split('.') ?? [];
  const right = groups[group]?.[verb]?.permission;
  return !right || [right.resource].flat().some((one) => isActionAllowed(permissions, one, right.action));
}

/** Returns whether these permissions open the page; for others it says that it is not available. */
export function isOpenTo(path: string, permissions: readonly string[]): boolean {
  const route = findRoute(path);
  return route !== undefined && isOpen(route, permissions);
}

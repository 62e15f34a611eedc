import { type Permission, RESOURCES } from '../permissions.ts';

/** The nouns of caches, events, audit rows and saved views: singular, kebab-case. */
export const NOUNS = [
  'account',
  'role',
  'session',
  'profile',
  'setting',
  'job',
  'branch',
  'location',
  'address',
  'delivery-method',
  'payment-method',
  'category',
  'brand',
  'tax-type',
  'extra',
  'product',
  'product-import',
  'supplier',
  'receipt',
  'transaction',
  'stock',
  'batch',
  'transfer',
  'stock-count',
  'price-list',
  'offer',
  'discount',
  'order',
  'order-status',
  'order-payment',
  'driver-cash',
  'order-return',
  'pos-session',
  'contact-message',
  'slider',
  'report',
  'view',
  'audit',
  'message',
] as const;

export type Noun = (typeof NOUNS)[number];

const managesAccounts = ['users', 'users.driver', 'users.seller'] as const;

/**
 * The permission that staff need to see anything of a noun: its timeline, search hits, shared views and live events.
 * Null: only administrators see records of others.
 */
export const nounPermission: Readonly<Record<Noun, Permission | null>> = {
  account: { resource: managesAccounts, action: 'view' },
  role: { resource: 'roles', action: 'view' },
  session: null,
  profile: null,
  setting: { resource: 'settings', action: 'view' },
  job: { resource: 'settings', action: 'view' },
  branch: { resource: 'branchs', action: 'view' },
  location: { resource: 'areas', action: 'view' },
  address: { resource: 'Addresses', action: 'view' },
  'delivery-method': { resource: 'delivery', action: 'view' },
  'payment-method': { resource: ['settings.payments', 'payments'], action: 'view' },
  category: { resource: 'products.categories', action: 'view' },
  brand: { resource: 'products.brands', action: 'view' },
  'tax-type': { resource: 'taxs', action: 'view' },
  extra: { resource: 'products.extras', action: 'view' },
  product: { resource: ['products', 'seller'], action: 'view' },
  'product-import': { resource: 'products', action: 'save' },
  supplier: { resource: 'suppliers', action: 'view' },
  receipt: { resource: 'reciepts', action: 'view' },
  transaction: { resource: 'transactions', action: 'view' },
  stock: { resource: ['products', 'reciepts', 'reports'], action: 'view' },
  batch: { resource: ['products', 'reciepts', 'reports'], action: 'view' },
  transfer: { resource: 'reciepts', action: 'view' },
  'stock-count': { resource: ['reciepts', 'reports'], action: 'view' },
  order: { resource: ['orders', 'driver', 'seller'], action: 'view' },
  'order-status': { resource: 'ordersstatus', action: 'view' },
  'order-payment': { resource: ['payments', 'branchs', 'orders'], action: 'view' },
  'driver-cash': { resource: ['payments', 'branchs'], action: 'view' },
  'order-return': { resource: ['orders', 'driver', 'seller'], action: 'view' },
  'pos-session': { resource: ['sessions', 'branchs'], action: 'view' },
  'price-list': { resource: 'pricelist', action: 'view' },
  offer: { resource: 'offers', action: 'view' },
  discount: { resource: 'offers', action: 'view' },
  'contact-message': { resource: 'contactus', action: 'view' },
  slider: { resource: RESOURCES, action: 'view' },
  report: { resource: 'reports', action: 'view' },
  view: null,
  audit: null,
  message: null,
};

/** The noun of a group of `api`: `taxType` is `tax-type`. */
export const nounOfGroup = (group: string): string =>
  group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

import { type Permission, RESOURCES, type Resource } from '../permissions.ts';

type NounFacts = {
  /**
   * The permission that staff need to see anything of it: its timeline, search hits, shared views and live events.
   * Null: only administrators see records of others.
   */
  readonly permission: Permission | null;
  /**
   * Which timelines these staff read: `all`, if rows belong to no branch or their audit rows have its id, by which they
   * are filtered; `by-record`, if the noun's module decides (`SIGHT` in the API's audit.service.ts); `none`.
   */
  readonly timeline: 'all' | 'by-record' | 'none';
};

const viewPermission = (...resource: readonly Resource[]): Permission => ({ resource, action: 'view' });

const onlyAdministrators = { permission: null, timeline: 'none' } as const satisfies NounFacts;

/** The nouns of caches, events, audit rows and saved views: singular, kebab-case. */
const nouns = {
  account: { permission: viewPermission('users', 'users.driver', 'users.seller'), timeline: 'by-record' },
  role: { permission: viewPermission('roles'), timeline: 'all' },
  session: onlyAdministrators,
  profile: onlyAdministrators,
  setting: { permission: viewPermission('settings'), timeline: 'all' },
  job: { permission: viewPermission('settings'), timeline: 'all' },
  'mail-template': { permission: viewPermission('settings'), timeline: 'all' },
  branch: { permission: viewPermission('branchs'), timeline: 'by-record' },
  'branch-album': { permission: viewPermission('branchs'), timeline: 'by-record' },
  'pos-device': { permission: viewPermission('branchs', 'sessions', 'seller'), timeline: 'by-record' },
  printer: { permission: viewPermission('branchs', 'sessions', 'seller'), timeline: 'by-record' },
  location: { permission: viewPermission('areas'), timeline: 'all' },
  address: { permission: viewPermission('Addresses'), timeline: 'all' },
  'delivery-method': { permission: viewPermission('delivery'), timeline: 'all' },
  'payment-method': { permission: viewPermission('settings.payments', 'payments'), timeline: 'by-record' },
  category: { permission: viewPermission('products.categories'), timeline: 'all' },
  brand: { permission: viewPermission('products.brands'), timeline: 'all' },
  'tax-type': { permission: viewPermission('taxs'), timeline: 'all' },
  tss: { permission: viewPermission('taxs'), timeline: 'all' },
  extra: { permission: viewPermission('products.extras'), timeline: 'all' },
  product: { permission: viewPermission('products', 'seller'), timeline: 'all' },
  'product-import': {
    permission: { resource: ['products', 'users'], action: 'save' },
    timeline: 'by-record',
  },
  supplier: { permission: viewPermission('suppliers'), timeline: 'all' },
  receipt: { permission: viewPermission('reciepts'), timeline: 'by-record' },
  transaction: { permission: viewPermission('transactions'), timeline: 'by-record' },
  stock: { permission: viewPermission('products', 'reciepts', 'reports'), timeline: 'all' },
  batch: { permission: viewPermission('products', 'reciepts', 'reports'), timeline: 'all' },
  transfer: { permission: viewPermission('reciepts'), timeline: 'by-record' },
  'stock-count': { permission: viewPermission('reciepts', 'reports'), timeline: 'by-record' },
  'price-list': { permission: viewPermission('pricelist'), timeline: 'all' },
  offer: { permission: viewPermission('offers'), timeline: 'by-record' },
  discount: { permission: viewPermission('offers'), timeline: 'by-record' },
  order: { permission: viewPermission('orders', 'driver', 'seller'), timeline: 'by-record' },
  'order-status': { permission: viewPermission('ordersstatus'), timeline: 'all' },
  'order-payment': { permission: viewPermission('payments', 'branchs', 'orders'), timeline: 'by-record' },
  gateway: { permission: viewPermission('settings.payments'), timeline: 'all' },
  'driver-cash': { permission: viewPermission('payments', 'branchs'), timeline: 'by-record' },
  'order-return': { permission: viewPermission('orders', 'driver', 'seller'), timeline: 'by-record' },
  'pos-session': { permission: viewPermission('sessions', 'branchs'), timeline: 'by-record' },
  safe: { permission: viewPermission('sessions', 'branchs', 'payments'), timeline: 'by-record' },
  'till-letter': { permission: viewPermission('sessions', 'branchs'), timeline: 'by-record' },
  'till-exception': { permission: viewPermission('sessions', 'branchs'), timeline: 'by-record' },
  'held-cart': { permission: viewPermission('seller', 'sessions'), timeline: 'by-record' },
  'contact-message': { permission: viewPermission('contactus'), timeline: 'by-record' },
  slider: { permission: viewPermission(...RESOURCES), timeline: 'all' },
  banner: { permission: viewPermission('banners'), timeline: 'all' },
  report: { permission: viewPermission('reports'), timeline: 'none' },
  view: onlyAdministrators,
  audit: onlyAdministrators,
  message: onlyAdministrators,
} as const satisfies Record<string, NounFacts>;

export type Noun = keyof typeof nouns;

/** All nouns. */
export const NOUNS = Object.keys(nouns) as [Noun, ...Noun[]];

/** The permission of each noun, for a program without the schemas; null: only administrators. */
export const NOUN_PERMISSIONS: Readonly<Record<Noun, Permission | null>> = Object.fromEntries(
  Object.entries(nouns).map(([noun, { permission }]) => [noun, permission]),
) as Record<Noun, Permission | null>;

/** The nouns of which the module decides, record by record, who may read the timeline. */
export type NounByRecord = {
  [N in Noun]: (typeof nouns)[N] extends { readonly timeline: 'by-record' } ? N : never;
}[Noun];

const isNoun = (noun: string): noun is Noun => Object.hasOwn(nouns, noun);

/** Returns the facts of a noun; another word has those of a noun that only administrators see. */
export const getNounFacts = (noun: string): NounFacts => (isNoun(noun) ? nouns[noun] : onlyAdministrators);

/** The noun of a group of `api`: `taxType` is `tax-type`. */
export const getGroupNoun = (group: string): string =>
  group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

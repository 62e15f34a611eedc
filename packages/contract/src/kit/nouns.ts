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

const view = (...resource: readonly Resource[]): Permission => ({ resource, action: 'view' });

const onlyAdministrators = { permission: null, timeline: 'none' } as const satisfies NounFacts;

/** The nouns of caches, events, audit rows and saved views: singular, kebab-case. */
const nouns = {
  account: { permission: view('users', 'users.driver', 'users.seller'), timeline: 'by-record' },
  role: { permission: view('roles'), timeline: 'all' },
  session: onlyAdministrators,
  profile: onlyAdministrators,
  setting: { permission: view('settings'), timeline: 'all' },
  job: { permission: view('settings'), timeline: 'all' },
  'mail-template': { permission: view('settings'), timeline: 'all' },
  branch: { permission: view('branchs'), timeline: 'by-record' },
  'branch-album': { permission: view('branchs'), timeline: 'by-record' },
  'pos-device': { permission: view('branchs', 'sessions', 'seller'), timeline: 'by-record' },
  printer: { permission: view('branchs', 'sessions', 'seller'), timeline: 'by-record' },
  location: { permission: view('areas'), timeline: 'all' },
  address: { permission: view('Addresses'), timeline: 'all' },
  'delivery-method': { permission: view('delivery'), timeline: 'all' },
  'payment-method': { permission: view('settings.payments', 'payments'), timeline: 'by-record' },
  category: { permission: view('products.categories'), timeline: 'all' },
  brand: { permission: view('products.brands'), timeline: 'all' },
  'tax-type': { permission: view('taxs'), timeline: 'all' },
  tss: { permission: view('taxs'), timeline: 'all' },
  extra: { permission: view('products.extras'), timeline: 'all' },
  product: { permission: view('products', 'seller'), timeline: 'all' },
  'product-import': {
    permission: { resource: ['products', 'users'], action: 'save' },
    timeline: 'by-record',
  },
  supplier: { permission: view('suppliers'), timeline: 'all' },
  receipt: { permission: view('reciepts'), timeline: 'by-record' },
  transaction: { permission: view('transactions'), timeline: 'by-record' },
  stock: { permission: view('products', 'reciepts', 'reports'), timeline: 'all' },
  batch: { permission: view('products', 'reciepts', 'reports'), timeline: 'all' },
  transfer: { permission: view('reciepts'), timeline: 'by-record' },
  'stock-count': { permission: view('reciepts', 'reports'), timeline: 'by-record' },
  'price-list': { permission: view('pricelist'), timeline: 'all' },
  offer: { permission: view('offers'), timeline: 'by-record' },
  discount: { permission: view('offers'), timeline: 'by-record' },
  order: { permission: view('orders', 'driver', 'seller'), timeline: 'by-record' },
  'order-status': { permission: view('ordersstatus'), timeline: 'all' },
  'order-payment': { permission: view('payments', 'branchs', 'orders'), timeline: 'by-record' },
  gateway: { permission: view('settings.payments'), timeline: 'all' },
  'driver-cash': { permission: view('payments', 'branchs'), timeline: 'by-record' },
  'order-return': { permission: view('orders', 'driver', 'seller'), timeline: 'by-record' },
  'pos-session': { permission: view('sessions', 'branchs'), timeline: 'by-record' },
  safe: { permission: view('sessions', 'branchs', 'payments'), timeline: 'by-record' },
  'till-letter': { permission: view('sessions', 'branchs'), timeline: 'by-record' },
  'till-exception': { permission: view('sessions', 'branchs'), timeline: 'by-record' },
  'held-cart': { permission: view('seller', 'sessions'), timeline: 'by-record' },
  'contact-message': { permission: view('contactus'), timeline: 'by-record' },
  slider: { permission: view(...RESOURCES), timeline: 'all' },
  banner: { permission: view('banners'), timeline: 'all' },
  report: { permission: view('reports'), timeline: 'none' },
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

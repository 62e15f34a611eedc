import type { PackItem, PackPrices, PackShop } from '../pack/pack-shape.ts';

/** Texts of a fixture: one word in three languages. */
export const says = (text: string) => ({ ar: `${text} ع`, en: text, de: `${text} de` });

export const item = (
  item_id: number,
  title: string,
  price: number,
  part: Partial<PackItem> = {},
): PackItem => ({
  item_id,
  product_id: 100 + item_id,
  titles: says(title),
  codes: [],
  price,
  tax: null,
  categorys_ids: [2],
  stepper: 1,
  free: false,
  image: null,
  extras_ids: [],
  available: 10,
  as_of: '2026-11-27T09:00:00.000Z',
  ...part,
});

export const shop = (part: Partial<PackShop> = {}): PackShop => ({
  branch: {
    id: 2,
    names: says('Al Sadd'),
    tax: 0,
    tax_mode: 'inclusive',
    timezone: 'Asia/Qatar',
    phones: [],
    addresses: { ar: '', en: '', de: '' },
    checks_availability: true,
    signs: false,
  },
  settings: {
    Currency: 'QAR',
    scale: 2,
    cash_rounding: 25,
    tax_mode: 'inclusive',
    slots: { midday: [660, 900], afternoon: [900, 1_080], evening: [1_080, 1_380] },
    seller_max_discount: 10,
    minimum_order: 0,
    minimum_products: 0,
    letterhead: { names: says('Dukkan'), phone: '+974 4444 0000', email: '', website: '', logo: null },
  },
  payments: [
    {
      id: 1,
      titles: says('Cash'),
      code: 'cash',
      type: 'cash',
      min_transaction: null,
      max_transaction: null,
      margin: 0,
      charge_customer: false,
      combinable: true,
      in_branch: true,
    },
    {
      id: 3,
      titles: says('Card'),
      code: 'card',
      type: 'card',
      min_transaction: null,
      max_transaction: null,
      margin: 2,
      charge_customer: false,
      combinable: true,
      in_branch: true,
    },
  ],
  categories: [
    { id: 1, titles: says('All'), parent_id: null, image: null },
    { id: 2, titles: says('Food'), parent_id: 1, image: null },
    { id: 3, titles: says('Dairy'), parent_id: 2, image: null },
  ],
  extras: [{ id: 7, titles: says('Gift wrap'), price: 2 }],
  discounts: [],
  wholesales: [],
  bundles: [],
  price_lists: [],
  salt: 'salt',
  staff: [{ id: 5, name: 'Mona' }],
  ...part,
});

export const NO_PRICES: ReadonlyMap<number, PackPrices> = new Map();

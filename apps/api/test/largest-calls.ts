import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { unique } from './actors.ts';
import type { TestApp } from './app.ts';
import { always, type Caller, createCaller, type LargestCall, type Shop } from './largest-shop.ts';
import { listZoneCalls } from './largest-zones.ts';
import { STATUS } from './orders.ts';
import { csv, ean } from './workbooks.ts';

/** A picture whose bytes cannot be compressed. */
const noise = async (edge: number): Promise<Buffer> =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Receipts, transfers and counts of many lines. */
const listStockCalls = ({ shop, send, upload, results, lines, receive, named }: Caller): LargestCall[] => [
  [
    'receipts/save: 1,000 lines, accepted',
    always(() =>
      send(api.receipt.save, { supplier_id: shop().supplier_id, items: lines(1_000), status: 1, force: 1 }),
    ),
  ],
  [
    'receipts/update: 1,000 lines',
    async () => {
      const { id, items } = await receive(1_000);
      return send(api.receipt.update, {
        id,
        items: items.map((line) => ({ id: line.id, quantity: 501 })),
        force: 1,
      });
    },
  ],
  [
    'receipts/show as PDF: 1,000 lines',
    async () => {
      const { id } = await receive(1_000);
      return send(api.receipt.show, { id, export: 1, format: 'pdf' });
    },
  ],
  [
    'receipts/delete: 1,000 lines',
    async () => {
      const { id } = await results<{ id: number }>(api.receipt.save, {
        supplier_id: shop().supplier_id,
        items: lines(1_000),
      });
      return send(api.receipt.remove, { id });
    },
  ],
  [
    'receipts/sheet: 1,000 rows',
    always(() =>
      upload(
        api.receipt.sheet.path,
        csv([['Barcode', 'Quantity', 'Cost'], ...named(1_000).map(({ barcode }) => [barcode, 3, 2])]),
        { supplier_id: shop().supplier_id },
      ),
    ),
  ],
  [
    'transfers/save: 500 lines',
    always(() =>
      send(api.transfer.save, {
        from_branch_id: shop().branch_id,
        to_branch_id: shop().other_id,
        items: named(500).map(({ item_id }) => ({ item_id, quantity: 1 })),
      }),
    ),
  ],
  [
    'counts/save: 1,000 lines',
    always(() =>
      send(api.stockCount.save, {
        branch_id: shop().branch_id,
        items: named(1_000).map(({ item_id }) => ({ item_id, counted: 7 })),
      }),
    ),
  ],
  [
    'counts/post: 1,000 lines',
    async () => {
      const { id } = await results<{ id: number }>(api.stockCount.save, {
        branch_id: shop().branch_id,
        items: named(1_000).map(({ item_id }, at) => ({ item_id, counted: 400 + (at % 200) })),
      });
      return send(api.stockCount.post, { id, force: 1 });
    },
  ],
];

/** Orders of 200 lines. */
const listOrderCalls = ({ send, results, cart, order, makeOrder }: Caller): LargestCall[] => [
  ['orders/price: 200 lines with 30 extras each', always(() => send(api.order.price, order()))],
  ['orders/make: 200 lines with 30 extras each', always(() => send(api.order.make, order()))],
  [
    'orders/make: 200 lines, a series',
    always(() => send(api.order.make, { ...order(), recurring: 1, recurrence: { every: 1, unit: 'day' } })),
  ],
  [
    'orders/save: 200 lines with 30 extras each',
    async () => {
      const { id } = await makeOrder();
      return send(api.order.save, { id, cart: cart().map((line) => ({ ...line, quantity: 2 })) });
    },
  ],
  [
    'orders/invoices/return: 200 lines',
    async () => {
      const { id, lines } = await makeOrder();
      await results(api.order.save, { id, status_id: STATUS.delivered });
      return send(api.orderReturn.make, {
        order_id: id,
        items: lines.map((line) => ({ line_id: line.id, quantity: 1 })),
      });
    },
  ],
  [
    'orders/show as PDF: 200 lines',
    async () => {
      const { id } = await makeOrder();
      return send(api.order.show, { id, export: 1, format: 'pdf' });
    },
  ],
];

/** Products with all that they can have. */
const listProductCalls = ({ shop, send }: Caller): LargestCall[] => [
  [
    'products/saveall: 1,000 ids',
    always(() =>
      send(api.product.saveAll, { ids: shop().items.map(({ product_id }) => product_id), status: 1 }),
    ),
  ],
  [
    'products/save: 100 items, 50 categories, long texts',
    always(() =>
      send(api.product.save, {
        titles: { en: `Large ${unique()}`, ar: 'صنف كبير', de: 'Groß' },
        descriptions: { en: 'e\u0301'.repeat(4_900), ar: 'م'.repeat(4_900), de: 'ß'.repeat(4_900) },
        pricing: { price: 5 },
        categorys_id: shop().categories.slice(0, 50),
        items: Array.from({ length: 100 }, (_, at) => ({
          barcode: ean(unique()),
          option: `Option ${at}`,
          price: 5,
        })),
      }),
    ),
  ],
  [
    'products/save: a picture of 3 MB',
    async () => {
      const base64 = (await noise(1_000)).toString('base64');
      return send(api.product.save, {
        titles: { en: `Picture ${unique()}` },
        pricing: { price: 5 },
        images: [{ base64 }],
      });
    },
  ],
  [
    'products/save: 50 pictures',
    async () => {
      const base64 = (await noise(140)).toString('base64');
      return send(api.product.save, {
        titles: { en: `Pictures ${unique()}` },
        pricing: { price: 5 },
        images: Array.from({ length: 50 }, () => ({ base64 })),
      });
    },
  ],
  [
    'extras/save: 1,000 products',
    always(() =>
      send(api.extra.save, {
        titles: { en: 'Extra' },
        price: 1,
        products_ids: shop().items.map(({ product_id }) => product_id),
      }),
    ),
  ],
];

/** Price lists and offers that name many records. */
const listPriceCalls = ({ shop, send }: Caller): LargestCall[] => [
  [
    'pricelist/save: 1,000 rows and 1,000 phones',
    always(() =>
      send(api.priceList.save, {
        titles: { en: `List ${unique()}` },
        items: shop().items.map(({ item_id, product_id }) => ({ item_id, product_id, price: 4 })),
        phones: Array.from({ length: 1_000 }, (_, at) => `+97455${String(100_000 + at)}`),
      }),
    ),
  ],
  [
    'pricelist/lookup: 1,000 codes',
    always(() => send(api.priceList.lookup, { codes: shop().items.map(({ barcode }) => barcode) })),
  ],
  [
    'pricelist/phones: 1,000 phones of 100 signs',
    always(() =>
      send(api.priceList.phones, {
        phones: Array.from({ length: 1_000 }, (_, at) =>
          `+974 55 ${' '.repeat(80)}${100_000 + at}`.slice(0, 100),
        ),
      }),
    ),
  ],
  [
    'pricelist/phones: 1,000 texts that are none',
    always(() =>
      send(api.priceList.phones, {
        phones: Array.from({ length: 1_000 }, (_, at) => `${at}/`.repeat(20).slice(0, 100)),
      }),
    ),
  ],
  [
    'offers/save: 1,000 products, 200 categories, 300 branches',
    always(() =>
      send(api.offer.save, {
        titles: { en: `Offer ${unique()}` },
        info: {
          type: 'coupon',
          code: `C${unique()}`,
          discount: 5,
          discount_type: 'percent',
          products: shop().items.map(({ product_id }) => ({ id: product_id })),
          branches_ids: shop().branches,
        },
      }),
    ),
  ],
  [
    'discounts/save: 1,000 products, 300 branches',
    always(() =>
      send(api.discount.save, {
        titles: { en: 'Sale' },
        type: 'percent',
        value: 5,
        products: shop().items.map(({ product_id }) => ({ id: product_id })),
        branches_ids: shop().branches,
      }),
    ),
  ],
];

/** Searches, files of whole lists, and long texts. */
const listOtherCalls = ({ send, upload }: Caller): LargestCall[] => [
  [
    'products: a search of 200 signs',
    always(() =>
      send(api.product.list, { keywords: 'produkt صنف e\u0301 '.repeat(14).slice(0, 200), limit: 100 }),
    ),
  ],
  ...(['xlsx', 'csv', 'pdf'] as const).map(
    (format): LargestCall => [
      `products: all as ${format}`,
      always(() => send(api.product.list, { export: 1, format, all_locale: 1 })),
    ],
  ),
  ['products/stock: all as xlsx', always(() => send(api.stock.list, { export: 1, format: 'xlsx' }))],
  ['audit: all as xlsx', always(() => send(api.audit.list, { export: 1, format: 'xlsx' }))],
  ['branchs: all as pdf', always(() => send(api.branch.list, { export: 1, format: 'pdf' }))],
  [
    'products/import: 40,000 rows',
    always(() =>
      upload(
        api.productImport.start.path,
        csv([
          ['Barcode', 'Name (English)', 'Category', 'Price'],
          ...Array.from({ length: 40_000 }, (_, at) => [`IMP-${at}`, `Imported ${at}`, 'Category', 5]),
        ]),
      ),
    ),
  ],
  [
    'roles/save: 200 permissions',
    always(() =>
      send(api.role.save, {
        titles: { en: `R${unique()}` },
        permissions: Array.from({ length: 200 }, () => 'banners'),
      }),
    ),
  ],
  [
    'mail-templates/preview: texts of 5,000 signs',
    always(() =>
      send(api.mailTemplate.preview, {
        key: 'return',
        subject: '{{order}} '.repeat(20).slice(0, 190),
        body: '{{order}} '.repeat(499),
      }),
    ),
  ],
];

export function listLargestCalls(app: () => TestApp, shop: () => Shop): LargestCall[] {
  const caller = createCaller(app, shop);
  const calls = [
    ...listZoneCalls(caller),
    ...listStockCalls(caller),
    ...listOrderCalls(caller),
    ...listProductCalls(caller),
    ...listPriceCalls(caller),
    ...listOtherCalls(caller),
  ];
  // each call on zones finds those of the shop alone, not those that other calls have made
  const forgetZones = () =>
    app().services.database.pool.query(
      'UPDATE location SET deleted_at = now() WHERE type = 2 AND deleted_at IS NULL AND id <> ALL($1)',
      [shop().zones],
    );
  return calls.map(([name, prepare]) => [
    name,
    async () => {
      await forgetZones();
      return prepare();
    },
  ]);
}

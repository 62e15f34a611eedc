import type { TestApp } from '../app.ts';
import { endpointOf, ORACLES } from '../oracles.ts';
import { type Question, READS } from './questions.ts';
import type { Samples } from './samples.ts';

/** A square beside the generated zones. */
const SQUARE = [
  [
    [
      [51.9, 25.9],
      [51.91, 25.9],
      [51.91, 25.91],
      [51.9, 25.91],
      [51.9, 25.9],
    ],
  ],
];
const HOME = { lat: 25.2854, lng: 51.531 };

/** The tiles of the statistics as the web app asks for them. */
const TILES = [
  { report: 'sales', column: 'net', form: 'spark', group: 'day' },
  { report: 'sales', column: 'profit', form: 'number', group: 'day' },
  { report: 'sales', column: 'orders', form: 'bars', group: 'hour' },
  { report: 'sales', column: 'net', form: 'list', group: 'branch' },
  { report: 'channels', column: 'net', form: 'list', group: 'source' },
  { report: 'movement', column: 'quantity', form: 'list', group: 'item', filters: { movement_type: 'sale' } },
  { report: 'payments', column: 'amount', form: 'list', group: 'method' },
  { report: 'drivers', column: 'delivered', form: 'list', group: 'driver' },
  { report: 'inventory', column: 'sale_value', form: 'number', group: 'item' },
  { report: 'expiry', column: 'remaining', form: 'number', group: 'batch' },
];

type Input = Readonly<Record<string, unknown>>;

/** What each read of one record or of a small answer is asked with. */
const inputsOf = (samples: Samples): Readonly<Record<string, Input>> => {
  const { branch_id, from_date, to_date, item_id, product_id, order_id: id } = samples;
  const days = { from_date, to_date };
  const cart = [{ item_id, quantity: 1 }];
  return {
    '/user/profile': {},
    '/admin/accounts/show/{id}': { id: samples.account_id },
    '/admin/accounts/permissions': {},
    '/admin/branchs/show/{id}': { id: branch_id },
    '/admin/products/areas/show/{id}': { id: samples.zone_id },
    '/admin/products/areas/quote': { point: HOME },
    '/admin/products/areas/shapes': {},
    '/admin/products/areas/check': { polygons: SQUARE },
    '/admin/branch/areas': {},
    '/admin/products/addresses/show/{id}': { id: samples.address_id },
    '/admin/delivery/show/{id}': { id: samples.delivery_id },
    '/admin/payments/show/{id}': { id: samples.payment_id },
    '/admin/products/categories/show/{id}': { id: samples.categorys_id },
    '/admin/products/brands/show/{id}': { id: samples.brand_id },
    '/admin/taxs/verify': { qr: 'V0;no' },
    '/admin/products/show/{id}': { id: product_id },
    '/admin/products/barcode/{barcode}': { barcode: samples.barcode },
    '/admin/products/import/show/{id}': { id: samples.import_id },
    '/admin/products/suppliers/show/{id}': { id: samples.supplier_id },
    '/admin/products/receipts/show/{id}': { id: samples.receipt_id },
    '/admin/products/receipts/invoice/{id}': { id: samples.receipt_id },
    '/admin/products/receipts/order/{id}': { id: samples.receipt_id },
    '/admin/products/receipts/statistics': days,
    '/admin/products/stock/explain': { item_id, branch_id },
    '/admin/products/transfers/show/{id}': { id: samples.transfer_id },
    '/admin/products/counts/show/{id}': { id: samples.count_id },
    '/admin/pricelist/show/{id}': { id: samples.price_list_id },
    '/admin/pricelist/preview/{id}': { id: samples.price_list_id, change: { status: 0 } },
    '/admin/pricelist/lookup': { codes: [samples.barcode] },
    '/admin/pricelist/phones': { phones: ['+97430000001'] },
    '/admin/pricelist/try': { branch_id, item_id },
    '/admin/products/offers/show/{id}': { id: samples.coupon_id },
    '/admin/products/offers/effect': {
      branch_id,
      info: {
        type: 'wholesale',
        products: [{ id: product_id }],
        tiers: [{ min_quantity: 2, discount: 5, discount_type: 'percent' }],
      },
    },
    '/admin/products/discounts/show/{id}': { id: samples.discount_id },
    '/admin/products/discounts/effect': {
      branch_id,
      type: 'percent',
      value: 5,
      categorys_id: [samples.categorys_id],
    },
    '/admin/products/orders/show/{id}': { id },
    '/admin/products/orders/invoice/{id}': { id },
    '/admin/products/orders/price': { branch_id, type: 'take_away', cart, force: true },
    '/admin/products/orders/payable/{id}': { id },
    '/admin/products/orders/statistics': days,
    '/admin/products/orders/status/show/{id}': { id: samples.status_id },
    '/admin/products/orders/invoices/returned/show/{id}': { id: samples.return_id },
    '/admin/products/orders/invoices/returned/invoice/{id}': { id: samples.return_id },
    '/orders/pay/show/{attempt_id}': { attempt_id: 'A'.repeat(22) },
    '/orders/pay/attempts/{id}': { id },
    '/admin/pos/sessions/show/{id}': { id: samples.session_id },
    '/admin/pos/sessions/paper/{id}': { id: samples.session_id },
    '/admin/pos/cash/where': { branch_id },
    '/admin/pos/pack': { device_id: samples.device_id },
    '/admin/pos/pack/list': { device_id: samples.pack_device_id, id: samples.pack_list_id },
    '/admin/sliders/show/{id}': { id: samples.slider_id },
    '/admin/products/banners/show/{id}': { id: samples.banner_id },
    '/admin/reports/tiles': { tiles: TILES, ...days },
    '/settings': {},
    '/admin/settings': {},
    '/admin/settings/effect': {},
    '/admin/mail-templates': {},
    '/admin/mail-templates/show/{key}': { key: 'return' },
    '/admin/mail-templates/preview': { key: 'return', order_id: id },
    '/admin/search': { keywords: 'coffee' },
  };
};

/** What this shop has none of. */
const STATUS: Readonly<Record<string, number>> = {
  '/orders/pay/show/{attempt_id}': 404,
  '/admin/taxs/verify': 422,
};

/** A record of a noun that the generated shop has none of, if the noun has an oracle. */
async function makeShown(app: TestApp, path: string): Promise<Input> {
  const oracle = ORACLES.find((one) => endpointOf(one, 'show')?.path === path);
  if (!oracle) throw new Error(`${path} has no input in shows.ts`);
  return { id: await oracle.make(app) };
}

/** Every read that is no list. @throws where an endpoint is new and nobody said what it is asked with */
export async function questionsOfShows(app: TestApp, samples: Samples): Promise<Question[]> {
  const inputs = inputsOf(samples);
  const questions: Question[] = [];
  for (const { path } of READS.filter(({ kind }) => kind === 'show'))
    questions.push({
      name: 'one',
      path,
      input: inputs[path] ?? (await makeShown(app, path)),
      viewer: path === '/admin/branch/areas' ? 'manager' : 'admin',
      status: STATUS[path] ?? 200,
    });
  return questions;
}

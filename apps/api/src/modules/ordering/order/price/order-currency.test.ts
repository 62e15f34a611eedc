import { formatMinor, fromMinor, toMinor } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { places, squareOf } from '../../../../../test/places.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../../test/receipts.ts';
import { mobile, selling, stocked } from '../../../../../test/sales.ts';
import { makeShelf } from '../../../../../test/stock.ts';
import { csv, importFile } from '../../../../../test/workbooks.ts';
import { updateDaySums } from '../../facts/day-sums.ts';

let app: TestApp;
let admin: Person;
let shop: ReturnType<typeof selling>;
beforeAll(async () => {
  app = await startApp({ jobs: true, env: { PRINTS_PER_MINUTE: '1000', EXPORTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
  shop = selling(app, admin);
});
afterAll(() => app.stop());

/** The shop trades in this currency from now on, whatever stands open. */
const tradeIn = (currency: string) =>
  app.services.database.pool.query(
    `INSERT INTO setting (id, data) VALUES (1, jsonb_build_object('Currency', $1::text))
   ON CONFLICT (id) DO UPDATE SET data = setting.data || excluded.data`,
    [currency],
  );

/** No order is open any more. */
const settleAllOrders = () =>
  app.services.database.pool.query(
    'UPDATE "order" SET status_value = 5, status_id = 6 WHERE status_value BETWEEN 0 AND 4',
  );

async function fileOf(path: string, format: 'pdf' | 'csv' | 'xlsx', more: object = {}) {
  const reply = await fetch(`${app.url}${app.services.env.API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ export: 1, format, ...more }),
  });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return { status: reply.status, bytes };
}

const textOf = async (bytes: Uint8Array) => {
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
};

// 10.00 of three units: 3.33, 3.34, 3.33 (a refund is what the units so far are worth less what went back already)
const CURRENCIES = [
  { currency: 'JPY', scale: 0, shown: 'JPY 1,000' },
  { currency: 'KRW', scale: 0, shown: 'KRW 1,000' },
  { currency: 'KWD', scale: 3, shown: 'KWD 1.000' },
  { currency: 'IQD', scale: 3, shown: 'IQD 1.000' },
  { currency: 'QAR', scale: 2, shown: 'QAR 10.00' },
] as const;

describe.each(CURRENCIES)('a shop that trades in $currency', ({ currency, scale, shown }) => {
  const worth = (minor: bigint) => fromMinor(minor, scale);
  let shelf: Awaited<ReturnType<typeof stocked>>;
  let order_id: number;
  beforeAll(async () => {
    await tradeIn(currency);
    shelf = await stocked(app, 30);
    const { prisma } = app.services.database;
    // three units and a manual discount come to 1,000 minor units
    await prisma.product.update({
      where: { id: shelf.product_id },
      data: { price: formatMinor(335n, scale) },
    });
  });

  test('an order is priced, created, paid and delivered in whole minor units', async () => {
    const cart = [{ item_id: shelf.item_id, quantity: 3 }];
    const wish = {
      branch_id: shelf.branch_id,
      type: 'take_away',
      cart,
      discount: worth(5n),
      discount_type: 'fixed',
      client: { name: 'Nora', phone: mobile() },
    };
    const priced = await shop.price(wish);
    expect(priced.status, priced.text).toBe(200);
    expect(priced.results).toMatchObject({ currency, total: worth(1_005n), due: worth(1_000n) });
    const made = await shop.make(shelf, 3, wish);
    expect(made.status, made.text).toBe(200);
    expect(made.results).toMatchObject({ currency, due: worth(1_000n) });
    order_id = made.results.id;
    const paid = await shop.save({ id: order_id, paid: 1 });
    expect(paid.status, paid.text).toBe(200);
    const moved = await shop.move(order_id, 'delivered');
    expect(moved.status, moved.text).toBe(200);
    expect((await shop.show(order_id)).results).toMatchObject({
      currency,
      paid_amount: worth(1_000n),
      open_amount: 0,
    });
  });

  test('three units returned one by one refund 333, 334 and 333 minor units', async () => {
    const { lines } = (await shop.show(order_id)).results;
    const refunds: number[] = [];
    for (let unit = 0; unit < 3; unit += 1) {
      const back = await shop.giveBack(order_id, [{ line_id: lines[0]?.id, quantity: 1 }]);
      expect(back.status, back.text).toBe(200);
      refunds.push(back.results.refund);
    }
    expect(refunds).toEqual([worth(333n), worth(334n), worth(333n)]);
  });

  test('the invoice is printed and orders, payments and returns are exported', async () => {
    const pdf = await fileOf(`/admin/products/orders/show/${order_id}`, 'pdf', {
      locale: 'en',
      profile: 'a4',
    });
    expect(pdf.status).toBe(200);
    expect((await textOf(pdf.bytes)).replace(/\u00a0/g, ' ')).toContain(shown);
    for (const path of [
      '/admin/products/orders',
      '/admin/orders/payments',
      '/admin/products/orders/invoices/returned',
    ])
      for (const format of ['csv', 'xlsx'] as const) {
        const file = await fileOf(path, format);
        expect([path, format, file.status]).toEqual([path, format, 200]);
        expect(file.bytes.length).toBeGreaterThan(50);
      }
  });

  test('goods are received and their supplier is paid', async () => {
    const buying = purchasing(app, admin);
    const bought = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    const saved = await buying.save({ supplier_id, status: 1, items: [lineOf(bought, 3, worth(333n))] });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.results.net).toBe(worth(999n));
    const paid = await app.call(
      api.transaction.save,
      { receipt_id: saved.results.id, value: worth(999n) },
      { token: admin.token },
    );
    expect(paid.status, paid.text).toBe(200);
    expect((await buying.show(saved.results.id)).results.balance).toBe(0);
  });

  test('prices are imported from a file', async () => {
    const { barcode } = await app.services.database.prisma.product_item.findFirstOrThrow({
      where: { id: shelf.item_id },
    });
    const price = formatMinor(1_250n, scale);
    const done = await importFile(
      app.url,
      admin.token,
      csv([
        ['Barcode', 'Price'],
        [barcode ?? '', price],
      ]),
      { mapping: { barcode: 'Barcode', price: 'Price' } },
      { path: '/admin/products/prices/import' },
    );
    expect(done).toMatchObject({ state: 'done', updated: 1, refused: 0 });
    const { results } = await app.call(api.product.show, { id: shelf.product_id }, { token: admin.token });
    expect(results.pricing.price).toBe(worth(toMinor(price, scale)));
  });

  test('an amount finer than the smallest coin is refused on its field', async () => {
    const made = await shop.make(shelf, 1, { discount: 10 ** -(scale + 1), discount_type: 'fixed' });
    expect([made.status, Object.keys(made.failure.errors)]).toEqual([422, ['discount']]);
  });
});

test('free delivery from the amount in the settings applies alike in the quote, the price and the order', async () => {
  await tradeIn('QAR');
  const on = places(app, admin);
  const { id: branch_id } = await makeBranch(app);
  const zone_id = await on.zone(null, { delivery_charge: 12, polygons: squareOf(170, 10, 0.1) });
  await on.assign(branch_id, [zone_id]);
  const shelf = await stocked(app, 30, { branch_id });
  const point = { lat: 10.05, lng: 170.05 };
  const client = { name: 'Nora', phone: mobile(), ...point };
  const wish = { branch_id, type: 'delivery', client };
  const charges = async (quantity: number) => {
    const cart = [{ item_id: shelf.item_id, quantity }];
    const priced = await shop.price({ ...wish, cart });
    const made = await shop.make(shelf, quantity, wish);
    return [priced.results.delivery_charge, made.results.delivery_charge];
  };
  const free = (free_after_amount: number | null) =>
    app.call(api.setting.save, { free_after_amount }, { token: admin.token });
  expect(await charges(5)).toEqual([12, 12]);
  await free(50);
  expect((await on.quote({ point })).results).toMatchObject({ zone_id, free_after_amount: 50 });
  expect(await charges(4)).toEqual([12, 12]);
  expect(await charges(5)).toEqual([0, 0]);
  // never free is said by the zone itself
  await on.save({ id: zone_id, free_after_amount: 0 });
  expect(await charges(5)).toEqual([12, 12]);
  await free(null);
});

describe('the currency of the shop', () => {
  const change = (Currency: string) => app.call(api.setting.save, { Currency }, { token: admin.token });

  test("the shop's currency cannot change while orders are open in it, and the refusal counts them", async () => {
    await tradeIn('QAR');
    await settleAllOrders();
    const shelf = await stocked(app, 10);
    const [first, second] = [await shop.make(shelf, 1), await shop.make(shelf, 1)];
    const refused = await change('EUR');
    expect([refused.status, refused.failure.code, refused.failure.params]).toEqual([
      409,
      'settings.currency_in_use',
      { count: 2, currency: 'QAR' },
    ]);
    expect(Object.keys(refused.failure.errors)).toEqual(['Currency']);
    expect((await app.call(api.setting.public, {}, {})).results.Currency).toBe('QAR');
    // the same currency said again changes nothing
    expect((await change('QAR')).status).toBe(200);
    expect((await shop.move(first.results.id, 'canceled')).status).toBe(200);
    expect((await shop.save({ id: second.results.id, status_id: 6, paid: 1 })).status).toBe(200);
    expect((await change('EUR')).status).toBe(200);
    expect((await shop.make(shelf, 1)).results.currency).toBe('EUR');
  });

  // the order that was priced in the old currency is refused, not written down in it
  test('all open orders have the same currency, also when orders are created while it is changed', async () => {
    await tradeIn('QAR');
    await settleAllOrders();
    const shelf = await stocked(app, 40);
    const [changed, ...made] = await Promise.all([
      change('EUR'),
      ...Array.from({ length: 8 }, () => shop.make(shelf, 1)),
    ]);
    expect([200, 409]).toContain(changed.status);
    for (const { status } of made) expect([200, 409]).toContain(status);
    const { Currency } = (await app.call(api.setting.public, {}, {})).results;
    const { rows } = await app.services.database.pool.query<{ currency: string }>(
      'SELECT DISTINCT currency FROM "order" WHERE status_value BETWEEN 0 AND 4',
    );
    expect(rows.map(({ currency }) => currency).filter((code) => code !== Currency)).toEqual([]);
  });
});

describe('amounts in messages', () => {
  const minimumIn = async (currency: string, locale: string) => {
    await tradeIn(currency);
    await app.call(api.setting.save, { minimum_order: 3000 }, { token: admin.token });
    const shelf = await stocked(app, 5);
    const input = {
      branch_id: shelf.branch_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
    };
    const { results } = await shop.price({ ...input, locale });
    return results.warnings.find(({ code }) => code === 'order.min_order')?.message.replace(/\u00a0/g, ' ');
  };

  test('an amount in a message has the currency and all its decimals, in every language', async () => {
    expect(await minimumIn('QAR', 'en')).toBe(
      'The minimum order is QAR 3,000.00. This cart comes to QAR 10.00.',
    );
    expect(await minimumIn('JPY', 'en')).toBe('The minimum order is JPY 3,000. This cart comes to JPY 10.');
    expect(await minimumIn('KWD', 'de')).toBe(
      'Der Mindestbestellwert ist 3.000,000 KWD. Dieser Warenkorb kommt auf 10,000 KWD.',
    );
    expect(await minimumIn('QAR', 'ar')).toBe(
      'الحد الأدنى للطلب \u20683,000.00 ر.ق.\u2069، وقيمة هذه السلة \u206810.00 ر.ق.\u2069.',
    );
    await app.call(api.setting.save, { minimum_order: null }, { token: admin.token });
  });

  test('message parameters stay numbers beside the formatted amount', async () => {
    await tradeIn('QAR');
    const shelf = await stocked(app, 5);
    const { results } = await shop.make(shelf, 1);
    const cash = await app.services.database.prisma.payment_method.findFirstOrThrow({
      where: { code: 'cash' },
    });
    const refused = await shop.save({ id: results.id, payments: [{ payment_id: cash.id, amount: 10.5 }] });
    expect(refused.failure.params).toEqual({ open: 10, currency: 'QAR' });
    expect(refused.failure.message.replace(/\u00a0/g, ' ')).toBe(
      'This is more than the balance due: QAR 10.00.',
    );
  });
});

describe('order totals', () => {
  test('order totals are separate for each currency and leave out canceled orders', async () => {
    await settleAllOrders();
    const { id: branch_id } = await makeBranch(app);
    const shelf = await stocked(app, 20, { branch_id });
    const client_id = (await makePerson(app)).id;
    for (const [currency, quantity] of [
      ['QAR', 2],
      ['KWD', 3],
    ] as const) {
      await tradeIn(currency);
      const made = await shop.make(shelf, quantity, { client_id });
      const gone = await shop.make(shelf, 5, { client_id });
      expect((await shop.move(gone.results.id, 'canceled')).status).toBe(200);
      expect(made.results.currency).toBe(currency);
    }
    const sumsOf = async (input: object) =>
      (await app.call(api.order.statistics, input, { token: admin.token })).results;
    const expected = {
      count: 2,
      currency: 'KWD',
      total: 30,
      totals: [
        { currency: 'KWD', count: 1, total: 30 },
        { currency: 'QAR', count: 1, total: 20 },
      ],
    };
    expect(await sumsOf({ branch_id })).toMatchObject(expected);
    expect(await sumsOf({ client_id })).toMatchObject(expected);
    // the same out of the sums that are kept of each day
    await updateDaySums(app.services);
    expect(await sumsOf({ branch_id })).toMatchObject(expected);
    const late = await shop.make(shelf, 1);
    await updateDaySums(app.services);
    expect((await sumsOf({ branch_id })).totals).toEqual([
      { currency: 'KWD', count: 2, total: 40 },
      { currency: 'QAR', count: 1, total: 20 },
    ]);
    expect(late.status).toBe(200);
  });
});

describe('invoices', () => {
  test('the invoice names every payment method with its amount, and the change given in cash', async () => {
    await tradeIn('QAR');
    const shelf = await stocked(app, 10);
    const { prisma } = app.services.database;
    const byCode = async (code: string) =>
      (await prisma.payment_method.findFirstOrThrow({ where: { code, deleted_at: null } })).id;
    const payments = [
      { payment_id: await byCode('card'), amount: 12.5 },
      { payment_id: await byCode('cash'), amount: 17.5, tendered: 20 },
    ];
    const made = await shop.make(shelf, 3, { payments });
    expect(made.status, made.text).toBe(200);
    for (const profile of ['a4', 'a5', '80', '58']) {
      const { bytes, status } = await fileOf(`/admin/products/orders/show/${made.results.id}`, 'pdf', {
        locale: 'en',
        profile,
      });
      expect(status, new TextDecoder().decode(bytes.slice(0, 300))).toBe(200);
      const text = (await textOf(bytes)).replace(/\u00a0/g, ' ');
      for (const part of ['Card', 'QAR 12.50', 'Cash', 'QAR 17.50', 'QAR 20.00', 'QAR 2.50'])
        expect([profile, part, text.includes(part)]).toEqual([profile, part, true]);
    }
    const paper = await app.call(api.order.paper, { id: made.results.id }, { token: admin.token });
    const plain = JSON.stringify(paper.results).replace(/\u00a0/g, ' ');
    for (const part of ['QAR 12.50', 'QAR 17.50', 'QAR 2.50']) expect(plain).toContain(part);
  });
});

import { formatMinor, fromMinor } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { selling, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let shop: ReturnType<typeof selling>;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  shop = selling(app, admin);
});
afterAll(() => app.stop());

const CURRENCIES = [
  { currency: 'QAR', scale: 2 },
  { currency: 'JPY', scale: 0 },
  { currency: 'KRW', scale: 0 },
  { currency: 'KWD', scale: 3 },
  { currency: 'IQD', scale: 3 },
] as const;

// docs/rules/currencies.md#vectors: the same whole minor units in every currency
describe.each(CURRENCIES)('an order in $currency', ({ currency, scale }) => {
  const worth = (minor: number) => fromMinor(BigInt(minor), scale);
  beforeAll(async () => {
    // orders of the currency before stand open
    await app.services.database.pool.query(
      `UPDATE "order" SET status_value = 5, status_id = 6 WHERE status_value BETWEEN 0 AND 4`,
    );
    const saved = await app.call(api.setting.save, { Currency: currency }, { token: admin.token });
    expect(saved.status, saved.text).toBe(200);
  });

  /** A product on the first one's branch at so many minor units, taxed at so many percent. */
  async function goods(price: number, tax = 0, branch_id?: number): Promise<Shelf> {
    const shelf = await stocked(app, 50, branch_id === undefined ? {} : { branch_id });
    const { prisma } = app.services.database;
    const { id } = await prisma.tax_type.create({ data: { names: { en: `Tax ${tax}` }, value: tax } });
    await prisma.product.update({
      where: { id: shelf.product_id },
      data: { price: formatMinor(BigInt(price), scale), tax_type_id: id },
    });
    return shelf;
  }
  const offer = async (info: object) => {
    const reply = await app.call(
      api.offer.save,
      { titles: { en: `Offer ${unique()}` }, info },
      { token: admin.token },
    );
    expect(reply.status, reply.text).toBe(200);
    return reply.results.id;
  };
  const coupon = async (info: object) => {
    const code = `C${unique()}`;
    await offer({ type: 'coupon', code, ...info });
    return code;
  };

  test('a fixed coupon is split over the order lines without losing a minor unit', async () => {
    const one = await goods(4_050);
    const two = await goods(2_000, 0, one.branch_id);
    const code = await coupon({ discount: worth(1_500), discount_type: 'fixed' });
    const cart = [
      { item_id: one.item_id, quantity: 3 },
      { item_id: two.item_id, quantity: 1 },
    ];
    const { results, text } = await shop.make(one, 0, { cart, coupon: code });
    expect(
      results.lines?.map(({ coupon_share }) => coupon_share),
      text,
    ).toEqual([worth(1_288), worth(212)]);
    expect(results.lines.map(({ net }) => net)).toEqual([worth(10_862), worth(1_788)]);
    expect(results).toMatchObject({ currency, coupon_discount: worth(1_500), due: worth(12_650) });
  });

  test('two tax rates are taken out of prices that a percent coupon lowered', async () => {
    const food = await goods(1_290, 7);
    const drink = await goods(350, 19, food.branch_id);
    const code = await coupon({ discount: 10, discount_type: 'percent' });
    const cart = [
      { item_id: food.item_id, quantity: 2 },
      { item_id: drink.item_id, quantity: 2 },
    ];
    const { results, text } = await shop.make(food, 0, { cart, coupon: code });
    expect(
      results.lines?.map(({ net, tax }) => [net, tax]),
      text,
    ).toEqual([
      [worth(2_322), worth(152)],
      [worth(630), worth(101)],
    ]);
    expect(results.taxes).toMatchObject([
      { gross: worth(2_322), net: worth(2_170), tax: worth(152) },
      { gross: worth(630), net: worth(529), tax: worth(101) },
    ]);
    expect(results).toMatchObject({ coupon_discount: worth(328), tax: worth(253), due: worth(2_952) });
  });

  test('a bundle price is split over its parts, and returning them refunds exactly that price', async () => {
    const one = await goods(4_500);
    const two = await goods(2_000, 0, one.branch_id);
    const three = await goods(500, 0, one.branch_id);
    const products = [
      { id: one.product_id, item_id: one.item_id, quantity: 1 },
      { id: two.product_id, item_id: two.item_id, quantity: 1 },
      { id: three.product_id, item_id: three.item_id, quantity: 2 },
    ];
    const offer_id = await offer({ type: 'bundle', bundle_price: worth(6_001), products });
    const { results, text } = await shop.make(one, 0, { cart: [{ offer_id, quantity: 2 }] });
    const [line] = results.lines ?? [];
    // 45 : 20 : 10 of 6,001 are 3,600.6, 1,600.3 and 800.1
    expect(
      line?.parts.map(({ net }) => net),
      text,
    ).toEqual([worth(7_202), worth(3_200), worth(1_600)]);
    expect(results.due).toBe(worth(12_002));
    await shop.save({ id: results.id, paid: 1, status_id: 6 });
    const back = await shop.giveBack(results.id, [{ line_id: line?.id, quantity: 1 }]);
    expect(back.results, back.text).toMatchObject({ value: worth(6_001), refund: worth(6_001) });
  });
});

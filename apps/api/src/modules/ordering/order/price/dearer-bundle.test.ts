import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { mobile, selling, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = () => ({ token: admin.token });

async function makeBundle(parts: readonly Shelf[], bundle_price: number): Promise<number> {
  const products = parts.map(({ product_id, item_id }) => ({ id: product_id, item_id, quantity: 1 }));
  const saved = await app.call(
    api.offer.save,
    {
      titles: { en: `Bundle ${unique()}` },
      force: true,
      info: { type: 'bundle', bundle_price, products },
    },
    as(),
  );
  expect(saved.status, saved.text).toBe(200);
  return saved.results.id;
}

test('a bundle of 45 whose parts cost 30 is sold for 45 with a discount of 0, also after an edit', async () => {
  const { make, price, save, show, giveBack, move } = selling(app, admin);
  const one = await stocked(app, 50);
  const others = [await stocked(app, 50, one), await stocked(app, 50, one)];
  const offer_id = await makeBundle([one, ...others], 45);
  const cart = [{ offer_id, quantity: 1 }];
  const quoted = await price({ branch_id: one.branch_id, type: 'take_away', cart });
  expect(quoted.results, quoted.text).toMatchObject({ total: 45, product_discount: 0, goods: 45, due: 45 });
  const [bundle] = quoted.results.lines;
  expect(bundle).toMatchObject({ unit_list: 45, unit_price: 45 });
  // the parts are still explained
  expect(bundle?.steps.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['base', 30],
    ['bundle', 15],
  ]);
  const made = await make(one, 1, { cart, client: { name: 'Nora', phone: mobile() } });
  expect(made.results, made.text).toMatchObject({ total: 45, product_discount: 0, due: 45 });
  const { id } = made.results;

  // beside something that is cheaper, its discount is that one's alone
  await app.services.database.prisma.discount.create({
    data: {
      titles: { en: 'Five off' },
      type: 'fixed',
      value: 5,
      products: { create: { product_id: one.product_id } },
    },
  });
  const more = [
    { id: made.results.lines[0]?.id, offer_id, quantity: 2 },
    { item_id: one.item_id, quantity: 1 },
  ];
  const edited = await save({ id, cart: more, discount: 3 });
  expect(edited.results, edited.text).toMatchObject({
    total: 100,
    product_discount: 5,
    manual_discount: 3,
    due: 92,
  });
  const fewer = await save({ id, cart: [{ id: edited.results.lines[0]?.id, offer_id, quantity: 1 }] });
  expect(fewer.results).toMatchObject({ total: 45, product_discount: 0, due: 42 });
  const { _sum } = await app.services.database.prisma.trade_fact.aggregate({
    where: { order_id: id },
    _sum: { gross: true, discount: true },
  });
  expect([Number(_sum.gross), Number(_sum.discount)]).toEqual([45, 3]);
  await move(id, 'delivered');
  await giveBack(id, [{ line_id: fewer.results.lines[0]?.id, quantity: 1 }]);
  expect((await show(id)).results).toMatchObject({ product_discount: 0 });
});

test('a price list above the base price raises the total and gives no negative discount', async () => {
  const { price } = selling(app, admin);
  const shelf = await stocked(app, 50);
  const bundle = await makeBundle([shelf, await stocked(app, 50, shelf)], 25);
  const list = await app.call(
    api.priceList.save,
    {
      titles: { en: `List ${unique()}` },
      items: [{ product_id: shelf.product_id, item_id: shelf.item_id, price: 14, status: 1 }],
    },
    as(),
  );
  expect(list.status, list.text).toBe(200);
  await app.call(api.priceList.assign, { id: list.results.id, branches_ids: [shelf.branch_id] }, as());
  const quote = async (cart: object[]) =>
    (await price({ branch_id: shelf.branch_id, type: 'take_away', cart })).results;
  expect(await quote([{ item_id: shelf.item_id, quantity: 2 }])).toMatchObject({
    total: 28,
    product_discount: 0,
  });
  // 14 and 10 by themselves, 25 together
  expect(await quote([{ offer_id: bundle, quantity: 3 }])).toMatchObject({ total: 75, product_discount: 0 });
});

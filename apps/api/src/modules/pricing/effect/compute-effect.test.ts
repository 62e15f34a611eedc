import { api, type Endpoint } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';
import { flagDiscountsWithoutEffect } from '../discount/flag-idle-discounts.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = () => ({ token: admin.token });
const titles = () => ({ en: `Rule ${unique()}` });
const target = ({ product_id, item_id }: Shelf) => ({ id: product_id, item_id });
const shelfAt = async (price: number, branch_id?: number): Promise<Shelf> => {
  const shelf = await makeShelf(app, branch_id === undefined ? {} : { branch_id });
  await app.services.database.prisma.product.update({ where: { id: shelf.product_id }, data: { price } });
  return shelf;
};
const saveDiscount = async (body: object): Promise<number> => {
  const { status, results, text } = await app.call(api.discount.save, { titles: titles(), ...body }, as());
  if (status !== 200) throw new Error(text);
  return results.id;
};
const discountEffect = (body: object) => app.call(api.discount.effect, body, as());
const offerEffect = (body: object) => app.call(api.offer.effect, body, as());

/** What an order of one item costs now, by the call that prices carts. */
async function quote(shelf: Shelf, quantity = 1, more: object = {}) {
  const cart = [{ product_id: shelf.product_id, item_id: shelf.item_id, quantity }];
  const { results, text, status } = await app.call(
    api.order.price,
    { branch_id: shelf.branch_id, type: 'take_away', cart, ...more },
    as(),
  );
  if (status !== 200) throw new Error(text);
  return results;
}

const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount / 100);

test('for random rules the shown effect of a discount equals what an order then costs, to the minor unit', async () => {
  const rule = fc.record({
    price: cents(100, 20_000),
    list: fc.option(cents(100, 20_000), { nil: null }),
    rival: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
    type: fc.constantFrom('percent' as const, 'fixed' as const),
    share: fc.integer({ min: 51, max: 9_949 }),
  });
  await fc.assert(
    fc.asyncProperty(rule, async ({ price, list, rival, type, share }) => {
      const shelf = await shelfAt(price);
      const { branch_id } = shelf;
      const products = [target(shelf)];
      if (rival !== null) await saveDiscount({ type: 'percent', value: rival, products });
      if (list !== null) {
        const items = [{ product_id: shelf.product_id, item_id: shelf.item_id, price: list }];
        const { results } = await app.call(api.priceList.save, { titles: titles(), items }, as());
        await app.call(api.priceList.assign, { id: results.id, branches_ids: [branch_id] }, as());
      }
      const value = type === 'percent' ? share / 100 : Math.round(price * share) / 10_000;
      const amount = type === 'percent' ? value : Math.max(0.01, Math.round(value * 100) / 100);
      // what the form would refuse is not compared with an order
      if (type === 'fixed' && (amount / price <= 0.005 || amount / price >= 0.995)) return;
      const before = await quote(shelf);
      const effect = await discountEffect({ branch_id, type, value: amount, products });
      expect(effect.status, effect.text).toBe(200);
      const [row] = effect.results.items;
      expect(row?.before).toBe(before.lines[0]?.unit_price);
      const id = await saveDiscount({ type, value: amount, products });
      const after = await quote(shelf);
      expect(row?.after).toBe(after.lines[0]?.unit_price);
      expect(row?.list).toBe(after.lines[0]?.unit_list);
      expect(row?.verdict === 'now').toBe(after.lines[0]?.discount_source?.id === id);
      // saved, it says the same
      const again = await discountEffect({ id, branch_id, type, value: amount, products });
      expect(again.results.items[0]).toMatchObject({ before: row?.before, after: row?.after });
    }),
    { numRuns: 25 },
  );
});

test('the shown effect of quantity tiers equals what an order of that quantity then costs', async () => {
  await fc.assert(
    fc.asyncProperty(
      cents(200, 9_000),
      fc.integer({ min: 1, max: 49 }),
      fc.integer({ min: 50, max: 99 }),
      async (price, small, large) => {
        const shelf = await shelfAt(price);
        const info = {
          type: 'wholesale',
          tiers: [
            { min_quantity: 3, discount: small, discount_type: 'percent' },
            { min_quantity: 12, discount: large, discount_type: 'percent' },
          ],
          products: [target(shelf)],
        };
        const { results } = await offerEffect({ branch_id: shelf.branch_id, info });
        expect(results.items.map(({ quantity }) => quantity)).toEqual([3, 12]);
        await app.call(api.offer.save, { titles: titles(), info }, as());
        for (const row of results.items)
          expect(row.after).toBe((await quote(shelf, row.quantity)).lines[0]?.unit_price);
      },
    ),
    { numRuns: 10 },
  );
});

test('the effect of a coupon is shown for the smallest valid cart and equals what an order then costs', async () => {
  await fc.assert(
    fc.asyncProperty(
      cents(200, 9_000),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 300 }),
      async (price, discount, min_order) => {
        const shelf = await shelfAt(price);
        const code = `C${unique()}`;
        const info = {
          type: 'coupon',
          code,
          discount,
          discount_type: 'percent',
          min_order,
          products: [target(shelf)],
        };
        const { results } = await offerEffect({ branch_id: shelf.branch_id, info });
        const row = results.items[0];
        expect(row).toMatchObject({ verdict: 'now', reason: null });
        await app.call(api.offer.save, { titles: titles(), info }, as());
        const order = await quote(shelf, row?.quantity, { coupon: code });
        expect(row?.before).toBe(order.lines[0]?.gross);
        expect(row?.after).toBe(order.lines[0]?.net);
      },
    ),
    { numRuns: 10 },
  );
});

test('VA1: a fixed discount is shown as applied until a price list starts, and as out of bounds after that', async () => {
  const shelf = await shelfAt(50);
  const { branch_id } = shelf;
  const products = [target(shelf)];
  const friday = await saveDiscount({ type: 'percent', value: 20, products, days: [6], slots: ['evening'] });
  const always = await saveDiscount({ type: 'percent', value: 15, products });
  const items = [{ product_id: shelf.product_id, item_id: shelf.item_id, price: 30 }];
  const list = await app.call(
    api.priceList.save,
    { titles: titles(), items, start_date: '2026-12-01' },
    as(),
  );
  await app.call(api.priceList.assign, { id: list.results.id, branches_ids: [branch_id] }, as());
  const draft = { branch_id, type: 'fixed', value: 29.9, products };
  const at = async (date: string, time: string, more: object = {}) =>
    (await discountEffect({ ...draft, date, time, ...more })).results.items[0];
  expect(await at('2026-11-27', '19:00')).toMatchObject({ before: 40, after: 20.1, verdict: 'now' });
  expect(await at('2026-12-04', '19:00')).toMatchObject({
    before: 24,
    after: 24,
    verdict: 'out_of_bounds',
    message: 'Discount is 99.5% or greater',
    winner: { kind: 'discount', id: friday },
  });
  // a weaker one is beaten at all times, and the other one is named
  expect(await at('2026-11-24', '12:00', { type: 'percent', value: 12 })).toMatchObject({
    before: 42.5,
    after: 42.5,
    verdict: 'never',
    reason: 'beaten',
    winner: { kind: 'discount', id: always },
  });
  // one that is for another time of the week wins then
  expect(
    await at('2026-11-24', '12:00', { type: 'percent', value: 30, days: [6], slots: ['evening'] }),
  ).toMatchObject({ after: 42.5, verdict: 'other_times', reason: 'weekday' });
});

describe('rules limited to branches', () => {
  test('a wholesale offer and a coupon of one branch apply only there, and other branches say so', async () => {
    const here = await shelfAt(10);
    const there = (await makeBranch(app)).id;
    const elsewhere = { ...here, branch_id: there };
    const code = `C${unique()}`;
    const save = (info: object) => app.call(api.offer.save, { titles: titles(), info }, as());
    const branches_ids = [here.branch_id];
    const bulk = await save({
      type: 'wholesale',
      discount: 10,
      discount_type: 'percent',
      quantity: 2,
      products: [target(here)],
      branches_ids,
    });
    expect(bulk.results.info.branches_ids).toEqual(branches_ids);
    await save({ type: 'coupon', code, discount: 10, discount_type: 'percent', branches_ids });
    expect((await quote(here, 2)).lines[0]?.unit_price).toBe(9);
    expect((await quote(elsewhere, 2)).lines[0]?.unit_price).toBe(10);
    expect((await quote(here, 1, { coupon: code })).coupon_discount).toBe(1);
    const refused = await quote(elsewhere, 1, { coupon: code });
    expect(refused.coupon_discount).toBe(0);
    expect(refused.warnings.map((one) => one.code)).toContain('coupon.other_branch');
  });

  test('a bundle of one branch is not sold in another', async () => {
    const one = await shelfAt(10);
    const two = await shelfAt(10, one.branch_id);
    const there = (await makeBranch(app)).id;
    const products = [target(one), target(two)].map((part) => ({ ...part, quantity: 1 }));
    const info = { type: 'bundle', bundle_price: 15, products, branches_ids: [one.branch_id] };
    const { results } = await app.call(api.offer.save, { titles: titles(), info }, as());
    const price = (branch_id: number) =>
      app.call(
        api.order.price,
        { branch_id, type: 'take_away', cart: [{ offer_id: results.id, quantity: 1 }] },
        as(),
      );
    expect((await price(one.branch_id)).results.goods).toBe(15);
    expect((await price(there)).status).toBe(422);
  });

  test('a branch manager cannot name another branch in a rule or see prices there', async () => {
    const mine = await makeBranch(app);
    const foreign = await makeBranch(app);
    const manager = await makePerson(app, { permissions: ['offers'], manages: [mine.id] });
    const call = <E extends Endpoint>(endpoint: E, body: object) =>
      app.call(endpoint, body, { token: manager.token });
    const info = { type: 'coupon', code: `C${unique()}`, discount: 5, discount_type: 'percent' };
    const saved = await call(api.offer.save, {
      titles: titles(),
      info: { ...info, branches_ids: [foreign.id] },
    });
    expect([saved.status, Object.keys(saved.failure.errors)]).toEqual([422, ['info.branches_ids']]);
    const looked = await call(api.offer.effect, { branch_id: foreign.id, info });
    expect(looked.failure.code).toBe('branch.forbidden');
  });
});

test('a bundle shows its parts, its saving, how many can be made and the limiting part', async () => {
  const milk = await shelfAt(45);
  const bread = await shelfAt(20, milk.branch_id);
  const eggs = await shelfAt(5, milk.branch_id);
  await stockUp(app.ctx(), milk, 14, 30);
  await stockUp(app.ctx(), bread, 50, 12);
  await stockUp(app.ctx(), eggs, 80, 2);
  const info = {
    type: 'bundle',
    bundle_price: 60,
    products: [target(milk), target(bread), { ...target(eggs), quantity: 2 }],
  };
  const { results } = await offerEffect({ branch_id: milk.branch_id, info });
  expect(results.bundle).toMatchObject({
    total: 75,
    price: 60,
    saving: 15,
    available: 14,
    limited_by: { product_id: milk.product_id },
    cost: 46,
    below_cost: false,
  });
  expect(results.bundle?.parts.map(({ share }) => share)).toEqual([36, 16, 8]);
  const saved = await app.call(api.offer.save, { titles: titles(), info }, as());
  expect(saved.results).toMatchObject({ available: 14, limited_by: { product_id: milk.product_id } });
  const loss = await offerEffect({ branch_id: milk.branch_id, info: { ...info, bundle_price: 40 } });
  expect(loss.results.bundle?.below_cost).toBe(true);
});

test('a price below cost is shown only to staff who see costs', async () => {
  const shelf = await shelfAt(10);
  await stockUp(app.ctx(), shelf, 5, 8);
  const body = { branch_id: shelf.branch_id, type: 'percent', value: 30, products: [target(shelf)] };
  expect((await discountEffect(body)).results.items[0]).toMatchObject({ cost: 8, below_cost: true });
  const { token } = await makePerson(app, { permissions: ['offers'], manages: [shelf.branch_id] });
  const seller = await app.call(api.discount.effect, body, { token });
  expect(seller.results.items[0]).toMatchObject({ after: 7, cost: null, below_cost: null });
});

test('a discount or offer without a reduction is refused with the text of the specification', async () => {
  const shelf = await shelfAt(10);
  const { branch_id } = shelf;
  const products = [target(shelf)];
  const empty = await discountEffect({ branch_id, type: 'percent', value: null, products });
  expect(empty.failure.errors).toEqual({ value: ['Please Enter Discount'] });
  const tiers = await offerEffect({ branch_id, info: { type: 'wholesale', products, tiers: [] } });
  expect(tiers.failure.errors).toEqual({ 'info.tiers': ['Please Enter Discount'] });
});

test('a coupon shows its orders, the discount given so far and the remaining uses', async () => {
  const shelf = await shelfAt(100);
  await stockUp(app.ctx(), shelf, 10, 1);
  const info = {
    type: 'coupon',
    code: `C${unique()}`,
    discount: 10,
    discount_type: 'percent',
    usage_limit: 1,
  };
  const { results: coupon } = await app.call(api.offer.save, { titles: titles(), info }, as());
  expect(coupon).toMatchObject({ uses_left: 1, cost_so_far: [], holds: 'now' });
  const cart = [{ product_id: shelf.product_id, item_id: shelf.item_id, quantity: 2 }];
  const made = await app.call(
    api.order.make,
    { branch_id: shelf.branch_id, type: 'take_away', cart, coupon: info.code, payment_id: 1 },
    as(),
  );
  expect(made.status, made.text).toBe(200);
  const { results } = await app.call(api.offer.show, { id: coupon.id }, as());
  expect(results).toMatchObject({ uses: 1, uses_left: 0, cost_so_far: [{ currency: 'QAR', total: 20 }] });
  const orders = await app.call(api.order.list, { coupon_id: coupon.id }, as());
  expect(orders.results.map(({ id }) => id)).toEqual([made.results.id]);
  const out = await app.call(api.offer.list, { type: 'coupon', runs_out: 1, limit: 100 }, as());
  expect(out.results.map(({ id }) => id)).toContain(coupon.id);
});

test('a discount that another one always beats is marked as without effect until the other is removed', async () => {
  const shelf = await shelfAt(10);
  const products = [target(shelf)];
  const branches_ids = [shelf.branch_id];
  const strong = await saveDiscount({ type: 'percent', value: 30, products, branches_ids });
  const weak = await saveDiscount({ type: 'percent', value: 10, products, branches_ids });
  const idleIds = async () => {
    const { results } = await app.call(api.discount.list, { idle: 1, limit: 100 }, as());
    return results.map(({ id }) => id);
  };
  expect(await idleIds()).toContain(weak);
  expect(await idleIds()).not.toContain(strong);
  await app.call(api.discount.remove, { id: strong }, as());
  await flagDiscountsWithoutEffect(app.ctx());
  expect(await idleIds()).not.toContain(weak);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let shelf: Shelf;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  shelf = await makeShelf(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person = admin) => ({ token });
const save = (body: object) =>
  app.call(api.offer.save, { titles: { en: `Offer ${unique()}` }, ...body }, as());
const part = ({ product_id, item_id }: Shelf, quantity?: number) => ({
  id: product_id,
  item_id,
  ...(quantity ? { quantity } : {}),
});
const bundle = (parts: object[], more: object = {}) =>
  save({ info: { type: 'bundle', bundle_price: 9, products: parts, ...more } });
const wholesale = (more: object = {}) =>
  save({
    info: {
      type: 'wholesale',
      products: [part(shelf)],
      tiers: [
        { min_quantity: 2, discount: 5, discount_type: 'percent' },
        { min_quantity: 12, discount: 2, discount_type: 'fixed' },
      ],
      ...more,
    },
  });
const coupon = (more: object = {}) =>
  save({
    info: { type: 'coupon', code: `c${unique()}`, discount: 10, discount_type: 'percent', ...more },
  });

test('a wholesale offer has tiers or one quantity, and each replaces the other', async () => {
  const made = (await wholesale()).results;
  expect(made.info).toMatchObject({
    type: 'wholesale',
    discount: null,
    tiers: [
      { min_quantity: 2, discount: 5, discount_type: 'percent' },
      { min_quantity: 12, discount: 2, discount_type: 'fixed' },
    ],
    products: [{ id: shelf.product_id, item_id: shelf.item_id, price: 10 }],
  });
  const plain = await save({ id: made.id, info: { discount: 15, discount_type: 'percent', quantity: 6 } });
  expect(plain.results.info).toMatchObject({ tiers: [], discount: 15, quantity: 6 });
  // what was answered may be sent back as it is
  expect((await save(plain.results)).results).toMatchObject({ version: 3, products_count: 1 });
  const back = await save({ id: made.id, info: { tiers: made.info.tiers } });
  expect(back.results.info).toMatchObject({ discount: null, quantity: null, tiers: made.info.tiers });
});

const tier = (min_quantity: number, discount = 5) => ({ min_quantity, discount, discount_type: 'percent' });
test.each([
  ['a tier of one unit', { tiers: [tier(1)] }, 'info.tiers.0.min_quantity'],
  ['tiers that do not rise', { tiers: [tier(4), tier(4, 6)] }, 'info.tiers.1.min_quantity'],
  ['a tier of half a percent', { tiers: [tier(2), tier(3, 0.5)] }, 'info.tiers.1.discount'],
  [
    'a tier of 99.5 % of a price',
    { tiers: [{ ...tier(2, 9.95), discount_type: 'fixed' }] },
    'info.tiers.0.discount',
  ],
  ['nothing that it is for', { products: [] }, 'info.products'],
  ['a code', { code: 'ABC' }, 'info.code'],
  ['a bundle price', { bundle_price: 5 }, 'info.bundle_price'],
  ['no reduction', { tiers: [], quantity: 3 }, 'info.discount'],
  ['an end before the start', { start_date: '2026-02-01', end_date: '2026-01-31' }, 'info.end_date'],
])('a wholesale offer with %s is refused on that field', async (_, more, field) => {
  const { status, failure } = await wholesale(more);
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
});

test.each([
  ['without a product', { products: [] }, 'info.products'],
  ['without a price', { bundle_price: null }, 'info.bundle_price'],
  ['of a product without an item', { products: [{}] }, 'info.products.0.item_id'],
  ['of more drinks than there is', { drink_share: 101 }, 'info.drink_share'],
])('a bundle %s is refused on that field', async (_, more, field) => {
  const parts = [part(shelf)];
  const products = (more as { products?: object[] }).products?.map(() => ({ id: shelf.product_id }));
  const { status, failure } = await bundle(parts, products ? { ...more, products } : more);
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
});

test('the stock of a bundle is limited by its scarcest part, branch by branch', async () => {
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  const [burger, cola] = [
    await makeShelf(app, { branch_id: here.id }),
    await makeShelf(app, { branch_id: here.id }),
  ];
  const made = (await bundle([part(burger), part(cola, 2)])).results;
  expect(made.available).toBe(0);
  await stockUp(app.ctx(), burger, 5, 1);
  await stockUp(app.ctx(), cola, 7, 1);
  // a part in another branch makes no bundle by itself
  await stockUp(app.ctx(), { ...burger, branch_id: there.id }, 9, 1);
  const shown = async (who: Person, branch_id?: number) => {
    const headers = branch_id ? { 'branch-id': String(branch_id) } : {};
    const { results } = await app.call(api.offer.list, { id: made.id }, { token: who.token, headers });
    return results[0]?.available;
  };
  expect(await shown(admin)).toBe(3);
  expect(await shown(admin, here.id)).toBe(3);
  expect(await shown(admin, there.id)).toBe(0);
  await stockUp(app.ctx(), { ...cola, branch_id: there.id }, 3, 1);
  expect(await shown(admin)).toBe(4);
});

test('a bundle with a deleted part is out of stock and names it until it is replaced', async () => {
  const here = await makeBranch(app);
  const [burger, cola, water] = [
    await makeShelf(app, { branch_id: here.id }),
    await makeShelf(app, { branch_id: here.id }),
    await makeShelf(app, { branch_id: here.id }),
  ];
  for (const shelf of [burger, cola, water]) await stockUp(app.ctx(), shelf, 6, 1);
  const { id } = (await bundle([part(burger), part(cola, 2)])).results;
  const shown = async () => (await app.call(api.offer.list, { id }, as())).results[0];
  const { prisma } = app.services.database;
  const price = () =>
    app.call(
      api.order.price,
      { branch_id: here.id, type: 'take_away', cart: [{ offer_id: id, quantity: 1 }] },
      as(),
    );
  expect(await shown()).toMatchObject({
    available: 3,
    limited_by: { product_id: cola.product_id, is_lost: false },
  });
  for (const lost of [{ status: 0 }, { status: 1, deleted_at: new Date() }]) {
    await prisma.product.update({ where: { id: cola.product_id }, data: lost });
    expect(await shown()).toMatchObject({
      available: 0,
      limited_by: { product_id: cola.product_id, is_lost: true },
    });
    expect((await price()).results.shortages).toMatchObject([
      { product_id: cola.product_id, reason: 'deactivated' },
    ]);
  }
  // renamed with its parts as they stand it has still lost one
  const renamed = await save({
    id,
    titles: { en: 'Menu' },
    info: { products: [part(burger), part(cola, 2)] },
  });
  expect(renamed.results).toMatchObject({ available: 0, limited_by: { is_lost: true } });
  expect(renamed.results.info.products.map(({ item_id }) => item_id)).toEqual([burger.item_id, cola.item_id]);
  const replaced = await save({
    id,
    info: { type: 'bundle', bundle_price: 5, products: [part(burger), part(water, 2)] },
  });
  expect(replaced.results).toMatchObject({ available: 3, limited_by: { is_lost: false } });
  expect((await price()).results.shortages).toEqual([]);
});

test('a coupon code is unique in any case until its coupon is deleted', async () => {
  const first = (await coupon({ code: ' Welcome-10 ' })).results;
  expect(first.info.code).toBe('WELCOME-10');
  const second = await coupon({ code: 'welcome-10' });
  expect(second).toMatchObject({ status: 409, failure: { code: 'record.duplicate' } });
  expect(Object.keys(second.failure.errors)).toEqual(['info.code']);
  await app.call(api.offer.remove, { id: first.id }, as());
  const again = (await coupon({ code: 'wELCOME-10' })).results;
  expect((await app.call(api.offer.restore, { id: first.id }, as())).failure.code).toBe('record.duplicate');
  await app.call(api.offer.remove, { id: again.id }, as());
  expect((await app.call(api.offer.restore, { id: first.id }, as())).status).toBe(200);
  expect((await coupon({ code: 'خصم١٠' })).results.info.code).toBe('خصم10');
});

test('of two concurrent coupons with one code only one is created', async () => {
  const code = `RACE${unique()}`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => coupon({ code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test.each([
  ['two letters', { code: 'ab' }, 'info.code'],
  ['a space', { code: 'a b c' }, 'info.code'],
  ['two letters and something invisible', { code: 'ab\u200b' }, 'info.code'],
  ['41 letters', { code: 'x'.repeat(41) }, 'info.code'],
  ['no code', { code: null }, 'info.code'],
  ['everything off', { discount: 100 }, 'info.discount'],
  ['101 % off', { discount: 101 }, 'info.discount'],
  ['half a percent off', { discount: 0.5 }, 'info.discount'],
  ['99.5 % off', { discount: 99.5 }, 'info.discount'],
  ['nothing off', { discount: 0, discount_type: 'fixed' }, 'info.discount'],
  ['no kind of discount', { discount_type: null }, 'info.discount_type'],
  ['a most for a fixed amount', { discount_type: 'fixed', max_discount: 5 }, 'info.max_discount'],
  ['tiers', { tiers: [tier(2)] }, 'info.tiers'],
  ['a limit of none', { usage_limit: 0 }, 'info.usage_limit'],
])('a coupon with %s is refused on that field', async (_, more, field) => {
  const { status, failure } = await coupon(more);
  expect(status).toBe(422);
  expect(Object.keys(failure.errors)).toEqual([field]);
});

test.each([0.51, 99.49])('a coupon of %s % off is within the bounds', async (discount) => {
  expect((await coupon({ discount })).results.info.discount).toBe(discount);
});

test('the type of an offer cannot change, and its limit cannot fall below its uses', async () => {
  const { id } = (await coupon({ usage_limit: 5 })).results;
  expect((await save({ id, info: { type: 'wholesale' } })).failure.errors).toHaveProperty('info.type');
  await app.services.database.prisma.offer.update({ where: { id }, data: { uses: 3 } });
  expect((await save({ id, info: { usage_limit: 2 } })).failure.errors).toHaveProperty('info.usage_limit');
  expect((await save({ id, info: { usage_limit: 3 } })).results).toMatchObject({
    uses: 3,
    info: { usage_limit: 3 },
  });
});

test('the public and customers see current offers with public fields, and never a coupon', async () => {
  const [open, gone] = [await makeShelf(app), await makeShelf(app)];
  const { prisma } = app.services.database;
  await prisma.product.update({ where: { id: gone.product_id }, data: { status: 0 } });
  const code = `SECRET${unique()}`;
  const dated = { start_date: '2000-01-01', end_date: '2000-01-31' };
  const tiers = [tier(2)];
  const made = {
    bundle: (await bundle([part(open, 2)])).results.id,
    wholesale: (await wholesale({ products: [part(open), part(gone)], tiers })).results.id,
    hidden: [
      (await coupon({ code })).results.id,
      (await save({ status: 0, info: { type: 'bundle', bundle_price: 1, products: [part(open, 2)] } }))
        .results.id,
      (await bundle([part(open), part(gone)])).results.id,
      (await wholesale({ ...dated, tiers })).results.id,
    ],
  };
  const customer = await makePerson(app);
  for (const token of [undefined, customer.token]) {
    const options = token ? { token } : {};
    for (const body of [{}, { type: 'coupon' }, { keywords: 'offer', status: 0 }]) {
      const { results, text } = await app.call(api.offer.list, { limit: 100, ...body }, options);
      expect(text).not.toContain(code);
      expect(text).not.toMatch(
        /"(code|uses|usage_limit|per_customer_limit|available|version|status|actions)"/,
      );
      const ids = results.map(({ id }) => id);
      for (const id of made.hidden) expect(ids).not.toContain(id);
      if (Object.keys(body).length === 0)
        expect(ids).toEqual(expect.arrayContaining([made.bundle, made.wholesale]));
    }
    for (const id of made.hidden) expect((await app.call(api.offer.show, { id }, options)).status).toBe(404);
    const shown = await app.call(api.offer.show, { id: made.wholesale }, options);
    expect(shown.results.info.products.map(({ id }) => id)).toEqual([open.product_id]);
    expect(shown.text).not.toContain('"code"');
  }
});

test('the offer picker of an order shows names without terms', async () => {
  const code = `PICK${unique()}`;
  await coupon({ code });
  const seller = await makePerson(app, { permissions: ['seller'] });
  const { results, text } = await app.call(api.offer.list, {}, as(seller));
  expect(text).not.toContain(code);
  expect(Object.keys(results[0] ?? {}).sort()).toEqual(['id', 'status', 'title']);
});

test('a bundle of one unit is refused because it is that item at another price', async () => {
  const { status, failure } = await bundle([part(shelf)]);
  expect([status, Object.keys(failure.errors)]).toEqual([422, ['info.products']]);
  expect((await bundle([part(shelf, 6)])).status).toBe(200);
});

test('a bundle that costs more than its parts is asked about and saved with force', async () => {
  const parts = [part(shelf, 3)];
  const refused = await bundle(parts, { bundle_price: 45 });
  expect([refused.status, refused.failure.code]).toEqual([422, 'bundle.dearer']);
  expect(refused.failure.params).toEqual({ parts: 30, price: 45, currency: 'QAR' });
  expect(refused.failure.message).toMatch(/QAR\s45\.00.*QAR\s30\.00/);
  expect(refused.failure.errors).toHaveProperty(['info.bundle_price']);
  const info = { type: 'bundle', bundle_price: 45, products: parts };
  const made = await save({ force: true, info });
  expect(made.results, made.text).toMatchObject({ info: { bundle_price: 45 } });
  const { id } = made.results;
  // its price and parts stay as they were confirmed
  for (const more of [{ status: 0 }, { info }, { info: { end_date: '2030-01-01' } }, made.results])
    expect((await save({ id, ...more, version: undefined })).status, JSON.stringify(more)).toBe(200);
  for (const more of [{ bundle_price: 46 }, { products: [part(shelf, 2)] }, { products: [part(shelf, 4)] }])
    expect((await save({ id, info: more })).failure.code, JSON.stringify(more)).toBe('bundle.dearer');
  expect((await save({ id, info: { bundle_price: 30 } })).status).toBe(200);
  expect((await save({ id, info: { bundle_price: 30.01 } })).failure.params).toMatchObject({ price: 30.01 });
});

test('a bundle that names the same item twice is refused', async () => {
  const { status, failure } = await bundle([part(shelf), part(shelf, 2)]);
  expect([status, Object.keys(failure.errors)]).toEqual([422, ['info.products']]);
});

test('a wholesale tier with a smaller reduction than a lower tier is refused on its field', async () => {
  const tiers = [
    { min_quantity: 6, discount: 10, discount_type: 'percent' },
    { min_quantity: 12, discount: 5, discount_type: 'percent' },
  ];
  const { status, failure } = await wholesale({ tiers });
  expect([status, Object.keys(failure.errors)]).toEqual([422, ['info.tiers.1.discount']]);
});

test.each([
  ['a zero-width sign', (code: string) => `${code}\u200b`, 'record.duplicate'],
  ['another case', (code: string) => code.toLowerCase(), 'record.duplicate'],
  [
    'full-width letters',
    (code: string) => code.replace(/[A-Z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    'record.duplicate',
  ],
])('a coupon code that differs from another only by %s is refused on its field', async (_, spelled, code) => {
  const first = `CODE${unique()}`;
  expect((await coupon({ code: first })).status).toBe(200);
  const { failure } = await coupon({ code: spelled(first) });
  expect(failure.code).toBe(code);
  expect(Object.keys(failure.errors)).toEqual(['info.code']);
});

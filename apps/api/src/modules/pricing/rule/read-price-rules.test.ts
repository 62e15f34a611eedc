import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeShelf, type Shelf } from '../../../../test/stock.ts';
import { getSlotMinutes, readPriceRules, redeemCoupon, releaseCoupon, toPriceSettings } from '../index.ts';
import type { PriceRulesQuery } from './price-rules-sql.ts';

let app: TestApp;
let admin: Person;
let tea: Shelf;
let rice: Shelf;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  tea = await makeShelf(app);
  rice = await makeShelf(app, { branch_id: tea.branch_id });
});
afterAll(() => app.stop());

const as = () => ({ token: admin.token });
const titles = () => ({ en: `Rule ${unique()}` });
const item = ({ product_id, item_id }: Shelf) => ({ product_id, item_id });
const inCart = (shelf: Shelf, categorys_ids: readonly number[] = []) => ({ ...item(shelf), categorys_ids });
const kinds = { price_lists: true, discounts: true, wholesales: true };
const target = ({ product_id, item_id }: Shelf) => ({ id: product_id, item_id });
const read = (query: Partial<PriceRulesQuery> = {}, currency = 'QAR') =>
  readPriceRules(app.ctx(), currency, {
    branch_id: tea.branch_id,
    items: [inCart(tea)],
    kinds,
    phone: null,
    ...query,
  });

const priceList = async (body: object, branches_ids = [tea.branch_id]) => {
  const { results } = await app.call(api.priceList.save, { titles: titles(), ...body }, as());
  await app.call(api.priceList.assign, { id: results.id, branches_ids }, as());
  return results.id;
};
const discount = async (body: object) =>
  (await app.call(api.discount.save, { titles: titles(), type: 'percent', value: 10, ...body }, as())).results
    .id;
const offer = async (info: object, more: object = {}) =>
  (await app.call(api.offer.save, { titles: titles(), info, ...more }, as())).results.id;

test('price rules load the lists of a branch and customer with the prices of the items in the cart', async () => {
  const elsewhere = await makeBranch(app);
  const items = [
    { ...item(tea), price: 8.5 },
    { ...item(rice), price: 7 },
  ];
  const open = await priceList({ items, ord: 4 });
  const bound = await priceList({ items, phones: ['+97455512301', '+97455512302'] });
  await priceList({ items, status: 0 });
  await priceList({ items: [{ ...item(tea), price: 1, status: 0 }] });
  await priceList({ items, end_date: '2020-01-01' });
  await priceList({ items }, [elsewhere.id]);
  expect((await read()).price_lists).toEqual([
    {
      id: open,
      ord: 4,
      active: true,
      start_date: null,
      end_date: null,
      phones: [],
      branches_ids: [tea.branch_id],
      items: [{ ...item(tea), price: 850n, active: true }],
    },
  ]);
  const { price_lists } = await read({ phone: '+97455512302' });
  expect(price_lists.map(({ id, phones }) => [id, phones]).sort()).toEqual([
    [open, []],
    [bound, ['+97455512302']],
  ]);
});

test('a discount is loaded by its item, its product and any parent category', async () => {
  const { prisma } = app.services.database;
  const food = await prisma.category.create({ data: { titles: titles(), parent_id: 1 } });
  const drinks = await prisma.category.create({ data: { titles: titles(), parent_id: food.id } });
  const aside = await prisma.category.create({ data: { titles: titles(), parent_id: 1 } });
  const byItem = await discount({ products: [target(tea)], days: [6], slots: ['evening'] });
  const byProduct = await discount({
    type: 'fixed',
    value: 2.5,
    products: [{ id: tea.product_id }, { id: rice.product_id }],
  });
  const byCategory = await discount({ categorys_id: [food.id, aside.id] });
  await discount({ categorys_id: [aside.id] });
  await discount({ products: [target(rice)] });
  await discount({ products: [target(tea)], branches_ids: [(await makeBranch(app)).id] });
  await discount({ products: [target(tea)], status: 0 });
  const { discounts } = await read({ items: [inCart(tea, [drinks.id, food.id, 1])] });
  const found = new Map(discounts.map((one) => [one.id, one]));
  expect([...found.keys()].sort()).toEqual([byItem, byProduct, byCategory].sort());
  expect(found.get(byItem)).toMatchObject({
    discount_type: 'percent',
    discount: 1_000n,
    days: [6],
    slots: ['evening'],
    products: [item(tea)],
    categorys_ids: [],
  });
  // that it is of several is still seen when one of them is asked for
  expect(found.get(byProduct)).toMatchObject({
    discount: 250n,
    products: [
      { product_id: tea.product_id, item_id: null },
      { product_id: rice.product_id, item_id: null },
    ],
  });
  expect(found.get(byCategory)?.categorys_ids).toEqual([food.id]);
});

test('wholesale tiers are loaded in thousandths and minor units, and a simple offer is one tier', async () => {
  const tiers = [
    { min_quantity: 2, discount: 5, discount_type: 'percent' },
    { min_quantity: 12.5, discount: 1.25, discount_type: 'fixed' },
  ];
  const many = await offer({ type: 'wholesale', products: [target(tea)], tiers });
  const one = await offer({
    type: 'wholesale',
    products: [{ id: tea.product_id }],
    discount: 15,
    discount_type: 'percent',
    quantity: 6,
  });
  const { wholesales } = await read();
  expect(wholesales.map(({ id, tiers }) => ({ id, tiers })).sort((a, b) => a.id - b.id)).toEqual([
    {
      id: many,
      tiers: [
        { min_quantity: 2_000n, discount: 500n, discount_type: 'percent' },
        { min_quantity: 12_500n, discount: 125n, discount_type: 'fixed' },
      ],
    },
    { id: one, tiers: [{ min_quantity: 6_000n, discount: 1_500n, discount_type: 'percent' }] },
  ]);
});

const order = (coupon_id: number, client_id: number | null, client_phone: string | null, status_value = 0) =>
  app.services.database.prisma.$executeRaw`
    INSERT INTO "order" (branch_id, client_id, client_phone, type, source, status_id, status_value, currency, tax_mode,
                         quantity, total, goods, due, coupon_id)
    VALUES (${tea.branch_id}, ${client_id}::int, ${client_phone}, 'take_away', 'dashboard',
            (SELECT id FROM order_status WHERE status_value = ${status_value} LIMIT 1), ${status_value}, 'QAR',
            'inclusive', 1, 10, 10, 10, ${coupon_id})`;

test("a coupon is loaded by its code in any case, with the customer's uses", async () => {
  const code = `Hello${unique()}`;
  const info = { type: 'coupon', code, discount: 10, discount_type: 'percent', max_discount: 7.5 };
  const id = await offer({
    ...info,
    min_order: 30,
    usage_limit: 9,
    per_customer_limit: 2,
    products: [target(rice)],
  });
  const client = await makePerson(app, { phone: '+97455512377' });
  await order(id, client.id, null);
  await order(id, null, '+97455512377');
  await order(id, client.id, '+97455512377', -1);
  await order(id, admin.id, '+97455512300');
  const query = { coupon_code: ` ${code.toLowerCase()} `, client_id: client.id, phone: '+97455512377' };
  expect((await read(query)).coupon).toMatchObject({
    id,
    active: true,
    discount: 1_000n,
    max_discount: 750n,
    min_order: 3_000n,
    usage_limit: 9,
    per_customer_limit: 2,
    uses: 0,
    customer_uses: 2,
    // it is for something, though for nothing in this cart
    products: [item(rice)],
  });
  expect((await read({ coupon_code: code })).coupon?.customer_uses).toBeNull();
  expect((await read({ coupon_code: 'no such code' })).coupon).toBeNull();
  expect((await read({ coupon_code: '' })).coupon).toBeNull();
});

test('of twenty concurrent orders three use a coupon with three uses, and a returned use can be used again', async () => {
  const id = await offer({
    type: 'coupon',
    code: `T${unique()}`,
    discount: 5,
    discount_type: 'fixed',
    usage_limit: 3,
  });
  const take = () => app.ctx().tx((ctx) => redeemCoupon(ctx, id));
  const taken = await Promise.allSettled(Array.from({ length: 20 }, take));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const one of taken)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'coupon.used_up', status: 409 });
  const uses = async () =>
    (await app.services.database.prisma.offer.findUniqueOrThrow({ where: { id } })).uses;
  expect(await uses()).toBe(3);
  await app.ctx().tx((ctx) => releaseCoupon(ctx, id));
  await take();
  expect(await uses()).toBe(3);
});

test('a customer with two concurrent orders uses a once-only coupon once', async () => {
  const id = await offer({
    type: 'coupon',
    code: `P${unique()}`,
    discount: 5,
    discount_type: 'fixed',
    per_customer_limit: 1,
  });
  const client = await makePerson(app);
  const make = () =>
    app.ctx().tx(async (ctx) => {
      await redeemCoupon(ctx, id, { client_id: client.id });
      await ctx.db.$executeRaw`
        INSERT INTO "order" (branch_id, client_id, type, source, status_id, status_value, currency, tax_mode, quantity,
                             total, goods, due, coupon_id)
        SELECT ${tea.branch_id}, ${client.id}, 'take_away', 'website', id, 0, 'QAR', 'inclusive', 1, 10, 10, 10, ${id}
          FROM order_status WHERE status_value = 0 LIMIT 1`;
    });
  const made = await Promise.allSettled([make(), make(), make(), make()]);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('stored amounts follow a currency change and are rounded to its decimals', async () => {
  const shelf = await makeShelf(app);
  // the settings refuse another currency while orders are open in this one
  await app.services.database.pool.query(
    `UPDATE "order" SET status_value = 5, status_id = (SELECT id FROM order_status WHERE status_value = 5 LIMIT 1)`,
  );
  const currency = (Currency: string) => app.call(api.setting.save, { Currency }, as());
  await currency('KWD');
  await priceList({ items: [{ ...item(shelf), price: 1.235 }] });
  await currency('QAR');
  const price = async (now: string) =>
    (await read({ items: [inCart(shelf)] }, now)).price_lists[0]?.items[0]?.price;
  expect(await price('KWD')).toBe(1_235n);
  expect(await price('QAR')).toBe(124n);
});

test('settings are loaded in minor units, and a branch may add tax where the shop includes it', async () => {
  const { results } = await app.call(
    api.setting.save,
    {
      minimum_order: 25,
      fixed_custom_shipping_price: 7.5,
      cash_rounding: 25,
      discount_slots: { midday: ['10:30', '15:00'] },
    },
    as(),
  );
  const settings = results as unknown as Parameters<typeof toPriceSettings>[0];
  expect(toPriceSettings(settings, { tax_mode: 'exclusive', tax: { value: 14 } })).toEqual({
    tax_mode: 'exclusive',
    tax_bp: 1_400n,
    minimum_order: 2_500n,
    minimum_products: 0,
    fixed_custom_shipping_price: 750n,
    free_after_amount: null,
    cash_rounding: 25n,
  });
  expect(toPriceSettings(settings, { tax_mode: null }).tax_mode).toBe('inclusive');
  expect(getSlotMinutes(settings)).toEqual({
    midday: [630, 900],
    afternoon: [900, 1_080],
    evening: [1_080, 1_440],
  });
});

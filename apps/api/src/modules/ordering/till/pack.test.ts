import { api } from '@dukkan/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { pairTill } from '../../../../test/paired-tills.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';
import { makeTill } from '../../../../test/tills.ts';

let app: TestApp;
let till: { branch_id: number; device_id: number };
let seller: Person;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp();
  till = await makeTill(app);
  const manager = await makePerson(app, { permissions: ['branchs'], branch_id: till.branch_id });
  seller = await makePerson(app, { permissions: ['seller'], branch_id: till.branch_id });
  shelf = await makeShelf(app, { branch_id: till.branch_id });
  await stockUp(app.ctx(), shelf, 7, 123.4567);
  await pairTill(app, manager, till.device_id);
});
afterAll(() => app.stop());

type Version = { version?: string; shop_hash?: string };
const ask = (more: object = {}) =>
  app.call(api.tillPack.show, { device_id: till.device_id, ...more }, { token: seller.token });
const delta = async ({ version, shop_hash }: Version) => (await ask({ since: version, shop_hash })).results;
const reprice = (price: number) =>
  app.services.database.prisma.product.update({ where: { id: shelf.product_id }, data: { price } });

it('a pack names items, what they cost here, and the shop', async () => {
  const { results } = await ask();
  expect(results.whole).toBe(true);
  expect(results.items.find(({ item_id }) => item_id === shelf.item_id)).toMatchObject({
    product_id: shelf.product_id,
    price: 10,
    stepper: 1,
    available: 7,
    free: false,
  });
  expect(results.shop?.branch.id).toBe(till.branch_id);
  expect(results.shop?.staff).toContainEqual(expect.objectContaining({ id: seller.id }));
});

it('what has not changed is not sent again, a changed price is', async () => {
  const first = (await ask()).results;
  const same = await delta(first);
  expect(same).toMatchObject({ whole: false, items: [], removed_items_ids: [], shop: null });
  await reprice(12.5);
  const changed = await delta(first);
  expect(changed.items.map(({ item_id, price }) => [item_id, price])).toEqual([[shelf.item_id, 12.5]]);
  expect(await delta(changed)).toMatchObject({ items: [] });
});

it('what is switched off or deleted is taken out', async () => {
  const first = (await ask()).results;
  const { prisma } = app.services.database;
  await prisma.product.update({ where: { id: shelf.product_id }, data: { status: 0 } });
  const gone = await delta(first);
  expect(gone).toMatchObject({ items: [], removed_items_ids: [shelf.item_id] });
  await prisma.product.update({ where: { id: shelf.product_id }, data: { status: 1 } });
  const back = await delta(gone);
  expect(back.items.map(({ item_id }) => item_id)).toEqual([shelf.item_id]);
});

it('a change comes although it commits after a later one was read', async () => {
  const slow = new pg.Client({ connectionString: app.database });
  await slow.connect();
  const other = await makeShelf(app, { branch_id: till.branch_id });
  const first = (await ask()).results;
  await slow.query('BEGIN');
  await slow.query('UPDATE product SET price = 77 WHERE id = $1', [shelf.product_id]);
  // this one begins later, commits earlier and is read before the other commits
  await app.services.database.prisma.product.update({ where: { id: other.product_id }, data: { price: 66 } });
  const second = await delta(first);
  expect(second.items.map(({ item_id }) => item_id)).toEqual([other.item_id]);
  await slow.query('COMMIT');
  await slow.end();
  const third = await delta(second);
  expect(third.items.map(({ item_id, price }) => [item_id, price])).toEqual([[shelf.item_id, 77]]);
});

it('a version of long ago, or of another database, is answered with everything', async () => {
  const now = Math.floor(Date.now() / 1_000);
  for (const since of [`${now - 40 * 86_400}.3:3:`, `${now}.99999999999:99999999999:`, 'nonsense'])
    expect((await ask({ since })).results.whole).toBe(true);
  expect((await ask({ cursor: 'nonsense' })).status).toBe(422);
});

it('prices of a list are read when they changed, and only of lists of the branch', async () => {
  const { prisma } = app.services.database;
  const number = unique();
  const titles = { ar: `ق ${number}`, en: `List ${number}`, de: `Liste ${number}` };
  const made = (branch_id: number) =>
    prisma.price_list.create({
      data: {
        titles,
        phones: ['+97466123456'],
        branches: { create: { branch_id } },
        items: { create: { product_id: shelf.product_id, item_id: shelf.item_id, price: 8.25 } },
      },
      select: { id: true },
    });
  const list = await made(till.branch_id);
  const elsewhere = await made((await makeTill(app)).branch_id);
  const prices = (id: number) =>
    app.call(api.tillPack.prices, { device_id: till.device_id, id }, { token: seller.token });
  expect((await prices(list.id)).results.prices).toEqual([[shelf.product_id, shelf.item_id, 8.25]]);
  expect((await prices(elsewhere.id)).status).toBe(404);
  const versions = async () => (await ask()).results.lists.find(({ id }) => id === list.id)?.version;
  const before = await versions();
  await prisma.price_list_item.updateMany({ where: { price_list_id: list.id }, data: { price: 8 } });
  expect(await versions()).not.toBe(before);
});

it('a pack holds no cost, phone number, coupon, or price and title of other branches', async () => {
  const { prisma } = app.services.database;
  const other = await makeTill(app);
  const canaries = ['123.4567', '66123456', 'CANARYCODE', 'Canary rule', '4321.25'];
  const rule = { ar: 'Canary rule', en: 'Canary rule', de: 'Canary rule' };
  await prisma.offer.create({
    data: { type: 'coupon', titles: rule, code: 'CANARYCODE', discount: 5, discount_type: 'percent' },
  });
  await prisma.offer.create({
    data: {
      type: 'bundle',
      titles: rule,
      bundle_price: 4321.25,
      branches: { create: { branch_id: other.branch_id } },
    },
  });
  await prisma.extra.create({
    data: {
      titles: { ar: 'E', en: 'E', de: 'E' },
      price: 1,
      prices: { create: { branch_id: other.branch_id, price: 4321.25 } },
    },
  });
  await makePerson(app, { phone: '+97466123456' });
  const { text } = await ask();
  for (const canary of canaries) expect(text).not.toContain(canary);
});

it('a pack is for who sells in the branch, at a till that is paired', async () => {
  const other = await makeTill(app);
  const as = ({ token }: Person, device_id = till.device_id) =>
    app.call(api.tillPack.show, { device_id }, { token });
  const stranger = await makePerson(app, { permissions: ['seller'], branch_id: other.branch_id });
  const clerk = await makePerson(app, { permissions: ['products'], branch_id: till.branch_id });
  expect((await as(stranger)).failure.code).toBe('reference.missing');
  expect((await as(clerk)).status).toBe(403);
  expect((await as(stranger, other.device_id)).failure.code).toBe('till.not_paired');
});

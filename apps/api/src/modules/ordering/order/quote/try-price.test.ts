import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { makeShelf, type Shelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let shelf: Shelf;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-25T09:00:00Z') });
  admin = await makeAdmin(app);
  shelf = await makeShelf(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const save = async (body: object) =>
  (await app.call(api.priceList.save, { titles: { en: `List ${unique()}` }, ...body }, as(admin))).results;
const ask = (body: object, who = admin) =>
  app.call(api.priceTrial.try, { branch_id: shelf.branch_id, item_id: shelf.item_id, ...body }, as(who));

/** A list that prices the shelf in its branch. */
const listed = async (price: number, body: object = {}) => {
  const { product_id, item_id, branch_id } = shelf;
  const list = await save({ items: [{ product_id, item_id, price }], ...body });
  await app.call(api.priceList.assign, { id: list.id, branches_ids: [branch_id] }, as(admin));
  return list;
};

test('the price trial equals the price of an order at the same time, for the same customer and quantity', async () => {
  shelf = await makeShelf(app);
  expect((await ask({})).results).toMatchObject({
    price: 10,
    unit_base: 10,
    list: null,
    missed: null,
    quantity: 1,
  });
  const everybody = await listed(8, { titles: { en: 'Everybody' }, ord: 5 });
  const december = await listed(7, { start_date: '2026-12-01', ord: 1 });
  const friends = await listed(6, { phones: ['+97455512301'], ord: 9 });
  const now = (await ask({ quantity: 3, list_id: december.id })).results;
  expect(now).toMatchObject({
    price: 24,
    unit_list: 8,
    unit_price: 8,
    list: { id: everybody.id, title: 'Everybody' },
    missed: 'not_yet',
  });
  expect(now.steps.filter(({ applied }) => applied).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['base', 30],
    ['price_list', -6],
  ]);
  // midnight of the branch, not of the server
  expect((await ask({ at: '2026-11-30T20:59:00Z' })).results.price).toBe(8);
  expect((await ask({ at: '2026-11-30T21:00:00Z' })).results).toMatchObject({
    price: 7,
    list: { id: december.id },
  });
  expect((await ask({ phone: '5551 2301', list_id: friends.id })).results).toMatchObject({
    price: 6,
    missed: null,
  });
  expect((await ask({ list_id: friends.id })).results.missed).toBe('phone');
  const order = await app.call(
    api.order.price,
    { branch_id: shelf.branch_id, type: 'take_away', cart: [{ item_id: shelf.item_id, quantity: 3 }] },
    as(admin),
  );
  expect(order.results.lines[0]).toMatchObject({
    gross: now.price,
    unit_list: now.unit_list,
    steps: now.steps,
  });
});

test.each([
  ['is switched off', { status: 0 }, 'inactive'],
  ['is over', { end_date: '2026-11-24' }, 'over'],
  ['comes after another', { ord: 900 }, 'beaten'],
])('the price trial says why a price list does not apply that %s', async (_, body, missed) => {
  shelf = await makeShelf(app);
  await listed(9);
  const list = await listed(5, body);
  expect((await ask({ list_id: list.id })).results).toMatchObject({ price: 9, missed });
});

test('the price trial says that a price list belongs to another branch or lacks the item', async () => {
  shelf = await makeShelf(app);
  const other = await listed(5);
  await app.call(
    api.priceList.assign,
    { id: other.id, branches_ids: [(await makeBranch(app)).id] },
    as(admin),
  );
  expect((await ask({ list_id: other.id })).results.missed).toBe('branch');
  expect((await ask({ list_id: (await save({})).id })).results.missed).toBe('no_price');
});

test('invalid input of the price trial is refused on its field', async () => {
  const fields = async (body: object) => Object.keys((await ask(body)).failure.errors);
  expect(await fields({ phone: '12' })).toEqual(['phone']);
  expect(await fields({ item_id: 2_000_000_000 })).toEqual(['item_id']);
  expect(await fields({ list_id: 2_000_000_000 })).toEqual(['list_id']);
  expect(await fields({ branch_id: 2_000_000_000 })).toEqual(['branch_id']);
  const stranger = await makePerson(app, {
    permissions: ['pricelist'],
    manages: [(await makeBranch(app)).id],
  });
  expect((await ask({}, stranger)).failure.code).toBe('branch.forbidden');
});

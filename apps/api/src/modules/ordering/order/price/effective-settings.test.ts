import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { places } from '../../../../../test/places.ts';
import { makeShelf } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
let now = new Date('2026-11-25T09:00:00Z');
let doha: number;
let berlin: number;

beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await makeAdmin(app);
  const { prisma } = app.services.database;
  const branch = async (name: string, settings: object) =>
    (await prisma.branch.create({ data: { names: { en: name }, settings }, select: { id: true } })).id;
  doha = await branch('Doha', { timezone: 'Asia/Qatar', tax: { type: 'percent', value: 5 } });
  berlin = await branch('Berlin', {
    timezone: 'Europe/Berlin',
    tax_mode: 'exclusive',
    tax: { type: 'percent', value: 19 },
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  now = new Date('2026-11-25T09:00:00Z');
});

const as = ({ token }: Person) => ({ token });
const set = async (part: object) => {
  const { status, text } = await app.call(api.setting.save, part, as(admin));
  if (status !== 200) throw new Error(text);
};
const effects = async (who = admin) => (await app.call(api.setting.effect, {}, as(who))).results.branches;
async function effectOf(branch_id: number) {
  const found = (await effects()).find((one) => one.branch_id === branch_id);
  if (!found) throw new Error('the branch is not told of');
  return found;
}
const slotsAt = async (instant: string, branch_id = doha) => {
  now = new Date(instant);
  const { slots, next_slot } = await effectOf(branch_id);
  return [...slots.map(({ slot, until }) => `${slot} ${until}`), `next ${next_slot.slot} ${next_slot.from}`];
};

test('discount hours start and end to the minute by the clock of each branch', async () => {
  expect(await slotsAt('2026-11-25T07:59:59Z')).toEqual(['next midday 11:00']);
  expect(await slotsAt('2026-11-25T08:00:00Z')).toEqual(['midday 15:00', 'next afternoon 15:00']);
  expect(await slotsAt('2026-11-25T11:59:59Z')).toEqual(['midday 15:00', 'next afternoon 15:00']);
  expect(await slotsAt('2026-11-25T12:00:00Z')).toEqual(['afternoon 18:00', 'next evening 18:00']);
  expect(await slotsAt('2026-11-25T20:59:59Z')).toEqual(['evening 24:00', 'next midday 11:00']);
  expect(await slotsAt('2026-11-25T21:00:00Z')).toEqual(['next midday 11:00']);
  // two hours earlier on the clocks of Berlin
  expect(await slotsAt('2026-11-25T09:59:59Z', berlin)).toEqual(['next midday 11:00']);
  expect(await slotsAt('2026-11-25T10:00:00Z', berlin)).toEqual(['midday 15:00', 'next afternoon 15:00']);
});

test('discount hours over midnight last until they end on the next day', async () => {
  await set({ discount_slots: { evening: ['18:00', '02:00'] } });
  expect(await slotsAt('2026-11-25T20:59:00Z')).toEqual(['evening 02:00', 'next midday 11:00']);
  expect(await slotsAt('2026-11-25T22:59:59Z')).toEqual(['evening 02:00', 'next midday 11:00']);
  expect(await slotsAt('2026-11-25T23:00:00Z')).toEqual(['next midday 11:00']);
  await set({ discount_slots: { evening: ['18:00', '24:00'] } });
});

test('the settings preview shows the delivery charges that orders pay: by place, free from an amount, or the same everywhere', async () => {
  const map = places(app, admin);
  const { city_id } = await map.town();
  expect((await effectOf(doha)).deliveries).toEqual([]);
  const near = await map.area(city_id, {
    names: { en: 'Al Sadd' },
    delivery_charge: 15,
    free_after_amount: 200,
  });
  await map.assign(doha, [near]);
  const only = [{ place: 'Al Sadd', amount: 15, free_after: 200, amount_after: 0 }];
  expect((await effectOf(doha)).deliveries).toEqual(only);
  // a place that another branch serves is none of this one's
  expect((await effectOf(berlin)).deliveries).toEqual([]);
  const far = await map.area(city_id, { names: { en: 'West Bay' }, delivery_charge: 25, min_order: 80 });
  await map.assign(doha, [near, far]);
  const { deliveries, minimum } = await effectOf(doha);
  expect(deliveries).toEqual([
    ...only,
    { place: 'West Bay', amount: 25, free_after: null, amount_after: 25 },
  ]);
  expect(minimum).toEqual({ order: 0, products: 0, place: { name: 'West Bay', order: 80 } });
  await set({ free_after_amount: 300 });
  expect((await effectOf(doha)).deliveries[1]).toEqual({
    place: 'West Bay',
    amount: 25,
    free_after: 300,
    amount_after: 0,
  });
  // the surcharge of a method is never waived
  const express = await app.call(
    api.deliveryMethod.create,
    { code: 'express', titles: { en: 'Express' }, inhouse: 1, delivery_cost: 5 },
    as(admin),
  );
  const headers = { 'branch-id': String(doha) };
  const before = (await app.call(api.deliveryMethod.ofBranch, {}, { ...as(admin), headers })).results;
  await app.call(api.deliveryMethod.assign, { ids: [express.results.id] }, { ...as(admin), headers });
  expect((await effectOf(doha)).deliveries[0]).toEqual({
    place: 'Al Sadd',
    amount: 20,
    free_after: 200,
    amount_after: 5,
  });
  await app.call(
    api.deliveryMethod.assign,
    { ids: before.filter(({ assigned }) => assigned).map(({ id }) => id) },
    { ...as(admin), headers },
  );
  await set({ fixed_custom_shipping_price: 12.5 });
  expect((await effectOf(doha)).deliveries).toEqual([
    { place: null, amount: 12.5, free_after: null, amount_after: 12.5 },
  ]);
  expect((await effectOf(berlin)).deliveries).toEqual([
    { place: null, amount: 12.5, free_after: null, amount_after: 12.5 },
  ]);
  await set({ fixed_custom_shipping_price: null, free_after_amount: null });
});

test('an order costs what the settings preview says', async () => {
  const shelf = await makeShelf(app, { checks: false, branch_id: doha });
  const { deliveries } = await effectOf(doha);
  const area = (await app.call(api.location.list, { type: 0, keywords: 'Al Sadd' }, as(admin))).results[0];
  const { results } = await app.call(
    api.order.price,
    {
      branch_id: doha,
      type: 'delivery',
      client: { name: 'Mariam', phone: '+97455127788', area_id: area?.id, street: '5' },
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
    },
    as(admin),
  );
  expect(results.delivery_charge).toBe(deliveries[0]?.amount);
});

test('minimum amounts of the shop apply in every branch, and a larger one of a place applies there', async () => {
  await set({ minimum_order: 50, minimum_products: 3 });
  expect((await effectOf(berlin)).minimum).toEqual({ order: 50, products: 3, place: null });
  expect((await effectOf(doha)).minimum).toEqual({
    order: 50,
    products: 3,
    place: { name: 'West Bay', order: 80 },
  });
  await set({ minimum_order: 100, minimum_products: null });
  expect((await effectOf(doha)).minimum).toEqual({ order: 100, products: 0, place: null });
  await set({ minimum_order: null });
});

test('tax is included in the price or added to it as set for each branch', async () => {
  expect((await effectOf(doha)).tax).toEqual({ mode: 'inclusive', price: 100, tax: 4.76, due: 100 });
  expect((await effectOf(berlin)).tax).toEqual({ mode: 'exclusive', price: 100, tax: 19, due: 119 });
});

test('cash is rounded to the smallest coin, but not in a branch without cash nor in euros', async () => {
  const headers = { 'branch-id': String(berlin) };
  await app.call(api.paymentMethod.assign, { ids: [] }, { ...as(admin), headers });
  expect((await effectOf(berlin)).cash).toBeNull();
  expect((await effectOf(doha)).cash).toEqual({ amount: 100, paid: 100 });
  await set({ cash_rounding: 25 });
  expect((await effectOf(doha)).cash).toEqual({ amount: 100.12, paid: 100 });
  await set({ cash_rounding: 50 });
  expect((await effectOf(doha)).cash).toEqual({ amount: 100.25, paid: 100.5 });
  await set({ Currency: 'EUR' });
  expect((await effectOf(doha)).cash).toEqual({ amount: 100.25, paid: 100.25 });
  await set({ Currency: 'QAR', cash_rounding: 0 });
});

test('the settings preview shows a manager the own branch, and needs the permission for settings', async () => {
  const manager = await makePerson(app, { permissions: ['settings.view'], branch_id: berlin });
  expect((await effects(manager)).map(({ branch_id }) => branch_id)).toEqual([berlin]);
  const seller = await makePerson(app, { permissions: ['orders'], branch_id: berlin });
  expect((await app.call(api.setting.effect, {}, as(seller))).status).toBe(403);
  const { id: warehouse } = await makeBranch(app);
  await app.services.database.prisma.branch.update({ where: { id: warehouse }, data: { warehouse: 1 } });
  expect((await effects()).map(({ branch_id }) => branch_id)).not.toContain(warehouse);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { places, squareOf } from '../../../../../test/places.ts';
import { mobile, selling, stocked } from '../../../../../test/sales.ts';
import { LOOKUPS_PER_MINUTE } from './look-up-customer.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const lookUp = (person: Person, input: object) =>
  app.call(api.order.customer, input, { token: person.token });
const sellerOf = (branch_id: number) => makePerson(app, { permissions: ['seller'], branch_id });
/** An area where delivery costs 5. */
const servedArea = async () => {
  const on = places(app, admin);
  const { city_id } = await on.town();
  return on.area(city_id, { delivery_charge: 5 });
};
/** Each test has its own stretch of the earth. */
let row = 100;
const ground = () => {
  row += 1;
  return { lng: row + 0.01, lat: -20 + 0.01, polygons: squareOf(row, -20, 0.05) };
};

test("a seller who enters a full phone number gets the customer's name, addresses and last order in their branches", async () => {
  const [shelf, foreign] = [await stocked(app, 9), await stocked(app, 9)];
  const seller = await sellerOf(shelf.branch_id);
  const phone = mobile();
  const client = { name: 'Nora', phone };
  const placeInput = { street: '835', home_no: '12', area_no: '45', area_id: await servedArea() };
  const made = await selling(app, admin).make(shelf, 2, {
    type: 'delivery',
    client: { ...client, ...placeInput },
  });
  expect(made.status, made.text).toBe(200);
  await selling(app, admin).make(foreign, 1, { client });
  const { results, status, text } = await lookUp(seller, {
    phone: phone.slice(4),
    branch_id: shelf.branch_id,
  });
  expect(status, text).toBe(200);
  expect(results.customer).toMatchObject({ name: 'Nora', phone });
  expect(results.addresses).toMatchObject([{ info: placeInput, default: 1 }]);
  expect(results.orders_count).toBe(1);
  expect(results.last_order).toMatchObject({
    id: made.results.id,
    cart: [{ item_id: shelf.item_id, quantity: 2 }],
    not_sold: [],
  });
  // the whole order can be taken again, with the address
  const again = await selling(app, seller).make(shelf, 2, {
    type: 'delivery',
    client_id: results.customer?.id,
    client: { phone },
    address_id: results.addresses[0]?.id,
  });
  expect(again.status, again.text).toBe(200);
});

test('the customer card names products that are no longer sold and offers the others again', async () => {
  const shelf = await stocked(app, 9);
  const other = await stocked(app, 9, { branch_id: shelf.branch_id });
  const phone = mobile();
  const cart = [shelf, other].map(({ item_id }) => ({ item_id, quantity: 1 }));
  const made = await selling(app, admin).make(shelf, 1, { client: { name: 'Nora', phone }, cart });
  expect(made.status, made.text).toBe(200);
  await app.services.database.prisma.product.update({ where: { id: other.product_id }, data: { status: 0 } });
  const { results } = await lookUp(admin, { phone });
  expect(results.last_order?.cart.map(({ item_id }) => item_id)).toEqual([shelf.item_id]);
  expect(results.last_order?.not_sold).toMatchObject([{ title: made.results.lines[1]?.title, quantity: 1 }]);
});

test('a phone number without a customer, or of staff, finds no customer, and a partial number is refused', async () => {
  const phone = mobile();
  await makePerson(app, { permissions: ['orders'], phone });
  for (const query of [phone, mobile()])
    expect((await lookUp(admin, { phone: query })).results).toMatchObject({ customer: null, addresses: [] });
  const part = await lookUp(admin, { phone: '5512' });
  expect([part.status, Object.keys(part.failure.errors)]).toEqual([422, ['phone']]);
});

test('an account can look up 30 customers a minute, each with one audit row without the answer', async () => {
  const shelf = await stocked(app, 1);
  const seller = await sellerOf(shelf.branch_id);
  const phone = mobile();
  await selling(app, admin).make(shelf, 1, { client: { name: 'Unheard', phone } });
  const statuses: number[] = [];
  for (let n = 0; n <= LOOKUPS_PER_MINUTE * 2; n += 1)
    statuses.push((await lookUp(seller, { phone })).status);
  const refused = statuses.filter((status) => status === 429).length;
  // a minute may end meanwhile, and with it the first thirty
  expect(refused).toBeGreaterThan(0);
  const rows = await app.services.database.prisma.audit_log.findMany({
    where: { action: 'customer.looked_up', account_id: seller.id },
  });
  expect(rows).toHaveLength(statuses.length - refused);
  expect(rows.length).toBeGreaterThanOrEqual(LOOKUPS_PER_MINUTE);
  expect(JSON.stringify(rows.map(({ changes }) => changes))).not.toContain('Unheard');
  expect(new Set(rows.map(({ record_id }) => record_id))).toEqual(new Set([String(seller.id)]));
});

test('the customer card refuses another branch', async () => {
  const [own, foreign] = [await stocked(app, 1), await stocked(app, 1)];
  const reply = await lookUp(await sellerOf(own.branch_id), {
    phone: mobile(),
    branch_id: foreign.branch_id,
  });
  expect([reply.status, reply.failure.code]).toEqual([403, 'branch.forbidden']);
});

test('an address given in a phone order becomes one customer address, also when it is sent repeatedly or at once', async () => {
  const shelf = await stocked(app, 30);
  const phone = mobile();
  const place = { area_no: '45', street: 'Al Sadd', home_no: '7', area_id: await servedArea() };
  const sell = selling(app, admin);
  const order = (more: object = {}) =>
    sell.make(shelf, 1, { type: 'delivery', client: { name: 'Nora', phone, ...place, ...more } });
  const first = await order();
  expect(first.status, first.text).toBe(200);
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => order({ street: ' al sadd ' })),
    ...Array.from({ length: 6 }, () => order({ home_no: '8' })),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const user_id = first.results.client_id ?? 0;
  const stored = await app.services.database.prisma.address.findMany({
    where: { user_id },
    orderBy: { id: 'asc' },
  });
  expect(stored.map(({ home_no, default: usual }) => [home_no, usual])).toEqual([
    ['7', 1],
    ['8', 0],
  ]);
  expect(new Set(replies.map(({ results }) => results.address_id))).toEqual(
    new Set(stored.map(({ id }) => id)),
  );
});

test('a refused or take-away order saves no customer address', async () => {
  const shelf = await stocked(app, 1);
  const phone = mobile();
  const client = { name: 'Nora', phone, street: '1', home_no: '2', area_id: await servedArea() };
  const sell = selling(app, admin);
  const taken = await sell.make(shelf, 1, { type: 'take_away', client });
  const user_id = taken.results.client_id ?? 0;
  expect((await sell.make(shelf, 5, { type: 'delivery', client })).status).toBe(409);
  expect(await app.services.database.prisma.address.count({ where: { user_id } })).toBe(0);
});

test("an order with a pin in another branch's zone is refused with the zone, its branch and the options, and keeps its branch", async () => {
  const on = places(app, admin);
  const [own, other] = [await stocked(app, 9), await stocked(app, 9)];
  const { lng, lat, polygons } = ground();
  const zone_id = await on.zone(null, { delivery_charge: 10, polygons });
  await on.assign(other.branch_id, [zone_id]);
  const seller = await sellerOf(own.branch_id);
  const client = { name: 'Nora', phone: mobile(), lat, lng };
  const orderInput = { type: 'delivery', client };
  // with the branch said and without it: a seller of one branch stays in it
  for (const branch_id of [own.branch_id, undefined]) {
    const refused = await selling(app, seller).make(own, 1, { ...orderInput, branch_id });
    expect([refused.status, refused.failure.code]).toEqual([422, 'order.zone_elsewhere']);
    expect(Object.keys(refused.failure.errors)).toEqual(['branch_id']);
    expect(String(refused.failure.params.branches)).not.toMatch(/^#?\d+$/);
    const cart = [{ item_id: own.item_id, quantity: 1 }];
    const priced = await app.call(
      api.order.price,
      { ...orderInput, branch_id, cart },
      { token: seller.token },
    );
    expect(priced.results, priced.text).toMatchObject({
      branch_id: own.branch_id,
      elsewhere: { zone_id, branches: [{ id: other.branch_id, may_choose: false }], may_keep: true },
    });
  }
  // before anything is ordered, and for nobody who makes no orders
  const place = { point: { lng, lat }, branch_id: own.branch_id };
  expect((await on.quote(place, seller.token)).results.elsewhere).toMatchObject({ zone_id, may_keep: true });
  for (const token of [undefined, (await makePerson(app, { permissions: ['driver'] })).token])
    expect((await on.quote(place, token)).results).not.toHaveProperty('elsewhere');
  const kept = await selling(app, seller).make(own, 1, { ...orderInput, keep_branch: 1 });
  expect(kept.results, kept.text).toMatchObject({ branch_id: own.branch_id, delivery_charge: 10 });
  const handed = await selling(app, admin).make(other, 1, orderInput);
  expect(handed.results, handed.text).toMatchObject({ branch_id: other.branch_id });
  await app.call(
    api.branch.update,
    { id: own.branch_id, settings: { fullfillment: 0 } },
    { token: admin.token },
  );
  const never = await selling(app, seller).make(own, 1, { ...orderInput, keep_branch: 1 });
  expect([never.status, never.failure.code]).toEqual([422, 'order.zone_elsewhere']);
});

test('an area that contradicts the pin is reported, and the zone of the pin applies', async () => {
  const on = places(app, admin);
  const { city_id } = await on.town();
  const { city_id: far } = await on.town();
  const area_id = await on.area(far, { delivery_charge: 30 });
  const { lng, lat, polygons } = ground();
  const zone_id = await on.zone(city_id, { delivery_charge: 10, polygons });
  const alike = await on.area(city_id, { delivery_charge: 10 });
  const seller = await sellerOf((await stocked(app, 1)).branch_id);
  for (const { token } of [admin, seller]) {
    const ask = async (area: number) =>
      (await on.quote({ point: { lng, lat }, area_id: area }, token)).results;
    expect(await ask(area_id)).toMatchObject({ zone_id, delivery_charge: 10, area_differs: true });
    expect(await ask(alike)).toMatchObject({ zone_id, area_differs: false });
  }
});

test('a split payment without an amount is refused on its field and no order is placed', async () => {
  const shelf = await stocked(app, 5);
  const { prisma } = app.services.database;
  const { id: payment_id } = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cod' } });
  const before = await prisma.order.count();
  for (const second of [{ payment_id }, { payment_id, amount: null }, { payment_id, amount: 0 }]) {
    const reply = await selling(app, admin).make(shelf, 1, { payments: [{ payment_id, amount: 5 }, second] });
    expect([reply.status, Object.keys(reply.failure.errors)]).toEqual([422, ['payments.1.amount']]);
  }
  const alone = await selling(app, admin).make(shelf, 1, { payments: [{ payment_id, amount: 0 }] });
  expect([alone.status, Object.keys(alone.failure.errors)]).toEqual([422, ['payments.0.amount']]);
  expect(await prisma.order.count()).toBe(before);
});

test('a phone order at a till is no till sale, and only its immediate payment goes into the drawer', async () => {
  const shelf = await stocked(app, 20);
  const seller = await sellerOf(shelf.branch_id);
  const { prisma, pool } = app.services.database;
  const { rows } = await pool.query(`SELECT nextval('device_id')::int AS id`);
  const device_id = (rows[0] as { id: number }).id;
  await prisma.pos_device.create({ data: { id: device_id, branch_id: shelf.branch_id, name: 'Front' } });
  const area_id = await servedArea();
  const cash = await prisma.payment_method.findFirstOrThrow({ where: { type: 'cash', deleted_at: null } });
  const sell = selling(app, seller);
  const take = (quantity: number, more: object) =>
    sell.make(shelf, quantity, {
      type: 'delivery',
      client: { name: 'Nora', phone: mobile(), area_id },
      drawer_id: device_id,
      ...more,
    });
  const sessions = async () =>
    (await app.call(api.posSession.list, { device_id }, { token: admin.token })).results;

  const later = await take(1, {});
  expect([later.status, later.results.paid, later.results.pos], later.text).toEqual([200, 0, false]);
  expect(await sessions()).toEqual([]);

  const paid = await take(2, { paid: 1, payment_id: cash.id });
  expect(paid.status, paid.text).toBe(200);
  expect(paid.results).toMatchObject({ type: 'delivery', pos: false, paid: 1, due: 25 });
  const [session] = await sessions();
  const payment = await prisma.order_payment.findFirstOrThrow({ where: { order_id: paid.results.id } });
  expect(payment).toMatchObject({ holder: 'session', pos_session_id: session?.id });
  const order = await prisma.order.findUniqueOrThrow({ where: { id: paid.results.id } });
  expect(order).toMatchObject({ pos_session_id: null, device_id: null, status_value: 0 });
  expect(session?.net_sales).toBe(0);
  const sale = await sell.make(shelf, 3, { device_id, payments: [{ payment_id: cash.id, amount: 30 }] });
  expect(sale.status, sale.text).toBe(200);
  expect((await sessions())[0]?.net_sales).toBe(30);
  const closing = { device_id, branch_id: shelf.branch_id, end_session_amount: 55, left_in_drawer: 0 };
  const closed = await app.call(api.posSession.close, closing, { token: admin.token });
  expect(closed.results, closed.text).toMatchObject({ expected_amount: 55, difference: 0 });

  // a till of another branch, and a customer's own order, take nothing
  const elsewhere = await stocked(app, 5);
  const foreign = await selling(app, admin).make(elsewhere, 1, { paid: 1, drawer_id: device_id });
  expect([foreign.status, Object.keys(foreign.failure.errors)]).toEqual([422, ['drawer_id']]);
  const customer = await makePerson(app);
  const own = await selling(app, customer).make(shelf, 1, { drawer_id: device_id });
  expect(own.failure.errors).toHaveProperty('drawer_id');
});

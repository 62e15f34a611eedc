import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { places, squareOf } from '../../../../test/places.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { list } from './list-addresses.ts';
import { ADDRESSES_MAX } from './save-address.ts';

let app: TestApp;
let admin: Person;
let keeper: Person;
let on: ReturnType<typeof places>;
let now = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => now });
  admin = await makeAdmin(app);
  keeper = await makePerson(app, { permissions: ['Addresses'] });
  on = places(app, admin);
});
afterAll(() => app.stop());

const save = (input: object, { token }: Person) => app.call(api.address.save, input, { token });
const show = (id: number, { token }: Person) => app.call(api.address.show, { id }, { token });
const remove = (input: object, { token }: Person) => app.call(api.address.remove, input, { token });
const restore = (id: number, { token }: Person) => app.call(api.address.restore, { id }, { token });
const listed = async (input: object, { token }: Person) =>
  (await app.call(api.address.list, input, { token })).results;

const standing = async (person: Person): Promise<[number, number][]> =>
  (await listed({ sort_by: 'id', sort_as: 'asc', limit: 100 }, person)).map((row) => [row.id, row.default]);

describe('customers', () => {
  test('a customer has a list of own addresses, each with its current zone', async () => {
    const customer = await makePerson(app, { name: 'Mariam', phone: '+97450001234' });
    const made = await save(
      { info: { area_no: '38', street: '902', home_no: '12' }, lat: 10.05, lng: 20.05 },
      customer,
    );
    expect(made.status, made.text).toBe(200);
    expect(made.results).toMatchObject({
      user_id: customer.id,
      user_name: 'Mariam',
      name: 'Mariam',
      phone: '+97450001234',
      default: 1,
      status: 1,
      info: { area_no: '38', street: '902', home_no: '12', area_id: null },
      zone: null,
      actions: ['save', 'delete'],
    });
    const { id } = made.results;
    const zone_id = await on.zone(null, { delivery_charge: 6, polygons: squareOf(20, 10, 0.1) });
    expect((await show(id, customer)).results.zone).toMatchObject({ zone_id, delivery_charge: 6 });
    expect(await listed({ zone_id }, customer)).toHaveLength(1);
    const changed = await save(
      { id, version: 1, name: 'Office', phone: '4411 0022', lat: null, lng: null },
      customer,
    );
    expect(changed.results).toMatchObject({
      name: 'Office',
      phone: '+97444110022',
      lat: null,
      zone: null,
      version: 2,
    });
    expect(changed.results.info.street).toBe('902');
    expect((await save({ id, version: 1, name: 'x' }, customer)).failure.code).toBe('record.stale');
    expect((await save({ id, name: null }, customer)).results.name).toBe('Mariam');
    const back = (await show(id, customer)).results;
    expect((await save({ ...back }, customer)).status).toBe(200);
  });

  test("another customer's address answers exactly like an absent one", async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)];
    const { id } = (await save({ name: 'Home' }, one)).results;
    const same = (text: string) => text.replace(/"request_id":"[^"]*"/, '');
    for (const call of [
      show,
      (of: number, who: Person) => remove({ id: of }, who),
      restore,
      (of: number, who: Person) => save({ id: of, name: 'Mine' }, who),
    ]) {
      const [foreign, absent] = [await call(id, two), await call(2_000_000_000, two)];
      expect([foreign.status, same(foreign.text)]).toEqual([404, same(absent.text)]);
    }
    expect(await listed({}, two)).toEqual([]);
    expect(await listed({ user_id: one.id }, two)).toEqual([]);
    expect(await listed({ id }, two)).toEqual([]);
    expect((await save({ user_id: one.id, name: 'Theirs' }, two)).status).toBe(422);
    expect((await save({ id, user_id: two.id }, keeper)).status).toBe(422);
    expect((await show(id, one)).results.name).toBe('Home');
  });

  test('a deleted customer or an unknown account has no addresses, and staff need the permission', async () => {
    expect((await app.call(api.address.list, {})).status).toBe(401);
    const other = await makePerson(app, { permissions: ['orders', 'products'] });
    expect((await app.call(api.address.list, {}, { token: other.token })).status).toBe(403);
    const viewer = await makePerson(app, { permissions: ['Addresses.view'] });
    const customer = await makePerson(app);
    const { id } = (await save({ name: 'Home' }, customer)).results;
    expect((await show(id, viewer)).results.actions).toEqual([]);
    expect((await save({ id, name: 'x' }, viewer)).status).toBe(403);
  });
});

test('addresses of a deleted customer are hidden and return with the customer', async () => {
  const customer = await makePerson(app, { name: 'Leaving Latifa' });
  const { id } = (await save({ name: 'Hidden Villa', lat: 40.05, lng: 50.05 }, customer)).results;
  const zone_id = await on.zone(null, { delivery_charge: 6, polygons: squareOf(50, 40, 0.1) });
  const found = async () => [
    (await listed({ id }, keeper)).length,
    (await listed({ user_id: customer.id }, keeper)).length,
    (await listed({ keywords: 'Hidden Villa' }, keeper)).length,
    (await listed({ zone_id }, keeper)).length,
    (await show(id, keeper)).status,
  ];
  expect(await found()).toEqual([1, 1, 1, 1, 200]);
  const byAdmin = { token: admin.token };
  expect((await app.call(api.account.remove, { id: customer.id }, byAdmin)).status).toBe(200);
  expect(await found()).toEqual([0, 0, 0, 0, 404]);
  const exported = await app.call(api.address.list, { export: 1, format: 'csv' }, { token: admin.token });
  expect(exported.status).toBe(200);
  expect(exported.text).not.toContain('Hidden Villa');
  for (const reply of [
    await save({ id, name: 'x' }, keeper),
    await remove({ id }, keeper),
    await restore(id, keeper),
  ])
    expect(reply).toMatchObject({ status: 404, failure: { code: 'record.missing' } });
  expect((await app.call(api.account.restore, { id: customer.id }, byAdmin)).status).toBe(200);
  expect(await found()).toEqual([1, 1, 1, 1, 200]);
});

describe('default addresses', () => {
  test('the first address of a customer is the default until another one is chosen, and there is always one', async () => {
    const customer = await makePerson(app);
    const make = async (more: object = {}) =>
      (await save({ name: `At ${unique()}`, ...more }, customer)).results.id;
    const [a, b, c] = [await make(), await make(), await make({ default: 1 })];
    expect(await standing(customer)).toEqual([
      [a, 0],
      [b, 0],
      [c, 1],
    ]);
    await save({ id: b, default: 1 }, customer);
    expect(await standing(customer)).toEqual([
      [a, 0],
      [b, 1],
      [c, 0],
    ]);
    await save({ id: b, default: 0 }, customer);
    expect(await standing(customer)).toEqual([
      [a, 1],
      [b, 0],
      [c, 0],
    ]);
    await save({ id: a, status: 0 }, customer);
    expect(await standing(customer)).toEqual([
      [a, 0],
      [b, 1],
      [c, 0],
    ]);
    await remove({ id: b }, customer);
    expect(await standing(customer)).toEqual([
      [a, 0],
      [c, 1],
    ]);
    await restore(b, customer);
    expect(await standing(customer)).toEqual([
      [a, 0],
      [b, 0],
      [c, 1],
    ]);
  });

  test('C12 a customer has one default address, however many are made the default at once', async () => {
    const customer = await makePerson(app);
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push((await save({ name: 'Home' }, customer)).results.id);
    const answers = await Promise.all([
      ...ids.map((id) => save({ id, default: 1 }, customer)),
      ...Array.from({ length: 6 }, () => save({ name: 'New', default: 1 }, customer)),
      remove({ id: ids[0] }, customer),
    ]);
    for (const { status, text } of answers) expect([200, 404], text).toContain(status);
    const rows = await standing(customer);
    expect(rows).toHaveLength(11);
    expect(rows.filter(([, isDefault]) => isDefault === 1)).toHaveLength(1);
  });
});

describe('staff with the permission', () => {
  test('staff can save addresses of customers, but not of staff or unknown accounts', async () => {
    const customer = await makePerson(app, { name: 'Hessa' });
    const made = await save({ user_id: customer.id, name: 'Majlis', phone: '+97450009999' }, keeper);
    expect(made.results).toMatchObject({ user_id: customer.id, name: 'Majlis' });
    for (const user_id of [admin.id, 2_000_000_000])
      expect((await save({ user_id, name: 'x' }, keeper)).failure.code).toBe('reference.missing');
    expect((await save({ name: 'x' }, keeper)).status).toBe(422);
  });

  test('staff can search and filter the addresses of all customers', async () => {
    const tag = `tag${unique()}`;
    const [one, two] = [await makePerson(app, { name: `Nasser ${tag}` }), await makePerson(app)];
    const { city_id } = await on.town();
    const area_id = await on.area(city_id);
    const a = (await save({ name: 'Home', info: { street: `${tag} street`, area_id } }, two)).results.id;
    const b = (await save({ name: 'Work', status: 0 }, one)).results.id;
    const c = (await save({ name: 'Alpha' }, one)).results.id;
    const of = async (more: object = {}) =>
      (await listed({ keywords: tag, ...more }, keeper)).map(({ id }) => id);
    expect(await of()).toEqual([c, b, a]);
    expect(await of({ sort_by: 'name', sort_as: 'asc' })).toEqual([c, a, b]);
    expect(await of({ status: 0 })).toEqual([b]);
    expect(await of({ user_id: two.id })).toEqual([a]);
    expect(await of({ area_id })).toEqual([a]);
    expect(await of({ default: 1 })).toEqual([c, a]);
    expect(await of({ id: b })).toEqual([b]);
    expect((await listed({ id: a }, keeper))[0]?.area_name).toEqual(expect.any(String));
  });
});

test('an address needs both coordinates or none, an active area and a valid phone number', async () => {
  const customer = await makePerson(app);
  const { city_id } = await on.town();
  const closed = await on.area(city_id, { status: 0 });
  for (const fields of [
    { lat: 25.3 },
    { lng: 51.5 },
    { lat: 91, lng: 51 },
    { info: { area_id: city_id } },
    { info: { area_id: closed } },
    { phone: '12' },
    { info: { nothing: 1 } },
  ])
    expect((await save({ name: 'Home', ...fields }, customer)).status, JSON.stringify(fields)).toBe(422);
  const { id } = (await save({ name: 'Home', lat: 25.3, lng: 51.5 }, customer)).results;
  expect((await save({ id, lat: null }, customer)).status).toBe(422);
});

test('a customer has a limited number of addresses, and restoring one respects the limit', async () => {
  const customer = await makePerson(app);
  const { id } = (await save({ name: 'First' }, customer)).results;
  await remove({ id }, customer);
  await app.services.database.prisma.address.createMany({
    data: Array.from({ length: ADDRESSES_MAX - 1 }, () => ({ user_id: customer.id, name: 'x' })),
  });
  expect((await save({ name: 'Last' }, customer)).status).toBe(200);
  expect((await save({ name: 'More' }, customer)).failure.code).toBe('address.too_many');
  expect((await restore(id, customer)).failure.code).toBe('address.too_many');
});

test('a deleted address can be restored for a day', async () => {
  const customer = await makePerson(app);
  const { id } = (await save({ name: 'Home' }, customer)).results;
  await remove({ id }, customer);
  expect((await show(id, customer)).status).toBe(404);
  expect((await restore(id, customer)).results).toMatchObject({ id, default: 1 });
  await remove({ id }, customer);
  now = new Date(now.getTime() + 86_400_000);
  expect((await restore(id, customer)).failure.code).toBe('record.missing');
});

test('a page of addresses takes three statements', async () => {
  const input = { page: 1, limit: 20, sort_by: 'id', sort_as: 'desc' } as const;
  expect(await statementsOf(app, (ctx) => list(ctx, input))).toBeLessThanOrEqual(3);
});

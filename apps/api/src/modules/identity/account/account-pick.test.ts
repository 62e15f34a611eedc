import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { mobile } from '../../../../test/sales.ts';

let app: TestApp;
let admin: Person;
let here: { id: number };
let there: { id: number };

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  [here, there] = [await makeBranch(app), await makeBranch(app)];
});
afterAll(() => app.stop());

const list = (who: Person, filters: object = {}) =>
  app.call(api.account.list, { limit: 100, ...filters }, { token: who.token });
const idsOf = async (who: Person, filters: object = {}) =>
  (await list(who, filters)).results.map(({ id }) => id);

test('the account picker shows names of active staff of the same branch, and a customer only for the full phone number', async () => {
  const clerk = await makePerson(app, { permissions: ['orders'], branch_id: here.id });
  const matePhone = mobile();
  const mate = await makePerson(app, {
    permissions: ['driver'],
    branch_id: here.id,
    phone: matePhone,
    name: 'Picked mate',
  });
  const idle = await makePerson(app, { permissions: ['driver'], branch_id: here.id, status: 0 });
  const foreign = await makePerson(app, { permissions: ['driver'], branch_id: there.id });
  const phone = mobile();
  const customer = await makePerson(app, { phone, name: 'Hidden customer' });
  const rows = (await list(clerk)).results;
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(mate.id);
  for (const hidden of [idle, foreign, customer]) expect(ids).not.toContain(hidden.id);
  expect(rows.length).toBeLessThanOrEqual(50);
  const { meta } = await app.call(api.account.list, {}, { token: clerk.token });
  expect(meta, '50 rows where no number is asked for').toMatchObject({ per_page: 50 });
  expect(Object.keys(rows.find(({ id }) => id === mate.id) ?? {}).toSorted()).toEqual([
    'id',
    'name',
    'phone',
    'status',
  ]);
  expect(rows.every((row) => row.phone === null)).toBe(true);
  expect(await idsOf(clerk, { keywords: 'picked' })).toEqual([mate.id]);
  for (const keywords of ['Hidden', customer.email, phone.slice(0, 9), phone.slice(5)])
    expect(await idsOf(clerk, { keywords }), keywords).toEqual([]);
  const found = (await list(clerk, { keywords: phone })).results;
  expect(found).toEqual([{ id: customer.id, name: 'Hidden customer', status: 1, phone }]);
  expect(await idsOf(clerk, { keywords: mate.email })).toEqual([]);
  // what a pick-list does not show is not told by the filter for equal names either
  for (const named of [mate.email, matePhone, customer.email, phone, 'Hidden customer'])
    expect(await idsOf(clerk, { named }), named).toEqual([]);
  expect(await idsOf(clerk, { named: 'PICKED mate' })).toEqual([mate.id]);
  // managing drivers takes nothing from who may pick
  const manager = await makePerson(app, { permissions: ['orders', 'users.driver'], branch_id: here.id });
  for (const keywords of ['Hidden', customer.email, phone.slice(0, 9)])
    expect(await idsOf(manager, { keywords }), keywords).toEqual([]);
  expect((await list(manager, { keywords: phone, role: 'customer' })).results).toEqual([
    expect.objectContaining({ id: customer.id, phone, email: null, last_seen_at: null, actions: [] }),
  ]);
  const dispatcher = await makePerson(app, { permissions: ['users.driver'], branch_id: here.id });
  expect(await idsOf(dispatcher, { keywords: phone })).toEqual([]);
});

test('staff with the permission for roles can list the staff of their branch but no customers and change nobody', async () => {
  const keeper = await makePerson(app, { permissions: ['roles'], branch_id: here.id });
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: here.id });
  const foreign = await makePerson(app, { permissions: ['driver'], branch_id: there.id });
  const customer = await makePerson(app);
  const drivers = await list(keeper, { perm: 'users.driver' });
  expect(drivers.status).toBe(200);
  expect(drivers.results.find(({ id }) => id === driver.id)).toMatchObject({ actions: [] });
  expect(drivers.results.map(({ id }) => id)).not.toContain(foreign.id);
  expect(await idsOf(keeper)).not.toContain(customer.id);
  for (const endpoint of [api.account.show, api.account.remove])
    expect((await app.call(endpoint, { id: driver.id }, { token: keeper.token })).status).toBe(403);
});

test('drivers can be picked for a branch when they belong to it, to no branch or to all branches', async () => {
  const name = `Sent ${mobile()}`;
  const at = (more: object) => makePerson(app, { permissions: ['driver'], name, ...more });
  const own = await at({ branch_id: here.id });
  const free = await at({});
  const everywhere = await at({ branch_id: there.id, global: 1 });
  await at({ branch_id: there.id });
  const { results } = await app.call(
    api.account.list,
    { keywords: name, perm: 'users.driver', works_at: here.id, limit: 50 },
    { token: admin.token },
  );
  expect(results.map(({ id }) => id).toSorted()).toEqual([own.id, free.id, everywhere.id].toSorted());
});

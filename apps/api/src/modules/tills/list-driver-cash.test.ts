import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { mobile } from '../../../test/sales.ts';
import { statementsOf } from '../../../test/statements.ts';
import { driverWith, makePayment, makeTill, takingCash } from '../../../test/tills.ts';
import { list } from './list-driver-cash.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const { move, drivers, handIns } = takingCash(() => ({ app, admin }));

describe('the driver cash list', () => {
  test('drivers are listed with their cash by name and phone, in every sort, on pages and in an export', async () => {
    const { branch_id } = await makeTill(app);
    const key = `Kh${unique()}`;
    const phone = mobile();
    const some = [
      await driverWith(app, 30, branch_id, { name: `${key} Ali`, phone }),
      await driverWith(app, 10, branch_id, { name: `${key} Badr` }),
      await driverWith(app, 20, branch_id, { name: `${key} Çelik` }),
    ];
    const [ali, badr, celik] = some.map(({ id }) => id) as [number, number, number];
    await move({ driver_id: badr, branch_id, amount: 10 });
    await move({ driver_id: ali, branch_id, amount: 5 });
    const keeper = await makePerson(app, { permissions: ['payments'], branch_id });
    const ids = async (input: object) => (await drivers(input, keeper)).results.map(({ id }) => id);
    expect(await ids({})).toEqual([ali, celik, badr]);
    expect(await ids({ sort_as: 'asc' })).toEqual([badr, celik, ali]);
    expect(await ids({ sort_by: 'name', sort_as: 'asc' })).toEqual([ali, badr, celik]);
    expect(await ids({ sort_by: 'last_handed_in_at' })).toEqual([ali, badr, celik]);
    expect(await ids({ held: 1 })).toEqual([ali, celik]);
    expect(await ids({ held: 0 })).toEqual([badr]);
    expect(await ids({ id: celik })).toEqual([celik]);
    expect(await ids({ keywords: `celik ${key}` })).toEqual([celik]);
    expect(await ids({ keywords: phone })).toEqual([ali]);
    expect(await ids({ keywords: '%' })).toEqual([]);
    const second = await drivers({ limit: 10, page: 2 }, keeper);
    expect([second.results, second.meta.total]).toEqual([[], 3]);
    expect((await drivers({ limit: 101 }, keeper)).status).toBe(422);
    expect((await drivers({ sort_by: 'phone' }, keeper)).status).toBe(422);
    const file = await fetch(`${app.url}/admin/orders/payments/drivers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keeper.token}` },
      body: JSON.stringify({ export: 1, format: 'csv', held: 1 }),
    });
    const lines = (await file.text()).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${key} Ali`);
  });

  test("the driver cash list has drivers of the caller's branches only", async () => {
    const [one, two] = [(await makeTill(app)).branch_id, (await makeTill(app)).branch_id];
    const [ours, theirs] = [await driverWith(app, 10, one), await driverWith(app, 20, two)];
    const rover = await makePerson(app, { permissions: ['driver'] });
    await makePayment(app, { order_id: ours.order_id, by: 'cod', amount: 5, driver_id: rover.id });
    // once they drove for another branch too: their cash is one sum, and their own branch's to take
    await makePayment(app, { order_id: theirs.order_id, by: 'cod', amount: 7, driver_id: ours.id });
    const seen = async (who: Person, headers = {}) =>
      (await drivers({ limit: 100 }, who, headers)).results
        .filter(({ id }) => [ours.id, theirs.id, rover.id].includes(id))
        .map(({ id, outstanding }) => [id, outstanding]);
    const clerk = await makePerson(app, { permissions: ['payments.view'], branch_id: one });
    expect(await seen(clerk)).toEqual([[ours.id, 17]]);
    const manager = await makePerson(app, { permissions: ['branchs'], manages: [two] });
    expect(await seen(manager)).toEqual([[theirs.id, 20]]);
    expect(await seen(admin)).toHaveLength(3);
    expect(await seen(admin, { 'branch-id': String(two) })).toEqual([[theirs.id, 20]]);
    const nowhere = await makePerson(app, { permissions: ['payments'] });
    expect((await drivers({}, nowhere)).results).toEqual([]);
    // who only looks is offered nothing to do
    expect((await drivers({ id: ours.id }, clerk)).results).toMatchObject([{ actions: [] }]);
    expect((await drivers({ id: ours.id }, manager)).results).toEqual([]);
    await move({ driver_id: ours.id, branch_id: one, amount: 3 });
    expect((await handIns({ driver_id: ours.id }, clerk)).results).toMatchObject([{ amount: 3 }]);
    expect((await handIns({ driver_id: ours.id }, manager)).results).toEqual([]);
    const log = (who: Person) =>
      app.call(api.audit.list, { noun: 'driver-cash', record_id: String(ours.id) }, { token: who.token });
    expect((await log(clerk)).results).toHaveLength(1);
    expect((await log(manager)).results).toEqual([]);
    for (const permissions of [['orders'], ['driver'], ['seller'], ['sessions']]) {
      const who = await makePerson(app, { permissions, branch_id: one });
      // a driver reads one row, their own
      expect((await drivers({}, who)).status, permissions[0]).toBe(permissions[0] === 'driver' ? 200 : 403);
      expect((await handIns({}, who)).status, permissions[0]).toBe(403);
    }
  });

  test('the driver cash list takes at most three statements and never reads payments', async () => {
    const { branch_id } = await driverWith(app, 10);
    const input = api.driverCash.list.input.parse({ held: 1, keywords: 'person' });
    const ask = () => statementsOf(app, (ctx) => list({ ...ctx, scope: [branch_id] }, input));
    await ask();
    expect(await ask()).toBeLessThanOrEqual(3);
  });

  test('the last cash hand-ins are listed on pages, newest first', async () => {
    const { id, branch_id } = await driverWith(app, 100, undefined, { name: `Sami ${unique()}` });
    for (const amount of [1, 2, 3]) await move({ driver_id: id, branch_id, amount });
    const amounts = async (input: object) =>
      (await handIns({ driver_id: id, ...input })).results.map(({ amount }) => amount);
    expect(await amounts({})).toEqual([3, 2, 1]);
    expect(await amounts({ sort_as: 'asc' })).toEqual([1, 2, 3]);
    expect(await amounts({ keywords: 'nobody' })).toEqual([]);
    expect(await amounts({ keywords: 'sami' })).toEqual([3, 2, 1]);
    const { meta } = await handIns({ driver_id: id, limit: 10, page: 2 });
    expect([meta.total, meta.last_page]).toEqual([3, 1]);
  });
});

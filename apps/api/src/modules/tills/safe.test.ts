import { api } from '@dukkan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { driverWith, makeBareOrder, makePayment, makeTill } from '../../../test/tills.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { permissions: ['admin'] });
});

const as = (person: Person = admin) => ({ token: person.token });
const moves = (branch_id: number, person = admin, more: object = {}) =>
  app.call(api.safe.list, { branch_id, limit: 100, ...more }, as(person));
const balanceOf = (meta: object): unknown => Reflect.get(meta, 'balance');
const count = (branch_id: number, amount: number, more: object = {}, person = admin) =>
  app.call(api.safe.count, { branch_id, amount, ...more }, as(person));
const move = (branch_id: number, kind: string, amount: number, more: object = {}, person = admin) =>
  app.call(api.posSession.move, { holder: 'safe', branch_id, kind, amount, ...more } as never, as(person));
const where = (branch_id: number, person = admin) => app.call(api.safe.where, { branch_id }, as(person));

describe('safes', () => {
  it('the first count opens a safe, and a later count records the difference with a note', async () => {
    const { branch_id } = await makeTill(app);
    const opening = await count(branch_id, 300);
    expect(opening.results, opening.text).toMatchObject({
      kind: 'opening',
      amount: 300,
      balance: 300,
      expected: 0,
      counted: 300,
      taken_by: admin.id,
    });
    expect((await count(branch_id, 295)).failure).toMatchObject({ code: 'safe.note_needed' });
    const short = await count(branch_id, 295, { note: 'Five are missing' });
    expect(short.results).toMatchObject({ kind: 'difference', amount: -5, balance: 295, expected: 300 });
    expect((await count(branch_id, 295)).results).toMatchObject({ kind: 'difference', amount: 0 });
    const { results, meta } = await moves(branch_id);
    expect(results.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['difference', 295],
      ['difference', 295],
      ['opening', 300],
    ]);
    expect(balanceOf(meta)).toEqual([{ currency: 'QAR', amount: 295 }]);
  });

  it.each([
    [240, -10],
    [260, 10],
    [0, -250],
    [250, 0],
  ])('a safe first counted at %d after a deposit of 250 opens with %d', async (counted, amount) => {
    const { branch_id, device_id } = await makeTill(app);
    const opened = await app.call(api.posSession.open, { device_id, start_amount: 250 }, as());
    const session_id = opened.results.id;
    await app.call(api.posSession.move, { session_id, kind: 'drop', amount: 250 }, as());
    const opening = await count(branch_id, counted);
    expect(opening.results, opening.text).toMatchObject({
      kind: 'opening',
      amount,
      balance: counted,
      expected: 250,
      counted,
    });
    expect(balanceOf((await moves(branch_id)).meta)).toEqual([{ currency: 'QAR', amount: counted }]);
  });

  it('a safe first counted at the moment of a deposit includes both', async () => {
    const { branch_id } = await makeTill(app);
    const all = await Promise.all([
      count(branch_id, 100),
      ...Array.from({ length: 8 }, () => move(branch_id, 'in', 5)),
    ]);
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
    const { results, meta } = await moves(branch_id);
    const after = results.findIndex(({ kind }) => kind === 'opening');
    expect(balanceOf(meta)).toEqual([{ currency: 'QAR', amount: 100 + 5 * after }]);
  });

  it('a safe is counted in notes and coins of its currency only', async () => {
    const { branch_id } = await makeTill(app);
    const by = (denominations: object[], more: object = {}) =>
      app.call(api.safe.count, { branch_id, denominations, ...more } as never, as());
    expect((await by([{ value: 3, count: 1 }])).failure.errors).toHaveProperty(['denominations.0.value']);
    expect((await by([{ value: 100, count: -1 }])).failure.code).toBe('request.invalid');
    expect((await by([{ value: 100, count: 2 }], { amount: 201 })).failure.errors).toHaveProperty('amount');
    const good = await by([
      { value: 100, count: 2 },
      { value: 0.5, count: 3 },
    ]);
    expect(good.results, good.text).toMatchObject({ counted: 201.5, balance: 201.5 });
    for (const amount of [-1, 1.2345, 1.234])
      expect((await count(branch_id, amount)).failure.errors, String(amount)).toHaveProperty('amount');
    expect((await app.call(api.safe.count, { branch_id }, as())).failure.errors).toHaveProperty('amount');
  });

  it('a safe takes money in and pays out, but never more than it holds', async () => {
    const { branch_id } = await makeTill(app);
    await count(branch_id, 100);
    expect((await move(branch_id, 'in', 50, { reason: 'Change' })).results).toMatchObject({
      holder: 'safe',
      session_id: null,
      kind: 'in',
    });
    expect((await move(branch_id, 'out', 150.01)).failure.errors).toHaveProperty('amount');
    expect((await move(branch_id, 'out', 20)).results).toMatchObject({ amount: 20 });
    expect((await move(branch_id, 'opening', 20)).failure.errors).toHaveProperty('kind');
    expect((await move(branch_id, 'in', 20, { reference: 'x' })).failure.errors).toHaveProperty('reference');
    expect((await move(branch_id, 'in', 20, { driver_id: admin.id })).failure.errors).toHaveProperty(
      'driver_id',
    );
    const { results } = await moves(branch_id);
    expect(results.map(({ amount, balance }) => [amount, balance])).toEqual([
      [-20, 130],
      [50, 150],
      [100, 100],
    ]);
  });

  it('concurrent payouts of the same money from a safe are paid once', async () => {
    const { branch_id } = await makeTill(app);
    await count(branch_id, 100);
    const all = await Promise.all(Array.from({ length: 20 }, () => move(branch_id, 'bank', 30)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    const { results, meta } = await moves(branch_id);
    expect(balanceOf(meta)).toEqual([{ currency: 'QAR', amount: 10 }]);
    expect(results.map(({ balance }) => balance)).toEqual([10, 40, 70, 100]);
  });

  it('a bank deposit is in transit until its slip is recorded', async () => {
    const { branch_id } = await makeTill(app);
    await count(branch_id, 100);
    const { id } = (await move(branch_id, 'bank', 60)).results;
    expect((await where(branch_id)).results.held).toMatchObject([
      { holder: 'safe', amount: 40, counted: true },
      { holder: 'bank', amount: 60, account_id: admin.id, move_id: id },
    ]);
    const done = await app.call(api.safe.banked, { id, reference: 'Slip 7' }, as());
    expect(done.results, done.text).toMatchObject({ reference: 'Slip 7', balance: 40 });
    expect(done.results.banked_at).not.toBeNull();
    const again = await app.call(api.safe.banked, { id, reference: 'Slip 8' }, as());
    expect(again.failure.code).toBe('safe.already_banked');
    expect((await where(branch_id)).results.held).toMatchObject([{ holder: 'safe', amount: 40 }]);
    const [opening] = (await moves(branch_id, admin, { kind: 'opening' })).results;
    const wrong = await app.call(api.safe.banked, { id: opening?.id ?? 0, reference: 'x' }, as());
    expect(wrong.failure.code).toBe('record.missing');
  });

  it("a safe receives drawer drops, the closing remainder and drivers' cash", async () => {
    const { branch_id, device_id } = await makeTill(app);
    const cashier = await makePerson(app, { permissions: ['sessions'], branch_id });
    const opened = await app.call(api.posSession.open, { device_id, start_amount: 200 }, as(cashier));
    const session_id = opened.results.id;
    await app.call(api.posSession.move, { session_id, kind: 'drop', amount: 50 }, as());
    const driver = await driverWith(app, 80, branch_id);
    await app.call(
      api.posSession.move,
      { branch_id, driver_id: driver.id, kind: 'hand_in', amount: 30 },
      as(),
    );
    const closing = { device_id, end_session_amount: 145, left_in_drawer: 100, note: 'Short' };
    const closed = await app.call(api.posSession.close, closing, as(cashier));
    expect(closed.results, closed.text).toMatchObject({ difference: -5 });
    const { results } = await moves(branch_id);
    expect(results).toMatchObject([
      { kind: 'drop', amount: 45, balance: 125, given_by: cashier.id, taken_by: cashier.id, session_id },
      {
        kind: 'hand_in',
        amount: 30,
        balance: 80,
        given_by: driver.id,
        taken_by: admin.id,
        driver_id: driver.id,
      },
      {
        kind: 'drop',
        amount: 50,
        balance: 50,
        given_by: cashier.id,
        taken_by: admin.id,
        session_id,
        device_id,
      },
    ]);
    const held = (await where(branch_id)).results.held.map(({ holder, amount }) => [holder, amount]);
    expect(held).toEqual([
      ['drawer', 100],
      ['driver', 50],
      ['safe', 125],
    ]);
  });

  it('a safe receives cash of orders without drawer or driver and pays refunds up to its cash', async () => {
    const { branch_id } = await makeTill(app);
    await count(branch_id, 0);
    const order_id = await makeBareOrder(app, branch_id, 100);
    await makePayment(app, { order_id, by: 'cash', amount: 60, holder: 'branch' });
    await makePayment(app, { order_id, by: 'card', amount: 40, holder: 'branch' });
    const refund = (amount: number) =>
      makePayment(app, { order_id, by: 'cash', amount, holder: 'branch', status: 'pending' });
    const [large, small] = [await refund(-61), await refund(-25)];
    const settle = (id: number) => app.call(api.orderPayment.settle, { id }, as());
    expect((await settle(large)).failure).toMatchObject({
      code: 'safe.short',
      params: { held: 60, currency: 'QAR' },
    });
    expect((await settle(small)).status).toBe(200);
    expect((await moves(branch_id)).results).toMatchObject([
      { kind: 'cash', amount: -25, balance: 35, order_id },
      { kind: 'cash', amount: 60, balance: 60, order_id },
      { kind: 'opening', amount: 0 },
    ]);
  });

  it('a safe is visible to and moved by staff of its branch only, and its moves are logged', async () => {
    const [here, there] = [await makeTill(app), await makeTill(app)];
    const manager = await makePerson(app, { permissions: ['branchs'], branch_id: here.branch_id });
    await count(there.branch_id, 100);
    const bank = (await move(there.branch_id, 'bank', 10)).results.id;
    expect((await count(there.branch_id, 1, {}, manager)).failure.code).toBe('branch.forbidden');
    expect((await move(there.branch_id, 'out', 1, {}, manager)).failure.code).toBe('branch.forbidden');
    expect((await where(there.branch_id, manager)).failure.code).toBe('branch.forbidden');
    expect((await moves(there.branch_id, manager)).results).toEqual([]);
    const banked = await app.call(api.safe.banked, { id: bank, reference: 'x' }, as(manager));
    expect(banked.failure.code).toBe('record.missing');
    const own = await app.call(api.safe.count, { amount: 5 }, as(manager));
    expect(own.results).toMatchObject({ branch_id: here.branch_id, kind: 'opening' });
    const log = await app.call(
      api.audit.list,
      { noun: 'safe', record_id: String(own.results.id) },
      as(manager),
    );
    expect(log.results).toMatchObject([{ action: 'create', account_id: manager.id }]);
    // a seller and who takes in what drivers bring open no safe
    const seller = await makePerson(app, { permissions: ['seller'], branch_id: here.branch_id });
    expect((await move(here.branch_id, 'out', 1, {}, seller)).failure.code).toBe('permission.denied');
    const accountant = await makePerson(app, { permissions: ['payments'], branch_id: here.branch_id });
    expect((await move(here.branch_id, 'out', 1, {}, accountant)).failure.code).toBe('permission.denied');
  });

  it('safe movements are searched by person, reason, slip and till', async () => {
    const { branch_id } = await makeTill(app);
    const teller = await makePerson(app, { permissions: ['sessions'], branch_id, name: 'Wafaa Teller' });
    await count(branch_id, 100);
    await move(branch_id, 'in', 50, { reason: 'Change for Eid' }, teller);
    await move(branch_id, 'bank', 30, { reference: 'SLIP-4711' });
    const found = async (keywords: string) => {
      const { results, meta } = await moves(branch_id, admin, { keywords });
      expect(meta.total).toBe(results.length);
      return results.map(({ kind }) => kind);
    };
    expect(await found('wafaa')).toEqual(['in']);
    expect(await found('EID change')).toEqual(['in']);
    expect(await found('slip-4711')).toEqual(['bank']);
    expect(await found('nothing is called so')).toEqual([]);
  });

  it('safe movements cannot be changed or deleted', async () => {
    const { branch_id } = await makeTill(app);
    await count(branch_id, 10);
    const { prisma } = app.services.database;
    await expect(
      prisma.safe_move.updateMany({ where: { branch_id }, data: { amount: 1 } }),
    ).rejects.toThrow();
    await expect(prisma.safe_move.deleteMany({ where: { branch_id } })).rejects.toThrow();
  });
});

it('the expected amount of an open drawer is hidden from the seller who still has to count it', async () => {
  const { branch_id, device_id } = await makeTill(app);
  const cashier = await makePerson(app, { permissions: ['sessions'], branch_id });
  await app.call(api.posSession.open, { device_id, start_amount: 70 }, as(cashier));
  expect((await where(branch_id, cashier)).results.held).toMatchObject([
    { holder: 'drawer', amount: null, device_id, device_name: 'Till', account_id: cashier.id },
  ]);
  expect((await where(branch_id)).results.held).toMatchObject([{ holder: 'drawer', amount: 70 }]);
});

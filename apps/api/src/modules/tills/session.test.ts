import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeBareOrder, makePayment, makeTill } from '../../../test/tills.ts';
import { getOpenSession, loadDriverCash } from './index.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const open = (input: object, who = admin) => app.call(api.posSession.open, input, as(who));
const close = (input: object, who = admin) => app.call(api.posSession.close, input, as(who));
const move = (input: object, who = admin) => app.call(api.posSession.move, input, as(who));
const cashier = (branch_id: number) => makePerson(app, { permissions: ['seller'], branch_id });

/** A till with an open session. */
async function opened(start_amount: number) {
  const till = await makeTill(app);
  const { results } = await open({ device_id: till.device_id, start_amount });
  return { ...till, session_id: results.id };
}

/** The day of V5.1: sales, change, a card, a refund, cash in and out. */
async function busy() {
  const till = await opened(500);
  const { branch_id, session_id: pos_session_id } = till;
  const order_id = await makeBareOrder(app, branch_id, 2_100);
  const pay = (payment: {
    by: string;
    amount: number;
    tendered?: number;
    status?: string;
    holder?: 'partner';
  }) => makePayment(app, { order_id, pos_session_id, ...payment });
  await pay({ by: 'cash', amount: 1_250, tendered: 1_400 });
  await pay({ by: 'card', amount: 800 });
  await pay({ by: 'cash', amount: -45 });
  // neither what has not come yet nor what a partner holds lies in the drawer
  await pay({ by: 'cash', amount: 70, status: 'pending' });
  await pay({ by: 'cash', amount: 30, holder: 'partner' });
  await move({ session_id: pos_session_id, kind: 'in', amount: 100 });
  await move({ session_id: pos_session_id, kind: 'out', amount: 150, reason: 'Change for the market' });
  await move({ session_id: pos_session_id, kind: 'drop', amount: 50 });
  return till;
}

test('more cash than a drawer holds cannot be taken out, also by two at once', async () => {
  const { session_id } = await busy();
  const more = await move({ session_id, kind: 'drop', amount: 1_605.01 });
  expect([more.status, Object.keys(more.failure.errors)]).toEqual([422, ['amount']]);
  const both = await Promise.all(['out', 'drop'].map((kind) => move({ session_id, kind, amount: 1_000 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('V5.1 a drawer that should hold 1605.00 and is counted at 1600 is 5.00 short', async () => {
  const { device_id, branch_id, session_id } = await busy();
  const { results } = await close({ device_id, branch_id, end_session_amount: 1_600 });
  expect(results).toMatchObject({
    id: session_id,
    status: 'closed',
    start_amount: 500,
    expected_amount: 1_605,
    end_session_amount: 1_600,
    difference: -5,
    left_in_drawer: 1_600,
    z_number: 1,
    closed_by: admin.id,
  });
});

test('V5.2 a drawer without movements has no difference', async () => {
  const { device_id } = await opened(300);
  const { results } = await close({ device_id, end_session_amount: 300 });
  expect(results).toMatchObject({ expected_amount: 300, difference: 0 });
});

test('V5.3 a drawer that should hold 1605.00 and is counted at 1610 is 5.00 over', async () => {
  const { device_id } = await busy();
  expect((await close({ device_id, end_session_amount: 1_610 })).results.difference).toBe(5);
});

test("V5.4 a driver's cash is the cash taken at the door less the cash handed in", async () => {
  const { branch_id, session_id, device_id } = await opened(0);
  const driver = await makePerson(app, { permissions: ['driver'], branch_id });
  for (const amount of [120, 80.5, 45]) {
    const order_id = await makeBareOrder(app, branch_id, amount);
    await makePayment(app, { order_id, by: 'cod', amount, driver_id: driver.id });
  }
  const order_id = await makeBareOrder(app, branch_id, 60);
  await makePayment(app, { order_id, by: 'card', amount: 60, holder: 'partner' });
  const hand = (amount: number, driver_id = driver.id) =>
    move({ session_id, kind: 'hand_in', amount, driver_id });
  expect((await hand(245.51)).failure).toMatchObject({
    code: 'cash.beyond_outstanding',
    params: { outstanding: 245.5 },
  });
  expect((await hand(200)).status).toBe(200);
  const cash = await loadDriverCash(app.ctx(), driver.id, 'QAR');
  expect(cash).toEqual({
    collected: 2_455_000n,
    refunded: 0n,
    handed_in: 2_000_000n,
    outstanding: 455_000n,
  });
  // what a driver gave back at a door is no longer held
  await makePayment(app, { order_id, by: 'cod', amount: -5.5, driver_id: driver.id });
  expect((await hand(45.5)).failure.params).toEqual({ outstanding: 40, currency: 'QAR' });
  // it lies in the drawer now
  expect((await close({ device_id, end_session_amount: 200 })).results.expected_amount).toBe(200);
});

test("twenty concurrent hand-ins never exceed the driver's cash", async () => {
  const { branch_id, session_id } = await opened(0);
  const driver = await makePerson(app, { permissions: ['driver'], branch_id });
  const order_id = await makeBareOrder(app, branch_id, 100);
  await makePayment(app, { order_id, by: 'cod', amount: 100, driver_id: driver.id });
  const input = { session_id, kind: 'hand_in', amount: 30, driver_id: driver.id };
  const replies = await Promise.all(Array.from({ length: 20 }, () => move(input)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await loadDriverCash(app.ctx(), driver.id, 'QAR')).outstanding).toBe(100_000n);
});

test('a till is opened once, and the next session starts with the cash left in the drawer', async () => {
  const { device_id, branch_id } = await makeTill(app);
  const replies = await Promise.all(Array.from({ length: 10 }, () => open({ device_id, start_amount: 100 })));
  const [done, ...more] = replies.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(done?.results).toMatchObject({ branch_id, device_id, status: 'open', opened_by: admin.id });
  const refused = replies.filter(({ status }) => status !== 200);
  for (const { failure } of refused)
    expect(failure).toMatchObject({ code: 'session.already_open', params: { session_id: done?.results.id } });
  const left = { device_id, end_session_amount: 100, left_in_drawer: 40 };
  expect((await close({ ...left, left_in_drawer: 101 })).failure.errors).toHaveProperty('left_in_drawer');
  expect((await close(left)).results.left_in_drawer).toBe(40);
  expect((await open({ device_id })).results.start_amount).toBe(40);
});

test('a till is closed once: a repeat answers the stored session and never closes the next one', async () => {
  const { device_id, session_id } = await opened(10);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) => close({ device_id, session_id, end_session_amount: 10 + at })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  const [first] = replies;
  expect(await close({ device_id, end_session_amount: 0 })).toMatchObject({ text: first?.text });
  const next = (await open({ device_id })).results;
  expect((await close({ device_id, session_id, end_session_amount: 0 })).text).toBe(first?.text);
  expect((await close({ device_id, end_session_amount: 0, session_id: next.id })).results).toMatchObject({
    id: next.id,
    z_number: 2,
  });
});

test('order numbers of a till have no gaps after refused orders, and each till has its own', async () => {
  const { device_id } = await makeTill(app);
  const numbers: (number | null)[] = [];
  for (let at = 0; at < 3; at += 1) {
    await open({ device_id, start_amount: 1 });
    await close({ device_id, end_session_amount: -1 });
    numbers.push((await close({ device_id, end_session_amount: 1 })).results.z_number);
  }
  expect(numbers).toEqual([1, 2, 3]);
  const other = await opened(1);
  expect((await close({ device_id: other.device_id, end_session_amount: 1 })).results.z_number).toBe(1);
});

test('a closed session cannot be changed, not even in the database', async () => {
  const { device_id, session_id } = await opened(1);
  await close({ device_id, end_session_amount: 1 });
  const { prisma } = app.services.database;
  const data = { end_session_amount: 2, difference: 1 };
  await expect(prisma.pos_session.update({ where: { id: session_id }, data })).rejects.toThrow();
  expect((await move({ session_id, kind: 'in', amount: 1 })).failure.code).toBe('session.not_open');
});

test('a drawer difference needs a note from a cashier, but not from a manager of the till', async () => {
  const { device_id, branch_id } = await makeTill(app);
  const seller = await cashier(branch_id);
  await open({ device_id, start_amount: 100 }, seller);
  const off = { device_id, branch_id, end_session_amount: 90 };
  const refused = await close(off, seller);
  expect(refused).toMatchObject({ status: 422, failure: { code: 'session.note_needed' } });
  // a count is not to be tried until it fits
  expect(refused.text).not.toContain('100');
  await app.services.database.prisma.setting.upsert({
    where: { id: 1 },
    create: { data: { cash_tolerance: 10 } },
    update: { data: { cash_tolerance: 10 } },
  });
  expect((await close({ ...off, end_session_amount: 89.99 }, seller)).status).toBe(422);
  expect((await close(off, seller)).results).toMatchObject({ difference: -10, note: null });
  await app.services.database.prisma.setting.update({ where: { id: 1 }, data: { data: {} } });
  await open({ device_id, start_amount: 100 }, seller);
  const note = 'A note of ten was torn';
  expect((await close({ ...off, note }, seller)).results).toMatchObject({ difference: -10, note });
  await open({ device_id, start_amount: 100 }, seller);
  const keeper = await makePerson(app, { permissions: ['sessions'], branch_id });
  expect((await close(off, keeper)).status).toBe(200);
});

test('a sale and the close of its till never overlap: the sale is counted or goes to the next session', async () => {
  const { device_id, branch_id, session_id } = await opened(0);
  const order_id = await makeBareOrder(app, branch_id, 500);
  const cash = await app.services.database.prisma.payment_method.findFirstOrThrow({
    where: { code: 'cash' },
  });
  const sell = async () => {
    const ctx = app.ctx();
    return ctx.tx(async (ctx) => {
      const { id } = await getOpenSession(ctx, device_id, branch_id, { create: true });
      await new Promise((wake) => setTimeout(wake, Math.random() * 30));
      const data = { order_id, payment_id: cash.id, amount: 10, status: 'received', holder: 'session' };
      await ctx.db.order_payment.create({ data: { ...data, pos_session_id: id } });
      return id;
    });
  };
  const sales = Array.from({ length: 12 }, sell);
  const closing = close({ device_id, session_id, end_session_amount: 0 });
  const [sessions, { results }] = await Promise.all([Promise.all(sales), closing]);
  const inFirst = sessions.filter((id) => id === session_id).length;
  expect(results.expected_amount).toBe(inFirst * 10);
  const others = new Set(sessions.filter((id) => id !== session_id));
  expect(others.size).toBeLessThanOrEqual(1);
  const last = await close({ device_id, end_session_amount: 0 });
  if (others.size === 1) expect(last.results.expected_amount).toBe((12 - inFirst) * 10);
});

test('C12 concurrent first sales open their till once', async () => {
  const { device_id, branch_id } = await makeTill(app);
  await expect(app.ctx().tx((ctx) => getOpenSession(ctx, device_id, branch_id))).rejects.toMatchObject({
    code: 'session.not_open',
  });
  const sell = () => app.ctx().tx((ctx) => getOpenSession(ctx, device_id, branch_id, { create: true }));
  const rows = await Promise.all(Array.from({ length: 8 }, sell));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  expect(rows[0]).toMatchObject({ status: 'open', start_amount: 0, branch_id, device_id });
});

test('opening a till that is unknown, of another branch or assigned to others is refused', async () => {
  const here = await makeTill(app);
  const there = await makeTill(app);
  const seller = await cashier(here.branch_id);
  const code = async (input: object, who = seller) => (await open(input, who)).failure.code;
  const unknown = await open({ device_id: 2_000_000_000 }, seller);
  const foreign = await open({ device_id: there.device_id }, seller);
  const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
  expect(foreign).toMatchObject({ status: 422, failure: { code: 'reference.missing' } });
  expect(faceless(foreign.text)).toBe(faceless(unknown.text));
  expect(await code({ device_id: here.device_id, branch_id: there.branch_id })).toBe('branch.forbidden');
  expect(await code({ device_id: here.device_id, branch_id: there.branch_id }, admin)).toBe(
    'reference.missing',
  );
  const headers = { 'branch-id': String(there.branch_id) };
  const both = { device_id: here.device_id, branch_id: here.branch_id };
  const narrowed = await app.call(api.posSession.open, both, { ...as(admin), headers });
  expect(narrowed.failure.code).toBe('branch.forbidden');
  const { prisma } = app.services.database;
  await prisma.account.update({ where: { id: seller.id }, data: { pos: [there.device_id] } });
  expect(await code({ device_id: here.device_id })).toBe('permission.denied');
  await prisma.account.update({ where: { id: seller.id }, data: { pos: [here.device_id] } });
  expect((await open({ device_id: here.device_id }, seller)).status).toBe(200);
  for (const data of [{ warehouse: 1 }, { warehouse: 0, status: 0 }]) {
    await prisma.branch.update({ where: { id: there.branch_id }, data });
    expect(await code({ device_id: there.device_id }, admin)).toBe('reference.missing');
  }
});

test('staff of another branch cannot close a drawer or move its cash', async () => {
  const { device_id, session_id } = await opened(5);
  const stranger = await makePerson(app, {
    permissions: ['sessions'],
    branch_id: (await makeTill(app)).branch_id,
  });
  expect((await close({ device_id, end_session_amount: 5 }, stranger)).failure.code).toBe(
    'reference.missing',
  );
  expect((await move({ session_id, kind: 'in', amount: 1 }, stranger)).status).toBe(404);
  expect(
    (await close({ device_id: (await makeTill(app)).device_id, end_session_amount: 5 })).failure.code,
  ).toBe('session.not_open');
});

test('a cash movement needs the fields of its kind', async () => {
  const { session_id, branch_id } = await opened(5);
  const driver_id = (await makePerson(app, { permissions: ['driver'], branch_id })).id;
  const refused = async (input: object) => Object.keys((await move({ session_id, ...input })).failure.errors);
  expect(await refused({ kind: 'hand_in', amount: 1 })).toEqual(['driver_id']);
  expect(await refused({ kind: 'in', amount: 1, driver_id })).toEqual(['driver_id']);
  expect(await refused({ kind: 'in', amount: 0 })).toEqual(['amount']);
  expect(await refused({ kind: 'in', amount: 1.005 })).toEqual(['amount']);
  expect(await refused({ kind: 'loan', amount: 1 })).toEqual(['kind']);
  expect(await refused({ kind: 'hand_in', amount: 1, driver_id: 2_000_000_000 })).toEqual(['driver_id']);
  const seller = await cashier(branch_id);
  expect((await move({ session_id, kind: 'out', amount: 1 }, seller)).status).toBe(403);
});

test('a close repeated under one key is one close', async () => {
  const { device_id } = await opened(5);
  const options = { ...as(admin), headers: { 'idempotency-key': `close-${device_id}` } };
  const input = { device_id, end_session_amount: 5 };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.call(api.posSession.close, input, options)),
  );
  const done = replies.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  for (const { status } of replies) expect([200, 409]).toContain(status);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { makeBareOrder, makePayment, makeTill } from '../../../test/tills.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const open = (input: object, who = admin) => app.call(api.posSession.open, input, as(who));
const count = (input: object, who = admin) => app.call(api.posSession.count, input, as(who));
const close = (input: object, who = admin) => app.call(api.posSession.close, input, as(who));
const move = (input: object, who = admin) => app.call(api.posSession.move, input, as(who));
const list = (input: object, who = admin) => app.call(api.posSession.list, input, as(who));
const show = (id: number, who = admin) => app.call(api.posSession.show, { id }, as(who));
const rows = (input: object, who = admin) => app.call(api.posSession.rows, input, as(who));
const seller = (branch_id: number) => makePerson(app, { permissions: ['seller'], branch_id });

/** The day of V5.1, opened by a seller: 500 + 1,250 - 45 + 100 - 150 - 50 = 1,605. */
async function day() {
  const till = await makeTill(app);
  const who = await seller(till.branch_id);
  const session_id = (await open({ device_id: till.device_id, start_amount: 500 }, who)).results.id;
  const order_id = await makeBareOrder(app, till.branch_id, 2_050);
  const { prisma } = app.services.database;
  const { id: status_id } = await prisma.order_status.findFirstOrThrow({ where: { status_value: 5 } });
  const sold = { status_id, status_value: 5, pos_session_id: session_id, device_id: till.device_id };
  await prisma.order.update({ where: { id: order_id }, data: sold });
  const pay = (by: string, amount: number) =>
    makePayment(app, { order_id, by, amount, pos_session_id: session_id });
  await pay('cash', 1_250);
  await pay('card', 800);
  await pay('cash', -45);
  await move({ session_id, kind: 'in', amount: 100, reason: 'Change' });
  await move({ session_id, kind: 'out', amount: 150, reason: 'Flowers' });
  await move({ session_id, kind: 'drop', amount: 50 });
  return { ...till, session_id, who };
}

const amounts = (terms: readonly { key: string; amount: number | null }[]) =>
  Object.fromEntries(terms.map(({ key, amount }) => [key, amount]));

test('V5.1 the ledger of a session adds up, and each term links to its rows', async () => {
  const { session_id, device_id, who } = await day();
  const { results } = await show(session_id);
  expect(amounts(results.terms)).toEqual({
    start: 500,
    cash_sales: 1_250,
    refunds: 45,
    in: 100,
    out: 150,
    drop: 50,
    hand_in: 0,
    expected: 1_605,
    counted: null,
    difference: null,
  });
  for (const { key, opens, amount } of results.terms) {
    if (!opens) continue;
    const found = await rows(opens.filters);
    expect(
      found.results.reduce((all, row) => all + row.amount, 0),
      key,
    ).toBe(amount);
  }
  expect(results).toMatchObject({ orders_count: 1, net_sales: 2_050, open_orders: 0, status: 'open' });
  await close({ device_id, end_session_amount: 1_600, note: 'A note of five is missing' }, who);
  const closed = (await show(session_id)).results;
  expect(amounts(closed.terms)).toMatchObject({ expected: 1_605, counted: 1_600, difference: -5 });
  expect(closed).toMatchObject({ differs: true, z_number: 1, actions: ['print'] });
});

test('a session names its payments by method, and its orders and returns are found by it', async () => {
  const { session_id, device_id, branch_id, who } = await day();
  const { results } = await show(session_id);
  expect(results.payments).toMatchObject([
    { title: 'Cash', count: 2, amount: 1_205, waiting: 0 },
    { title: 'Card', count: 1, amount: 800, waiting: 0 },
  ]);
  // from them the cash in the drawer could be computed
  expect((await show(session_id, who)).results.payments).toBeNull();
  const elsewhere = await makeBareOrder(app, branch_id, 10);
  const orders = await app.call(api.order.list, { session_id }, as(admin));
  expect(orders.results).toHaveLength(1);
  expect(orders.results[0]?.id).not.toBe(elsewhere);
  expect((await app.call(api.orderReturn.list, { session_id }, as(admin))).results).toEqual([]);
  await close({ device_id, end_session_amount: 1_605 }, who);
  expect((await show(session_id, who)).results.payments).toMatchObject([{ amount: 1_205 }, { amount: 800 }]);
});

test('a ledger page past the end tells the total number of rows', async () => {
  const { session_id } = await day();
  const { results, meta } = await rows({ session_id, page: 9, limit: 2 });
  expect(results).toEqual([]);
  expect(meta).toMatchObject({ total: 5, last_page: 3 });
});

test('a session cannot be closed with a count below zero, finer than the smallest coin or with unknown coins', async () => {
  const { session_id, device_id } = await day();
  const refused = async (input: object) => {
    const { status, failure } = await close({ device_id, ...input });
    return [status, ...Object.keys(failure.errors)];
  };
  expect(await refused({ end_session_amount: -1 })).toEqual([422, 'end_session_amount']);
  expect(await refused({ end_session_amount: 1.2345 })).toEqual([422, 'end_session_amount']);
  expect(await refused({ end_session_amount: 1e15 })).toEqual([422, 'end_session_amount']);
  expect(await refused({ end_session_amount: 5, left_in_drawer: 6 })).toEqual([422, 'left_in_drawer']);
  expect(await refused({ denominations: [{ value: 3, count: 1 }] })).toEqual([422, 'denominations.0.value']);
  expect((await show(session_id)).results).toMatchObject({ status: 'open', z_number: null });
});

test('cash cannot be moved in a closed drawer', async () => {
  const { session_id, device_id } = await day();
  await close({ device_id, end_session_amount: 1_605 });
  for (const kind of ['in', 'out', 'drop']) {
    const { failure } = await move({ session_id, kind, amount: 1, reason: 'Late' });
    expect([kind, failure.code]).toEqual([kind, 'session.not_open']);
  }
  expect((await rows({ session_id })).meta.total).toBe(5);
});

test('the expected amount of a drawer is hidden from the person who counts it until it is closed', async () => {
  const { session_id, device_id, who } = await day();
  const blind = (await show(session_id, who)).results;
  expect(amounts(blind.terms)).toMatchObject({
    start: 500,
    cash_sales: null,
    refunds: null,
    expected: null,
    in: 100,
  });
  expect(blind.net_sales).toBeNull();
  const row = (await list({ id: session_id }, who)).results[0];
  expect(row).toMatchObject({ expected_amount: null, net_sales: null });
  expect((await list({ id: session_id })).results[0]).toMatchObject({ expected_amount: 1_605 });
  const answer = await rows({ session_id }, who);
  expect(new Set(answer.results.map(({ term }) => term))).toEqual(new Set(['in', 'out', 'drop']));
  const x = await app.call(api.posSession.paper, { id: session_id }, as(who));
  expect(x.text).not.toContain('1,605');
  expect(x.results.rows).toEqual([]);
  await close({ device_id, end_session_amount: 1_605 }, who);
  expect(amounts((await show(session_id, who)).results.terms)).toMatchObject({
    expected: 1_605,
    difference: 0,
  });
});

test('a drawer is counted in notes and coins of its currency', async () => {
  const { device_id, session_id } = await day();
  const refused = async (input: object) =>
    Object.keys((await close({ device_id, ...input })).failure.errors ?? {});
  const denominations = [
    { value: 500, count: 3 },
    { value: 100, count: 1 },
    { value: 5, count: 1 },
  ];
  expect(await refused({ denominations: [{ value: 20, count: 1 }] })).toEqual(['denominations.0.value']);
  expect(await refused({ denominations: [...denominations, { value: 5, count: 2 }] })).toEqual([
    'denominations.3.value',
  ]);
  expect(await refused({ denominations: [{ value: 500, count: -1 }] })).toEqual(['denominations.0.count']);
  expect(await refused({ denominations, end_session_amount: 1 })).toEqual(['end_session_amount']);
  expect(await refused({})).toEqual(['end_session_amount']);
  expect(await refused({ end_session_amount: -1 })).toEqual(['end_session_amount']);
  expect(await refused({ end_session_amount: 1.2345 })).toEqual(['end_session_amount']);
  expect((await show(session_id)).results.status).toBe('open');
  const { results } = await close({ device_id, denominations });
  expect(results).toMatchObject({ end_session_amount: 1_605, difference: 0 });
  expect((await show(session_id)).results.denominations).toEqual(denominations);
});

test('a drawer can be counted at most twice, and the second count is marked', async () => {
  const { device_id, session_id, who } = await day();
  const first = await count({ device_id, end_session_amount: 1_595 }, who);
  expect(first.results).toMatchObject({ session_id, differs: true, amount: 1_595 });
  expect(first.text).not.toContain('1605');
  expect((await count({ device_id, end_session_amount: 1_595 }, who)).results.id).toBe(first.results.id);
  const more = await count({ device_id, end_session_amount: 1_600 }, who);
  expect(more).toMatchObject({ status: 409, failure: { code: 'session.counted' } });
  const unsaid = await close({ device_id, end_session_amount: 1_605 }, who);
  expect(unsaid).toMatchObject({ status: 409, failure: { params: { count_id: first.results.id } } });
  const wrong = await close({ device_id, end_session_amount: 1_605, recount_of: first.results.id + 1 }, who);
  expect(wrong.failure.code).toBe('reference.missing');
  const done = await close({ device_id, end_session_amount: 1_605, recount_of: first.results.id }, who);
  expect(done.results).toMatchObject({ difference: 0, end_session_amount: 1_605 });
  expect((await show(session_id)).results.first_count).toBe(1_595);
});

test('after three refused counts every close of the drawer needs a note', async () => {
  const { device_id, who } = await day();
  for (const end_session_amount of [1, 2, 3, 1_605])
    expect((await close({ device_id, end_session_amount }, who)).failure.code).toBe('session.note_needed');
  const note = 'Counted with the manager';
  expect((await close({ device_id, end_session_amount: 1_605, note }, who)).results.difference).toBe(0);
});

test('twenty concurrent closes make one Z report, and Z numbers of a till have no gap', async () => {
  const { device_id } = await makeTill(app);
  for (const z_number of [1, 2, 3]) {
    await open({ device_id, start_amount: 0 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => close({ device_id, end_session_amount: at })),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.results.z_number).toBe(z_number);
  }
});

test('a seller sees the sessions of the own tills, and nobody sees those of another branch', async () => {
  const { session_id, device_id, branch_id, who } = await day();
  const other = await seller(branch_id);
  expect((await show(session_id, other)).status).toBe(200);
  await close({ device_id, end_session_amount: 1_605 }, who);
  expect((await show(session_id, who)).status).toBe(200);
  expect((await show(session_id, other)).status).toBe(404);
  expect((await list({ device_id }, other)).results).toEqual([]);
  await app.services.database.prisma.account.update({ where: { id: other.id }, data: { pos: [device_id] } });
  expect((await list({ device_id }, other)).results).toHaveLength(1);
  const stranger = await makePerson(app, {
    permissions: ['sessions'],
    branch_id: (await makeTill(app)).branch_id,
  });
  expect((await show(session_id, stranger)).status).toBe(404);
  expect((await rows({ session_id }, stranger)).status).toBe(404);
  expect((await list({ id: session_id }, stranger)).results).toEqual([]);
});

test('the session list can be filtered by sessions that need attention', async () => {
  const off = await day();
  await close({ device_id: off.device_id, end_session_amount: 1_600 });
  const right = await day();
  await close({ device_id: right.device_id, end_session_amount: 1_605 });
  const ids = async (filters: object) => (await list({ limit: 100, ...filters })).results.map(({ id }) => id);
  expect(await ids({ differs: 1 })).toContain(off.session_id);
  expect(await ids({ differs: 1 })).not.toContain(right.session_id);
  const late = await makeTill(app);
  const { id } = await app.services.database.prisma.pos_session.create({
    data: { ...late, opened_at: new Date(Date.now() - 3 * 86_400_000) },
  });
  expect(await ids({ overdue: 1 })).toEqual([id]);
  expect(await ids({ overdue: 0, branch_id: late.branch_id })).toEqual([]);
  expect(await ids({ branch_id: off.branch_id, status: 'closed' })).toEqual([off.session_id]);
});

test('a session closed before its opening time is marked in the list and on its page', async () => {
  const till = await makeTill(app);
  const { prisma } = app.services.database;
  const ahead = await prisma.pos_session.create({
    data: { ...till, opened_at: new Date(Date.now() + 3_600_000) },
  });
  expect((await show(ahead.id)).results.clock_went_back).toBe(false);
  expect((await close({ device_id: till.device_id, end_session_amount: 0 })).status).toBe(200);
  expect((await show(ahead.id)).results.clock_went_back).toBe(true);
  const { results } = await list({ branch_id: till.branch_id });
  expect(results).toMatchObject([{ id: ahead.id, clock_went_back: true }]);
  const right = await day();
  await close({ device_id: right.device_id, end_session_amount: 1_605 });
  expect((await show(right.session_id)).results.clock_went_back).toBe(false);
});

test('a drawer is handed over with one count: closed and reopened in one step', async () => {
  const { device_id, session_id, branch_id, who } = await day();
  const next = await seller(branch_id);
  const hand = (input: object, by = who) =>
    app.call(api.posSession.handOver, { device_id, session_id, end_session_amount: 1_605, ...input }, as(by));
  const unnamed = await hand({ session_id: undefined });
  expect([unnamed.status, Object.keys(unnamed.failure.errors)]).toEqual([422, ['session_id']]);
  // whoever takes it without the word of the one who gives it does not
  expect((await hand({}, next)).failure.code).toBe('approval.needed');
  const password = 'Aa1!aaaa';
  const taker = { account_id: next.id, password };
  await app.services.database.prisma.account.update({
    where: { id: next.id },
    data: { password_hash: await app.services.passwords.hash(password) },
  });
  expect((await hand({ taker: { ...taker, password: 'wrong' } })).failure.code).toBe('auth.failed');
  expect((await show(session_id)).results.status).toBe('open');
  const { results } = await hand({ taker, left_in_drawer: 1_000 });
  expect(results.closed).toMatchObject({
    id: session_id,
    z_number: 1,
    closed_by: who.id,
    left_in_drawer: 1_000,
  });
  expect(results.opened).toMatchObject({
    status: 'open',
    opened_by: next.id,
    start_amount: 1_000,
    device_id,
  });
  expect((await hand({})).failure.code).toBe('session.not_open');
});

test('X and Z reports are printed in three languages', async () => {
  const { session_id, device_id } = await day();
  const paper = async (locale: 'ar' | 'en' | 'de') =>
    (await app.call(api.posSession.paper, { id: session_id, locale }, as(admin))).results;
  expect((await paper('en')).title).toBe('X report');
  await close({ device_id, end_session_amount: 1_600, note: 'Short' });
  const titles = [];
  for (const locale of ['ar', 'en', 'de'] as const) {
    const of = await paper(locale);
    titles.push(of.title);
    expect(of.rows).toHaveLength(2);
    expect(of.sums.filter(({ strong }) => strong)).toHaveLength(3);
    expect(of.notes).toMatchObject([{ text: 'Short' }]);
  }
  expect(new Set(titles).size).toBe(3);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makePerson } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeCounter, saleBody } from '../../../../test/paired-tills.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

let app: TestApp;
let at = new Date('2026-11-20T09:00:00Z');
let counter: Awaited<ReturnType<typeof makeCounter>>;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp({ now: () => at });
});
afterAll(() => app.stop());
beforeEach(async () => {
  counter = await makeCounter(app);
  shelf = await makeShelf(app, { branch_id: counter.branch_id });
  await stockUp(app.ctx(), shelf, 20, 3);
});

const db = () => app.services.database.prisma;
const later = (ms: number) => new Date(at.getTime() + ms);
const sold = (more: Partial<Parameters<typeof saleBody>[0]> = {}) =>
  counter.paired.letter({
    body: saleBody({
      lines: [{ shelf }],
      payment_id: counter.payment_id,
      cashier_id: counter.seller.id,
      sold_at: at,
      ...more,
    }),
  });
const book = async (letters: ReturnType<typeof sold>[], call: object = {}) => {
  const reply = await counter.paired.send(letters, call);
  const ids = reply.results.answers.map(({ answer, order_id, problem }) => {
    if (answer !== 'booked') throw new Error(`${answer} ${JSON.stringify(problem)}`);
    return order_id ?? 0;
  });
  return ids;
};
const exceptions = async (order_id: number) => {
  const rows = await db().pos_exception.findMany({ where: { order_id }, orderBy: { kind: 'asc' } });
  return rows.map(({ kind, state, amount }) => [kind, state, amount === null ? null : Number(amount)]);
};
const pack = async () =>
  (await app.call(api.tillPack.show, { device_id: counter.device_id }, { token: counter.seller.token }))
    .results;
const reprice = (price: number) => db().product.update({ where: { id: shelf.product_id }, data: { price } });

it('a price that changed since the pack is booked as printed and explained; a forged one stays open', async () => {
  await reprice(42.5);
  const { version } = await pack();
  await reprice(45);
  const [explained = 0] = await book([sold({ lines: [{ shelf, price: 42.5 }], pack_version: version })]);
  expect(Number((await db().order.findUniqueOrThrow({ where: { id: explained } })).due)).toBe(42.5);
  expect(await exceptions(explained)).toEqual([['price', 'explained', -2.5]]);
  await reprice(42.5);
  const now = (await pack()).version;
  const [forged = 0] = await book([sold({ lines: [{ shelf, price: 1 }], pack_version: now })]);
  expect(Number((await db().order.findUniqueOrThrow({ where: { id: forged } })).due)).toBe(1);
  expect(await exceptions(forged)).toEqual([['price', 'open', -41.5]]);
});

it('an exception is closed once, with a note, by who answers for the branch', async () => {
  const [id = 0] = await book([sold({ lines: [{ shelf, price: 1 }] })]);
  const as = { token: counter.manager.token };
  const listed = await app.call(api.tillException.list, { state: 'open', order_id: id }, as);
  expect(listed.results).toMatchObject([{ kind: 'price', amount: -9, actions: ['close'] }]);
  const close = (token: string) =>
    app.call(api.tillException.close, { id: listed.results[0]?.id, note: 'Told the cashier' }, { token });
  const other = await makeCounter(app);
  expect((await close(counter.seller.token)).status).toBe(403);
  expect((await close(other.manager.token)).status).toBe(404);
  expect((await close(as.token)).results).toMatchObject({ state: 'closed', note: 'Told the cashier' });
  expect((await close(as.token)).failure.code).toBe('till.exception_closed');
});

it('goods that the shop does not have are sold all the same: one deficit', async () => {
  const scarce = await makeShelf(app, { branch_id: counter.branch_id });
  await stockUp(app.ctx(), scarce, 3, 3);
  const two = () => sold({ lines: [{ shelf: scarce, quantity: 2 }] });
  const [first = 0, second = 0] = await book([two(), two()]);
  expect(await exceptions(first)).toEqual([]);
  expect(await exceptions(second)).toEqual([['stock', 'open', null]]);
  const level = await db().stock_level.findFirstOrThrow({ where: { item_id: scarce.item_id } });
  expect([Number(level.on_hand), Number(level.deficit)]).toEqual([0, 1]);
});

it('cash that arrives after the close has a session of its own, and the pair is even', async () => {
  const as = { token: counter.manager.token };
  const { device_id } = counter;
  const opened = await app.call(api.posSession.open, { device_id, start_amount: 500 }, as);
  const session_id = opened.results.id;
  const take = (price: number) => sold({ lines: [{ shelf, price }], session_id });
  await book([take(100)]);
  const away = [take(10), take(20), take(30)];
  const closed = await app.call(
    api.posSession.close,
    { device_id, end_session_amount: 660, for_device: 1, note: 'Till is away' },
    as,
  );
  expect(closed.results).toMatchObject({ expected_amount: 600, difference: 60, z_number: 1, late_of: null });
  // the next drawer is open meanwhile
  const next = await app.call(api.posSession.open, { device_id, start_amount: 0 }, as);
  await book(away);
  const late = await db().pos_session.findMany({ where: { late_of: session_id } });
  expect(late).toHaveLength(1);
  expect(late[0]).toMatchObject({ status: 'closed', z_number: 2 });
  const { expected_amount, end_session_amount, difference } = late[0] ?? {};
  expect([expected_amount, end_session_amount, difference].map(Number)).toEqual([60, 0, -60]);
  const orders = await db().order.count({ where: { pos_session_id: late[0]?.id ?? 0 } });
  expect(orders).toBe(3);
  // the drawer that is open is untouched, and closes with its own sales
  const own = await app.call(api.posSession.close, { device_id, end_session_amount: 0 }, as);
  expect(own.results).toMatchObject({ id: next.results.id, expected_amount: 0, difference: 0, z_number: 3 });
});

it('a late session stays open while numbers are missing', async () => {
  const as = { token: counter.manager.token };
  const { device_id } = counter;
  const { results } = await app.call(api.posSession.open, { device_id, start_amount: 0 }, as);
  const [first, second] = [sold({ session_id: results.id }), sold({ session_id: results.id })];
  await app.call(api.posSession.close, { device_id, end_session_amount: 0 }, as);
  await book([second]);
  const state = async () =>
    (await db().pos_session.findFirstOrThrow({ where: { late_of: results.id } })).status;
  expect(await state()).toBe('open');
  await book([first]);
  expect(await state()).toBe('closed');
});

it('a sale of before midnight that arrives in the morning belongs to its day', async () => {
  const before = at;
  at = new Date('2026-11-20T20:58:00Z');
  const letter = sold();
  at = new Date('2026-11-21T05:00:00Z');
  const [id = 0] = await book([letter]);
  at = before;
  const order = await db().order.findUniqueOrThrow({ where: { id } });
  expect(order.created_at.toISOString()).toBe('2026-11-20T20:58:00.000Z');
  expect(await exceptions(id)).toEqual([]);
});

it('a clock that is two days off is corrected where it is known, and else an exception', async () => {
  const days = 2 * 86_400_000;
  const known = sold({ sold_at: later(days), clock_offset_ms: -days });
  const [right = 0] = await book([known]);
  expect(await exceptions(right)).toEqual([]);
  const ahead = sold({ sold_at: later(days), clock_offset_ms: null });
  const behind = sold({ sold_at: later(-days), clock_offset_ms: null });
  for (const id of await book([ahead, behind])) {
    expect(await exceptions(id)).toEqual([['clock', 'open', null]]);
    expect((await db().order.findUniqueOrThrow({ where: { id } })).created_at).toEqual(at);
  }
});

it('a cashier, a session and a payment method that are gone are exceptions, not refusals', async () => {
  const method = await db().payment_method.create({
    data: {
      code: `gone${counter.device_id}`,
      titles: { ar: 'ن', en: 'Gone', de: 'Weg' },
      type: 'card',
      deleted_at: at,
    },
  });
  const [id = 0] = await book([
    sold({ cashier_id: 2_000_000_000, session_id: 2_000_000_000, payment_id: method.id }),
  ]);
  expect(await exceptions(id)).toEqual([
    ['cashier', 'open', null],
    ['payment', 'open', null],
    ['session', 'open', null],
  ]);
});

it('goods that were switched off are booked with an exception', async () => {
  await db().product.update({ where: { id: shelf.product_id }, data: { status: 0 } });
  const [id = 0] = await book([sold()]);
  expect(await exceptions(id)).toEqual([['item', 'open', null]]);
});

it('a manager gives a word for a discount at a till, and a wrong password gets none', async () => {
  const manager = await makePerson(app, {
    permissions: ['branchs'],
    branch_id: counter.branch_id,
    password: 'Correct-Horse-9',
  });
  const approve = (password: string) =>
    app.call(
      api.tillPairing.approve,
      {
        device_id: counter.device_id,
        reason: 'discount',
        percent: 60,
        approval: { account_id: manager.id, password },
      },
      { token: counter.seller.token },
    );
  expect((await approve('Correct-Horse-9')).results).toMatchObject({ approved_by: manager.id });
  expect((await approve('wrong')).failure.code).toBe('auth.failed');
});

it('a sale is found and shown by the number on its paper', async () => {
  const [id = 0] = await book([sold()]);
  const till_no = `${counter.branch_id}-${counter.device_id}A-000001`;
  const as = { token: counter.manager.token };
  const shown = await app.call(api.order.show, { id }, as);
  expect(shown.results).toMatchObject({ till_no });
  const found = await app.call(api.order.list, { keywords: till_no }, as);
  expect(found.results.map((order) => order.id)).toEqual([id]);
  expect(found.results[0]).toMatchObject({ till_no });
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeCounter, pairTill, saleBody } from '../../../../test/paired-tills.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

type Counter = Awaited<ReturnType<typeof makeCounter>>;
type Letters = Parameters<Counter['paired']['send']>[0];

let app: TestApp;
const at = new Date('2026-11-20T09:00:00Z');
let own: Counter;
let other: Counter;
let shelf: Shelf;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ now: () => at });
  admin = await makeAdmin(app);
  own = await makeCounter(app);
  other = await makeCounter(app);
  shelf = await makeShelf(app, { branch_id: own.branch_id });
  await stockUp(app.ctx(), shelf, 100, 3);
});
afterAll(() => app.stop());

const db = () => app.services.database.prisma;
const body = (more: object = {}) =>
  saleBody({
    lines: [{ shelf }],
    payment_id: own.payment_id,
    cashier_id: own.seller.id,
    sold_at: at,
    ...more,
  });
const answersTo = async (till: Counter['paired'], letters: Letters, call = {}) => {
  const reply = await till.send(letters, call);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.results.answers;
};
const voidBody = { v: 1, at: at.toISOString(), cashier_id: 1, reason: 'void' };

it.each(['another till', 'another pairing of the till'])(
  '%s neither voids, reads nor replaces a sale',
  async (who) => {
    const victim = own.paired;
    const letter = victim.letter({ body: body() });
    const [booked] = await answersTo(victim, [letter]);
    expect(booked?.answer).toBe('booked');
    const thief = who === 'another till' ? other.paired : await pairTill(app, own.manager, own.device_id);
    const same = (wish: object) => thief.letter({ uuid: letter.uuid, ...wish });
    const answers = [
      ...(await answersTo(thief, [same({ kind: 'void', body: voidBody })])),
      ...(await answersTo(thief, [same({ body: body() })])),
      ...(await answersTo(thief, [same({ body: body(), signature: 'x' })])),
      ...(await answersTo(thief, [same({ kind: 'offer', body: body() })], { token: own.seller.token })),
    ];
    expect(
      answers.map(({ answer, order_id, fiscal, problem }) => [answer, order_id, fiscal, problem?.code]),
    ).toEqual([
      ['kept', null, null, 'till.number_taken'],
      ['kept', null, null, 'till.number_taken'],
      ['kept', null, null, 'till.number_taken'],
      ['refused', null, null, 'till.number_taken'],
    ]);
    expect(await db().order_return.count({ where: { order_id: booked?.order_id ?? 0 } })).toBe(0);
    expect(await db().pos_inbox.findUnique({ where: { uuid: letter.uuid } })).toMatchObject({
      state: 'booked',
      device_id: own.device_id,
      epoch: victim.epoch,
    });
    own = { ...own, paired: who === 'another till' ? victim : thief };
  },
);

it('what is no sale at all is listed and stops no list', async () => {
  const sound = body();
  const bodies = [
    { ...sound, printed: { totals: { due: 'ten' }, currency: 'QAR' } },
    { ...sound, printed: { totals: { due: 1e300 }, currency: 'QAR' } },
    { ...sound, printed: { totals: { due: 100 }, currency: 'nothing of the kind' } },
    { ...sound, printed: { totals: { due: {} }, currency: { a: 1 } } },
    { ...sound, cart: [null, 7, 'x', []] },
    { ...sound, cart: [{ item_id: 'x', quantity: 'y' }] },
    { ...sound, cart: [{ item_id: 1e12, quantity: 1e300 }] },
    { ...sound, cart: [{ item_id: 1.5, quantity: -1 }] },
    { ...sound, cart: { item_id: 1 } },
    { ...sound, sold_at: { a: 1 } },
    { ...sound, sold_at: '+275760-09-13T00:00:00Z' },
    { ...sound, notes: 'a\u0000b' },
    { ...sound, notes: 'a\ud800b' },
    [],
    null,
    'text',
  ];
  const letters = [
    ...bodies.map((one) => own.paired.letter({ body: one })),
    { ...own.paired.letter({ body: sound }), body: '{"v":1e400}' },
  ];
  for (const letter of letters) {
    const [answer] = await answersTo(own.paired, [letter]);
    expect(answer?.answer, letter.body).toBe('kept');
    expect(answer?.problem?.code, letter.body).not.toBe('internal.defect');
    expect(await db().pos_inbox.findUnique({ where: { uuid: letter.uuid } }), letter.body).toMatchObject({
      state: 'held',
    });
    const list = await app.call(
      api.tillLetter.list,
      { state: 'held', device_id: own.device_id, limit: 100 },
      { token: own.manager.token },
    );
    expect(list.status, letter.body).toBe(200);
  }
});

it('a text that cannot be read is kept as it came', async () => {
  const letter = { ...own.paired.letter({ body: body() }), body: '{"v":1,' };
  await answersTo(own.paired, [letter]);
  expect(await db().pos_inbox.findUnique({ where: { uuid: letter.uuid } })).toMatchObject({
    body: { text: '{"v":1,' },
  });
});

type Body = ReturnType<typeof body>;

/** Sends a sale, and returns its answer with the kinds of its exceptions. */
async function outcomeOf(more: object, edit: (sale: Body) => unknown = (sale) => sale) {
  const [answer] = await answersTo(own.paired, [own.paired.letter({ body: edit(body(more)) })]);
  const exceptions = await db().pos_exception.findMany({ where: { order_id: answer?.order_id ?? 0 } });
  return {
    answer: answer?.answer,
    code: answer?.problem?.code ?? null,
    kinds: exceptions.filter(({ kind }) => kind !== 'stock').map(({ kind }) => kind),
    order_id: answer?.order_id ?? 0,
  };
}
const booked = (...kinds: string[]) => ({ answer: 'booked', code: null, kinds });
const held = (code: string) => ({ answer: 'kept', code, kinds: [] });

it('a cashier who does not sell in the branch, or did not any more, is an exception', async () => {
  const sells = { permissions: ['seller'], branch_id: own.branch_id };
  const gone = await makePerson(app, sells);
  const deleted_at = new Date(at.getTime() - 60_000);
  await db().session.deleteMany({ where: { account_id: gone.id } });
  await db().account.update({ where: { id: gone.id }, data: { deleted_at } });
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: own.branch_id });
  for (const { id: cashier_id } of [other.seller, driver, await makePerson(app), gone])
    expect(await outcomeOf({ cashier_id })).toMatchObject(booked('cashier'));
  expect(
    await outcomeOf({ cashier_id: gone.id, sold_at: new Date(at.getTime() - 90_000) }),
  ).not.toMatchObject(booked('cashier'));
  for (const { id: cashier_id } of [admin, await makePerson(app, sells)])
    expect(await outcomeOf({ cashier_id })).toMatchObject(booked());
});

it('a customer, a note or a reference that no order may have keeps no sale from being booked', async () => {
  const clients = [
    { phone: '5512', name: 'x' },
    { phone: '<script>', name: 'x' },
    { phone: '5'.repeat(60), name: 'x'.repeat(400) },
  ];
  for (const client of clients) expect(await outcomeOf({ client })).toMatchObject(booked());
  for (const notes of ['card 4111 1111 1111 1111', 'x'.repeat(9_000)])
    expect(await outcomeOf({ notes })).toMatchObject(booked());
  const ref_number = '4111111111111111';
  const done = await outcomeOf({}, (sale) => ({
    ...sale,
    payments: sale.payments.map((payment) => ({ ...payment, ref_number })),
  }));
  expect(done).toMatchObject(booked());
  const stored = await db().order_payment.findMany({ where: { order_id: done.order_id } });
  expect(
    JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(ref_number);
});

it('forged amounts, quantities, times and references are booked as printed or held, and are no defects', async () => {
  expect(await outcomeOf({ lines: [{ shelf, price: 1 }] })).toMatchObject(booked('price'));
  expect(await outcomeOf({ lines: [{ shelf, price: 0 }] })).toMatchObject(booked('price'));
  expect(await outcomeOf({ currency: 'USD' })).toMatchObject(held('till.sale_unsound'));
  expect(await outcomeOf({ payment_id: 99_999 })).toMatchObject(held('reference.missing'));
  expect(await outcomeOf({ session_id: 99_999 })).toMatchObject(booked('session'));
  const isUnsound = (edit: (sale: Body) => unknown) => outcomeOf({}, edit);
  const coupon = await isUnsound((sale) => ({ ...sale, printed: { ...sale.printed, coupon_id: 99_999 } }));
  expect(coupon).toMatchObject(held('till.sale_unsound'));
  const negative = await isUnsound((sale) => ({ ...sale, cart: [{ item_id: shelf.item_id, quantity: -1 }] }));
  expect(negative).toMatchObject(held('till.letter_unreadable'));
  const limit = Number.MAX_SAFE_INTEGER;
  for (const clock_offset_ms of [limit, -limit])
    expect(await outcomeOf({ clock_offset_ms })).toMatchObject(booked('clock'));
  for (const sold_at of ['9999-12-31T23:59:59+14:00', '0000-01-01T00:00:00Z'])
    expect(await isUnsound((sale) => ({ ...sale, sold_at }))).toMatchObject(booked('clock'));
});

it('people of another branch offer nothing at a till and learn nothing of it', async () => {
  const token = other.seller.token;
  const offer = own.paired.letter({ kind: 'offer', body: body() });
  expect(await answersTo(own.paired, [offer], { token })).toMatchObject([
    { answer: 'refused', order_id: null },
  ]);
  const { device_id, branch_id } = own;
  expect((await app.call(api.tillPack.show, { device_id }, { token })).status).toBe(422);
  expect((await app.call(api.heldCart.list, { branch_id }, { token })).results).toEqual([]);
  const { id } = await db().pos_exception.findFirstOrThrow({ where: { branch_id, state: 'open' } });
  const { uuid } = await db().pos_inbox.findFirstOrThrow({ where: { branch_id, state: 'held' } });
  for (const [who, status] of [
    [own.seller, 403],
    [other.manager, 404],
  ] as const) {
    const as = { token: who.token };
    expect((await app.call(api.tillException.close, { id, note: 'x' }, as)).status).toBe(status);
    expect((await app.call(api.tillLetter.book, { uuid }, as)).status).toBe(status);
  }
});

it('whatever came, the database is sound', async () => {
  await expectSound(app);
});

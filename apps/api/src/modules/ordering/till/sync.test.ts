import { randomUUID } from 'node:crypto';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeCounter, newTillKey, pairTill, saleBody } from '../../../../test/paired-tills.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';

let app: TestApp;
let second: TestApp;
let at = new Date('2026-11-20T09:00:00Z');
let counter: Awaited<ReturnType<typeof makeCounter>>;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp({ now: () => at });
  second = await startApp({ now: () => at, database: app.database });
  await makeAdmin(app);
  counter = await makeCounter(app);
  shelf = await makeShelf(app, { branch_id: counter.branch_id });
  await stockUp(app.ctx(), shelf, 100, 3);
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const body = (more: Partial<Parameters<typeof saleBody>[0]> = {}) =>
  saleBody({
    lines: [{ shelf }],
    payment_id: counter.payment_id,
    cashier_id: counter.seller.id,
    sold_at: at,
    ...more,
  });
const sold = (more: Parameters<typeof body>[0] = {}) => counter.paired.letter({ body: body(more) });
/** The sold letter of a sale that was offered. */
const soldAs = ({ seq, uuid, body: text }: { seq: number; uuid: string; body: string }) =>
  counter.paired.letter({ seq, uuid, body: JSON.parse(text) });
const voided = (uuid: string, seq: number) =>
  counter.paired.letter({
    kind: 'void',
    uuid,
    seq,
    body: { v: 1, at: at.toISOString(), cashier_id: counter.seller.id, reason: 'void' },
  });
const db = () => app.services.database.prisma;
const onHand = async () =>
  Number(
    (
      await db().stock_level.findFirstOrThrow({
        where: { item_id: shelf.item_id, branch_id: shelf.branch_id },
      })
    ).on_hand,
  );
const orders = (till_no: string) => db().order.findMany({ where: { till_no } });
const answerOf = async (letters: Parameters<typeof counter.paired.send>[0], call = {}) => {
  const reply = await counter.paired.send(letters, call);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.results.answers;
};

it('a sold letter is an order of its cashier, at its time, with its number', async () => {
  const before = await onHand();
  const letter = sold({ lines: [{ shelf, quantity: 2 }], sold_at: at });
  const reply = await counter.paired.send([letter]);
  expect(reply.results).toMatchObject({ next_seq: 2, missing: [], ended: false });
  const till_no = `${counter.branch_id}-${counter.device_id}A-000001`;
  expect(reply.results.answers).toMatchObject([
    { uuid: letter.uuid, answer: 'booked', till_no, problem: null },
  ]);
  const [order] = await orders(till_no);
  expect(order).toMatchObject({
    account_id: counter.seller.id,
    seller_id: counter.seller.id,
    pos: true,
    device_id: counter.device_id,
    created_at: at,
    paid: 1,
  });
  expect(Number(order?.due)).toBe(20);
  expect(await onHand()).toBe(before - 2);
  expect(await db().pos_exception.count({ where: { order_id: order?.id ?? 0 } })).toBe(0);
});

it('twenty copies at once at two processes, again after 25 hours and under another account are one order', async () => {
  const letter = sold();
  const before = await onHand();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => answerOf([letter], { app: n % 2 === 0 ? app : second })),
  );
  expect(new Set(all.map(([one]) => one?.order_id)).size).toBe(1);
  expect(all.filter(([one]) => one?.answer === 'booked')).toHaveLength(1);
  const other = await makePerson(app, { permissions: ['seller'], branch_id: counter.branch_id });
  expect(await answerOf([letter], { token: other.token })).toMatchObject([{ answer: 'already' }]);
  at = new Date(at.getTime() + 25 * 3_600_000);
  expect(await answerOf([letter])).toMatchObject([{ answer: 'already' }]);
  expect(await onHand()).toBe(before - 1);
  counter = {
    ...counter,
    seller: await makePerson(app, { permissions: ['seller'], branch_id: counter.branch_id }),
  };
});

it('an offer is booked or refused; what is refused is not kept, and its number is void', async () => {
  const token = counter.seller.token;
  const offer = counter.paired.letter({ kind: 'offer', body: body() });
  expect(await answerOf([offer], { token })).toMatchObject([{ answer: 'booked' }]);
  expect(await answerOf([soldAs(offer)])).toMatchObject([{ answer: 'already' }]);
  const dear = counter.paired.letter({ kind: 'offer', body: body({ lines: [{ shelf, price: 9 }] }) });
  expect(await answerOf([dear], { token })).toMatchObject([
    { answer: 'refused', problem: { code: 'price.changed', params: { due_before: 9, due: 10 } } },
  ]);
  expect(await db().pos_inbox.count({ where: { uuid: dear.uuid } })).toBe(0);
  expect(await answerOf([voided(dear.uuid, dear.seq)])).toMatchObject([{ answer: 'voided' }]);
  // the offer arrives again, late
  expect(await answerOf([dear], { token })).toMatchObject([{ answer: 'voided', order_id: null }]);
  const many = counter.paired.letter({ kind: 'offer', body: body({ lines: [{ shelf, quantity: 5_000 }] }) });
  expect(await answerOf([many], { token })).toMatchObject([
    { answer: 'refused', problem: { code: 'stock.insufficient' } },
  ]);
  expect(await answerOf([voided(many.uuid, many.seq)])).toMatchObject([{ answer: 'voided' }]);
});

it('an offer needs a person who sells; without one it is refused, and a sold letter is not', async () => {
  const offer = counter.paired.letter({ kind: 'offer', body: body() });
  const ask = (call: object) => answerOf([offer], call);
  expect(await ask({})).toMatchObject([{ answer: 'refused', problem: { code: 'auth.unauthorized' } }]);
  const customer = await makePerson(app);
  expect(await ask({ token: customer.token })).toMatchObject([
    { answer: 'refused', problem: { code: 'permission.denied' } },
  ]);
  expect(await ask({ token: 'dead.token.here' })).toMatchObject([{ answer: 'refused' }]);
  const same = soldAs(offer);
  expect(await answerOf([same], { token: 'dead.token.here' })).toMatchObject([
    { answer: 'booked', problem: null },
  ]);
});

it('a void of a booked sale takes it back whole, once', async () => {
  const before = await onHand();
  const letter = sold({ lines: [{ shelf, quantity: 3 }] });
  const [booked] = await answerOf([letter]);
  const back = voided(letter.uuid, letter.seq);
  expect(await answerOf([back, back])).toMatchObject([{ answer: 'voided' }, { answer: 'voided' }]);
  const returns = await db().order_return.findMany({ where: { order_id: booked?.order_id ?? 0 } });
  expect(returns.map(({ value }) => Number(value))).toEqual([30]);
  expect(await onHand()).toBe(before);
  expect(await db().pos_inbox.findUnique({ where: { uuid: letter.uuid } })).toMatchObject({
    state: 'countered',
  });
});

it('a sold letter behind a void is held for a person', async () => {
  const letter = sold();
  await answerOf([voided(letter.uuid, letter.seq)]);
  expect(await answerOf([letter])).toMatchObject([{ answer: 'kept', problem: { code: 'till.void_first' } }]);
});

it('a letter with a wrong signature is held and named, and gives way to the right one', async () => {
  const letter = sold();
  const wrong = { ...letter, signature: sold().signature };
  expect(await answerOf([wrong])).toMatchObject([
    { answer: 'kept', problem: { code: 'till.letter_signature' } },
  ]);
  expect(await answerOf([letter])).toMatchObject([{ answer: 'booked' }]);
});

it('a call that the till did not sign, and one of an unknown pairing, are refused', async () => {
  const { key } = newTillKey();
  const letters = [sold()];
  for (const call of [{ key }, { signature: 'x' }, { epoch: 9 }, { device_id: 999_999 }]) {
    const reply = await counter.paired.send(letters, call);
    expect([reply.status, reply.failure.code]).toEqual([401, 'till.signature']);
  }
});

it('a letter beyond 64 kB and a call of more than 50 letters are refused', async () => {
  const long = counter.paired.letter({ body: { ...body(), notes: 'x'.repeat(65_537) } });
  expect((await counter.paired.send([long])).failure.code).toBe('till.letter_too_large');
  const many = Array.from({ length: 51 }, (_, n) =>
    counter.paired.letter({ seq: 900_000 + n, body: body() }),
  );
  expect((await counter.paired.send(many, { last_no: 1 })).status).toBe(422);
});

it('what is no sale, has amounts that do not add up or a number of another sale is held, and the next one is booked', async () => {
  const unsound = body();
  const { printed } = unsound;
  const wrong = { ...unsound, printed: { ...printed, totals: { ...printed.totals, due: 1 } } };
  const taken = sold();
  const letters = [
    counter.paired.letter({ body: { v: 2 } }),
    counter.paired.letter({ body: wrong }),
    taken,
    counter.paired.letter({ seq: taken.seq, body: body() }),
    { ...sold(), body: '[[[[[[[[[[[[[[[[' },
    sold(),
  ];
  const answers = await answerOf(letters);
  expect(answers.map(({ answer, problem }) => [answer, problem?.code])).toEqual([
    ['kept', 'till.letter_unreadable'],
    ['kept', 'till.sale_unsound'],
    ['booked', undefined],
    ['kept', 'till.number_taken'],
    ['kept', 'till.letter_unreadable'],
    ['booked', undefined],
  ]);
});

it('a gap is named until its number comes', async () => {
  const [late, soon] = [sold(), sold()];
  const first = await counter.paired.send([soon]);
  expect(first.results.missing).toContainEqual([late.seq, late.seq]);
  const after = await counter.paired.send([late]);
  expect(after.results.missing).not.toContainEqual([late.seq, late.seq]);
});

it('an item that was deleted is held and booked after mapping; the sales behind it are booked before', async () => {
  const gone = await makeShelf(app, { branch_id: counter.branch_id });
  const letter = sold({ lines: [{ shelf: gone, quantity: 2, price: 7 }] });
  await db().product_item.update({ where: { id: gone.item_id }, data: { deleted_at: at } });
  await db().product.update({ where: { id: gone.product_id }, data: { deleted_at: at } });
  const answers = await answerOf([letter, sold(), sold(), sold(), sold(), sold()]);
  expect(answers.map(({ answer }) => answer)).toEqual(['kept', ...Array(5).fill('booked')]);
  const as = { token: counter.manager.token };
  const manager = await makePerson(app, { permissions: ['sessions'], branch_id: counter.branch_id });
  Object.assign(as, { token: manager.token });
  const held = await app.call(api.tillLetter.list, { state: 'held', device_id: counter.device_id }, as);
  const row = held.results.find(({ uuid }) => uuid === letter.uuid);
  expect(row).toMatchObject({
    due: 14,
    problem: { code: 'till.item_gone', params: { item_id: gone.item_id } },
    items: [{ item_id: gone.item_id, quantity: 2, is_gone: true }],
    actions: ['book'],
  });
  const book = (more: object) => app.call(api.tillLetter.book, { uuid: letter.uuid, ...more }, as);
  expect((await book({})).failure.code).toBe('till.item_gone');
  const done = await book({ items: [{ from: gone.item_id, to: shelf.item_id }] });
  expect(done.results).toMatchObject({ state: 'booked', problem: null });
  const [order] = await orders(row?.till_no ?? '');
  expect(Number(order?.due)).toBe(14);
  expect((await book({})).failure.code).toBe('till.not_held');
});

it('an ended pairing delivers what it sold and offers nothing', async () => {
  const old = counter.paired;
  const [letter, offer] = [sold(), old.letter({ kind: 'offer', body: body() })];
  const manager = await makePerson(app, { permissions: ['branchs'], branch_id: counter.branch_id });
  const fresh = await pairTill(app, manager, counter.device_id);
  expect(fresh.epoch).toBe(2);
  const answers = await answerOf([letter, offer], { token: counter.seller.token });
  expect(answers).toMatchObject([
    { answer: 'booked' },
    { answer: 'refused', problem: { code: 'till.unpaired' } },
  ]);
  // numbers begin again under other letters
  const first = fresh.letter({ body: body() });
  const reply = await fresh.send([first]);
  expect(reply.results.answers[0]?.till_no).toBe(`${counter.branch_id}-${counter.device_id}B-000001`);
  counter = { ...counter, paired: fresh };
});

it('people of another branch see no letter', async () => {
  const stranger = await makeCounter(app);
  const list = await app.call(api.tillLetter.list, {}, { token: stranger.manager.token });
  expect(list.results).toEqual([]);
  const book = await app.call(api.tillLetter.book, { uuid: randomUUID() }, { token: stranger.manager.token });
  expect(book.status).toBe(404);
});

it('whatever came, the database is sound', async () => {
  await expectSound(app);
});

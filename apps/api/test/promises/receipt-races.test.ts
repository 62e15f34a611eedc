import { afterAll, beforeAll, expect, it } from 'vitest';
import { deductStock } from '../../src/modules/stock/index.ts';
import { makeAdmin, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { patient } from '../patient.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { levelOf, makeShelf, type Shelf, units } from '../stock.ts';
import { sized, tally } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;
let buy: ReturnType<typeof purchasing>;
const CROWD = 50;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
  buy = purchasing(app, admin);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const crowd = <T extends { status: number }>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CROWD }, (_, at) => patient(() => work(at))));
const answers = (replies: readonly { status: number; failure?: { code?: string } }[]) =>
  tally(replies.map(({ status, failure }) => (status === 200 ? 'ok' : (failure?.code ?? status))));

async function sent(more: object = {}) {
  const shelf = await makeShelf(app);
  const supplier_id = await makeSupplier(app);
  const { results } = await buy.save({ supplier_id, items: [lineOf(shelf)], ...more });
  return { shelf, id: results.id, line: results.items[0]?.id ?? 0, version: results.version };
}
const accepts = (id: number) =>
  app.services.database.prisma.audit_log.count({
    where: { noun: 'receipt', record_id: String(id), action: 'accept' },
  });

it('P10 a receipt accepted 50 times at once is booked once', async () => {
  const { id, shelf } = await sent();
  const said = answers(await crowd((at) => (at % 2 ? buy.update : buy.save)({ id, status: 1 })));
  // the later ones find it accepted: nothing to do, or not to be saved as a draft any more
  expect(Object.keys(said).sort()).toEqual(['ok', 'receipt.bad_transition']);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, value: 50 });
  expect(await accepts(id)).toBe(1);
});

it('P10 C4 of 50 concurrent accepts of one receipt version one succeeds', async () => {
  const { id, shelf, version } = await sent();
  const said = answers(await crowd(() => buy.update({ id, version, status: 1 })));
  expect(said).toEqual({ ok: 1, 'record.stale': CROWD - 1 });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
});

it('P10 a receipt accepted repeatedly with one key is accepted once', async () => {
  const { id, shelf } = await sent();
  const headers = { 'idempotency-key': `accept-${unique()}` };
  const path = '/admin/products/receipts/save';
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.post(path, { id, status: 1 }, { token: admin.token, headers })),
  );
  const done = replies.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(answers(replies.filter(({ status }) => status !== 200))).toEqual(
    done.length === 20 ? {} : { 'idempotency.in_progress': 20 - done.length },
  );
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
  expect(await accepts(id)).toBe(1);
});

it('C9 a receipt accepted and changed 50 times at once is booked once with its final values', async () => {
  const { id, shelf, line } = await sent();
  const said = await Promise.all([
    crowd(() => buy.update({ id, status: 1 })),
    crowd((at) => buy.update({ id, items: [{ id: line, quantity: 1 + at }] })),
  ]);
  expect(answers(said.flat())).toEqual({ ok: 2 * CROWD });
  const { results } = await buy.show(id);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: results.quantity, value: results.net });
  expect(await accepts(id)).toBe(1);
});

it('C9 changes to a receipt after its concurrent lock are refused', async () => {
  const { id, shelf, line } = await sent({
    status: 1,
    invoice_number: `R${unique()}`,
    invoice_date: '2026-01-01',
  });
  const [locks, changes] = await Promise.all([
    crowd(() => buy.update({ id, status: 2 })),
    crowd((at) => buy.update({ id, items: [{ id: line, quantity: 1 + at }] })),
  ]);
  expect(answers(locks)).toEqual({ ok: CROWD });
  for (const code of Object.keys(answers(changes))) expect(['ok', 'receipt.locked']).toContain(code);
  const { results } = await buy.show(id);
  expect(results.status).toBe(2);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: results.quantity });
});

it('C9 a receipt canceled and sold at once leaves stock on hand equal to its batches', async () => {
  for (let round = 0; round < sized(3, 20); round += 1) {
    const { id, shelf } = await sent({ status: 1 });
    const take = (place: Shelf) =>
      app
        .ctx()
        .tx((ctx) =>
          deductStock(ctx, { type: 'sale', id: unique() }, [{ ...place, quantity: units(1), line_id: 1 }]),
        )
        .then(
          () => 1,
          () => 0,
        );
    const [cancels, sales] = await Promise.all([
      Promise.all([0, 1, 2].map(() => patient(() => buy.update({ id, status: -1, force: 1 })))),
      Promise.all(Array.from({ length: 8 }, () => take(shelf))),
    ]);
    expect(answers(cancels)).toEqual({ ok: 3 });
    const sold = sales.reduce<number>((all, one) => all + one, 0);
    const { results } = await buy.show(id);
    expect(results.status).toBe(-1);
    if (sold > 0) expect(results.quantity).toBe(sold);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0, deficit: 0, value: 0 });
  }
});

it('C9 a receipt reduced below its sales during sales leaves every unit in one batch or owed', async () => {
  const { id, shelf, line } = await sent({ status: 1 });
  await buy.accepted(shelf, { quantity: 30, cost: 7 });
  let sold = 0;
  const sell = () =>
    app
      .ctx()
      .tx((ctx) =>
        deductStock(ctx, { type: 'sale', id: unique() }, [{ ...shelf, quantity: units(1), line_id: 1 }]),
      )
      .then(
        () => {
          sold += 1;
        },
        () => undefined,
      );
  const shrink = (quantity: number) =>
    patient(() => buy.update({ id, items: [{ id: line, quantity }], force: 1 }));
  const [said] = await Promise.all([
    Promise.all([8, 3, 9, 0, 5, 2, 7, 4].map(shrink)),
    Promise.all(Array.from({ length: 20 }, sell)),
  ]);
  expect(answers(said)).toEqual({ ok: 8 });
  expect(sold).toBeGreaterThan(0);
  const { results } = await buy.show(id);
  const level = await levelOf(app, shelf);
  expect(level.on_hand - level.deficit).toBe(results.quantity + 30 - sold);
});

import { api } from '@dukkan/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { levelOf, makeShelf, need, type Shelf, stockUp } from '../../../test/stock.ts';
import { deduct, expireBatches, type Ref, reserve } from './index.ts';

let app: TestApp;
let admin: Person;
let clock = new Date('2026-11-21T09:00:00Z').getTime();
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  admin = await makeAdmin(app);
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

const as = (who: Person = admin) => ({ token: who.token });
const order = (): Ref => ({ type: 'sale', id: unique() });
const sell = (shelf: Shelf, quantity: number) =>
  app.ctx().tx((ctx) => deduct(ctx, order(), [{ ...need(shelf, quantity), line_id: 1 }]));
const hold = (shelf: Shelf, quantity: number, ref = order()) =>
  app.ctx().tx((ctx) => reserve(ctx, ref, [need(shelf, quantity)]));

describe('a transfer', () => {
  const there = (shelf: Shelf, branch_id: number): Shelf => ({ ...shelf, branch_id });

  test('takes batches along with their cost and expiry, and is there at once', async () => {
    const shelf = await makeShelf(app);
    const to = await makeBranch(app);
    await stockUp(app.ctx(), shelf, 5, 3, { expire_date: '2026-12-31' });
    await stockUp(app.ctx(), shelf, 4, 3.5, { expire_date: '2026-12-10' });
    const { status, results } = await app.call(
      api.transfer.save,
      {
        from_branch_id: shelf.branch_id,
        to_branch_id: to.id,
        items: [
          { item_id: shelf.item_id, quantity: 4 },
          { item_id: shelf.item_id, quantity: 2 },
        ],
      },
      as(),
    );
    expect([status, results.quantity, results.value, results.lines_count]).toEqual([200, 6, 20, 1]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 3, value: 9 });
    expect(await levelOf(app, there(shelf, to.id))).toMatchObject({ on_hand: 6, value: 20 });
    const arrived = await app.call(api.batch.list, { branch_id: to.id, sort_by: 'id', sort_as: 'asc' }, as());
    expect(arrived.results.map((one) => [one.remaining_quantity, one.cost_value, one.expire_date])).toEqual([
      [4, 3.5, '2026-12-10'],
      [2, 3, '2026-12-31'],
    ]);
    expect(arrived.results.every((one) => one.parent_batch_id !== null)).toBe(true);
  });

  test('leaves what others hold, and says what is missing', async () => {
    const shelf = await makeShelf(app);
    const to = await makeBranch(app);
    await stockUp(app.ctx(), shelf, 5, 3);
    await hold(shelf, 4);
    const body = {
      from_branch_id: shelf.branch_id,
      to_branch_id: to.id,
      items: [{ item_id: shelf.item_id, quantity: 2 }],
    };
    const { status, failure } = await app.call(api.transfer.save, body, as());
    expect([status, failure.code, failure.params]).toEqual([
      409,
      'stock.insufficient',
      expect.objectContaining({ asked: 2, available: 1 }),
    ]);
    expect(await app.services.database.prisma.stock_transfer.count({ where: { to_branch_id: to.id } })).toBe(
      0,
    );
  });

  test('needs two branches of ones own', async () => {
    const shelf = await makeShelf(app);
    const to = await makeBranch(app);
    const manager = await makePerson(app, { permissions: ['reciepts'], manages: [shelf.branch_id] });
    const items = [{ item_id: shelf.item_id, quantity: 1 }];
    const same = { from_branch_id: shelf.branch_id, to_branch_id: shelf.branch_id, items };
    expect((await app.call(api.transfer.save, same, as())).failure.code).toBe('transfer.same_branch');
    const foreign = { from_branch_id: shelf.branch_id, to_branch_id: to.id, items };
    expect((await app.call(api.transfer.save, foreign, as(manager))).failure.code).toBe('branch.forbidden');
    const unknown = { ...foreign, items: [{ item_id: 2_000_000_000, quantity: 1 }] };
    expect((await app.call(api.transfer.save, unknown, as())).failure.errors).toHaveProperty(
      'items.0.item_id',
    );
  });

  test('is seen from both ends and by nobody else', async () => {
    const shelf = await makeShelf(app);
    const [to, other] = [await makeBranch(app), await makeBranch(app)];
    await stockUp(app.ctx(), shelf, 5, 3);
    const body = {
      from_branch_id: shelf.branch_id,
      to_branch_id: to.id,
      items: [{ item_id: shelf.item_id, quantity: 2 }],
    };
    const { results } = await app.call(api.transfer.save, body, as());
    for (const [branch, seen] of [
      [shelf.branch_id, 200],
      [to.id, 200],
      [other.id, 404],
    ] as const) {
      const who = await makePerson(app, { permissions: ['reciepts'], manages: [branch] });
      expect((await app.call(api.transfer.show, { id: results.id }, as(who))).status).toBe(seen);
      const listed = await app.call(api.transfer.list, {}, as(who));
      expect(listed.results.map(({ id }) => id).includes(results.id)).toBe(seen === 200);
      const told = await app.call(
        api.audit.list,
        { noun: 'transfer', record_id: String(results.id) },
        as(who),
      );
      expect(told.meta.total).toBe(seen === 200 ? 1 : 0);
    }
  });
});

describe('a stock-taking', () => {
  const start = (shelf: Shelf, items: object[] = []) =>
    app.call(api.stockCount.save, { branch_id: shelf.branch_id, items }, as());

  test('counts what is sold meanwhile only once (V3.6)', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const { results: draft } = await start(shelf);
    await sell(shelf, 2);
    await app.call(
      api.stockCount.save,
      { id: draft.id, items: [{ item_id: shelf.item_id, counted: 8 }] },
      as(),
    );
    await sell(shelf, 3);
    const { results } = await app.call(api.stockCount.post, { id: draft.id }, as());
    expect(results.items[0]).toMatchObject({ snapshot: 8, counted: 8, difference: 0 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5 });
  });

  test('lowers what sells first, raises the newest batch, and says what that is worth', async () => {
    const less = await makeShelf(app);
    const more = await makeShelf(app, { branch_id: less.branch_id });
    const nothing = await makeShelf(app, { branch_id: less.branch_id });
    await stockUp(app.ctx(), less, 5, 3, { expire_date: '2026-12-31' });
    await stockUp(app.ctx(), less, 4, 3.5, { expire_date: '2026-12-10' });
    await stockUp(app.ctx(), more, 2, 4);
    const { results: draft } = await start(less, [
      { item_id: less.item_id, counted: 3 },
      { item_id: more.item_id, counted: 5 },
      { item_id: nothing.item_id, counted: 2 },
    ]);
    expect(draft).toMatchObject({
      lines_count: 3,
      counted_count: 3,
      status: 0,
      actions: ['save', 'post', 'delete'],
    });
    const { results } = await app.call(api.stockCount.post, { id: draft.id }, as());
    expect(results).toMatchObject({
      status: 1,
      difference: -6 + 3 + 2,
      value: -(4 * 3.5 + 2 * 3) + 12,
      actions: [],
    });
    expect(await levelOf(app, less)).toMatchObject({ on_hand: 3, value: 9 });
    expect(await levelOf(app, more)).toMatchObject({ on_hand: 5, value: 20 });
    expect(await levelOf(app, nothing)).toMatchObject({ on_hand: 2, value: 0 });
    const again = await app.call(api.stockCount.post, { id: draft.id }, as());
    expect([again.status, again.failure.code]).toEqual([409, 'count.posted']);
  });

  test('goes on scan by scan, forgets a line, and is thrown away as a draft', async () => {
    const shelf = await makeShelf(app);
    const other = await makeShelf(app, { branch_id: shelf.branch_id });
    const { results: draft } = await start(shelf);
    const scan = (item_id: number) =>
      app.call(api.stockCount.save, { id: draft.id, items: [{ item_id, add: 1 }] }, as());
    await scan(shelf.item_id);
    await scan(other.item_id);
    const { results } = await scan(shelf.item_id);
    expect(new Map(results.items.map(({ item_id, counted }) => [item_id, counted]))).toEqual(
      new Map([
        [shelf.item_id, 2],
        [other.item_id, 1],
      ]),
    );
    const brief = { id: draft.id, items: [{ item_id: other.item_id, add: 1 }], brief: 1 };
    const short = (await app.call(api.stockCount.save, brief, as())).results;
    expect(short.lines_count).toBe(2);
    expect(short.items.map(({ item_id, counted }) => [item_id, counted])).toEqual([[other.item_id, 2]]);
    const without = { id: draft.id, items: [{ item_id: other.item_id, counted: null }] };
    expect((await app.call(api.stockCount.save, without, as())).results.lines_count).toBe(1);
    expect((await app.call(api.stockCount.remove, { id: draft.id }, as())).results).toEqual({ deleted: 1 });
    expect((await app.call(api.stockCount.show, { id: draft.id }, as())).status).toBe(404);
    const empty = await start(shelf);
    expect((await app.call(api.stockCount.post, { id: empty.results.id }, as())).failure.code).toBe(
      'count.empty',
    );
  });

  test('may hold lines that wait to be counted; posting leaves them as they are', async () => {
    const shelf = await makeShelf(app);
    const other = await makeShelf(app, { branch_id: shelf.branch_id });
    await stockUp(app.ctx(), shelf, 10, 2);
    await stockUp(app.ctx(), other, 4, 3);
    const { results: draft } = await start(shelf, [{ item_id: shelf.item_id }, { item_id: other.item_id }]);
    expect(draft).toMatchObject({ lines_count: 2, counted_count: 0, actions: ['save', 'delete'] });
    expect(draft.items[0]).toMatchObject({ snapshot: 4, counted: null, counted_at: null, difference: null });
    const save = (items: object[]) => app.call(api.stockCount.save, { id: draft.id, items }, as());
    const counted = await save([{ item_id: shelf.item_id, counted: 8 }]);
    // about as much as a unit costs; said for good by the posting
    expect(counted.results.items[0]).toMatchObject({ counted: 8, difference: -2, value: -4 });
    expect(counted.results).toMatchObject({ difference: -2, value: -4 });
    expect((await save([{ item_id: shelf.item_id }])).results.items[0]).toMatchObject({ counted: 8 });
    await app.call(api.stockCount.post, { id: draft.id }, as());
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 8 });
    expect(await levelOf(app, other)).toMatchObject({ on_hand: 4 });
  });

  test('is posted once, however many press the button', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const { results: draft } = await start(shelf, [{ item_id: shelf.item_id, counted: 7 }]);
    const said = await Promise.all(
      Array.from({ length: 20 }, () => app.call(api.stockCount.post, { id: draft.id }, as())),
    );
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      said.filter(({ status }) => status !== 200).every(({ failure }) => failure.code === 'count.posted'),
    ).toBe(true);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 7 });
  });

  test('of a foreign branch does not exist', async () => {
    const shelf = await makeShelf(app);
    const other = await makeBranch(app);
    const { results: draft } = await start(shelf, [{ item_id: shelf.item_id, counted: 1 }]);
    const stranger = await makePerson(app, { permissions: ['reciepts'], manages: [other.id] });
    for (const endpoint of [api.stockCount.show, api.stockCount.post, api.stockCount.remove])
      expect((await app.call(endpoint, { id: draft.id }, as(stranger))).status).toBe(404);
    const started = await app.call(api.stockCount.save, { branch_id: shelf.branch_id }, as(stranger));
    expect(started.failure.code).toBe('branch.forbidden');
  });
});

describe('what expires', () => {
  test('is blocked from the day after, by the branch’s own clock, and thrown away first', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 4, 2, { expire_date: '2026-11-21' });
    await stockUp(app.ctx(), shelf, 6, 3);
    expect(await expireBatches(app.services)).toBe(0);
    await hold(shelf, 9);
    // a second after midnight in Doha, before the clocked job has looked
    clock = new Date('2026-11-21T21:00:01Z').getTime();
    // half a day has gone by, and with it the session
    admin = await makeAdmin(app);
    await expect(hold(shelf, 1)).rejects.toMatchObject({ code: 'stock.insufficient' });
    await expect(sell(shelf, 1)).rejects.toMatchObject({ code: 'stock.insufficient' });
    expect(await expireBatches(app.services)).toBe(1);
    expect(await expireBatches(app.services)).toBe(0);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, expired: 4, reserved: 9, available: -3 });
    const body = { branch_id: shelf.branch_id, item_id: shelf.item_id, quantity: 3, reason: 'expired' };
    expect((await app.call(api.stock.writeOff, body, as())).results).toEqual({ written_off: 3, value: 6 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 7, expired: 1 });
    clock = new Date('2026-11-21T09:00:00Z').getTime();
    admin = await makeAdmin(app);
  });

  test('what orders hold is never written off', async () => {
    const shelf = await makeShelf(app);
    const batch_id = await stockUp(app.ctx(), shelf, 6, 3);
    await hold(shelf, 5);
    const body = {
      branch_id: shelf.branch_id,
      item_id: shelf.item_id,
      quantity: 2,
      batch_id,
      reason: 'damaged',
    };
    const refused = await app.call(api.stock.writeOff, body, as());
    expect([refused.status, refused.failure.params]).toEqual([
      409,
      expect.objectContaining({ asked: 2, available: 1 }),
    ]);
    expect((await app.call(api.stock.writeOff, { ...body, quantity: 1 }, as())).status).toBe(200);
  });
});

describe('the stock list', () => {
  test('says what is there, what holds it, and how long it lasts', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 40, 2, { created_at: new Date(clock - 14 * 86_400_000) });
    await sell(shelf, 14);
    await hold(shelf, 6);
    const { results, meta } = await app.call(api.stock.list, { item_id: shelf.item_id }, as());
    expect(meta.total).toBe(1);
    expect(results[0]).toMatchObject({
      id: `${shelf.item_id}-${shelf.branch_id}`,
      on_hand: 26,
      reserved: 6,
      available: 20,
      value: 52,
      pace: 1,
      days_left: 20,
    });
    for (const [state, found] of [
      ['available', 1],
      ['reserved', 1],
      ['out', 0],
      ['low', 0],
      ['deficit', 0],
      ['expired', 0],
    ] as const)
      expect((await app.call(api.stock.list, { item_id: shelf.item_id, state }, as())).meta.total).toBe(
        found,
      );
    for (const sort_by of ['title', 'available', 'on_hand', 'value'] as const)
      expect((await app.call(api.stock.list, { sort_by, sort_as: 'desc' }, as())).status).toBe(200);
  });

  test('finds by word and barcode, and shows nobody a foreign branch', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 3, 2);
    const barcode = (
      await app.services.database.prisma.product_item.findUniqueOrThrow({ where: { id: shelf.item_id } })
    ).barcode;
    const found = await app.call(api.stock.list, { keywords: barcode ?? '' }, as());
    expect(found.results.map(({ item_id }) => item_id)).toEqual([shelf.item_id]);
    const other = await makeBranch(app);
    const stranger = await makePerson(app, { permissions: ['reciepts'], manages: [other.id] });
    for (const body of [{}, { item_id: shelf.item_id }, { branch_id: shelf.branch_id }])
      expect((await app.call(api.stock.list, body, as(stranger))).results).toEqual([]);
    const asked = { item_id: shelf.item_id, branch_id: shelf.branch_id };
    expect((await app.call(api.stock.explain, asked, as(stranger))).failure.code).toBe('branch.forbidden');
  });

  test('explains: which order holds it, which batch, and where else it is', async () => {
    const shelf = await makeShelf(app);
    const near = await makeShelf(app);
    const there = { ...shelf, branch_id: near.branch_id };
    await stockUp(app.ctx(), shelf, 9, 2, { expire_date: '2026-12-24' });
    await stockUp(app.ctx(), there, 7, 2);
    const ref = order();
    await hold(shelf, 4, ref);
    const { results } = await app.call(
      api.stock.explain,
      { item_id: shelf.item_id, branch_id: shelf.branch_id },
      as(),
    );
    expect(results).toMatchObject({ on_hand: 9, reserved: 4, available: 5 });
    expect(results.holds).toEqual([
      expect.objectContaining({ ref_type: 'sale', ref_id: ref.id, quantity: 4 }),
    ]);
    expect(results.batches).toEqual([
      expect.objectContaining({
        remaining_quantity: 9,
        cost_value: 2,
        expire_date: '2026-12-24',
        expired: false,
      }),
    ]);
    expect(results.elsewhere).toEqual([expect.objectContaining({ branch_id: near.branch_id, available: 7 })]);
    const seller = await makePerson(app, { permissions: ['seller'], branch_id: shelf.branch_id });
    const seen = await app.call(
      api.stock.explain,
      { item_id: shelf.item_id, branch_id: shelf.branch_id },
      as(seller),
    );
    expect(seen.results.batches[0]?.cost_value).toBeNull();
    // other branches are none of theirs
    expect(seen.results.elsewhere).toEqual([]);
  });
});

describe('the batches', () => {
  test('know their pace and what to do about it', async () => {
    const shelf = await makeShelf(app);
    const old = new Date(clock - 20 * 86_400_000);
    await stockUp(app.ctx(), shelf, 100, 1, { created_at: old, expire_date: '2026-11-26' });
    await sell(shelf, 40);
    const asked = { item_id: shelf.item_id, movements: 1 };
    const { results, meta } = await app.call(api.batch.list, asked, as());
    expect([meta.total, results.length]).toEqual([1, 1]);
    // 20 days × 60/100 + 20 days × 40/100, all sold today
    expect(results[0]).toMatchObject({ quantity: 100, remaining_quantity: 60, weight: 20, rate: 5 });
    // two a day for five days leaves 50 of 60 unsold
    expect(results[0]).toMatchObject({ days_left: 30, unsold: 50, advice: 'mark_down' });
    expect(results[0]?.movements).toEqual([expect.objectContaining({ target: 1, quantity: 40 })]);
    expect((await app.call(api.batch.list, { item_id: shelf.item_id }, as())).results[0]).not.toHaveProperty(
      'movements',
    );
  });

  test('are not marked down for an expiry that is far off', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 1, { expire_date: '2028-01-01' });
    const { results } = await app.call(api.batch.list, { item_id: shelf.item_id }, as());
    expect(results[0]).toMatchObject({ unsold: 0, advice: null, days_left: null });
  });

  test('are a hundred a page, the fullest first', async () => {
    const { body } = await app.call(api.batch.list, {}, as());
    expect(body.meta).toMatchObject({ per_page: 100 });
    const left = (body.results as { remaining_quantity: number }[]).map((one) => one.remaining_quantity);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
  });
});

import { api } from '@dukkan/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { holdUnits, levelOf, makeShelf, type Shelf, sellUnits, stockUp } from '../../../test/stock.ts';
import { expireBatches } from './index.ts';

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

describe('stock changes and the branch header', () => {
  test('stock is changed only in the branch of the header, or between it and another', async () => {
    const shelf = await makeShelf(app);
    const [to, other] = [await makeBranch(app), await makeBranch(app)];
    await stockUp(app.ctx(), shelf, 9, 3);
    const { item_id, branch_id } = shelf;
    const supplier = await app.services.database.prisma.supplier.create({
      data: { name: `Supplier ${unique()}` },
    });
    const items = [{ item_id, quantity: 1 }];
    const calls = [
      [api.stock.writeOff, { item_id, branch_id, quantity: 1, reason: 'damaged' }, []],
      [api.stockCount.save, { branch_id, items: [{ item_id, counted: 9 }] }, []],
      [api.transfer.save, { from_branch_id: branch_id, to_branch_id: to.id, items }, [to.id]],
      [
        api.receipt.save,
        { supplier_id: supplier.id, items: [{ ...items[0], branch_id, cost_value: 1 }] },
        [],
      ],
    ] as const;
    for (const [endpoint, body, more] of calls) {
      const from = (id: number) =>
        app.call(endpoint, body, { ...as(), headers: { 'branch-id': String(id) } });
      expect(await from(other.id)).toMatchObject({ status: 403, failure: { code: 'branch.forbidden' } });
      for (const id of [branch_id, ...more]) expect((await from(id)).status).toBe(200);
    }
  });
});

describe('transfers', () => {
  const there = (shelf: Shelf, branch_id: number): Shelf => ({ ...shelf, branch_id });

  test('a transfer moves batches with their cost and expiry date and arrives at once', async () => {
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

  test('a transfer leaves reserved units and names what is missing', async () => {
    const shelf = await makeShelf(app);
    const to = await makeBranch(app);
    await stockUp(app.ctx(), shelf, 5, 3);
    await holdUnits(app, shelf, 4);
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

  test("a transfer needs two of the caller's own branches", async () => {
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

  test('a transfer is visible to staff of both branches and to nobody else', async () => {
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
      const answer = await app.call(
        api.audit.list,
        { noun: 'transfer', record_id: String(results.id) },
        as(who),
      );
      expect(answer.meta.total).toBe(seen === 200 ? 1 : 0);
    }
  });
});

describe('stock counts', () => {
  const start = (shelf: Shelf, items: object[] = []) =>
    app.call(api.stockCount.save, { branch_id: shelf.branch_id, items }, as());

  test('C5 a stock count counts units sold during it only once (vector V3.6)', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const { results: draft } = await start(shelf);
    await sellUnits(app, shelf, 2);
    await app.call(
      api.stockCount.save,
      { id: draft.id, items: [{ item_id: shelf.item_id, counted: 8 }] },
      as(),
    );
    await sellUnits(app, shelf, 3);
    const { results } = await app.call(api.stockCount.post, { id: draft.id }, as());
    expect(results.items[0]).toMatchObject({ snapshot: 8, counted: 8, difference: 0 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5 });
  });

  test('a stock count corrects only the difference that another count has not corrected', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 2);
    const counted = (figure: number) => start(shelf, [{ item_id: shelf.item_id, counted: figure }]);
    const [one, same, less] = [await counted(8), await counted(8), await counted(7)];
    clock += 60_000;
    for (const [draft, difference, on_hand] of [
      [one, -2, 8],
      [same, 0, 8],
      [less, -1, 7],
    ] as const) {
      const { results } = await app.call(api.stockCount.post, { id: draft.results.id }, as());
      expect(results.items[0]).toMatchObject({ difference });
      expect(await levelOf(app, shelf)).toMatchObject({ on_hand });
    }
    // counted after all of these, so nothing of theirs is taken off
    clock += 60_000;
    const { results } = await app.call(api.stockCount.post, { id: (await counted(6)).results.id }, as());
    expect(results.items[0]).toMatchObject({ difference: -1 });
  });

  test('a stock count lowers the batch that sells first, raises the newest one, and shows the value of the difference', async () => {
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

  test('a stock count can be continued scan by scan, drop a line, and be deleted as a draft', async () => {
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

  test('lines that have not been counted yet stay unchanged when the stock count is posted', async () => {
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

  test('C5 a stock count is posted once, however many people post it', async () => {
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

  test('a stock count of another branch looks absent', async () => {
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

describe('expired stock', () => {
  test("expired stock is blocked from the day after its date by the branch's clock and written off first", async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 4, 2, { expire_date: '2026-11-21' });
    await stockUp(app.ctx(), shelf, 6, 3);
    expect(await expireBatches(app.services)).toBe(0);
    await holdUnits(app, shelf, 9);
    // a second after midnight in Doha, before the clocked job has looked
    clock = new Date('2026-11-21T21:00:01Z').getTime();
    // half a day has gone by, and with it the session
    admin = await makeAdmin(app);
    await expect(holdUnits(app, shelf, 1)).rejects.toMatchObject({ code: 'stock.insufficient' });
    await expect(sellUnits(app, shelf, 1)).rejects.toMatchObject({ code: 'stock.insufficient' });
    expect(await expireBatches(app.services)).toBe(1);
    expect(await expireBatches(app.services)).toBe(0);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, expired: 4, reserved: 9, available: -3 });
    const body = { branch_id: shelf.branch_id, item_id: shelf.item_id, quantity: 3, reason: 'expired' };
    expect((await app.call(api.stock.writeOff, body, as())).results).toEqual({ written_off: 3, value: 6 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 7, expired: 1 });
    clock = new Date('2026-11-21T09:00:00Z').getTime();
    admin = await makeAdmin(app);
  });

  test('reserved units are never written off', async () => {
    const shelf = await makeShelf(app);
    const batch_id = await stockUp(app.ctx(), shelf, 6, 3);
    await holdUnits(app, shelf, 5);
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

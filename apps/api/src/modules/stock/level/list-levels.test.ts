import { api } from '@dukkan/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { holdUnits, makeShelf, saleRef, sellUnits, stockUp } from '../../../../test/stock.ts';
import { expireBatches, updateSalesPace } from '../index.ts';

let app: TestApp;
let admin: Person;
const clock = new Date('2026-11-21T09:00:00Z').getTime();
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  admin = await makeAdmin(app);
});
afterEach(() => expectSound(app));
afterAll(() => app.stop());

const as = (who: Person = admin) => ({ token: who.token });

describe('the stock list', () => {
  test('the stock list shows units on hand, reserved units and how long the stock lasts', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 40, 2, { created_at: new Date(clock - 14 * 86_400_000) });
    await sellUnits(app, shelf, 14);
    await holdUnits(app, shelf, 6);
    const { results, meta } = await app.call(api.stock.list, { item_id: shelf.item_id }, as());
    expect(meta.total).toBe(1);
    expect(results[0]).toMatchObject({
      id: `${shelf.item_id}-${shelf.branch_id}`,
      on_hand: 26,
      reserved: 6,
      available: 20,
      available_all: 20,
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

  test("the stock list adds an item up over the caller's branches", async () => {
    const shelf = await makeShelf(app);
    const other = await makeBranch(app);
    await stockUp(app.ctx(), shelf, 3, 2);
    await stockUp(app.ctx(), { ...shelf, branch_id: other.id }, 4, 2);
    const sums = async (who: Person) =>
      (await app.call(api.stock.list, { item_id: shelf.item_id }, as(who))).results
        .map(({ available, available_all }) => [available, available_all])
        .sort();
    expect(await sums(admin)).toEqual([
      [3, 7],
      [4, 7],
    ]);
    const local = await makePerson(app, { permissions: ['products'], manages: [other.id] });
    expect(await sums(local)).toEqual([[4, 4]]);
  });

  test('the stock list is searched by word and barcode and shows no other branch', async () => {
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
    const query = { item_id: shelf.item_id, branch_id: shelf.branch_id };
    expect((await app.call(api.stock.explain, query, as(stranger))).failure.code).toBe('branch.forbidden');
  });

  test('the stock list shows every level once in any sort and filter, on pages and in an export', async () => {
    for (const quantity of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      const shelf = await makeShelf(app);
      await stockUp(app.ctx(), shelf, quantity, 13 - quantity);
      if (quantity % 3 === 0) await holdUnits(app, shelf, quantity);
      if (quantity % 4 === 0) await stockUp(app.ctx(), shelf, 2, 1, { expire_date: '2026-11-20' });
    }
    await expireBatches(app.services);
    const owed = await makeShelf(app, { checks: false });
    await stockUp(app.ctx(), owed, 2, 1);
    await sellUnits(app, owed, 5);
    await updateSalesPace(app.services);
    const levels = await app.services.database.prisma.stock_level.findMany();
    const idsOf = (some: typeof levels) => some.map((level) => `${level.item_id}-${level.branch_id}`).sort();
    const all = async (body: object) => {
      const ids: string[] = [];
      for (let page = 1; ; page += 1) {
        const { results, meta } = await app.call(api.stock.list, { ...body, page, limit: 10 }, as());
        ids.push(...results.map(({ id }) => id));
        if (page >= meta.last_page) return { ids, total: meta.total };
      }
    };
    const is = {
      available: (level) => Number(level.available) > 0,
      out: (level) => Number(level.available) <= 0,
      low: (level) => level.low === true,
      deficit: (level) => Number(level.deficit) > 0,
      expired: (level) => Number(level.expired) > 0,
      reserved: (level) => Number(level.reserved) > 0,
    } satisfies Record<string, (level: (typeof levels)[number]) => boolean>;
    for (const [state, holds] of Object.entries(is)) {
      const expected = idsOf(levels.filter(holds));
      expect(expected, state).not.toEqual([]);
      const found = await all({ state });
      expect([found.ids.sort(), found.total], state).toEqual([expected, expected.length]);
    }
    for (const sort_by of ['available', 'on_hand', 'value'] as const) {
      const { ids } = await all({ sort_by, sort_as: 'asc' });
      const value = new Map(
        levels.map((level) => [`${level.item_id}-${level.branch_id}`, Number(level[sort_by])]),
      );
      expect(
        ids.map((id) => value.get(id)),
        sort_by,
      ).toEqual([...value.values()].sort((a, b) => (a ?? 0) - (b ?? 0)));
    }
    expect((await all({})).ids.sort()).toEqual(idsOf(levels));
    const file = await fetch(`${app.url}/admin/products/stock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ export: 1, format: 'csv', sort_by: 'value', limit: 10 }),
    });
    const [head = '', ...lines] = (await file.text()).trim().split('\n');
    expect(head).toContain('#');
    const barcodes = lines.map((line) => line.slice(0, line.indexOf(',')));
    expect(barcodes.toSorted()).toEqual(idsOf(levels));
  });

  test('the stock list can be filtered by supplier', async () => {
    const [shelf, other] = [await makeShelf(app), await makeShelf(app)];
    const supplier = await app.call(api.supplier.save, { name: `Supplier ${shelf.item_id}` }, as());
    const supplier_id = supplier.results.id;
    expect((await app.call(api.stock.list, { supplier_id }, as())).results).toEqual([]);
    await app.call(
      api.receipt.save,
      {
        supplier_id,
        on_date: '2026-11-21',
        status: 1,
        items: [{ item_id: shelf.item_id, branch_id: shelf.branch_id, quantity: 3, cost_value: 2 }],
      },
      as(),
    );
    await stockUp(app.ctx(), other, 3, 2);
    const { results, meta } = await app.call(api.stock.list, { supplier_id }, as());
    expect([results.map(({ item_id }) => item_id), meta.total]).toEqual([[shelf.item_id], 1]);
  });

  test('a stock level lists the orders that reserve it, its batches and other branches with stock', async () => {
    const shelf = await makeShelf(app);
    const near = await makeShelf(app);
    const there = { ...shelf, branch_id: near.branch_id };
    await stockUp(app.ctx(), shelf, 9, 2, { expire_date: '2026-12-24' });
    await stockUp(app.ctx(), there, 7, 2);
    const ref = saleRef();
    await holdUnits(app, shelf, 4, ref);
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

describe('the batch list', () => {
  test('the batch list shows the sales rate of a batch and the recommended action', async () => {
    const shelf = await makeShelf(app);
    const old = new Date(clock - 20 * 86_400_000);
    await stockUp(app.ctx(), shelf, 100, 1, { created_at: old, expire_date: '2026-11-26' });
    await sellUnits(app, shelf, 40);
    const query = { item_id: shelf.item_id, movements: 1 };
    const { results, meta } = await app.call(api.batch.list, query, as());
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

  test('a batch with a distant expiry date gets no recommendation', async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 10, 1, { expire_date: '2028-01-01' });
    const { results } = await app.call(api.batch.list, { item_id: shelf.item_id }, as());
    expect(results[0]).toMatchObject({ unsold: 0, advice: null, days_left: null });
  });

  test('a batch is predicted to sell after those that expire first, then came first, then never expire', async () => {
    const shelf = await makeShelf(app);
    const came = (days: number) => new Date(clock - days * 86_400_000);
    const shelves = [
      [5, { created_at: came(3) }],
      [10, { created_at: came(9) }],
      [20, { created_at: came(2), expire_date: '2027-06-01' }],
      [40, { created_at: came(40), expire_date: '2027-05-01' }],
      [80, { created_at: came(7), expire_date: '2027-05-01' }],
    ] as const;
    for (const [quantity, more] of shelves) await stockUp(app.ctx(), shelf, quantity, 1, more);
    // one a day over four weeks, all of the batch that goes first
    await sellUnits(app, shelf, 28);
    const { results } = await app.call(api.batch.list, { item_id: shelf.item_id }, as());
    expect(
      results
        .map(({ quantity, days_left }) => [quantity, days_left])
        .toSorted(([a = 0], [b = 0]) => (a ?? 0) - (b ?? 0)),
    ).toEqual([
      [5, 127],
      [10, 122],
      [20, 112],
      [40, 12],
      [80, 92],
    ]);
  });

  test('the batch list has a hundred rows a page, the fullest batch first', async () => {
    const { body } = await app.call(api.batch.list, {}, as());
    expect(body.meta).toMatchObject({ per_page: 100 });
    const left = (body.results as { remaining_quantity: number }[]).map((one) => one.remaining_quantity);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
  });
});

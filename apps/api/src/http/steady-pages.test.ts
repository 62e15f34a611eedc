import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../test/actors.ts';
import { startApp, type TestApp } from '../../test/app.ts';
import { makeOrder, STATUS } from '../../test/orders.ts';
import { makeShelf } from '../../test/stock.ts';

let app: TestApp;
let admin: Person;
let other: Person;
beforeAll(async () => {
  app = await startApp();
  [admin, other] = [await makeAdmin(app), await makeAdmin(app)];
});
afterAll(() => app.stop());

type Answer = {
  results: { id: number }[];
  meta: { total: number; from: number; to: number; last_page: number };
};
type Read = (page: number) => Promise<Answer>;

const ROWS = 60;
const LIMIT = 10;

/** Leafs to the end, letting others write between two pages. @returns every id, as often as it was given */
async function leaf(read: Read, meanwhile: (page: number) => Promise<void>): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; page < 100; page += 1) {
    const { results, meta } = await read(page);
    expect(meta.to, `page ${page}`).toBeLessThanOrEqual(meta.total);
    expect([page, meta.to - meta.from + 1]).toEqual([page, results.length || 1]);
    ids.push(...results.map(({ id }) => id));
    if (page >= meta.last_page) return ids;
    await meanwhile(page);
  }
  throw new Error('There is no last page.');
}

/** What another session does to a list while it is read. */
type List = {
  readonly read: Read;
  /** Rows that are there from the start, in the order of the list. */
  readonly ids: number[];
  /** A row that comes to stand first, and one that goes. */
  insert(): Promise<unknown>;
  remove(id: number): Promise<unknown>;
};

const as = () => ({ token: other.token });

async function products(): Promise<List> {
  const mark = `Steady${unique()}x`;
  const make = async () => {
    const reply = await app.call(
      api.product.save,
      { titles: { en: `${mark} ${unique()}` }, status: 0 },
      as(),
    );
    expect(reply.status, reply.text).toBe(200);
    return reply.results.id;
  };
  const ids: number[] = [];
  for (let n = 0; n < ROWS; n += 1) ids.unshift(await make());
  const input = { keywords: mark, sort_by: 'newest', limit: LIMIT } as const;
  return {
    ids,
    read: (page) => app.call(api.product.list, { ...input, page }, { token: admin.token }),
    insert: make,
    remove: (id) => app.call(api.product.remove, { id }, as()),
  };
}

async function customers(): Promise<List> {
  const mark = `Leafer${unique()}x`;
  const make = async () => (await makePerson(app, { name: `${mark} ${unique()}` })).id;
  const ids: number[] = [];
  for (let n = 0; n < ROWS; n += 1) ids.unshift(await make());
  const input = { keywords: mark, sort_by: 'created_at', limit: LIMIT } as const;
  return {
    ids,
    read: (page) => app.call(api.account.list, { ...input, page }, { token: admin.token }),
    insert: make,
    remove: (id) => app.call(api.account.remove, { id }, as()),
  };
}

async function orders(): Promise<List> {
  const { id: branch_id } = await makeBranch(app);
  const shelf = await makeShelf(app, { branch_id });
  const make = async () => (await makeOrder(app, { branch_id, shelves: [shelf] })).id;
  const ids: number[] = [];
  for (let n = 0; n < ROWS; n += 1) ids.unshift(await make());
  const input = { branch_id, status_value: 0, limit: LIMIT } as const;
  return {
    ids,
    read: (page) => app.call(api.order.list, { ...input, page }, { token: admin.token }),
    insert: make,
    // an order that is canceled leaves the list of those that wait
    remove: (id) => app.call(api.order.save, { id, status_id: STATUS.canceled }, as()),
  };
}

describe.each([
  ['products', products],
  ['customers', customers],
  ['orders', orders],
])('a list of %s that changes while it is paged through', (_, make) => {
  test('paging returns every remaining row once while rows are added and removed', async () => {
    const list = await make();
    const gone = new Set<number>();
    const drop = async (id: number | undefined) => {
      if (id === undefined || gone.has(id)) return;
      gone.add(id);
      const reply = (await list.remove(id)) as { status: number; text: string };
      expect(reply.status, reply.text).toBe(200);
    };
    const read = await leaf(list.read, async (page) => {
      for (let n = 0; n < page; n += 1) await list.insert();
      // of what was read lately, its last row on every second page, and of what comes
      const end = page * LIMIT;
      await drop(list.ids[end - 4]);
      if (page % 2 === 0) await drop(list.ids[end - 1]);
      await drop(list.ids[end + 15]);
    });
    const once = new Set(read);
    expect(read.length).toBe(once.size);
    expect(list.ids.filter((id) => !gone.has(id) && !once.has(id))).toEqual([]);
  });

  test('paging returns every row once while another session writes at the same time', async () => {
    const list = await make();
    let isOver = false;
    const gone = new Set<number>();
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) {
        await list.insert();
        // what was read first goes, also while the next page is on its way
        const id = list.ids[n];
        if (id !== undefined && n < ROWS / 2) {
          gone.add(id);
          await list.remove(id);
        }
      }
    })();
    const read = await leaf(list.read, async () => undefined).finally(() => {
      isOver = true;
    });
    await writing;
    const counts = Map.groupBy(read, (id) => id);
    expect([...counts].filter(([, times]) => times.length > 1)).toEqual([]);
    expect(list.ids.filter((id) => !gone.has(id) && !counts.has(id))).toEqual([]);
  });
});

test('the second page starts at the beginning of the list when all rows of the first page are gone', async () => {
  const list = await customers();
  await list.read(1);
  for (const id of list.ids.slice(0, LIMIT)) await list.remove(id);
  const second = await list.read(2);
  expect(second.results.map(({ id }) => id)).toEqual(list.ids.slice(LIMIT, 2 * LIMIT));
  expect(second.meta).toMatchObject({ total: 50, from: 1, to: 10, last_page: 6 });
});

test('a page is read by its offset when the session, the query or the page order differs', async () => {
  const list = await customers();
  await list.read(1);
  await list.insert();
  const third = await list.read(3);
  expect(third.results.map(({ id }) => id)).toEqual(list.ids.slice(2 * LIMIT - 1, 3 * LIMIT - 1));
  expect(third.meta).toMatchObject({ from: 21, to: 30, last_page: 7 });
});

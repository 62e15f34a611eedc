import { api, ROOT_CATEGORY } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const save = (body: object) => app.call(api.category.save, body, as(admin));
const move = (body: object) => app.call(api.category.move, body, as(admin));
const make = async (parent_id = ROOT_CATEGORY, extra: object = {}) =>
  (await save({ titles: { en: `Node ${unique()}` }, parent_id, ...extra })).results.id;
const childs = async (parent: number) =>
  (await app.call(api.category.list, { parent, limit: 100 }, as(admin))).results;
const ids = async (parent: number) => (await childs(parent)).map(({ id }) => id);
const rows = (sql: string, ...values: unknown[]) => app.services.database.pool.query(sql, values);
const cycles = async () => {
  const reached = await rows(`WITH RECURSIVE down AS (
      SELECT id FROM category WHERE id = 1
      UNION SELECT c.id FROM down JOIN category c ON c.parent_id = down.id
    ) SELECT (SELECT count(*)::int FROM category) - (SELECT count(*)::int FROM down) AS lost`);
  return (reached.rows as { lost: number }[])[0]?.lost;
};

test('a category can be moved before a sibling, to the end and into another, and the new order stays', async () => {
  const home = await make();
  const [a, b, c] = [await make(home), await make(home), await make(home)];
  const moved = await move({ id: c, version: 1, parent_id: home, before_id: a });
  expect(moved.results).toMatchObject({ id: c, version: 2 });
  expect(await ids(home)).toEqual([c, a, b]);
  await move({ id: c, parent_id: home });
  expect(await ids(home)).toEqual([a, b, c]);
  await move({ id: a, parent_id: home, before_id: c });
  expect(await ids(home)).toEqual([b, a, c]);
  await move({ id: c, parent_id: b, before_id: null });
  expect([await ids(home), await ids(b)]).toEqual([[b, a], [c]]);
  expect((await move({ id: a, version: 1, parent_id: b })).failure.code).toBe('record.stale');
  const stranger = await move({ id: a, parent_id: b, before_id: b });
  expect(stranger.failure).toMatchObject({
    code: 'reference.missing',
    errors: { before_id: [expect.any(String)] },
  });
});

test('moving a category writes one audit row for each category that changed', async () => {
  const home = await make();
  const nodes = [
    await make(home, { ord: 10 }),
    await make(home, { ord: 20 }),
    await make(home, { ord: 21 }),
    await make(home, { ord: 40 }),
  ] as const;
  const last = async () =>
    Number((await rows('SELECT coalesce(max(id), 0) AS id FROM audit_log')).rows[0]?.id);
  const since = async (id: number) =>
    (await rows('SELECT record_id, action FROM audit_log WHERE id > $1 ORDER BY id', id)).rows;
  let before = await last();
  // room between 10 and 20: nobody else is numbered anew
  await move({ id: nodes[3], parent_id: home, before_id: nodes[1] });
  expect(await since(before)).toEqual([{ record_id: String(nodes[3]), action: 'move' }]);
  before = await last();
  // no room between 20 and 21
  await move({ id: nodes[0], parent_id: home, before_id: nodes[2] });
  expect(await since(before)).toEqual([
    { record_id: String(nodes[2]), action: 'update' },
    { record_id: String(nodes[0]), action: 'move' },
  ]);
  expect(await ids(home)).toEqual([nodes[3], nodes[1], nodes[0], nodes[2]]);
  before = await last();
  await move({ id: nodes[0], parent_id: nodes[0] });
  expect(await since(before)).toEqual([]);
});

test('categories can still be moved when the order numbers reach the highest value', async () => {
  const home = await make();
  const [a, b, c] = [
    await make(home, { ord: 2_147_483_647 }),
    await make(home, { ord: 5 }),
    await make(home),
  ];
  await move({ id: c, parent_id: home });
  expect(await ids(home)).toEqual([b, a, c]);
});

test('I13 a category cannot be moved below itself, directly or through a chain of two or fifty', async () => {
  const chain = [await make()];
  for (let length = 1; length < 50; length += 1) chain.push(await make(chain.at(-1)));
  const [first, second] = [chain[0] ?? 0, chain[1] ?? 0];
  for (const parent_id of [first, second, chain[25] ?? 0, chain[49] ?? 0]) {
    const saved = await save({ id: first, parent_id });
    expect(saved).toMatchObject({
      status: 422,
      failure: { code: 'category.cycle', errors: { parent_id: [expect.any(String)] } },
    });
    expect((await move({ id: first, parent_id })).failure.code).toBe('category.cycle');
  }
  const [deepest] = (await app.call(api.category.list, { id: chain[49] }, as(admin))).results;
  expect(deepest?.path.split(' › ')).toHaveLength(49);
  expect(await cycles()).toBe(0);
});

test('I13 two opposite category moves at the same time leave no cycle', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [a, b] = [await make(), await make()];
    const way = round % 2 === 0 ? move : save;
    const answers = await Promise.all([way({ id: a, parent_id: b }), way({ id: b, parent_id: a })]);
    const codes = answers.map(({ status, failure }) => (status === 200 ? 'moved' : failure.code));
    expect(codes.toSorted()).toEqual(['category.cycle', 'moved']);
  }
  expect(await cycles()).toBe(0);
});

test('the database refuses a cycle of categories', async () => {
  const a = await make();
  const b = await make(a);
  await expect(rows('UPDATE category SET parent_id = $1 WHERE id = $2', b, a)).rejects.toThrow(
    'below itself',
  );
});

test('C13 a subcategory created while its parent is deleted is never left below a deleted category', async () => {
  for (let round = 0; round < 10; round += 1) {
    const parent = await make();
    await Promise.all([
      save({ titles: { en: 'Race' }, parent_id: parent }),
      app.call(api.category.remove, { id: parent }, as(admin)),
    ]);
  }
  const orphans = await rows(`SELECT count(*)::int AS n FROM category c JOIN category p ON p.id = c.parent_id
    WHERE c.deleted_at IS NULL AND p.deleted_at IS NOT NULL`);
  expect(orphans.rows).toEqual([{ n: 0 }]);
});

test('a category tree is listed with at most three statements, whatever its size', async () => {
  const home = await make();
  for (let index = 0; index < 3; index += 1) await make(await make(home));
  const { pool } = app.services.database;
  const said: string[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((...given: Parameters<typeof query>) => {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text;
    if (/\bcategory\b/.test(text)) said.push(text);
    return query(...given);
  }) as typeof pool.query;
  try {
    const { results } = await app.call(api.category.list, { parent: home, childs: 1 }, as(admin));
    expect(results.map(({ childs: below }) => below?.length)).toEqual([1, 1, 1]);
  } finally {
    pool.query = query;
  }
  expect(said).toHaveLength(3);
});

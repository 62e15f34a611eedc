import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { api, ROOT_CATEGORY } from '@dukkan/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { timeLimit } from '../../../../test/promises/size.ts';

/** A grown category tree in three languages, beside the repository where it is to be had. */
const FILE = fileURLToPath(
  new URL('../../../../../../shared/data/catalogue/off_categories_en_de_ar.csv', import.meta.url),
);
type Line = { id: string; name_en: string; name_de: string; name_ar: string; parents: string };

/** Each category below its first known parent; one that would stand below itself goes to the top. */
function placed(lines: readonly Line[]) {
  const numbers = new Map(lines.map(({ id }, index) => [id, index + 2]));
  const parents = new Map<string, string>();
  const isAbove = (start: string, looked: string): boolean => {
    for (let at: string | undefined = start; at !== undefined; at = parents.get(at))
      if (at === looked) return true;
    return false;
  };
  for (const { id, parents: named } of lines) {
    const parent = named.split(/[,|;]/).find((one) => numbers.has(one.trim()) && !isAbove(one.trim(), id));
    if (parent) parents.set(id, parent.trim());
  }
  return lines.map(({ id, name_en, name_de, name_ar }) => ({
    id: numbers.get(id) ?? 0,
    parent_id: numbers.get(parents.get(id) ?? '') ?? ROOT_CATEGORY,
    titles: {
      ar: name_ar,
      en: name_en || (name_de || name_ar ? '' : id.replace(/^\w+:/, '').replaceAll('-', ' ')),
      de: name_de,
    },
  }));
}

let app: TestApp;
let admin: Person;
let size = 0;
const isThere = existsSync(FILE);
if (!isThere) process.stdout.write(`skipped, the real category tree is not here: ${FILE}\n`);

beforeAll(async () => {
  if (!isThere) return;
  app = await startApp();
  admin = await makeAdmin(app);
  const rows = placed(parse(readFileSync(FILE), { columns: true, bom: true }) as Line[]);
  size = rows.length;
  await app.services.database.pool.query(
    `INSERT INTO category (id, parent_id, titles)
     SELECT id, parent_id, titles FROM jsonb_to_recordset($1) AS t(id int, parent_id int, titles jsonb)`,
    [JSON.stringify(rows)],
  );
  await app.services.database.pool.query('ANALYZE category');
});
afterAll(() => app?.stop());

const list = async (query: object, who: object = { token: admin.token }) => {
  const start = performance.now();
  const reply = await app.call(api.category.list, query, who);
  const took = performance.now() - start;
  expect(reply.status).toBe(200);
  return { ...reply, took };
};

test.skipIf(!isThere)('a category tree of thousands is listed, searched and opened quickly', async () => {
  expect(size).toBeGreaterThan(12_000);
  await list({});
  const requests: object[] = [
    {},
    { limit: 100 },
    { childs: 1, limitedBy: 1 },
    { childs: 1 },
    { parent: 0 },
    { parent: 0, sort_by: 'title', locale: 'ar' },
    { parent: 0, sort_by: 'id', page: 600 },
    { keywords: 'cheese' },
    { keywords: 'جبن' },
    { keywords: 'käse', sort_by: 'title', locale: 'de' },
    { missing_translation: 'ar' },
  ];
  for (const body of requests)
    for (const who of [{}, { token: admin.token }]) {
      const { took } = await list(body, who);
      expect(took, JSON.stringify(body)).toBeLessThan(timeLimit(2_000));
    }
  expect((await list({ parent: 0 })).meta.total).toBe(size);
});

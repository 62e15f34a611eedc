import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

const made = await Promise.all([createTestDatabase(), createTestDatabase()]);
afterAll(() => Promise.all(made.map((database) => database.drop())));

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

test('two databases of one test run are separate', async () => {
  const [mine, theirs] = made;
  if (!mine || !theirs) throw new Error('no databases');
  await ask(mine.url, 'CREATE TABLE only_mine (id int)');
  expect(await ask(mine.url, "SELECT to_regclass('only_mine')::text AS name")).toEqual([
    { name: 'only_mine' },
  ]);
  expect(await ask(theirs.url, "SELECT to_regclass('only_mine')::text AS name")).toEqual([{ name: null }]);
});

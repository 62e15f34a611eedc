import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../database.ts';

const SOURCE = join(import.meta.dirname, '../../src');
const database = await createTestDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

/**
 * The tables to which a statement adds with ON CONFLICT DO UPDATE. PostgreSQL checks the row that such a statement
 * proposes, which is the added amount alone, before it sees that the row exists.
 */
function tablesAddedTo(text: string): string[] {
  const statement = /INSERT INTO "?(\w+)"?(?:(?!INSERT INTO)[^;`])*?ON CONFLICT[^;`]*?DO UPDATE([^;`]*)/g;
  return [...text.matchAll(statement)].flatMap(([, table = '', change = '']) =>
    /\+\s*excluded\./i.test(change) ? [table] : [],
  );
}

test('no sum updated by INSERT … ON CONFLICT has a check that the added amount alone could violate', async () => {
  const functions = await client.query<{ source: string }>(
    "SELECT prosrc AS source FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
  );
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('generated'),
  );
  const texts = [
    ...functions.rows.map(({ source }) => source),
    ...files.map((file) => readFileSync(join(SOURCE, file), 'utf8')),
  ];
  const added = [...new Set(texts.flatMap(tablesAddedTo))].sort();
  expect(added).toEqual(expect.arrayContaining(['driver_cash', 'stock_reservation']));
  const { rows } = await client.query<{ table: string; check: string }>(
    `SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS check FROM pg_constraint
      WHERE contype = 'c' AND conrelid::regclass::text = ANY($1) ORDER BY 1, 2`,
    [added],
  );
  // what is reserved is added in amounts above zero alone
  expect(rows).toEqual([{ table: 'stock_reservation', check: 'CHECK ((quantity > (0)::numeric))' }]);
});

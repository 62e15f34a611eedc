import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repoPath } from '../paths.mjs';
import { connect } from './database.mjs';
import { drift } from './drift.mjs';
import { migrate, readMigrations } from './migrate.mjs';
import { openSchemaEngine } from './schema-engine.mjs';
import { startScratch } from './scratch.mjs';

const scratch = await startScratch();
const workDir = mkdtempSync(join(tmpdir(), 'dukkan-migrate-'));
afterAll(async () => {
  await scratch.stop();
  rmSync(workDir, { recursive: true, force: true });
});

const first = 'CREATE TABLE shop (id SERIAL PRIMARY KEY, name TEXT NOT NULL);\n';
const second = `
  CREATE EXTENSION pg_trgm;
  ALTER TABLE shop ADD COLUMN search TEXT GENERATED ALWAYS AS (lower(name)) STORED;
  ALTER TABLE shop ADD COLUMN at TIMESTAMPTZ(3) NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint * interval '0' + now();
  ALTER TABLE shop ADD CHECK (name <> '');
  CREATE UNIQUE INDEX shop_name_live ON shop (name) WHERE id > 0;
  CREATE INDEX shop_lower ON shop (lower(name));
  CREATE INDEX shop_search ON shop USING gin (search gin_trgm_ops);
  CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
  CREATE TRIGGER kept BEFORE UPDATE ON shop FOR EACH ROW EXECUTE FUNCTION keep();
`;
const schema = `
  datasource db {
    provider = "postgresql"
  }
  model shop {
    id     Int      @id @default(autoincrement())
    name   String
    search String?  @default(dbgenerated())
    at     DateTime @default(dbgenerated("(pg_current_xact_id()::text)::bigint * interval '0' + now()")) @db.Timestamptz(3)
  }
`;

/** Creates a folder of migrations in Prisma's format. */
function folder(name: string, migrations: Record<string, string>) {
  const path = join(workDir, name);
  for (const [migration, sql] of Object.entries(migrations)) {
    mkdirSync(join(path, migration), { recursive: true });
    writeFileSync(join(path, migration, 'migration.sql'), sql);
  }
  return path;
}

function schemaDir(name: string, text: string) {
  const path = join(workDir, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'schema.prisma'), text);
  return path;
}

async function query(url: string, sql: string) {
  const client = await connect(url);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const both = folder('both', { '1_shop': first, '2_search': second });
const shopSchema = schemaDir('schema', schema);

test("migrations are applied once, and Prisma's own engine agrees with the history", async () => {
  const url = await scratch.database('history');
  const migrations = readMigrations(both);
  expect(await migrate(url, { migrations })).toEqual(['1_shop', '2_search']);
  expect(await migrate(url, { migrations })).toEqual([]);

  const engine = await openSchemaEngine(url, shopSchema);
  const diagnosis = await engine.diagnose(both);
  expect(diagnosis).toMatchObject({ editedMigrationNames: [], failedMigrationNames: [], history: null });
  expect(await engine.applyMigrations(both)).toEqual([]);
  await engine.close();
});

test("a migration history started by Prisma's engine is continued", async () => {
  const url = await scratch.database('begun_by_prisma');
  const engine = await openSchemaEngine(url, shopSchema);
  expect(await engine.applyMigrations(folder('begun', { '1_shop': first }))).toEqual(['1_shop']);
  await engine.close();
  expect(await migrate(url, { migrations: readMigrations(both) })).toEqual(['2_search']);
});

test('F13 a failed migration leaves nothing behind and can be corrected', async () => {
  const url = await scratch.database('failing');
  const broken = 'CREATE TABLE half (id INT);\nSELECT nonsense;';
  const migrations = readMigrations(folder('broken', { '1_shop': first, '2_half': broken }));
  await expect(migrate(url, { migrations })).rejects.toThrow(/2_half failed and was undone: .*nonsense/);
  expect(
    await query(url, "SELECT to_regclass('half')::text AS half, to_regclass('shop')::text AS shop"),
  ).toEqual([{ half: null, shop: 'shop' }]);
  const mended = readMigrations(
    folder('mended', { '1_shop': first, '2_half': 'CREATE TABLE half (id INT);' }),
  );
  expect(await migrate(url, { migrations: mended })).toEqual(['2_half']);
});

test('a database user without ownership can start when nothing is to be migrated', async () => {
  const url = await scratch.database('served');
  await migrate(url, { migrations: readMigrations(folder('one', { '1_shop': first })) });
  await query(url, `CREATE ROLE served LOGIN PASSWORD 'served'`);
  await query(url, 'GRANT SELECT, UPDATE ON _prisma_migrations TO served');
  const served = new URL(url);
  served.username = 'served';
  served.password = 'served';
  expect(await migrate(served.href, { migrations: readMigrations(folder('one', {})) })).toEqual([]);
  const more = migrate(served.href, { migrations: readMigrations(both) });
  await expect(more).rejects.toThrow(/^Migration 2_search failed and was undone: permission denied/);
});

test('a migration that was changed after it ran is refused', async () => {
  const url = await scratch.database('edited');
  await migrate(url, { migrations: readMigrations(folder('original', { '1_shop': first })) });
  const edited = readMigrations(folder('edited', { '1_shop': `${first}-- later thought\n` }));
  await expect(migrate(url, { migrations: edited })).rejects.toThrow(/1_shop was changed/);
});

test('two starting processes migrate one after the other', async () => {
  const url = await scratch.database('turns');
  const migrations = readMigrations(both);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, { migrations })));
  expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 2]);
});

test('F13 an index can be built while the shop works', async () => {
  const url = await scratch.database('concurrently');
  const index = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS shop_name ON shop (name);';
  const migrations = readMigrations(folder('concurrently', { '1_shop': first, '2_index': index }));
  expect(await migrate(url, { migrations })).toEqual(['1_shop', '2_index']);
  expect(await query(url, "SELECT to_regclass('shop_name')::text AS name")).toEqual([{ name: 'shop_name' }]);
});

test('F13 a migration waits for a busy table', async () => {
  const url = await scratch.database('busy');
  await migrate(url, { migrations: readMigrations(folder('quiet', { '1_shop': first })) });
  const other = await connect(url);
  await other.query('BEGIN');
  await other.query('LOCK TABLE shop IN ACCESS SHARE MODE');
  const done = migrate(url, { migrations: readMigrations(both) });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await other.query('COMMIT');
  expect(await done).toEqual(['2_search']);
  await other.end();
});

test('SQL that the Prisma schema cannot express is no drift, and a forgotten column is', async () => {
  const url = await scratch.database('drifting');
  await migrate(url, { migrations: readMigrations(both) });
  expect(await drift(url, shopSchema)).toEqual([]);
  const wider = schemaDir('wider', schema.replace('name   String', 'name   String\n    logo   String?'));
  expect(await drift(url, wider)).toEqual(['ALTER TABLE "shop" ADD COLUMN     "logo" TEXT;']);
});

test.each([
  ['mysql://root@localhost/shop', /DATABASE_URL is not a PostgreSQL address/],
  ['not an address', /DATABASE_URL is not a PostgreSQL address/],
  [
    'postgresql://shop:secret@127.0.0.1:1/shop',
    /DATABASE_URL: PostgreSQL at 127.0.0.1:1\/shop cannot be used: nothing/,
  ],
])('%s is refused in one sentence that names the setting and no password', async (url, sentence) => {
  const failure = await migrate(url, { migrations: [] }).catch((error: Error) => error.message);
  expect(failure).toMatch(sentence);
  expect(failure).not.toContain('secret');
});

test('the schema engine is of the same commit as Prisma', () => {
  const lock = readFileSync(repoPath('pnpm-lock.yaml'), 'utf8');
  const versionOf = (name: string) => new RegExp(`^  '${name}@([^']+)':`, 'm').exec(lock)?.[1];
  expect(versionOf('@prisma/schema-engine-wasm')).toBe(versionOf('@prisma/engines-version'));
});

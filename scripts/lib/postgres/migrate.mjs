import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repoPath } from '../paths.mjs';
import { UserError } from '../user-error.mjs';
import { connect } from './database.mjs';

/** The advisory lock of Prisma's own command-line tool, so that the two never run at the same time. */
const lockKey = 72707369;
const lockTimeout = '10s';
const attempts = 6;

/** Prisma's own table, so that `prisma migrate deploy` and this runner understand each other. */
const historyTable = `CREATE TABLE _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** Returns the migrations of a folder in Prisma's format, oldest first. */
export function readMigrations(folder = repoPath('prisma', 'migrations')) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Returns whether a migration must run outside a transaction, because it builds an index CONCURRENTLY. */
function runsAlone(sql) {
  return /\bconcurrently\b/i.test(sql.replace(/--.*$/gm, ''));
}

async function record(client, { name, checksum }) {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  return () =>
    client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [
      id,
    ]);
}

async function applyOnce(client, migration) {
  if (runsAlone(migration.sql)) {
    // such a migration must be repeatable, because after a kill nobody knows how far it came
    const finish = await record(client, migration);
    await client.query(migration.sql);
    await finish();
    return;
  }
  await client.query('BEGIN');
  try {
    const finish = await record(client, migration);
    await client.query(migration.sql);
    await finish();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Applies a migration; when it cannot get its lock soon, it gives way to the shop's queries and tries again. */
async function apply(client, migration) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      if (error.code === '55P03' && attempt < attempts) await sleep(500 * attempt);
      else throw new UserError(`Migration ${migration.name} failed and was undone: ${error.message}`);
    }
  }
}

/** Returns the migrations that are not in the database yet. An edited migration is refused. */
async function pending(client, migrations) {
  // checks before creating, so that a role without the right to create tables can start when nothing is to be done
  const { rows: found } = await client.query("SELECT to_regclass('_prisma_migrations') AS name");
  if (!found[0].name) await client.query(historyTable);
  // unfinished rows belong to a killed start, whose transaction was rolled back
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
  const { rows } = await client.query(
    'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const done = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if (done.has(name) && done.get(name) !== checksum) {
      throw new UserError(
        `Migration ${name} was changed after it had run here: undo the change, and write a new one`,
      );
    }
  }
  return migrations.filter(({ name }) => !done.has(name));
}

/**
 * Applies a folder of migrations. Each runs entirely or not at all, together with its record, so the next run continues
 * after a kill at any moment; concurrent starts take turns.
 *
 * @param {string} url a direct connection (no transaction pooler in between)
 * @param {{ migrations?: ReturnType<typeof readMigrations>, key?: string }} [options] `key` is the setting to name in
 *   a connection error
 * @returns {Promise<string[]>} the names of the migrations applied now
 * @throws {UserError} with a sentence for the operator
 */
export async function migrate(url, { migrations = readMigrations(), key = 'DATABASE_URL' } = {}) {
  const client = await connect(url, key);
  try {
    await client.query("SET application_name = 'dukkan migrate'");
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(`SET lock_timeout = '${lockTimeout}'`);
    const waiting = await pending(client, migrations);
    for (const migration of waiting) await apply(client, migration);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A number from 0 below `most`, the same for the same `of`, unlike that of another `seed`: SQL. */
export const randomSql = (seed, most, of = 'g') =>
  `(abs(hashint8extended((${of})::bigint, ${seed}) % ${most}))::int`;

/** How many rows a temporary table has: SQL. */
export const count = (table) => `(SELECT count(*) FROM ${table})::int`;

/** Branches with their time zones as the product reads them (decisions 0.3), once and not for each row: SQL. */
export const PLACES = `place AS MATERIALIZED (
    SELECT b.id, coalesce(b.settings->>'timezone', (SELECT data->>'timezone' FROM setting WHERE id = 1), 'Asia/Qatar') AS zone
      FROM branch b)`;

/**
 * Temporary tables, made anew, of queries that number their rows from 0 in column `n`.
 *
 * @param {import('pg').Client} client
 * @param {Record<string, string>} tables name to query
 */
export async function numberAll(client, tables) {
  for (const [name, query] of Object.entries(tables))
    await client.query(
      `DROP TABLE IF EXISTS ${name}; CREATE TEMP TABLE ${name} AS ${query};
       ALTER TABLE ${name} ALTER n TYPE int; CREATE UNIQUE INDEX ON ${name} (n); ANALYZE ${name}`,
    );
}

/**
 * Everything or nothing, written without looking references up one by one where the role may: whatever is named was read
 * just before, and `npm run verify` looks them all up. Triggers are left out too, so that whoever writes what a clock
 * counts says so with `tick`.
 *
 * @template T
 * @param {import('pg').Client} client
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inOneGo(client, work) {
  await client.query('BEGIN');
  try {
    await client.query(
      `SET LOCAL synchronous_commit = off; SET LOCAL work_mem = '256MB'; SET LOCAL maintenance_work_mem = '256MB'`,
    );
    const { rows } = await client.query(
      `SELECT has_parameter_privilege('session_replication_role', 'SET') AS may`,
    );
    if (rows[0].may) await client.query('SET LOCAL session_replication_role = replica');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Tells processes that keep lists in memory that what these clocks count has changed (docs/adr 0006). */
export const tick = (client, kinds) =>
  client.query('INSERT INTO catalogue_clock (kind) SELECT unnest($1::text[])', [kinds]);

/**
 * Takes so many numbers of a table's sequence at once.
 *
 * @param {import('pg').Client} client
 * @param {string} table
 * @param {number} rows
 * @returns {Promise<number>} the one before the first
 */
export async function takeNumbers(client, table, rows) {
  const { rows: taken } = await client.query(
    `SELECT setval(name, nextval(name) + $2::bigint) - $2::bigint AS before FROM (SELECT pg_get_serial_sequence($1, 'id') AS name) s`,
    [table, rows],
  );
  return Number(taken[0].before);
}

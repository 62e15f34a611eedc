/** Returns SQL for a pseudo-random number from 0 to `most` - 1, which depends only on `of` and `seed`. */
export const randomSql = (seed, most, of = 'g') =>
  `(abs(hashint8extended((${of})::bigint, ${seed}) % ${most}))::int`;

/** Returns SQL for the number of rows in a table. */
export const count = (table) => `(SELECT count(*) FROM ${table})::int`;

/** SQL for the branches with their time zones as the product reads them, evaluated once and not for each row. */
export const PLACES = `place AS MATERIALIZED (
    SELECT b.id, coalesce(b.settings->>'timezone', (SELECT data->>'timezone' FROM setting WHERE id = 1), 'Asia/Qatar') AS zone
      FROM branch b)`;

/**
 * Creates temporary tables from queries that number their rows from 0 in column `n`; existing ones are replaced.
 *
 * @param {import('pg').Client} client
 * @param {Record<string, string>} tables query by name
 */
export async function numberAll(client, tables) {
  for (const [name, query] of Object.entries(tables))
    await client.query(
      `DROP TABLE IF EXISTS ${name}; CREATE TEMP TABLE ${name} AS ${query};
       ALTER TABLE ${name} ALTER n TYPE int; CREATE UNIQUE INDEX ON ${name} (n); ANALYZE ${name}`,
    );
}

/**
 * Runs `work` in a transaction without foreign key checks and triggers, if the role may disable them: all references
 * were read just before, and `npm run verify` checks them. Callers must call `tick`, because triggers do not update the
 * clocks.
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
    // triggers tell the sums of payments and movements what is dated back, so these are made anew
    await client.query('DELETE FROM event_sum_zone');
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Tells processes with cached lists that the data of these clocks has changed (docs/adr 0006). */
export const tick = (client, kinds) =>
  client.query('INSERT INTO catalogue_clock (kind) SELECT unnest($1::text[])', [kinds]);

/**
 * Reserves consecutive ids of a table's sequence.
 *
 * @param {import('pg').Client} client
 * @param {string} table
 * @param {number} rows
 * @returns {Promise<number>} the id before the first reserved one
 */
export async function takeNumbers(client, table, rows) {
  const { rows: taken } = await client.query(
    `SELECT setval(name, nextval(name) + $2::bigint) - $2::bigint AS before FROM (SELECT pg_get_serial_sequence($1, 'id') AS name) s`,
    [table, rows],
  );
  return Number(taken[0].before);
}

/**
 * The number of rows from which a table keeps its indexes, because building them again would cost more than it saves.
 */
const FEW = 50_000;

const isAlone = async (client) => {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type IS DISTINCT FROM 'autovacuum worker' LIMIT 1`,
  );
  return rowCount === 0;
};

/** Returns the indexes that only serve queries, not constraints. */
const indexesOf = async (client, tables) => {
  const { rows } = await client.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS sql, t.name AS of
       FROM unnest($1::text[]) AS t (name) JOIN pg_index i ON i.indrelid = quote_ident(t.name)::regclass
      WHERE NOT i.indisprimary AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [tables],
  );
  return rows;
};

/**
 * Inserts very many rows. If no other connection exists, the indexes of nearly empty tables are dropped and built
 * afterwards from sorted rows. A failed transaction leaves them unchanged.
 *
 * @template T
 * @param {import('pg').Client} client in a transaction
 * @param {readonly string[]} tables
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function bulkInsertThenIndex(client, tables, work) {
  if (!(await isAlone(client))) return work();
  const small = [];
  for (const table of tables) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM "${table}" LIMIT ${FEW}) t`,
    );
    if (rows[0].count < FEW) small.push(table);
  }
  const indexes = await indexesOf(client, small);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const result = await work();
  for (const { sql } of indexes) await client.query(sql);
  return result;
}

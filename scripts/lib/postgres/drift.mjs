import { connect } from './database.mjs';
import { openSchemaEngine } from './schema-engine.mjs';

const dropIndex = /^DROP INDEX "([^"]+)"$/;
const alterTable = /^ALTER TABLE "([^"]+)" (.*)$/s;
const changesDefault = /^ALTER COLUMN "([^"]+)" (?:SET DEFAULT .*|DROP DEFAULT)$/s;

/** Splits a script printed by Prisma into statements, without comments. */
function statements(script) {
  return script
    .replace(/^--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/**
 * Returns indexes that exist only in SQL, because the schema language cannot describe them: methods other than btree,
 * operator classes, included columns, predicates, expressions, and indexes of constraints.
 */
async function indexesOfSql(client) {
  const { rows } = await client.query(`
    SELECT c.relname AS name
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_am m ON m.oid = c.relam
    WHERE c.relnamespace = 'public'::regnamespace
      AND (m.amname <> 'btree' OR i.indpred IS NOT NULL OR i.indexprs IS NOT NULL
        OR i.indnkeyatts <> i.indnatts OR i.indisexclusion
        OR EXISTS (SELECT 1 FROM unnest(i.indclass) AS o(oid) JOIN pg_opclass p ON p.oid = o.oid WHERE NOT p.opcdefault)
        OR EXISTS (SELECT 1 FROM unnest(i.indoption) AS o(bits) WHERE o.bits NOT IN (0, 3)))`);
  return new Set(rows.map((row) => row.name));
}

/** Returns a table's defaults and generated columns in PostgreSQL's own spelling. */
async function defaults(client, table) {
  const { rows } = await client.query(
    `SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) AS expression
     FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
     WHERE d.adrelid = to_regclass(quote_ident($1)) AND a.attgenerated = '' ORDER BY 1`,
    [table],
  );
  return JSON.stringify(rows);
}

async function isGenerated(client, table, column) {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(quote_ident($1)) AND attname = $2 AND attgenerated <> ''`,
    [table, column],
  );
  return rowCount === 1;
}

/** Returns whether a changed default is only another spelling, because PostgreSQL stores expressions in its own. */
async function isSpelling(client, table, clause) {
  const column = changesDefault.exec(clause)?.[1];
  if (!column) return false;
  if (await isGenerated(client, table, column)) return true;
  const before = await defaults(client, table);
  await client.query('BEGIN');
  try {
    await client.query(`ALTER TABLE "${table}" ${clause}`);
    return (await defaults(client, table)) === before;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Returns an ALTER TABLE without the clauses that change nothing; undefined when none is left. */
async function meant(client, table, body) {
  const clauses = [];
  for (const clause of body.split(/,\n(?=(?:ADD|ALTER|DROP) )/)) {
    if (!(await isSpelling(client, table, clause.trim()))) clauses.push(clause.trim());
  }
  return clauses.length === 0 ? undefined : `ALTER TABLE "${table}" ${clauses.join(',\n')};`;
}

/**
 * Returns the differences between schema and database as SQL statements; empty when they agree. Hand-written SQL that
 * Prisma's language cannot express does not count.
 *
 * @param {string} url a scratch database with every migration applied
 * @param {string} [schemaDir]
 */
export async function drift(url, schemaDir) {
  const engine = await openSchemaEngine(url, schemaDir);
  const client = await connect(url);
  try {
    const ours = await indexesOfSql(client);
    const found = [];
    for (const statement of statements(await engine.difference())) {
      const index = dropIndex.exec(statement)?.[1];
      if (index && ours.has(index)) continue;
      const [, table, body] = alterTable.exec(statement) ?? [];
      const kept = table ? await meant(client, table, body) : `${statement};`;
      if (kept) found.push(kept);
    }
    return found;
  } finally {
    await client.end();
    await engine.close();
  }
}

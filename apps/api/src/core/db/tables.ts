import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Tables } from '../../generated/tables.ts';
import type { Ctx } from '../ctx.ts';
import { CUSTOM_PLAN, preparedStatementName } from './statement.ts';
import { getTransactionConnection, sendDeferred } from './transaction.ts';

/**
 * Builds typed statements over the tables of the schema without sending them; `fetchRows`, `fetchRow` and
 * `runStatement` send them in the transaction of their ctx. A renamed column fails the type check of each statement
 * that uses it (docs/adr/0013).
 */
export const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Marks a statement whose best plan depends on its values, so that it is planned for them each time. */
export const OWN_PLAN = sql.raw(CUSTOM_PLAN);

/** Returns the statement so that it is planned for its values each time. */
export const withOwnPlan = <Row>(statement: Compilable<Row> | RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`${OWN_PLAN} ${statement}`;

type TypeParser = (text: string) => unknown;

/** Parses counts as numbers and throws beyond the exact range, instead of returning a rounded value. */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/**
 * Parsers that match the types of the tables; dates stay text, because a Date would shift them by the process's time
 * zone.
 */
const PARSERS = new Map<number, TypeParser>([
  [pg.types.builtins.INT8, readBigint],
  [pg.types.builtins.DATE, (text) => text],
]);

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A statement of the query builder, SQL of Kysely's `sql`, or either compiled before. */
export type Statement<Row> = Compilable<Row> | RawBuilder<Row> | CompiledQuery<Row>;

/** Compiles a statement; a compiled one stays as it is. */
export const compileStatement = <Row>(statement: Statement<Row>): CompiledQuery<Row> =>
  'sql' in statement
    ? statement
    : 'isRawBuilder' in statement
      ? statement.compile(tables)
      : statement.compile();

type Reading = Pick<Ctx, 'db' | 'services'>;

function toQueryConfig(statement: Statement<unknown>): pg.QueryConfig {
  const { sql: text, parameters } = compileStatement(statement);
  const values = parameters.map((value) => (value instanceof Date ? value.toISOString() : value));
  const name = preparedStatementName(text);
  return { text, values, types, ...(name ? { name } : {}) };
}

const sendStatement = ({ db, services }: Reading, statement: Statement<unknown>): Promise<pg.QueryResult> =>
  (getTransactionConnection(db) ?? services.database.pool).query(toQueryConfig(statement));

/** Returns the rows of a statement, in the caller's transaction if there is one. */
export async function fetchRows<Row>(ctx: Reading, statement: Statement<Row>): Promise<Row[]> {
  return (await sendStatement(ctx, statement)).rows;
}

/** Returns the first row of a statement, or undefined. */
export async function fetchRow<Row>(ctx: Reading, statement: Statement<Row>): Promise<Row | undefined> {
  return (await fetchRows(ctx, statement))[0];
}

/** Runs an insert, update or delete. @returns the number of changed rows */
export async function runStatement(ctx: Reading, statement: Statement<unknown>): Promise<number> {
  return (await sendStatement(ctx, statement)).rowCount ?? 0;
}

/**
 * Runs a write without waiting for its answer; the transaction is rolled back if it fails. Outside of a transaction it
 * waits.
 */
export async function runDeferred(ctx: Reading, statement: Statement<unknown>): Promise<void> {
  if (!sendDeferred(ctx.db, toQueryConfig(statement))) await runStatement(ctx, statement);
}

type TableWithId = { [T in keyof Tables]: Tables[T] extends { id: unknown } ? T : never }[keyof Tables];

/** Locks a row by its id until the transaction ends, even a deleted one; without such a row it does nothing. */
export const lockRow = (ctx: Reading, table: TableWithId, id: number): Promise<number> =>
  runStatement(ctx, sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`);

/**
 * The right side of `=` for "is one of these ids"; the statement is the same for lists of any length, also empty ones.
 */
export const anyIdSql = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`;

/**
 * These ids as a table `u`. They are passed as JSON so that PostgreSQL does not plan the statement again for each number
 * of ids, and made an array because it expects ten of one, but a hundred of JSON, for which it would read a table of
 * some thousand rows whole.
 */
export const unnestIds = (ids: readonly number[]) =>
  sql<{
    id: number;
  }>`unnest(ARRAY(SELECT value::int FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`.as<'u'>(
    sql`u(id)`,
  );

/**
 * The values of a column of a statement's own rows, as an array for `=`. PostgreSQL expects ten of them, where it
 * expects a hundred rows of JSON and would read a table of some thousand rows whole to join them.
 */
export const fewOf = (column: string, rows: string): RawBuilder<number> =>
  sql<number>`ANY(ARRAY(SELECT ${sql.ref(column)} FROM ${sql.table(rows)}))`;

/** Counts the rows of a statement, ignoring the columns that it selects. */
export async function countRows<DB, TB extends keyof DB, O>(
  ctx: Reading,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await fetchRow(ctx, query.clearSelect().select(sql<number>`count(*)`.as('total')));
  return (row as { total: number } | undefined)?.total ?? 0;
}

/** Counts the rows of several statements in one. @returns the counts by name */
export async function countEach<K extends string>(
  ctx: Reading,
  queries: Readonly<Record<K, SelectQueryBuilder<Tables, never, object>>>,
): Promise<Record<K, number>> {
  const counts = Object.entries<SelectQueryBuilder<Tables, never, object>>(queries).map(([name, query]) => {
    const count = query.clearSelect().select(sql<number>`count(*)`.as('count'));
    return sql`(${count})`.as(name);
  });
  return (await fetchRow(ctx, tables.selectNoFrom(counts))) as Record<K, number>;
}

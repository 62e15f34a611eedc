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
import { preparedStatementName } from './statement.ts';
import { transactionConnection } from './transaction.ts';

/**
 * Builds statements over the tables of the schema; it never sends one. `fetchRows`, `fetchRow` and `runStatement` do, in
 * the transaction of their ctx. A renamed column fails the type check of each statement that names it (docs/adr/0013).
 */
export const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type TypeParser = (text: string) => unknown;

/** Counts are numbers; beyond what a number holds exactly, an answer would be wrong without saying so. */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/** Read as the types of the tables say: days stay text, because a Date would move them by the process's time zone. */
const PARSERS = new Map<number, TypeParser>([
  [pg.types.builtins.INT8, readBigint],
  [pg.types.builtins.DATE, (text) => text],
]);

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A statement of the builder, SQL text made by Kysely's `sql`, or one of either that was compiled before. */
type Statement<Row> = Compilable<Row> | RawBuilder<Row> | CompiledQuery<Row>;

const compile = <Row>(statement: Statement<Row>): CompiledQuery<Row> =>
  'sql' in statement
    ? statement
    : 'isRawBuilder' in statement
      ? statement.compile(tables)
      : statement.compile();

type Reading = Pick<Ctx, 'db' | 'services'>;

function send({ db, services }: Reading, statement: Statement<unknown>): Promise<pg.QueryResult> {
  const { sql: text, parameters } = compile(statement);
  const values = parameters.map((value) => (value instanceof Date ? value.toISOString() : value));
  const name = preparedStatementName(text);
  const connection = transactionConnection(db) ?? services.database.pool;
  return connection.query({ text, values, types, ...(name ? { name } : {}) });
}

/** The rows of a statement, in the transaction of the caller where there is one. */
export async function fetchRows<Row>(ctx: Reading, statement: Statement<Row>): Promise<Row[]> {
  return (await send(ctx, statement)).rows;
}

/** The first row of a statement; undefined where it has none. */
export async function fetchRow<Row>(ctx: Reading, statement: Statement<Row>): Promise<Row | undefined> {
  return (await fetchRows(ctx, statement))[0];
}

/** Sends an insert, update or delete. @returns how many rows it changed */
export async function runStatement(ctx: Reading, statement: Statement<unknown>): Promise<number> {
  return (await send(ctx, statement)).rowCount ?? 0;
}

/** The right side of `=` for "is one of these ids": one statement for lists of every length, the empty one too. */
export const anyIdSql = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`;

/** How many rows a statement would have, whatever it selects. */
export async function countRows<DB, TB extends keyof DB, O>(
  ctx: Reading,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await fetchRow(ctx, query.clearSelect().select(sql<number>`count(*)`.as('total')));
  return (row as { total: number } | undefined)?.total ?? 0;
}

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { statementName, toQueryConfig } from './statement.ts';
import { type Db, joinOpenTransactions, sendDeferred, transactionConnection } from './transaction.ts';

export { CUSTOM_PLAN } from './statement.ts';
export { type Db, Prisma, transactionConnection };

export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /**
   * Two connections for what is kept whatever becomes of the transaction that it is said in: where all of the pool's
   * stand in transactions, one of these is still free.
   */
  readonly aside: pg.Pool;
  close(): Promise<void>;
};

/** Limits of one statement for a request (promises F3): fail fast instead of queueing behind a frozen database. */
const REQUEST = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  // the others are kept by the server; a frozen one keeps nothing
  query_timeout: 6_000,
};

/**
 * Opens the pool and the client on top of it. Statements are prepared once per connection and named by their text.
 * `application_name` tells operators which role holds a connection.
 */
export function openDatabase(url: string, size: number, application_name = 'dukkan'): Database {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name,
    ...REQUEST,
    // a statement is sent without waiting for the answer to the one before it
    pipeline: true,
  };
  const pool = new pg.Pool({ ...options, max: size });
  const aside = new pg.Pool({ ...options, max: 2 });
  for (const one of [pool, aside]) {
    // without a listener a dropped connection would end the process: an idle one tells the pool, one in use itself
    one.on('error', () => undefined);
    one.on('connect', (client) => void client.on('error', () => undefined));
  }
  const adapter = joinOpenTransactions(
    new PrismaPg(pool, {
      statementNameGenerator: ({ sql }) => statementName(sql),
    }),
  );
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 2_000, timeout: 10_000 },
  });
  return {
    prisma,
    pool,
    aside,
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([pool.end(), aside.end()]);
    },
  };
}

type Reading = {
  readonly db: Db;
  readonly services: { readonly database: Database };
};

/** Where a statement of this reader goes: its transaction's connection, or the pool outside of one. */
const connectionFor = ({ db, services }: Reading): pg.Pool | pg.PoolClient =>
  transactionConnection(db) ?? services.database.pool;

/**
 * Reads rows for what is asked all day: straight through the driver, which takes half the time of the way through the
 * client, in the transaction of the reader where there is one. Columns are of types that both answer alike: numbers as
 * float8 or int, texts, JSON, instants, arrays of these.
 */
export async function queryRows<T>(ctx: Reading, sql: Prisma.Sql): Promise<T[]> {
  const { rows } = await connectionFor(ctx).query(toQueryConfig(sql));
  return rows as T[];
}

/** Writes in the same short way. @returns how many rows the statement says it changed */
export async function execute(ctx: Reading, sql: Prisma.Sql): Promise<number> {
  return (await connectionFor(ctx).query(toQueryConfig(sql))).rowCount ?? 0;
}

/** Writes without waiting for it: a transaction ends after it, and is not kept where it failed. */
export async function writeDeferred(ctx: Reading, sql: Prisma.Sql): Promise<void> {
  if (!sendDeferred(ctx.db, toQueryConfig(sql))) await execute(ctx, sql);
}

/** Escapes LIKE's wildcards: what was typed is searched literally (promises M10, I5). */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Whether an error says that a write broke this constraint or unique index; adapters wrap PostgreSQL's own word. */
export function isConstraintViolation(error: unknown, constraint: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { meta } = cause as Error & { meta?: unknown };
    if (`${cause.message} ${JSON.stringify(meta ?? null)}`.includes(constraint)) return true;
  }
  return false;
}

/**
 * The column whose new value points to what was deleted at the same moment, as the database's triggers say it; null for
 * every other error. See docs/rules/deleting.md#at-the-same-moment.
 */
export function deletedReference(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { meta } = cause as Error & { meta?: unknown };
    const column = /deleted reference in (\w+)/.exec(`${cause.message} ${JSON.stringify(meta ?? null)}`)?.[1];
    if (column) return column;
  }
  return null;
}

/** Serialization failures, deadlocks and references that were just deleted: the same work is done again. */
export const isRetryableConflict = (error: unknown): boolean =>
  (error instanceof Prisma.PrismaClientKnownRequestError &&
    // of a raw statement the adapter's own word is all there is
    (error.code === 'P2034' || JSON.stringify(error.meta ?? null).includes('TransactionWriteConflict'))) ||
  (error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')) ||
  deletedReference(error) !== null;

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { preparedStatementName } from './statement.ts';
import { type Db, getTransactionConnection, joinOpenTransactions } from './transaction.ts';

export { type Db, getTransactionConnection, Prisma };

export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /**
   * Two connections for writes that must survive a rollback of the caller's transaction; they are free even when all
   * connections of the pool are in transactions.
   */
  readonly counterPool: pg.Pool;
  close(): Promise<void>;
};

/** Limits of one statement of a request, so that it fails fast instead of waiting for a frozen database. */
const REQUEST = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  // the server enforces the other limits, but a frozen server enforces nothing
  query_timeout: 6_000,
};

/**
 * Opens the connection pool and the Prisma client on top of it. Statements are prepared once per connection and named
 * by their text. `application_name` shows operators which process holds a connection. A request that waits longer than
 * `connectionTimeoutMillis` for a connection fails with 'service busy'.
 */
export function openDatabase(
  url: string,
  size: number,
  application_name = 'dukkan',
  connectionTimeoutMillis = 2_000,
): Database {
  const options = {
    connectionString: url,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name,
    ...REQUEST,
    // sends a statement without waiting for the answer to the previous one
    pipeline: true,
  };
  const pool = new pg.Pool({ ...options, max: size });
  const counterPool = new pg.Pool({ ...options, max: 2 });
  for (const eachPool of [pool, counterPool]) {
    // without a listener a dropped connection would end the process; the pool and the running query report the error
    // anyway
    eachPool.on('error', () => undefined);
    eachPool.on('connect', (client) => void client.on('error', () => undefined));
  }
  const adapter = joinOpenTransactions(
    new PrismaPg(pool, {
      statementNameGenerator: ({ sql }) => preparedStatementName(sql),
    }),
  );
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 2_000, timeout: 10_000 },
  });
  return {
    prisma,
    pool,
    counterPool,
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([pool.end(), counterPool.end()]);
    },
  };
}

/** Escapes the wildcards of LIKE, so that typed text is searched literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** True when a write violated this constraint or unique index; the adapters wrap PostgreSQL's own error. */
export function isConstraintViolation(error: unknown, constraint: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { meta } = cause as Error & { meta?: unknown };
    if (`${cause.message} ${JSON.stringify(meta ?? null)}`.includes(constraint)) return true;
  }
  return false;
}

/**
 * The column that points to a record deleted at the same moment, as the triggers report it; null for other errors.
 * Rule: docs/rules/deleting.md#at-the-same-moment
 */
export function findDeletedReferenceColumn(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { meta } = cause as Error & { meta?: unknown };
    const column = /deleted reference in (\w+)/.exec(`${cause.message} ${JSON.stringify(meta ?? null)}`)?.[1];
    if (column) return column;
  }
  return null;
}

/**
 * True for serialization failures, deadlocks and references that were just deleted, where the same work is tried
 * again.
 */
export const isRetryableConflict = (error: unknown): boolean =>
  (error instanceof Prisma.PrismaClientKnownRequestError &&
    // for a raw statement the adapter's message is all there is
    (error.code === 'P2034' || JSON.stringify(error.meta ?? null).includes('TransactionWriteConflict'))) ||
  (error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')) ||
  findDeletedReferenceColumn(error) !== null;

import { AsyncLocalStorage } from 'node:async_hooks';
import type { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

export type Db = Prisma.TransactionClient;

/** Maximum duration of a transaction in milliseconds; statements have their own limits. */
const LONGEST = 10_000;

/** An open transaction on its own connection. */
type OpenTransaction = {
  readonly client: pg.PoolClient;
  readonly until: number;
  isOver: boolean;
  /** The error of the first deferred statement that failed. */
  failed: unknown;
  /** Prisma's part of the transaction, once a caller used it. */
  builder: { readonly db: Promise<Db>; readonly end: () => Promise<void> } | null;
};

/** Set while Prisma joins a transaction that is already open. */
const joining = new AsyncLocalStorage<OpenTransaction>();
const transactionsByDb = new WeakMap<Db, OpenTransaction>();

/** @throws when the transaction has ended or taken too long, because the statement would run outside of it */
function requireOpen(transaction: OpenTransaction): pg.PoolClient {
  if (transaction.isOver || Date.now() > transaction.until) throw new Error('Transaction already closed');
  return batchStatements(transaction.client);
}

type Written = pg.PoolClient & {
  readonly connection: { readonly stream: { cork(): void; uncork(): void; writableCorked: number } };
};

/**
 * Sends the statements of one turn of the event loop in a single write, because the write costs more than most
 * statements.
 */
function batchStatements(client: pg.PoolClient): pg.PoolClient {
  const { stream } = (client as Written).connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client;
}

/** The connection as Prisma sees it: it neither begins nor ends the transaction. */
const toPrismaConnection = (transaction: OpenTransaction) => ({
  query: async (config: pg.QueryConfig) =>
    ['BEGIN', 'COMMIT', 'ROLLBACK'].includes(config.text)
      ? { rows: [], fields: [], rowCount: 0 }
      : requireOpen(transaction).query(config),
  release: () => undefined,
  on: () => undefined,
  removeListener: () => undefined,
});

/** Lets Prisma's transactions join one that is already open. */
export function joinOpenTransactions(adapter: PrismaPg): PrismaPg {
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const queryable = await connect();
    const { startTransaction } = queryable;
    queryable.startTransaction = function (level) {
      const transaction = joining.getStore();
      const on = transaction
        ? Object.create(this, { client: { value: { connect: async () => toPrismaConnection(transaction) } } })
        : this;
      return startTransaction.call(on, level);
    };
    return queryable;
  };
  return adapter;
}

function createJoinedBuilder(
  prisma: PrismaClient,
  transaction: OpenTransaction,
): NonNullable<OpenTransaction['builder']> {
  const db = Promise.withResolvers<Db>();
  const over = Promise.withResolvers<void>();
  const done = joining.run(transaction, () =>
    prisma.$transaction(
      (joined) => {
        db.resolve(joined);
        return over.promise;
      },
      { timeout: Math.max(1, transaction.until - Date.now()) },
    ),
  );
  done.catch(db.reject);
  return {
    db: db.promise,
    end: () => {
      over.resolve();
      return done;
    },
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Most statements are SQL and go straight to the connection, which takes a third of the processor time; Prisma joins
 * the transaction with its first query.
 */
function createTransactionDb(prisma: PrismaClient, transaction: OpenTransaction): Db {
  const ask = async (say: (db: Record<string, unknown>) => Promise<unknown>) => {
    requireOpen(transaction);
    transaction.builder ??= createJoinedBuilder(prisma, transaction);
    const db: object = await transaction.builder.db;
    return say(db as Record<string, unknown>);
  };
  const model = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string): Method =>
          (...args) =>
            ask((db) => (db[name] as Record<string, Method>)[method]?.(...args) as Promise<unknown>),
      },
    );
  return new Proxy({} as Db, {
    get: (_, name) => {
      // `await` asks every object whether it has a `then`
      if (typeof name === 'symbol' || name === 'then') return undefined;
      if (!name.startsWith('$')) return model(name);
      return ((...args) => ask((db) => (db[name] as Method)(...args))) satisfies Method;
    },
  });
}

/** True for the error of statements that follow a failed one; it does not tell the cause. */
const isAborted = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '25P02';

/**
 * Sends a statement without waiting for its result; the transaction is rolled back if it fails. @returns false outside
 * of a transaction, where nothing was sent
 */
export function sendDeferred(db: Db, query: pg.QueryConfig): boolean {
  const transaction = transactionsByDb.get(db);
  if (!transaction) return false;
  requireOpen(transaction)
    .query(query)
    .catch((error: unknown) => {
      transaction.failed ??= error;
    });
  return true;
}

/**
 * Runs in one transaction: commits, or rolls back when `run` throws.
 * @param limit_ms the longest that it may take
 */
export async function withTransaction<T>(
  { pool, prisma }: { readonly pool: pg.Pool; readonly prisma: PrismaClient },
  run: (db: Db) => Promise<T>,
  limit_ms: number = LONGEST,
): Promise<T> {
  const client = await pool.connect();
  const transaction: OpenTransaction = {
    client,
    until: Date.now() + limit_ms,
    isOver: false,
    failed: null,
    builder: null,
  };
  const db = createTransactionDb(prisma, transaction);
  transactionsByDb.set(db, transaction);
  let broken: unknown;
  try {
    sendDeferred(db, { text: 'BEGIN' });
    // the database would end a transaction that computes for long between two statements
    if (limit_ms > LONGEST) sendDeferred(db, { text: 'SET LOCAL idle_in_transaction_session_timeout = 0' });
    const result = await run(db);
    await transaction.builder?.end();
    requireOpen(transaction);
    transaction.isOver = true;
    const { command } = await batchStatements(client).query('COMMIT');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK
    if (transaction.failed || command !== 'COMMIT')
      throw transaction.failed ?? new Error('A statement failed, and the transaction went on');
    return result;
  } catch (error) {
    transaction.isOver = true;
    await transaction.builder?.end().catch(() => undefined);
    await client.query('ROLLBACK').catch((failed: unknown) => {
      broken = failed;
    });
    throw isAborted(error) ? (transaction.failed ?? error) : error;
  } finally {
    client.release(broken instanceof Error ? broken : undefined);
  }
}

/** The connection of an open transaction, or null for any other db. */
export function getTransactionConnection(db: Db): pg.PoolClient | null {
  const transaction = transactionsByDb.get(db);
  return transaction ? requireOpen(transaction) : null;
}

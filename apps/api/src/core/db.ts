import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';

export { Prisma };
export type Db = Prisma.TransactionClient;

export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
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
 * Stands at the start of a statement whose best plan depends on what is asked: it is planned for its values each time
 * instead of once for all.
 */
export const OWN_PLAN = Prisma.raw('/* own plan */');

/** What a statement is prepared under: its text; '' where it is not to be. */
const nameOf = (sql: string): string =>
  sql.startsWith(OWN_PLAN.sql) ? '' : createHash('sha1').update(sql).digest('base64url');

/**
 * Opens the pool and the client on top of it. Statements are prepared once per connection and named by their text.
 * `application_name` tells operators which role holds a connection.
 */
export function openDatabase(url: string, size: number, application_name = 'dukkan'): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name,
    ...REQUEST,
  });
  // without a listener a dropped connection would end the process: an idle one tells the pool, one in use itself
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => nameOf(sql),
  });
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 2_000, timeout: 10_000 },
  });
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

type Reading = {
  readonly db: Db;
  readonly services: { readonly database: Database };
};

/**
 * Reads rows for a page that is asked for all day: straight through the driver, which takes half the time of the way
 * through the client; inside a transaction through that. Columns are of types that both answer alike: numbers as
 * float8 or int, texts, JSON, instants, arrays of these.
 */
export async function readRows<T>(ctx: Reading, sql: Prisma.Sql): Promise<T[]> {
  const { prisma, pool } = ctx.services.database;
  if (ctx.db !== prisma) return ctx.db.$queryRaw<T[]>(sql);
  const name = nameOf(sql.text);
  const { rows } = await pool.query({ text: sql.text, values: sql.values, ...(name ? { name } : {}) });
  return rows as T[];
}

/** Escapes LIKE's wildcards: what was typed is searched literally (promises M10, I5). */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Whether an error says that a write broke this constraint or unique index; adapters wrap PostgreSQL's own word. */
export function violates(error: unknown, constraint: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { meta } = cause as Error & { meta?: unknown };
    if (`${cause.message} ${JSON.stringify(meta ?? null)}`.includes(constraint)) return true;
  }
  return false;
}

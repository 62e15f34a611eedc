import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Services } from '../services.ts';

/** Work that reads a whole shop takes longer than a request may. */
const PATIENCE_MS = 600_000;

export type Send = <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>;

/**
 * Does a clocked work's statements in a transaction of its own while no other process is at the same: they wait for each
 * other at `lock`, and none has a request's limits.
 * @returns what `work` answers
 */
export async function withAdvisoryLock<T>(
  { database }: Services,
  lock: number,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  const send: Send = (text, values = []) =>
    client.query({ text, values, query_timeout: PATIENCE_MS } as QueryConfig);
  let failure: unknown;
  try {
    await send('BEGIN');
    await send(`SET LOCAL statement_timeout = ${PATIENCE_MS}`);
    await send(`SET LOCAL lock_timeout = ${PATIENCE_MS}`);
    await send('SELECT pg_advisory_xact_lock($1)', [lock]);
    const result = await work(send);
    await send('COMMIT');
    return result;
  } catch (error) {
    failure = error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // a connection that failed is not given to anybody else
    client.release(failure instanceof Error);
  }
}

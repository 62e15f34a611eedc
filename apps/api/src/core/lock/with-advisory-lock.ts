import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Services } from '../ctx.ts';

/** Maximum duration of such work in milliseconds; reading a whole shop takes longer than a request may. */
const PATIENCE_MS = 600_000;

export type SendQuery = <R extends QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<QueryResult<R>>;

/**
 * Runs scheduled work in its own transaction under an advisory lock, without the limits of a request; other processes
 * wait for the lock.
 * @returns the result of `work`
 */
export async function withAdvisoryLock<T>(
  { database }: Services,
  lock: number,
  work: (send: SendQuery) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  const send: SendQuery = (text, values = []) =>
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
    // a failed connection is not reused
    client.release(failure instanceof Error);
  }
}

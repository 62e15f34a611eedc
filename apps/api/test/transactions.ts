import type { PoolClient } from 'pg';
import type { TestApp } from './app.ts';

/**
 * Runs work in a transaction of its own and ends it as `work` says, with COMMIT or ROLLBACK; it ends in any case, because
 * an open one would fail every later test.
 */
export async function inTransaction(
  app: TestApp,
  work: (client: PoolClient) => Promise<'COMMIT' | 'ROLLBACK'>,
): Promise<void> {
  const client = await app.services.database.pool.connect();
  let end = 'ROLLBACK';
  try {
    await client.query('BEGIN');
    end = await work(client);
  } finally {
    await client.query(end);
    client.release();
  }
}

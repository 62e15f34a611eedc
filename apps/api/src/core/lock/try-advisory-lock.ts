import pg from 'pg';
import type { Services } from '../ctx.ts';

/**
 * Runs the work unless another process holds the lock. The lock ends with its connection, so that a killed process
 * blocks nobody. It uses the direct address, because a pooler would share the connection.
 * @param key the lock's number
 * @returns false when another process holds the lock; nothing was done then
 */
export async function tryAdvisoryLock(
  services: Services,
  key: number,
  run: () => Promise<void>,
): Promise<boolean> {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = services.env;
  const client = new pg.Client({
    connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
    application_name: 'dukkan-lock',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      key,
    ]);
    if (!rows[0]?.taken) return false;
    await run();
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

import type { Services } from './services.ts';

/**
 * Counts one more of `key` in the current window and answers how many there are now. The counter is shared by all
 * processes and survives restarts (decisions section 6). Windows are fixed: minute 12:00 ends at 12:01.
 */
export async function countUp(services: Services, key: string, seconds: number): Promise<number> {
  const now = services.now();
  const window_at = new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000);
  const expires_at = new Date(window_at.getTime() + seconds * 1000);
  const { rows } = await services.database.pool.query<{ count: number }>({
    name: 'count_up',
    text: `INSERT INTO attempt (key, window_at, count, expires_at) VALUES ($1, $2, 1, $3)
           ON CONFLICT (key, window_at) DO UPDATE SET count = attempt.count + 1 RETURNING count`,
    values: [key, window_at, expires_at],
  });
  return rows[0]?.count ?? 1;
}

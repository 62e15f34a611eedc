import type { Ctx, Services } from '../ctx.ts';

/** The fixed window that contains `now`, for example 12:00 to 12:01. */
function findWindow(now: Date, seconds: number): { from: Date; to: Date } {
  const from = Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000;
  return { from: new Date(from), to: new Date(from + seconds * 1000) };
}

/**
 * Increments the counter of `key` in the current window and returns it. All processes share the counter and it
 * survives restarts. It uses its own connection: never call it in a transaction, nor in a write with an idempotency
 * key, which runs in one.
 */
export async function incrementCounter(services: Services, key: string, seconds: number): Promise<number> {
  const { from, to } = findWindow(services.now(), seconds);
  const { rows } = await services.database.pool.query<{ count: number }>({
    name: 'count_up',
    text: `INSERT INTO attempt (key, window_at, count, expires_at) VALUES ($1, $2, 1, $3)
           ON CONFLICT (key, window_at) DO UPDATE SET count = attempt.count + 1 RETURNING count`,
    values: [key, from, to],
  });
  return rows[0]?.count ?? 1;
}

/** Increments the counter in the caller's transaction; a rollback undoes it. */
export async function incrementCounterInTx(
  ctx: Ctx,
  key: string,
  seconds: number,
): Promise<{ count: number; seconds_left: number }> {
  const { from, to } = findWindow(ctx.now, seconds);
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    INSERT INTO attempt (key, window_at, count, expires_at) VALUES (${key}, ${from}, 1, ${to})
    ON CONFLICT (key, window_at) DO UPDATE SET count = attempt.count + 1 RETURNING count`;
  return {
    count: row?.count ?? 1,
    seconds_left: Math.max(1, Math.ceil((to.getTime() - ctx.now.getTime()) / 1000)),
  };
}

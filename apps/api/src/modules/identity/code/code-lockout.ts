import type { Services } from '../../../core/ctx.ts';

/** Number of wrong codes that lock an identity, and for how long. */
const MAX_WRONG = 10;
const LOCK_SECONDS = 900;
const REMEMBERED_SECONDS = 86_400;

export const buildLockoutKey = (identity: string): string => `guess:${identity}`;

const GUESS = `
  INSERT INTO attempt (key, window_at, count, expires_at)
  VALUES ($1, 'epoch', 1, $2::timestamptz + interval '${REMEMBERED_SECONDS} seconds')
  ON CONFLICT (key, window_at) DO UPDATE
     SET count = CASE WHEN attempt.expires_at <= $2 THEN 1 ELSE attempt.count + 1 END,
         expires_at = CASE WHEN attempt.expires_at <= $2 THEN excluded.expires_at
                           WHEN attempt.count + 1 >= ${MAX_WRONG} THEN $2::timestamptz + interval '${LOCK_SECONDS} seconds'
                           ELSE attempt.expires_at END
   WHERE attempt.expires_at <= $2 OR attempt.count < ${MAX_WRONG}
  RETURNING count`;

/** Returns the seconds for which an identity is locked, 0 when it is not. */
export async function getLockoutSeconds(services: Services, identity: string): Promise<number> {
  const now = services.now();
  const { rows } = await services.database.pool.query<{ expires_at: Date }>({
    name: 'guess_locked',
    text: `SELECT expires_at FROM attempt
            WHERE key = $1 AND window_at = 'epoch' AND count >= ${MAX_WRONG} AND expires_at > $2`,
    values: [buildLockoutKey(identity), now],
  });
  const [row] = rows;
  return row ? Math.ceil((row.expires_at.getTime() - now.getTime()) / 1000) : 0;
}

/**
 * Counts a guess before it is checked, for any code of an identity: the tenth wrong one within a day locks the
 * identity, across all processes. @returns 0, or the seconds for which it is locked
 */
export async function countCodeGuess(services: Services, identity: string): Promise<number> {
  const { rowCount } = await services.database.pool.query({
    name: 'guess',
    text: GUESS,
    values: [buildLockoutKey(identity), services.now()],
  });
  return rowCount ? 0 : Math.max(1, await getLockoutSeconds(services, identity));
}

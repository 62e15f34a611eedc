import { fail } from '@dukkan/contract';
import type { Services } from '../../../core/ctx.ts';

/** Allows at most `max` attempts of `key` within `seconds` of the first one. */
export type AttemptLimit = { readonly key: string; readonly max: number; readonly seconds: number };

const FULL = `
  SELECT max(a.expires_at) AS until
    FROM unnest($1::text[], $2::int[]) AS w(key, max)
    JOIN attempt a ON a.key = w.key AND a.window_at = 'epoch' AND a.count >= w.max
   WHERE a.expires_at > $3`;

// rows are locked in the order of the limits, so that two callers cannot deadlock
const TAKE = `
  INSERT INTO attempt (key, window_at, count, expires_at)
  SELECT w.key, 'epoch', 1, $3::timestamptz + make_interval(secs => w.seconds)
    FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS w(key, seconds, place) ORDER BY place
  ON CONFLICT (key, window_at) DO UPDATE
     SET count = CASE WHEN attempt.expires_at <= $3 THEN 1 ELSE attempt.count + 1 END,
         expires_at = CASE WHEN attempt.expires_at <= $3 THEN excluded.expires_at ELSE attempt.expires_at END
  RETURNING key, count, expires_at`;

const GIVE_BACK = `
  WITH mine AS (
    SELECT key FROM attempt WHERE key = ANY($1) AND window_at = 'epoch' ORDER BY array_position($1, key) FOR UPDATE
  )
  UPDATE attempt a SET count = greatest(a.count - 1, 0) FROM mine WHERE a.key = mine.key AND a.window_at = 'epoch'`;

type Taken = { key: string; count: number; expires_at: Date };

/**
 * Counts an attempt under every limit before the work starts, so that all processes together never exceed `max`.
 * Attempts that should not count are returned with `refundAttempt`. Both use their own connection, outside of the
 * caller's transaction.
 * @returns null, or the seconds until the next attempt is allowed
 */
export async function countAttempt(
  services: Services,
  limits: readonly AttemptLimit[],
): Promise<number | null> {
  const { counterPool: aside } = services.database;
  const now = services.now();
  const keys = limits.map(({ key }) => key);
  const left = (until: Date) => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const full = await aside.query<{ until: Date | null }>({
    name: 'attempt_full',
    text: FULL,
    values: [keys, limits.map(({ max }) => max), now],
  });
  const until = full.rows[0]?.until;
  if (until) return left(until);
  const taken = await aside.query<Taken>({
    name: 'attempt_take',
    text: TAKE,
    values: [keys, limits.map(({ seconds }) => seconds), now],
  });
  const over = taken.rows.find((row) => row.count > (limits.find(({ key }) => key === row.key)?.max ?? 0));
  if (!over) return null;
  await refundAttempt(services, limits);
  return left(over.expires_at);
}

/** Returns attempts that should not count. */
export async function refundAttempt(
  services: Services,
  limits: readonly Pick<AttemptLimit, 'key'>[],
): Promise<void> {
  await services.database.counterPool.query({
    name: 'attempt_give_back',
    text: GIVE_BACK,
    values: [limits.map(({ key }) => key)],
  });
}

/** Resets the count of a key. */
export async function resetAttempts(services: Services, key: string): Promise<void> {
  await services.database.counterPool.query({
    name: 'attempt_forget',
    text: 'DELETE FROM attempt WHERE key = $1',
    values: [key],
  });
}

const LANES = 2;
const MAX_WAITING = 100;
type Lane = { running: number; readonly waiting: (() => void)[] };
const lanes = new Map<string, Lane>();

/**
 * Runs at most two (or `atOnce`) calls of the same key at a time in this process, so that correct sign-ins still being
 * checked do not block the next one. @throws service.busy when a hundred are waiting
 */
export async function withConcurrencyLimit<T>(
  key: string,
  run: () => Promise<T>,
  atOnce = LANES,
): Promise<T> {
  const lane = lanes.get(key) ?? { running: 0, waiting: [] };
  lanes.set(key, lane);
  if (lane.running < atOnce) lane.running += 1;
  else if (lane.waiting.length >= MAX_WAITING) fail('service.busy', { seconds: 2 });
  else await new Promise<void>((wake) => lane.waiting.push(wake));
  try {
    return await run();
  } finally {
    const next = lane.waiting.shift();
    if (next) next();
    else {
      lane.running -= 1;
      if (lane.running === 0) lanes.delete(key);
    }
  }
}

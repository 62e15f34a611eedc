import type { Services } from '../../../core/ctx.ts';
import { createSystemCtx } from '../../../core/ctx.ts';
import { withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';
import { readSettings } from '../../setting/index.ts';
import { updateEventSums } from './event-sums.ts';
import { FACT_DIMENSIONS, FACT_MEASURES } from './order-facts.ts';
import { updateOrderSums } from './order-sums.ts';
import { restatedDaysOfFactsSql } from './restated-days.ts';
import { writeMissingFacts } from './write-missing-facts.ts';

// Daily sums of what orders count (docs/adr 0009). Triggers write facts next to each order (trade_fact); this module
// adds them to the sums, and rebuilds the sums of a branch when its time zone or the end of its day changes.

/** Advisory lock, so that only one process adds up at a time. */
const LOCK = 7_340_018;

/** Number of chunks of missing facts after which they are added to the sums, so that few stay pending. */
const PARTS = 20;

/**
 * The branches and time zones that need daily sums: every branch, closed ones too, in the shop's zone and in its own.
 */
const DAY_SUM_PAIRS_SQL = `
  SELECT b.id AS branch_id, z.zone FROM branch b
   CROSS JOIN LATERAL (SELECT $1::text AS zone UNION SELECT b.settings->>'timezone') z
   WHERE z.zone IS NOT NULL ORDER BY 1, 2`;
type Pair = { readonly branch_id: number; readonly zone: string };

/**
 * Deletes sums for time zones or ends of day that no branch uses any more; sums without their row here are deleted too.
 */
const FORGET = `
  DELETE FROM day_sum_zone k WHERE k.day_end <> $3 OR NOT EXISTS (
    SELECT 1 FROM unnest($1::int[], $2::text[]) AS w (branch_id, zone) WHERE w.branch_id = k.branch_id AND w.zone = k.zone)`;
const FORGET_DAYS = ['day_sum', 'hour_sum', 'day_restated'].map(
  (table) => `DELETE FROM ${table} s WHERE NOT EXISTS (
    SELECT 1 FROM day_sum_zone k WHERE k.branch_id = s.branch_id AND k.zone = s.zone)`,
);

const DIMENSIONS = FACT_DIMENSIONS.join(', ');
const MEASURES = FACT_MEASURES.join(', ');
const SUMS = FACT_MEASURES.map((name) => `sum(${name}) AS ${name}`).join(', ');
/** Rows whose measures are all 0 are deleted; for example, no order of last year is still waiting. */
const isNothing = (columns: readonly string[]): string =>
  `(${columns.join(', ')}) = (${columns.map(() => '0').join(', ')})`;
const ANY_LEFT = `HAVING NOT ${isNothing(FACT_MEASURES.map((name) => `sum(${name})`))}`;

/** Adds the new sums to the stored ones of the same day. */
const PLUS = `DO UPDATE SET ${FACT_MEASURES.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`;

/** SQL for the hour of the clock of an instant. */
const hourSql = (instant: string, zone: string): string =>
  `extract(hour FROM ${instant} AT TIME ZONE ${zone})::int`;

const keepRestated = (facts: string, conditions: string): string => `
  INSERT INTO day_restated AS s (branch_id, zone, day, sales, cost) ${restatedDaysOfFactsSql(facts, conditions)}
  ON CONFLICT (branch_id, zone, day) DO UPDATE SET sales = s.sales OR excluded.sales, cost = s.cost OR excluded.cost`;

/** Adds pending facts to the daily sums of their branch and of the shop, marks them as added, and returns their orders. */
const ADD = `
  WITH taken AS (
    UPDATE trade_fact SET added = true WHERE NOT added
    RETURNING branch_id, order_id, recorded_at, counted_at, ${DIMENSIONS}, ${MEASURES}
  ), restated AS (${keepRestated('taken', 'TRUE')}
  ), given_hours AS MATERIALIZED (
    SELECT t.branch_id, k.zone, ((t.counted_at AT TIME ZONE k.zone) - k.day_end::interval)::date AS day,
           ${hourSql('t.counted_at', 'k.zone')} AS hour, ${FACT_DIMENSIONS.map((name) => `t.${name}`).join(', ')}, ${SUMS}
      FROM taken t JOIN day_sum_zone k USING (branch_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ${ANY_LEFT}
  ), hours AS (
    INSERT INTO hour_sum AS s (branch_id, zone, day, hour, ${DIMENSIONS}, ${MEASURES})
    SELECT branch_id, zone, day, hour, ${DIMENSIONS}, ${MEASURES} FROM given_hours
    ON CONFLICT (branch_id, zone, day, hour, ${DIMENSIONS}) ${PLUS}
  ), shop_hours AS (
    INSERT INTO hour_sum_shop AS s (zone, day, hour, ${DIMENSIONS}, ${MEASURES})
    SELECT zone, day, hour, ${DIMENSIONS}, ${SUMS}
      FROM given_hours JOIN day_sum_shop_zone USING (zone) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (zone, day, hour, ${DIMENSIONS}) ${PLUS}
  ), given AS (
    SELECT branch_id, zone, day, ${DIMENSIONS}, ${SUMS} FROM given_hours GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ${ANY_LEFT}
  ), shop AS (
    INSERT INTO day_sum_shop AS s (zone, day, ${DIMENSIONS}, ${MEASURES})
    SELECT zone, day, ${DIMENSIONS}, ${SUMS}
      FROM given JOIN day_sum_shop_zone USING (zone) GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (zone, day, ${DIMENSIONS}) ${PLUS}
  ), days AS (
    INSERT INTO day_sum AS s (branch_id, zone, day, ${DIMENSIONS}, ${MEASURES})
    SELECT branch_id, zone, day, ${DIMENSIONS}, ${MEASURES} FROM given
    ON CONFLICT (branch_id, zone, day, ${DIMENSIONS}) ${PLUS}
  )
  SELECT DISTINCT order_id FROM taken ORDER BY order_id`;

const EMPTY = ['day_sum', 'day_sum_shop', 'hour_sum', 'hour_sum_shop'].map(
  (table) => `DELETE FROM ${table} WHERE orders = 0 AND ${isNothing(FACT_MEASURES)}`,
);

const BY = { day: 'day', hour: 'day, hour' } as const;

/** Builds the sums of the whole shop, which exist in the shop's time zone only. */
const MAKE_SHOP = (['day', 'hour'] as const).map(
  (by) => `
  INSERT INTO ${by}_sum_shop (zone, ${BY[by]}, ${DIMENSIONS}, ${MEASURES})
  SELECT zone, ${BY[by]}, ${DIMENSIONS}, ${SUMS}
    FROM ${by}_sum JOIN day_sum_zone USING (branch_id, zone) WHERE zone = $1 GROUP BY zone, ${BY[by]}, ${DIMENSIONS} ORDER BY ${BY[by]}`,
);

/** Builds the sums of a branch by hour from all its facts that are not pending. */
const MAKE_HOURS = `
  INSERT INTO hour_sum (branch_id, zone, day, hour, ${DIMENSIONS}, ${MEASURES})
  SELECT $1::int, $2::text, ((counted_at AT TIME ZONE $2) - $3::interval)::date, ${hourSql('counted_at', '$2')}, ${DIMENSIONS}, ${SUMS}
    FROM trade_fact WHERE branch_id = $1 AND added GROUP BY 3, 4, 5, 6, 7, 8, 9 ${ANY_LEFT} ORDER BY 3, 4`;

/** Builds the sums of a branch by day from those by hour. */
const MAKE_DAYS = `
  INSERT INTO day_sum (branch_id, zone, day, ${DIMENSIONS}, ${MEASURES})
  SELECT branch_id, zone, day, ${DIMENSIONS}, ${SUMS}
    FROM hour_sum WHERE branch_id = $1 AND zone = $2 GROUP BY branch_id, zone, day, ${DIMENSIONS} ${ANY_LEFT} ORDER BY day`;

/** Finds the days of a branch that changed after they ended. */
const MAKE_RESTATED = keepRestated('trade_fact', 't.branch_id = $1 AND t.added AND k.zone = $2');

/** Builds the sums of the shop from those of its branches, unless they exist. */
const makeShopSums = (services: Services, zone: string, day_end: string): Promise<void> =>
  withAdvisoryLock(services, LOCK, async (send) => {
    const kept = await send(
      'INSERT INTO day_sum_shop_zone (zone, day_end) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [zone, day_end],
    );
    if (kept.rowCount === 0) return;
    await send('DELETE FROM day_sum_shop_zone WHERE zone <> $1', [zone]);
    await send('DELETE FROM day_sum_shop');
    await send('DELETE FROM hour_sum_shop');
    for (const make of MAKE_SHOP) await send(make, [zone]);
  });

/**
 * Loads the needed pairs of branch and zone, without zones that this database does not know, which would make the job
 * fail for all.
 */
async function loadNeededBranchZones(services: Services, zone: string): Promise<readonly Pair[]> {
  const { pool } = services.database;
  const { rows } = await pool.query<Pair>(DAY_SUM_PAIRS_SQL, [zone]);
  const known = new Set<string>();
  for (const name of new Set(rows.map((pair) => pair.zone)))
    try {
      await pool.query('SELECT now() AT TIME ZONE $1', [name]);
      known.add(name);
    } catch (error) {
      services.log.error({ err: error, zone: name }, 'the database does not know a time zone of the shop');
    }
  return rows.filter((pair) => known.has(pair.zone));
}

/** Builds the sums of a branch in a time zone, unless they exist. */
const makeSums = (services: Services, { branch_id, zone }: Pair, day_end: string): Promise<void> =>
  withAdvisoryLock(services, LOCK, async (send) => {
    const kept = await send(
      'INSERT INTO day_sum_zone (branch_id, zone, day_end) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [branch_id, zone, day_end],
    );
    if (kept.rowCount === 0) return;
    for (const table of ['day_sum', 'hour_sum', 'day_restated'])
      await send(`DELETE FROM ${table} WHERE branch_id = $1 AND zone = $2`, [branch_id, zone]);
    await send(MAKE_HOURS, [branch_id, zone, day_end]);
    await send(MAKE_DAYS, [branch_id, zone]);
    await send(MAKE_RESTATED, [branch_id, zone]);
  });

/**
 * Adds pending facts to their days, and deletes sums that are no longer needed. @returns the needed pairs without sums
 */
const addPending = (services: Services, pairs: readonly Pair[], day_end: string): Promise<Pair[]> =>
  withAdvisoryLock(services, LOCK, async (send) => {
    await send(FORGET, [pairs.map(({ branch_id }) => branch_id), pairs.map(({ zone }) => zone), day_end]);
    for (const forget of FORGET_DAYS) await send(forget);
    const { rows: added } = await send<{ order_id: number }>(ADD);
    await updateOrderSums(
      send,
      added.map(({ order_id }) => order_id),
    );
    for (const empty of EMPTY) await send(empty);
    const { rows } = await send<Pair>('SELECT branch_id, zone FROM day_sum_zone');
    const kept = new Set(rows.map(({ branch_id, zone }) => `${branch_id} ${zone}`));
    return pairs.filter(({ branch_id, zone }) => !kept.has(`${branch_id} ${zone}`));
  });

/**
 * Adds facts to the daily sums, and builds sums for new branches and time zones or a changed end of the day; older
 * orders without facts get theirs first. Queries are correct at any time, because they also read facts that are not in
 * the sums yet.
 */
export async function updateDaySums(services: Services): Promise<void> {
  const { timezone: zone, day_end } = (await readSettings(createSystemCtx(services, 'order.sum'))).settings;
  const pairs = await loadNeededBranchZones(services, zone);
  while (!(await writeMissingFacts(services, PARTS))) await addPending(services, pairs, day_end);
  const lacking = await addPending(services, pairs, day_end);
  for (const pair of lacking) await makeSums(services, pair, day_end);
  if (pairs.some((pair) => pair.zone === zone)) await makeShopSums(services, zone, day_end);
  await updateEventSums(services, [...new Set(pairs.map((pair) => pair.zone))], day_end);
}

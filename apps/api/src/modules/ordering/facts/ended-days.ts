import { type RawBuilder, sql } from 'kysely';
import { type SendQuery, withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';
import type { Services } from '../../../core/services.ts';
import { EVENT_SUMS, type EventKind, eventsOfDaysSql } from './day-events.ts';

// Sums of days that have ended, of payments and of what moved in stock (docs/adr 0009). A write of the last hour costs
// nothing more; what is dated back or changed later leaves a mark (late_event) by a trigger.

type Sql = RawBuilder<unknown>;

/** Advisory lock, so that only one process adds up at a time. */
const LOCK = 7_340_020;

/** The number of days added up in one transaction, so that none is long. */
const DAYS_AT_ONCE = 62;

const KINDS = Object.keys(EVENT_SUMS) as EventKind[];

/** Two hours, because triggers mark what is older than one: the other hour is for clocks that differ. */
const SETTLED_AFTER = "interval '2 hours'";

/**
 * Proposes an instant, unless one waits already. Whoever writes after this transaction has its id marks what is older,
 * so only transactions with earlier ids must end before everything older is either visible or marked.
 */
const PROPOSE = `
  UPDATE event_clock SET candidate = now() - ${SETTLED_AFTER}, candidate_xid = pg_current_xact_id()::text::bigint
   WHERE candidate IS NULL`;
const SETTLE = `
  UPDATE event_clock SET settled_until = greatest(settled_until, candidate), candidate = NULL, candidate_xid = NULL
   WHERE candidate_xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

const dayOf = (instant: string, zone: string, day_end: string): string =>
  `((${instant} AT TIME ZONE ${zone}) - ${day_end}::interval)::date`;

/** Deletes the sums of zones and ends of day that are not needed any more. */
const FORGET = `
  DELETE FROM ended_day WHERE day_end <> $2 OR zone <> ALL($1::text[])`;

const insertSums = (kind: EventKind, days: string): string => {
  const { table, dimensions, measures } = EVENT_SUMS[kind];
  const columns = ['day', 'branch_id', ...dimensions];
  return `INSERT INTO ${table} (zone, ${columns.join(', ')}, ${measures.join(', ')})
    SELECT $1, ${columns.join(', ')}, ${measures.map((name) => `sum(${name})`).join(', ')}
      FROM (${eventsOfDaysSql(kind, days)}) e GROUP BY ${columns.join(', ')}`;
};

/** Takes the marks of this kind; those that are written meanwhile stay. */
const TAKE_MARKS = `
  WITH taken AS (DELETE FROM late_event WHERE kind = $1 RETURNING at) SELECT DISTINCT date_trunc('minute', at) AS at FROM taken`;

/** Adds up again the days of late events. */
async function addLateDays(send: SendQuery, kind: EventKind): Promise<void> {
  const { rows } = await send<{ at: Date }>(TAKE_MARKS, [kind]);
  if (rows.length === 0) return;
  const instants = rows.map(({ at }) => at);
  const { rows: zones } = await send<{ zone: string; day_end: string; days: string[] }>(
    `SELECT k.zone, k.day_end, array_agg(DISTINCT m.day::text) AS days
       FROM ended_day k CROSS JOIN LATERAL (
         SELECT ${dayOf('at', 'k.zone', 'k.day_end')} AS day FROM unnest($2::timestamptz[]) AS u (at)) m
      WHERE k.kind = $1 AND m.day < k.upto GROUP BY 1, 2`,
    [kind, instants],
  );
  for (const { zone, day_end, days } of zones) {
    await send(`DELETE FROM ${EVENT_SUMS[kind].table} WHERE zone = $1 AND day = ANY($2::date[])`, [zone, days]);
    const listed = `(SELECT $1::text AS zone, $2::text AS day_end, u.day AS first_day, u.day AS last_day FROM unnest($3::date[]) AS u (day))`;
    await send(insertSums(kind, listed), [zone, day_end, days]);
  }
}

/** Adds up the next days of a zone. @returns true when all days that have ended are added up */
async function addNextDays(
  send: SendQuery,
  kind: EventKind,
  { zone, day_end }: { readonly zone: string; readonly day_end: string },
): Promise<boolean> {
  const { rows } = await send<{ from: string | null; upto: string | null; end: string | null; has: boolean }>(
    `SELECT coalesce(k.upto, ${dayOf(`(${EVENT_SUMS[kind].first})`, '$2::text', '$3::text')})::text AS from,
            least(coalesce(k.upto, ${dayOf(`(${EVENT_SUMS[kind].first})`, '$2::text', '$3::text')}) + ${DAYS_AT_ONCE},
                  ${dayOf('c.settled_until', '$2::text', '$3::text')})::text AS upto,
            ${dayOf('c.settled_until', '$2::text', '$3::text')}::text AS end, k.upto IS NOT NULL AS has
       FROM event_clock c LEFT JOIN ended_day k ON k.kind = $1 AND k.zone = $2 AND k.day_end = $3`,
    [kind, zone, day_end],
  );
  const next = rows[0];
  if (!next?.from || !next.upto || !next.end || next.from >= next.upto) return true;
  if (!next.has) await send(`DELETE FROM ${EVENT_SUMS[kind].table} WHERE zone = $1`, [zone]);
  const range = '(SELECT $1::text AS zone, $2::text AS day_end, $3::date AS first_day, $4::date - 1 AS last_day)';
  await send(insertSums(kind, range), [zone, day_end, next.from, next.upto]);
  await send(
    `INSERT INTO ended_day (kind, zone, day_end, upto) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, zone) DO UPDATE SET day_end = excluded.day_end, upto = excluded.upto`,
    [kind, zone, day_end, next.upto],
  );
  return next.upto === next.end;
}

/**
 * Adds up the days that have ended, and again those about which something was written late. Reports are correct at any
 * time, because they read the rows of all other days.
 */
export async function updateEndedDays(
  services: Services,
  zones: readonly string[],
  day_end: string,
): Promise<void> {
  await withAdvisoryLock(services, LOCK, (send) => send(PROPOSE));
  await withAdvisoryLock(services, LOCK, async (send) => {
    await send(SETTLE);
    await send(FORGET, [zones, day_end]);
    for (const kind of KINDS) {
      await addLateDays(send, kind);
      await send(`DELETE FROM ${EVENT_SUMS[kind].table} s WHERE NOT EXISTS (
        SELECT 1 FROM ended_day k WHERE k.kind = $1 AND k.zone = s.zone)`, [kind]);
    }
  });
  for (const kind of KINDS)
    for (const zone of zones) {
      let isDone = false;
      while (!isDone)
        isDone = await withAdvisoryLock(services, LOCK, (send) => addNextDays(send, kind, { zone, day_end }));
    }
}

export type EndedDaysQuery = {
  readonly zone: string;
  readonly day_end: string;
  readonly from_date: string;
  readonly to_date: string;
  /** Where the last day ends early; only events before it count. */
  readonly end: Date | null;
};

/**
 * SQL for the sums of some days: a SELECT of branch_id, day, dimensions and measures, several rows a group. Days that
 * are added up and that nothing late was written about come from the sums, all others from their rows.
 */
export function eventSumsSql(kind: EventKind, question: EndedDaysQuery): Sql {
  const { from_date, to_date, end } = question;
  const { table, dimensions, measures } = EVENT_SUMS[kind];
  const columns = sql.raw(['branch_id', 'day', ...dimensions, ...measures].join(', '));
  const zone = sql`${question.zone}::text`;
  const day_end = sql`${question.day_end}::text`;
  // the days before this one can come from the sums
  const whole = end ? sql`${to_date}::date` : sql`${to_date}::date + 1`;
  const known = sql`coalesce((SELECT least(${whole}, k.upto) FROM ended_day k
    WHERE k.kind = ${sql.lit(kind)} AND k.zone = ${zone} AND k.day_end = ${day_end}), ${from_date}::date)`;
  const late = sql`SELECT ((l.at AT TIME ZONE ${zone}) - ${day_end}::interval)::date AS day
    FROM late_event l WHERE l.kind = ${sql.lit(kind)}`;
  const rest = sql`(SELECT greatest(${from_date}::date, ${known}) AS first_day, ${to_date}::date AS last_day
     UNION ALL
    SELECT DISTINCT t.day, t.day FROM (${late}) t WHERE t.day >= ${from_date}::date AND t.day < ${known})`;
  const days = sql`(SELECT zone, day_end, first_day, last_day FROM (SELECT ${zone} AS zone, ${day_end} AS day_end) z, ${rest} r)`;
  return sql`SELECT ${columns} FROM ${sql.table(table)} s
      WHERE s.zone = ${zone} AND s.day >= ${from_date}::date AND s.day < ${known}
        AND s.day NOT IN (${late})
     UNION ALL
    SELECT ${columns} FROM (${eventRowsSql(kind, days)}) e WHERE ${end ? sql`e.at < ${end}::timestamptz` : sql`TRUE`}`;
}

/** Splits the text of the events at the FROM item of their days. */
function eventRowsSql(kind: EventKind, days: Sql): Sql {
  const [before, after] = eventsOfDaysSql(kind, '$days').split('$days');
  return sql`${sql.raw(before ?? '')}${days}${sql.raw(after ?? '')}`;
}

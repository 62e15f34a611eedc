import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../../../core/ctx.ts';
import { type SendQuery, withAdvisoryLock } from '../../../core/lock/with-advisory-lock.ts';
import {
  EVENT_SUMS,
  type EventKind,
  eventsOfDaysSql,
  eventsWithinSql,
  MOVEMENT_MONTHS,
  monthStartSql,
  movementsOfItemsSql,
  type SumTable,
} from './day-events.ts';

// Sums by day of payments and of what moved in stock, and by month of what moved of an item, until an instant of some hours ago (docs/adr 0009). A write about the
// last hour costs nothing more; what is dated back or changed later leaves a mark (late_event) by a trigger.

type Sql = RawBuilder<unknown>;

/** Advisory lock, so that only one process adds up at a time. */
const LOCK = 7_340_020;

/** The time whose events are added up in one transaction, so that none is long. */
const AT_ONCE = "interval '62 days'";

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

const businessDaySql = (instant: string, zone: string, day_end: string): string =>
  `((${instant} AT TIME ZONE ${zone}) - ${day_end}::interval)::date`;

/** Deletes the sums of zones and ends of day that are not needed any more. */
const FORGET = `
  DELETE FROM event_sum_zone WHERE day_end <> $2 OR zone <> ALL($1::text[])`;

/** Deletes the sums of forgotten zones, zone by zone, because there may be millions of sums. */
const deleteForgottenZonesSql = (table: string): string => `
  DELETE FROM ${table} s WHERE s.zone IN (
    WITH RECURSIVE kept AS (
      (SELECT zone FROM ${table} ORDER BY zone LIMIT 1)
       UNION ALL
      SELECT (SELECT t.zone FROM ${table} t WHERE t.zone > k.zone ORDER BY t.zone LIMIT 1) FROM kept k WHERE k.zone IS NOT NULL)
    SELECT kept.zone FROM kept WHERE kept.zone IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM event_sum_zone k WHERE k.kind = $1 AND k.zone = kept.zone))`;

/** The tables that events of a kind are added to. */
const listSumTables = (kind: EventKind): readonly SumTable[] =>
  kind === 'movement' ? [EVENT_SUMS.movement, MOVEMENT_MONTHS] : [EVENT_SUMS[kind]];

/** Adds events to the sums of their branch, and to those of the whole shop (branch 0). @param events a FROM item */
const addEvents = ({ table, period, dimensions, measures }: SumTable, events: string): string => {
  const own = dimensions.join(', ');
  return `INSERT INTO ${table} AS s (zone, branch_id, ${period}, ${own}, ${measures.join(', ')})
    SELECT $1, coalesce(branch_id, 0), period, ${own}, ${measures.map((name) => `sum(${name})`).join(', ')}
      FROM (SELECT e.*, ${period === 'day' ? 'e.day' : monthStartSql('e.day')} AS period FROM ${events} e) e
     GROUP BY GROUPING SETS ((branch_id, period, ${own}), (period, ${own})) ORDER BY 2, 3
    ON CONFLICT (zone, branch_id, ${period}, ${own}) DO UPDATE SET ${measures.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`;
};

/** Adds events to every sum of their kind, in one statement, so that they are read once. */
function addToAll(kind: EventKind, events: string): string {
  const tables = listSumTables(kind);
  const parts = tables.map((table, at) => `part${at} AS (${addEvents(table, 'events')})`);
  return `WITH events AS MATERIALIZED (${events}), ${parts.join(', ')} SELECT`;
}

/** Takes the marks of this kind; those that are written meanwhile stay. */
const TAKE_MARKS = `
  WITH taken AS (DELETE FROM late_event WHERE kind = $1 RETURNING at, item_id)
  SELECT DISTINCT date_trunc('minute', at) AS at, item_id FROM taken`;

const OWN_DAYS =
  '(SELECT $1::text AS zone, $2::text AS day_end, u.day AS own_day FROM unnest($3::date[]) AS u (day))';
const RANGE =
  '(SELECT $1::text AS zone, $2::text AS day_end, $3::timestamptz AS since, $4::timestamptz AS until)';

type Zone = { readonly zone: string; readonly day_end: string };

type Mark = { readonly at: Date; readonly item_id: number | null };

/** The months of the items of marks, in each zone with sums. */
const MARKED_MONTHS = `
  SELECT k.zone, k.day_end, k.upto::text AS upto, array_agg(u.item_id) AS items, array_agg(u.month::text) AS months
    FROM event_sum_zone k CROSS JOIN LATERAL (
      SELECT DISTINCT u.item_id, ${monthStartSql(businessDaySql('u.at', 'k.zone', 'k.day_end'))} AS month
        FROM unnest($1::int[], $2::timestamptz[]) AS u (item_id, at)) u
   WHERE k.kind = 'movement' GROUP BY 1, 2, 3`;

const DROP_MONTHS = `
  DELETE FROM movement_month s USING unnest($2::int[], $3::date[]) AS u (item_id, month),
         (SELECT 0 AS id UNION ALL SELECT id FROM branch) b
   WHERE s.zone = $1 AND s.branch_id = b.id AND s.month = u.month AND s.item_id = u.item_id`;

const MARKED = `(SELECT $1::text AS zone, $2::text AS day_end, u.item_id, u.month FROM unnest($3::int[], $4::date[]) AS u (item_id, month))`;

/** Adds up again the months of items of late events. */
async function addLateMonths(send: SendQuery, marks: readonly Mark[]): Promise<void> {
  const { rows } = await send<Zone & { items: number[]; months: string[]; upto: string }>(MARKED_MONTHS, [
    marks.map(({ item_id }) => item_id),
    marks.map(({ at }) => at),
  ]);
  for (const { zone, day_end, items, months, upto } of rows) {
    await send(DROP_MONTHS, [zone, items, months]);
    const events = `(SELECT x.* FROM (${movementsOfItemsSql(MARKED)}) x WHERE x.at < $5::timestamptz)`;
    await send(addEvents(MOVEMENT_MONTHS, events), [zone, day_end, items, months, upto]);
  }
}

/** Adds up again the days, and the months of items, of late events. */
async function addLateEvents(send: SendQuery, kind: EventKind): Promise<void> {
  const { rows: marks } = await send<Mark>(TAKE_MARKS, [kind]);
  if (marks.length === 0) return;
  if (kind === 'movement') await addLateMonths(send, marks);
  const { rows } = await send<Zone & { days: string[]; upto: string }>(
    `SELECT k.zone, k.day_end, k.upto::text AS upto, array_agg(DISTINCT ${businessDaySql('u.at', 'k.zone', 'k.day_end')}::text) AS days
       FROM event_sum_zone k CROSS JOIN unnest($2::timestamptz[]) AS u (at) WHERE k.kind = $1 GROUP BY 1, 2, 3`,
    [kind, marks.map(({ at }) => at)],
  );
  for (const { zone, day_end, days, upto } of rows) {
    await send(`DELETE FROM ${EVENT_SUMS[kind].table} WHERE zone = $1 AND day = ANY($2::date[])`, [
      zone,
      days,
    ]);
    const events = `(SELECT x.* FROM (${eventsOfDaysSql(kind, OWN_DAYS)}) x WHERE x.at < $4::timestamptz)`;
    await send(addEvents(EVENT_SUMS[kind], events), [zone, day_end, days, upto]);
  }
}

/** Adds the next events of a zone. @returns true when all events that are settled are added */
async function addNextEvents(send: SendQuery, kind: EventKind, { zone, day_end }: Zone): Promise<boolean> {
  const { rows } = await send<{
    since: string | null;
    until: string | null;
    isNew: boolean;
    isLast: boolean;
  }>(
    `SELECT x.since::text, x.until::text, x."isNew", x.until = x.settled_until AS "isLast"
       FROM (SELECT s.since, least(s.since + ${AT_ONCE}, c.settled_until) AS until, k.upto IS NULL AS "isNew", c.settled_until
               FROM event_clock c LEFT JOIN event_sum_zone k ON k.kind = $1 AND k.zone = $2 AND k.day_end = $3
              CROSS JOIN LATERAL (SELECT coalesce(k.upto, (${EVENT_SUMS[kind].first}), c.settled_until) AS since) s
              WHERE c.settled_until IS NOT NULL) x
      WHERE x.since <= x.until`,
    [kind, zone, day_end],
  );
  const [next] = rows;
  if (!next) return true;
  if (next.isNew)
    for (const { table } of listSumTables(kind)) await send(`DELETE FROM ${table} WHERE zone = $1`, [zone]);
  await send(addToAll(kind, eventsWithinSql(kind, RANGE)), [zone, day_end, next.since, next.until]);
  await send(
    `INSERT INTO event_sum_zone (kind, zone, day_end, upto) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, zone) DO UPDATE SET day_end = excluded.day_end, upto = excluded.upto`,
    [kind, zone, day_end, next.until],
  );
  return next.isLast;
}

/**
 * Adds events to the sums of their days, and adds up again the days about which something was written late. Reports are
 * correct at any time, because they read the rows of everything else.
 */
export async function updateEventSums(
  services: Services,
  zones: readonly string[],
  day_end: string,
): Promise<void> {
  await withAdvisoryLock(services, LOCK, (send) => send(PROPOSE));
  await withAdvisoryLock(services, LOCK, async (send) => {
    await send(SETTLE);
    await send(FORGET, [zones, day_end]);
    for (const kind of KINDS) {
      await addLateEvents(send, kind);
      for (const { table } of listSumTables(kind)) await send(deleteForgottenZonesSql(table), [kind]);
    }
  });
  for (const kind of KINDS)
    for (const zone of zones) {
      let isDone = false;
      while (!isDone)
        isDone = await withAdvisoryLock(services, LOCK, (send) =>
          addNextEvents(send, kind, { zone, day_end }),
        );
    }
}

export type EventSumsQuery = {
  /** Null: all branches. */
  readonly branches: readonly number[] | null;
  readonly zone: string;
  readonly day_end: string;
  /** Local days, both included; null: since ever. */
  readonly from_date: string | null;
  readonly to_date: string;
  /** Where the last day ends early; only events before it count. */
  readonly end: Date | null;
};

/** SQL that is true when events of this kind are added up for a question. */
export const hasEventSumsSql = (
  kind: EventKind,
  { zone, day_end }: Pick<EventSumsQuery, 'zone' | 'day_end'>,
): Sql => sql`EXISTS (SELECT 1 FROM event_sum_zone k
  WHERE k.kind = ${sql.lit(kind)} AND k.zone = ${zone}::text AND k.day_end = ${day_end}::text)`;

/**
 * SQL for the sums of some days: a SELECT of day, dimensions and measures, several rows a group. What is added up comes
 * from the sums, what is newer from its rows, and days about which something was written late are read from their rows.
 */
export function eventSumsSql(kind: EventKind, question: EventSumsQuery): Sql {
  const { branches, to_date, end } = question;
  const { table, dimensions, measures } = EVENT_SUMS[kind];
  const columns = sql.raw(['day', ...dimensions, ...measures].join(', '));
  const zone = sql`${question.zone}::text`;
  const day_end = sql`${question.day_end}::text`;
  const from_date = sql`${question.from_date ?? '0001-01-01'}::date`;
  const within = (day: Sql): Sql => sql`${day} >= ${from_date} AND ${day} <= ${to_date}::date`;
  const start = (day: Sql): Sql => sql`((${day} + ${day_end}::interval) AT TIME ZONE ${zone})`;
  const partial = end ? sql`UNION SELECT ${to_date}::date` : sql``;
  // days that are read from their rows alone
  const own = sql`SELECT l.day FROM (SELECT ((l.at AT TIME ZONE ${zone}) - ${day_end}::interval)::date AS day
    FROM late_event l WHERE l.kind = ${sql.lit(kind)} ${partial}) l WHERE ${within(sql`l.day`)}`;
  const upto = sql`(SELECT k.upto FROM event_sum_zone k
    WHERE k.kind = ${sql.lit(kind)} AND k.zone = ${zone} AND k.day_end = ${day_end})`;
  const newer = sql`(SELECT ${zone} AS zone, ${day_end} AS day_end,
    greatest(${start(from_date)} - interval '3 hours', ${upto}) AS since,
    ${start(sql`${to_date}::date + 1`)} + interval '3 hours' AS until)`;
  const days = sql`(SELECT ${zone} AS zone, ${day_end} AS day_end, o.day AS own_day FROM (SELECT DISTINCT o.day FROM (${own}) o) o)`;
  const inBranches = branches === null ? sql`TRUE` : sql`e.branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT ${columns} FROM ${sql.table(table)} s
      WHERE ${hasEventSumsSql(kind, question)} AND s.zone = ${zone} AND s.branch_id = ANY(${branches === null ? [0] : [...branches]}::int[])
        AND ${within(sql`s.day`)} AND s.day NOT IN (${own})
     UNION ALL
    SELECT ${columns} FROM (${fromItem(eventsWithinSql(kind, FROM_ITEM), newer)}) e
      WHERE ${inBranches} AND ${within(sql`e.day`)} AND e.day NOT IN (${own})
     UNION ALL
    SELECT ${columns} FROM (${fromItem(eventsOfDaysSql(kind, FROM_ITEM), days)}) e
      WHERE ${inBranches} ${end ? sql`AND (e.day < ${to_date}::date OR e.at < ${end}::timestamptz)` : sql``}`;
}

/** What `fromItem` replaces. */
export const FROM_ITEM = '$from_item';

/** Puts a FROM item into the text of a statement that has `$from_item`. */
export function fromItem(text: string, item: Sql): Sql {
  const [before, after] = text.split(FROM_ITEM);
  return sql`${sql.raw(before ?? '')}${item}${sql.raw(after ?? '')}`;
}

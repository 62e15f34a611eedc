import { addDays } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { EVENT_SUMS, MOVEMENT_MONTHS, monthOf, movementsOfItemsSql } from './day-events.ts';
import { type EventSumsQuery, fromItem, hasEventSumsSql } from './event-sums.ts';

// What moved by item, out of the sums of its months and the rows of days that are no whole month (docs/adr 0009).

type Sql = RawBuilder<unknown>;

type Days = { readonly from: string; readonly to: string };

/** The months of a query that are answered by their sums, and those that are answered by rows. */
export type MonthPlan = {
  /** The first days of months whose sums count. */
  readonly months: readonly string[];
  /** The days of the query in these months. */
  readonly within: Days | null;
  /** Days of these months that are not asked about: what moved then is taken off. */
  readonly less: readonly Days[];
  /** Days that are read from rows. */
  readonly rows: readonly Days[];
};

const firstOf = (day: string): string => `${day.slice(0, 8)}01`;
const lastOf = (day: string): string => addDays(firstOf(addDays(firstOf(day), 31)), -1);
const earlier = (a: string, b: string): string => (a < b ? a : b);
const countDays = ({ from, to }: Days): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1);

/** Chooses sums for each month of which at least half the days that have come are asked about. */
export function planMonths(from: string, to: string, today: string): MonthPlan {
  const months: string[] = [];
  const [wholeDays, less, rows]: [Days[], Days[], Days[]] = [[], [], []];
  for (let first = firstOf(from); from <= to && first <= to; first = addDays(lastOf(first), 1)) {
    const last = lastOf(first);
    const within = { from: first > from ? first : from, to: earlier(last, to) };
    const others = [
      { from: first, to: addDays(within.from, -1) },
      { from: addDays(within.to, 1), to: last },
    ].filter((days) => countDays(days) > 0);
    // nothing has moved yet on days to come
    const left = others.reduce((sum, days) => sum + countDays({ ...days, to: earlier(days.to, today) }), 0);
    if (left > countDays(within)) rows.push(within);
    else {
      months.push(first);
      wholeDays.push(within);
      less.push(...others);
    }
  }
  const [start, end] = [wholeDays[0], wholeDays.at(-1)];
  return { months, within: start && end ? { from: start.from, to: end.to } : null, less, rows };
}

/** A part of a query: what moved on some days since or until an instant, added or taken off. */
type Part = Days & { readonly sign: 1 | -1; readonly since: Sql; readonly until: Sql; readonly when: Sql };

/**
 * SQL for what moved by item: a SELECT of item_id, type and the measures of movements, several rows a group, some of them
 * with a minus.
 */
export function movementMonthsSql(
  question: EventSumsQuery & {
    readonly from_date: string;
    readonly today: string;
    /** An SQL part of type int[] that limits the sums to these items. */
    readonly items?: Sql | undefined;
  },
): Sql {
  const { branches, from_date, end } = question;
  const to_date = end ? addDays(question.to_date, -1) : question.to_date;
  const plan = planMonths(from_date, to_date, question.today);
  const { measures } = MOVEMENT_MONTHS;
  const [zone, day_end] = [sql`${question.zone}::text`, sql`${question.day_end}::text`];
  const start = (day: Sql): Sql => sql`((${day} + ${day_end}::interval) AT TIME ZONE ${zone})`;
  const upto = sql`(SELECT k.upto FROM event_sum_zone k
    WHERE k.kind = 'movement' AND k.zone = ${zone} AND k.day_end = ${day_end})`;
  const isKept = hasEventSumsSql('movement', question);
  const inBranches = (column: Sql): Sql =>
    branches === null ? sql`TRUE` : sql`${column} = ANY(${[...branches]}::int[])`;
  const isAsked = question.items ? sql`e.item_id = ANY(${question.items})` : sql`TRUE`;
  const months = sql`${[...plan.months]}::date[]`;
  const month = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`;
  // items of which something was written late: their month is read from rows
  const marked = sql`SELECT DISTINCT l.item_id, ${month(
    sql`(((l.at AT TIME ZONE ${zone}) - ${day_end}::interval)::date)`,
  )} AS month FROM late_event l WHERE l.kind = 'movement'`;
  const isMarked = (item_id: Sql, of: Sql): Sql => sql`(${item_id}, ${of}) IN (${marked})`;

  const part = (days: Days, more: Partial<Part>): Part => ({
    sign: 1,
    since: sql`'-infinity'::timestamptz`,
    until: sql`'infinity'::timestamptz`,
    when: isKept,
    ...days,
    ...more,
  });
  const parts = [
    ...(from_date <= to_date ? [part({ from: from_date, to: to_date }, { when: sql`NOT ${isKept}` })] : []),
    ...plan.rows.map((days) => part(days, {})),
    ...(plan.within ? [part(plan.within, { since: upto })] : []),
    ...plan.less.map((days) => part(days, { sign: -1, until: upto })),
    ...(end
      ? [
          part(
            { from: question.to_date, to: question.to_date },
            { until: sql`${end}::timestamptz`, when: sql`TRUE` },
          ),
        ]
      : []),
  ];
  // some hours more on either side, because a clock that is put back or forward tells one instant in two ways
  const ranges = sql`(${sql.join(
    parts.map(
      ({ from, to, sign, since, until, when }) => sql`
      SELECT ${zone} AS zone, ${day_end} AS day_end, ${sql.lit(sign)} AS sign, ${from}::date AS first, ${to}::date AS last,
             greatest(${start(sql`${from}::date`)} - interval '3 hours', ${since}) AS since,
             least(${start(sql`${to}::date + 1`)} + interval '3 hours', ${until}) AS until WHERE ${when}`,
    ),
    sql` UNION ALL `,
  )})`;
  const day = sql`((e.at AT TIME ZONE r.zone) - r.day_end::interval)::date`;
  const columns = (sign: Sql): Sql =>
    sql`item_id, e.type, ${sql.join(measures.map((name) => sql`${sign} * ${sql.ref(`e.${name}`)} AS ${sql.ref(name)}`))}`;
  const ofMarked = sql`(SELECT ${zone} AS zone, ${day_end} AS day_end, m.item_id, m.month FROM (${marked}) m
    WHERE m.month = ANY(${months}) AND ${isKept})`;
  const within = plan.within ?? { from: from_date, to: from_date };
  return sql`
    SELECT e.item_id, e.type, ${sql.join(measures.map((name) => sql.ref(`e.${name}`)))} FROM movement_month e
     WHERE ${isKept} AND e.zone = ${zone} AND e.branch_id = ANY(${branches === null ? [0] : [...branches]}::int[])
       AND e.month = ANY(${months}) AND ${isAsked} AND NOT ${isMarked(sql`e.item_id`, sql`e.month`)}
     UNION ALL
    SELECT e.${columns(sql`r.sign`)}
      FROM ${ranges} r CROSS JOIN LATERAL (${sql.raw(EVENT_SUMS.movement.events)} OFFSET 0) e
     WHERE ${inBranches(sql`e.branch_id`)} AND ${isAsked} AND ${day} BETWEEN r.first AND r.last
       AND (r.sign > 0 OR NOT ${isMarked(sql`e.item_id`, sql.raw(monthOf('(((e.at AT TIME ZONE r.zone) - r.day_end::interval)::date)')))})
     UNION ALL
    SELECT e.${columns(sql`1`)} FROM (${fromItem(movementsOfItemsSql('$from_item'), ofMarked)}) e
     WHERE ${inBranches(sql`e.branch_id`)} AND ${isAsked} AND e.at < ${upto} AND e.day BETWEEN ${within.from}::date AND ${within.to}::date`;
}

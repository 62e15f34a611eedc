import { addDays } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import {
  MOVEMENT_MONTHS,
  movementsBetweenSql,
  movementsOfItemsBetweenSql,
  movementsOfItemsSql,
} from './day-events.ts';
import { type EventSumsQuery, FROM_ITEM, fromItem, hasEventSumsSql } from './event-sums.ts';

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

const getFirstDayOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const getLastDayOfMonth = (day: string): string =>
  addDays(getFirstDayOfMonth(addDays(getFirstDayOfMonth(day), 31)), -1);
const getEarlierDay = (a: string, b: string): string => (a < b ? a : b);
const countDays = ({ from, to }: Days): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1);

/** Chooses sums for each month of which at least half the days that have come are asked about. */
export function planMonths(from: string, to: string, today: string): MonthPlan {
  const months: string[] = [];
  const [wholeDays, less, rows]: [Days[], Days[], Days[]] = [[], [], []];
  for (
    let first = getFirstDayOfMonth(from);
    from <= to && first <= to;
    first = addDays(getLastDayOfMonth(first), 1)
  ) {
    const last = getLastDayOfMonth(first);
    const within = { from: first > from ? first : from, to: getEarlierDay(last, to) };
    const others = [
      { from: first, to: addDays(within.from, -1) },
      { from: addDays(within.to, 1), to: last },
    ].filter((days) => countDays(days) > 0);
    // nothing has moved yet on days to come
    const left = others.reduce(
      (sum, days) => sum + countDays({ ...days, to: getEarlierDay(days.to, today) }),
      0,
    );
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
type Part = Days & {
  readonly sign: 1 | -1;
  readonly since?: Sql;
  readonly until?: Sql;
  readonly when: Sql;
};

/**
 * SQL for what moved by item: a SELECT of item_id, type and the measures of movements, several rows a group, some of them
 * with a minus.
 */
export function movementMonthsSql(
  question: EventSumsQuery & {
    readonly from_date: string;
    readonly today: string;
    readonly types: readonly string[];
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
  const isOfTypes = sql`e.type = ANY(${[...question.types]}::text[])`;
  const isAsked = question.items ? sql`e.item_id = ANY(${question.items})` : sql`TRUE`;
  const months = sql`${[...plan.months]}::date[]`;
  const month = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`;
  // items of which something was written late: their month is read from rows
  const marked = sql`SELECT DISTINCT l.item_id, ${month(
    sql`(((l.at AT TIME ZONE ${zone}) - ${day_end}::interval)::date)`,
  )} AS month FROM late_event l WHERE l.kind = 'movement'`;
  const isMarked = (item_id: Sql, of: Sql): Sql => sql`(${item_id}, ${of}) IN (${marked})`;

  const part = (days: Days, more: Partial<Part>): Part => ({ sign: 1, when: isKept, ...days, ...more });
  const parts = [
    ...(from_date <= to_date ? [part({ from: from_date, to: to_date }, { when: sql`NOT ${isKept}` })] : []),
    ...plan.rows.map((days) => part(days, {})),
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
  const newer = plan.within ? [part(plan.within, { since: upto })] : [];
  // some hours more on either side, because a clock that is put back or forward tells one instant in two ways
  const rangeOf = ({ from, to, since, until }: Part): Sql => {
    const [first, last] = [
      sql`${start(sql`${from}::date`)} - interval '3 hours'`,
      sql`${start(sql`${to}::date + 1`)} + interval '3 hours'`,
    ];
    return sql`${since ? sql`greatest(${first}, ${since})` : first} AS since,
      ${until ? sql`least(${last}, ${until})` : last} AS until`;
  };
  const day = sql`((e.at AT TIME ZONE ${zone}) - ${day_end}::interval)::date`;
  const columns = (sign: Sql): Sql =>
    sql`item_id, e.type, ${sql.join(measures.map((name) => sql`${sign} * ${sql.ref(`e.${name}`)} AS ${sql.ref(name)}`))}`;
  const isMarkedEvent = isMarked(sql`e.item_id`, month(day));
  const select = (events: string, { until = sql`'infinity'::timestamptz`, ...each }: Part): Sql => sql`
    SELECT e.${columns(sql.lit(each.sign))} FROM (${fromItem(events, sql`(SELECT ${rangeOf(each)})`)}) e
     WHERE ${each.when} AND ${inBranches(sql`e.branch_id`)} AND ${each.sign > 0 ? sql`TRUE` : sql`NOT ${isMarkedEvent}`}
       -- as a condition of its own PostgreSQL would expect a two-hundredth of the events to meet it, and join them one by one
       AND CASE WHEN e.at < ${until} AND ${day} BETWEEN ${each.from}::date AND ${each.to}::date AND ${isOfTypes} THEN TRUE ELSE FALSE END`;
  /** What moved of single items in all parts: their batches are read once, and no others. */
  const selectOfItems = (items: Sql): Sql => {
    const ranges = sql`(${sql.join(
      [...parts, ...newer].map(
        (
          each,
        ) => sql`SELECT ${sql.lit(each.sign)} AS sign, ${each.from}::date AS first, ${each.to}::date AS last,
          ${rangeOf(each)} WHERE ${each.when}`,
      ),
      sql` UNION ALL `,
    )})`;
    const whole = sql`(SELECT i.item_id, q.since, q.until FROM unnest(${items}) AS i (item_id)
      CROSS JOIN (SELECT min(q.since) AS since, max(q.until) AS until FROM ${ranges} q) q)`;
    return sql`
    SELECT e.${columns(sql`q.sign`)} FROM (${fromItem(movementsOfItemsBetweenSql(FROM_ITEM), whole)}) e
      JOIN ${ranges} q ON e.at >= q.since AND e.at < q.until AND ${day} BETWEEN q.first AND q.last
     WHERE ${inBranches(sql`e.branch_id`)} AND ${isOfTypes} AND (q.sign > 0 OR NOT ${isMarkedEvent})`;
  };
  const byRows = question.items
    ? [selectOfItems(question.items)]
    : [
        ...parts.map((each) => select(movementsBetweenSql(FROM_ITEM, true), each)),
        ...newer.map((each) => select(movementsBetweenSql(FROM_ITEM, false), each)),
      ];
  const ofMarked = sql`(SELECT ${zone} AS zone, ${day_end} AS day_end, m.item_id, m.month FROM (${marked}) m
    WHERE m.month = ANY(${months}) AND ${isKept})`;
  const within = plan.within ?? { from: from_date, to: from_date };
  return sql`
    SELECT e.item_id, e.type, ${sql.join(measures.map((name) => sql.ref(`e.${name}`)))} FROM movement_month e
     WHERE ${isKept} AND e.zone = ${zone} AND e.branch_id = ANY(${branches === null ? [0] : [...branches]}::int[])
       AND e.month = ANY(${months}) AND ${isAsked} AND ${isOfTypes} AND NOT ${isMarked(sql`e.item_id`, sql`e.month`)}
     UNION ALL
    ${sql.join(byRows, sql` UNION ALL `)}
     UNION ALL
    SELECT e.${columns(sql`1`)} FROM (${fromItem(movementsOfItemsSql(FROM_ITEM), ofMarked)}) e
     WHERE ${inBranches(sql`e.branch_id`)} AND ${isAsked} AND ${isOfTypes} AND e.at < ${upto} AND e.day BETWEEN ${within.from}::date AND ${within.to}::date`;
}

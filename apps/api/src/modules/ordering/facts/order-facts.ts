import { type RawBuilder, sql } from 'kysely';

// What orders count, as facts with a sign (trade_fact) and as sums of days made of them (docs/adr 0009).

/** A part of a statement. */
type Sql = RawBuilder<unknown>;

/** What sums of days are told apart by, beside branch, zone and day. */
export const FACT_DIMENSIONS = ['source', 'status_value', 'pos', 'paid', 'currency'] as const;

/** What facts count, in the currency of their order; a minus takes back what a fact before it said. */
export const FACT_MEASURES = [
  'orders',
  'gross',
  'discount',
  'delivery',
  'tax_added',
  'rounding',
  'fee',
  'returned',
  'tax',
  'goods_ex_tax',
  'cost',
  'uncosted',
] as const;

/** What facts alone know: whoever asks by one of these reads facts, not sums. */
export const FACT_DETAILS = [
  'recorded_at',
  'counted_at',
  'order_id',
  'return_id',
  'seller_id',
  'session_id',
  'client_id',
] as const;

/** What customers owe or paid, less the value of what they brought back. Rule: docs/rules/reports.md#sales */
export const NET_TOTAL = 'gross - discount + delivery + tax_added + rounding + fee - returned';

export type OrderFactsQuery = {
  /** Null: every branch. */
  readonly branches: readonly number[] | null;
  /** Local days of this zone, both included; left out, from the first and to the last. */
  readonly zone: string;
  /** When a day ends, HH:MM after midnight. */
  readonly day_end: string;
  readonly from_date?: string | null | undefined;
  readonly to_date?: string | null | undefined;
  /** `day` has no branch where all are asked; `branch` has one; `fact` has FACT_DETAILS too, and is slower. */
  readonly detail: 'day' | 'branch' | 'fact';
  /** Of `fact`: of these orders alone, a part of a statement of type int[]. */
  readonly ids?: Sql | undefined;
};

const names = (columns: readonly string[]): Sql => sql.raw(columns.join(', '));
const DIMENSIONS = names(FACT_DIMENSIONS);
const MEASURES = names(FACT_MEASURES);
const DETAILS = names(FACT_DETAILS);

/** The shop's day of an instant. */
export const businessDateSql = (
  at: Sql,
  { zone, day_end }: Pick<OrderFactsQuery, 'zone' | 'day_end'>,
): RawBuilder<string> => sql<string>`((${at} AT TIME ZONE ${zone}::text) - ${day_end}::text::interval)::date`;

function daysAsked({ from_date, to_date }: Pick<OrderFactsQuery, 'from_date' | 'to_date'>, day: Sql): Sql {
  const asked = [sql`TRUE`];
  if (from_date) asked.push(sql`${day} >= ${from_date}::date`);
  if (to_date) asked.push(sql`${day} <= ${to_date}::date`);
  return sql.join(asked, sql` AND `);
}

/** Facts of these days out of an index over their instants; the day itself decides. */
function instantsAsked(question: Omit<OrderFactsQuery, 'detail'>, at: Sql): Sql {
  const { from_date, to_date } = question;
  const asDay = daysAsked(question, businessDateSql(at, question));
  const midnight = (day: string, days: number): Sql =>
    sql`(${day}::date + ${sql.lit(days)})::timestamp AT TIME ZONE ${question.zone}::text`;
  // a day to spare on either side: hours that a clock has twice are of the day that their wall clock says
  const asked = [sql`TRUE`];
  if (from_date) asked.push(sql`${at} >= ${midnight(from_date, -1)}`);
  if (to_date) asked.push(sql`${at} < ${midnight(to_date, 2)}`);
  // well within them no wall clock is looked at, which takes longer than to read the fact
  const within = [sql`TRUE`];
  if (from_date) within.push(sql`${at} >= ${midnight(from_date, 2)}`);
  if (to_date) within.push(sql`${at} < ${midnight(to_date, -1)}`);
  return sql`${sql.join(asked, sql` AND `)} AND ((${sql.join(within, sql` AND `)}) OR (${asDay}))`;
}

/** Orders that something came back of in these days: a SELECT of order_id, each once. */
export function returnedOrdersSql(question: Omit<OrderFactsQuery, 'detail'>): Sql {
  const { branches } = question;
  const inBranches = branches === null ? sql`TRUE` : sql`branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT order_id FROM trade_fact WHERE return_id IS NOT NULL AND ${inBranches}
    AND ${instantsAsked(question, sql`counted_at`)} GROUP BY order_id HAVING sum(returned) <> 0`;
}

/** How many facts of these days are not in the sums yet, and are read beside them: a SELECT of a number. */
export function countWaitingSql(question: Omit<OrderFactsQuery, 'detail'>): Sql {
  const { branches } = question;
  const inBranches = branches === null ? sql`TRUE` : sql`branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT count(*)::int FROM trade_fact WHERE NOT added AND ${inBranches}
    AND ${instantsAsked(question, sql`counted_at`)}`;
}

/** What orders of the time before facts count, until the worker has written it (write-missing-facts.ts). */
function missingFacts(question: OrderFactsQuery, inBranches: (id: Sql) => Sql): Sql {
  const asked = question.ids ? sql`o.id = ANY(${question.ids})` : sql`TRUE`;
  // mostly nothing is missing, and then no order is looked for
  return sql`(SELECT 1 FROM trade_fact_gap LIMIT 1) gap CROSS JOIN LATERAL order_facts((
    SELECT array_agg(o.id) FROM trade_fact_gap g JOIN "order" o ON o.id > g.from_id AND o.id <= g.upto_id
     WHERE ${asked} AND ${inBranches(sql`o.branch_id`)} AND NOT EXISTS (SELECT 1 FROM trade_fact f WHERE f.order_id = o.id)
       AND (${instantsAsked(question, sql`o.created_at`)}
            OR EXISTS (SELECT 1 FROM order_return r WHERE r.order_id = o.id))))`;
}

/**
 * What orders count on some days: a SELECT of branch_id (null in a `day` of the whole shop), day, FACT_DIMENSIONS and
 * FACT_MEASURES, signed and in several rows a group, for the caller to filter and sum up in the same statement. It reads
 * the sums of days and what is not added to them yet; branches without sums in this zone are read from their facts. So it
 * is true at every moment, whether or not the worker runs.
 */
export function orderFactsSql(question: OrderFactsQuery): Sql {
  const { branches, zone, day_end, detail } = question;
  const inBranches = (id: Sql) => (branches === null ? sql`TRUE` : sql`${id} = ANY(${[...branches]}::int[])`);
  const day = businessDateSql(sql`counted_at`, question);
  const inDays = instantsAsked(question, sql`counted_at`);
  const extra = detail === 'fact' ? sql`, ${DETAILS}` : sql``;
  const columns = sql`branch_id, ${day} AS day, ${DIMENSIONS}, ${MEASURES}${extra}`;
  const missing = sql`SELECT branch_id, ${day} AS day, ${DIMENSIONS}, ${MEASURES}${
    detail === 'fact'
      ? sql`, ${names(FACT_DETAILS.map((name) => (name === 'recorded_at' ? 'counted_at' : name)))}`
      : sql``
  } FROM ${missingFacts(question, inBranches)} m WHERE ${inDays}`;
  const ofOrders = question.ids ? sql`order_id = ANY(${question.ids})` : sql`TRUE`;
  if (detail === 'fact')
    return sql`SELECT ${columns} FROM trade_fact WHERE ${ofOrders} AND ${inBranches(sql`branch_id`)} AND ${inDays} UNION ALL ${missing}`;

  const isKept = sql`z.zone = ${zone}::text AND z.day_end = ${day_end}::text`;
  const kept = sql`branch_id IN (SELECT z.branch_id FROM day_sum_zone z WHERE ${isKept} AND ${inBranches(sql`z.branch_id`)})`;
  // one after the other: mostly there are none, and none of their facts is looked at
  const others = sql`
    SELECT c.* FROM (SELECT b.id FROM branch b WHERE ${inBranches(sql`b.id`)}
        AND NOT EXISTS (SELECT 1 FROM day_sum_zone z WHERE z.branch_id = b.id AND ${isKept}) OFFSET 0) other
     CROSS JOIN LATERAL (SELECT ${columns} FROM trade_fact WHERE branch_id = other.id AND ${inDays}) c`;
  const sums = sql`day, ${DIMENSIONS}, ${MEASURES}`;
  const days = sql`zone = ${zone}::text AND ${daysAsked(question, sql`day`)}`;
  const ofBranches = sql`SELECT branch_id, ${sums} FROM day_sum WHERE ${kept} AND ${days}`;
  // those of the whole shop where they are there: whichever is not asked is not read
  const isWhole = sql`EXISTS (SELECT 1 FROM day_sum_shop_zone z WHERE ${isKept})`;
  const ofShop = sql`SELECT NULL::int AS branch_id, ${sums} FROM day_sum_shop WHERE ${isWhole} AND ${days}
    UNION ALL ${ofBranches} AND NOT ${isWhole}`;
  return sql`${branches === null && detail === 'day' ? ofShop : ofBranches}
    UNION ALL SELECT ${columns} FROM trade_fact WHERE NOT added AND ${kept} AND ${inDays}
    UNION ALL ${others}
    UNION ALL ${missing}`;
}

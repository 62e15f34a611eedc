import { type RawBuilder, sql } from 'kysely';

// What orders count, as signed facts (trade_fact) and as daily sums of them (docs/adr 0009).

/** A part of an SQL statement. */
type Sql = RawBuilder<unknown>;

/** Dimensions of the daily sums, in addition to branch, zone and day. */
export const FACT_DIMENSIONS = ['source', 'status_value', 'pos', 'paid', 'currency'] as const;

/** Measures of facts, in the currency of their order; a negative fact cancels an earlier one. */
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

/** Columns that only facts have; a query for one of them reads facts instead of sums. */
export const FACT_DETAILS = [
  'recorded_at',
  'counted_at',
  'order_id',
  'return_id',
  'seller_id',
  'session_id',
  'client_id',
] as const;

/** What customers owe or paid, less the value of returned goods. Rule: docs/rules/reports.md#sales */
export const NET_TOTAL = 'gross - discount + delivery + tax_added + rounding + fee - returned';

export type OrderFactsQuery = {
  /** Null: all branches. */
  readonly branches: readonly number[] | null;
  /** Local days of this zone, both included; undefined: without limit. */
  readonly zone: string;
  /** When a day ends, as HH:MM after midnight. */
  readonly day_end: string;
  readonly from_date?: string | null | undefined;
  readonly to_date?: string | null | undefined;
  /**
   * `day` and `hour` have no branch in queries over all branches, `branch` has one; `hour` also has the hour of the
   * clock; `fact` has FACT_DETAILS and is slower.
   */
  readonly detail: 'day' | 'hour' | 'branch' | 'fact';
  /** For `fact`: an SQL part of type int[] that limits the facts to these orders. */
  readonly ids?: Sql | undefined;
};

const columnNamesSql = (columns: readonly string[]): Sql => sql.raw(columns.join(', '));
const DIMENSIONS = columnNamesSql(FACT_DIMENSIONS);
const MEASURES = columnNamesSql(FACT_MEASURES);
const DETAILS = columnNamesSql(FACT_DETAILS);

/** SQL for the shop's business day of an instant. */
export const businessDateSql = (
  instant: Sql,
  { zone, day_end }: Pick<OrderFactsQuery, 'zone' | 'day_end'>,
): RawBuilder<string> =>
  sql<string>`((${instant} AT TIME ZONE ${zone}::text) - ${day_end}::text::interval)::date`;

function daysFilterSql(
  { from_date, to_date }: Pick<OrderFactsQuery, 'from_date' | 'to_date'>,
  day: Sql,
): Sql {
  const conditions = [sql`TRUE`];
  if (from_date) conditions.push(sql`${day} >= ${from_date}::date`);
  if (to_date) conditions.push(sql`${day} <= ${to_date}::date`);
  return sql.join(conditions, sql` AND `);
}

/** Condition for facts of these days: a range that an index on their instants can use, then the exact day. */
function instantsFilterSql(question: Omit<OrderFactsQuery, 'detail'>, at: Sql): Sql {
  const { from_date, to_date } = question;
  const asDay = daysFilterSql(question, businessDateSql(at, question));
  const midnight = (day: string, days: number): Sql =>
    sql`(${day}::date + ${sql.lit(days)})::timestamp AT TIME ZONE ${question.zone}::text`;
  // one day more on either side, because the exact local day is decided by the wall clock, which daylight saving time
  // shifts
  const conditions = [sql`TRUE`];
  if (from_date) conditions.push(sql`${at} >= ${midnight(from_date, -1)}`);
  if (to_date) conditions.push(sql`${at} < ${midnight(to_date, 2)}`);
  // instants well inside the range skip the exact day, which takes longer to compute than to read the fact
  const within = [sql`TRUE`];
  if (from_date) within.push(sql`${at} >= ${midnight(from_date, 2)}`);
  if (to_date) within.push(sql`${at} < ${midnight(to_date, -1)}`);
  return sql`${sql.join(conditions, sql` AND `)} AND ((${sql.join(within, sql` AND `)}) OR (${asDay}))`;
}

/** SQL for orders with a return in these days: a SELECT of order_id, each once. */
export function returnedOrdersSql(question: Omit<OrderFactsQuery, 'detail'>): Sql {
  const { branches } = question;
  const inBranches = branches === null ? sql`TRUE` : sql`branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT order_id FROM trade_fact WHERE return_id IS NOT NULL AND ${inBranches}
    AND ${instantsFilterSql(question, sql`counted_at`)} GROUP BY order_id HAVING sum(returned) <> 0`;
}

/** SQL for the number of facts of these days that are not in the sums yet. */
export function countFactsNotInSumsSql(question: Omit<OrderFactsQuery, 'detail'>): Sql {
  const { branches } = question;
  const inBranches = branches === null ? sql`TRUE` : sql`branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT count(*)::int FROM trade_fact WHERE NOT added AND ${inBranches}
    AND ${instantsFilterSql(question, sql`counted_at`)}`;
}

/** SQL for what older orders without facts count, until the worker has written their facts (write-missing-facts.ts). */
function missingFacts(question: OrderFactsQuery, inBranches: (id: Sql) => Sql): Sql {
  const idsFilter = question.ids ? sql`o.id = ANY(${question.ids})` : sql`TRUE`;
  // usually no facts are missing, and then no order is read
  return sql`(SELECT 1 FROM trade_fact_gap LIMIT 1) gap CROSS JOIN LATERAL order_facts((
    SELECT array_agg(o.id) FROM trade_fact_gap g JOIN "order" o ON o.id > g.from_id AND o.id <= g.upto_id
     WHERE ${idsFilter} AND ${inBranches(sql`o.branch_id`)} AND NOT EXISTS (SELECT 1 FROM trade_fact f WHERE f.order_id = o.id)
       AND (${instantsFilterSql(question, sql`o.created_at`)}
            OR EXISTS (SELECT 1 FROM order_return r WHERE r.order_id = o.id))))`;
}

/**
 * SQL for what orders count on some days: a SELECT of branch_id (null for a `day` of the whole shop), day,
 * FACT_DIMENSIONS and FACT_MEASURES, with several signed rows per group to filter and sum up. It reads daily sums and
 * the facts that are not in them yet, or only facts for branches without sums, so it is correct whether or not the
 * worker runs.
 */
export function orderFactsSql(question: OrderFactsQuery): Sql {
  const { branches, zone, day_end, detail } = question;
  const inBranches = (id: Sql) => (branches === null ? sql`TRUE` : sql`${id} = ANY(${[...branches]}::int[])`);
  const day = businessDateSql(sql`counted_at`, question);
  const inDays = instantsFilterSql(question, sql`counted_at`);
  const hour = sql`extract(hour FROM counted_at AT TIME ZONE ${zone}::text)::int AS hour`;
  const extra = detail === 'fact' ? sql`, ${DETAILS}` : detail === 'hour' ? sql`, ${hour}` : sql``;
  const columns = sql`branch_id, ${day} AS day, ${DIMENSIONS}, ${MEASURES}${extra}`;
  const missing = sql`SELECT branch_id, ${day} AS day, ${DIMENSIONS}, ${MEASURES}${
    detail === 'fact'
      ? sql`, ${columnNamesSql(FACT_DETAILS.map((name) => (name === 'recorded_at' ? 'counted_at' : name)))}`
      : extra
  } FROM ${missingFacts(question, inBranches)} m WHERE ${inDays}`;
  const ofOrders = question.ids ? sql`order_id = ANY(${question.ids})` : sql`TRUE`;
  if (detail === 'fact')
    return sql`SELECT ${columns} FROM trade_fact WHERE ${ofOrders} AND ${inBranches(sql`branch_id`)} AND ${inDays} UNION ALL ${missing}`;

  const isKept = sql`z.zone = ${zone}::text AND z.day_end = ${day_end}::text`;
  const kept = sql`branch_id IN (SELECT z.branch_id FROM day_sum_zone z WHERE ${isKept} AND ${inBranches(sql`z.branch_id`)})`;
  // branches one by one: usually all have sums, and then no facts are read
  const others = sql`
    SELECT c.* FROM (SELECT b.id FROM branch b WHERE ${inBranches(sql`b.id`)}
        AND NOT EXISTS (SELECT 1 FROM day_sum_zone z WHERE z.branch_id = b.id AND ${isKept}) OFFSET 0) other
     CROSS JOIN LATERAL (SELECT ${columns} FROM trade_fact WHERE branch_id = other.id AND ${inDays}) c`;
  const sums = sql`day, ${DIMENSIONS}, ${MEASURES}${detail === 'hour' ? sql`, hour::int` : sql``}`;
  const table = (suffix: '' | '_shop') => sql.raw(`${detail === 'hour' ? 'hour' : 'day'}_sum${suffix}`);
  const days = sql`zone = ${zone}::text AND ${daysFilterSql(question, sql`day`)}`;
  const ofBranches = sql`SELECT branch_id, ${sums} FROM ${table('')} WHERE ${kept} AND ${days}`;
  // the sums of the whole shop if they exist, else those of the branches; the condition keeps the other table from
  // being read
  const isWhole = sql`EXISTS (SELECT 1 FROM day_sum_shop_zone z WHERE ${isKept})`;
  const ofShop = sql`SELECT NULL::int AS branch_id, ${sums} FROM ${table('_shop')} WHERE ${isWhole} AND ${days}
    UNION ALL ${ofBranches} AND NOT ${isWhole}`;
  return sql`${branches === null && detail !== 'branch' ? ofShop : ofBranches}
    UNION ALL SELECT ${columns} FROM trade_fact WHERE NOT added AND ${kept} AND ${inDays}
    UNION ALL ${others}
    UNION ALL ${missing}`;
}

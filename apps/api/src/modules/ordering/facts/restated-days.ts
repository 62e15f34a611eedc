import { CANCELED } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { FACT_MEASURES, type OrderFactsQuery } from './order-facts.ts';

// Days whose figures changed after they ended (docs/rules/reports.md#days). Facts say when they were recorded, sums of days
// do not: the worker keeps the days beside the sums, what is pending is looked through at every question.

const DAY = '((t.counted_at AT TIME ZONE k.zone) - k.day_end::interval)::date';
const END = `((${DAY} + 1 + k.day_end::interval) AT TIME ZONE k.zone)`;
/** Days that ended before the shop's first fact were told by nobody. */
const FIRST = '(SELECT f.recorded_at FROM trade_fact f ORDER BY f.id LIMIT 1)';

/** Orders whose cost is not known yet are told of as such. */
const SALES = FACT_MEASURES.filter((name) => name !== 'cost' && name !== 'uncosted');
/** A canceled order counts nothing. */
const counted = (name: string): string =>
  `sum(CASE WHEN t.status_value <> ${CANCELED} THEN t.${name} ELSE 0 END)`;

/**
 * Days of kept sums that some facts changed after their end: a SELECT of branch_id, zone, day, and whether what was `sales`
 * or what it `cost` changed. Facts of one transaction that take back what they say are no change.
 * @param facts a table of facts, with its conditions over `t` and over `k`, a row of day_sum_zone
 */
export const findRestatedDays = (facts: string, conditions: string): string => `
  SELECT branch_id, zone, day, bool_or(sales) AS sales, bool_or(cost) AS cost
    FROM (SELECT t.branch_id, k.zone, ${DAY} AS day,
                 (${SALES.map(counted).join(', ')}) <> (${SALES.map(() => '0').join(', ')}) AS sales,
                 ${counted('cost')} <> 0 AS cost
            FROM ${facts} t JOIN day_sum_zone k USING (branch_id)
           WHERE ${conditions} AND t.recorded_at >= ${END} AND ${END} > ${FIRST}
           GROUP BY t.branch_id, k.zone, 3, t.order_id, t.recorded_at) x
   WHERE sales OR cost GROUP BY 1, 2, 3`;

type Asked = Omit<OrderFactsQuery, 'detail'> & { readonly seesCosts: boolean };

/** The days of a question that changed after they ended, the first first: a SELECT of one `day`. */
export function restatedDaysSql({
  branches,
  zone,
  day_end,
  from_date,
  to_date,
  seesCosts,
}: Asked): RawBuilder<unknown> {
  const ofBranches = branches === null ? sql`TRUE` : sql`x.branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT DISTINCT x.day FROM (
      SELECT d.* FROM day_restated d JOIN day_sum_zone z USING (branch_id, zone) WHERE z.day_end = ${day_end}::text
       UNION ALL ${sql.raw(findRestatedDays('trade_fact', 'NOT t.added'))}) x
     WHERE ${ofBranches} AND x.zone = ${zone}::text AND x.day BETWEEN ${from_date}::date AND ${to_date}::date
       AND ${seesCosts ? sql`(x.sales OR x.cost)` : sql`x.sales`}
     ORDER BY 1`;
}

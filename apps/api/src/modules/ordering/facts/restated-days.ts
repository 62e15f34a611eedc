import { CANCELED } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { FACT_MEASURES, type OrderFactsQuery } from './order-facts.ts';

// Days whose figures changed after they ended (docs/rules/reports.md#days). Only facts store when they were recorded,
// so the worker stores such days next to the sums, and queries also check the pending facts.

const DAY = '((t.counted_at AT TIME ZONE k.zone) - k.day_end::interval)::date';
const END = `((${DAY} + 1 + k.day_end::interval) AT TIME ZONE k.zone)`;
/** Days that ended before the shop's first fact are skipped, because no report showed them before. */
const FIRST = '(SELECT f.recorded_at FROM trade_fact f ORDER BY f.id LIMIT 1)';

/** The measures of sales; changes of cost are reported separately. */
const SALES = FACT_MEASURES.filter((name) => name !== 'cost' && name !== 'uncosted');
/** Canceled orders do not count. */
const sumUncanceledSql = (name: string): string =>
  `sum(CASE WHEN t.status_value <> ${CANCELED} THEN t.${name} ELSE 0 END)`;

/**
 * SQL for days that some facts changed after their end: branch_id, zone, day, and whether `sales` or `cost` changed.
 * Facts of one transaction that cancel each other out are no change.
 * @param factsTable a table of facts; `conditions` may use `t` (the fact) and `k` (a row of day_sum_zone)
 */
export const restatedDaysOfFactsSql = (factsTable: string, conditions: string): string => `
  SELECT branch_id, zone, day, bool_or(sales) AS sales, bool_or(cost) AS cost
    FROM (SELECT t.branch_id, k.zone, ${DAY} AS day,
                 (${SALES.map(sumUncanceledSql).join(', ')}) <> (${SALES.map(() => '0').join(', ')}) AS sales,
                 ${sumUncanceledSql('cost')} <> 0 AS cost
            FROM ${factsTable} t JOIN day_sum_zone k USING (branch_id)
           WHERE ${conditions} AND t.recorded_at >= ${END} AND ${END} > ${FIRST}
           GROUP BY t.branch_id, k.zone, 3, t.order_id, t.recorded_at) x
   WHERE sales OR cost GROUP BY 1, 2, 3`;

type RestatedDaysQuery = Omit<OrderFactsQuery, 'detail'> & { readonly seesCosts: boolean };

/** SQL for the days of a query that changed after they ended, in order: a SELECT of one `day`. */
export function restatedDaysSql({
  branches,
  zone,
  day_end,
  from_date,
  to_date,
  seesCosts,
}: RestatedDaysQuery): RawBuilder<unknown> {
  const ofBranches = branches === null ? sql`TRUE` : sql`x.branch_id = ANY(${[...branches]}::int[])`;
  return sql`SELECT DISTINCT x.day FROM (
      SELECT d.* FROM day_restated d JOIN day_sum_zone z USING (branch_id, zone) WHERE z.day_end = ${day_end}::text
       UNION ALL ${sql.raw(restatedDaysOfFactsSql('trade_fact', 'NOT t.added'))}) x
     WHERE ${ofBranches} AND x.zone = ${zone}::text AND x.day BETWEEN ${from_date}::date AND ${to_date}::date
       AND ${seesCosts ? sql`(x.sales OR x.cost)` : sql`x.sales`}
     ORDER BY 1`;
}

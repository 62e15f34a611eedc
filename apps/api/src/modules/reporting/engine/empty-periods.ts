import { sql } from 'kysely';
import type { ReportColumnWithKey } from './columns.ts';
import { isGroupOfPeriods, listPeriods } from './group-range.ts';
import type { ReportQueryCtx, Sql } from './report-source.ts';

/** Columns of a group `x` in which nothing happened. */
export const zeroColumnsSql = (keys: readonly string[]): Sql =>
  sql.join(keys.map((key) => sql`0 AS ${sql.ref(`v_${key}`)}`));

/**
 * SQL for the groups of `known`, and the periods of the range without one as zeros, in every currency of `known`;
 * null for groups that are no periods. A range in which nothing happened has no row in `grouped` and stays empty, so
 * that its nearest days are named instead. Rule: docs/rules/reports.md#empty-periods
 * @param keys the summed columns
 */
export function withEmptyPeriodsSql({ ctx, question }: ReportQueryCtx, keys: readonly string[]): Sql | null {
  const { group, days, today, zone } = question;
  if (!isGroupOfPeriods(group) || days.from_date === null) return null;
  const periods = listPeriods(group, { days, today, zone, now: ctx.now });
  // a shop is closed at night, so that only hours between others are shown
  const isBetween =
    group === 'hour'
      ? sql`p.key BETWEEN (SELECT min(key) FROM known) AND (SELECT max(key) FROM known)`
      : sql`TRUE`;
  const columns = sql.join(keys.map((key) => sql`x.${sql.ref(`v_${key}`)}`));
  return sql`SELECT x.key, x.key_order, x.currency, ${columns} FROM known x
     UNION ALL
    SELECT p.key, p.key, c.currency, ${zeroColumnsSql(keys)}
      FROM unnest(${periods}::text[]) AS p (key) CROSS JOIN (SELECT DISTINCT currency FROM known) c
     WHERE EXISTS (SELECT 1 FROM grouped) AND ${isBetween}
       AND NOT EXISTS (SELECT 1 FROM known k WHERE k.key = p.key AND k.currency = c.currency)`;
}

/** True for a row of a period in which nothing happened, so that there are no records behind its figures. */
export const isEmptyPeriod = (
  row: Readonly<Record<string, unknown>>,
  columns: readonly ReportColumnWithKey[],
  group: string,
): boolean =>
  isGroupOfPeriods(group) &&
  columns.every(({ key, kind }) => (kind !== 'sum' && kind !== 'snapshot') || row[key] === 0);

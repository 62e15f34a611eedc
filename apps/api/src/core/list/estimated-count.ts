import { COUNTED_MAX } from '@dukkan/contract';
import { createLruCache } from '../cache/lru-cache.ts';
import { queryCoalesced } from '../cache/single-flight.ts';
import type { Ctx } from '../ctx.ts';
import { CUSTOM_PLAN, Prisma } from '../db/database.ts';
import { digest } from '../db/statement.ts';
import { oncePerProcess } from '../services.ts';
import { toSkipTake } from './page.ts';

/** The number of rows of a list: exact up to COUNTED_MAX, estimated beyond. */
export type RowCount = { readonly total: number; readonly isEstimated: boolean };

/** The number of sampled ids, enough to tell whether there are more rows than are counted exactly. */
const ASKED = 400;

/** The rows to count. */
export type CountQuery = {
  /** The table, whose ids ascend with creation, and its alias in `from`. */
  readonly table: string;
  readonly alias: string;
  readonly from: Prisma.Sql;
  readonly conditions: readonly Prisma.Sql[];
};

export const whereSql = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join([...conditions], ' AND ')}`;

/** A fixed sample of distinct ids up to `last`; some may have no row. */
export const sampleIdsSql = (last: Prisma.Sql, count: number): Prisma.Sql => Prisma.sql`
  ARRAY(SELECT 1 + ((n + (hashint4(n) & 1023) / 1024.0) * ${last} / ${count}::int)::int
          FROM generate_series(0, ${count - 1}::int) n)`;

/**
 * SQL that estimates `total`: from PostgreSQL's statistics without filters, else from a sample of ids; null when the
 * list is small enough to count.
 */
export function estimateSql({ table, alias, from, conditions }: CountQuery): Prisma.Sql {
  const name = Prisma.raw(table);
  if (conditions.length === 0)
    return Prisma.sql`SELECT CASE WHEN c.reltuples > ${COUNTED_MAX * 2}::int THEN c.reltuples::int END AS total
      FROM pg_class c WHERE c.oid = ${table}::regclass`;
  // the margin between the exact limit and the smallest estimate is five times the sampling error
  return Prisma.sql`
    SELECT CASE WHEN hits > few + 5 * sqrt(few) + 1 THEN (hits * last / ${ASKED}::int)::int END AS total
      FROM (SELECT s.last, ${ASKED}::float8 * ${COUNTED_MAX}::int / greatest(s.last, 1) AS few,
                   (SELECT count(*) FROM ${from} ${whereSql([
                     Prisma.sql`${Prisma.raw(alias)}.id = ANY(${sampleIdsSql(Prisma.sql`s.last`, ASKED)})`,
                     ...conditions,
                   ])}) AS hits
              FROM (SELECT coalesce(max(id), 0)::float8 AS last FROM ${name}) s OFFSET 0) sample`;
}

/** An expression that counts a statement's rows up to the exact limit; negative when there are more. */
export const cappedCountSql = (every: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT CASE WHEN count(*) <= ${COUNTED_MAX}::int THEN count(*) ELSE -count(*) END
     FROM (${every} LIMIT ${COUNTED_MAX + 1}::int) every)`;

/** Raises an estimate to the number of rows that this page already reaches. */
export const atLeastReached = ({ total, isEstimated }: RowCount, skip: number, rows: number): RowCount => ({
  total: isEstimated && rows > 0 ? Math.max(total, skip + rows) : total,
  isEstimated,
});

const totalOf = (total: number): RowCount => ({ total: Math.abs(total), isEstimated: total < 0 });

/**
 * Loads the rows of a page and the total of its list.
 * @param sorted the statement that reads all rows in order
 */
export async function loadPage<T>(
  ctx: Ctx,
  input: { page: number; limit: number },
  sorted: Prisma.Sql,
  counting: Promise<RowCount>,
): Promise<RowCount & { readonly rows: readonly T[] }> {
  const { skip, take } = toSkipTake(input);
  const [counted, rows] = await Promise.all([
    counting,
    queryCoalesced<T>(ctx, Prisma.sql`${CUSTOM_PLAN} ${sorted} LIMIT ${take}::int OFFSET ${skip}::int`),
  ]);
  return { rows, ...atLeastReached(counted, skip, rows.length) };
}

/** Estimates are cached for a minute, in which so many rows change little. */
const ESTIMATED = { bytes: 1_000_000, ms: 60_000 };
export const estimates = oncePerProcess(() => createLruCache<number>(ESTIMATED));

/** The cache key of an estimate; timestamps are cut to the minute, so that "late now" shares a key for a minute. */
export function keyOf({ text, values }: Prisma.Sql): string {
  const meant = values.map((value) => (value instanceof Date ? Math.floor(value.getTime() / 60_000) : value));
  return digest(JSON.stringify([text, meant]));
}

/** Returns the cached estimate, or computes it. */
async function cachedEstimate(ctx: Ctx, meant: Prisma.Sql, find: () => Promise<RowCount>): Promise<RowCount> {
  const key = keyOf(meant);
  const known = estimates(ctx).get(key);
  if (known !== undefined) return { total: known, isEstimated: true };
  const found = await find();
  if (found.isEstimated) estimates(ctx).set(key, found.total, 8);
  return found;
}

/**
 * The number of rows: an estimate when the sample shows that there are more than are counted exactly, else a count.
 */
export function estimateOrCount(ctx: Ctx, meant: CountQuery): Promise<RowCount> {
  const every = Prisma.sql`SELECT 1 FROM ${meant.from} ${whereSql(meant.conditions)}`;
  return cachedEstimate(ctx, every, async () => {
    const [found] = await queryCoalesced<{ total: number }>(
      ctx,
      Prisma.sql`${CUSTOM_PLAN} WITH guess AS MATERIALIZED (${estimateSql(meant)})
        SELECT coalesce(-(SELECT total FROM guess), ${cappedCountSql(every)})::int AS total`,
    );
    return totalOf(found?.total ?? 0);
  });
}

/** The planner's estimate of a statement's rows. */
export async function planned(ctx: Ctx, every: Prisma.Sql): Promise<number> {
  const [found] = await queryCoalesced<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>(
    ctx,
    Prisma.sql`EXPLAIN (FORMAT JSON) ${CUSTOM_PLAN} ${every}`,
  );
  return found?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** Counts a statement's rows up to the exact limit, else uses the planner's estimate; for tables without ids. */
export function countOrPlannerEstimate(ctx: Ctx, every: Prisma.Sql): Promise<RowCount> {
  return cachedEstimate(ctx, every, async () => {
    const [found] = await queryCoalesced<{ total: number }>(
      ctx,
      Prisma.sql`${CUSTOM_PLAN} SELECT ${cappedCountSql(every)}::int AS total`,
    );
    const { total, isEstimated } = totalOf(found?.total ?? 0);
    return { total: isEstimated ? Math.max(total, await planned(ctx, every)) : total, isEstimated };
  });
}

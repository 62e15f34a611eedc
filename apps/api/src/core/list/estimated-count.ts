import { COUNTED_MAX } from '@dukkan/contract';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { createLruCache } from '../cache/lru-cache.ts';
import { queryCoalesced } from '../cache/single-flight.ts';
import type { Ctx } from '../ctx.ts';
import { sha1Base64 } from '../db/statement.ts';
import { compileStatement, OWN_PLAN } from '../db/tables.ts';
import { memoizePerProcess } from '../process/memoize-per-process.ts';
import { type PageInput, toSkipTake } from './page.ts';

/** The number of rows of a list: exact up to COUNTED_MAX, estimated beyond. */
export type RowCount = { readonly total: number; readonly isEstimated: boolean };

/** The number of sampled ids, enough to tell whether there are more rows than are counted exactly. */
const SAMPLE_SIZE = 400;

/** A condition for rows. */
export type Condition = Expression<SqlBool>;

/** The rows to count. */
export type CountQuery = {
  /** The table, whose ids ascend with creation, and its alias in `from`. */
  readonly table: string;
  readonly alias: string;
  readonly from: Expression<unknown>;
  readonly conditions: readonly Expression<unknown>[];
};

export const joinConditions = (conditions: readonly Expression<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;

/** A fixed sample of distinct ids up to `last`; some may have no row. */
export const spreadIdsEvenly = (last: RawBuilder<unknown>, count: number): RawBuilder<number[]> => sql<
  number[]
>`
  ARRAY(SELECT 1 + ((n + (hashint4(n) & 1023) / 1024.0) * ${last} / ${count}::int)::int
          FROM generate_series(0, ${count - 1}::int) n)`;

/**
 * SQL that estimates `total`: from PostgreSQL's statistics without filters, else from a sample of ids; null when the
 * list is small enough to count.
 */
export function estimateIfMany({
  table,
  alias,
  from,
  conditions,
}: CountQuery): RawBuilder<{ total: number | null }> {
  if (conditions.length === 0)
    return sql`SELECT CASE WHEN c.reltuples > ${COUNTED_MAX * 2}::int THEN c.reltuples::int END AS total
      FROM pg_class c WHERE c.oid = ${table}::regclass`;
  // the margin between the exact limit and the smallest estimate is five times the sampling error
  return sql`
    SELECT CASE WHEN hits > few + 5 * sqrt(few) + 1 THEN (hits * last / ${SAMPLE_SIZE}::int)::int END AS total
      FROM (SELECT s.last, ${SAMPLE_SIZE}::float8 * ${COUNTED_MAX}::int / greatest(s.last, 1) AS few,
                   (SELECT count(*) FROM ${from} ${joinConditions([
                     sql`${sql.raw(alias)}.id = ANY(${spreadIdsEvenly(sql`s.last`, SAMPLE_SIZE)})`,
                     ...conditions,
                   ])}) AS hits
              FROM (SELECT coalesce(max(id), 0)::float8 AS last FROM ${sql.raw(table)}) s OFFSET 0) sample`;
}

/** An expression that counts a statement's rows up to the exact limit; negative when there are more. */
export const capCount = (statement: Expression<unknown>): RawBuilder<number> => sql<number>`
  (SELECT CASE WHEN count(*) <= ${COUNTED_MAX}::int THEN count(*) ELSE -count(*) END
     FROM (${statement} LIMIT ${COUNTED_MAX + 1}::int) every)`;

/** Raises an estimate to the number of rows that this page already reaches. */
export const raiseTotalToRowsRead = (
  { total, isEstimated }: RowCount,
  skip: number,
  rows: number,
): RowCount => ({
  total: isEstimated && rows > 0 ? Math.max(total, skip + rows) : total,
  isEstimated,
});

const toRowCount = (total: number): RowCount => ({ total: Math.abs(total), isEstimated: total < 0 });

/**
 * Loads the rows of a page and the total of its list.
 * @param sorted the statement that reads all rows in order
 */
export async function loadPage<T>(
  ctx: Ctx,
  input: PageInput,
  sorted: Expression<unknown>,
  counting: Promise<RowCount>,
): Promise<RowCount & { readonly rows: readonly T[] }> {
  const { skip, take } = toSkipTake(input);
  const [counted, rows] = await Promise.all([
    counting,
    queryCoalesced(ctx, sql<T>`${OWN_PLAN} ${sorted} LIMIT ${take}::int OFFSET ${skip}::int`),
  ]);
  return { rows, ...raiseTotalToRowsRead(counted, skip, rows.length) };
}

/** Estimates are cached for a minute, in which so many rows change little. */
const ESTIMATED = { bytes: 1_000_000, ms: 60_000 };
export const estimates = memoizePerProcess(() => createLruCache<number>(ESTIMATED));

/** The cache key of an estimate; timestamps are cut to the minute, so that "late now" shares a key for a minute. */
export function buildEstimateCacheKey(statement: RawBuilder<unknown>): string {
  const { sql: text, parameters } = compileStatement(statement);
  const roundedValues = parameters.map((value) =>
    value instanceof Date ? Math.floor(value.getTime() / 60_000) : value,
  );
  return sha1Base64(JSON.stringify([text, roundedValues]));
}

/** Returns the cached estimate, or computes it. */
async function cachedEstimate(
  ctx: Ctx,
  statement: RawBuilder<unknown>,
  find: () => Promise<RowCount>,
): Promise<RowCount> {
  const key = buildEstimateCacheKey(statement);
  const cached = estimates(ctx).get(key);
  if (cached !== undefined) return { total: cached, isEstimated: true };
  const computed = await find();
  if (computed.isEstimated) estimates(ctx).set(key, computed.total, 8);
  return computed;
}

/**
 * The number of rows: an estimate when the sample shows that there are more than are counted exactly, else a count.
 */
export function estimateOrCount(ctx: Ctx, query: CountQuery): Promise<RowCount> {
  const statement = sql`SELECT 1 FROM ${query.from} ${joinConditions(query.conditions)}`;
  return cachedEstimate(ctx, statement, async () => {
    const [row] = await queryCoalesced(
      ctx,
      sql<{ total: number }>`${OWN_PLAN} WITH guess AS MATERIALIZED (${estimateIfMany(query)})
        SELECT coalesce(-(SELECT total FROM guess), ${capCount(statement)})::int AS total`,
    );
    return toRowCount(row?.total ?? 0);
  });
}

/** The planner's estimate of a statement's rows. */
export async function getPlannerEstimate(ctx: Ctx, statement: Expression<unknown>): Promise<number> {
  const [row] = await queryCoalesced(
    ctx,
    sql<{
      'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[];
    }>`EXPLAIN (FORMAT JSON) ${OWN_PLAN} ${statement}`,
  );
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** Counts a statement's rows up to the exact limit, else uses the planner's estimate; for tables without ids. */
export function countOrPlannerEstimate(ctx: Ctx, query: Expression<unknown>): Promise<RowCount> {
  const statement = sql`${query}`;
  return cachedEstimate(ctx, statement, async () => {
    const [row] = await queryCoalesced(
      ctx,
      sql<{ total: number }>`${OWN_PLAN} SELECT ${capCount(statement)}::int AS total`,
    );
    const { total, isEstimated } = toRowCount(row?.total ?? 0);
    return {
      total: isEstimated ? Math.max(total, await getPlannerEstimate(ctx, statement)) : total,
      isEstimated,
    };
  });
}

import { addDays, CANCELED, ORDER_VALUES, toInstant } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { OWN_PLAN, tables } from '../../../../core/db/tables.ts';
import type { Condition } from '../../../../core/list/estimated-count.ts';
import { readSettings } from '../../../setting/index.ts';
import { businessDateSql, NET_TOTAL, orderFactsSql } from '../../facts/order-facts.ts';
import { canSeeBranchOrders, isListedOrder } from '../record/order-visibility.ts';
import { eb, getBranchTimeZone, IN_PROGRESS, isOverdueOrder, UNASSIGNED } from './order-filters.ts';
import { AMOUNT_DUE } from './order-row.view.ts';

type Input = z.output<typeof api.order.statistics.input>;
type Sums = z.output<typeof api.order.statistics.output>;

type Found = Pick<Sums, 'count' | 'total' | 'late' | 'unassigned' | 'unpaid'> & {
  readonly totals: Sums['totals'] | null;
  readonly by_status: Sums['by_status'] | null;
  readonly by_source: Sums['by_source'] | null;
  readonly by_day: Sums['by_day'] | null;
};

const IS_CANCELED = sql<boolean>`status_value = ${sql.lit(CANCELED)}`;

/** SQL for the count and total by `name` in `part`, in this currency only, because currencies are never added up. */
const sumByColumn = (name: 'status_value' | 'source' | 'day', currency: string): RawBuilder<unknown> => {
  const column = sql.ref(name);
  return sql`(SELECT json_agg(json_build_object(${name}::text, ${column}, 'count', count, 'total', total) ORDER BY ${column})
    FROM (SELECT ${column}, sum(count) AS count,
                 coalesce(sum(total) FILTER (WHERE currency = ${currency}), 0) AS total FROM part
           WHERE ${name}::text = 'status_value' OR NOT ${IS_CANCELED} GROUP BY ${column}) x)`;
};

/** SQL for the number of late and of unassigned orders among the open ones, which are always few. */
const countWatched = (ctx: Pick<Ctx, 'now'>, conditions: readonly Condition[]) =>
  tables
    .selectFrom('order as o')
    .select([
      sql<number>`count(*) FILTER (WHERE ${isOverdueOrder(ctx)})::int`.as('late'),
      sql<number>`count(*) FILTER (WHERE ${UNASSIGNED})::int`.as('unassigned'),
    ])
    .where(IN_PROGRESS)
    .where((eb) => eb.and([...conditions]));

/** Returns the branches of a query; null for orders of one person, for whom no sums are stored. */
function listBranches(ctx: Ctx, input: Input): readonly number[] | 'all' | null {
  if (!canSeeBranchOrders(ctx) || input.client_id !== undefined || input.driver_id !== undefined) return null;
  const listed = ctx.branch_id === null ? ctx.scope : [ctx.branch_id];
  if (input.branch_id === undefined) return listed;
  return listed === 'all' || listed.includes(input.branch_id) ? [input.branch_id] : [];
}

/** Conditions for orders of the shop's business days, both included. */
function listBusinessDayConditions(
  { from_date, to_date }: Input,
  zone: string,
  day_end: string,
): Condition[] {
  const conditions: Condition[] = [];
  if (from_date !== undefined)
    conditions.push(sql<boolean>`o.created_at >= ${toInstant(from_date, day_end, zone)}::timestamptz`);
  if (to_date !== undefined)
    conditions.push(
      sql<boolean>`o.created_at < ${toInstant(addDays(to_date, 1), day_end, zone)}::timestamptz`,
    );
  return conditions;
}

/** SQL that counts orders by day, status and source, and subtracts returns on the day of the return. */
function countOrders(
  conditions: readonly Condition[],
  input: Input,
  zone: string,
  day_end: string,
): RawBuilder<unknown> {
  const { from_date, to_date } = input;
  const made = tables
    .selectFrom('order as o')
    .select([
      'o.status_value',
      'o.source',
      businessDateSql(sql`o.created_at`, { zone, day_end }).as('day'),
      'o.currency',
      sql<number>`1`.as('count'),
      'o.due as total',
      sql<number>`(${AMOUNT_DUE} > 0)::int`.as('unpaid'),
    ])
    .where((eb) => eb.and([...conditions, ...listBusinessDayConditions(input, zone, day_end)]));
  let returned = tables
    .selectFrom('order as o')
    .innerJoin('order_return as r', 'r.order_id', 'o.id')
    .select([
      'o.status_value',
      'o.source',
      'r.on_date as day',
      'o.currency',
      sql<number>`0`.as('count'),
      sql<string>`-(r.value + r.delivery + r.fee + r.rounding)`.as('total'),
      sql<number>`0`.as('unpaid'),
    ])
    .where('r.removed_at', 'is', null)
    .where((eb) => eb.and([...conditions]));
  if (from_date !== undefined) returned = returned.where('r.on_date', '>=', from_date);
  if (to_date !== undefined) returned = returned.where('r.on_date', '<=', to_date);
  return sql`
  SELECT status_value, source, day::text AS day, currency, sum(count) AS count, sum(total) AS total, sum(unpaid) AS unpaid
    FROM ${made.unionAll(returned)} x
   GROUP BY 1, 2, 3, 4`;
}

/**
 * SQL that reads the same from daily sums (docs/adr 0009), in one statement, so that all of it is of the same moment.
 */
const addUpDaySums = (
  { from_date, to_date }: Input,
  branches: readonly number[] | 'all',
  zone: string,
  day_end: string,
): RawBuilder<unknown> => {
  const net = sql.raw(NET_TOTAL);
  const facts = orderFactsSql({
    branches: branches === 'all' ? null : branches,
    zone,
    day_end,
    from_date,
    to_date,
    detail: 'day',
  });
  return sql`
  SELECT status_value, source, day::text AS day, currency, sum(orders) AS count, sum(${net}) AS total,
         coalesce(sum(orders) FILTER (WHERE paid = 0 AND NOT ${IS_CANCELED}), 0) AS unpaid
    FROM (${facts}) x
   GROUP BY 1, 2, 3, 4 HAVING sum(orders) <> 0 OR sum(${net}) <> 0`;
};

/**
 * Returns statistics of orders in a period that the caller may see, from daily sums where possible. Canceled orders
 * appear only in the counts by status. Sums are in the shop's currency; `totals` has one entry per currency
 * (docs/rules/currencies.md#own-currency). Days are those of the requested branch, else of the shop.
 */
export async function getOrderStatistics(ctx: Ctx, input: Input): Promise<Sums> {
  const zone = await getBranchTimeZone(ctx, input.branch_id);
  const { Currency: currency, day_end } = (await readSettings(ctx)).settings;
  const conditions: Condition[] = [isListedOrder(ctx)];
  for (const column of ['branch_id', 'client_id', 'driver_id'] as const)
    if (input[column] !== undefined) conditions.push(eb(`o.${column}`, '=', input[column]));
  const branches = listBranches(ctx, input);
  const part = branches
    ? addUpDaySums(input, branches, zone, day_end)
    : countOrders(conditions, input, zone, day_end);
  // cut to the second, so that screens that reload after the same order share one query
  const second = { now: new Date(Math.floor(ctx.now.getTime() / 1_000) * 1_000) };
  const watched = countWatched(second, [...conditions, ...listBusinessDayConditions(input, zone, day_end)]);
  const [row] = await queryCoalesced<Found>(
    ctx,
    sql`${OWN_PLAN}
    WITH part AS MATERIALIZED (${part}), watched AS MATERIALIZED ${watched}
    SELECT coalesce(sum(count) FILTER (WHERE NOT ${IS_CANCELED}), 0)::int AS count,
           coalesce(sum(total) FILTER (WHERE NOT ${IS_CANCELED} AND currency = ${currency}), 0)::float8 AS total,
           (SELECT json_agg(json_build_object('currency', currency, 'count', count, 'total', total) ORDER BY currency)
              FROM (SELECT currency, sum(count) AS count, sum(total) AS total FROM part
                     WHERE NOT ${IS_CANCELED} GROUP BY currency) x) AS totals,
           (SELECT late FROM watched) AS late, (SELECT unassigned FROM watched) AS unassigned,
           coalesce(sum(unpaid), 0)::int AS unpaid, ${sumByColumn('status_value', currency)} AS by_status,
           ${sumByColumn('source', currency)} AS by_source, ${sumByColumn('day', currency)} AS by_day
      FROM part`,
  );
  const { by_status, by_source, by_day, totals, ...sums } = row as Found;
  return {
    ...sums,
    currency,
    totals: totals ?? [],
    by_status: ORDER_VALUES.map(
      (value) =>
        by_status?.find(({ status_value }) => status_value === value) ?? {
          status_value: value,
          count: 0,
          total: 0,
        },
    ),
    by_source: by_source ?? [],
    by_day: by_day ?? [],
  };
}

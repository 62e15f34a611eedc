import { addDays, ORDER_VALUES, toInstant } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { CUSTOM_PLAN, Prisma } from '../../../../core/db/database.ts';
import { toPrismaSql } from '../../../../core/db/to-prisma-sql.ts';
import { STATUS_SQL } from '../../../../core/sql/order-status-sql.ts';
import { readSettings } from '../../../setting/index.ts';
import { businessDateSql, NET_TOTAL, orderFactsSql } from '../../facts/order-facts.ts';
import { canSeeBranchOrders, listedOrdersSql } from '../record/order-visibility.ts';
import { getBranchTimeZone, IN_PROGRESS_SQL, isOverdueOrderSql, UNASSIGNED } from './order-filters.ts';
import { AMOUNT_DUE_SQL } from './order-row.view.ts';

type Input = z.output<typeof api.order.statistics.input>;
type Sums = z.output<typeof api.order.statistics.output>;

type Found = Pick<Sums, 'count' | 'total' | 'late' | 'unassigned' | 'unpaid'> & {
  readonly totals: Sums['totals'] | null;
  readonly by_status: Sums['by_status'] | null;
  readonly by_source: Sums['by_source'] | null;
  readonly by_day: Sums['by_day'] | null;
};

/** SQL for the count and total by `name` in `part`, in this currency only, because currencies are never added up. */
const groupsOf = (name: string, currency: string): Prisma.Sql => {
  const column = Prisma.raw(name);
  return Prisma.sql`(SELECT json_agg(json_build_object(${name}::text, ${column}, 'count', count, 'total', total) ORDER BY ${column})
    FROM (SELECT ${column}, sum(count) AS count,
                 coalesce(sum(total) FILTER (WHERE currency = ${currency}), 0) AS total FROM part
           WHERE ${name}::text = 'status_value' OR status_value <> ${STATUS_SQL.CANCELED} GROUP BY ${column}) x)`;
};

/** SQL for the number of late and of unassigned orders among the open ones, which are always few. */
const watched = (ctx: Ctx, filters: readonly Prisma.Sql[]): Prisma.Sql => Prisma.sql`
  SELECT count(*) FILTER (WHERE ${isOverdueOrderSql(ctx)})::int AS late, count(*) FILTER (WHERE ${UNASSIGNED})::int AS unassigned
    FROM "order" o WHERE ${IN_PROGRESS_SQL} AND ${Prisma.join(filters, ' AND ')}`;

/** Returns the branches of a query; null for orders of one person, for whom no sums are stored. */
function branchesOf(ctx: Ctx, input: Input): readonly number[] | 'all' | null {
  if (!canSeeBranchOrders(ctx) || input.client_id !== undefined || input.driver_id !== undefined) return null;
  const listed = ctx.branch_id === null ? ctx.scope : [ctx.branch_id];
  if (input.branch_id === undefined) return listed;
  return listed === 'all' || listed.includes(input.branch_id) ? [input.branch_id] : [];
}

/** Conditions for orders of the shop's business days, both included. */
function businessDaysSql({ from_date, to_date }: Input, zone: string, day_end: string): Prisma.Sql[] {
  const filters: Prisma.Sql[] = [];
  if (from_date !== undefined)
    filters.push(Prisma.sql`o.created_at >= ${toInstant(from_date, day_end, zone)}::timestamptz`);
  if (to_date !== undefined)
    filters.push(Prisma.sql`o.created_at < ${toInstant(addDays(to_date, 1), day_end, zone)}::timestamptz`);
  return filters;
}

/** SQL that counts orders by day, status and source, and subtracts returns on the day of the return. */
function counted(filters: readonly Prisma.Sql[], input: Input, zone: string, day_end: string): Prisma.Sql {
  const made = [...filters, ...businessDaysSql(input, zone, day_end)];
  const back = [Prisma.sql`r.removed_at IS NULL`, ...filters];
  if (input.from_date !== undefined) back.push(Prisma.sql`r.on_date >= ${input.from_date}::date`);
  if (input.to_date !== undefined) back.push(Prisma.sql`r.on_date <= ${input.to_date}::date`);
  const day = toPrismaSql(businessDateSql(sql`o.created_at`, { zone, day_end }));
  return Prisma.sql`
  SELECT status_value, source, day::text AS day, currency, sum(count) AS count, sum(total) AS total, sum(unpaid) AS unpaid
    FROM (SELECT o.status_value, o.source, ${day} AS day, o.currency, 1 AS count, o.due AS total,
                 (${AMOUNT_DUE_SQL} > 0)::int AS unpaid
            FROM "order" o WHERE ${Prisma.join(made, ' AND ')}
           UNION ALL
          SELECT o.status_value, o.source, r.on_date, o.currency, 0, -(r.value + r.delivery + r.fee + r.rounding), 0
            FROM "order" o JOIN order_return r ON r.order_id = o.id WHERE ${Prisma.join(back, ' AND ')}) x
   GROUP BY 1, 2, 3, 4`;
}

/**
 * SQL that reads the same from daily sums (docs/adr 0009), in one statement, so that all of it is of the same moment.
 */
const summed = (
  input: Input,
  branches: readonly number[] | 'all',
  zone: string,
  day_end: string,
): Prisma.Sql => Prisma.sql`
  SELECT status_value, source, day::text AS day, currency, sum(orders) AS count, sum(${Prisma.raw(NET_TOTAL)}) AS total,
         coalesce(sum(orders) FILTER (WHERE paid = 0 AND status_value <> ${STATUS_SQL.CANCELED}), 0) AS unpaid
    FROM (${toPrismaSql(
      orderFactsSql({
        branches: branches === 'all' ? null : branches,
        zone,
        day_end,
        from_date: input.from_date,
        to_date: input.to_date,
        detail: 'day',
      }),
    )}) x
   GROUP BY 1, 2, 3, 4 HAVING sum(orders) <> 0 OR sum(${Prisma.raw(NET_TOTAL)}) <> 0`;

/**
 * Returns statistics of orders in a period that the caller may see, from daily sums where possible. Canceled orders
 * appear only in the counts by status. Sums are in the shop's currency; `totals` has one entry per currency
 * (docs/rules/currencies.md#own-currency). Days are those of the requested branch, else of the shop.
 */
export async function getOrderStatistics(ctx: Ctx, input: Input): Promise<Sums> {
  const zone = await getBranchTimeZone(ctx, input.branch_id);
  const { Currency: currency, day_end } = (await readSettings(ctx)).settings;
  const filters = [listedOrdersSql(ctx)];
  if (input.branch_id !== undefined) filters.push(Prisma.sql`o.branch_id = ${input.branch_id}::int`);
  if (input.client_id !== undefined) filters.push(Prisma.sql`o.client_id = ${input.client_id}::int`);
  if (input.driver_id !== undefined) filters.push(Prisma.sql`o.driver_id = ${input.driver_id}::int`);
  const branches = branchesOf(ctx, input);
  const part = branches ? summed(input, branches, zone, day_end) : counted(filters, input, zone, day_end);
  // cut to the second, so that screens that reload after the same order share one query
  const second = { ...ctx, now: new Date(Math.floor(ctx.now.getTime() / 1_000) * 1_000) };
  const [row] = await queryCoalesced<Found>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN}
    WITH part AS MATERIALIZED (${part}), watched AS MATERIALIZED (${watched(second, [...filters, ...businessDaysSql(input, zone, day_end)])})
    SELECT coalesce(sum(count) FILTER (WHERE status_value <> ${STATUS_SQL.CANCELED}), 0)::int AS count,
           coalesce(sum(total) FILTER (WHERE status_value <> ${STATUS_SQL.CANCELED} AND currency = ${currency}), 0)::float8 AS total,
           (SELECT json_agg(json_build_object('currency', currency, 'count', count, 'total', total) ORDER BY currency)
              FROM (SELECT currency, sum(count) AS count, sum(total) AS total FROM part
                     WHERE status_value <> ${STATUS_SQL.CANCELED} GROUP BY currency) x) AS totals,
           (SELECT late FROM watched) AS late, (SELECT unassigned FROM watched) AS unassigned,
           coalesce(sum(unpaid), 0)::int AS unpaid, ${groupsOf('status_value', currency)} AS by_status,
           ${groupsOf('source', currency)} AS by_source, ${groupsOf('day', currency)} AS by_day
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

import { ORDER_VALUES } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { CUSTOM_PLAN, Prisma } from '../../../../core/db/database.ts';
import { STATUS_SQL } from '../../../../core/order-status-sql.ts';
import { readSettings } from '../../../setting/index.ts';
import { canSeeBranchOrders, listedOrdersSql } from '../record/order-visibility.ts';
import { dateRangeSql, IN_PROGRESS_SQL, overdueSql, timeZoneOf, UNASSIGNED } from './order-filters.ts';
import { AMOUNT_DUE_SQL } from './order-row.view.ts';

type Input = z.output<typeof api.order.statistics.input>;
type Sums = z.output<typeof api.order.statistics.output>;

type Found = Pick<Sums, 'count' | 'total' | 'late' | 'unassigned' | 'unpaid'> & {
  readonly totals: Sums['totals'] | null;
  readonly by_status: Sums['by_status'] | null;
  readonly by_source: Sums['by_source'] | null;
  readonly by_day: Sums['by_day'] | null;
};

/** Count of the groups of `name` in `part`, and their total in this currency: no two are added up. */
const groupsOf = (name: string, currency: string): Prisma.Sql => {
  const column = Prisma.raw(name);
  return Prisma.sql`(SELECT json_agg(json_build_object(${name}::text, ${column}, 'count', count, 'total', total) ORDER BY ${column})
    FROM (SELECT ${column}, sum(count) AS count,
                 coalesce(sum(total) FILTER (WHERE currency = ${currency}), 0) AS total FROM part
           WHERE ${name}::text = 'status_value' OR status_value <> ${STATUS_SQL.CANCELED} GROUP BY ${column}) x)`;
};

/** How many of what is under way are late and wait for a driver; they are few, however many orders there are. */
const watched = (ctx: Ctx, filters: readonly Prisma.Sql[]): Prisma.Sql => Prisma.sql`
  SELECT count(*) FILTER (WHERE ${overdueSql(ctx)})::int AS late, count(*) FILTER (WHERE ${UNASSIGNED})::int AS unassigned
    FROM "order" o WHERE ${IN_PROGRESS_SQL} AND ${Prisma.join(filters, ' AND ')}`;

/** Which branches are asked about: null where orders of somebody are, of whom no sums are kept. */
function branchesOf(ctx: Ctx, input: Input): readonly number[] | 'all' | null {
  if (!canSeeBranchOrders(ctx) || input.client_id !== undefined || input.driver_id !== undefined) return null;
  const listed = ctx.branch_id === null ? ctx.scope : [ctx.branch_id];
  if (input.branch_id === undefined) return listed;
  return listed === 'all' || listed.includes(input.branch_id) ? [input.branch_id] : [];
}

/** Days, states and channels of the orders themselves. */
const counted = (filters: readonly Prisma.Sql[], zone: string): Prisma.Sql => Prisma.sql`
  SELECT o.status_value, o.source, (o.created_at AT TIME ZONE ${zone})::date::text AS day, o.currency,
         count(*) AS count, sum(o.due) AS total, count(*) FILTER (WHERE ${AMOUNT_DUE_SQL} > 0) AS unpaid
    FROM "order" o WHERE ${Prisma.join(filters, ' AND ')} GROUP BY 1, 2, 3, 4`;

/**
 * The same of branches out of what is kept of each day, with what became of orders since; branches of which nothing is
 * kept in this zone yet are counted (docs/adr 0009). One statement, so that all of it stood at the same moment.
 */
function summed(input: Input, branches: readonly number[] | 'all', zone: string): Prisma.Sql {
  const { from_date, to_date } = input;
  const asked = (id: Prisma.Sql) =>
    branches === 'all' ? Prisma.sql`TRUE` : Prisma.sql`${id} = ANY(${[...branches]}::int[])`;
  const kept = Prisma.sql`branch_id IN (SELECT k.branch_id FROM order_sum_zone k
    WHERE k.zone = ${zone} AND ${asked(Prisma.sql`k.branch_id`)})`;
  // one after the other: mostly there are none, and none of their orders is looked at
  const others = Prisma.sql`
    (SELECT b.id FROM branch b WHERE ${asked(Prisma.sql`b.id`)}
        AND NOT EXISTS (SELECT 1 FROM order_sum_zone k WHERE k.branch_id = b.id AND k.zone = ${zone}) OFFSET 0) other
    CROSS JOIN LATERAL (${counted([Prisma.sql`o.branch_id = other.id`, ...dateRangeSql(input, zone)], zone)}) c`;
  const days = [Prisma.sql`zone = ${zone}`];
  if (from_date !== undefined) days.push(Prisma.sql`day >= ${from_date}::date`);
  if (to_date !== undefined) days.push(Prisma.sql`day <= ${to_date}::date`);
  const since = [kept, ...dateRangeSql(input, zone, Prisma.sql`created_at`)];
  const sums = Prisma.sql`status_value, source, day::text AS day, currency, count, total, unpaid`;
  const inBranches = Prisma.sql`SELECT ${sums} FROM order_sum WHERE ${kept} AND ${Prisma.join(days, ' AND ')}`;
  // those of the whole shop where they are there: whichever is not asked is not read
  const isWhole = Prisma.sql`EXISTS (SELECT 1 FROM order_sum_shop_zone w WHERE w.zone = ${zone})`;
  const inShop = Prisma.sql`
    SELECT ${sums} FROM order_sum_shop WHERE ${isWhole} AND ${Prisma.join(days, ' AND ')}
     UNION ALL ${inBranches} AND NOT ${isWhole}`;
  return Prisma.sql`
    SELECT status_value, source, day, currency, sum(count) AS count, sum(total) AS total, sum(unpaid) AS unpaid
      FROM (${branches === 'all' ? inShop : inBranches}
             UNION ALL
            SELECT status_value, source, (created_at AT TIME ZONE ${zone})::date::text, currency, count, total, unpaid
              FROM order_change WHERE ${Prisma.join(since, ' AND ')}
             UNION ALL
            SELECT c.* FROM ${others}) x
     GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0`;
}

/**
 * Orders of a time, over what the caller sees, out of the sums of days where there are any. Canceled ones stand among
 * the states only: what was sold is counted and summed without them. Sums are of the shop's currency; `totals` has one of
 * each currency that orders are in (docs/rules/currencies.md#own-currency). Days are those of the branch that is asked about,
 * else the shop's.
 */
export async function statistics(ctx: Ctx, input: Input): Promise<Sums> {
  const zone = await timeZoneOf(ctx, input.branch_id);
  const { Currency: currency } = (await readSettings(ctx)).settings;
  const filters = [listedOrdersSql(ctx), ...dateRangeSql(input, zone)];
  if (input.branch_id !== undefined) filters.push(Prisma.sql`o.branch_id = ${input.branch_id}::int`);
  if (input.client_id !== undefined) filters.push(Prisma.sql`o.client_id = ${input.client_id}::int`);
  if (input.driver_id !== undefined) filters.push(Prisma.sql`o.driver_id = ${input.driver_id}::int`);
  const branches = branchesOf(ctx, input);
  const part = branches ? summed(input, branches, zone) : counted(filters, zone);
  // to the second, so that every Home that reads itself again after an order asks the same
  const second = { ...ctx, now: new Date(Math.floor(ctx.now.getTime() / 1_000) * 1_000) };
  const [row] = await queryCoalesced<Found>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN}
    WITH part AS MATERIALIZED (${part}), watched AS MATERIALIZED (${watched(second, filters)})
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

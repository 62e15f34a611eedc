import { ORDER_VALUES } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { OWN_PLAN, Prisma, readRows } from '../../core/db.ts';
import { daysOf, isLate, UNASSIGNED, zoneOf } from './order.filter.ts';
import { OPEN_AMOUNT } from './order.rows.ts';
import { orderListed } from './order.sight.ts';

type Input = z.output<typeof api.order.statistics.input>;
type Sums = z.output<typeof api.order.statistics.output>;

type Found = Pick<Sums, 'count' | 'total' | 'late' | 'unassigned' | 'unpaid'> & {
  readonly by_status: Sums['by_status'] | null;
  readonly by_source: Sums['by_source'] | null;
  readonly by_day: Sums['by_day'] | null;
};

/** Count and total of the groups of `name` in `part`. */
const groupsOf = (name: string): Prisma.Sql => {
  const column = Prisma.raw(name);
  return Prisma.sql`(SELECT json_agg(json_build_object(${name}::text, ${column}, 'count', count, 'total', total) ORDER BY ${column})
    FROM (SELECT ${column}, sum(count) AS count, sum(total) AS total FROM part
           WHERE ${name}::text = 'status_value' OR status_value <> -1 GROUP BY ${column}) x)`;
};

/**
 * Orders of a time in one statement, over what the caller sees. Canceled ones stand among the states only: what was
 * sold is counted and summed without them. Days are those of the branch that is asked about, else the shop's.
 */
export async function statistics(ctx: Ctx, input: Input): Promise<Sums> {
  const zone = await zoneOf(ctx, input.branch_id);
  const filters = [orderListed(ctx), ...daysOf(input, zone)];
  if (input.branch_id !== undefined) filters.push(Prisma.sql`o.branch_id = ${input.branch_id}::int`);
  if (input.client_id !== undefined) filters.push(Prisma.sql`o.client_id = ${input.client_id}::int`);
  if (input.driver_id !== undefined) filters.push(Prisma.sql`o.driver_id = ${input.driver_id}::int`);
  const [row] = await readRows<Found>(
    ctx,
    Prisma.sql`${OWN_PLAN}
    WITH part AS MATERIALIZED (
      SELECT o.status_value, o.source, (o.created_at AT TIME ZONE ${zone})::date::text AS day, count(*) AS count,
             sum(o.due) AS total, count(*) FILTER (WHERE ${isLate(ctx)}) AS late,
             count(*) FILTER (WHERE ${UNASSIGNED}) AS unassigned,
             count(*) FILTER (WHERE ${OPEN_AMOUNT} > 0) AS unpaid
        FROM "order" o WHERE ${Prisma.join(filters, ' AND ')} GROUP BY 1, 2, 3
    )
    SELECT coalesce(sum(count) FILTER (WHERE status_value <> -1), 0)::int AS count,
           coalesce(sum(total) FILTER (WHERE status_value <> -1), 0)::float8 AS total,
           coalesce(sum(late), 0)::int AS late, coalesce(sum(unassigned), 0)::int AS unassigned,
           coalesce(sum(unpaid), 0)::int AS unpaid, ${groupsOf('status_value')} AS by_status,
           ${groupsOf('source')} AS by_source, ${groupsOf('day')} AS by_day
      FROM part`,
  );
  const { by_status, by_source, by_day, ...sums } = row as Found;
  return {
    ...sums,
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

import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import type { OrderRecord } from '../order/record/order-record.ts';

/**
 * Returns the local day of the return: neither before the order's, nor in the future, nor before the last close of the till
 * that sold the order or takes the goods, because a closed day stays as it was.
 * Rule: docs/rules/orders.md#returns
 * @throws request.invalid on on_date, period.closed
 */
export async function resolveReturnDay(
  ctx: Ctx,
  order: OrderRecord,
  { on_date, device_id = null }: { on_date?: string | undefined; device_id?: number | null | undefined },
): Promise<string> {
  const days = tables
    .selectFrom('branch as b')
    .innerJoin('order as o', 'o.branch_id', 'b.id')
    .where('o.id', '=', order.id)
    .select((eb) => [
      businessDaySql(ctx).as('today'),
      sql<string>`(${eb.ref('o.created_at')} AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date`.as('made'),
      // the latest close of the till that sold the order, or of the till that takes the goods
      eb
        .selectFrom('pos_session as s')
        .select(sql<string | null>`(max(s.closed_at) AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date`.as('day'))
        .where('s.z_number', 'is not', null)
        .where((eb) =>
          eb('s.device_id', 'in', [
            sql<number>`${device_id}::int`,
            eb
              .selectFrom('pos_session as p')
              .select('p.device_id')
              .whereRef('p.id', '=', 'o.pos_session_id')
              .$asScalar(),
          ]),
        )
        .as('closed'),
    ]);
  const row = await fetchRow(ctx, days);
  const today = row?.today ?? '';
  if (on_date === undefined) return today;
  if (on_date > today || on_date < (row?.made ?? today)) failField('on_date', 'invalid');
  if (row?.closed && on_date < row.closed) fail('period.closed', { closed: row.closed }, 'on_date');
  return on_date;
}

import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';
import { toPrismaSql } from '../../../core/db/to-prisma-sql.ts';
import { failField } from '../../../core/fail-field.ts';
import { BRANCH_TIME_ZONE_SQL, businessDaySql } from '../../branch/index.ts';
import type { OrderRecord } from '../order/record/order-record.ts';

type Days = {
  readonly today: string;
  readonly made: string;
  /** The day of the latest close of the till that sold the order, or of the till that takes the goods. */
  readonly closed: string | null;
};

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
  const [row] = await queryRows<Days>(
    ctx,
    Prisma.sql`
    SELECT ${toPrismaSql(businessDaySql(ctx))}::text AS today, (o.created_at AT TIME ZONE ${toPrismaSql(BRANCH_TIME_ZONE_SQL)})::date::text AS made,
           (SELECT (max(s.closed_at) AT TIME ZONE ${toPrismaSql(BRANCH_TIME_ZONE_SQL)})::date::text FROM pos_session s
             WHERE s.z_number IS NOT NULL
               AND s.device_id IN (${device_id}::int, (SELECT p.device_id FROM pos_session p WHERE p.id = o.pos_session_id))
           ) AS closed
      FROM branch b JOIN "order" o ON o.branch_id = b.id WHERE o.id = ${order.id}::int`,
  );
  const today = row?.today ?? '';
  if (on_date === undefined) return today;
  if (on_date > today || on_date < (row?.made ?? today)) failField('on_date', 'invalid');
  if (row?.closed && on_date < row.closed) fail('period.closed', { closed: row.closed }, 'on_date');
  return on_date;
}

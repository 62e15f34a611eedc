import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../../core/db/database.ts';
import { visibleOrdersSql } from './order-visibility.ts';

/** True when the caller may see this order; its change history checks this. */
export async function canSeeOrder(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await queryRows(
    ctx,
    Prisma.sql`SELECT 1 FROM "order" o WHERE o.id = ${id}::int AND ${visibleOrdersSql(ctx)}`,
  );
  return rows.length > 0;
}

/** True when the caller may see the order of this return. */
export async function canSeeReturn(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await queryRows(
    ctx,
    Prisma.sql`SELECT 1 FROM order_return r JOIN "order" o ON o.id = r.order_id
                WHERE r.id = ${id}::int AND ${visibleOrdersSql(ctx)}`,
  );
  return rows.length > 0;
}

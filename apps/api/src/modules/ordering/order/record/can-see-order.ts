import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../../core/db/database.ts';
import { visibleOrdersSql } from './order-visibility.ts';

/** Whether the caller sees this order: its timeline is theirs to read. */
export async function canSeeOrder(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await queryRows(
    ctx,
    Prisma.sql`SELECT 1 FROM "order" o WHERE o.id = ${id}::int AND ${visibleOrdersSql(ctx)}`,
  );
  return rows.length > 0;
}

/** The same of a return: whoever sees its order. */
export async function canSeeReturn(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await queryRows(
    ctx,
    Prisma.sql`SELECT 1 FROM order_return r JOIN "order" o ON o.id = r.order_id
                WHERE r.id = ${id}::int AND ${visibleOrdersSql(ctx)}`,
  );
  return rows.length > 0;
}

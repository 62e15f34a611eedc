import type { Ctx } from '../../../../core/ctx.ts';
import { fetchRow, tables } from '../../../../core/db/tables.ts';
import { isVisibleOrder } from './order-visibility.ts';

/** True when the caller may see this order; its change history checks this. */
export async function canSeeOrder(ctx: Ctx, id: number): Promise<boolean> {
  const order = tables.selectFrom('order as o').select('o.id').where('o.id', '=', id);
  return (await fetchRow(ctx, order.where(isVisibleOrder(ctx)))) !== undefined;
}

/** True when the caller may see the order of this return. */
export async function canSeeReturn(ctx: Ctx, id: number): Promise<boolean> {
  const order = tables
    .selectFrom('order_return as r')
    .innerJoin('order as o', 'o.id', 'r.order_id')
    .select('r.id')
    .where('r.id', '=', id);
  return (await fetchRow(ctx, order.where(isVisibleOrder(ctx)))) !== undefined;
}

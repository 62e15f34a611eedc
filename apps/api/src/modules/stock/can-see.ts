import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { isVisibleStockCount } from './count/list-counts.ts';
import { isVisibleTransfer } from './transfer/transfer.service.ts';

/** True when the caller may see this stock document; its change history checks this. */
export const canSeeTransfer = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await fetchRow(
    ctx,
    tables
      .selectFrom('stock_transfer as t')
      .select('t.id')
      .where('t.id', '=', id)
      .where(isVisibleTransfer(ctx)),
  )) !== undefined;
export const canSeeCount = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await fetchRow(
    ctx,
    tables
      .selectFrom('stock_count as c')
      .select('c.id')
      .where('c.id', '=', id)
      .where(isVisibleStockCount(ctx)),
  )) !== undefined;

import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { visibleStockCountsSql } from './count/list-counts.ts';
import { visibleTransfersSql } from './transfer/transfer.service.ts';

const found = async (ctx: Ctx, query: Prisma.Sql): Promise<boolean> =>
  (await ctx.db.$queryRaw<unknown[]>`${query} LIMIT 1`).length > 0;

/** True when the caller may see this stock document; its change history checks this. */
export const canSeeTransfer = (ctx: Ctx, id: number): Promise<boolean> =>
  found(ctx, Prisma.sql`SELECT 1 FROM stock_transfer t WHERE t.id = ${id} AND ${visibleTransfersSql(ctx)}`);
export const canSeeCount = (ctx: Ctx, id: number): Promise<boolean> =>
  found(ctx, Prisma.sql`SELECT 1 FROM stock_count c WHERE c.id = ${id} AND ${visibleStockCountsSql(ctx)}`);

import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { receiptInSight } from './sight.ts';
import { countInSight } from './stock-count.read.ts';
import { transferInSight } from './transfer.service.ts';

const found = async (ctx: Ctx, query: Prisma.Sql): Promise<boolean> =>
  (await ctx.db.$queryRaw<unknown[]>`${query} LIMIT 1`).length > 0;

/** Whether a document of stock lies in the caller's scope: its timeline is then theirs to read (decisions 0.4). */
export const seesReceipt = (ctx: Ctx, id: number): Promise<boolean> =>
  found(ctx, Prisma.sql`SELECT 1 FROM receipt r WHERE r.id = ${id} AND ${receiptInSight(ctx)}`);
export const seesTransaction = (ctx: Ctx, id: number): Promise<boolean> =>
  found(
    ctx,
    Prisma.sql`SELECT 1 FROM receipt_transaction t JOIN receipt r ON r.id = t.receipt_id
                WHERE t.id = ${id} AND ${receiptInSight(ctx)}`,
  );
export const seesTransfer = (ctx: Ctx, id: number): Promise<boolean> =>
  found(ctx, Prisma.sql`SELECT 1 FROM stock_transfer t WHERE t.id = ${id} AND ${transferInSight(ctx)}`);
export const seesCount = (ctx: Ctx, id: number): Promise<boolean> =>
  found(ctx, Prisma.sql`SELECT 1 FROM stock_count c WHERE c.id = ${id} AND ${countInSight(ctx)}`);

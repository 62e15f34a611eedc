import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { visibleReceiptsSql } from './receipt-visibility.ts';

const hasRow = async (ctx: Ctx, query: Prisma.Sql): Promise<boolean> =>
  (await ctx.db.$queryRaw<unknown[]>`${query} LIMIT 1`).length > 0;

/** True when the caller may see this receipt; its change history checks this. */
export const canSeeReceipt = (ctx: Ctx, id: number): Promise<boolean> =>
  hasRow(ctx, Prisma.sql`SELECT 1 FROM receipt r WHERE r.id = ${id} AND ${visibleReceiptsSql(ctx)}`);

/** True when the caller may see this supplier payment, because they may see its receipt. */
export const canSeeSupplierPayment = (ctx: Ctx, id: number): Promise<boolean> =>
  hasRow(
    ctx,
    Prisma.sql`SELECT 1 FROM receipt_transaction t JOIN receipt r ON r.id = t.receipt_id
                WHERE t.id = ${id} AND ${visibleReceiptsSql(ctx)}`,
  );

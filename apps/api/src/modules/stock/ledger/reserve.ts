import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import {
  availableQuantity,
  formatQuantity,
  type ItemBranch,
  itemBranchKey,
  type Level,
  lockLevels,
  type StockRef,
  stockEventsSql,
  writeReservation,
} from './ledger.ts';

/** So much of an item in a branch, in thousandths. */
export type Need = ItemBranch & { readonly product_id: number; readonly quantity: bigint };

/** Demand for one place is summed before it is looked at, whichever lines it stands on (promises C2). */
export function sumByItemBranch(needs: readonly Need[]): Need[] {
  const sums = new Map<string, Need>();
  for (const need of needs) {
    const known = sums.get(itemBranchKey(need));
    sums.set(itemBranchKey(need), { ...need, quantity: need.quantity + (known?.quantity ?? 0n) });
  }
  return [...sums.values()];
}

/** @throws stock.insufficient with what was asked and what there is */
export function failInsufficient(level: Level, asked: bigint, available: bigint): never {
  return fail('stock.insufficient', {
    product_id: level.product_id,
    item_id: level.item_id,
    branch_id: level.branch_id,
    asked: Number(formatQuantity(asked)),
    available: Number(formatQuantity(available > 0n ? available : 0n)),
  });
}

/**
 * Holds units for a ref until it is sent or given up (decisions 3.3). A branch that checks availability refuses what it
 * lacks; another promises it all the same. Call in the transaction that makes the order. @throws stock.insufficient
 */
export async function reserve(ctx: Ctx, ref: StockRef, needs: readonly Need[]): Promise<void> {
  const wanted = sumByItemBranch(needs);
  if (wanted.length === 0) return;
  const { levels, written } = await writeReservation(ctx, ref, wanted);
  for (const need of wanted) {
    const level = levels.get(itemBranchKey(need));
    if (!level) continue;
    const available = availableQuantity(level);
    if (level.checks_availability && available < need.quantity)
      failInsufficient(level, need.quantity, available);
  }
  if (!written) throw new Error(`nothing is short of ${ref.type} ${ref.id}, and yet nothing was held`);
}

const heldBy = (ctx: Ctx, ref: StockRef) => ctx.db.$queryRaw<(ItemBranch & { product_id: number })[]>`
    SELECT r.item_id, r.branch_id, l.product_id FROM stock_reservation r
      JOIN stock_level l ON l.item_id = r.item_id AND l.branch_id = r.branch_id
     WHERE r.ref_type = ${ref.type} AND r.ref_id = ${ref.id}::int`;

/** Holds other units than before: what is let go and what is held is locked in one go (promises M5). */
export async function replaceReservation(ctx: Ctx, ref: StockRef, needs: readonly Need[]): Promise<void> {
  await lockLevels(ctx, [...(await heldBy(ctx, ref)), ...needs], ref);
  await release(ctx, ref);
  await reserve(ctx, ref, needs);
}

/** Lets everything go that a ref holds (decisions 3.3: a waiting or confirmed order is cancelled). */
export async function release(ctx: Ctx, ref: StockRef): Promise<void> {
  const held = await heldBy(ctx, ref);
  if (held.length === 0) return;
  await lockLevels(ctx, held, ref);
  await ctx.db.$executeRaw`
    WITH gone AS (
      DELETE FROM stock_reservation WHERE ref_type = ${ref.type} AND ref_id = ${ref.id}::int
      RETURNING item_id, branch_id, quantity
    ), said AS (${stockEventsSql(ctx, Prisma.sql`gone`, ['stock'])})
    UPDATE stock_level l SET reserved = l.reserved - g.quantity
      FROM gone g WHERE l.item_id = g.item_id AND l.branch_id = g.branch_id`;
}

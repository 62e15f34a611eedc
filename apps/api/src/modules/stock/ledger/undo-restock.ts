import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import {
  getAvailableQuantity,
  type ItemBranch,
  type LedgerEntry,
  lockLevels,
  readBatches,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';

/** Units that were returned with a document, by use. */
type Back = ItemBranch & {
  readonly product_id: number;
  readonly batch_id: number;
  readonly line_id: number;
  readonly quantity: bigint;
  readonly gone: bigint;
};

/**
 * Undoes a return: takes the units that `document` returned out of the same batches again. Call with the
 * order locked. @throws return.units_gone when they have been sold, moved or written off
 */
export async function undoRestock(
  ctx: Ctx,
  ref: StockRef,
  document: StockRef,
  lines: readonly { readonly line_id: number; readonly quantity: bigint }[],
): Promise<void> {
  const back = await ctx.db.$queryRaw<Back[]>`
    SELECT u.item_id, u.branch_id, i.product_id, m.batch_id, u.line_id,
           (coalesce(sum(m.quantity) FILTER (WHERE m.target = 2), 0) * 1000)::bigint AS quantity,
           (coalesce((SELECT sum(x.quantity) FROM stock_movement x WHERE x.ref_type = ${document.type} AND x.ref_id = ${document.id}::int
                        AND x.target = 5 AND x.batch_id = m.batch_id), 0) * 1000)::bigint AS gone
      FROM stock_movement m JOIN stock_use u ON u.id = m.product_used_id JOIN product_item i ON i.id = u.item_id
     WHERE m.ref_type = ${document.type} AND m.ref_id = ${document.id}::int
       AND u.ref_type = ${ref.type} AND u.ref_id = ${ref.id}::int
     GROUP BY u.item_id, u.branch_id, i.product_id, m.batch_id, u.line_id`;
  if (back.some(({ gone }) => gone > 0n)) fail('return.units_gone');
  const brought = new Map<number, bigint>();
  for (const one of back) brought.set(one.line_id, (brought.get(one.line_id) ?? 0n) + one.quantity);
  // oversold units were returned to no batch, so their deficit could not be told apart from that of a later sale
  if (lines.some(({ line_id, quantity }) => (brought.get(line_id) ?? 0n) !== quantity))
    fail('return.units_gone');
  const levels = await lockLevels(ctx, back);
  const shelf = await readBatches(ctx, back);
  const batches = new Map(shelf.map(({ id, remaining }) => [id, remaining]));
  // a receipt may have changed the cost since the sale
  const costs = new Map(shelf.map(({ id, cost }) => [id, cost]));
  const taken = new Map<string, bigint>();
  const entries: LedgerEntry[] = [];
  for (const one of back) {
    const left = batches.get(one.batch_id) ?? 0n;
    if (left < one.quantity) fail('return.units_gone');
    batches.set(one.batch_id, left - one.quantity);
    taken.set(toItemBranchKey(one), (taken.get(toItemBranchKey(one)) ?? 0n) + one.quantity);
    entries.push({
      item_id: one.item_id,
      branch_id: one.branch_id,
      batch_id: one.batch_id,
      delta: -one.quantity,
      movement: { target: 1, quantity: one.quantity },
      sells: { line_id: one.line_id, quantity: one.quantity, cost: costs.get(one.batch_id) ?? 0n },
    });
  }
  for (const [key, quantity] of taken) {
    const level = levels.get(key);
    if (level && getAvailableQuantity(level) < quantity) fail('return.units_gone');
  }
  await writeLedger(ctx, ref, entries);
}

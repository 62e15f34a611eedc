import { getUnreturnedQuantity, isExpired, returnToBatches, type StockUse } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import {
  type ItemBranch,
  type LedgerEntry,
  type LevelChange,
  lockLevels,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';

/** So much of a sold line that comes back; what is damaged is written off at once (decisions 3.5). */
export type ReturnedLine = {
  readonly line_id: number;
  readonly quantity: bigint;
  readonly damaged?: boolean;
};

/** The cost that came back with a line, in ten-millionths. */
export type ReturnedCost = { readonly line_id: number; readonly cost: bigint };

type UseRow = StockUse &
  ItemBranch & { readonly product_id: number; readonly line_id: number; readonly expire_date: string | null };

const usesOf = (ctx: Ctx, ref: StockRef) =>
  ctx.db.$queryRaw<UseRow[]>`
    SELECT u.id, u.batch_id, u.item_id, u.branch_id, u.line_id, i.product_id, b.expire_date::text AS expire_date,
           (u.quantity * 1000)::bigint AS quantity, (u.returned_quantity * 1000)::bigint AS returned,
           (u.cost_value * 10000)::bigint AS cost
      FROM stock_use u JOIN product_item i ON i.id = u.item_id LEFT JOIN stock_batch b ON b.id = u.batch_id
     WHERE u.ref_type = ${ref.type} AND u.ref_id = ${ref.id}::int
     ORDER BY u.id`;

/** What of one use comes back into its batch, its deficit, or straight into the bin. */
function entriesOf(use: UseRow, quantity: bigint, gone: boolean): LedgerEntry[] {
  const { item_id, branch_id, batch_id } = use;
  const returns = { use_id: use.id, quantity };
  if (batch_id === null) {
    const settled: LedgerEntry = { item_id, branch_id, batch_id, delta: 0n, movement: null, returns };
    if (!gone) return [settled];
    // it is thrown away: the next batch still owes it, to the return instead of the order
    const sells = { line_id: use.line_id, quantity, cost: use.cost };
    return [settled, { item_id, branch_id, batch_id, delta: 0n, movement: null, sells }];
  }
  const back: LedgerEntry = {
    item_id,
    branch_id,
    batch_id,
    delta: quantity,
    movement: { target: 2, quantity },
    returns,
  };
  if (!gone) return [back];
  const off: LedgerEntry = {
    item_id,
    branch_id,
    batch_id,
    delta: -quantity,
    movement: { target: 5, quantity },
  };
  return [back, off];
}

/**
 * Brings units of a ref's lines back to the batches they came from, the latest taken first (decisions 3.5); what was
 * sold without stock lowers the deficit; expired or damaged units are written off. Call with the order locked.
 * `by` is what brings them back (the return, or the order itself when it is cancelled).
 * @throws record.conflict where more comes back than went out
 */
export async function restockReturnedLines(
  ctx: Ctx,
  ref: StockRef,
  lines: readonly ReturnedLine[],
  by: StockRef = ref,
): Promise<ReturnedCost[]> {
  const sketch = await usesOf(ctx, ref);
  if (sketch.length === 0) return [];
  const levels = await lockLevels(ctx, sketch);
  // a receipt may have settled a deficit until the levels were locked
  const byLine = new Map(Map.groupBy(await usesOf(ctx, ref), ({ line_id }) => line_id));
  const entries: LedgerEntry[] = [];
  const changes: LevelChange[] = [];
  const costs = lines.map(({ line_id, quantity, damaged = false }): ReturnedCost => {
    const uses = byLine.get(line_id) ?? [];
    const { parts, over } = returnToBatches(uses, quantity);
    if (over > 0n) fail('record.conflict');
    // one line may come back in parts, some of them damaged: what came back is not out any more
    const back = new Map(parts.map(({ used, quantity }) => [used.id, quantity]));
    byLine.set(
      line_id,
      uses.map((use) => ({ ...use, returned: use.returned + (back.get(use.id) ?? 0n) })),
    );
    let cost = 0n;
    for (const part of parts) {
      const use = part.used as UseRow;
      const today = levels.get(toItemBranchKey(use))?.today ?? '';
      const isGone = damaged || (by.type === 'return' && isExpired(use.expire_date, today));
      entries.push(...entriesOf(use, part.quantity, isGone));
      if (use.batch_id === null && !isGone)
        changes.push({ item_id: use.item_id, branch_id: use.branch_id, deficit: -part.quantity });
      cost += part.quantity * use.cost;
    }
    return { line_id, cost };
  });
  await writeLedger(ctx, by, entries, changes);
  return costs;
}

/** Everything of a ref that is still out comes back: the order was cancelled after it was sent (decisions 3.3). */
export async function restockAll(ctx: Ctx, ref: StockRef): Promise<ReturnedCost[]> {
  const out = new Map<number, bigint>();
  for (const use of await usesOf(ctx, ref))
    out.set(use.line_id, (out.get(use.line_id) ?? 0n) + getUnreturnedQuantity(use));
  const lines = [...out].filter(([, quantity]) => quantity > 0n);
  return restockReturnedLines(
    ctx,
    ref,
    lines.map(([line_id, quantity]) => ({ line_id, quantity })),
  );
}

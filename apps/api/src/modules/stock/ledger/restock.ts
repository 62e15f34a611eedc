import { getUnreturnedQuantity, isExpired, returnToBatches } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import {
  type LedgerEntry,
  type LevelChange,
  lockLevels,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';
import { selectUses, toStockUse } from './stock-uses.ts';

/** Units of a sold line that are returned; damaged ones are written off at once. */
export type ReturnedLine = {
  readonly line_id: number;
  readonly quantity: bigint;
  readonly damaged?: boolean;
};

/** The cost of the returned units of a line, in ten-millionths. */
export type ReturnedCost = {
  readonly line_id: number;
  readonly cost: bigint;
  /** The part of it whose units had come from no batch. */
  readonly unbatched: bigint;
};

/** Finds the uses of a document, oldest first, with the product and the expiry of the batch. */
async function findUses(ctx: Ctx, ref: StockRef) {
  const rows = await fetchRows(
    ctx,
    selectUses
      .innerJoin('product_item as i', 'i.id', 'u.item_id')
      .leftJoin('stock_batch as b', 'b.id', 'u.batch_id')
      .select(['i.product_id', 'b.expire_date'])
      .where('u.ref_type', '=', ref.type)
      .where('u.ref_id', '=', ref.id),
  );
  return rows.map(toStockUse);
}
type UseRow = Awaited<ReturnType<typeof findUses>>[number];

/** Builds the ledger entries that return units of one use to its batch or its deficit, or write them off. */
function buildRestockEntries(use: UseRow, quantity: bigint, gone: boolean): LedgerEntry[] {
  const { item_id, branch_id, batch_id } = use;
  const returns = { use_id: use.id, quantity };
  if (batch_id === null) {
    const settled: LedgerEntry = { item_id, branch_id, batch_id, delta: 0n, movement: null, returns };
    if (!gone) return [settled];
    // an oversold unit was returned and discarded: the next batch still settles it, now for the return instead of the
    // order
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
 * Returns units of a document's lines to their original batches, last taken first; oversold units lower the
 * deficit, expired or damaged units are written off. Call with the order locked. `document` is the document that returns
 * them: the return, or the canceled order itself.
 * @throws record.conflict when more units are returned than were sold
 */
export async function restockReturnedLines(
  ctx: Ctx,
  ref: StockRef,
  lines: readonly ReturnedLine[],
  document: StockRef = ref,
): Promise<ReturnedCost[]> {
  const sketch = await findUses(ctx, ref);
  if (sketch.length === 0) return [];
  const levels = await lockLevels(ctx, sketch);
  // a receipt may have settled a deficit before the levels were locked
  const byLine = new Map(Map.groupBy(await findUses(ctx, ref), ({ line_id }) => line_id));
  const entries: LedgerEntry[] = [];
  const changes: LevelChange[] = [];
  const costs = lines.map(({ line_id, quantity, damaged = false }): ReturnedCost => {
    const uses = byLine.get(line_id) ?? [];
    const { parts, over } = returnToBatches(uses, quantity);
    if (over > 0n) fail('record.conflict');
    // a line may be returned in several parts, some damaged, so units already returned are subtracted
    const back = new Map(parts.map(({ used, quantity }) => [used.id, quantity]));
    byLine.set(
      line_id,
      uses.map((use) => ({ ...use, returned: use.returned + (back.get(use.id) ?? 0n) })),
    );
    let cost = 0n;
    let unbatched = 0n;
    for (const part of parts) {
      const use = part.used as UseRow;
      const today = levels.get(toItemBranchKey(use))?.today ?? '';
      const isGone = damaged || (document.type === 'return' && isExpired(use.expire_date, today));
      entries.push(...buildRestockEntries(use, part.quantity, isGone));
      if (use.batch_id === null && !isGone)
        changes.push({ item_id: use.item_id, branch_id: use.branch_id, deficit: -part.quantity });
      cost += part.quantity * use.cost;
      if (use.batch_id === null) unbatched += part.quantity * use.cost;
    }
    return { line_id, cost, unbatched };
  });
  await writeLedger(ctx, document, entries, changes);
  return costs;
}

/** Returns all units of a document that are still out, when an order is canceled after delivery started. */
export async function restockAll(ctx: Ctx, ref: StockRef): Promise<ReturnedCost[]> {
  const out = new Map<number, bigint>();
  for (const use of await findUses(ctx, ref))
    out.set(use.line_id, (out.get(use.line_id) ?? 0n) + getUnreturnedQuantity(use));
  const lines = [...out].filter(([, quantity]) => quantity > 0n);
  return restockReturnedLines(
    ctx,
    ref,
    lines.map(([line_id, quantity]) => ({ line_id, quantity })),
  );
}

import { allocateFefo, isExpired, minBigInt, sumCosts } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import {
  type LedgerEntry,
  type LevelChange,
  lockLevelsAndBatches,
  type StockLevel,
  type StockRef,
  type StoredBatch,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';
import { failInsufficientStock, type StockNeed, sumByItemBranch } from './reserve.ts';

/** A line that leaves the shop; `line_id` identifies it within the document. */
export type OutgoingLine = StockNeed & { readonly line_id: number };

/** The cost of a line, in ten-millionths, not rounded; oversold units at their provisional cost. */
export type LineDeduction = { readonly line_id: number; readonly cost: bigint; readonly short: bigint };

/**
 * Checks that a level has the requested units: sellable units less other reservations. The ref's own reservation may
 * always be used unless its units have expired.
 */
function checkPlace(level: StockLevel, requested: bigint, sellable: bigint): void {
  const others = level.reserved - level.reserved_by_ref;
  const free = sellable - others - level.deficit;
  const own = minBigInt(level.reserved_by_ref, sellable);
  if (!level.checks_availability || requested <= free || requested <= own) return;
  failInsufficientStock(level, requested, free);
}

/** Adds up entries of the same line, item and branch. */
const merged = (lines: readonly OutgoingLine[]): OutgoingLine[] =>
  [...Map.groupBy(lines, (line) => `${line.line_id} ${toItemBranchKey(line)}`).values()].flatMap((same) => {
    const quantity = same.reduce((all, one) => all + one.quantity, 0n);
    return same.slice(0, 1).map((one) => ({ ...one, quantity }));
  });

const sellableOf = (batches: readonly StoredBatch[], today: string): bigint =>
  batches.reduce((all, one) => (isExpired(one.expire_date, today) ? all : all + one.remaining), 0n);

/**
 * Takes sold units out of stock once: earliest expiry first. Writes uses and movements, releases the document's
 * reservation and computes the cost. Where a branch may oversell, missing units become a deficit at the last received
 * cost (3.4).
 * @param options `isGone`: the units have left the shop already, so that what is missing is a deficit everywhere
 * @returns the costs, one for each line, item and branch @throws stock.insufficient
 */
export async function deductStock(
  ctx: Ctx,
  ref: StockRef,
  outgoing: readonly OutgoingLine[],
  { isGone = false }: { readonly isGone?: boolean } = {},
): Promise<LineDeduction[]> {
  if (outgoing.length === 0) return [];
  const lines = merged(outgoing);
  const demand = sumByItemBranch(lines);
  const { levels, batches: stored } = await lockLevelsAndBatches(ctx, demand, ref);
  const batches = Map.groupBy(stored, toItemBranchKey);
  for (const need of demand) {
    const level = levels.get(toItemBranchKey(need));
    if (level && !isGone)
      checkPlace(level, need.quantity, sellableOf(batches.get(toItemBranchKey(need)) ?? [], level.today));
  }

  const entries: LedgerEntry[] = [];
  const deficits = new Map<string, bigint>();
  const left = new Map<number, bigint>();
  const costs = lines.map((line): LineDeduction => {
    const key = toItemBranchKey(line);
    const level = levels.get(key);
    const { item_id, branch_id, line_id } = line;
    const shelf = (batches.get(key) ?? []).map((one) => ({
      ...one,
      remaining: left.get(one.id) ?? one.remaining,
    }));
    const { taken, short } = allocateFefo(shelf, line.quantity, level?.today ?? '');
    for (const { batch_id, quantity, cost } of taken) {
      const before = shelf.find(({ id }) => id === batch_id)?.remaining ?? 0n;
      left.set(batch_id, before - quantity);
      entries.push({
        item_id,
        branch_id,
        batch_id,
        delta: -quantity,
        movement: { target: 1, quantity },
        sells: { line_id, quantity, cost },
      });
    }
    const provisional = level?.last_cost ?? 0n;
    if (short > 0n) {
      deficits.set(key, (deficits.get(key) ?? 0n) + short);
      const sells = { line_id, quantity: short, cost: provisional };
      entries.push({ item_id, branch_id, batch_id: null, delta: 0n, movement: null, sells });
    }
    return { line_id, short, cost: sumCosts(taken) + short * provisional };
  });

  const changes = demand.map((need): LevelChange => {
    const key = toItemBranchKey(need);
    return {
      item_id: need.item_id,
      branch_id: need.branch_id,
      reserved: -(levels.get(key)?.reserved_by_ref ?? 0n),
      deficit: deficits.get(key) ?? 0n,
    };
  });
  await writeLedger(ctx, ref, entries, changes);
  return costs;
}

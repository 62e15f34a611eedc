import { allocateFefo, returnToBatches, type StockUse } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import {
  formatQuantity,
  type ItemBranch,
  type LedgerEntry,
  type LevelChange,
  readBatches,
  type StockLevel,
  type StockRef,
  type StoredBatch,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';

/** A batch that received less than is gone of it, and by how much. */
export type ShrunkBatch = ItemBranch & {
  readonly batch_id: number;
  readonly product_id: number;
  readonly displaced: bigint;
};

type UseRow = StockUse &
  ItemBranch & { readonly ref_type: string; readonly ref_id: number; readonly line_id: number };

/** So much of a sold line that must come from elsewhere. */
export type ReallocatedUnits = ItemBranch & {
  readonly ref: StockRef;
  readonly line_id: number;
  readonly quantity: bigint;
};

const usesOf = (ctx: Ctx, batch_ids: readonly number[]) =>
  ctx.db.$queryRaw<UseRow[]>`
    SELECT id, batch_id, item_id, branch_id, ref_type, ref_id, line_id, (quantity * 1000)::bigint AS quantity,
           (returned_quantity * 1000)::bigint AS returned, (cost_value * 10000)::bigint AS cost
      FROM stock_use WHERE batch_id = ANY(${[...batch_ids]}::int[]) AND returned_quantity < quantity ORDER BY id`;

/**
 * Takes the displaced units out of the latest uses of their batches, back onto these (decisions 3.6, quantity < u).
 * @returns what must be taken from elsewhere
 * @throws stock.insufficient where the units did not go to sales but were moved or written off
 */
export async function takeUnitsFromShrunkBatches(
  ctx: Ctx,
  by: StockRef,
  shrunk: readonly ShrunkBatch[],
): Promise<ReallocatedUnits[]> {
  if (shrunk.length === 0) return [];
  const uses = Map.groupBy(
    await usesOf(
      ctx,
      shrunk.map(({ batch_id }) => batch_id),
    ),
    ({ batch_id }) => batch_id,
  );
  const entries: LedgerEntry[] = [];
  const displaced: ReallocatedUnits[] = [];
  for (const { batch_id, product_id, item_id, branch_id, displaced: asked } of shrunk) {
    const { parts, over } = returnToBatches(uses.get(batch_id) ?? [], asked);
    if (over > 0n)
      fail('stock.insufficient', {
        product_id,
        item_id,
        branch_id,
        asked: Number(formatQuantity(asked)),
        available: Number(formatQuantity(asked - over)),
      });
    for (const { used, quantity } of parts) {
      const { id, ref_type, ref_id, line_id } = used as UseRow;
      entries.push({
        item_id,
        branch_id,
        batch_id,
        delta: quantity,
        movement: { target: 2, quantity },
        returns: { use_id: id, quantity },
      });
      displaced.push({ item_id, branch_id, ref: { type: ref_type, id: ref_id }, line_id, quantity });
    }
  }
  await writeLedger(ctx, by, entries);
  return displaced;
}

const refKey = ({ type, id }: StockRef): string => `${type} ${id}`;

/** One demand per line and place, however many batches gave it up. */
const merged = (displaced: readonly ReallocatedUnits[]): ReallocatedUnits[] =>
  [...Map.groupBy(displaced, (one) => `${one.line_id} ${toItemBranchKey(one)}`).values()].flatMap((same) => {
    const quantity = same.reduce((all, one) => all + one.quantity, 0n);
    return same.slice(0, 1).map((one) => ({ ...one, quantity }));
  });

/** Takes displaced units from other batches, first expired first; what lacks is owed (decisions 3.4, 3.6). */
export async function reallocateUnits(
  ctx: Ctx,
  displaced: readonly ReallocatedUnits[],
  levels: ReadonlyMap<string, StockLevel>,
): Promise<void> {
  if (displaced.length === 0) return;
  const shelves = Map.groupBy(await readBatches(ctx, displaced), toItemBranchKey);
  const left = new Map<number, bigint>();
  const remains = (batch: StoredBatch): StoredBatch => ({
    ...batch,
    remaining: left.get(batch.id) ?? batch.remaining,
  });
  // each sale keeps its own ref, so that its order finds what it took
  for (const group of Map.groupBy(displaced, ({ ref }) => refKey(ref)).values()) {
    const entries: LedgerEntry[] = [];
    const changes: LevelChange[] = [];
    for (const one of merged(group)) {
      const { item_id, branch_id, line_id } = one;
      const level = levels.get(toItemBranchKey(one));
      const shelf = (shelves.get(toItemBranchKey(one)) ?? []).map(remains);
      const { taken, short } = allocateFefo(shelf, one.quantity, level?.today ?? '');
      for (const { batch_id, quantity, cost } of taken) {
        left.set(batch_id, (shelf.find(({ id }) => id === batch_id)?.remaining ?? 0n) - quantity);
        const sells = { line_id, quantity, cost };
        entries.push({
          item_id,
          branch_id,
          batch_id,
          delta: -quantity,
          movement: { target: 1, quantity },
          sells,
        });
      }
      if (short === 0n) continue;
      const sells = { line_id, quantity: short, cost: level?.last_cost ?? 0n };
      entries.push({ item_id, branch_id, batch_id: null, delta: 0n, movement: null, sells });
      changes.push({ item_id, branch_id, deficit: short });
    }
    const [first] = group;
    if (first) await writeLedger(ctx, first.ref, entries, changes);
  }
}

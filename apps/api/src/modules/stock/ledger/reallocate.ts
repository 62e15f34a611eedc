import { allocateFefo, returnToBatches } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows } from '../../../core/db/tables.ts';
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
import { selectUses, toStockUse } from './stock-uses.ts';

/** A batch that received fewer units than were already used from it, and the difference. */
export type ShrunkBatch = ItemBranch & {
  readonly batch_id: number;
  readonly product_id: number;
  readonly displaced: bigint;
};

/** Units of a sold line that must be taken from another batch. */
export type ReallocatedUnits = ItemBranch & {
  readonly ref: StockRef;
  readonly line_id: number;
  readonly quantity: bigint;
};

/** Finds the uses of batches that are not wholly returned, oldest first. */
async function findUses(ctx: Ctx, batch_ids: readonly number[]) {
  const rows = await fetchRows(
    ctx,
    selectUses
      .where('u.batch_id', '=', anyIdSql(batch_ids))
      .whereRef('u.returned_quantity', '<', 'u.quantity'),
  );
  return rows.map(toStockUse);
}
type UseRow = Awaited<ReturnType<typeof findUses>>[number];

/**
 * Takes displaced units out of the latest uses of their batches and adds them back to these batches (quantity < u).
 * @returns the units that must be taken from other batches
 * @throws stock.insufficient when the units were moved or written off instead of sold
 */
export async function takeUnitsFromShrunkBatches(
  ctx: Ctx,
  document: StockRef,
  shrunk: readonly ShrunkBatch[],
): Promise<ReallocatedUnits[]> {
  if (shrunk.length === 0) return [];
  const uses = Map.groupBy(
    await findUses(
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
  await writeLedger(ctx, document, entries);
  return displaced;
}

const refKey = ({ type, id }: StockRef): string => `${type} ${id}`;

/** Adds up the displaced units of each line, item and branch over all batches. */
const mergeUnits = (displaced: readonly ReallocatedUnits[]): ReallocatedUnits[] =>
  [...Map.groupBy(displaced, (one) => `${one.line_id} ${toItemBranchKey(one)}`).values()].flatMap((same) => {
    const quantity = same.reduce((all, one) => all + one.quantity, 0n);
    return same.slice(0, 1).map((one) => ({ ...one, quantity }));
  });

/**
 * Takes displaced units from other batches, earliest expiry first; missing units become a deficit.
 */
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
  // group by document, so that each order finds its own uses
  for (const group of Map.groupBy(displaced, ({ ref }) => refKey(ref)).values()) {
    const entries: LedgerEntry[] = [];
    const changes: LevelChange[] = [];
    for (const one of mergeUnits(group)) {
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

import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import {
  getAvailableQuantity,
  type LedgerEntry,
  lockLevels,
  readBatches,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';
import { thousandths } from './stock-uses.ts';

/** Finds the units of a document's uses that another document returned, and how many of them it wrote off. */
async function findReturnedUnits(ctx: Ctx, ref: StockRef, document: StockRef) {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('stock_movement as m')
      .innerJoin('stock_use as u', 'u.id', 'm.product_used_id')
      .innerJoin('product_item as i', 'i.id', 'u.item_id')
      .select(({ fn, ref, selectFrom }) => [
        'u.item_id',
        'u.branch_id',
        'i.product_id',
        'm.batch_id',
        ref('u.line_id').$notNull().as('line_id'),
        thousandths(
          fn.coalesce(fn.sum<string>('m.quantity').filterWhere('m.target', '=', 2), sql<string>`0`),
        ).as('quantity'),
        thousandths(
          fn.coalesce(
            selectFrom('stock_movement as x')
              .select(({ fn }) => fn.sum<string>('x.quantity').as('quantity'))
              .where('x.ref_type', '=', document.type)
              .where('x.ref_id', '=', document.id)
              .where('x.target', '=', 5)
              .whereRef('x.batch_id', '=', 'm.batch_id'),
            sql<string>`0`,
          ),
        ).as('gone'),
      ])
      .where('m.ref_type', '=', document.type)
      .where('m.ref_id', '=', document.id)
      .where('u.ref_type', '=', ref.type)
      .where('u.ref_id', '=', ref.id)
      .groupBy(['u.item_id', 'u.branch_id', 'i.product_id', 'm.batch_id', 'u.line_id']),
  );
  return rows.map((row) => ({ ...row, quantity: BigInt(row.quantity), gone: BigInt(row.gone) }));
}

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
  const back = await findReturnedUnits(ctx, ref, document);
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

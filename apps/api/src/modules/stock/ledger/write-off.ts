import { compareFefo, isExpired, minBigInt, sumCosts, toMinor } from '@dukkan/commerce';
import type { stock } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { checkCanChangeBranchStock, checkWholeQuantities } from '../stock-item.ts';
import {
  formatQuantity,
  getAvailableQuantity,
  type LedgerEntry,
  lockLevels,
  readBatches,
  type StoredBatch,
  toItemBranchKey,
  writeLedger,
} from './ledger.ts';
import { failInsufficientStock } from './reserve.ts';

type Input = z.output<typeof stock.writeOff.input>;

/** Sort order for write-offs: expired batches first, then by expiry. */
const binFirst = (today: string) => (a: StoredBatch, b: StoredBatch) =>
  Number(isExpired(b.expire_date, today)) - Number(isExpired(a.expire_date, today)) || compareFefo(a, b);

/**
 * Writes off units: from the named batch, else expired ones first. Units reserved by orders
 * are never written off. @throws stock.insufficient, record.missing, branch.forbidden
 */
export async function writeOffStock(ctx: Ctx, input: Input) {
  const { item_id, branch_id, batch_id } = input;
  const quantity = toMinor(input.quantity, 3);
  return ctx.tx(async (ctx) => {
    await checkCanChangeBranchStock(ctx, branch_id, 'branch_id');
    const item = await ctx.db.product_item.findUnique({
      where: { id: item_id },
      select: { product_id: true },
    });
    const { product_id } = item ?? fail('reference.missing', { field: 'item_id' }, 'item_id');
    const place = { item_id, branch_id, product_id };
    const levels = await lockLevels(ctx, [place]);
    const level = levels.get(toItemBranchKey(place));
    if (!level) return fail('record.missing');
    const all = await readBatches(ctx, [place]);
    const from =
      batch_id === undefined ? all.toSorted(binFirst(level.today)) : all.filter(({ id }) => id === batch_id);
    if (batch_id !== undefined && from.length === 0)
      fail('reference.missing', { field: 'batch_id' }, 'batch_id');
    // expired units may always be written off, others only when they are not reserved
    const sum = (some: readonly StoredBatch[]) => some.reduce((all, one) => all + one.remaining, 0n);
    const stale = sum(from.filter((one) => isExpired(one.expire_date, level.today)));
    const free = getAvailableQuantity(level);
    const most = minBigInt(sum(from), free > 0n ? stale + free : stale);
    if (quantity > most) failInsufficientStock(level, quantity, most);
    // a fraction may remain from sales in fractions, and may be written off if nothing else remains
    if (quantity !== most) await checkWholeQuantities(ctx, [{ item_id, quantity, at: 'quantity' }]);

    let open = quantity;
    const taken = from.flatMap(({ id, remaining, cost }) => {
      const part = minBigInt(remaining, open);
      open -= part;
      return part > 0n ? [{ id, quantity: part, cost }] : [];
    });
    const entries = taken.map(
      (one): LedgerEntry => ({
        item_id,
        branch_id,
        batch_id: one.id,
        delta: -one.quantity,
        movement: { target: 5, quantity: one.quantity },
      }),
    );
    await writeLedger(ctx, { type: 'write_off', id: item_id }, entries);
    const value = Number(sumCosts(taken)) / 1e7;
    await recordAudit(ctx, {
      noun: 'stock',
      id: item_id,
      action: 'write_off',
      before: null,
      after: {
        branch_id,
        quantity: Number(formatQuantity(quantity)),
        value,
        reason: input.reason,
        notes: input.notes ?? null,
      },
      branch_id,
    });
    return { written_off: Number(formatQuantity(quantity)), value };
  });
}

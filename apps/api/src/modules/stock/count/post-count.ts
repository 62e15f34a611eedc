import { allocateFefo, formatMinor, isExpired, sumCosts } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import {
  formatQuantity,
  type LedgerEntry,
  lockLevels,
  readBatches,
  type StockLevel,
  type StockRef,
  type StoredBatch,
  toItemBranchKey,
  writeLedger,
} from '../ledger/ledger.ts';
import { type ReceivedUnits, receiveStock } from '../ledger/receive.ts';
import { confirmRowsLeftOut, toAuditedRows } from '../rows-left-out.ts';
import { checkStockBranch } from '../stock-item.ts';
import { lockDraftCount, type Show, show } from './count.view.ts';

type Counted = {
  readonly id: number;
  readonly item_id: number;
  readonly product_id: number;
  readonly difference: bigint;
};

/** Takes what is missing from what sells first; what nobody can find in a batch lowers nothing (decisions 3.7). */
function lose(line: Counted, branch_id: number, level: StockLevel, shelf: readonly StoredBatch[]) {
  const { item_id } = line;
  const missing = -line.difference;
  const fresh = allocateFefo(shelf, missing, level.today);
  // expired units were counted as well, so they may be the ones that are gone
  const stale = allocateFefo(
    shelf
      .filter(({ id }) => !fresh.taken.some(({ batch_id }) => batch_id === id))
      .map((one) => ({ ...one, expire_date: null })),
    fresh.short,
    level.today,
  );
  const taken = [...fresh.taken, ...stale.taken];
  const entries = taken.map(
    ({ batch_id, quantity }): LedgerEntry => ({
      item_id,
      branch_id,
      batch_id,
      delta: -quantity,
      movement: { target: 4, quantity: -quantity },
    }),
  );
  return { entries, value: -sumCosts(taken), difference: -(missing - stale.short) };
}

/** Puts what was found too much to the newest batch that still sells, or into a new one at the last cost. */
function find(ctx: Ctx, line: Counted, branch_id: number, level: StockLevel, shelf: readonly StoredBatch[]) {
  const { item_id, product_id, difference: quantity } = line;
  const newest = shelf
    .filter(({ expire_date }) => !isExpired(expire_date, level.today))
    .toSorted((a, b) => b.created_at - a.created_at || b.id - a.id)[0];
  if (newest) {
    const entry: LedgerEntry = {
      item_id,
      branch_id,
      batch_id: newest.id,
      delta: quantity,
      movement: { target: 4, quantity },
    };
    return { entries: [entry], arrivals: [], value: quantity * newest.cost };
  }
  const arrival: ReceivedUnits = {
    item_id,
    product_id,
    branch_id,
    quantity,
    cost: level.last_cost,
    cost_before_discount: level.last_cost,
    expire_date: null,
    created_at: ctx.now,
    counted: true,
  };
  return { entries: [], arrivals: [arrival], value: quantity * level.last_cost };
}

/**
 * Brings the stock to what was counted: each difference against what the system had when it was counted, so that sales
 * since then stay (decisions 3.7, V3.6). @throws count.posted, count.empty, record.stale, document.rows_left_out
 */
export async function postStockCount(
  ctx: Ctx,
  { id, version, force }: { id: number; version?: number | undefined; force?: boolean | undefined },
): Promise<Show> {
  return ctx.tx(async (ctx) => {
    const draft = await lockDraftCount(ctx, id, version);
    const { branch_id } = draft;
    await checkStockBranch(ctx, branch_id, 'branch_id');
    const goods = await ctx.db.$queryRaw<Pick<Counted, 'item_id' | 'product_id'>[]>`
      SELECT item_id, product_id FROM stock_count_line WHERE count_id = ${id} AND counted IS NOT NULL`;
    if (goods.length === 0) fail('count.empty');
    confirmRowsLeftOut(draft.rows_left_out, force);
    const places = goods.map(({ item_id, product_id }) => ({ item_id, branch_id, product_id }));
    const levels = await lockLevels(ctx, places);
    // what another stock-taking has put right since is not put right twice
    const lines = await ctx.db.$queryRaw<Counted[]>`
      SELECT l.id, l.item_id, l.product_id, ((l.counted - l.snapshot - coalesce((
               SELECT sum(o.difference) FROM stock_count c JOIN stock_count_line o ON o.count_id = c.id
                WHERE c.branch_id = ${branch_id} AND c.status = 1 AND c.posted_at > l.counted_at AND o.item_id = l.item_id
             ), 0)) * 1000)::bigint AS difference
        FROM stock_count_line l WHERE l.count_id = ${id} AND l.counted IS NOT NULL ORDER BY l.item_id`;
    const batches = Map.groupBy(await readBatches(ctx, places), toItemBranchKey);
    const ref: StockRef = { type: 'count', id };
    const entries: LedgerEntry[] = [];
    const arrivals: ReceivedUnits[] = [];
    const told = lines.map((line) => {
      const key = toItemBranchKey({ item_id: line.item_id, branch_id });
      const level = levels.get(key);
      const shelf = batches.get(key) ?? [];
      if (!level || line.difference === 0n)
        return { id: line.id, difference: formatQuantity(line.difference), value: '0' };
      const change =
        line.difference < 0n
          ? { arrivals: [], ...lose(line, branch_id, level, shelf) }
          : { difference: line.difference, ...find(ctx, line, branch_id, level, shelf) };
      entries.push(...change.entries);
      arrivals.push(...change.arrivals);
      return {
        id: line.id,
        difference: formatQuantity(change.difference),
        value: formatMinor(change.value, 7),
      };
    });
    await writeLedger(ctx, ref, entries);
    await receiveStock(ctx, ref, arrivals);
    await ctx.db.$executeRaw`
      UPDATE stock_count_line l SET difference = x.difference, value = x.value
        FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS x(id int, difference numeric, value numeric)
       WHERE l.id = x.id`;
    await ctx.db.stock_count.update({
      where: { id },
      data: { status: 1, rows_left_out: [], posted_at: ctx.now, version: { increment: 1 } },
    });
    const shown = await show(ctx, { id });
    const left = draft.rows_left_out.length > 0 ? { force: ['rows_left_out'] } : {};
    const after = { status: 1, ...left, difference: shown.difference, value: shown.value };
    await recordAudit(ctx, {
      noun: 'stock-count',
      id,
      action: 'post',
      before: { status: 0, ...toAuditedRows(draft.rows_left_out) },
      after,
      branch_id,
      version: shown.version,
    });
    return shown;
  });
}

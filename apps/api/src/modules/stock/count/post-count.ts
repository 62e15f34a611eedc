import { allocateFefo, type Batch, formatMinor, isExpired, minBigInt, sumCosts } from '@dukkan/commerce';
import { type ForceReason, fail } from '@dukkan/contract';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import {
  formatQuantity,
  getAvailableQuantity,
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
import { findUnservedOrders } from '../ledger/unserved-orders.ts';
import { confirmRowsLeftOut, toAuditedRows } from '../rows-left-out.ts';
import { checkCanChangeBranchStock } from '../stock-item.ts';
import { lockDraftCount, type Show, show } from './list-counts.ts';

type Counted = {
  readonly id: number;
  readonly item_id: number;
  readonly product_id: number;
  readonly difference: bigint;
};

/**
 * Takes missing units from expired batches first, then in order of expiry; units that no batch contains are ignored.
 * Source: docs/rules/stock.md#counting
 */
function takeMissingUnits(
  line: Counted,
  branch_id: number,
  level: StockLevel,
  shelf: readonly StoredBatch[],
) {
  const { item_id } = line;
  const missing = -line.difference;
  const expired = shelf.filter(({ expire_date }) => isExpired(expire_date, level.today));
  // an empty date makes no batch count as expired, so that the oldest expired one is used first
  const stale = allocateFefo(expired, missing, '');
  const fresh = allocateFefo(shelf, stale.short, level.today);
  const taken = [...stale.taken, ...fresh.taken];
  const entries = taken.map(
    ({ batch_id, quantity }): LedgerEntry => ({
      item_id,
      branch_id,
      batch_id,
      delta: -quantity,
      movement: { target: 4, quantity: -quantity },
    }),
  );
  const arrivals: ReceivedUnits[] = [];
  return {
    entries,
    arrivals,
    value: -sumCosts(taken),
    difference: -(missing - fresh.short),
    sellable: fresh.short - stale.short,
  };
}

/** A batch to which found units are added. */
type NewestBatch = Batch & { readonly item_id: number };

/**
 * Finds the newest batch of each item in a branch, sellable ones first, also when sold out; batches of canceled
 * receipts are skipped.
 */
async function readNewestBatches(
  ctx: Ctx,
  branch_id: number,
  items: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, NewestBatch>> {
  const rows = await ctx.db.$queryRaw<NewestBatch[]>`
    SELECT n.* FROM unnest(${[...items]}::int[]) AS w(item_id)
     CROSS JOIN LATERAL (
       SELECT b.id, b.item_id, (b.remaining_quantity * 1000)::bigint AS remaining,
              (b.cost_value * 10000)::bigint AS cost, b.expire_date::text AS expire_date,
              (extract(epoch FROM b.created_at) * 1000)::float8 AS created_at
         FROM stock_batch b LEFT JOIN receipt r ON r.id = b.reciept_id
        WHERE b.item_id = w.item_id AND b.branch_id = ${branch_id}::int AND r.status IS DISTINCT FROM -1
        ORDER BY (b.expire_date IS NOT NULL AND b.expire_date < ${today}::date), b.created_at DESC, b.id DESC LIMIT 1
     ) n`;
  return new Map(rows.map((row) => [row.item_id, row]));
}

/**
 * Adds found units: they settle oversold units first, then go to the newest sellable batch, else to the newest expired
 * one, where they cannot be sold. Without any batch a new one is created.
 * Source: docs/rules/stock.md#counting
 */
function putFoundUnits(
  ctx: Ctx,
  line: Counted,
  branch_id: number,
  level: StockLevel,
  newest: NewestBatch | undefined,
) {
  const { item_id, product_id, difference } = line;
  const owed = minBigInt(difference, level.deficit);
  const rest = difference - owed;
  const batch = rest > 0n ? newest : undefined;
  const quantity = batch ? owed : difference;
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
  const entry = (batch_id: number): LedgerEntry => ({
    item_id,
    branch_id,
    batch_id,
    delta: rest,
    movement: { target: 4, quantity: rest },
  });
  return {
    entries: batch ? [entry(batch.id)] : [],
    arrivals: quantity > 0n ? [arrival] : [],
    value: quantity * level.last_cost + (batch ? rest * batch.cost : 0n),
    difference,
    sellable: batch && isExpired(batch.expire_date, level.today) ? owed : difference,
  };
}

/** The batch changes of a counted line, and the quantity that stays available. */
type CountEffect = ReturnType<typeof takeMissingUnits | typeof putFoundUnits> & {
  readonly available: bigint;
};

/**
 * Finds the orders whose reserved units would be missing after the count is posted, where the branch sells only what it
 * has.
 * @returns order ids, oldest first
 */
async function findOrdersLeftShort(
  ctx: Ctx,
  branch_id: number,
  levels: ReadonlyMap<string, StockLevel>,
  effects: ReadonlyMap<number, CountEffect>,
): Promise<number[]> {
  const short = [...effects].flatMap(([item_id, { available }]) => {
    const level = levels.get(toItemBranchKey({ item_id, branch_id }));
    if (!level?.checks_availability || level.reserved === 0n) return [];
    const isLess = available < getAvailableQuantity(level);
    return isLess && available < 0n ? [{ item_id, branch_id, sellable: available + level.reserved }] : [];
  });
  return findUnservedOrders(ctx, short);
}

/**
 * Posts a stock-take: adds each difference between the count and the stock at the time of counting, so that later sales
 * are kept. Asks for confirmation if open orders would lose their units.
 * @throws count.posted, count.empty, record.stale, document.rows_left_out, count.needs_force with the orders
 * Source: docs/rules/stock.md#counting
 */
export async function postStockCount(
  ctx: Ctx,
  { id, version, force }: { id: number; version?: number | undefined; force?: boolean | undefined },
): Promise<Show> {
  return ctx.tx(async (ctx) => {
    const draft = await lockDraftCount(ctx, id, version);
    const { branch_id } = draft;
    await checkCanChangeBranchStock(ctx, branch_id, 'branch_id');
    const goods = await ctx.db.$queryRaw<Pick<Counted, 'item_id' | 'product_id'>[]>`
      SELECT item_id, product_id FROM stock_count_line WHERE count_id = ${id} AND counted IS NOT NULL`;
    if (goods.length === 0) fail('count.empty');
    const places = goods.map(({ item_id, product_id }) => ({ item_id, branch_id, product_id }));
    const levels = await lockLevels(ctx, places);
    // differences that another stock-take has posted since the count are subtracted
    const lines = await ctx.db.$queryRaw<Counted[]>`
      SELECT l.id, l.item_id, l.product_id, ((l.counted - l.snapshot - coalesce((
               SELECT sum(o.difference) FROM stock_count c JOIN stock_count_line o ON o.count_id = c.id
                WHERE c.branch_id = ${branch_id} AND c.status = 1 AND c.posted_at > l.counted_at AND o.item_id = l.item_id
             ), 0)) * 1000)::bigint AS difference
        FROM stock_count_line l WHERE l.count_id = ${id} AND l.counted IS NOT NULL ORDER BY l.item_id`;
    const batches = Map.groupBy(await readBatches(ctx, places), toItemBranchKey);
    const today = [...levels.values()][0]?.today ?? '';
    const found = lines.filter(({ difference }) => difference > 0n).map(({ item_id }) => item_id);
    const newest = found.length > 0 ? await readNewestBatches(ctx, branch_id, found, today) : new Map();
    const effects = new Map<number, CountEffect>();
    for (const line of lines) {
      const key = toItemBranchKey({ item_id: line.item_id, branch_id });
      const level = levels.get(key);
      if (!level || line.difference === 0n) continue;
      const effect =
        line.difference < 0n
          ? takeMissingUnits(line, branch_id, level, batches.get(key) ?? [])
          : putFoundUnits(ctx, line, branch_id, level, newest.get(line.item_id));
      effects.set(line.item_id, { ...effect, available: getAvailableQuantity(level) + effect.sellable });
    }
    const orders = await findOrdersLeftShort(ctx, branch_id, levels, effects);
    const reasons: ForceReason[] = orders.length > 0 ? ['units_held'] : [];
    const named = orders.length > 0 ? { orders } : {};
    confirmRowsLeftOut(draft.rows_left_out, force, reasons, named);
    if (reasons.length > 0 && !force) fail('count.needs_force', { reasons, orders });
    const ref: StockRef = { type: 'count', id };
    const entries = [...effects.values()].flatMap((effect) => effect.entries);
    const arrivals = [...effects.values()].flatMap((effect) => effect.arrivals);
    const told = lines.map(({ id, item_id }) => {
      const effect = effects.get(item_id);
      return {
        id,
        difference: formatQuantity(effect?.difference ?? 0n),
        value: formatMinor(effect?.value ?? 0n, 7),
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
    const confirmed = [...(draft.rows_left_out.length > 0 ? ['rows_left_out'] : []), ...reasons];
    const left = confirmed.length > 0 ? { force: confirmed, ...named } : {};
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

import { allocateFefo, formatMinor, isExpired, minBigInt, sumCosts } from '@dukkan/commerce';
import { type ForceReason, fail } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import type { Tables } from '../../../generated/tables.ts';
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
import { tenThousandths, thousandths } from '../ledger/stock-uses.ts';
import { findUnservedOrders } from '../ledger/unserved-orders.ts';
import { confirmRowsLeftOut, toAuditedRows } from '../rows-left-out.ts';
import { checkCanChangeBranchStock } from '../stock-item.ts';
import { lockDraftCount, type Show, show } from './list-counts.ts';

/** Finds the counted lines, whose differences are in thousandths; `id` is a stock-take. */
async function findCountedLines(ctx: Ctx, id: number, branch_id: number) {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('stock_count_line as l')
      .select(({ ref, selectFrom }) => [
        'l.id',
        'l.item_id',
        'l.product_id',
        // differences that another stock-take has posted since the count are subtracted
        thousandths(
          sql<string>`(${ref('l.counted')} - ${ref('l.snapshot')} - coalesce(${selectFrom('stock_count as c')
            .innerJoin('stock_count_line as o', 'o.count_id', 'c.id')
            .select(({ fn }) => fn.sum('o.difference').as('difference'))
            .where('c.branch_id', '=', branch_id)
            .where('c.status', '=', 1)
            .whereRef('c.posted_at', '>', 'l.counted_at')
            .whereRef('o.item_id', '=', 'l.item_id')}, 0))`,
        ).as('difference'),
      ])
      .where('l.count_id', '=', id)
      .where('l.counted', 'is not', null)
      .orderBy('l.item_id'),
  );
  return rows.map((row) => ({ ...row, difference: BigInt(row.difference) }));
}
type Counted = Readonly<Awaited<ReturnType<typeof findCountedLines>>[number]>;

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

/**
 * Finds the newest batch of each item in a branch, sellable ones first, also when sold out; batches of canceled
 * receipts are skipped.
 */
async function readNewestBatches(ctx: Ctx, branch_id: number, items: readonly number[], today: string) {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom(sql<{ item_id: number }>`unnest(${[...items]}::int[])`.as<'w'>(sql`w(item_id)`))
      .crossJoinLateral(({ selectFrom }) =>
        selectFrom('stock_batch as b')
          .leftJoin('receipt as r', 'r.id', 'b.reciept_id')
          .select(({ ref }) => [
            'b.id',
            'b.item_id',
            thousandths(ref('b.remaining_quantity')).as('remaining'),
            tenThousandths(ref('b.cost_value')).as('cost'),
            'b.expire_date',
            sql<number>`(extract(epoch FROM ${ref('b.created_at')}) * 1000)::float8`.as('created_at'),
          ])
          .whereRef('b.item_id', '=', 'w.item_id')
          .where('b.branch_id', '=', branch_id)
          .where('r.status', 'is distinct from', -1)
          .orderBy(
            ({ ref }) =>
              sql`(${ref('b.expire_date')} IS NOT NULL AND ${ref('b.expire_date')} < ${today}::date)`,
          )
          .orderBy('b.created_at', 'desc')
          .orderBy('b.id', 'desc')
          .limit(sql.lit(1))
          .as('n'),
      )
      .selectAll('n'),
  );
  return new Map(
    rows.map((row) => [row.item_id, { ...row, remaining: BigInt(row.remaining), cost: BigInt(row.cost) }]),
  );
}

type PostedLine = Pick<Selectable<Tables['stock_count_line']>, 'id' | 'difference' | 'value'>;

/** A batch to which found units are added. */
type NewestBatch = Awaited<ReturnType<typeof readNewestBatches>> extends Map<number, infer One> ? One : never;

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
    const goods = await fetchRows(
      ctx,
      tables
        .selectFrom('stock_count_line')
        .select(['item_id', 'product_id'])
        .where('count_id', '=', id)
        .where('counted', 'is not', null),
    );
    if (goods.length === 0) fail('count.empty');
    const places = goods.map(({ item_id, product_id }) => ({ item_id, branch_id, product_id }));
    const levels = await lockLevels(ctx, places);
    const lines = await findCountedLines(ctx, id, branch_id);
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
    const posted = lines.map(({ id, item_id }) => {
      const effect = effects.get(item_id);
      return {
        id,
        difference: formatQuantity(effect?.difference ?? 0n),
        value: formatMinor(effect?.value ?? 0n, 7),
      };
    });
    await writeLedger(ctx, ref, entries);
    await receiveStock(ctx, ref, arrivals);
    await runStatement(
      ctx,
      tables
        .updateTable('stock_count_line as l')
        .from(
          sql<PostedLine>`jsonb_to_recordset(${JSON.stringify(posted)}::jsonb)`.as<'x'>(
            sql`x(id int, difference numeric, value numeric)`,
          ),
        )
        .set(({ ref }) => ({ difference: ref('x.difference'), value: ref('x.value') }))
        .whereRef('l.id', '=', 'x.id'),
    );
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

import { allocateFefo, formatMinor, type Localized, sumCosts, toMinor } from '@dukkan/commerce';
import { fail, type transfer } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import {
  formatQuantity,
  getAvailableQuantity,
  type LedgerEntry,
  lockLevels,
  readBatches,
  type StockRef,
  toItemBranchKey,
  writeLedger,
} from '../ledger/ledger.ts';
import { type ReceivedUnits, receiveStock } from '../ledger/receive.ts';
import { failInsufficientStock, type StockNeed, sumByItemBranch } from '../ledger/reserve.ts';
import { confirmRowsLeftOut, mergeRowsLeftOut } from '../rows-left-out.ts';
import {
  checkCanChangeBranchStock,
  checkWholeQuantities,
  ITEM_COLUMNS,
  ITEM_TITLES,
  isInVisibleBranch,
  itemView,
  loadProductIdsByItem,
  localizeName,
} from '../stock-item.ts';

type List = z.output<typeof transfer.list.input>;
type Save = z.output<typeof transfer.save.input>;
type Row = z.output<typeof transfer.list.output>;
type Show = z.output<typeof transfer.show.output>;

/** Selects what transfers show, with the sums of their lines `l`. */
const selectTransfers = tables
  .selectFrom('stock_transfer as t')
  .innerJoin('branch as f', 'f.id', 't.from_branch_id')
  .innerJoin('branch as o', 'o.id', 't.to_branch_id')
  .leftJoin('account as a', 'a.id', 't.account_id')
  .leftJoinLateral(
    ({ selectFrom }) =>
      selectFrom('stock_transfer_line as x')
        .select(({ fn }) => [
          fn.countAll<number>().as('lines'),
          fn.sum<string>('x.quantity').as('quantity'),
          fn.sum<string>('x.value').as('value'),
        ])
        .whereRef('x.transfer_id', '=', 't.id')
        .as('l'),
    (join) => join.onTrue(),
  )
  .select(({ ref }) => [
    't.id',
    't.from_branch_id',
    't.to_branch_id',
    ref('f.names').$castTo<Localized>().as('from_names'),
    ref('o.names').$castTo<Localized>().as('to_names'),
    't.notes',
    't.version',
    't.created_at',
    'a.name as account_name',
    sql<number>`coalesce(${ref('l.lines')}, 0)::int`.as('lines_count'),
    sql<number>`coalesce(${ref('l.quantity')}, 0)::float8`.as('quantity'),
    sql<number>`coalesce(${ref('l.value')}, 0)::float8`.as('value'),
  ]);

type Head = Readonly<InferResult<typeof selectTransfers>[number]>;

/** What a transfer is found by: both branches, its number, its notes, and who made it. */
const TRANSFER_WORDS = sql`(SELECT concat_ws(' ', f.search, o.search, '#' || t.id, t.id, fold(t.notes), fold(a.name))
  FROM branch f, branch o LEFT JOIN account a ON a.id = t.account_id
 WHERE f.id = t.from_branch_id AND o.id = t.to_branch_id)`;

/** Condition for transfers `t` that the caller may see, by either of the two branches. */
export function isVisibleTransfer(ctx: Ctx, requestedBranchId?: number): RawBuilder<boolean> {
  const from = isInVisibleBranch(ctx, sql.ref('t.from_branch_id'), requestedBranchId);
  const to = isInVisibleBranch(ctx, sql.ref('t.to_branch_id'), requestedBranchId);
  return sql<boolean>`(${from} OR ${to})`;
}

/** Condition for the transfers that a list is filtered by. */
function matchesFilters(ctx: Ctx, input: List): RawBuilder<boolean> {
  const conditions = [
    isVisibleTransfer(ctx, input.branch_id),
    matchesKeywords(input.keywords, TRANSFER_WORDS),
  ];
  if (input.id !== undefined) conditions.push(sql<boolean>`${sql.ref('t.id')} = ${input.id}`);
  const day = sql`(${sql.ref('t.created_at')} AT TIME ZONE 'UTC')::date`;
  if (input.from_date !== undefined) conditions.push(sql<boolean>`${day} >= ${input.from_date}::date`);
  if (input.to_date !== undefined) conditions.push(sql<boolean>`${day} <= ${input.to_date}::date`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

const toTransferView = (ctx: Ctx, { from_names, to_names, created_at, ...row }: Head): Row => ({
  ...row,
  from_branch_name: localizeName(ctx, from_names),
  to_branch_name: localizeName(ctx, to_names),
  created_at: created_at.toISOString(),
});

/**
 * Lists transfers from or to the caller's branches. Days are in UTC, because the two branches may have different time
 * zones.
 */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const matches = matchesFilters(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, selectTransfers.where(matches).orderBy('t.id', input.sort_as).limit(take).offset(skip)),
    // without the branches and sums of a row
    countRows(ctx, tables.selectFrom('stock_transfer as t').where(matches)),
  ]);
  return toPage(
    rows.map((row) => toTransferView(ctx, row)),
    total,
    input,
  );
}

const selectLines = (id: number) =>
  tables
    .selectFrom('stock_transfer_line as l')
    .innerJoin('product_item as i', 'i.id', 'l.item_id')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .select(ITEM_COLUMNS)
    .select(({ cast }) => [
      ITEM_TITLES,
      cast<number>('l.quantity', 'float8').as('quantity'),
      cast<number>('l.value', 'float8').as('value'),
    ])
    .where('l.transfer_id', '=', id)
    .orderBy('l.id');

/** Returns a transfer with its lines. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }): Promise<Show> {
  const visible = selectTransfers.where('t.id', '=', id).where(isVisibleTransfer(ctx));
  const found = requireFound(await fetchRow(ctx, visible));
  const lines = await fetchRows(ctx, selectLines(id));
  return {
    ...toTransferView(ctx, found),
    items: lines.map((line) => ({ ...itemView(ctx, line), quantity: line.quantity, value: line.value })),
  };
}

/** Moves units batch by batch to the other branch with the same cost and expiry. */
async function moveUnits(ctx: Ctx, ref: StockRef, needs: readonly StockNeed[], to_branch_id: number) {
  const arriving = needs.map((need) => ({ ...need, branch_id: to_branch_id }));
  const levels = await lockLevels(ctx, [...needs, ...arriving]);
  const batches = Map.groupBy(await readBatches(ctx, needs), toItemBranchKey);
  const entries: LedgerEntry[] = [];
  const arrivals: ReceivedUnits[] = [];
  const values = needs.map((need) => {
    const level = levels.get(toItemBranchKey(need));
    const shelf = batches.get(toItemBranchKey(need)) ?? [];
    if (!level) return { ...need, value: 0n };
    // reserved units stay, and oversold units are not there to be moved
    const available = getAvailableQuantity(level);
    if (need.quantity > available) failInsufficientStock(level, need.quantity, available);
    const { taken } = allocateFefo(shelf, need.quantity, level.today);
    for (const { batch_id, quantity, cost } of taken) {
      const { item_id, branch_id, product_id } = need;
      entries.push({ item_id, branch_id, batch_id, delta: -quantity, movement: { target: 3, quantity } });
      arrivals.push({
        item_id,
        product_id,
        branch_id: to_branch_id,
        quantity,
        cost,
        cost_before_discount: cost,
        expire_date: shelf.find(({ id }) => id === batch_id)?.expire_date ?? null,
        created_at: ctx.now,
        parent_batch_id: batch_id,
      });
    }
    return { ...need, value: sumCosts(taken) };
  });
  await writeLedger(ctx, ref, entries);
  await receiveStock(ctx, ref, arrivals);
  return values;
}

/**
 * Moves stock between two branches of the caller's scope at once. @throws document.rows_left_out,
 * transfer.same_branch, branch.forbidden, reference.missing, stock.insufficient
 */
export async function save(ctx: Ctx, input: Save): Promise<Show> {
  const { from_branch_id, to_branch_id } = input;
  if (from_branch_id === to_branch_id) fail('transfer.same_branch', undefined, 'to_branch_id');
  return ctx.tx(async (ctx) => {
    const both = [from_branch_id, to_branch_id];
    await checkCanChangeBranchStock(ctx, from_branch_id, 'from_branch_id', both);
    await checkCanChangeBranchStock(ctx, to_branch_id, 'to_branch_id', both);
    const rows_left_out = mergeRowsLeftOut(input.rows_left_out, []);
    confirmRowsLeftOut(rows_left_out, input.force);
    const products = await loadProductIdsByItem(
      ctx,
      input.items.map(({ item_id }) => item_id),
    );
    await checkWholeQuantities(
      ctx,
      input.items.map(({ item_id, quantity }, n) => ({
        item_id,
        quantity: toMinor(quantity, 3),
        at: `items.${n}.quantity`,
      })),
    );
    const needs = sumByItemBranch(
      input.items.map(({ item_id, quantity }) => ({
        item_id,
        branch_id: from_branch_id,
        product_id: products.get(item_id) ?? 0,
        quantity: toMinor(quantity, 3),
      })),
    );
    const { id } = await ctx.db.stock_transfer.create({
      data: {
        from_branch_id,
        to_branch_id,
        notes: input.notes ?? null,
        account_id: getActorId(ctx),
        created_at: ctx.now,
      },
      select: { id: true },
    });
    const moved = await moveUnits(ctx, { type: 'transfer', id }, needs, to_branch_id);
    await ctx.db.stock_transfer_line.createMany({
      data: moved.map(({ item_id, product_id, quantity, value }) => ({
        transfer_id: id,
        item_id,
        product_id,
        quantity: formatQuantity(quantity),
        value: formatMinor(value, 7),
      })),
    });
    const shown = await show(ctx, { id });
    const after = {
      from_branch_id,
      to_branch_id,
      quantity: shown.quantity,
      value: shown.value,
      lines: shown.lines_count,
      ...(rows_left_out.length > 0 ? { rows_left_out, force: ['rows_left_out'] } : {}),
    };
    await recordAudit(ctx, {
      noun: 'transfer',
      id,
      action: 'create',
      before: null,
      after,
      // the transfer belongs to both branches, and its timeline checks access by the transfer itself
      branch_id: null,
      version: 1,
    });
    return shown;
  });
}

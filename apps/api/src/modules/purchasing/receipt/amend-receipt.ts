import { changeReceivedQuantity, isExpired, toMinor } from '@dukkan/commerce';
import { type ForceReason, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import {
  amendBatches,
  type BatchAmendment,
  getAvailableQuantity,
  type ItemBranch,
  type LedgerEntry,
  lockLevels,
  reallocateUnits,
  type ShrunkBatch,
  type StockLevel,
  type StockRef,
  settleOversoldUnits,
  takeUnitsFromShrunkBatches,
  toItemBranchKey,
  writeLedger,
} from '../../stock/index.ts';
import type { LineDraft } from './receipt.rules.ts';
import { fromTenThousandths, type ReceiptLine } from './stored-receipt.ts';

const readBatches = tables
  .selectFrom('stock_batch as b')
  .select(({ ref, selectFrom }) => [
    'b.id',
    ref('b.receipt_line_id').$notNull().as('line_id'),
    'b.quantity',
    'b.remaining_quantity as remaining',
    sql<string>`coalesce(${selectFrom('stock_use as u')
      .select((eb) =>
        eb.fn.sum<string>(sql`${eb.ref('u.quantity')} - ${eb.ref('u.returned_quantity')}`).as('sold'),
      )
      .whereRef('u.batch_id', '=', 'b.id')}, 0)`.as('sold'),
  ])
  .where('b.receipt_line_id', 'is not', null);

const toBatch = ({ quantity, remaining, sold, ...batch }: InferResult<typeof readBatches>[number]) => ({
  ...batch,
  quantity: toMinor(quantity, 3),
  remaining: toMinor(remaining, 3),
  sold: toMinor(sold, 3),
});

/** The stock batch of a receipt line: units received, units remaining, and units sold and not returned. */
type BatchOfLine = Readonly<ReturnType<typeof toBatch>>;

/** Reads all batches that were transferred from those of a receipt, however many transfers later. */
const readTransferredBatches = (receipt_id: number) =>
  tables
    .withRecursive('moved(id, line_id)', (db) =>
      db
        .selectFrom('stock_batch as b')
        .innerJoin('stock_batch as c', 'c.parent_batch_id', 'b.id')
        .select(({ ref }) => ['c.id', ref('b.receipt_line_id').$notNull().as('line_id')])
        .where('b.reciept_id', '=', receipt_id)
        .where('b.receipt_line_id', 'is not', null)
        .unionAll(
          db
            .selectFrom('moved as m')
            .innerJoin('stock_batch as c', 'c.parent_batch_id', 'm.id')
            .select(['c.id', 'm.line_id']),
        ),
    )
    .selectFrom('moved as m')
    .innerJoin('stock_batch as b', 'b.id', 'm.id')
    .select([
      'b.id',
      'm.line_id',
      'b.product_id',
      'b.item_id',
      'b.branch_id',
      'b.quantity',
      'b.remaining_quantity as remaining',
    ]);

const toTransferred = ({
  quantity,
  remaining,
  ...batch
}: InferResult<ReturnType<typeof readTransferredBatches>>[number]) => ({
  ...batch,
  quantity: toMinor(quantity, 3),
  remaining: toMinor(remaining, 3),
});

/** A batch that was transferred from the batch of a line, directly or through other transfers. */
type TransferredBatch = Readonly<ReturnType<typeof toTransferred>>;

/** The batches of a receipt and those transferred from them, with their stock levels locked. */
export type LockedReceiptStock = {
  readonly levels: ReadonlyMap<string, StockLevel>;
  readonly batches: ReadonlyMap<number, BatchOfLine>;
  readonly transferred: readonly TransferredBatch[];
};

const loadBatches = async (ctx: Ctx, receipt_id: number): Promise<BatchOfLine[]> =>
  (await fetchRows(ctx, readBatches.where('b.reciept_id', '=', receipt_id))).map(toBatch);

const loadTransferredBatches = async (ctx: Ctx, receipt_id: number): Promise<TransferredBatch[]> =>
  (await fetchRows(ctx, readTransferredBatches(receipt_id))).map(toTransferred);

const loadBooked = async (
  ctx: Ctx,
  receipt_id: number,
  levels: LockedReceiptStock['levels'],
): Promise<LockedReceiptStock> => ({
  levels,
  batches: new Map((await loadBatches(ctx, receipt_id)).map((batch) => [batch.line_id, batch])),
  transferred: await loadTransferredBatches(ctx, receipt_id),
});

/**
 * Locks every stock level that the lines have, will have, or were transferred to, then reads their batches, so that no
 * sale interferes.
 */
export async function lockReceiptStock(
  ctx: Ctx,
  receipt_id: number,
  stored: readonly ReceiptLine[],
  drafts: readonly LineDraft[],
): Promise<LockedReceiptStock> {
  const transferred = await loadTransferredBatches(ctx, receipt_id);
  const levels = await lockLevels(ctx, [...stored, ...drafts, ...transferred]);
  const booked = await loadBooked(ctx, receipt_id, levels);
  // a transfer that committed while this transaction waited may have moved units to a level that is not locked yet
  const late = booked.transferred.filter((batch) => !levels.has(toItemBranchKey(batch)));
  if (late.length === 0) return booked;
  return loadBooked(ctx, receipt_id, new Map([...levels, ...(await lockLevels(ctx, late))]));
}

/** Units that left a batch. A stock-take can add units back, so `isUsed` also checks the units sold. */
const countUnitsThatLeft = ({ quantity, remaining }: BatchOfLine): bigint => quantity - remaining;
const isUsed = (batch: BatchOfLine): boolean => countUnitsThatLeft(batch) > 0n || batch.sold > 0n;

/** True when units of a receipt have already left its batches. */
export const isAnyBatchUsed = ({ batches }: LockedReceiptStock): boolean =>
  [...batches.values()].some(isUsed);

/** A changed line of an accepted receipt. */
type Change = { readonly before: ReceiptLine; readonly after: LineDraft; readonly batch: BatchOfLine };

const isMoved = ({ before, after }: Change): boolean =>
  before.item_id !== after.item_id || before.branch_id !== after.branch_id;

const isChanged = (change: Change): boolean =>
  isMoved(change) ||
  (['quantity', 'cost', 'cost_before_discount', 'expire_date'] as const).some(
    (field) => change.before[field] !== change.after[field],
  );

/**
 * Returns the changed lines and the reasons for which the user must confirm first. @throws
 * receipt.line_used
 */
export function diffReceiptLines(
  booked: LockedReceiptStock,
  stored: readonly ReceiptLine[],
  drafts: readonly LineDraft[],
) {
  const reasons = new Set<ForceReason>();
  const changes = stored.flatMap((before, index): Change[] => {
    const after = drafts[index];
    const batch = booked.batches.get(before.id);
    if (!after || !batch) return [];
    const change = { before, after, batch };
    if (!isChanged(change)) return [];
    if (isMoved(change) && isUsed(batch)) {
      const field = before.item_id === after.item_id ? 'branch_id' : 'item_id';
      fail('receipt.line_used', { product_id: before.product_id }, `${after.at}.${field}`);
    }
    if (changeReceivedQuantity(batch, after.quantity).force) reasons.add('below_used');
    if (before.cost !== after.cost && isUsed(batch)) reasons.add('recost_used');
    return [change];
  });
  return { changes, reasons: [...reasons] };
}

/** The change of a stock level's sellable quantity. */
type Shift = { readonly key: string; readonly quantity: bigint };

const filterTransfersOfLine = ({ transferred }: LockedReceiptStock, { id }: ReceiptLine) =>
  transferred.filter(({ line_id }) => line_id === id);

/** Returns the change of a stock level's sellable quantity; it is 0 for units that have expired. */
const getSellableChange = (
  { levels }: LockedReceiptStock,
  line: ItemBranch & Pick<ReceiptLine, 'expire_date'>,
  quantity: bigint,
): Shift => {
  const key = toItemBranchKey(line);
  return { key, quantity: isExpired(line.expire_date, levels.get(key)?.today ?? '') ? 0n : quantity };
};

/** Removes the remaining units of a line from its stock level. */
const getRemovalChange = (booked: LockedReceiptStock, line: ReceiptLine): Shift =>
  getSellableChange(booked, line, -(booked.batches.get(line.id)?.remaining ?? 0n));

/**
 * Lists the stock changes of a line change; units already sold beyond the new quantity are taken from other batches.
 */
function listStockChanges(booked: LockedReceiptStock, { before, after, batch }: Change): Shift[] {
  const { remaining, displaced } = changeReceivedQuantity(batch, after.quantity);
  return [
    getRemovalChange(booked, before),
    getSellableChange(booked, after, remaining),
    { key: toItemBranchKey(before), quantity: -displaced },
    ...filterTransfersOfLine(booked, before).flatMap((one) => [
      getSellableChange(booked, { ...one, expire_date: before.expire_date }, -one.remaining),
      getSellableChange(booked, { ...one, expire_date: after.expire_date }, one.remaining),
    ]),
  ];
}

/**
 * True when a level would have fewer units than open orders have reserved. Checked only where the branch sells no more
 * than it has.
 */
function isShort({ levels }: LockedReceiptStock, shifts: readonly Shift[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { key, quantity } of shifts) sums.set(key, (sums.get(key) ?? 0n) + quantity);
  return [...sums].some(([key, sum]) => {
    const level = levels.get(key);
    if (!level?.checks_availability || level.reserved === 0n) return false;
    return sum < 0n && getAvailableQuantity(level) + sum < 0n;
  });
}

/** True when canceling the receipt takes units that open orders have reserved. */
export const cancelsReservedUnits = (booked: LockedReceiptStock, lines: readonly ReceiptLine[]): boolean =>
  isShort(
    booked,
    lines.map((line) => getRemovalChange(booked, line)),
  );

/** True when changing these lines takes units that open orders have reserved. */
export const changesReservedUnits = (booked: LockedReceiptStock, changes: readonly Change[]): boolean =>
  isShort(
    booked,
    changes.flatMap((change) => listStockChanges(booked, change)),
  );

const toBatchAmendment = ({ after, batch }: Change): BatchAmendment => ({
  batch_id: batch.id,
  product_id: after.product_id,
  item_id: after.item_id,
  branch_id: after.branch_id,
  quantity: after.quantity,
  cost: after.cost,
  cost_before_discount: after.cost_before_discount,
  expire_date: after.expire_date,
});

/** Passes a changed cost or expiry date on to the batches that were transferred from the line. */
const transferredAmendments = (booked: LockedReceiptStock, { before, after }: Change): BatchAmendment[] =>
  before.cost === after.cost && before.expire_date === after.expire_date
    ? []
    : filterTransfersOfLine(booked, before).map(({ id, product_id, item_id, branch_id, quantity }) => ({
        batch_id: id,
        product_id,
        item_id,
        branch_id,
        quantity,
        cost: after.cost,
        cost_before_discount: after.cost,
        expire_date: after.expire_date,
      }));

/** Settles oversold units from batches that gained units, as for any incoming stock. */
async function settleFrom(ctx: Ctx, booked: LockedReceiptStock, changes: readonly Change[]): Promise<void> {
  const grown = changes.flatMap((change) => {
    const { after, batch } = change;
    const { remaining } = changeReceivedQuantity(batch, after.quantity);
    const isMore = isMoved(change) || remaining > batch.remaining;
    const owed = booked.levels.get(toItemBranchKey(after))?.deficit ?? 0n;
    if (!isMore || owed === 0n || remaining === 0n) return [];
    const { item_id, branch_id, cost } = after;
    return [{ id: batch.id, item_id, branch_id, quantity: remaining, cost }];
  });
  // several lines of one item and branch settle the same sales, which are read once
  const owing = new Map(grown.map((one) => [toItemBranchKey(one), one]));
  if (grown.length > 0) await settleOversoldUnits(ctx, grown, [...owing.values()]);
}

/** Writes an audit row for each line whose cost changed after units of it were sold. */
const tellRecosts = (ctx: Ctx, changes: readonly Change[]) =>
  recordAudits(
    ctx,
    changes
      .filter(({ before, after, batch }) => before.cost !== after.cost && isUsed(batch))
      .map(({ before, after, batch }) => ({
        noun: 'batch' as const,
        id: batch.id,
        action: 'recost',
        before: { cost_value: fromTenThousandths(before.cost) },
        after: { cost_value: fromTenThousandths(after.cost) },
        branch_id: after.branch_id,
      })),
  );

/**
 * Applies line changes to batches, transferred batches, stock uses and levels; units sold beyond the new quantity are
 * taken from other batches. Source: docs/rules/stock.md#corrections
 */
export async function applyReceiptChangesToStock(
  ctx: Ctx,
  document: StockRef,
  booked: LockedReceiptStock,
  changes: readonly Change[],
): Promise<void> {
  const shrunk = changes.flatMap(({ before, after, batch }): ShrunkBatch[] => {
    const { displaced } = changeReceivedQuantity(batch, after.quantity);
    if (displaced === 0n) return [];
    const { product_id, item_id, branch_id } = before;
    return [{ batch_id: batch.id, product_id, item_id, branch_id, displaced }];
  });
  const displaced = await takeUnitsFromShrunkBatches(ctx, document, shrunk);
  await amendBatches(
    ctx,
    changes.flatMap((change) => [toBatchAmendment(change), ...transferredAmendments(booked, change)]),
    booked.levels,
  );
  await settleFrom(ctx, booked, changes);
  await reallocateUnits(ctx, displaced, booked.levels);
  await tellRecosts(ctx, changes);
}

/**
 * Takes a canceled receipt out of stock. Unused batches are removed completely by a movement;
 * if any batch was used, only the remaining units are removed.
 * @returns the lines after the change
 */
export async function takeReceiptOutOfStock(
  ctx: Ctx,
  document: StockRef,
  lines: readonly ReceiptLine[],
  levels: LockedReceiptStock['levels'],
): Promise<ReceiptLine[]> {
  const booked = await loadBooked(ctx, document.id, levels);
  const isPartial = isAnyBatchUsed(booked);
  const rows = lines.flatMap((line) => {
    const batch = booked.batches.get(line.id);
    if (!batch) return [];
    const gone = countUnitsThatLeft(batch);
    const quantity = isPartial ? (gone > 0n ? gone : 0n) : line.quantity;
    const left = batch.remaining + quantity - batch.quantity;
    return [{ line: { ...line, quantity }, batch, left }];
  });
  if (isPartial)
    await amendBatches(
      ctx,
      rows.map(({ line, batch }) => ({ ...line, batch_id: batch.id })),
      levels,
    );
  const entries = rows
    .filter(({ left }) => left > 0n)
    .map(({ line, batch, left }): LedgerEntry => {
      const { item_id, branch_id } = line;
      return {
        item_id,
        branch_id,
        batch_id: batch.id,
        delta: -left,
        movement: { target: 5, quantity: left },
      };
    });
  await writeLedger(ctx, document, entries);
  return rows.map(({ line }) => line);
}

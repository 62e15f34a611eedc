import { type ForceReason, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import type { ReceivedUnits } from '../../stock/index.ts';
import { receiveStock } from '../../stock/index.ts';
import {
  checkReceiptDate,
  isDuplicateInvoice,
  type LineDraft,
  requireReceiptItems,
} from './receipt.rules.ts';
import type { BranchDay, ReceiptHeader, ReceiptLine } from './stored-receipt.ts';

/**
 * Checks that lines may be booked: there is at least one, each item has a barcode, and the
 * receipt's day has begun.
 * @param takesUncoded true for opening stock, whose items may have no barcode (docs/rules/stock.md#opening-stock)
 * @returns today in each branch, and the reasons for which the user must confirm first
 * @throws receipt.no_lines, receipt.no_barcode, reference.missing
 */
export async function checkReceiptBookable(
  ctx: Ctx,
  id: number | null,
  head: ReceiptHeader,
  drafts: readonly LineDraft[],
  takesUncoded: boolean,
) {
  if (drafts.length === 0) fail('receipt.no_lines');
  const { placed, items } = await requireReceiptItems(ctx, drafts);
  for (const { item_id, at, product_id } of placed)
    if (!takesUncoded && !items.get(item_id)?.barcode)
      fail('receipt.no_barcode', { product_id }, `${at}.item_id`);
  const days = await checkReceiptDate(ctx, placed, head.on_date);
  const reasons: ForceReason[] = (await isDuplicateInvoice(ctx, id, head)) ? ['duplicate_invoice'] : [];
  if (await isCountedSince(ctx, placed, head.on_date, days)) reasons.push('counted_since');
  return { placed, days, reasons };
}

/**
 * True when an item was counted in its branch after the receipt's day, because that count may include the received
 * units.
 * Source: docs/rules/stock.md#receipts
 */
async function isCountedSince(
  ctx: Ctx,
  lines: readonly LineDraft[],
  on_date: string,
  days: readonly BranchDay[],
): Promise<boolean> {
  const earlier = new Map(
    days.filter(({ today }) => on_date < today).map(({ branch_id, start }) => [branch_id, start]),
  );
  const places = lines.flatMap(({ item_id, branch_id }) => {
    const start = earlier.get(branch_id);
    return start ? [{ item_id, branch_id, start: start.toISOString() }] : [];
  });
  if (places.length === 0) return false;
  const counted = await fetchRow(
    ctx,
    tables
      .selectFrom(
        sql<{
          item_id: number;
          branch_id: number;
          start: Date;
        }>`jsonb_to_recordset(${JSON.stringify(places)}::jsonb)`.as<'w'>(
          sql`w(item_id int, branch_id int, start timestamptz)`,
        ),
      )
      .innerJoin('stock_count_line as l', (join) =>
        join.onRef('l.item_id', '=', 'w.item_id').onRef('l.counted_at', '>=', 'w.start'),
      )
      .innerJoin('stock_count as c', (join) =>
        join.onRef('c.id', '=', 'l.count_id').onRef('c.branch_id', '=', 'w.branch_id').on('c.status', '=', 1),
      )
      .select('c.id')
      .limit(1),
  );
  return counted !== undefined;
}

/** Units received before today count as in stock from the start of that day, units received today from now. */
const findArrival = (ctx: Ctx, day: BranchDay | undefined, on_date: string): Date =>
  day && on_date < day.today ? day.start : ctx.now;

/**
 * Adds the lines of a receipt to stock, one batch each; the number of statements does not depend on the number of
 * lines.
 */
export async function bookReceipt(
  ctx: Ctx,
  id: number,
  head: ReceiptHeader,
  lines: readonly ReceiptLine[],
  days: readonly BranchDay[],
): Promise<void> {
  const byBranch = new Map(days.map((day) => [day.branch_id, day]));
  const arrivals = lines.map(
    (line): ReceivedUnits => ({
      product_id: line.product_id,
      item_id: line.item_id,
      branch_id: line.branch_id,
      quantity: line.quantity,
      cost: line.cost,
      cost_before_discount: line.cost_before_discount,
      expire_date: line.expire_date,
      created_at: findArrival(ctx, byBranch.get(line.branch_id), head.on_date),
      reciept_id: id,
      receipt_line_id: line.id,
    }),
  );
  await receiveStock(ctx, { type: 'receipt', id }, arrivals);
}

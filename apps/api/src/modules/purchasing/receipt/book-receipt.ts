import { type ForceReason, fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import type { ReceivedUnits } from '../../stock/index.ts';
import { receiveStock } from '../../stock/index.ts';
import {
  checkReceiptDate,
  isDuplicateInvoice,
  type LineDraft,
  requireReceiptItems,
} from './receipt.rules.ts';
import type { BranchDay, ReceiptHeader, ReceiptLine } from './receipt.store.ts';

/**
 * Whether lines may be booked (decisions 3.6, null to 1): there are some, each can be scanned, and the day has come.
 * @returns the days of their branches, and what must be asked first
 * @throws receipt.no_lines, receipt.no_barcode, reference.missing
 */
export async function checkReceiptBookable(
  ctx: Ctx,
  id: number | null,
  head: ReceiptHeader,
  drafts: readonly LineDraft[],
) {
  if (drafts.length === 0) fail('receipt.no_lines');
  const { placed, items } = await requireReceiptItems(ctx, drafts);
  for (const { item_id, at, product_id } of placed)
    if (!items.get(item_id)?.barcode) fail('receipt.no_barcode', { product_id }, `${at}.item_id`);
  const days = await checkReceiptDate(ctx, placed, head.on_date);
  const reasons: ForceReason[] = (await isDuplicateInvoice(ctx, id, head)) ? ['duplicate_invoice'] : [];
  return { placed, days, reasons };
}

/** What came before today stands on the shelf since the start of its day, what comes today since now. */
const arrivedAt = (ctx: Ctx, day: BranchDay | undefined, on_date: string): Date =>
  day && on_date < day.today ? day.start : ctx.now;

/** Brings the lines of a receipt into stock, a batch each, in statements that do not grow with them. */
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
      created_at: arrivedAt(ctx, byBranch.get(line.branch_id), head.on_date),
      reciept_id: id,
      receipt_line_id: line.id,
    }),
  );
  await receiveStock(ctx, { type: 'receipt', id }, arrivals);
}

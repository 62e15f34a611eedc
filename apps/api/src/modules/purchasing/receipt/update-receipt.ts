import { toMinor } from '@dukkan/commerce';
import { type ForceReason, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { checkVersion } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { checkWholeQuantities } from '../../stock/index.ts';
import { computeAmountOwed } from '../receipt-amounts.ts';
import {
  applyReceiptChangesToStock,
  cancelsReservedUnits,
  changesReservedUnits,
  diffReceiptLines,
  isAnyBatchUsed,
  type LockedReceiptStock,
  lockReceiptStock,
  takeReceiptOutOfStock,
} from './amend-receipt.ts';
import {
  checkReceiptDate,
  checkReceiptValues,
  checkSupplierExists,
  isDuplicateInvoice,
  type LineDraft,
  mergeReceiptHeader,
  requireForceFor,
  requireReceiptItems,
  toPatchedDrafts,
  toUnchangedDraft,
  type UpdateInput,
} from './receipt.rules.ts';
import {
  auditReceipt,
  checkReceiptEditable,
  loadSavedReceipt,
  requireReceiptEffect,
  writeDraftReceipt,
  writeReceiptHeader,
} from './save-receipt.ts';
import {
  loadBranchDays,
  loadReceiptLines,
  lockReceipt,
  type ReceiptHeader,
  type ReceiptLine,
  replaceReceiptLines,
  type StoredReceipt,
  sumReceiptLines,
  updateReceiptTotals,
} from './stored-receipt.ts';

const FIELDS = ['supplier_id', 'on_date', 'invoice_date', 'invoice_number', 'notes', 'items'] as const;
const isEdited = (input: UpdateInput): boolean => FIELDS.some((field) => input[field] !== undefined);

/** Checks that lines with a changed item or branch name existing ones, and items with a barcode. */
async function checkChangedItems(
  ctx: Ctx,
  stored: readonly ReceiptLine[],
  drafts: readonly LineDraft[],
): Promise<LineDraft[]> {
  const isMoved = (draft: LineDraft, index: number): boolean =>
    stored[index]?.item_id !== draft.item_id || stored[index]?.branch_id !== draft.branch_id;
  const claimed = drafts.filter((draft, index) => isMoved(draft, index) || draft.claims !== undefined);
  if (claimed.length === 0) return [...drafts];
  const { placed, items } = await requireReceiptItems(ctx, claimed);
  for (const { item_id, product_id, at } of placed)
    if (!items.get(item_id)?.barcode) fail('receipt.no_barcode', { product_id }, `${at}.item_id`);
  return drafts.map((draft) => placed.find(({ id }) => id === draft.id) ?? draft);
}

/** Checks the receipt's own fields before they change. @throws request.invalid, reference.missing */
async function checkHead(
  ctx: Ctx,
  before: StoredReceipt,
  head: ReceiptHeader,
  drafts: readonly LineDraft[],
): Promise<ForceReason[]> {
  const isOther = head.supplier_id !== before.supplier_id;
  if (isOther) await checkSupplierExists(ctx, head.supplier_id);
  if (head.on_date !== before.on_date) await checkReceiptDate(ctx, drafts, head.on_date);
  const isRenamed = isOther || head.invoice_number !== before.invoice_number;
  return isRenamed && (await isDuplicateInvoice(ctx, before.id, head)) ? ['duplicate_invoice'] : [];
}

/**
 * Checks the requirements of each status change of an accepted receipt. @throws receipt.invoice_missing,
 * receipt.has_transactions
 */
async function checkMove(
  ctx: Ctx,
  id: number,
  effect: ReturnType<typeof requireReceiptEffect>,
  head: ReceiptHeader,
) {
  if (effect === 'lock' && (head.invoice_number === null || head.invoice_date === null))
    fail(
      'receipt.invoice_missing',
      undefined,
      head.invoice_number === null ? 'invoice_number' : 'invoice_date',
    );
  if (effect !== 'unbook') return;
  const count = await ctx.db.receipt_transaction.count({ where: { receipt_id: id, deleted_at: null } });
  if (count > 0) fail('receipt.has_transactions', { count });
}

/** True when the changed lines lower the net below the amount already paid. Source: docs/rules/stock.md#corrections */
async function isBelowPaid(
  ctx: Ctx,
  id: number,
  stored: readonly ReceiptLine[],
  drafts: readonly LineDraft[],
): Promise<boolean> {
  const { net } = sumReceiptLines(drafts);
  if (net >= sumReceiptLines(stored).net) return false;
  const { paid, currency } = await ctx.db.receipt.findUniqueOrThrow({
    where: { id },
    select: { paid: true, currency: true },
  });
  return toMinor(paid.toString(), 4) > computeAmountOwed(net, currency);
}

/**
 * Moves the batches of a receipt to its new day and recomputes their days in stock from what was sold of them, so that a
 * date that moves back and forth ends as if it had been entered so at once.
 * Source: docs/rules/stock.md#corrections
 */
async function redateBatches(ctx: Ctx, id: number, lines: readonly LineDraft[], on_date: string) {
  const days = await loadBranchDays(ctx, [...new Set(lines.map(({ branch_id }) => branch_id))], on_date);
  const starts = days.map((day) => ({ branch_id: day.branch_id, start: day.start.toISOString() }));
  await runStatement(
    ctx,
    tables
      .updateTable('stock_batch as b')
      .from([
        'receipt as r',
        sql<{ branch_id: number; start: Date }>`jsonb_to_recordset(${JSON.stringify(starts)}::jsonb)`.as<'w'>(
          sql`w(branch_id int, start timestamptz)`,
        ),
      ])
      .set(({ ref, selectFrom }) => {
        const [received, start] = [ref('r.created_at'), ref('w.start')];
        const arrived = sql<Date>`CASE WHEN ${received} >= ${start} AND ${received} < ${start} + interval '1 day'
          THEN ${received} ELSE ${start} END`;
        const soldDays = selectFrom('stock_use as u')
          .select(({ ref }) =>
            sql<string>`sum((${ref('u.quantity')} - ${ref('u.returned_quantity')})
              * greatest(0, extract(epoch FROM ${ref('u.created_at')} - ${arrived}))) / 86400`.as('days'),
          )
          .whereRef('u.batch_id', '=', 'b.id');
        return { created_at: arrived, sold_days: sql<string>`coalesce(${soldDays}, 0)` };
      })
      .where('r.id', '=', id)
      .where('b.reciept_id', '=', id)
      .where('b.receipt_line_id', 'is not', null)
      .whereRef('b.branch_id', '=', 'w.branch_id'),
  );
}

/** Changes an accepted receipt: checks everything, asks for all confirmations at once, then writes. */
async function updateAccepted(ctx: Ctx, before: StoredReceipt, input: UpdateInput) {
  const { id } = before;
  const by = { type: 'receipt', id };
  const effect = requireReceiptEffect(before.status, input.status);
  const stored = await loadReceiptLines(ctx, id);
  const requestedDrafts = input.items ? toPatchedDrafts(stored, input.items) : stored.map(toUnchangedDraft);
  const head = await mergeReceiptHeader(ctx, before, input, undefined);
  const drafts = await checkChangedItems(ctx, stored, requestedDrafts);
  const isSaid = (draft: LineDraft): boolean =>
    head.on_date !== before.on_date ||
    stored.some((line) => line.id === draft.id && isLineDifferent(line, draft));
  checkReceiptValues(drafts.filter(isSaid), drafts, head.on_date);
  const isRequantified = ({ id, quantity }: LineDraft) =>
    stored.some((line) => line.id === id && line.quantity !== quantity);
  await checkWholeQuantities(
    ctx,
    drafts
      .filter(isRequantified)
      .map(({ item_id, quantity, at }) => ({ item_id, quantity, at: `${at}.quantity` })),
  );
  await checkMove(ctx, id, effect, head);
  const reasons = await checkHead(ctx, before, head, drafts);
  const booked: LockedReceiptStock | null =
    input.items || effect === 'unbook' ? await lockReceiptStock(ctx, id, stored, drafts) : null;
  const plan = booked ? diffReceiptLines(booked, stored, drafts) : { changes: [], reasons: [] };
  reasons.push(...plan.reasons);
  if (input.items && (await isBelowPaid(ctx, id, stored, drafts))) reasons.push('over_net');
  const cancels = effect === 'unbook';
  if (cancels && booked && isAnyBatchUsed(booked)) reasons.push('units_used');
  if (booked && (cancels ? cancelsReservedUnits(booked, stored) : changesReservedUnits(booked, plan.changes)))
    reasons.push('units_held');
  requireForceFor(reasons, input.force);

  if (booked) await applyReceiptChangesToStock(ctx, by, booked, plan.changes);
  if (head.on_date !== before.on_date) await redateBatches(ctx, id, drafts, head.on_date);
  const status = input.status ?? before.status;
  await writeReceiptHeader(ctx, before, head, status);
  let lines = input.items ? await replaceReceiptLines(ctx, id, drafts) : stored;
  if (effect === 'unbook' && booked)
    lines = await replaceReceiptLines(ctx, id, await takeReceiptOutOfStock(ctx, by, lines, booked.levels));
  await updateReceiptTotals(ctx, id);
  await auditReceipt(ctx, id, { ...before, lines: stored }, { head, status, lines }, reasons);
  return loadSavedReceipt(ctx, id);
}

const isLineDifferent = (line: ReceiptLine, draft: LineDraft): boolean =>
  (['item_id', 'branch_id', 'cost', 'cost_before_discount', 'expire_date'] as const).some(
    (field) => line[field] !== draft[field],
  );

/**
 * Changes a receipt or its status: a draft as in `save`, an accepted one in the named lines only. A
 * request for the current status returns the receipt unchanged.
 * @throws receipt.locked, receipt.cancelled, receipt.bad_transition, receipt.needs_force with all reasons for
 * confirmation
 */
export const updateReceipt = (ctx: Ctx, input: UpdateInput) =>
  ctx.tx(async (ctx) => {
    const before = await lockReceipt(ctx, input.id);
    checkVersion(before.version, input.version);
    const effect = requireReceiptEffect(before.status, input.status);
    if (!isEdited(input) && input.status !== undefined && effect === null)
      return loadSavedReceipt(ctx, before.id);
    checkReceiptEditable(before.status);
    if (before.status === 1) return updateAccepted(ctx, before, input);
    const stored = await loadReceiptLines(ctx, before.id);
    const drafts = input.items ? toPatchedDrafts(stored, input.items) : stored.map(toUnchangedDraft);
    return writeDraftReceipt(ctx, before, stored, drafts, input);
  });

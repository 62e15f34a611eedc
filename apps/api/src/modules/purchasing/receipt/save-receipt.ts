import { evaluateReceiptMove, type ReceiptStatus } from '@dukkan/commerce';
import { type AuditAction, type ForceReason, fail, type RowLeftOut } from '@dukkan/contract';
import { sql } from 'kysely';
import { checkVersion } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { confirmRowsLeftOut, mergeRowsLeftOut, toAuditedRows } from '../../stock/index.ts';
import { rememberSupplierItems } from '../supplier/supplier-item.service.ts';
import { bookReceipt, checkReceiptBookable } from './book-receipt.ts';
import {
  checkReceiptValues,
  checkSupplierExists,
  type LineDraft,
  mergeReceiptHeader,
  requireForceFor,
  requireReceiptItems,
  type SaveInput,
  toReplacingDrafts,
  toUnchangedDraft,
  type UpdateInput,
} from './receipt.rules.ts';
import { receiptView } from './receipt.view.ts';
import {
  findChangedLinesForAudit,
  loadReceiptLines,
  lockReceipt,
  type ReceiptHeader,
  type ReceiptLine,
  replaceReceiptLines,
  type StoredReceipt,
  updateReceiptTotals,
} from './stored-receipt.ts';

/**
 * Returns the effect of a status change, null for none. @throws receipt.locked, receipt.cancelled,
 * receipt.bad_transition
 */
export function requireReceiptEffect(from: ReceiptStatus, to: ReceiptStatus | undefined) {
  const move = to === undefined ? null : evaluateReceiptMove(from, to);
  if (move && 'refusal' in move) return fail(`receipt.${move.refusal}`);
  return move?.effect ?? null;
}

/** Refuses to edit a locked or canceled receipt. */
export function checkReceiptEditable(status: ReceiptStatus): void {
  if (status === 2) fail('receipt.locked');
  if (status === -1) fail('receipt.cancelled');
}

type After = {
  readonly head: ReceiptHeader;
  readonly status: ReceiptStatus;
  readonly lines: readonly ReceiptLine[];
  readonly rows_left_out?: readonly RowLeftOut[];
};

/** The audit action: the status change if there is one, otherwise an edit. */
const ACTIONS = { '1': 'accept', '-1': 'cancel', '2': 'lock' } as const;
function findAuditAction(before: StoredReceipt | null, status: ReceiptStatus): AuditAction {
  if (!before) return 'create';
  return status === before.status || status === null ? 'update' : ACTIONS[status];
}

const pickHeader = ({ supplier_id, on_date, invoice_date, invoice_number, notes }: ReceiptHeader) => ({
  supplier_id,
  on_date,
  invoice_date,
  invoice_number,
  notes,
});

/** Writes one audit row for a save, with all of its changes. */
export async function auditReceipt(
  ctx: Ctx,
  id: number,
  before: (StoredReceipt & { readonly lines: readonly ReceiptLine[] }) | null,
  after: After,
  forced: readonly ForceReason[],
): Promise<void> {
  const lines = findChangedLinesForAudit(before?.lines ?? [], after.lines);
  const branches = [...new Set(after.lines.map(({ branch_id }) => branch_id))];
  const force = forced.length > 0 ? { force: forced } : {};
  await recordAudit(ctx, {
    noun: 'receipt',
    id,
    action: findAuditAction(before, after.status),
    before: before && {
      ...pickHeader(before),
      status: before.status,
      items: lines.before,
      ...toAuditedRows(before.rows_left_out),
    },
    after: {
      ...pickHeader(after.head),
      status: after.status,
      items: lines.after,
      ...toAuditedRows(after.rows_left_out),
      ...force,
    },
    branch_id: branches.length === 1 ? (branches[0] ?? null) : null,
    version: (before?.version ?? 0) + 1,
  });
}

/** Converts a local day to a date for the database. */
const toDbDateOrNull = (day: string | null): Date | null =>
  day === null ? null : new Date(`${day}T00:00:00Z`);

/** Writes the receipt's own row; `rows` are imported rows that the user has yet to resolve. @returns its id */
export async function writeReceiptHeader(
  ctx: Ctx,
  before: StoredReceipt | null,
  head: ReceiptHeader,
  status: ReceiptStatus,
  rows: readonly RowLeftOut[] = [],
): Promise<number> {
  const data = {
    ...head,
    on_date: new Date(`${head.on_date}T00:00:00Z`),
    invoice_date: toDbDateOrNull(head.invoice_date),
    status,
    rows_left_out: [...rows],
    updated_at: ctx.now,
  };
  const select = { id: true } as const;
  if (before) {
    await ctx.db.receipt.update({
      where: { id: before.id },
      data: { ...data, version: { increment: 1 } },
      select,
    });
    return before.id;
  }
  const account_id = getActorId(ctx);
  return (await ctx.db.receipt.create({ data: { ...data, account_id, created_at: ctx.now }, select })).id;
}

/** Returns the receipt after a write, also when its writer may no longer see it. */
export const loadSavedReceipt = (ctx: Ctx, id: number) => receiptView(ctx, id, sql<boolean>`TRUE`);

/**
 * Writes a draft receipt, and accepts or cancels it if the request says so.
 * @param takesUncoded true for opening stock, whose items may have no barcode (docs/rules/stock.md#opening-stock)
 */
export async function writeDraftReceipt(
  ctx: Ctx,
  before: StoredReceipt | null,
  stored: readonly ReceiptLine[],
  drafts: readonly LineDraft[],
  input: SaveInput | UpdateInput,
  takesUncoded = false,
) {
  const effect = requireReceiptEffect(null, input.status);
  const status = input.status ?? null;
  const head = await mergeReceiptHeader(ctx, before, input, drafts[0]?.branch_id);
  if (effect === 'book' || head.supplier_id !== before?.supplier_id)
    await checkSupplierExists(ctx, head.supplier_id);
  for (const { at, quantity } of drafts)
    if (quantity === 0n) failField(`${at}.quantity`, 'above', { min: 0 });
  checkReceiptValues(drafts, drafts, head.on_date);
  const { placed, days, reasons } =
    effect === 'book'
      ? await checkReceiptBookable(ctx, before?.id ?? null, head, drafts, takesUncoded)
      : {
          placed: input.items ? (await requireReceiptItems(ctx, drafts)).placed : drafts,
          days: [],
          reasons: [],
        };
  const rows = mergeRowsLeftOut(
    'rows_left_out' in input ? input.rows_left_out : undefined,
    before?.rows_left_out ?? [],
  );
  const books = effect === 'book';
  if (books) confirmRowsLeftOut(rows, input.force, reasons);
  requireForceFor(reasons, input.force);
  const forced: readonly ForceReason[] = books && rows.length > 0 ? [...reasons, 'rows_left_out'] : reasons;
  // accepting the receipt resolves the rows that were left out
  const rows_left_out = books ? [] : rows;

  const id = await writeReceiptHeader(ctx, before, head, status, rows_left_out);
  const isKept = before !== null && !input.items;
  const lines = isKept ? stored : await replaceReceiptLines(ctx, id, placed);
  await updateReceiptTotals(ctx, id);
  await rememberSupplierItems(
    ctx,
    head.supplier_id,
    drafts.flatMap(({ supplier_item }) => supplier_item ?? []),
  );
  if (books) await bookReceipt(ctx, id, head, lines, days);
  await auditReceipt(
    ctx,
    id,
    before && { ...before, lines: stored },
    { head, status, lines, rows_left_out },
    forced,
  );
  return loadSavedReceipt(ctx, id);
}

/**
 * Creates a receipt or changes a draft; status 1 also accepts it.
 * @throws receipt.needs_force with all reasons for confirmation; document.rows_left_out with the unresolved rows
 */
export const save = (ctx: Ctx, input: SaveInput) =>
  ctx.tx(async (ctx) => {
    if (input.id === undefined)
      return writeDraftReceipt(ctx, null, [], toReplacingDrafts([], input.items ?? []), input);
    const before = await lockReceipt(ctx, input.id);
    checkVersion(before.version, input.version);
    checkReceiptEditable(before.status);
    if (before.status === 1) fail('receipt.bad_transition');
    const stored = await loadReceiptLines(ctx, before.id);
    const drafts = input.items ? toReplacingDrafts(stored, input.items) : stored.map(toUnchangedDraft);
    return writeDraftReceipt(ctx, before, stored, drafts, input);
  });

import { type ReceiptStatus, toMinor } from '@dukkan/commerce';
import { type api, fail, MAX_MONEY } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { hasKeywords, matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import type { RecordVersion } from '../../../core/record/define-record.ts';
import { UNDO_MS } from '../../../core/soft-delete.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { requireForceFor } from '../receipt/receipt.rules.ts';
import { loadBranchToday } from '../receipt/stored-receipt.ts';
import { computeAmountOwed, sumPayments } from '../receipt-amounts.ts';
import { listedReceiptsSql, visibleReceiptsSql } from '../receipt-visibility.ts';
import {
  auditView,
  readSupplierPayments,
  rowView,
  type SupplierPaymentQuery,
  type SupplierPaymentRow,
} from './supplier-payment.view.ts';

type List = z.output<typeof api.transaction.list.input>;
type Save = z.output<typeof api.transaction.save.input>;

/** Filters payments by their supplier, or by the start of the invoice or payment number. */
function searchPayments(query: SupplierPaymentQuery, keywords: string): SupplierPaymentQuery {
  const start = `${escapeLike(keywords)}%`;
  return query.where(({ fn, or, ref }) =>
    or([
      ...(hasKeywords(keywords) ? [matchesKeywords(keywords, sql.ref('s.search'))] : []),
      sql<boolean>`${fn('lower', [ref('r.invoice_number')])} LIKE lower(${start})`,
      sql<boolean>`${fn('lower', [ref('t.ref_number')])} LIKE lower(${start})`,
    ]),
  );
}

function filterPayments(ctx: Ctx, input: List): SupplierPaymentQuery {
  const { id, receipt_id, supplier_id, payment_method, from_date, to_date, keywords } = input;
  let query = readSupplierPayments.where('t.deleted_at', 'is', null).where(listedReceiptsSql(ctx));
  if (keywords) query = searchPayments(query, keywords);
  if (id !== undefined) query = query.where('t.id', '=', id);
  if (receipt_id !== undefined) query = query.where('t.receipt_id', '=', receipt_id);
  if (supplier_id !== undefined) query = query.where('r.supplier_id', '=', supplier_id);
  if (payment_method !== undefined) query = query.where('t.payment_method', '=', payment_method);
  if (from_date !== undefined) query = query.where('t.on_date', '>=', from_date);
  return to_date === undefined ? query : query.where('t.on_date', '<=', to_date);
}

/** Lists payments to suppliers for the receipts that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const query = filterPayments(ctx, input);
  const sorted = query.orderBy(`t.${input.sort_by}`, input.sort_as).orderBy('t.id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

const readPaidReceipts = tables
  .selectFrom('receipt as r')
  .select(({ ref }) => [
    'r.id',
    ref('r.status').$castTo<ReceiptStatus>().as('status'),
    sql<string>`CASE WHEN ${ref('r.opening_stock')} THEN 0 ELSE ${ref('r.net')} END`.as('net'),
    'r.paid',
    'r.branch_ids',
    'r.currency',
  ])
  .where('r.deleted_at', 'is', null);

type PaidReceipt = InferResult<typeof readPaidReceipts>[number];

/** Locks the paid receipt first, so that its payments change one after the other. */
const lockPaidReceipt = (ctx: Ctx, id: number): Promise<PaidReceipt | undefined> =>
  fetchRow(ctx, readPaidReceipts.where('r.id', '=', id).where(visibleReceiptsSql(ctx)).forUpdate('r'));

/** Refuses payments of receipts that are not accepted. @throws receipt.cancelled, receipt.bad_transition */
function refuseUnowed({ status }: PaidReceipt): void {
  if (status === -1) fail('receipt.cancelled');
  if (status === null) fail('receipt.bad_transition');
}

/** Finds a payment of a receipt that the caller may see, even if it is deleted. */
const findPayment = (ctx: Ctx, id: number): Promise<SupplierPaymentRow | undefined> =>
  fetchRow(ctx, readSupplierPayments.where('t.id', '=', id).where(visibleReceiptsSql(ctx)));

/** Returns a payment with its receipt, both locked until the transaction ends. @throws record.missing */
async function lockPayment(ctx: Ctx, id: number, isMeant: (row: SupplierPaymentRow) => boolean) {
  const sketch = requireFound(await findPayment(ctx, id));
  const receipt = requireFound(await lockPaidReceipt(ctx, sketch.receipt_id));
  // the payment may have changed before its receipt was locked
  const row = requireFound(await findPayment(ctx, id));
  return isMeant(row) ? { row, receipt } : fail('record.missing');
}

const isLiving = (row: SupplierPaymentRow): boolean => row.deleted_at === null;

/** Updates the paid amount of a receipt, whose row the caller has locked. */
const updatePaidAmount = (ctx: Ctx, id: number): Promise<number> =>
  runStatement(
    ctx,
    tables
      .updateTable('receipt')
      .set({ paid: sumPayments(id) })
      .where('id', '=', id),
  );

/** @throws reference.missing for an inactive payment method; the one already stored may stay */
async function checkMethod(ctx: Ctx, before: SupplierPaymentRow | null, id: number | null): Promise<void> {
  if (id === null || id === before?.payment_method) return;
  const open = { id, deleted_at: null, status: 1 };
  if (!(await ctx.db.payment_method.findFirst({ where: open, select: { id: true } })))
    fail('reference.missing', { field: 'payment_method' }, 'payment_method');
}

/** Returns the payment's fields after this request. @throws request.invalid for a day in the future */
async function fieldsAfter(ctx: Ctx, before: SupplierPaymentRow | null, receipt: PaidReceipt, input: Save) {
  const today = await loadBranchToday(ctx, receipt.branch_ids[0]);
  const on_date = input.on_date ?? before?.on_date ?? today;
  if (input.on_date !== undefined && on_date > today) failField('on_date', 'max_value', { max: today });
  const requestedOrStored = <T>(requested: T | null | undefined, was: T | null | undefined): T | null =>
    requested === undefined ? (was ?? null) : requested;
  return {
    value: input.value ?? before?.value ?? failField('value', 'required'),
    payment_method: requestedOrStored(input.payment_method, before?.payment_method),
    ref_number: requestedOrStored(input.ref_number, before?.ref_number),
    on_date,
  };
}

/**
 * Asks for confirmation before more is paid than is owed. @throws receipt.needs_force, request.invalid above the
 * largest amount
 */
function checkValue(receipt: PaidReceipt, before: SupplierPaymentRow | null, value: number, force?: boolean) {
  const paid = toMinor(receipt.paid, 4) - toMinor(before?.value ?? 0, 4) + toMinor(value, 4);
  if (paid > toMinor(MAX_MONEY, 4)) failField('value', 'max_value', { max: MAX_MONEY });
  const isMore =
    value !== before?.value && paid > computeAmountOwed(toMinor(receipt.net, 7), receipt.currency);
  requireForceFor(isMore ? ['over_net'] : [], force);
  return isMore ? { force: ['over_net'] } : {};
}

async function writePayment(ctx: Ctx, before: SupplierPaymentRow | null, receipt: PaidReceipt, input: Save) {
  refuseUnowed(receipt);
  await checkCurrencyScale(ctx, { value: input.value }, receipt.currency);
  const fields = await fieldsAfter(ctx, before, receipt, input);
  await checkMethod(ctx, before, fields.payment_method);
  const forced = checkValue(receipt, before, fields.value, input.force);
  const data = { ...fields, on_date: new Date(`${fields.on_date}T00:00:00Z`), updated_at: ctx.now };
  const select = { id: true } as const;
  const account_id = getActorId(ctx);
  const { id } = before
    ? await ctx.db.receipt_transaction.update({
        where: { id: before.id },
        data: { ...data, version: { increment: 1 } },
        select,
      })
    : await ctx.db.receipt_transaction.create({
        data: { ...data, receipt_id: receipt.id, account_id, created_at: ctx.now },
        select,
      });
  await updatePaidAmount(ctx, receipt.id);
  const row = requireFound(await findPayment(ctx, id));
  await recordAudit(ctx, {
    noun: 'transaction',
    id,
    action: before ? 'update' : 'create',
    before: before && auditView(before),
    after: { ...auditView(row), ...forced },
    branch_id: getOnlyBranch(receipt),
    version: row.version,
  });
  return rowView(ctx, row);
}

/** The branch of a receipt when it has exactly one, else null. */
const getOnlyBranch = ({ branch_ids }: PaidReceipt): number | null =>
  branch_ids.length === 1 ? (branch_ids[0] ?? null) : null;

async function createPayment(ctx: Ctx, input: Save) {
  const receipt_id = input.receipt_id ?? failField('receipt_id', 'required');
  const receipt = await lockPaidReceipt(ctx, receipt_id);
  if (!receipt) return fail('reference.missing', { field: 'receipt_id' }, 'receipt_id');
  return writePayment(ctx, null, receipt, input);
}

async function changePayment(ctx: Ctx, id: number, input: Save) {
  const { row, receipt } = await lockPayment(ctx, id, isLiving);
  checkVersion(row.version, input.version);
  // a payment cannot be moved to another receipt
  if (input.receipt_id !== undefined && input.receipt_id !== row.receipt_id)
    failField('receipt_id', 'invalid');
  return writePayment(ctx, row, receipt, input);
}

/**
 * Records a payment of an accepted or locked receipt, or changes one.
 * @throws receipt.bad_transition for a draft, receipt.cancelled, receipt.needs_force when more is paid than the net
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx((ctx) => (input.id === undefined ? createPayment(ctx, input) : changePayment(ctx, input.id, input)));

async function setPaymentDeleted(
  ctx: Ctx,
  row: SupplierPaymentRow,
  receipt: PaidReceipt,
  action: 'delete' | 'restore',
  forced: object = {},
) {
  const { id } = row;
  const deleted_at = action === 'delete' ? ctx.now : null;
  const data = { deleted_at, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.receipt_transaction.update({ where: { id }, data, select: { id: true } });
  await updatePaidAmount(ctx, receipt.id);
  const [before, after] =
    action === 'delete' ? [auditView(row), null] : [null, { ...auditView(row), ...forced }];
  const version = row.version + 1;
  await recordAudit(ctx, {
    noun: 'transaction',
    id,
    action,
    before,
    after,
    branch_id: getOnlyBranch(receipt),
    version,
  });
}

/** Deletes a payment that was recorded by mistake. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, { id, version }: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const { row, receipt } = await lockPayment(ctx, id, isLiving);
    checkVersion(row.version, version);
    await setPaymentDeleted(ctx, row, receipt, 'delete');
    return { deleted: 1 as const };
  });

/**
 * Restores a payment within 24 hours of its deletion, if its receipt is still owed; payments recorded since then count
 * towards the net.
 * @throws record.missing, receipt.cancelled, receipt.needs_force when more is paid than the net
 */
export const restore = (ctx: Ctx, { id, force }: RecordVersion & { force?: boolean | undefined }) =>
  ctx.tx(async (ctx) => {
    const since = ctx.now.getTime() - UNDO_MS;
    const { row, receipt } = await lockPayment(
      ctx,
      id,
      ({ deleted_at }) => (deleted_at?.getTime() ?? 0) > since,
    );
    refuseUnowed(receipt);
    const forced = checkValue(receipt, null, row.value, force);
    await setPaymentDeleted(ctx, row, receipt, 'restore', forced);
    return rowView(ctx, requireFound(await findPayment(ctx, id)));
  });

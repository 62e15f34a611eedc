import { type ReceiptStatus, toMinor } from '@dukkan/commerce';
import { type api, fail, MAX_MONEY } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { escapeLike, Prisma } from '../../../core/db/database.ts';
import { failField } from '../../../core/fail-field.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { UNDO_MS } from '../../../core/soft-delete.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { requireForceFor } from '../receipt/receipt.rules.ts';
import { loadBranchToday } from '../receipt/receipt.store.ts';
import { computeAmountOwed } from '../receipt-amounts.ts';
import { listedReceiptsSql, visibleReceiptsSql } from '../receipt-visibility.ts';
import { auditView, FROM, rowView, SELECT, type SupplierPaymentRow } from './supplier-payment.view.ts';

type List = z.output<typeof api.transaction.list.input>;
type Save = z.output<typeof api.transaction.save.input>;
type Known = { id: number; version?: number | undefined };

/** Conditions that match the supplier, or the start of the invoice or payment number. */
function keywordsOf(keywords: string | undefined): Prisma.Sql[] {
  if (!keywords) return [];
  const words = keywordConditions(keywords, Prisma.sql`s.search`);
  const start = `${escapeLike(keywords)}%`;
  const ways = [
    ...(words.length > 0 ? [Prisma.sql`(${Prisma.join(words, ' AND ')})`] : []),
    Prisma.sql`lower(r.invoice_number) LIKE lower(${start})`,
    Prisma.sql`lower(t.ref_number) LIKE lower(${start})`,
  ];
  return [Prisma.sql`(${Prisma.join(ways, ' OR ')})`];
}

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const { id, receipt_id, supplier_id, payment_method, from_date, to_date } = input;
  const filters = [Prisma.sql`t.deleted_at IS NULL`, listedReceiptsSql(ctx), ...keywordsOf(input.keywords)];
  if (id !== undefined) filters.push(Prisma.sql`t.id = ${id}`);
  if (receipt_id !== undefined) filters.push(Prisma.sql`t.receipt_id = ${receipt_id}`);
  if (supplier_id !== undefined) filters.push(Prisma.sql`r.supplier_id = ${supplier_id}`);
  if (payment_method !== undefined) filters.push(Prisma.sql`t.payment_method = ${payment_method}`);
  if (from_date !== undefined) filters.push(Prisma.sql`t.on_date >= ${from_date}::date`);
  if (to_date !== undefined) filters.push(Prisma.sql`t.on_date <= ${to_date}::date`);
  return Prisma.join(filters, ' AND ');
}

/** Lists payments to suppliers for the receipts that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    id: Prisma.sql`t.id`,
    on_date: Prisma.sql`t.on_date`,
    value: Prisma.sql`t.value`,
  };
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${FROM} WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<SupplierPaymentRow[]>`
    ${SELECT} WHERE ${where} ${orderBySql(columns[input.sort_by], Prisma.sql`t.id`, input.sort_as)}
     LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    counted?.total ?? 0,
    input,
  );
}

type PaidReceipt = {
  readonly id: number;
  readonly status: ReceiptStatus;
  readonly net: string;
  readonly paid: string;
  readonly currency: string;
  readonly branch_ids: number[];
};

/** Locks the paid receipt first, so that its payments change one after the other. */
async function lockPaid(ctx: Ctx, id: number): Promise<PaidReceipt | undefined> {
  const [row] = await ctx.db.$queryRaw<PaidReceipt[]>`
    SELECT r.id, r.status, CASE WHEN r.opening_stock THEN '0' ELSE r.net::text END AS net, r.paid::text AS paid,
           r.branch_ids, r.currency
      FROM receipt r WHERE r.id = ${id} AND r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)} FOR UPDATE OF r`;
  return row;
}

/** Refuses payments of receipts that are not accepted. @throws receipt.cancelled, receipt.bad_transition */
function refuseUnowed({ status }: PaidReceipt): void {
  if (status === -1) fail('receipt.cancelled');
  if (status === null) fail('receipt.bad_transition');
}

const stored = async (ctx: Ctx, id: number): Promise<SupplierPaymentRow | undefined> => {
  const [row] = await ctx.db.$queryRaw<
    SupplierPaymentRow[]
  >`${SELECT} WHERE t.id = ${id} AND ${visibleReceiptsSql(ctx)}`;
  return row;
};

/** Returns a payment with its receipt, both locked until the transaction ends. @throws record.missing */
async function lock(ctx: Ctx, id: number, isMeant: (row: SupplierPaymentRow) => boolean) {
  const sketch = requireFound(await stored(ctx, id));
  const receipt = requireFound(await lockPaid(ctx, sketch.receipt_id));
  // the payment may have changed before its receipt was locked
  const row = requireFound(await stored(ctx, id));
  return isMeant(row) ? { row, receipt } : fail('record.missing');
}

const isLiving = (row: SupplierPaymentRow): boolean => row.deleted_at === null;

/** Updates the paid amount of a receipt, whose row the caller has locked. */
const sumPaid = (ctx: Ctx, id: number) =>
  ctx.db.$executeRaw`
    UPDATE receipt SET paid = (SELECT coalesce(sum(value), 0) FROM receipt_transaction
                                WHERE receipt_id = ${id} AND deleted_at IS NULL) WHERE id = ${id}`;

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
  const kept = <T>(given: T | null | undefined, was: T | null | undefined): T | null =>
    given === undefined ? (was ?? null) : given;
  return {
    value: input.value ?? before?.value ?? failField('value', 'required'),
    payment_method: kept(input.payment_method, before?.payment_method),
    ref_number: kept(input.ref_number, before?.ref_number),
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

async function write(ctx: Ctx, before: SupplierPaymentRow | null, receipt: PaidReceipt, input: Save) {
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
  await sumPaid(ctx, receipt.id);
  const row = requireFound(await stored(ctx, id));
  await recordAudit(ctx, {
    noun: 'transaction',
    id,
    action: before ? 'update' : 'create',
    before: before && auditView(before),
    after: { ...auditView(row), ...forced },
    branch_id: branchOf(receipt),
    version: row.version,
  });
  return rowView(ctx, row);
}

/** The branch of a receipt when it has exactly one, else null. */
const branchOf = ({ branch_ids }: PaidReceipt): number | null =>
  branch_ids.length === 1 ? (branch_ids[0] ?? null) : null;

async function create(ctx: Ctx, input: Save) {
  const receipt_id = input.receipt_id ?? failField('receipt_id', 'required');
  const receipt = await lockPaid(ctx, receipt_id);
  if (!receipt) return fail('reference.missing', { field: 'receipt_id' }, 'receipt_id');
  return write(ctx, null, receipt, input);
}

async function change(ctx: Ctx, id: number, input: Save) {
  const { row, receipt } = await lock(ctx, id, isLiving);
  checkVersion(row.version, input.version);
  // a payment cannot be moved to another receipt
  if (input.receipt_id !== undefined && input.receipt_id !== row.receipt_id)
    failField('receipt_id', 'invalid');
  return write(ctx, row, receipt, input);
}

/**
 * Records a payment of an accepted or locked receipt, or changes one.
 * @throws receipt.bad_transition for a draft, receipt.cancelled, receipt.needs_force when more is paid than the net
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx((ctx) => (input.id === undefined ? create(ctx, input) : change(ctx, input.id, input)));

async function mark(
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
  await sumPaid(ctx, receipt.id);
  const [before, after] =
    action === 'delete' ? [auditView(row), null] : [null, { ...auditView(row), ...forced }];
  const version = row.version + 1;
  await recordAudit(ctx, {
    noun: 'transaction',
    id,
    action,
    before,
    after,
    branch_id: branchOf(receipt),
    version,
  });
}

/** Deletes a payment that was recorded by mistake. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const { row, receipt } = await lock(ctx, id, isLiving);
    checkVersion(row.version, version);
    await mark(ctx, row, receipt, 'delete');
    return { deleted: 1 as const };
  });

/**
 * Restores a payment within 24 hours of its deletion, if its receipt is still owed; payments recorded since then count
 * towards the net.
 * @throws record.missing, receipt.cancelled, receipt.needs_force when more is paid than the net
 */
export const restore = (ctx: Ctx, { id, force }: Known & { force?: boolean | undefined }) =>
  ctx.tx(async (ctx) => {
    const since = ctx.now.getTime() - UNDO_MS;
    const { row, receipt } = await lock(ctx, id, ({ deleted_at }) => (deleted_at?.getTime() ?? 0) > since);
    refuseUnowed(receipt);
    const forced = checkValue(receipt, null, row.value, force);
    await mark(ctx, row, receipt, 'restore', forced);
    return rowView(ctx, requireFound(await stored(ctx, id)));
  });

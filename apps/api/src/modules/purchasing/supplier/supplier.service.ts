import { toNameKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { toPrismaSql } from '../../../core/db/to-prisma-sql.ts';
import { checkNameIsNew, hasNameKeySql, lockNames } from '../../../core/equal-names.ts';
import { failField } from '../../../core/fail-field.ts';
import { whereSql } from '../../../core/list/estimated-count.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { formatPhone, readSettings } from '../../setting/index.ts';
import { netSql } from '../receipt-amounts.ts';
import { listedReceiptsSql } from '../receipt-visibility.ts';
import { auditView, rowView, type SupplierRow, selectSuppliersSql, showView } from './supplier.view.ts';

type List = z.output<typeof api.supplier.list.input>;
type Save = z.output<typeof api.supplier.save.input>;
type Ledger = z.output<typeof api.supplier.ledger.input>;
type Known = { id: number; version?: number | undefined };

const readShopCurrency = async (ctx: Ctx): Promise<string> => (await readSettings(ctx)).settings.Currency;

function filterOf(input: List, country: string): Prisma.Sql {
  const filters = [
    Prisma.sql`s.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`s.search`),
  ];
  if (input.named !== undefined) {
    const phone = formatPhone(input.named, country);
    const isCalled = toPrismaSql(hasNameKeySql('s.name', [toNameKey(input.named)]));
    filters.push(Prisma.sql`(${isCalled} OR s.phone = ${phone})`);
  }
  if (input.id !== undefined) filters.push(Prisma.sql`s.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`s.status = ${input.status}`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    name: Prisma.sql`fold(s.name) COLLATE "C"`,
    id: Prisma.sql`s.id`,
    status: Prisma.sql`s.status`,
    // sorting by the balance would reveal it to callers who see names only
    balance: ctx.reach === 'full' ? Prisma.sql`owed.balance` : Prisma.sql`s.id`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`s.id`, input.sort_as);
}

/** Lists suppliers with the amount owed to each. */
export async function list(ctx: Ctx, input: List) {
  const { country, Currency } = (await readSettings(ctx)).settings;
  const where = filterOf(input, country);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM supplier s WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<SupplierRow[]>`
    ${selectSuppliersSql(ctx, Currency)} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds a supplier by id, even if it is deleted. */
async function stored(ctx: Ctx, id: number): Promise<SupplierRow | undefined> {
  const [row] = await ctx.db.$queryRaw<SupplierRow[]>`
    ${selectSuppliersSql(ctx, await readShopCurrency(ctx))} WHERE s.id = ${id}`;
  return row;
}

/** Finds and locks a supplier until the transaction ends, even if it is deleted. */
async function lock(ctx: Ctx, id: number): Promise<SupplierRow | undefined> {
  await runStatement(ctx, tables.selectFrom('supplier').select('id').where('id', '=', id).forUpdate());
  return stored(ctx, id);
}

/** Returns a supplier. @throws record.missing */
export const show = async (ctx: Ctx, { id }: Known) =>
  showView(ctx, requireNotDeleted(await stored(ctx, id)));

type Entry = Omit<z.output<typeof api.supplier.ledger.output>, 'kind'> & { kind: string };

/**
 * Lists the receipts and payments of a supplier that the caller may see, each with the balance in its currency after
 * it.
 * @throws record.missing
 */
export async function listSupplierLedger(ctx: Ctx, input: Ledger) {
  const { supplier_id } = input;
  const entries = Prisma.sql`
    SELECT 'receipt' AS kind, r.id, r.id AS receipt_id, r.invoice_number AS reference, r.on_date, 0 AS step,
           r.currency, ${netSql} AS value
      FROM receipt r
     WHERE r.supplier_id = ${supplier_id} AND r.deleted_at IS NULL AND r.status IN (1, 2) AND NOT r.opening_stock
       AND ${listedReceiptsSql(ctx)}
    UNION ALL
    SELECT 'transaction', t.id, r.id, t.ref_number, t.on_date, 1, r.currency, -t.value
      FROM receipt_transaction t JOIN receipt r ON r.id = t.receipt_id
     WHERE r.supplier_id = ${supplier_id} AND t.deleted_at IS NULL AND r.deleted_at IS NULL AND r.status IN (1, 2)
       AND ${listedReceiptsSql(ctx)}`;
  const conditions = keywordConditions(input.keywords, Prisma.sql`fold(coalesce(e.reference, ''))`);
  if (input.id !== undefined) conditions.push(Prisma.sql`e.kind || '-' || e.id = ${input.id}`);
  // the filters apply after the running balance, which includes all entries
  const where = whereSql(conditions);
  const { skip, take } = toSkipTake(input);
  const way = input.sort_as === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const [counted] = await ctx.db.$queryRaw<{ total: number; name: string }[]>`
    SELECT (SELECT count(*)::int FROM (${entries}) e ${where}) AS total, name FROM supplier
     WHERE id = ${supplier_id} AND deleted_at IS NULL`;
  const { total, name } = requireFound(counted);
  const rows = await ctx.db.$queryRaw<Entry[]>`
    SELECT e.kind || '-' || e.id AS id, e.kind, e.receipt_id, e.reference, e.on_date::text AS on_date,
           e.currency, e.value::float8 AS value, e.balance::float8 AS balance
      FROM (SELECT x.*, sum(x.value) OVER (PARTITION BY x.currency ORDER BY x.on_date, x.step, x.id) AS balance FROM (${entries}) x) e ${where}
     ORDER BY e.on_date ${way}, e.step ${way}, e.id ${way} LIMIT ${take} OFFSET ${skip}`;
  const page = toPage(
    rows.map(({ kind, ...row }) => ({
      ...row,
      kind: kind === 'receipt' ? ('receipt' as const) : ('transaction' as const),
    })),
    total,
    input,
  );
  return input.export ? { ...page, file: { about: name, facts: [], totals: [] } } : page;
}

async function columnsOf(ctx: Ctx, input: Save) {
  const { country } = (await readSettings(ctx)).settings;
  return {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.phone === undefined ? {} : { phone: input.phone && formatPhone(input.phone, country) }),
    ...(input.notes === undefined ? {} : { notes: input.notes }),
    ...(input.status === undefined ? {} : { status: input.status }),
  };
}

async function create(ctx: Ctx, input: Save) {
  const name = input.name ?? failField('name', 'required');
  await checkNameIsNew(ctx, { noun: 'supplier', after: name, force: input.force });
  const { id } = await ctx.db.supplier.create({
    data: { ...(await columnsOf(ctx, input)), name, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = requireFound(await stored(ctx, id));
  await recordAudit(ctx, {
    noun: 'supplier',
    id,
    action: 'create',
    before: null,
    after: auditView(row),
    version: 1,
  });
  return showView(ctx, row);
}

async function change(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lock(ctx, id));
  checkVersion(before.version, input.version);
  const { name: after, force } = input;
  await checkNameIsNew(ctx, { noun: 'supplier', id, before: before.name, after, force });
  const data = { ...(await columnsOf(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.supplier.update({ where: { id }, data, select: { id: true } });
  const row = requireFound(await stored(ctx, id));
  const changed = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'supplier', id, action: 'update', ...changed });
  return showView(ctx, row);
}

/** Creates or changes a supplier. @throws record.missing, record.stale, name.exists */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.name !== undefined) await lockNames(ctx, 'supplier');
    return input.id === undefined ? create(ctx, input) : change(ctx, input.id, input);
  });

/** Deletes a supplier without draft or accepted receipts. @throws supplier.in_use with their count */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    // drafts of other branches count too
    const count = await ctx.db.receipt.count({
      where: { supplier_id: id, deleted_at: null, OR: [{ status: null }, { status: 1 }] },
    });
    if (count > 0) fail('supplier.in_use', { count });
    await setDeleted(ctx, 'supplier', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'supplier', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await stored(ctx, id)));
  });

import { toNameKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, lockRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { checkNameIsNew, hasNameKeySql, lockNames } from '../../../core/text/equal-names.ts';
import type { Tables } from '../../../generated/tables.ts';
import { formatPhone, readSettings } from '../../setting/index.ts';
import {
  auditView,
  readSuppliers,
  rowView,
  type SupplierQuery,
  type SupplierRow,
  showView,
} from './supplier.view.ts';

type List = z.output<typeof api.supplier.list.input>;
type Save = z.output<typeof api.supplier.save.input>;
type Known = { id: number; version?: number | undefined };

const readShopCurrency = async (ctx: Ctx): Promise<string> => (await readSettings(ctx)).settings.Currency;

/** Condition for the suppliers `s` of a list. */
function filterSuppliers(input: List, country: string): Expression<SqlBool> {
  const eb = expressionBuilder<{ s: Tables['supplier'] }, 's'>();
  const filters: Expression<SqlBool>[] = [
    eb('s.deleted_at', 'is', null),
    matchesKeywords(input.keywords, sql.ref('s.search')),
  ];
  if (input.named !== undefined) {
    const phone = formatPhone(input.named, country);
    filters.push(eb.or([hasNameKeySql('s.name', [toNameKey(input.named)]), eb('s.phone', '=', phone)]));
  }
  if (input.id !== undefined) filters.push(eb('s.id', '=', input.id));
  if (input.status !== undefined) filters.push(eb('s.status', '=', input.status));
  return eb.and(filters);
}

function sortSuppliers(ctx: Ctx, query: SupplierQuery, { sort_by, sort_as }: List): SupplierQuery {
  const name = sql`fold(${sql.ref('s.name')}) COLLATE "C"`;
  // sorting by the balance would reveal it to callers who see names only
  const balance = ctx.reach === 'full' ? 'owed.balance' : 's.id';
  const sorted =
    sort_by === 'name'
      ? query.orderBy(name, sort_as)
      : query.orderBy(sort_by === 'balance' ? balance : `s.${sort_by}`, sort_as);
  return sorted.orderBy('s.id', sort_as);
}

/** Lists suppliers with the amount owed to each. */
export async function list(ctx: Ctx, input: List) {
  const { country, Currency } = (await readSettings(ctx)).settings;
  const where = filterSuppliers(input, country);
  const { skip, take } = toSkipTake(input);
  const query = readSuppliers(ctx, Currency).where(where);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, sortSuppliers(ctx, query, input).limit(take).offset(skip)),
    countRows(ctx, tables.selectFrom('supplier as s').where(where)),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

/** Finds a supplier by id, even if it is deleted. */
const findSupplier = async (ctx: Ctx, id: number): Promise<SupplierRow | undefined> =>
  fetchRow(ctx, readSuppliers(ctx, await readShopCurrency(ctx)).where('s.id', '=', id));

/** Finds and locks a supplier until the transaction ends, even if it is deleted. */
async function lockSupplier(ctx: Ctx, id: number): Promise<SupplierRow | undefined> {
  await lockRow(ctx, 'supplier', id);
  return findSupplier(ctx, id);
}

/** Returns a supplier. @throws record.missing */
export const show = async (ctx: Ctx, { id }: Known) =>
  showView(ctx, requireNotDeleted(await findSupplier(ctx, id)));

async function toColumns(ctx: Ctx, input: Save) {
  const { country } = (await readSettings(ctx)).settings;
  return {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.phone === undefined ? {} : { phone: input.phone && formatPhone(input.phone, country) }),
    ...(input.notes === undefined ? {} : { notes: input.notes }),
    ...(input.status === undefined ? {} : { status: input.status }),
  };
}

async function createSupplier(ctx: Ctx, input: Save) {
  const name = input.name ?? failField('name', 'required');
  await checkNameIsNew(ctx, { noun: 'supplier', after: name, force: input.force });
  const { id } = await ctx.db.supplier.create({
    data: { ...(await toColumns(ctx, input)), name, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = requireFound(await findSupplier(ctx, id));
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

async function changeSupplier(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lockSupplier(ctx, id));
  checkVersion(before.version, input.version);
  const { name: after, force } = input;
  await checkNameIsNew(ctx, { noun: 'supplier', id, before: before.name, after, force });
  const data = { ...(await toColumns(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.supplier.update({ where: { id }, data, select: { id: true } });
  const row = requireFound(await findSupplier(ctx, id));
  const changed = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'supplier', id, action: 'update', ...changed });
  return showView(ctx, row);
}

/** Creates or changes a supplier. @throws record.missing, record.stale, name.exists */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.name !== undefined) await lockNames(ctx, 'supplier');
    return input.id === undefined ? createSupplier(ctx, input) : changeSupplier(ctx, input.id, input);
  });

/** Deletes a supplier without draft or accepted receipts. @throws supplier.in_use with their count */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockSupplier(ctx, id));
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
    const row = requireRestorable(ctx, await lockSupplier(ctx, id));
    await setDeleted(ctx, 'supplier', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findSupplier(ctx, id)));
  });

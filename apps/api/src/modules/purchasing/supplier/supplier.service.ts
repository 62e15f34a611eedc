import { toNameKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
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
  const query = readSuppliers(ctx, Currency).where(where);
  const [rows, total] = await fetchPage(
    ctx,
    sortSuppliers(ctx, query, input),
    tables.selectFrom('supplier as s').where(where),
    input,
  );
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

/** Finds a supplier by id, even if it is deleted. */
const findSupplier = async (ctx: Ctx, id: number): Promise<SupplierRow | undefined> =>
  fetchRow(ctx, readSuppliers(ctx, await readShopCurrency(ctx)).where('s.id', '=', id));

async function toColumns(ctx: Ctx, input: Save) {
  const { country } = (await readSettings(ctx)).settings;
  return {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.phone === undefined ? {} : { phone: input.phone && formatPhone(input.phone, country) }),
    ...(input.email === undefined ? {} : { email: input.email }),
    ...(input.delivery_days === undefined ? {} : { delivery_days: input.delivery_days }),
    ...(input.order_every_days === undefined ? {} : { order_every_days: input.order_every_days }),
    ...(input.minimum_order === undefined ? {} : { minimum_order: input.minimum_order }),
    ...(input.notes === undefined ? {} : { notes: input.notes }),
    ...(input.status === undefined ? {} : { status: input.status }),
  };
}

async function insertSupplier(ctx: Ctx, input: Save) {
  const name = input.name ?? failField('name', 'required');
  await checkNameIsNew(ctx, { noun: 'supplier', after: name, force: input.force });
  const data = { ...(await toColumns(ctx, input)), name, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.supplier.create({ data, select: { id: true } });
}

async function updateSupplier(ctx: Ctx, { id, name: before }: SupplierRow, input: Save) {
  const { name: after, force } = input;
  await checkNameIsNew(ctx, { noun: 'supplier', id, before, after, force });
  const data = { ...(await toColumns(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.supplier.update({ where: { id }, data, select: { id: true } });
}

/** Refuses to delete a supplier with draft or accepted receipts, also of other branches. @throws supplier.in_use */
async function checkRemove(ctx: Ctx, { id }: SupplierRow): Promise<void> {
  const count = await ctx.db.receipt.count({
    where: { supplier_id: id, deleted_at: null, OR: [{ status: null }, { status: 1 }] },
  });
  if (count > 0) fail('supplier.in_use', { count });
}

const suppliers = defineRestorableRecord({
  noun: 'supplier',
  find: findSupplier,
  view: showView,
  audit: auditView,
  insert: insertSupplier,
  update: updateSupplier,
  checkRemove,
});

/** Creates or changes a supplier. @throws record.missing, record.stale, name.exists */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.name !== undefined) await lockNames(ctx, 'supplier');
    return suppliers.save(ctx, input);
  });

/**
 * Shows, deletes and restores suppliers; one with draft or accepted receipts is not deleted.
 * @throws record.missing, record.stale, supplier.in_use with the number of receipts
 */
export const { show, remove, restore } = suppliers;

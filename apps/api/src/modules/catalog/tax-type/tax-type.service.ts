import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, lockRow } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import {
  auditView,
  readTaxTypes,
  rowView,
  showView,
  type TaxTypeQuery,
  type TaxTypeRow,
} from './tax-type.view.ts';

type List = z.output<typeof api.taxType.list.input>;
type Save = z.output<typeof api.taxType.save.input>;
type Known = { id: number; version?: number | undefined };

function filterTaxTypes({ keywords, id, status }: List): TaxTypeQuery {
  let query = readTaxTypes
    .where('t.deleted_at', 'is', null)
    .where(matchesKeywords(keywords, sql.ref('t.search')));
  if (id !== undefined) query = query.where('t.id', '=', id);
  return status === undefined ? query : query.where('t.status', '=', status);
}

function sortTaxTypes(ctx: Ctx, query: TaxTypeQuery, { sort_by, sort_as }: List): TaxTypeQuery {
  const name = localizedSort(ctx, sql.ref('t.names'));
  const sorted = sort_by === 'name' ? query.orderBy(name, sort_as) : query.orderBy(`t.${sort_by}`, sort_as);
  return sorted.orderBy('t.id', sort_as);
}

/** Lists tax types. */
export async function list(ctx: Ctx, input: List) {
  const query = filterTaxTypes(input);
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, sortTaxTypes(ctx, query, input).limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Finds a tax type by id, even if it is deleted. */
const findTaxType = (ctx: Ctx, id: number): Promise<TaxTypeRow | undefined> =>
  fetchRow(ctx, readTaxTypes.where('t.id', '=', id));

/** Finds and locks a tax type until the transaction ends, even if it is deleted. */
async function lockTaxType(ctx: Ctx, id: number): Promise<TaxTypeRow | undefined> {
  await lockRow(ctx, 'tax_type', id);
  return findTaxType(ctx, id);
}

const toColumns = ({ names, value, value_name, ord, status }: Save) =>
  omitUndefined({ names, value, value_name, ord, status });

async function createTaxType(ctx: Ctx, input: Save) {
  const names = input.names ?? failField('names', 'required');
  const value = input.value ?? failField('value', 'required');
  const { id } = await ctx.db.tax_type.create({
    data: { ...toColumns(input), names, value, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = requireFound(await findTaxType(ctx, id));
  const change = { before: null, after: auditView(row), version: 1 };
  await recordAudit(ctx, { noun: 'tax-type', id, action: 'create', ...change });
  return showView(ctx, row);
}

async function changeTaxType(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lockTaxType(ctx, id));
  checkVersion(before.version, input.version);
  const data = { ...toColumns(input), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.tax_type.update({ where: { id }, data, select: { id: true } });
  const row = requireFound(await findTaxType(ctx, id));
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'tax-type', id, action: 'update', ...change });
  return showView(ctx, row);
}

/** Creates or changes a tax type. @throws record.missing, record.stale */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx((ctx) => (input.id === undefined ? createTaxType(ctx, input) : changeTaxType(ctx, input.id, input)));

/** Deletes a tax type that no existing product uses. @throws tax_type.in_use with their count */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockTaxType(ctx, id));
    checkVersion(row.version, version);
    if (row.products_count > 0) fail('tax_type.in_use', { count: row.products_count });
    await setDeleted(ctx, 'tax-type', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lockTaxType(ctx, id));
    await setDeleted(ctx, 'tax-type', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findTaxType(ctx, id)));
  });

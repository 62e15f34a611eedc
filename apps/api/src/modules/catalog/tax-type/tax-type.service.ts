import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
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
  const [rows, total] = await fetchPage(ctx, sortTaxTypes(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

const toColumns = ({ names, value, value_name, ord, status }: Save) =>
  omitUndefined({ names, value, value_name, ord, status });

function insertTaxType(ctx: Ctx, input: Save) {
  const names = input.names ?? failField('names', 'required');
  const value = input.value ?? failField('value', 'required');
  const data = { ...toColumns(input), names, value, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.tax_type.create({ data, select: { id: true } });
}

function updateTaxType(ctx: Ctx, { id }: TaxTypeRow, input: Save) {
  const data = { ...toColumns(input), version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.tax_type.update({ where: { id }, data, select: { id: true } });
}

/**
 * Saves, deletes and restores tax types; one that existing products use is not deleted.
 * @throws record.missing, record.stale, tax_type.in_use with the number of products
 */
export const { save, remove, restore } = defineRestorableRecord({
  noun: 'tax-type',
  find: (ctx, id) => fetchRow(ctx, readTaxTypes.where('t.id', '=', id)),
  view: showView,
  audit: auditView,
  insert: insertTaxType,
  update: updateTaxType,
  checkRemove: (_, { products_count: count }) => count > 0 && fail('tax_type.in_use', { count }),
});

import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.taxType.list.output>;
type Show = z.output<typeof api.taxType.save.output>;

/** Selects tax types `t` with the number of their existing products; `value` is in percent. */
export const readTaxTypes = tables
  .selectFrom('tax_type as t')
  .select([
    't.id',
    't.names',
    't.ord',
    't.status',
    't.version',
    't.created_at',
    't.updated_at',
    't.deleted_at',
  ])
  .select((eb) => [
    eb.cast<number>('t.value', 'float8').as('value'),
    eb.ref('t.value_name').$castTo<Row['value_name']>().as('value_name'),
    sql<number>`${eb
      .selectFrom('product as p')
      .select(eb.fn.countAll().as('count'))
      .whereRef('p.tax_type_id', '=', 't.id')
      .where('p.deleted_at', 'is', null)}`.as('products_count'),
  ]);

export type TaxTypeQuery = typeof readTaxTypes;
export type TaxTypeRow = InferResult<TaxTypeQuery>[number];

/** Converts a tax type to a list row. */
export const rowView = (ctx: Ctx, row: TaxTypeRow, all_locale: boolean): Row => ({
  id: row.id,
  name: resolveText(toTexts(row.names), ctx.locale),
  ...(all_locale ? { names: toTexts(row.names) } : {}),
  value: row.value,
  value_name: row.value_name,
  ord: row.ord,
  status: row.status,
  products_count: row.products_count,
  version: row.version,
  actions: allowedActions(ctx, 'taxs'),
});

/** Converts a tax type to the full response. */
export const showView = (ctx: Ctx, row: TaxTypeRow): Show => ({
  ...rowView(ctx, row, true),
  names: toTexts(row.names),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = ({ names, value, value_name, ord, status }: TaxTypeRow) => ({
  names: toTexts(names),
  value,
  value_name,
  ord,
  status,
});

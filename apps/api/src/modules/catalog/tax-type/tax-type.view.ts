import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.taxType.list.output>;
type Show = z.output<typeof api.taxType.save.output>;

export type TaxTypeRow = {
  readonly id: number;
  readonly names: Texts;
  /** Percent. */
  readonly value: number;
  readonly value_name: Row['value_name'];
  readonly ord: number;
  readonly status: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly products_count: number;
};

export const SELECT = Prisma.sql`
  SELECT t.id, t.names, t.value::float8 AS value, t.value_name, t.ord, t.status, t.version, t.created_at,
         t.updated_at, t.deleted_at,
         (SELECT count(*)::int FROM product p WHERE p.tax_type_id = t.id AND p.deleted_at IS NULL) AS products_count
    FROM tax_type t`;

/** Converts a tax type to a list row. */
export const rowView = (ctx: Ctx, row: TaxTypeRow, all_locale: boolean): Row => ({
  id: row.id,
  name: resolveText(row.names, ctx.locale),
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

import { listMissingLocales, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.brand.list.output>;
type Show = z.output<typeof api.brand.show.output>;

/** Selects brands `b` with the number of their existing products. */
export const readBrands = tables
  .selectFrom('brand as b')
  .select([
    'b.id',
    'b.names',
    'b.descriptions',
    'b.status',
    'b.ord',
    'b.logo',
    'b.cover',
    'b.version',
    'b.created_at',
    'b.updated_at',
    'b.deleted_at',
  ])
  .select(({ selectFrom, fn }) =>
    sql<number>`${selectFrom('product as p')
      .select(fn.countAll().as('count'))
      .whereRef('p.brand_id', '=', 'b.id')
      .where('p.deleted_at', 'is', null)}`.as('products_count'),
  );

export type BrandQuery = typeof readBrands;
export type BrandRow = InferResult<BrandQuery>[number];

/** Converts a brand to a list row; texts of all languages only when requested. */
export const rowView = (ctx: Ctx, row: BrandRow, all_locale: boolean): Row => ({
  id: row.id,
  name: resolveText(toTexts(row.names), ctx.locale),
  description: resolveText(toTexts(row.descriptions), ctx.locale),
  ...(all_locale ? { names: toTexts(row.names), descriptions: toTexts(row.descriptions) } : {}),
  status: row.status,
  ord: row.ord,
  logo_url: pictureUrl(row.logo),
  cover_url: pictureUrl(row.cover),
  products_count: row.products_count,
  missing: listMissingLocales(toTexts(row.names)),
  version: row.version,
  actions: allowedActions(ctx, 'products.brands'),
});

/** Converts a brand to the full response. */
export const showView = (ctx: Ctx, row: BrandRow): Show => ({
  ...rowView(ctx, row, true),
  names: toTexts(row.names),
  descriptions: toTexts(row.descriptions),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = ({ names, descriptions, status, ord, logo, cover }: BrandRow) => ({
  names: toTexts(names),
  descriptions: toTexts(descriptions),
  status,
  ord,
  logo,
  cover,
});

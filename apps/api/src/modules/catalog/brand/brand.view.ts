import { listMissingLocales, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import { pictureUrl } from '../../../core/pictures.ts';

type Row = z.output<typeof api.brand.list.output>;
type Show = z.output<typeof api.brand.show.output>;

export type BrandRow = {
  readonly id: number;
  readonly names: Texts;
  readonly descriptions: Texts;
  readonly status: number;
  readonly ord: number;
  readonly logo: string | null;
  readonly cover: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly products_count: number;
};

export const SELECT = Prisma.sql`
  SELECT b.id, b.names, b.descriptions, b.status, b.ord, b.logo, b.cover, b.version, b.created_at, b.updated_at,
         b.deleted_at,
         (SELECT count(*)::int FROM product p WHERE p.brand_id = b.id AND p.deleted_at IS NULL) AS products_count
    FROM brand b`;

/** Converts a brand to a list row; texts of all languages only when requested. */
export const rowView = (ctx: Ctx, row: BrandRow, all_locale: boolean): Row => ({
  id: row.id,
  name: resolveText(row.names, ctx.locale),
  description: resolveText(row.descriptions, ctx.locale),
  ...(all_locale ? { names: toTexts(row.names), descriptions: toTexts(row.descriptions) } : {}),
  status: row.status,
  ord: row.ord,
  logo_url: pictureUrl(row.logo),
  cover_url: pictureUrl(row.cover),
  products_count: row.products_count,
  missing: listMissingLocales(row.names),
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

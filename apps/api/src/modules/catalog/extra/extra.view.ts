import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.extra.list.output>;
type Show = z.output<typeof api.extra.save.output>;

export type ExtraRow = {
  readonly id: number;
  readonly titles: Texts;
  readonly price: number;
  readonly status: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly products_ids: number[];
  readonly branches_prices: Row['branches_prices'];
};

/** SQL for extras with their existing products and the prices of the caller's branches. */
export function selectExtrasSql(ctx: Ctx): Prisma.Sql {
  const scope = getEffectiveScope(ctx);
  const mine = scope === 'all' ? Prisma.sql`TRUE` : Prisma.sql`x.branch_id = ANY(${[...scope]}::int[])`;
  return Prisma.sql`
    SELECT e.id, e.titles, e.price::float8 AS price, e.status, e.version, e.created_at, e.updated_at, e.deleted_at,
           ARRAY(SELECT l.product_id FROM extra_product l JOIN product p ON p.id = l.product_id
                  WHERE l.extra_id = e.id AND p.deleted_at IS NULL ORDER BY l.product_id) AS products_ids,
           coalesce((SELECT jsonb_agg(jsonb_build_object('branch_id', x.branch_id, 'price', x.price::float8)
                                      ORDER BY x.branch_id)
                       FROM extra_price x JOIN branch b ON b.id = x.branch_id
                      WHERE x.extra_id = e.id AND b.deleted_at IS NULL AND ${mine}), '[]') AS branches_prices
      FROM extra e`;
}

/** Converts an extra to a list row; titles of all languages and products only when requested. */
export const rowView = (ctx: Ctx, row: ExtraRow, all_locale: boolean): Row => ({
  id: row.id,
  title: resolveText(row.titles, ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles), products_ids: row.products_ids } : {}),
  price: row.price,
  status: row.status,
  branches_prices: row.branches_prices,
  products_count: row.products_ids.length,
  version: row.version,
  actions: allowedActions(ctx, 'products.extras'),
});

/** Converts an extra to the full response. */
export const showView = (ctx: Ctx, row: ExtraRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  products_ids: row.products_ids,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares, with the prices that the caller may change. */
export const auditView = ({ titles, price, status, products_ids, branches_prices }: ExtraRow) => ({
  titles: toTexts(titles),
  price,
  status,
  products_ids,
  branches_prices,
});

import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, tables } from '../../../core/db/tables.ts';
import { allowedActions, toTexts } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.extra.list.output>;
type Show = z.output<typeof api.extra.save.output>;

/** Selects extras `e` with their existing products and the prices of the caller's branches. */
export function readExtras(ctx: Ctx) {
  const scope = getEffectiveScope(ctx);
  return tables
    .selectFrom('extra as e')
    .select(['e.id', 'e.titles', 'e.status', 'e.version', 'e.created_at', 'e.updated_at', 'e.deleted_at'])
    .select((eb) => {
      const products = eb
        .selectFrom('extra_product as l')
        .innerJoin('product as p', 'p.id', 'l.product_id')
        .select('l.product_id')
        .whereRef('l.extra_id', '=', 'e.id')
        .where('p.deleted_at', 'is', null)
        .orderBy('l.product_id');
      const prices = eb
        .selectFrom('extra_price as x')
        .innerJoin('branch as b', 'b.id', 'x.branch_id')
        .select(({ cast, fn, ref }) =>
          fn
            .agg('jsonb_agg', [
              jsonBuildObject({ branch_id: ref('x.branch_id'), price: cast<number>('x.price', 'float8') }),
            ])
            .orderBy('x.branch_id')
            .as('prices'),
        )
        .whereRef('x.extra_id', '=', 'e.id')
        .where('b.deleted_at', 'is', null);
      const ownPrices = scope === 'all' ? prices : prices.where('x.branch_id', '=', anyIdSql(scope));
      return [
        eb.cast<number>('e.price', 'float8').as('price'),
        sql<number[]>`array(${products})`.as('products_ids'),
        sql<Row['branches_prices']>`coalesce(${ownPrices}, '[]')`.as('branches_prices'),
      ];
    });
}

export type ExtraQuery = ReturnType<typeof readExtras>;
export type ExtraRow = InferResult<ExtraQuery>[number];

/** Converts an extra to a list row; titles of all languages and products only when requested. */
export const rowView = (ctx: Ctx, row: ExtraRow, all_locale: boolean): Row => ({
  id: row.id,
  title: resolveText(toTexts(row.titles), ctx.locale),
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

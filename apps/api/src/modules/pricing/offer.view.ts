import { resolveText } from '@dukkan/commerce';
import { type api, OFFER_PRODUCTS_LISTED } from '@dukkan/contract';
import type * as z from 'zod';
import { effectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { allowedActions, type Texts, toTexts } from '../../core/list/localized-columns.ts';
import { pictureUrl } from '../../core/pictures.ts';
import { LIVING } from './discount.view.ts';
import type { Terms } from './offer.terms.ts';

type Row = z.output<typeof api.offer.list.output>;
type Show = z.output<typeof api.offer.show.output>;

type PartRow = {
  readonly id: number;
  readonly item_id: number | null;
  readonly quantity: number;
  readonly titles: Texts;
  readonly barcode: string | null;
  readonly price: number;
};

export type OfferRow = Terms & {
  readonly id: number;
  readonly titles: Texts;
  readonly descriptions: Texts;
  readonly status: number;
  readonly ord: number;
  readonly image: string | null;
  readonly uses: number;
  readonly categorys_id: number[];
  readonly products: readonly PartRow[];
  readonly products_count: number;
  readonly available: number | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
};

/**
 * How many bundles of an offer `o` the stock makes, in the branches in sight: a bundle is packed in one branch, and
 * there by what it lacks most.
 */
function available(ctx: Ctx): Prisma.Sql {
  if (ctx.reach !== 'full') return Prisma.sql`NULL::float8`;
  const scope = effectiveScope(ctx);
  const mine = scope === 'all' ? Prisma.empty : Prisma.sql`AND l.branch_id = ANY(${[...scope]}::int[])`;
  return Prisma.sql`CASE WHEN o.type = 'bundle' THEN
    (SELECT coalesce(sum(b.made), 0)::float8 FROM (
       SELECT min(floor(greatest(l.available, 0) / x.quantity)) AS made
         FROM offer_product x JOIN stock_level l ON l.item_id = x.item_id ${mine}
        WHERE x.offer_id = o.id GROUP BY l.branch_id
       HAVING count(*) = (SELECT count(*) FROM offer_product y WHERE y.offer_id = o.id)) b) END`;
}

/** Rows with at most `most` of their products; for the public active products alone. */
export function select(ctx: Ctx, most: number): Prisma.Sql {
  const seen =
    ctx.reach === 'full' ? Prisma.sql`x.offer_id = o.id` : Prisma.sql`x.offer_id = o.id AND p.status = 1`;
  return Prisma.sql`
    SELECT o.id, o.type, o.titles, o.descriptions, o.status, o.ord, o.image, o.uses, o.tiers, o.code, o.discount_type,
           o.discount::float8 AS discount, o.quantity::float8 AS quantity, o.bundle_price::float8 AS bundle_price,
           o.drink_share::float8 AS drink_share, o.min_order::float8 AS min_order,
           o.max_discount::float8 AS max_discount, o.usage_limit, o.per_customer_limit,
           o.start_date::text AS start_date, o.end_date::text AS end_date,
           o.version, o.created_at, o.updated_at, o.deleted_at, ${available(ctx)} AS available,
           ARRAY(SELECT k.category_id FROM offer_category k WHERE k.offer_id = o.id ORDER BY 1) AS categorys_id,
           (SELECT count(*)::int FROM offer_product x ${LIVING} AND ${seen}) AS products_count,
           coalesce((SELECT json_agg(json_build_object('id', t.id, 'item_id', t.item_id, 'quantity', t.quantity,
                       'titles', t.titles, 'barcode', t.barcode, 'price', t.price) ORDER BY t.ord, t.at)
             FROM (SELECT x.product_id AS id, x.item_id, x.quantity, p.titles, i.barcode,
                          coalesce(i.price, p.price) AS price, x.ord, x.id AS at
                     FROM offer_product x ${LIVING} AND ${seen} ORDER BY x.ord, x.id LIMIT ${most}::int) t),
             '[]') AS products
      FROM offer o`;
}

/** The terms alone, out of a stored row. */
export const termsOf = (row: OfferRow): Terms => ({
  type: row.type,
  discount: row.discount,
  discount_type: row.discount_type,
  quantity: row.quantity,
  tiers: row.tiers,
  bundle_price: row.bundle_price,
  drink_share: row.drink_share,
  code: row.code,
  min_order: row.min_order,
  max_discount: row.max_discount,
  usage_limit: row.usage_limit,
  per_customer_limit: row.per_customer_limit,
  start_date: row.start_date,
  end_date: row.end_date,
});

const part = ({ id, item_id, quantity }: PartRow) => ({ id, item_id, quantity });

/** One row of the list, with its first products. */
export const rowView = (ctx: Ctx, row: OfferRow, all_locale: boolean): Row => ({
  id: row.id,
  title: resolveText(row.titles, ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles), descriptions: toTexts(row.descriptions) } : {}),
  description: resolveText(row.descriptions, ctx.locale),
  type: row.type,
  ord: row.ord,
  image_url: pictureUrl(row.image),
  categorys_id: row.categorys_id,
  status: row.status,
  info: { ...termsOf(row), products: row.products.slice(0, OFFER_PRODUCTS_LISTED).map(part) },
  products_count: row.products_count,
  uses: row.uses,
  available: row.available,
  version: row.version,
  actions: allowedActions(ctx, 'offers'),
});

/** An offer in full, its products by name. */
export const showView = (ctx: Ctx, row: OfferRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  info: {
    ...termsOf(row),
    products: row.products.map((one) => ({
      ...part(one),
      title: resolveText(one.titles, ctx.locale),
      barcode: one.barcode,
      price: one.price,
    })),
  },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** What the audit log compares: the stored fields. A coupon's uses are its orders' doing. */
export const auditView = (row: OfferRow) => ({
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  status: row.status,
  ord: row.ord,
  image: row.image,
  ...termsOf(row),
  products: row.products.map(part),
  categorys_id: row.categorys_id,
});

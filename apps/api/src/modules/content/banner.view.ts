import { LOCALES, resolveText, toLocalDate } from '@dukkan/commerce';
import { type api, BANNER_REASONS, type BannerReason, type BannerTarget } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { pictureUrl } from '../../core/file/pictures.ts';
import { allowedActions, toTexts } from '../../core/list/localized-columns.ts';
import { offerIsOnSql } from '../pricing/index.ts';
import { readSettings } from '../setting/index.ts';

// Rule: docs/rules/content.md#banners

type Row = z.output<typeof api.banner.list.output>;
type Show = z.output<typeof api.banner.show.output>;

/** The branch and day for which banners are shown; without a branch the whole shop. */
export type BannerContext = {
  readonly branch_id: number | undefined;
  /** The current date in the branch. */
  readonly today: string;
  /** The current date in the shop's time zone, which decides the validity of offers. */
  readonly shop_today: string;
  /** True when the branch does not sell items that are out of stock. */
  readonly checks_stock: boolean;
};

/** Returns the place of a branch, or else of the shop; a missing branch counts as the shop. */
export async function loadBannerContext(ctx: Ctx, branch_id?: number): Promise<BannerContext> {
  const { settings } = await readSettings(ctx);
  const shop_today = toLocalDate(ctx.now, settings.timezone);
  const branch =
    branch_id === undefined
      ? undefined
      : await fetchRow(
          ctx,
          tables
            .selectFrom('branch')
            .select('settings')
            .where('id', '=', branch_id)
            .where('deleted_at', 'is', null),
        );
  const own = (branch?.settings ?? {}) as { timezone?: string; product_check_availability?: boolean };
  return {
    branch_id: branch && branch_id,
    today: own.timezone ? toLocalDate(ctx.now, own.timezone) : shop_today,
    shop_today,
    checks_stock: branch !== undefined && own.product_check_availability !== false,
  };
}

/** SQL for the first reason that decides whether a banner `b` is visible. */
export const bannerReasonSql = ({
  today,
  shop_today,
}: BannerContext): RawBuilder<BannerReason> => sql<BannerReason>`CASE
  WHEN b.status = 0 THEN 'banner_off'
  WHEN s.status = 0 THEN 'slider_off'
  WHEN b.end_date < ${today}::date THEN 'ended'
  WHEN b.target_id IS NOT NULL AND (t.id IS NULL OR t.deleted_at IS NOT NULL) THEN 'target_deleted'
  WHEN t.status = 0 THEN 'target_off'
  WHEN b.start_date > ${today}::date THEN 'starts_later'
  WHEN o.id IS NOT NULL AND NOT ${offerIsOnSql(shop_today)} THEN 'offer_not_on'
  ELSE 'shows' END`;

/** Condition that the branch sells the target of a banner `b`. */
export const isBannerTargetSoldSql = ({ branch_id, checks_stock }: BannerContext): RawBuilder<boolean> =>
  sql<boolean>`(CASE b.target_type
    WHEN 'product' THEN NOT ${checks_stock}::boolean OR EXISTS (SELECT 1 FROM product_availability a
      WHERE a.product_id = b.target_id AND ${branch_id ?? null}::int = ANY(a.branch_ids))
    WHEN 'offer' THEN NOT EXISTS (SELECT 1 FROM offer_branch a WHERE a.offer_id = b.target_id)
      OR EXISTS (SELECT 1 FROM offer_branch a WHERE a.offer_id = b.target_id AND a.branch_id = ${branch_id ?? null}::int)
    ELSE TRUE END)`;

/** SQL for the target of a banner `b`, of any type. */
const targetSql = sql<{
  id: number | null;
  titles: unknown;
  status: number | null;
  deleted_at: Date | null;
}>`LATERAL (
  SELECT id, titles, status, deleted_at FROM product WHERE b.target_type = 'product' AND id = b.target_id
  UNION ALL SELECT id, titles, status, deleted_at FROM category WHERE b.target_type = 'category' AND id = b.target_id
  UNION ALL SELECT id, names, status, deleted_at FROM brand WHERE b.target_type = 'brand' AND id = b.target_id
  UNION ALL SELECT id, titles, status, deleted_at FROM offer WHERE b.target_type = 'offer' AND id = b.target_id)`;

/** Selects banners with their slider, their target, and the reason why they are visible or not. */
export const selectBanners = (place: BannerContext) =>
  tables
    .selectFrom('banner as b')
    .innerJoin('slider as s', 's.id', 'b.slider_id')
    .leftJoin(targetSql.as('t'), (join) => join.onTrue())
    .leftJoin('offer as o', (join) =>
      join.onRef('o.id', '=', 'b.target_id').on('b.target_type', '=', 'offer'),
    )
    .select([
      'b.id',
      'b.slider_id',
      's.key as slider_key',
      's.titles as slider_titles',
      'b.titles',
      'b.descriptions',
      'b.image_ar',
      'b.image_en',
      'b.image_de',
      'b.focus_x',
      'b.focus_y',
      'b.target_type',
      'b.target_id',
      'b.target_url',
      'b.target_titles',
      'b.start_date',
      'b.end_date',
      'b.ord',
      'b.status',
      'b.version',
      'b.created_at',
      'b.updated_at',
      'b.deleted_at',
      't.titles as named',
    ])
    .select(bannerReasonSql(place).as('why'));

export type BannerQuery = ReturnType<typeof selectBanners>;
export type BannerRow = InferResult<BannerQuery>[number];

const toLocalizedImages = (row: BannerRow) => ({ ar: row.image_ar, en: row.image_en, de: row.image_de });

/** Returns the language of the picture: the requested one, else the first that has a picture. */
function pictureLocale(ctx: Ctx, row: BannerRow): Row['image_locale'] {
  const images = toLocalizedImages(row);
  return [ctx.locale, ...LOCALES].find((locale) => images[locale] !== null) ?? ctx.locale;
}

/** Converts a banner to a list row; texts of all languages only when requested. */
export function rowView(ctx: Ctx, row: BannerRow, all_locale: boolean): Row {
  const images = toLocalizedImages(row);
  const image_locale = pictureLocale(ctx, row);
  const url = { ar: pictureUrl(images.ar), en: pictureUrl(images.en), de: pictureUrl(images.de) };
  return {
    id: row.id,
    title: resolveText(toTexts(row.titles), ctx.locale),
    description: resolveText(toTexts(row.descriptions), ctx.locale),
    ...(all_locale ? { titles: toTexts(row.titles), descriptions: toTexts(row.descriptions) } : {}),
    slider_id: row.slider_id,
    slider_key: row.slider_key,
    slider_title: resolveText(toTexts(row.slider_titles), ctx.locale),
    ord: row.ord,
    target: {
      type: row.target_type as BannerTarget,
      target: row.target_url ?? row.target_id,
      title: toTexts(row.target_titles),
      name: row.named ? resolveText(toTexts(row.named), ctx.locale) : null,
    },
    image_url: url[image_locale] ?? '',
    image_locale,
    images_url: url,
    focus: { x: row.focus_x, y: row.focus_y },
    start_date: row.start_date,
    end_date: row.end_date,
    status: row.status,
    shows: BANNER_REASONS[row.why],
    why: row.why,
    version: row.version,
    actions: allowedActions(ctx, 'banners'),
  };
}

/** Converts a banner to the full response. */
export const showView = (ctx: Ctx, row: BannerRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = (row: BannerRow) => ({
  slider_id: row.slider_id,
  titles: toTexts(row.titles),
  descriptions: toTexts(row.descriptions),
  images: toLocalizedImages(row),
  focus: { x: row.focus_x, y: row.focus_y },
  target: {
    type: row.target_type,
    target: row.target_url ?? row.target_id,
    title: toTexts(row.target_titles),
  },
  start_date: row.start_date,
  end_date: row.end_date,
  ord: row.ord,
  status: row.status,
});

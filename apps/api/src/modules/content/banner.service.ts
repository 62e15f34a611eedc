import { type api, BANNER_REASONS, BANNERS_MAX, type BannerReason, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { matchesBranchFilter, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import {
  anyIdSql,
  countRows,
  fetchRow,
  fetchRows,
  lockRow,
  runStatement,
  tables,
} from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { storePicture } from '../../core/file/pictures.ts';
import { checkOrder } from '../../core/list/check-order.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { localizedSort, omitUndefined, toJsonColumn } from '../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { defineRestorableRecord } from '../../core/record/define-restorable-record.ts';
import { requireNotDeleted } from '../../core/soft-delete.ts';
import {
  auditView,
  type BannerContext,
  type BannerQuery,
  type BannerRow,
  bannerReasonSql,
  isBannerTargetSoldSql,
  loadBannerContext,
  rowView,
  selectBanners,
  showView,
} from './banner.view.ts';

// Rule: docs/rules/content.md#banners

type Endpoints = typeof api.banner;
type List = z.output<Endpoints['list']['input']>;
type Save = z.output<Endpoints['save']['input']>;
type Order = z.output<Endpoints['order']['input']>;

/** Longest edge of a picture in pixels. */
const PICTURE_SIZE = 2_048;

/** True for staff with the permission, who see all banners; others see visible ones only. */
const seesAll = (ctx: Ctx): boolean => ctx.reach === 'full';

const listReasonsOfState = (state: List['shows']): BannerReason[] =>
  (Object.keys(BANNER_REASONS) as BannerReason[]).filter((reason) => BANNER_REASONS[reason] === state);

function filterBanners(ctx: Ctx, input: List, place: BannerContext): BannerQuery {
  let query = selectBanners(place).where('b.deleted_at', 'is', null);
  query = query.where(matchesKeywords(input.keywords, sql.ref('b.search')));
  if (input.slider_id !== undefined) query = query.where('b.slider_id', '=', input.slider_id);
  if (input.slider_key !== undefined) query = query.where('s.key', '=', input.slider_key.toLowerCase());
  if (place.branch_id !== undefined) query = query.where(isBannerTargetSoldSql(place));
  const shows = seesAll(ctx) ? input.shows : 'now';
  if (shows !== undefined)
    query = query.where(sql<boolean>`${bannerReasonSql(place)} = any(${listReasonsOfState(shows)}::text[])`);
  if (!seesAll(ctx)) return query;
  if (input.id !== undefined) query = query.where('b.id', '=', input.id);
  return input.status === undefined ? query : query.where('b.status', '=', input.status);
}

function sortBanners(ctx: Ctx, query: BannerQuery, { sort_by, sort_as }: List): BannerQuery {
  const sorted =
    sort_by === 'title'
      ? query.orderBy(localizedSort(ctx, sql.ref('b.titles')), sort_as)
      : query.orderBy(`b.${sort_by}`, sort_as);
  return sorted.orderBy('b.id', sort_as);
}

/**
 * Lists banners in order; the public gets those that are visible now and have a target available in the requested
 * branch.
 */
export async function list(ctx: Ctx, input: List) {
  const { branch_id } = input;
  if (branch_id !== undefined && !matchesBranchFilter(ctx, branch_id)) return toPage([], 0, input);
  const query = filterBanners(ctx, input, await loadBannerContext(ctx, branch_id));
  const [rows, total] = await fetchPage(ctx, sortBanners(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

const fetchBanner = async (ctx: Ctx, id: number): Promise<BannerRow | undefined> =>
  fetchRow(ctx, selectBanners(await loadBannerContext(ctx)).where('b.id', '=', id));

/** Returns a banner; one that is not visible does not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const row = requireNotDeleted(await fetchBanner(ctx, id));
  if (row.why !== 'shows' && !seesAll(ctx)) fail('record.missing');
  return showView(ctx, row);
}

/**
 * Locks existing sliders, always in the same order, so that changes to their banners run one after the other. @throws
 * reference.missing
 */
async function lockSliders(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('slider')
      .select(['id', 'deleted_at'])
      .where('id', '=', anyIdSql(ids))
      .orderBy('id')
      .forUpdate(),
  );
  const isAlive = (id: number) => rows.some((row) => row.id === id && row.deleted_at === null);
  if (!ids.every(isAlive)) fail('reference.missing', { field: 'slider_id' }, 'slider_id');
}

const livingBanners = (slider_id: number) =>
  tables
    .selectFrom('banner')
    .select(['id', 'ord'])
    .where('slider_id', '=', slider_id)
    .where('deleted_at', 'is', null);

/** Returns the position after the last banner of a locked slider. @throws slider.full */
async function findLastPlace(ctx: Ctx, slider_id: number): Promise<number> {
  const standing = livingBanners(slider_id);
  if ((await countRows(ctx, standing)) >= BANNERS_MAX) fail('slider.full', { max: BANNERS_MAX });
  const last = await fetchRow(ctx, standing.orderBy('ord', 'desc').limit(1));
  return last ? last.ord + 1 : 0;
}

/** Finds the target record of a banner; coupons are never public. */
function findTarget(type: 'product' | 'category' | 'brand' | 'offer', id: number) {
  const living = tables.selectFrom(type).select('id').where('id', '=', id).where('deleted_at', 'is', null);
  return type === 'offer' ? living.where(sql<boolean>`type <> 'coupon'`) : living;
}

/** Returns the columns of a target; an unchanged one is not checked again. @throws reference.missing */
async function targetColumns(ctx: Ctx, given: Save['target'], before: BannerRow | null) {
  if (!given) return {};
  const { type, target = null, title } = given;
  const isKept = before?.target_type === type && before.target_id === target;
  if (typeof target === 'number' && type !== 'none' && type !== 'url' && !isKept) {
    if (!(await fetchRow(ctx, findTarget(type, target))))
      fail('reference.missing', { field: 'target' }, 'target.target');
  }
  return {
    target_type: type,
    target_id: typeof target === 'number' ? target : null,
    target_url: typeof target === 'string' ? new URL(target).href : null,
    ...(title === undefined ? {} : { target_titles: JSON.stringify(title ?? {}) }),
  };
}

/** Stores the given pictures and returns their columns; null removes one. */
async function imageColumns(ctx: Ctx, given: Save['images_base64'] = {}) {
  const store = async (locale: 'ar' | 'en' | 'de') => {
    const image = given[locale];
    return image ? storePicture(ctx, image, { size: PICTURE_SIZE, field: `images_base64.${locale}` }) : image;
  };
  return { image_ar: await store('ar'), image_en: await store('en'), image_de: await store('de') };
}

/** Returns the columns to write, after checking them together. @throws reference.missing, slider.full */
async function toColumns(ctx: Ctx, input: Save, before: BannerRow | null) {
  const { slider_id, titles, descriptions, status, start_date, end_date, focus } = input;
  const days = {
    start: start_date === undefined ? before?.start_date : start_date,
    end: end_date === undefined ? before?.end_date : end_date,
  };
  if (days.start && days.end && days.end < days.start)
    failField('end_date', 'not_before', { other: 'start_date' });
  const isMoved = slider_id !== undefined && slider_id !== before?.slider_id;
  const images = omitUndefined(await imageColumns(ctx, input.images_base64));
  const pictures = (['image_ar', 'image_en', 'image_de'] as const).map((name) =>
    name in images ? images[name] : before?.[name],
  );
  if (pictures.every((picture) => !picture)) failField('images_base64', 'required');
  return omitUndefined({
    slider_id,
    titles: toJsonColumn(titles),
    descriptions: toJsonColumn(descriptions),
    status,
    start_date,
    end_date,
    ord: isMoved ? await findLastPlace(ctx, slider_id) : input.ord,
    focus_x: focus?.x,
    focus_y: focus?.y,
    ...images,
    ...(await targetColumns(ctx, input.target, before)),
  });
}

async function insertBanner(ctx: Ctx, input: Save) {
  const slider_id = input.slider_id ?? failField('slider_id', 'required');
  if (!input.titles) failField('titles', 'required');
  if (!input.descriptions) failField('descriptions', 'required');
  await lockSliders(ctx, [slider_id]);
  const { ord: place, ...columns } = await toColumns(ctx, input, null);
  const values = {
    ...columns,
    slider_id,
    titles: JSON.stringify(input.titles),
    descriptions: JSON.stringify(input.descriptions),
    ord: input.ord ?? place ?? 0,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const created = await fetchRow(ctx, tables.insertInto('banner').values(values).returning('id'));
  return requireFound(created);
}

async function updateBanner(ctx: Ctx, before: BannerRow, input: Save) {
  const columns = await toColumns(ctx, input, before);
  await runStatement(
    ctx,
    tables
      .updateTable('banner')
      .set({ ...columns, version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
}

/** Locks a banner with its slider and the one it moves to. @throws record.missing, reference.missing */
async function lockBanner(
  ctx: Ctx,
  { id, slider_id: to }: Pick<Save, 'slider_id'> & { readonly id: number },
  requireState: (row: BannerRow | undefined) => BannerRow,
): Promise<BannerRow | undefined> {
  const { slider_id } = requireState(await fetchBanner(ctx, id));
  await lockSliders(ctx, to === undefined ? [slider_id] : [slider_id, to]);
  await lockRow(ctx, 'banner', id);
  return fetchBanner(ctx, id);
}

/**
 * Saves, deletes and restores banners; a new one goes after the others of its slider.
 * @throws record.missing, record.stale, reference.missing, slider.full, image.unreadable, image.too_many_pixels,
 * upload.quota
 */
export const { save, remove, restore } = defineRestorableRecord({
  noun: 'banner',
  lock: lockBanner,
  find: fetchBanner,
  view: showView,
  audit: auditView,
  insert: insertBanner,
  update: updateBanner,
  checkRestore: (ctx, { slider_id }) => findLastPlace(ctx, slider_id),
});

/** Reorders the banners of a slider; the request must list each of them exactly once. @throws reference.missing */
export const order = (ctx: Ctx, { slider_id, ids }: Order) =>
  ctx.tx(async (ctx) => {
    await lockSliders(ctx, [slider_id]);
    const rows = await fetchRows(ctx, livingBanners(slider_id).orderBy('ord').orderBy('id'));
    const before = rows.map(({ id }) => id);
    checkOrder(ids, before);
    await runStatement(
      ctx,
      sql`UPDATE banner b SET ord = new.ord - 1, updated_at = ${ctx.now}
            FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS new(id, ord) WHERE b.id = new.id`,
    );
    for (const [ord, id] of ids.entries()) {
      const from = rows.find((row) => row.id === id)?.ord;
      const change = { noun: 'banner', id, action: 'update' } as const;
      if (from !== ord) await recordAudit(ctx, { ...change, before: { ord: from }, after: { ord } });
    }
    return { slider_id, ids };
  });

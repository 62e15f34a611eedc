import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { allowedActions, localizedSort, omitUndefined, toTexts } from '../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { defineRestorableRecord } from '../../core/record/define-restorable-record.ts';
import { requireNotDeleted } from '../../core/soft-delete.ts';

// Rule: docs/rules/content.md#sliders

type Endpoints = typeof api.slider;
type List = z.output<Endpoints['list']['input']>;
type Save = z.output<Endpoints['save']['input']>;
type Row = z.output<Endpoints['list']['output']>;
type Show = z.output<Endpoints['show']['output']>;

const readSliders = tables
  .selectFrom('slider')
  .select([
    'id',
    'key',
    'titles',
    'width',
    'height',
    'status',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
  ])
  .select(
    sql<number>`(SELECT count(*) FROM banner b WHERE b.slider_id = slider.id AND b.deleted_at IS NULL)`.as(
      'banners_count',
    ),
  );

type Query = typeof readSliders;
type SliderRow = InferResult<Query>[number];

/** Converts a slider to a list row; titles of all languages only when requested. */
const rowView = (ctx: Ctx, row: SliderRow, all_locale: boolean): Row => ({
  id: row.id,
  key: row.key,
  title: resolveText(toTexts(row.titles), ctx.locale),
  ...(all_locale ? { titles: toTexts(row.titles) } : {}),
  width: row.width,
  height: row.height,
  status: row.status,
  banners_count: row.banners_count,
  version: row.version,
  actions: allowedActions(ctx, 'banners'),
});

const showView = (ctx: Ctx, row: SliderRow): Show => ({
  ...rowView(ctx, row, true),
  titles: toTexts(row.titles),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const auditView = ({ key, titles, width, height, status }: SliderRow) => ({
  key,
  titles: toTexts(titles),
  width,
  height,
  status,
});

/** True for staff, who see disabled sliders. */
const seesDisabled = (ctx: Ctx): boolean => ctx.reach === 'full';

function filterSliders(ctx: Ctx, { keywords, id, status }: List): Query {
  let query = readSliders.where('deleted_at', 'is', null);
  query = query.where(matchesKeywords(keywords, sql.ref('search')));
  if (!seesDisabled(ctx)) return query.where('status', '=', 1);
  if (id !== undefined) query = query.where('id', '=', id);
  return status === undefined ? query : query.where('status', '=', status);
}

function sortSliders(ctx: Ctx, query: Query, { sort_by, sort_as }: List): Query {
  const title = localizedSort(ctx, sql.ref('titles'));
  return (sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(sort_by, sort_as)).orderBy(
    'id',
    sort_as,
  );
}

/** Lists sliders; the public sees active ones, staff all. */
export async function list(ctx: Ctx, input: List) {
  const query = filterSliders(ctx, input);
  const [rows, total] = await fetchPage(ctx, sortSliders(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

const findSlider = (ctx: Ctx, id: number): Promise<SliderRow | undefined> =>
  fetchRow(ctx, readSliders.where('id', '=', id));

/** Returns a slider; a disabled one does not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const row = requireNotDeleted(await findSlider(ctx, id));
  if (row.status !== 1 && !seesDisabled(ctx)) fail('record.missing');
  return showView(ctx, row);
}

async function insertSlider(ctx: Ctx, { key, titles, width, height, status = 1 }: Save) {
  const values = {
    key: key ?? failField('key', 'required'),
    titles: JSON.stringify(titles ?? failField('titles', 'required')),
    width: width ?? failField('width', 'required'),
    height: height ?? failField('height', 'required'),
    status,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  return requireFound(await fetchRow(ctx, tables.insertInto('slider').values(values).returning('id')));
}

async function updateSlider(ctx: Ctx, before: SliderRow, { key, titles, width, height, status }: Save) {
  const change = omitUndefined({ key, titles: titles && JSON.stringify(titles), width, height, status });
  await runStatement(
    ctx,
    tables
      .updateTable('slider')
      .set({ ...change, version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
}

/**
 * Saves, deletes and restores sliders; one with banners is not deleted. Banners lock their slider, so that none is added
 * meanwhile.
 * @throws record.missing, record.stale, slider.key_taken, slider.in_use with the number of banners
 */
export const { save, remove, restore } = defineRestorableRecord({
  noun: 'slider',
  find: findSlider,
  view: showView,
  audit: auditView,
  insert: insertSlider,
  update: updateSlider,
  unique: { slider_key_live: () => fail('slider.key_taken', undefined, 'key') },
  checkRemove: (_, { banners_count: count }) => count > 0 && fail('slider.in_use', { count }),
});

import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { isConstraintViolation } from '../../core/db/database.ts';
import { countRows, fetchRow, fetchRows, lockRow, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { allowedActions, localizedSort, omitUndefined, toTexts } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../core/soft-delete.ts';

// Rule: docs/rules/content.md#sliders

type Endpoints = typeof api.slider;
type List = z.output<Endpoints['list']['input']>;
type Save = z.output<Endpoints['save']['input']>;
type Row = z.output<Endpoints['list']['output']>;
type Show = z.output<Endpoints['show']['output']>;
type Known = { id: number; version?: number | undefined };

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
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, sortSliders(ctx, query, input).limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

const readSlider = (id: number): Query => readSliders.where('id', '=', id);

/** Returns a slider; a disabled one does not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const row = requireNotDeleted(await fetchRow(ctx, readSlider(id)));
  if (row.status !== 1 && !seesDisabled(ctx)) fail('record.missing');
  return showView(ctx, row);
}

async function createSlider(ctx: Ctx, { key, titles, width, height, status = 1 }: Save) {
  const values = {
    key: key ?? failField('key', 'required'),
    titles: JSON.stringify(titles ?? failField('titles', 'required')),
    width: width ?? failField('width', 'required'),
    height: height ?? failField('height', 'required'),
    status,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const created = await fetchRow(ctx, tables.insertInto('slider').values(values).returning('id'));
  const row = requireFound(created && (await fetchRow(ctx, readSlider(created.id))));
  await recordAudit(ctx, {
    noun: 'slider',
    id: row.id,
    action: 'create',
    before: null,
    after: auditView(row),
    version: 1,
  });
  return showView(ctx, row);
}

async function changeSlider(ctx: Ctx, before: SliderRow, { key, titles, width, height, status }: Save) {
  const change = omitUndefined({ key, titles: titles && JSON.stringify(titles), width, height, status });
  const version = before.version + 1;
  await runStatement(
    ctx,
    tables
      .updateTable('slider')
      .set({ ...change, version, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
  const row = requireFound(await fetchRow(ctx, readSlider(before.id)));
  const views = { before: auditView(before), after: auditView(row) };
  await recordAudit(ctx, { noun: 'slider', id: row.id, action: 'update', ...views, version });
  return showView(ctx, row);
}

/** Finds and locks a slider; banners lock it too, so that none is added while it is deleted. */
async function lockSlider(ctx: Ctx, id: number): Promise<SliderRow | undefined> {
  await lockRow(ctx, 'slider', id);
  // read after the lock, because its number of banners may have changed
  return fetchRow(ctx, readSlider(id));
}

/** Runs a write and refuses a key that another slider has. @throws slider.key_taken */
async function withUniqueKey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConstraintViolation(error, 'slider_key_live')) throw error;
    return fail('slider.key_taken', undefined, 'key');
  }
}

/** Creates or changes a slider. @throws record.missing, record.stale, slider.key_taken */
export const save = (ctx: Ctx, input: Save) =>
  withUniqueKey(() =>
    ctx.tx(async (ctx) => {
      if (input.id === undefined) return createSlider(ctx, input);
      const before = requireNotDeleted(await lockSlider(ctx, input.id));
      checkVersion(before.version, input.version);
      return changeSlider(ctx, before, input);
    }),
  );

/**
 * Deletes a slider without banners; it can be restored within a day.
 * @throws record.missing, record.stale, slider.in_use with the number of its banners
 */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockSlider(ctx, id));
    checkVersion(row.version, version);
    if (row.banners_count > 0) fail('slider.in_use', { count: row.banners_count });
    await setDeleted(ctx, 'slider', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing, slider.key_taken */
export const restore = (ctx: Ctx, { id }: Known) =>
  withUniqueKey(() =>
    ctx.tx(async (ctx) => {
      const row = requireRestorable(ctx, await lockSlider(ctx, id));
      await setDeleted(ctx, 'slider', row, 'restore', auditView(row));
      return showView(ctx, requireFound(await fetchRow(ctx, readSlider(id))));
    }),
  );

import { toNameKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { isTextMissing, localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { checkNameIsNew, hasNameKeysSql, lockNames } from '../../../core/text/equal-names.ts';
import { auditView, type BrandQuery, type BrandRow, readBrands, rowView, showView } from './brand.view.ts';

type List = z.output<typeof api.brand.list.input>;
type Save = z.output<typeof api.brand.save.input>;

/** Longest edges of logo and cover in pixels. */
const LOGO_SIZE = 512;
const COVER_SIZE = 1600;

function filterBrands(ctx: Ctx, input: List): BrandQuery {
  const { id, status, named, missing_translation } = input;
  const names = sql.ref('b.names');
  let query = readBrands
    .where('b.deleted_at', 'is', null)
    .where(matchesKeywords(input.keywords, sql.ref('b.search')));
  if (named !== undefined) query = query.where(hasNameKeysSql('b.names', [toNameKey(named)]));
  if (ctx.reach === 'public') return query.where('b.status', '=', 1);
  if (id !== undefined) query = query.where('b.id', '=', id);
  if (status !== undefined) query = query.where('b.status', '=', status);
  return missing_translation ? query.where(isTextMissing(names, missing_translation)) : query;
}

function sortBrands(ctx: Ctx, query: BrandQuery, { sort_by, sort_as }: List): BrandQuery {
  const sorts = {
    ord: sql.ref('b.ord'),
    name: localizedSort(ctx, sql.ref('b.names')),
    id: sql.ref('b.id'),
    // sorting by the count would reveal it to callers who see names only
    products_count: ctx.reach === 'full' ? sql.ref('products_count') : sql.ref('b.ord'),
  };
  return query.orderBy(sorts[sort_by], sort_as).orderBy('b.id', sort_as);
}

/** Lists brands; the public sees active ones only. */
export async function list(ctx: Ctx, input: List) {
  const query = filterBrands(ctx, input);
  const [rows, total] = await fetchPage(ctx, sortBrands(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Finds a brand by id, even if it is deleted. */
const findBrand = (ctx: Ctx, id: number): Promise<BrandRow | undefined> =>
  fetchRow(ctx, readBrands.where('b.id', '=', id));

/** Returns a brand; disabled ones do not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const row = requireNotDeleted(await findBrand(ctx, id));
  if (ctx.reach === 'public' && row.status !== 1) fail('record.missing');
  return showView(ctx, row);
}

async function toColumns(ctx: Ctx, input: Save) {
  const picture = async (field: 'logo_base64' | 'cover_base64', size: number) => {
    const bytes = input[field];
    return bytes ? storePicture(ctx, bytes, { size, field }) : bytes;
  };
  return omitUndefined({
    names: input.names,
    descriptions: input.descriptions === null ? {} : input.descriptions,
    status: input.status,
    ord: input.ord,
    logo: await picture('logo_base64', LOGO_SIZE),
    cover: await picture('cover_base64', COVER_SIZE),
  });
}

async function insertBrand(ctx: Ctx, input: Save) {
  const names = input.names ?? failField('names', 'required');
  await checkNameIsNew(ctx, { noun: 'brand', after: names, force: input.force });
  const data = { ...(await toColumns(ctx, input)), names, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.brand.create({ data, select: { id: true } });
}

async function updateBrand(ctx: Ctx, { id, names: before }: BrandRow, input: Save) {
  const { names: after, force } = input;
  await checkNameIsNew(ctx, { noun: 'brand', id, before, after, force });
  const data = { ...(await toColumns(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.brand.update({ where: { id }, data, select: { id: true } });
}

const brands = defineRestorableRecord({
  noun: 'brand',
  find: findBrand,
  view: showView,
  audit: auditView,
  insert: insertBrand,
  update: updateBrand,
  checkRemove: (_, { products_count: count }) => count > 0 && fail('brand.in_use', { count }),
});

/** Creates or changes a brand. @throws record.missing, record.stale, name.exists */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.names !== undefined) await lockNames(ctx, 'brand');
    return brands.save(ctx, input);
  });

/**
 * Deletes and restores brands; one that existing products use is not deleted.
 * @throws record.missing, record.stale, brand.in_use with the number of products
 */
export const { remove, restore } = brands;

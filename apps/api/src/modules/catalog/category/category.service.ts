import { type api, fail, ROOT_CATEGORY } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import type { RecordVersion } from '../../../core/record/define-record.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { checkNameIsNew, lockNames } from '../../../core/text/equal-names.ts';
import { auditView, type CategoryRow, showView } from './category.view.ts';
import { findCategory, lockAndCheckParent, lockCategoryTree } from './move-category.ts';

type Save = z.output<typeof api.category.save.input>;

export { list, show } from './list-categories.ts';
export { moveCategory } from './move-category.ts';

/** Longest edge of an icon in pixels. */
const ICON_SIZE = 256;

/** Allows only changes of texts, picture and number of the root category. @throws category.root */
function checkTop(input: Save): void {
  if (input.parent_id != null) fail('category.root', undefined, 'parent_id');
  if (input.status === 0) fail('category.root', undefined, 'status');
}

async function toColumns(ctx: Ctx, input: Save) {
  const icon = input.icon_base64
    ? await storePicture(ctx, input.icon_base64, { size: ICON_SIZE, field: 'icon_base64' })
    : input.icon_base64;
  return omitUndefined({
    titles: input.titles,
    descriptions: input.descriptions === null ? {} : input.descriptions,
    status: input.status,
    featured: input.featured,
    ord: input.ord,
    icon,
  });
}

async function insertCategory(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const parent_id = input.parent_id ?? ROOT_CATEGORY;
  await lockAndCheckParent(ctx, null, parent_id);
  await checkNameIsNew(ctx, { noun: 'category', after: titles, parent_id, force: input.force });
  const columns = await toColumns(ctx, input);
  const data = { ...columns, titles, parent_id, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.category.create({ data, select: { id: true } });
}

async function updateCategory(ctx: Ctx, before: CategoryRow, input: Save) {
  const { id } = before;
  // null resets to the default parent, which is the root
  const requestedParent = input.parent_id === null ? ROOT_CATEGORY : input.parent_id;
  const parent_id =
    id === ROOT_CATEGORY || requestedParent === before.parent_id ? undefined : requestedParent;
  if (parent_id !== undefined) await lockAndCheckParent(ctx, id, parent_id);
  await checkNameIsNew(ctx, {
    noun: 'category',
    id,
    before: before.titles,
    after: input.titles,
    parent_id: parent_id ?? before.parent_id ?? ROOT_CATEGORY,
    force: input.force,
  });
  const columns = omitUndefined({ ...(await toColumns(ctx, input)), parent_id });
  const data = { ...columns, version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.category.update({ where: { id }, data, select: { id: true } });
}

const categories = defineRestorableRecord({
  noun: 'category',
  find: findCategory,
  view: showView,
  audit: auditView,
  insert: insertCategory,
  update: updateCategory,
  checkRemove: (_, { childs_count, products_count }) => {
    const count = childs_count + products_count;
    if (count > 0) fail('category.in_use', { count });
  },
  checkRestore: (ctx, { parent_id }) => lockAndCheckParent(ctx, null, parent_id ?? ROOT_CATEGORY),
});

/**
 * Creates or changes a category; without a parent a new one goes below the root.
 * @throws record.missing, record.stale, reference.missing, category.root, category.cycle, name.exists
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.titles !== undefined) await lockNames(ctx, 'category');
    if (input.id !== undefined && input.parent_id !== undefined) await lockCategoryTree(ctx);
    if (input.id === ROOT_CATEGORY) checkTop(input);
    return categories.save(ctx, input);
  });

/**
 * Deletes a category without existing subcategories and products. @throws record.missing, record.stale, category.root,
 * category.in_use with their count
 */
export const remove = async (ctx: Ctx, reference: RecordVersion) =>
  reference.id === ROOT_CATEGORY ? fail('category.root') : categories.remove(ctx, reference);

/**
 * Restores a category deleted in the last 24 hours. @throws record.missing, reference.missing if its parent is deleted
 */
export const { restore } = categories;

import { type api, fail, ROOT_CATEGORY } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { omitUndefined } from '../../../core/list/localized-columns.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { checkNameIsNew, lockNames } from '../../../core/text/equal-names.ts';
import { auditView, showView } from './category.view.ts';
import { findCategory, lockAndCheckParent, lockCategory, lockCategoryTree } from './move-category.ts';

type Save = z.output<typeof api.category.save.input>;
type Known = { id: number; version?: number | undefined };

export { list, show } from './list-categories.ts';
export { moveCategory } from './move-category.ts';

/** Longest edge of an icon in pixels. */
const ICON_SIZE = 256;

/** Allows only changes of texts, picture and number of the root category. @throws category.root */
function checkTop(id: number, input: Save): void {
  if (id !== ROOT_CATEGORY) return;
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

async function createCategory(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const parent_id = input.parent_id ?? ROOT_CATEGORY;
  await lockAndCheckParent(ctx, null, parent_id);
  await checkNameIsNew(ctx, { noun: 'category', after: titles, parent_id, force: input.force });
  const { id } = await ctx.db.category.create({
    data: {
      ...(await toColumns(ctx, input)),
      titles,
      parent_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    },
    select: { id: true },
  });
  const row = requireFound(await findCategory(ctx, id));
  const change = { before: null, after: auditView(row), version: 1 };
  await recordAudit(ctx, { noun: 'category', id, action: 'create', ...change });
  return showView(ctx, row);
}

async function changeCategory(ctx: Ctx, id: number, input: Save) {
  if (input.parent_id !== undefined) await lockCategoryTree(ctx);
  const before = requireNotDeleted(await lockCategory(ctx, id));
  checkTop(id, input);
  checkVersion(before.version, input.version);
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
  await ctx.db.category.update({ where: { id }, data, select: { id: true } });
  const row = requireFound(await findCategory(ctx, id));
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'category', id, action: 'update', ...change });
  return showView(ctx, row);
}

/**
 * Creates or changes a category; without a parent a new one goes below the root.
 * @throws record.missing, record.stale, reference.missing, category.root, category.cycle, name.exists
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.titles !== undefined) await lockNames(ctx, 'category');
    return input.id === undefined ? createCategory(ctx, input) : changeCategory(ctx, input.id, input);
  });

/**
 * Deletes a category without existing subcategories and products. @throws category.root, category.in_use with their
 * count
 */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockCategory(ctx, id));
    if (id === ROOT_CATEGORY) fail('category.root');
    checkVersion(row.version, version);
    const count = row.childs_count + row.products_count;
    if (count > 0) fail('category.in_use', { count });
    await setDeleted(ctx, 'category', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/**
 * Restores a category deleted in the last 24 hours. @throws record.missing, reference.missing if its parent is deleted
 */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lockCategory(ctx, id));
    await lockAndCheckParent(ctx, null, row.parent_id ?? ROOT_CATEGORY);
    await setDeleted(ctx, 'category', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findCategory(ctx, id)));
  });

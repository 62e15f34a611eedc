import { LOCALES, toNameKey } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import type { CategoryPart, CategoryTitles } from '../file/category-cell.ts';
import type { FilledCategory } from '../import.view.ts';
import { BatchConflict } from './batch-conflict.ts';
import { type CategoryNode, type CategoryTree, detectTitleLocale } from './category-paths.ts';
import { lockCategoryTitles, updateCategoryTitles } from './category-values.ts';

/** Returns the titles of a path's part in languages in which its category has no title. */
function listMissingTitles(
  ctx: Ctx,
  tree: CategoryTree,
  node: CategoryNode,
  part: CategoryPart,
): CategoryTitles {
  // a part with one title was matched by that title, so its category already has it
  if (typeof part === 'string') return {};
  const isCalled = Object.values(node.titles).some(
    (title) => toNameKey(title ?? '') === toNameKey(part.title),
  );
  const partTitles: CategoryTitles = {
    ...(isCalled ? {} : { [detectTitleLocale(ctx, part.title)]: part.title }),
    ...part.titles,
  };
  const missing: CategoryTitles = {};
  for (const locale of LOCALES) {
    const title = partTitles[locale];
    if (!title || node.titles[locale]) continue;
    // two categories with the same parent must not get the same title
    const other = tree.child(node.parent_id ?? 0, title);
    if (other === null || other === node.id) missing[locale] = title;
  }
  return missing;
}

type MissingTitles = { readonly path: string; readonly titles: CategoryTitles };

/**
 * Adds the titles of the file's paths to existing categories that have no title in a language; existing titles stay
 * (docs/rules/imports.md#titles-of-categories-that-stand). Updates the tree, too. A dry run writes nothing.
 * @returns the categories with the added titles
 * @throws BatchConflict when one of the categories was deleted in the meantime
 */
export async function fillCategoryTitles(
  ctx: Ctx,
  tree: CategoryTree,
  paths: readonly (readonly CategoryPart[])[],
  isDryRun: boolean,
): Promise<FilledCategory[]> {
  const missingById = new Map<number, MissingTitles>();
  for (const path of paths)
    for (const { node, part } of tree.trace(path)) {
      const missing = listMissingTitles(ctx, tree, node, part);
      if (Object.keys(missing).length === 0) continue;
      const known = missingById.get(node.id) ?? { path: tree.pathOf(node.id, ctx.locale), titles: {} };
      missingById.set(node.id, { ...known, titles: { ...known.titles, ...missing } });
      tree.add({ ...node, titles: { ...node.titles, ...missing } });
    }
  if (missingById.size === 0) return [];
  return isDryRun
    ? [...missingById].map(([id, { path, titles }]) => ({ id, path, titles, version: 0 }))
    : writeTitles(ctx, missingById);
}

/** Locks the categories and writes the titles that are still missing. */
async function writeTitles(
  ctx: Ctx,
  missingById: ReadonlyMap<number, MissingTitles>,
): Promise<FilledCategory[]> {
  const standing = await lockCategoryTitles(ctx, [...missingById.keys()]);
  if (standing.length < missingById.size) throw new BatchConflict();
  const filled = standing.flatMap(({ id, titles, version }) => {
    const before = toTexts(titles);
    const { path = '', titles: told = {} } = missingById.get(id) ?? {};
    const missing: CategoryTitles = Object.fromEntries(
      Object.entries(told).filter(([locale]) => !before[locale as keyof CategoryTitles]),
    );
    if (Object.keys(missing).length === 0) return [];
    return [{ id, path, missing, before, after: { ...before, ...missing }, version: version + 1 }];
  });
  await updateCategoryTitles(ctx, filled);
  return filled.map(({ id, path, missing, version }) => ({ id, path, titles: missing, version }));
}

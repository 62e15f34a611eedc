import { LOCALES } from '@dukkan/commerce';
import { sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { readJsonColumn, type Texts, toTexts } from '../../../core/list/localized-columns.ts';
import type { CreatedCategory, FilledCategory, ImportRecord } from '../import.view.ts';
import { isChangedByPeople } from '../row-undo.ts';
import { lockCategoryTitles, updateCategoryTitles } from '../run/category-values.ts';

const readFilledCategories = ({
  category_titles,
}: Pick<ImportRecord, 'category_titles'>): readonly FilledCategory[] =>
  readJsonColumn<readonly FilledCategory[]>(category_titles);

/** Removes the titles that an import added and nobody changed since; never removes the last title. */
function withoutFilled(titles: Texts, filled: FilledCategory['titles']): Texts {
  const rest = { ...titles };
  for (const locale of LOCALES) if (filled[locale] && filled[locale] === titles[locale]) rest[locale] = '';
  return Object.values(rest).some(Boolean) ? rest : titles;
}

/**
 * Removes the titles that an import added to categories and nobody changed since.
 * @param row the import, locked by the caller
 */
export async function restoreCategoryTitles(ctx: Ctx, row: ImportRecord): Promise<void> {
  const filled = readFilledCategories(row).filter(({ undone_version }) => undone_version === undefined);
  if (filled.length === 0) return;
  const ids = [...new Set(filled.map(({ id }) => id))];
  const categories = await lockCategoryTitles(ctx, ids);
  const restored = categories.flatMap(({ id, titles, version }) => {
    const before = toTexts(titles);
    const after = filled
      .filter((one) => one.id === id)
      .reduce((rest, one) => withoutFilled(rest, one.titles), before);
    return JSON.stringify(after) === JSON.stringify(before)
      ? []
      : [{ id, before, after, version: version + 1 }];
  });
  await updateCategoryTitles(ctx, restored);
  const versions = new Map(restored.map(({ id, version }) => [id, version]));
  const told = readFilledCategories(row).map((one) => ({
    ...one,
    undone_version: one.undone_version ?? versions.get(one.id) ?? null,
  }));
  await ctx.db.product_import.update({
    where: { id: row.id },
    data: { category_titles: told },
    select: { id: true },
  });
}

/** The versions of a category that imports created by adding titles, or undos by removing them. */
export type FilledVersions = (id: number) => ReadonlySet<number>;

/**
 * Loads these versions of all categories. An import that adds titles later leaves a version that is not among them, so
 * its category counts as changed and stays.
 */
export async function loadFilledVersions(ctx: Ctx): Promise<FilledVersions> {
  const rows = await ctx.db.product_import.findMany({
    where: { NOT: { category_titles: { equals: [] } } },
    select: { category_titles: true },
  });
  const byId = new Map<number, Set<number>>();
  for (const { id, version, undone_version } of rows.flatMap(readFilledCategories)) {
    const versions = byId.get(id) ?? new Set();
    byId.set(id, versions.add(version));
    if (typeof undone_version === 'number') versions.add(undone_version);
  }
  return (id) => byId.get(id) ?? new Set();
}

/** Deletes categories created by imports that nobody uses or changed since. @param made subcategories before parents */
export async function deleteUnusedCategories(
  ctx: Ctx,
  made: readonly CreatedCategory[],
  filledVersionsOf: FilledVersions,
): Promise<void> {
  for (const { id } of made) {
    if (id === null) continue;
    const [standing] = await fetchRows(
      ctx,
      tables
        .selectFrom('category')
        .select(['titles', 'version'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate(),
    );
    if (!standing || isChangedByPeople(standing, 1, filledVersionsOf(id))) continue;
    const gone = await runStatement(
      ctx,
      tables
        .updateTable('category as c')
        .set((eb) => ({ deleted_at: ctx.now, updated_at: ctx.now, version: eb('c.version', '+', 1) }))
        .where('c.id', '=', id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('category as k')
                .select('k.id')
                .whereRef('k.parent_id', '=', 'c.id')
                .where('k.deleted_at', 'is', null),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('product_category as pc')
                .innerJoin('product as p', 'p.id', 'pc.product_id')
                .select('p.id')
                .whereRef('pc.category_id', '=', 'c.id')
                .where('p.deleted_at', 'is', null),
            ),
          ),
        ),
    );
    if (gone > 0)
      await recordAudits(ctx, [
        {
          noun: 'category',
          id,
          action: 'delete',
          before: { titles: toTexts(standing.titles) },
          after: null,
          version: standing.version + 1,
        },
      ]);
  }
}

/** Returns categories of undone imports that still exist, because later imports used them. */
export const listFormerCategories = (ctx: Ctx): Promise<CreatedCategory[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('product_import as i')
      .innerJoinLateral(
        sql<{ value: unknown }>`jsonb_array_elements(i.categories)`.as<'c'>(sql`c(value)`),
        (join) => join.onTrue(),
      )
      .innerJoin('category as k', (join) =>
        join.on('k.id', '=', sql<number>`(c.value->>'id')::int`).on('k.deleted_at', 'is', null),
      )
      .select(['k.id', sql<string>`''`.as('path')])
      .where('i.state', '=', 'undone')
      .groupBy('k.id')
      .orderBy('k.id'),
  );

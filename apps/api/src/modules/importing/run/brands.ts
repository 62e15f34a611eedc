import { type Locale, type Localized, resolveText, toNameKey } from '@dukkan/commerce';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { findBrandsByNameKeys, lockNames } from '../../../core/text/equal-names.ts';
import type { CreatedBrand } from '../import.view.ts';
import { BatchConflict } from './batch-conflict.ts';
import { createProvisionalId, detectTitleLocale } from './category-paths.ts';

type Brand = { readonly id: number; readonly names: Localized };

/** The brands, found by their name in any language, as equal names are compared. */
export type BrandIndex = {
  find(name: string): number | null;
  /** Whether this brand has the name, even if another one has it too. */
  isCalled(id: number, name: string): boolean;
  nameOf(id: number, locale: Locale): string;
  add(brand: Brand): void;
};

/** Loads the brands that are not deleted. */
export async function loadBrands(ctx: Ctx): Promise<BrandIndex> {
  const rows = await fetchRows(
    ctx,
    tables.selectFrom('brand').select(['id', 'names']).where('deleted_at', 'is', null).orderBy('id'),
  );
  const byId = new Map<number, Brand>();
  const byName = new Map<string, number>();
  const add = (brand: Brand) => {
    byId.set(brand.id, brand);
    for (const name of Object.values(brand.names)) {
      const key = toNameKey(name ?? '');
      // of two brands with the same name the older one counts
      if (key !== '' && !byName.has(key)) byName.set(key, brand.id);
    }
  };
  for (const row of rows) add(row as unknown as Brand);
  return {
    add,
    find: (name) => byName.get(toNameKey(name)) ?? null,
    isCalled: (id, name) =>
      Object.values(byId.get(id)?.names ?? {}).some(
        (one) => typeof one === 'string' && toNameKey(one) === toNameKey(name),
      ),
    nameOf: (id, locale) => resolveText(byId.get(id)?.names ?? null, locale),
  };
}

/**
 * Creates the missing brands of these names; the letters decide the language. A dry run gives them negative ids and
 * writes nothing.
 * @returns the new brands in the order of the names
 * @throws BatchConflict when somebody has made one of them meanwhile
 */
export async function createBrands(
  ctx: Ctx,
  brands: BrandIndex,
  names: readonly string[],
  isDryRun: boolean,
): Promise<CreatedBrand[]> {
  const missing = new Map<string, string>();
  for (const name of names)
    if (brands.find(name) === null && !missing.has(toNameKey(name))) missing.set(toNameKey(name), name);
  if (!isDryRun && missing.size > 0) {
    await lockNames(ctx, 'brand');
    if ((await findBrandsByNameKeys(ctx, [...missing.keys()])).length > 0) throw new BatchConflict();
  }
  const made: CreatedBrand[] = [];
  for (const name of missing.values()) {
    const texts = { ...toTexts({}), [detectTitleLocale(ctx, name)]: name };
    const data = { names: texts, created_at: ctx.now, updated_at: ctx.now };
    const id = isDryRun
      ? createProvisionalId()
      : (await ctx.db.brand.create({ data, select: { id: true } })).id;
    brands.add({ id, names: texts });
    made.push({ id: isDryRun ? null : id, name });
  }
  if (!isDryRun)
    await recordAudits(
      ctx,
      made.map(({ id, name }) => ({
        noun: 'brand' as const,
        id: id ?? 0,
        action: 'create',
        before: null,
        after: { names: { ...toTexts({}), [detectTitleLocale(ctx, name)]: name }, status: 1 },
        version: 1,
      })),
    );
  return made;
}

/** Locks brands against deletion until the transaction ends. @returns whether all of them exist */
export async function lockBrands(ctx: Ctx, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('brand')
      .select('id')
      .where('id', '=', anyIdSql(ids))
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forShare(),
  );
  return rows.length === new Set(ids).size;
}

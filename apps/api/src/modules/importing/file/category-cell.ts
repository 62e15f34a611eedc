import { toLatinDigits } from '@dukkan/commerce';
import { name as nameScalar } from '@dukkan/contract';
import { CONTROLS } from './cell-text.ts';
import { htmlToText } from './html-to-text.ts';

export type CategoryTitles = { ar?: string; en?: string; de?: string };

/** A title in a category path, with translations if the file has columns for them. */
export type CategoryPart = string | { readonly title: string; readonly titles: CategoryTitles };

/** A category that a cell names: the id of an existing one, or the titles from the top. */
export type CategoryReference = number | readonly CategoryPart[];

/** The categories that a cell names: ids, and paths of titles. */
export type CategoryCell = readonly (number | readonly string[])[];

/**
 * Parses the categories of a cell, separated by commas: paths ('Food > Drinks', 'Food › Drinks', 'Food / Drinks') or
 * ids of existing categories. Ignores empty last parts, and `0` and `-`, which mean no category.
 * @param isOne true when the cell names one category, whose titles may contain commas
 * @returns null when a title is invalid or there are too many
 */
export function parseCategoryCell(text: string, isOne = false): CategoryCell | null {
  const paths = text
    .split(isOne ? /\n/ : /[,،;|\n]/)
    .map((one) => one.trim())
    .filter((one) => !['', '0', '-'].includes(toLatinDigits(one)));
  if (paths.length > CATEGORIES_MAX) return null;
  const categories: (number | readonly string[])[] = [];
  for (const path of paths) {
    const digits = toLatinDigits(path);
    if (/^[1-9]\d{0,8}$/.test(digits)) {
      categories.push(Number(digits));
      continue;
    }
    const parts = path
      // a slash separates only after a space; the title's own rule trims each part
      .split(/[>›]|(?<=\s)\/(?=\s|$)/)
      .map((part) => part.replace(CONTROLS, ' ').trim());
    while (parts.at(-1) === '') parts.pop();
    const titles = parts.map((part) => nameScalar.safeParse(part));
    if (titles.length === 0 || titles.length > 10 || titles.some((title) => !title.success)) return null;
    categories.push(titles.map((title) => title.data as string));
  }
  return categories;
}

/** The most categories in one cell. */
const CATEGORIES_MAX = 20;

/** The most distinct category cells that are remembered; a shop has few, which many rows repeat. */
const REMEMBERED_MAX = 5_000;

/** Creates a parser of category cells that remembers its results, so that a repeated text is parsed once. */
export function createCategoryReader(isOne: boolean): (text: string) => CategoryCell | null {
  const known = new Map<string, CategoryCell | null>();
  return (text) => {
    const stored = known.get(text);
    if (stored !== undefined) return stored;
    const categories = parseCategoryCell(htmlToText(text), isOne);
    if (known.size < REMEMBERED_MAX) known.set(text, categories);
    return categories;
  };
}

/** The parsed category columns of a row: the path, and its translations by language. */
export type CategoryColumns = { [column in 'main' | keyof CategoryTitles]?: CategoryCell };

/**
 * Joins the category columns of a row into paths with translated titles. A language column is used only when it has as
 * many paths and parts as the main one. Returns undefined when no column names a category.
 */
export function joinCategoryColumns({
  main,
  ...otherColumns
}: CategoryColumns): CategoryReference[] | undefined {
  const paths = main ?? otherColumns.en ?? otherColumns.de ?? otherColumns.ar;
  return paths?.map((path, at): CategoryReference => {
    if (typeof path === 'number') return path;
    const fits = (['ar', 'en', 'de'] as const).flatMap((locale) => {
      const other = otherColumns[locale]?.length === paths.length ? otherColumns[locale][at] : undefined;
      return typeof other === 'object' && other.length === path.length ? [[locale, other] as const] : [];
    });
    if (fits.length === 0) return path;
    return path.map((title, depth) => ({
      title,
      titles: Object.fromEntries(fits.map(([locale, other]) => [locale, other[depth]])) as CategoryTitles,
    }));
  });
}

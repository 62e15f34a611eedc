import { type Locale, type Localized, toNameKey } from '@dukkan/commerce';
import { ROOT_CATEGORY } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { toTexts } from '../../../core/list/localized-columns.ts';
import { findCategoriesByNameKeys, lockNames } from '../../../core/text/equal-names.ts';
import type { Tables } from '../../../generated/tables.ts';
import type { CategoryPart, CategoryTitles } from '../file/category-cell.ts';
import type { CreatedCategory } from '../import.view.ts';
import { BatchConflict } from './batch-conflict.ts';

export type CategoryNode = {
  readonly id: number;
  readonly parent_id: number | null;
  readonly titles: Localized;
  readonly version: number;
};

/** The category tree for imports: finds children by their title in any language, as equal names are compared. */
export type CategoryTree = {
  readonly ids: ReadonlySet<number>;
  /**
   * Returns the id at the end of a path, or null if a part is missing. A single title that is not at the top matches
   * the only category below with that title, because files often leave out the parents.
   */
  find(path: readonly CategoryPart[]): number | null;
  child(parent_id: number, part: CategoryPart): number | null;
  /** Returns the existing parts of a path, each with its category; a single part may be a unique title anywhere. */
  trace(path: readonly CategoryPart[]): { readonly node: CategoryNode; readonly part: CategoryPart }[];
  get(id: number): CategoryNode | undefined;
  add(node: CategoryNode): void;
  /** The titles from the top, for display. */
  pathOf(id: number, locale: Locale): string;
};

/** The title that the file gives first. */
const getFirstTitle = (part: CategoryPart): string => (typeof part === 'string' ? part : part.title);
/** All titles that a category can be found by, the file's first title first. */
const listTitles = (part: CategoryPart): string[] =>
  typeof part === 'string' ? [part] : [part.title, ...Object.values(part.titles)];

const createCategoryKey = (parent_id: number, title: string): string => `${parent_id} ${toNameKey(title)}`;

/** The most titles whose keys are remembered; a file repeats few titles in many rows. */
const REMEMBERED_MAX = 5_000;

/** Returns a function that makes name keys and remembers them. */
function createKeyReader(): (title: string) => string {
  const known = new Map<string, string>();
  return (title) => {
    const stored = known.get(title);
    if (stored !== undefined) return stored;
    const key = toNameKey(title);
    if (known.size < REMEMBERED_MAX) known.set(title, key);
    return key;
  };
}

function makeTree(nodes: readonly CategoryNode[]): CategoryTree {
  const toKey = createKeyReader();
  const keyOf = (parent_id: number, title: string): string => `${parent_id} ${toKey(title)}`;
  const byId = new Map<number, CategoryNode>();
  const byTitle = new Map<string, number>();
  const anywhere = new Map<string, Set<number>>();
  const add = (node: CategoryNode) => {
    byId.set(node.id, node);
    if (node.parent_id === null) return;
    for (const title of Object.values(node.titles)) {
      if (title) anywhere.set(toKey(title), (anywhere.get(toKey(title)) ?? new Set()).add(node.id));
      // of two categories with the same title the older one counts
      const key = keyOf(node.parent_id, title ?? '');
      if (title && !byTitle.has(key)) byTitle.set(key, node.id);
    }
  };
  for (const node of nodes) add(node);
  const child = (parent_id: number, part: CategoryPart) =>
    listTitles(part)
      .map((title) => byTitle.get(keyOf(parent_id, title)))
      .find((id) => id !== undefined) ?? null;
  const only = (title: string): number | null => {
    const [id = null, ...others] = anywhere.get(toKey(title)) ?? [];
    return others.length === 0 ? id : null;
  };
  const trace: CategoryTree['trace'] = (path) => {
    const [first] = path;
    let at: number | null = ROOT_CATEGORY;
    const traced = path.flatMap((part) => {
      at = at === null ? null : child(at, part);
      const node = at === null ? undefined : byId.get(at);
      return node ? [{ node, part }] : [];
    });
    const lone = first === undefined || path.length > 1 ? null : only(getFirstTitle(first));
    const node = lone === null ? undefined : byId.get(lone);
    return traced.length === 0 && node && first !== undefined ? [{ node, part: first }] : traced;
  };
  return {
    ids: { has: (id: number) => byId.has(id) } as ReadonlySet<number>,
    get: (id) => byId.get(id),
    trace,
    add,
    child,
    find: (path) =>
      path.reduce<number | null>((at, part) => (at === null ? null : child(at, part)), ROOT_CATEGORY) ??
      (path.length === 1 ? only(getFirstTitle(path[0] ?? '')) : null),
    pathOf: (id, locale) => {
      const titles: string[] = [];
      let node = byId.get(id);
      for (let depth = 0; node && node.parent_id !== null && depth < 50; depth += 1) {
        titles.unshift(node.titles[locale] || Object.values(node.titles).find(Boolean) || String(node.id));
        node = byId.get(node.parent_id);
      }
      return titles.join(' › ');
    },
  };
}

/** Loads the categories that are not deleted. */
export async function loadCategoryTree(ctx: Ctx): Promise<CategoryTree> {
  const query = tables.selectFrom('category').select(['id', 'parent_id', 'titles', 'version']);
  const live = query.where('deleted_at', 'is', null).orderBy('id');
  return makeTree(await fetchRows(ctx, live.$castTo<CategoryNode>()));
}

/** Returns the language of a title by its letters; Latin letters mean the uploader's language. */
export const detectTitleLocale = (ctx: Ctx, title: string): Locale => {
  if (/\p{Script=Arabic}/u.test(title)) return 'ar';
  return ctx.locale === 'de' ? 'de' : 'en';
};

/** A category to create; `order` is the position where a path first needs it. */
type Wanted = {
  readonly parent_id: number;
  readonly title: CategoryPart;
  readonly path: string;
  readonly order: number;
};

/** Returns the titles of a new category: each language from its column, else the first title. */
function toNewCategoryTitles(ctx: Ctx, part: CategoryPart) {
  const titles: CategoryTitles = typeof part === 'string' ? {} : part.titles;
  const locale = detectTitleLocale(ctx, getFirstTitle(part));
  const isHeld = Object.values(titles).includes(getFirstTitle(part));
  return { ...toTexts({}), ...(isHeld ? {} : { [locale]: getFirstTitle(part) }), ...titles };
}

/** @throws BatchConflict when somebody has made one of the categories since the tree was read */
async function refuseMadeMeanwhile(ctx: Ctx, wanted: readonly Wanted[]): Promise<void> {
  const keys = new Set(
    wanted.flatMap(({ parent_id, title }) =>
      listTitles(title).map((one) => createCategoryKey(parent_id, one)),
    ),
  );
  const parents = [...new Set(wanted.map(({ parent_id }) => parent_id))];
  const names = wanted.flatMap(({ title }) => listTitles(title).map(toNameKey));
  for (const { parent_id, name } of await findCategoriesByNameKeys(ctx, names, parents))
    if (Object.values(name).some((title) => title && keys.has(createCategoryKey(parent_id ?? 0, title))))
      throw new BatchConflict();
}

/** Creates the categories of one level, with a fixed number of statements. @throws BatchConflict */
async function createCategoriesOfLevel(
  ctx: Ctx,
  wanted: readonly Wanted[],
  fresh: ReadonlySet<number>,
): Promise<CategoryNode[]> {
  if (wanted.length === 0) return [];
  await lockNames(ctx, 'category');
  await refuseMadeMeanwhile(ctx, wanted);
  // the parents may have been deleted since the tree was read
  const parents = [...new Set(wanted.map(({ parent_id }) => parent_id))].filter((id) => !fresh.has(id));
  if ((await lockAndFindMissingCategories(ctx, parents)).length > 0) throw new BatchConflict();
  const rows = wanted.map(({ parent_id, title }, n) => ({
    n,
    parent_id,
    titles: toNewCategoryTitles(ctx, title),
  }));
  const ids = await fetchRows(
    ctx,
    sql<Pick<Selectable<Tables['category']>, 'id'>>`
    WITH given AS MATERIALIZED (
      SELECT nextval('category_id_seq')::int AS id, x.*
        FROM (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                AS x(n int, parent_id int, titles jsonb) ORDER BY n) AS x
    ), made AS (
      INSERT INTO category (id, parent_id, titles, created_at, updated_at)
      SELECT id, parent_id, titles, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz FROM given
    )
    SELECT id FROM given ORDER BY n`,
  );
  const nodes = rows.map(({ parent_id, titles }, n) => ({
    ...{ id: ids[n]?.id ?? 0, parent_id, titles },
    version: 1,
  }));
  await recordAudits(
    ctx,
    nodes.map(({ id, parent_id, titles }) => ({
      noun: 'category' as const,
      id,
      action: 'create',
      before: null,
      after: { titles, parent_id, status: 1 },
      version: 1,
    })),
  );
  return nodes;
}

/** Returns a random negative id for a record that a dry run would create. */
export const createProvisionalId = (): number => -Math.floor(Math.random() * 2 ** 50) - 1;

/** The category that a dry run would create. */
const createDryRunCategory = (ctx: Ctx, { parent_id, title }: Wanted): CategoryNode => ({
  id: createProvisionalId(),
  parent_id,
  titles: toNewCategoryTitles(ctx, title),
  version: 1,
});

/**
 * Creates the missing categories of paths, level by level, and adds them to the tree; after a rollback the tree must be
 * loaded again. A dry run gives them negative ids and writes nothing.
 * @returns the new categories, each after its parent
 * @throws BatchConflict when a parent was deleted meanwhile
 */
export async function createCategoryPaths(
  ctx: Ctx,
  tree: CategoryTree,
  wantedPaths: readonly (readonly CategoryPart[])[],
  isDryRun: boolean,
): Promise<CreatedCategory[]> {
  const paths = wantedPaths.filter((path) => tree.find(path) === null);
  const made: (CreatedCategory & { readonly order: number })[] = [];
  const fresh = new Set<number>();
  const depths = Math.max(0, ...paths.map(({ length }) => length));
  let at = paths.map((): number => ROOT_CATEGORY);
  for (let depth = 0; depth < depths; depth += 1) {
    const missing = new Map<string, Wanted>();
    for (const [n, path] of paths.entries()) {
      const title = path[depth];
      const parent_id = at[n] ?? ROOT_CATEGORY;
      if (title === undefined || tree.child(parent_id, title) !== null) continue;
      const key = createCategoryKey(parent_id, getFirstTitle(title));
      const order = n * depths + depth;
      if (!missing.has(key))
        missing.set(key, {
          parent_id,
          title,
          path: path
            .slice(0, depth + 1)
            .map(getFirstTitle)
            .join(' › '),
          order,
        });
    }
    const wanted = [...missing.values()];
    const nodes = isDryRun
      ? wanted.map((one) => createDryRunCategory(ctx, one))
      : await createCategoriesOfLevel(ctx, wanted, fresh);
    for (const [n, node] of nodes.entries()) {
      tree.add(node);
      fresh.add(node.id);
      made.push({ id: isDryRun ? null : node.id, path: wanted[n]?.path ?? '', order: wanted[n]?.order ?? 0 });
    }
    at = at.map((id, n) => {
      const title = paths[n]?.[depth];
      return title === undefined ? id : (tree.child(id, title) ?? id);
    });
  }
  return made.toSorted((a, b) => a.order - b.order).map(({ id, path }) => ({ id, path }));
}

/** Locks categories against deletion until the transaction ends. @returns the ids of those that no longer exist */
export async function lockAndFindMissingCategories(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const live = tables.selectFrom('category').select('id').where('deleted_at', 'is', null);
  const rows = await fetchRows(ctx, live.where('id', '=', anyIdSql(ids)).orderBy('id').forShare());
  const held = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !held.has(id));
}

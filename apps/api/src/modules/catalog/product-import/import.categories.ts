import { fold, type Locale, type Localized } from '@dukkan/commerce';
import { ROOT_CATEGORY } from '@dukkan/contract';
import { auditMany } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { texts } from '../texts.ts';
import { Overtaken } from './import.overtaken.ts';
import type { Made } from './import.view.ts';

type Node = { readonly id: number; readonly parent_id: number | null; readonly titles: Localized };

/** The category tree as an import walks it: by folded titles of any language below a parent. */
export type Tree = {
  readonly ids: ReadonlySet<number>;
  /** The id at the end of a path, or null where a part of it does not stand yet. */
  find(path: readonly string[]): number | null;
  child(parent_id: number, title: string): number | null;
  add(node: Node): void;
  /** The titles from the top, as people read them. */
  pathOf(id: number, locale: Locale): string;
};

const keyOf = (parent_id: number, title: string): string => `${parent_id} ${fold(title)}`;

function makeTree(nodes: readonly Node[]): Tree {
  const byId = new Map<number, Node>();
  const byTitle = new Map<string, number>();
  const add = (node: Node) => {
    byId.set(node.id, node);
    if (node.parent_id === null) return;
    for (const title of Object.values(node.titles)) {
      // of two with the same title the older one is meant
      const key = keyOf(node.parent_id, title ?? '');
      if (title && !byTitle.has(key)) byTitle.set(key, node.id);
    }
  };
  for (const node of nodes) add(node);
  const child = (parent_id: number, title: string) => byTitle.get(keyOf(parent_id, title)) ?? null;
  return {
    ids: { has: (id: number) => byId.has(id) } as ReadonlySet<number>,
    add,
    child,
    find: (path) =>
      path.reduce<number | null>((at, title) => (at === null ? null : child(at, title)), ROOT_CATEGORY),
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

/** The living categories. */
export async function readTree(ctx: Ctx): Promise<Tree> {
  const nodes = await ctx.db.$queryRaw<Node[]>`
    SELECT id, parent_id, titles FROM category WHERE deleted_at IS NULL ORDER BY id`;
  return makeTree(nodes);
}

/** A title's language is told by its letters; of Latin ones it is the language that the file was uploaded in. */
const localeOf = (ctx: Ctx, title: string): Locale => {
  if (/\p{Script=Arabic}/u.test(title)) return 'ar';
  return ctx.locale === 'de' ? 'de' : 'en';
};

async function make(ctx: Ctx, parent_id: number, title: string): Promise<Node> {
  // the tree was read before: its categories may have been deleted since
  if ((await holdCategories(ctx, [parent_id])).length > 0) throw new Overtaken();
  const titles = { ...texts({}), [localeOf(ctx, title)]: title };
  const { id } = await ctx.db.category.create({
    data: { parent_id, titles, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const after = { titles, parent_id, status: 1 };
  await auditMany(ctx, [{ noun: 'category', id, action: 'create', before: null, after, version: 1 }]);
  return { id, parent_id, titles };
}

/**
 * Makes the categories that paths need and that do not stand yet. The tree knows them afterwards; after a transaction
 * that is rolled back it is to be read anew. In a dry run they get ids below 0 and nothing is written.
 * @throws Overtaken where one that they stand below was deleted meanwhile
 */
export async function makePaths(
  ctx: Ctx,
  tree: Tree,
  paths: readonly (readonly string[])[],
  dry: boolean,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const path of paths) {
    let at = ROOT_CATEGORY;
    for (const [depth, title] of path.entries()) {
      const known = tree.child(at, title);
      if (known !== null) {
        at = known;
        continue;
      }
      const node = dry
        ? {
            id: -Math.floor(Math.random() * 2 ** 50) - 1,
            parent_id: at,
            titles: { [localeOf(ctx, title)]: title },
          }
        : await make(ctx, at, title);
      tree.add(node);
      made.push({ id: dry ? null : node.id, path: path.slice(0, depth + 1).join(' › ') });
      at = node.id;
    }
  }
  return made;
}

/** Holds categories against a delete until the transaction ends. @returns those that are gone */
export async function holdCategories(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM category WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL ORDER BY id FOR SHARE`;
  const held = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !held.has(id));
}

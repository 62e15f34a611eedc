import { type Localized, toNameKey } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../db/tables.ts';

/** The nouns of which two records of an equal name are confused. */
type NamedNoun = 'brand' | 'category' | 'supplier';

type NamedRow = { readonly id: number; readonly name: string | Localized };
type NamedCategory = { readonly id: number; readonly parent_id: number | null; readonly name: Localized };

/** What is being saved: its noun, id and texts before and after, and whether an equal name was confirmed. */
type NameSave = {
  noun: NamedNoun;
  /** Absent for a new record. */
  id?: number | undefined;
  before?: unknown;
  after: unknown;
  /** Only children of the same parent are compared. */
  parent_id?: number;
  force?: boolean | undefined;
};

const FIELDS = { brand: 'names', category: 'titles', supplier: 'name' } as const;

const listTexts = (name: unknown): string[] =>
  (typeof name === 'string' ? [name] : Object.values(name ?? {})).filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );

const listKeys = (name: unknown): string[] =>
  listTexts(name)
    .map(toNameKey)
    .filter((key) => key !== '');

/**
 * Makes saves of names of one noun run one after the other until the transaction ends, so that two at the same moment
 * do not get an equal name. Call it before locking any record of the noun.
 */
export async function lockNames(ctx: Ctx, noun: NamedNoun): Promise<void> {
  await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`names ${noun}`}, 8))`);
}

/** SQL that is true for texts of which one has one of the keys; the same expression is indexed. */
export const hasNameKeysSql = (names: string, keys: readonly string[]): RawBuilder<boolean> =>
  sql`name_keys(${sql.ref(names)}) && ${[...keys]}::text[]`;

/** SQL that is true for a name with one of the keys; the same expression is indexed. */
export const hasNameKeySql = (name: string, keys: readonly string[]): RawBuilder<boolean> =>
  sql`name_key(${sql.ref(name)}) COLLATE "C" = any(${[...keys]}::text[])`;

/** Finds the brands that have a name with one of the keys, oldest first. */
export const findBrandsByNameKeys = (ctx: Ctx, keys: readonly string[]): Promise<NamedRow[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('brand')
      .select(['id', sql<Localized>`names`.as('name')])
      .where('deleted_at', 'is', null)
      .where(hasNameKeysSql('names', keys))
      .orderBy('id'),
  );

/** Finds the children of these categories that have a title with one of the keys, oldest first. */
export const findCategoriesByNameKeys = (
  ctx: Ctx,
  keys: readonly string[],
  parents: readonly number[],
): Promise<NamedCategory[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('category')
      .select(['id', 'parent_id', sql<Localized>`titles`.as('name')])
      .where('deleted_at', 'is', null)
      .where('parent_id', '=', anyIdSql(parents))
      .where(hasNameKeysSql('titles', keys))
      .orderBy('id'),
  );

/** Finds the suppliers that have a name with one of the keys, oldest first. */
const findSuppliersByNameKeys = (ctx: Ctx, keys: readonly string[]): Promise<NamedRow[]> =>
  fetchRows(
    ctx,
    tables
      .selectFrom('supplier')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where(hasNameKeySql('name', keys))
      .orderBy('id'),
  );

function findByNameKeys(ctx: Ctx, { noun, parent_id = 0 }: NameSave, keys: readonly string[]) {
  if (noun === 'brand') return findBrandsByNameKeys(ctx, keys);
  if (noun === 'supplier') return findSuppliersByNameKeys(ctx, keys);
  return findCategoriesByNameKeys(ctx, keys, [parent_id]);
}

/**
 * Asks before a second record gets a name that exists, in any language; a save that leaves the name is never asked.
 * Rule: docs/rules/wire.md#equal-names
 * @throws name.exists with the record that has the name
 */
export async function checkNameIsNew(ctx: Ctx, save: NameSave): Promise<void> {
  const { noun, id } = save;
  if (save.force || save.after === undefined) return;
  const standing = listKeys(save.before);
  const keys = listKeys(save.after).filter((key) => !standing.includes(key));
  if (keys.length === 0) return;
  const row = (await findByNameKeys(ctx, save, keys)).find((named) => named.id !== id);
  const name = listTexts(row?.name).find((text) => keys.includes(toNameKey(text)));
  if (row) fail('name.exists', { noun, id: row.id, name: name ?? '' }, FIELDS[noun]);
}

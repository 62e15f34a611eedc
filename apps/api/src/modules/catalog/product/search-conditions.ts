import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { spreadIdsEvenly } from '../../../core/list/estimated-count.ts';
import type { Tables } from '../../../generated/tables.ts';
import { catalogueVersionSql } from './catalogue-version.ts';
import { ITEM_CODE } from './item-code.ts';
import { lookUpNearWords } from './search-near.ts';
import { type KeywordLookup, parseKeywords, type TypedKeywords, type TypedWord } from './search-words.ts';

/** Up to this many products with a barcode are listed by id; beyond that the barcode range is queried. */
const NAMED_MAX = 1_000;
/** A typed word that is part of more title words than this is searched by pattern instead. */
const SPELLINGS_MAX = 300;
/** Size of the sample that estimates how common a word or category is. */
const SAMPLE_SIZE = 400;
/** Up to this many products, all ids are read, sorted and counted for the first pages of a list … */
export const FEW = 16_000;
/** … and up to this many for later pages, which a scan reaches slowly. */
const FEW_LATE = 50_000;
const LATE = 2_000;
/** Larger categories are scanned, because reading their ids would also scan all products. */
const LARGE = 5_000;

/** Returns the range of codes with a prefix, which uses an index in any query plan. */
const getPrefixRange = (prefix: string): { low: string; high: string } => ({
  low: prefix,
  high: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
});

const LAST_PRODUCT_ID = sql`(SELECT max(id) FROM product)`;

/** SQL for a sample of product ids; some may have no product. */
export const sampleProductIdsSql = (count: number): RawBuilder<number[]> =>
  spreadIdsEvenly(LAST_PRODUCT_ID, count);

type LookupRow = {
  readonly kind: string;
  readonly clock: string;
  readonly n: number;
  /** Estimated number of products. */
  readonly size: number;
  readonly ids: Selectable<Tables['product']>['id'][];
  readonly words: Selectable<Tables['product_word']>['word'][] | null;
};

/**
 * Looks up everything that a list's conditions depend on, in one statement; queries nothing without words and category.
 */
async function lookUpKeywords(
  ctx: Ctx,
  category_id: number | undefined,
  typed: TypedKeywords,
  now: RawBuilder<string>,
): Promise<KeywordLookup> {
  const prefixes = [...new Set([...typed.words.flatMap((word) => word.prefixes), ...typed.whole])];
  const roots = new Map(typed.words.map(({ folded, key }) => [folded, key]));
  const words = [...roots.keys()].filter((word) => word !== '');
  if (category_id === undefined && prefixes.length + words.length === 0)
    return {
      clock: null,
      category_ids: [],
      category_size: 0,
      holders: new Map(),
      spellings: new Map(),
      sizes: new Map(),
    };
  const ranges = JSON.stringify(prefixes.map((prefix, n) => ({ n, ...getPrefixRange(prefix) })));
  const patterns = JSON.stringify(
    words.map((word, n) => {
      const root = roots.get(word) ?? word;
      return { n, pattern: toLikePattern(word), other: root === word ? null : toLikePattern(root) };
    }),
  );
  const rows = await fetchRows(
    ctx,
    sql<LookupRow>`
    WITH RECURSIVE below AS (
      SELECT ${category_id ?? 0}::int AS id
      UNION
      SELECT c.id FROM category c JOIN below ON c.parent_id = below.id WHERE c.deleted_at IS NULL
    ), asked AS MATERIALIZED (
      SELECT id, search FROM product WHERE id = ANY(${sampleProductIdsSql(SAMPLE_SIZE)})
    ), share AS MATERIALIZED (SELECT coalesce(max(id), 0) / ${SAMPLE_SIZE}::float8 AS each FROM product)
    SELECT 'category' AS kind, ${now} AS clock, 0 AS n,
           ((SELECT count(DISTINCT a.id) FROM asked a JOIN product_category pc ON pc.product_id = a.id
              WHERE pc.category_id IN (SELECT id FROM below)) * share.each)::int AS size,
           ARRAY(SELECT id FROM below) AS ids, '{}'::text[] AS words
      FROM share
    UNION ALL
    SELECT 'code', NULL, r.n, 0, ARRAY(SELECT i.product_id FROM product_item i WHERE i.deleted_at IS NULL
                                    AND ${ITEM_CODE} >= r.low AND ${ITEM_CODE} < r.high LIMIT ${NAMED_MAX + 1}::int), '{}'
      FROM jsonb_to_recordset(${ranges}::jsonb) AS r(n int, low text, high text)
    UNION ALL
    SELECT 'word', NULL, r.n, r.size, '{}',
           CASE WHEN r.size < ${FEW_LATE}::int
                THEN ARRAY(SELECT w.word FROM product_word w WHERE w.forms LIKE r.pattern OR w.forms LIKE r.other
                            LIMIT ${SPELLINGS_MAX + 1}::int) END
      FROM (SELECT n, pattern, other,
                   ((SELECT count(*) FROM asked WHERE search LIKE pattern OR search LIKE other) * share.each)::int AS size
              FROM share, jsonb_to_recordset(${patterns}::jsonb) AS w(n int, pattern text, other text)) r`,
  );
  const of = (kind: string, n: number) => rows.find((row) => row.kind === kind && row.n === n);
  const category = rows.find(({ kind }) => kind === 'category');
  const few = <T>(list: T[] | null = [], max: number) => (!list || list.length > max ? null : list);
  return {
    clock: category?.clock ?? null,
    category_ids: category?.ids ?? [],
    category_size: category?.size ?? 0,
    holders: new Map(prefixes.map((prefix, n) => [prefix, few(of('code', n)?.ids, NAMED_MAX)])),
    spellings: new Map(words.map((word, n) => [word, few(of('word', n)?.words, SPELLINGS_MAX)])),
    sizes: new Map(words.map((word, n) => [word, of('word', n)?.size ?? 0])),
  };
}

const toLikePattern = (word: string): string => `%${escapeLike(word)}%`;

/** Condition for products `p` with a title word that contains this word; null when there is none. */
function hasWordInTitle(
  { folded, key }: TypedWord,
  { spellings }: KeywordLookup,
): RawBuilder<boolean> | null {
  const found = spellings.get(folded);
  if (!found)
    return folded === ''
      ? null
      : sql<boolean>`p.search LIKE ANY (${[...new Set([folded, key])].map(toLikePattern)}::text[])`;
  return found.length === 0 ? null : sql<boolean>`string_to_array(p.search, ' ') && ${[...found]}::text[]`;
}

/** Condition for products `p`, or wide: a query for the ids of products. */
type CodeCondition =
  | { readonly sql: RawBuilder<boolean>; readonly isWide: false }
  | { readonly sql: RawBuilder<unknown>; readonly isWide: true };

/** Condition for products `p` with a barcode that starts with one of these; null when there is none. */
function hasCodePrefix(prefixes: readonly string[], { holders }: KeywordLookup): CodeCondition | null {
  const named = new Set(prefixes.flatMap((prefix) => holders.get(prefix) ?? []));
  const wide = prefixes.filter((prefix) => holders.get(prefix) === null).map(getPrefixRange);
  if (wide.length > 0) {
    const codes = tables
      .selectFrom('product_item as i')
      .select('i.product_id')
      .where('i.deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          ...wide.map(({ low, high }) => eb.and([eb(ITEM_CODE, '>=', low), eb(ITEM_CODE, '<', high)])),
          eb('i.product_id', '=', anyIdSql([...named])),
        ]),
      );
    return { sql: sql`${codes}`, isWide: true };
  }
  return named.size > 0 ? { sql: sql<boolean>`p.id = ${anyIdSql([...named])}`, isWide: false } : null;
}

/** Joins two conditions by OR; large id sets are combined by UNION before products are read. */
function joinByOr(title: RawBuilder<boolean> | null, code: CodeCondition | null): RawBuilder<boolean> {
  if (!code) return title ?? sql<boolean>`FALSE`;
  if (!code.isWide) return title ? sql<boolean>`(${title} OR ${code.sql})` : code.sql;
  const other = title ? sql`SELECT p.id FROM product p WHERE p.deleted_at IS NULL AND ${title} UNION` : sql``;
  return sql<boolean>`p.id IN (${other} ${code.sql})`;
}

/**
 * Conditions for products `p` that contain every word, in a title of any language or at the start of a barcode. Words
 * are looked up in a table of all title words, so that short and Arabic words are found as fast as long ones.
 */
export function keywordMatchConditions(
  { words, whole }: TypedKeywords,
  found: KeywordLookup,
): RawBuilder<boolean>[] {
  if (words.length === 0) return [];
  const each = words.map((word) =>
    joinByOr(hasWordInTitle(word, found), hasCodePrefix(word.prefixes, found)),
  );
  const byWhole = hasCodePrefix(whole, found);
  return byWhole ? [joinByOr(sql.join(each, sql` AND `), byWhole)] : each;
}

/**
 * Returns conditions on a product `p` for any list of records that belong to products: every typed word, as in
 * `keywordMatchConditions`, and a category with its descendants. Without both there are no conditions and no query.
 */
export async function buildProductSearchConditions(
  ctx: Ctx,
  input: Named,
): Promise<readonly RawBuilder<boolean>[]> {
  const { conditions, typed, found } = await buildProductPageConditions(ctx, input, 0, catalogueVersionSql);
  // words that no title contains are treated as misspelled, all others as typed
  const isUnknown = ({ folded, prefixes }: TypedWord) =>
    found.spellings.get(folded)?.length === 0 && hasCodePrefix(prefixes, found) === null;
  const near = await lookUpNearWords(ctx, typed.words.filter(isUnknown), found);
  return near
    ? [
        ...keywordMatchConditions(typed, near),
        ...conditions.slice(keywordMatchConditions(typed, found).length),
      ]
    : conditions;
}

type Named = { keywords?: string | undefined; categorys_id?: number | undefined };

/** True when a word occurs in fewer than `few` titles and starts few enough barcodes to list their products. */
const isRareWord = ({ folded, prefixes }: TypedWord, found: KeywordLookup, few: number): boolean =>
  Boolean(found.spellings.get(folded)) &&
  (found.sizes.get(folded) ?? 0) < few &&
  prefixes.every((prefix) => found.holders.get(prefix) !== null);

/**
 * Returns the conditions for a list's page after `skip` rows, with the version `now` at that time. `isSelective` means
 * that reading all matching ids is less work than scanning to the page.
 */
export async function buildProductPageConditions(
  ctx: Ctx,
  input: Named,
  skip: number,
  now: RawBuilder<string>,
): Promise<{
  conditions: RawBuilder<boolean>[];
  isSelective: boolean;
  clock: string | null;
  typed: TypedKeywords;
  found: KeywordLookup;
}> {
  const typed = parseKeywords(input.keywords);
  const found = await lookUpKeywords(ctx, input.categorys_id, typed, now);
  const conditions = keywordMatchConditions(typed, found);
  if (input.categorys_id !== undefined)
    conditions.push(
      sql<boolean>`p.id IN ${tables
        .selectFrom('product_category as pc')
        .select('pc.product_id')
        .where('pc.category_id', '=', anyIdSql(found.category_ids))}`,
    );
  const isLate = skip >= LATE;
  const isWordRare =
    typed.words.some((word) => isRareWord(word, found, isLate ? FEW_LATE : FEW)) &&
    typed.whole.every((prefix) => found.holders.get(prefix) !== null);
  const isCategoryRare =
    input.categorys_id !== undefined && found.category_size < (isLate ? FEW_LATE : LARGE);
  return { conditions, isSelective: isWordRare || isCategoryRare, clock: found.clock, typed, found };
}

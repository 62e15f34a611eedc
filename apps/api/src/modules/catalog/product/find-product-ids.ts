import { LOCALES, listBarcodeVariants } from '@dukkan/commerce';
import { type api, COUNTED_MAX, DEFAULT_LIMIT } from '@dukkan/contract';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import { createLruCache } from '../../../core/cache/lru-cache.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, OWN_PLAN } from '../../../core/db/tables.ts';
import { loadExportPage, type PackedIds, slicePackedIds, toSkipTake } from '../../../core/list/page.ts';
import { memoizePerProcess } from '../../../core/process/memoize-per-process.ts';
import type { Tables } from '../../../generated/tables.ts';
import { catalogueAndStockVersionSql, catalogueVersionSql } from './catalogue-version.ts';
import { isItemCodeOneOf } from './item-code.ts';
import {
  buildProductPageConditions,
  FEW,
  keywordMatchConditions,
  sampleProductIdsSql,
} from './search-conditions.ts';
import { lookUpNearWords, searchClosenessSortSql, typedWordsSql } from './search-near.ts';
import type { KeywordLookup, TypedKeywords } from './search-words.ts';
import { visibleProductsSql } from './show-product.ts';
import { estimateInStockCount, inStockConditionSql, lowStockConditionSql } from './stock-columns.ts';

type Input = z.output<typeof api.product.list.input>;

/**
 * The number of sampled ids, and the estimate above which the exact limit is certainly exceeded: five times the
 * sampling error. Conditions that are slow to count get a larger sample.
 */
const EASY = { asked: 400, sure: 20_000 };
const HARD = { asked: 800, sure: 16_000 };
/** Results with more products than this are not ranked; the user will type more words. */
const RANKED_MAX = 5_000;
/** Bytes per id in packed ids. */
const ID_BYTES = 4;

/**
 * The conditions of a list. `isSelective`: only few products can match. `needsCustomPlan`: the best plan depends on the
 * values.
 */
type Condition = {
  readonly where: RawBuilder<unknown>;
  /** Version of the catalogue when words and categories were looked up; null when there were none. */
  readonly clock: string | null;
  readonly isSelective: boolean;
  readonly needsCustomPlan: boolean;
  /** The conditions without the words, and the words with their lookup. */
  readonly filters: readonly Expression<SqlBool>[];
  readonly typed: TypedKeywords;
  readonly found: KeywordLookup;
};

/** Returns the SQL of the version that a query's result depends on. */
export const productListVersionSql = (ctx: Ctx, { in_stock }: Input): RawBuilder<string> =>
  in_stock === undefined ? catalogueVersionSql : catalogueAndStockVersionSql(ctx);

/** Returns the bits of the languages whose title is missing. */
const toLanguageBits = (language: NonNullable<Input['missing_translation']>): number =>
  language === 'any' ? 7 : 1 << LOCALES.indexOf(language);

const product = expressionBuilder<Tables & { p: Tables['product'] }, 'p'>();

/** Condition for products that are not free and have an item without a price. */
const LACKS_PRICE = product.and([
  product('p.free', '=', product.lit(0)),
  product.exists(
    product
      .selectFrom('product_item as u')
      .select('u.id')
      .whereRef('u.product_id', '=', 'p.id')
      .where('u.deleted_at', 'is', null)
      .where(({ fn }) => sql<boolean>`${fn.coalesce('u.price', 'p.price')} = 0`),
  ),
]);

/** Condition for products with an item of this barcode. */
const hasBarcode = (barcode: string): Expression<SqlBool> =>
  product(
    'p.id',
    'in',
    product
      .selectFrom('product_item as i')
      .select('i.product_id')
      .where('i.deleted_at', 'is', null)
      .where(isItemCodeOneOf(listBarcodeVariants(barcode))),
  );

function listFilters(ctx: Ctx, input: Input, isFewInStock: boolean): Expression<SqlBool>[] {
  const { id, status, featured, brand_id, tax_type_id, price_from, price_to } = input;
  const filters: Expression<SqlBool>[] = [];
  if (id !== undefined) filters.push(product('p.id', '=', id));
  // literals, because the partial indexes of hidden or featured products do not match parameters
  if (status !== undefined) filters.push(product('p.status', '=', product.lit(status)));
  if (featured !== undefined) filters.push(product('p.featured', '=', product.lit(featured)));
  if (brand_id !== undefined) filters.push(product('p.brand_id', '=', brand_id));
  if (tax_type_id !== undefined) filters.push(product('p.tax_type_id', '=', tax_type_id));
  if (price_from !== undefined) filters.push(product('p.price', '>=', sql<string>`${price_from}::numeric`));
  if (price_to !== undefined) filters.push(product('p.price', '<=', sql<string>`${price_to}::numeric`));
  if (input.in_stock !== undefined) filters.push(inStockConditionSql(ctx, input.in_stock, isFewInStock));
  if (input.low !== undefined) filters.push(lowStockConditionSql(ctx, input.low));
  if (input.unpriced !== undefined)
    filters.push(input.unpriced === 1 ? LACKS_PRICE : product.not(LACKS_PRICE));
  if (input.missing_translation) {
    const bits = toLanguageBits(input.missing_translation);
    filters.push(product('p.missing', '>', product.lit(0)));
    filters.push(sql<boolean>`${product.ref('p.missing')} & ${bits}::int > 0`);
  }
  if (input.barcode !== undefined) filters.push(hasBarcode(input.barcode));
  return filters;
}

/** True when so few products are in or out of stock that reading all their ids is faster than scanning to the page. */
const areFewInStock = async (ctx: Ctx, { in_stock }: Input): Promise<boolean> =>
  in_stock !== undefined &&
  (await estimateInStockCount(ctx, in_stock, sampleProductIdsSql(HARD.asked), HARD.asked)) < FEW;

async function buildCondition(ctx: Ctx, input: Input): Promise<Condition> {
  const { price_from, price_to, brand_id, tax_type_id, barcode } = input;
  const {
    conditions,
    isSelective,
    clock: lookedUp,
    typed,
    found,
  } = await buildProductPageConditions(ctx, input, toSkipTake(input).skip, productListVersionSql(ctx, input));
  const isFewInStock = await areFewInStock(ctx, input);
  const isLooked =
    conditions.length > 0 || ctx.reach !== 'full' || input.in_stock !== undefined || input.low !== undefined;
  const words = keywordMatchConditions(typed, found);
  const filters = [
    visibleProductsSql(ctx),
    ...listFilters(ctx, input, isFewInStock),
    ...conditions.slice(words.length),
  ];
  return {
    where: sql.join([...filters, ...words], sql` AND `),
    filters,
    typed,
    found,
    clock: lookedUp,
    isSelective: isSelective || isFewInStock || input.low === 1,
    needsCustomPlan:
      isLooked || [price_from, price_to, brand_id, tax_type_id, barcode].some((value) => value !== undefined),
  };
}

/** Returns the sort expression and direction; ties are sorted by id. */
function findOrder(
  ctx: Ctx,
  { sort_by, sort_as }: Input,
): { key: RawBuilder<unknown>; way: RawBuilder<unknown> } {
  const way = sort_as === 'desc' ? sql`DESC` : sql`ASC`;
  const toKey = (column: keyof Tables['product']) => sql.ref(`p.${column}`);
  if (sort_by === 'newest' || sort_by === 'relevance') return { key: toKey('id'), way: sql`DESC` };
  // ids ascend with creation
  if (sort_by === 'id' || sort_by === 'created_at') return { key: toKey('id'), way };
  return { key: toKey(sort_by === 'title' ? `sort_${ctx.locale}` : sort_by), way };
}

/** The ids of a page in order, and the total. */
type ProductIdPage = {
  readonly clock: string;
  readonly ids: readonly number[];
  readonly total: number;
  readonly isEstimated: boolean;
};

/** All matching ids. */
type Named = { readonly clock: string; readonly whole: PackedIds };

/** Loads all matching ids in order, for small results and exports; each page is a slice of them. */
async function loadIds(
  ctx: Ctx,
  input: Input,
  where: RawBuilder<unknown>,
  ranked: { readonly words: RawBuilder<unknown>; readonly closeness: RawBuilder<unknown> } | null,
): Promise<Named> {
  const { key, way } = findOrder(ctx, input);
  const found = await fetchRow(
    ctx,
    sql<Named>`${OWN_PLAN} ${ranked?.words ?? sql``} SELECT ${productListVersionSql(ctx, input)} AS clock,
      (SELECT string_agg(int4send(p.id), ''::bytea ORDER BY ${
        ranked ? sql.join([ranked.closeness, key]) : key
      } ${way}, p.id ${way}) FROM product p WHERE ${where}) AS whole`,
  );
  return found ?? { clock: '', whole: null };
}

/**
 * Loads all matching ids; results of less than a page are followed by matches that differ in one letter.
 * Rule: docs/rules/wire.md#search
 */
async function loadAllIds(ctx: Ctx, input: Input, condition: Condition): Promise<Named> {
  const { where, filters, typed, found } = condition;
  const isFew = typed.words.some(({ folded }) => (found.sizes.get(folded) ?? 0) < RANKED_MAX);
  const rank = (all: KeywordLookup) => ({
    words: typedWordsSql(typed, found, all),
    closeness: searchClosenessSortSql(ctx),
  });
  const isRanked = input.sort_by === 'relevance' && typed.words.length > 0 && isFew;
  const exact = await loadIds(ctx, input, where, isRanked ? rank(found) : null);
  if (typed.words.length === 0 || (exact.whole?.length ?? 0) >= DEFAULT_LIMIT * ID_BYTES) return exact;
  const near = await lookUpNearWords(ctx, typed.words, found);
  if (!near) return exact;
  return loadIds(
    ctx,
    input,
    sql.join([...filters, ...keywordMatchConditions(typed, near)], sql` AND `),
    rank(near),
  );
}

/** Slices one page from all ids. */
const slicePage = (input: Input, { clock, whole }: Named): ProductIdPage => ({
  clock,
  ...slicePackedIds(whole, input),
  isEstimated: false,
});

type Counted = { readonly clock: string; readonly total: number; readonly isEstimated: boolean };

/**
 * For large results: scans the sort index up to the page. The total is counted only if it is neither cached nor evident
 * from the last page; beyond the exact limit it is estimated from sampled ids, which are queried first.
 */
async function scanToPage(
  ctx: Ctx,
  input: Input,
  condition: Condition,
  known: Counted | undefined,
): Promise<ProductIdPage> {
  const { skip, take } = toSkipTake(input);
  const { key, way } = findOrder(ctx, input);
  const { where, needsCustomPlan } = condition;
  const { asked, sure } = needsCustomPlan ? HARD : EASY;
  const guess = sql`(SELECT total FROM guess)`;
  const total = !known
    ? sql`CASE
        WHEN cardinality(page.ids) < ${take}::int AND (${skip}::int = 0 OR cardinality(page.ids) > 0) THEN NULL
        WHEN ${guess} >= ${sure}::int THEN -${guess}
        ELSE (SELECT CASE WHEN count(*) <= ${COUNTED_MAX}::int THEN count(*) ELSE -greatest(count(*), ${guess}) END
                FROM (SELECT 1 FROM product p WHERE ${where} LIMIT ${COUNTED_MAX + 1}::int) every) END::int`
    : sql`NULL::int`;
  const sample = sql`, guess AS MATERIALIZED (
      SELECT (count(*) * (SELECT max(id) FROM product) / ${asked}::int)::int AS total FROM product p
       WHERE p.id = ANY(${sampleProductIdsSql(asked)}) AND ${where})`;
  const row = await fetchRow(
    ctx,
    sql<{ clock: string; ids: number[]; total: number | null }>`${needsCustomPlan ? OWN_PLAN : sql``}
    WITH page AS MATERIALIZED (
      SELECT ARRAY(SELECT p.id FROM product p WHERE ${where} ORDER BY ${key} ${way}, p.id ${way}
                    LIMIT ${take}::int OFFSET ${skip}::int) AS ids
    )${known ? sql`` : sample}
    SELECT ${productListVersionSql(ctx, input)} AS clock, page.ids, ${total} AS total FROM page`,
  );
  const { clock, ids } = row ?? { clock: '', ids: [] };
  const reached = ids.length === 0 ? 0 : skip + ids.length;
  // a cached total is valid for this page only if nothing has changed since
  if (known?.clock === clock) return { ...known, ids };
  if (known) return scanToPage(ctx, input, condition, undefined);
  const counted = row?.total ?? reached;
  return { clock, ids, total: Math.max(Math.abs(counted), reached), isEstimated: counted < 0 };
}

/** Cached results with the catalogue version they are valid for. */
type Lately = Named | Counted | ProductIdPage;
const LATELY = { bytes: 16_000_000, ms: 120_000 };
const pageCache = memoizePerProcess(() => createLruCache<Lately>(LATELY));
/** Running lookups by page key; identical queries share one result. */
const pagesInFlight = memoizePerProcess(() => new Map<string, Promise<ProductIdPage>>());

/** Parameters of the page that do not change which products match. */
const PAGE_PARAMETERS = new Set([
  ...['page', 'limit', 'window', 'sort_by', 'sort_as'],
  ...['locale', 'all_locale', 'export', 'format'],
]);

type Keys = { readonly filters: string; readonly order: string; readonly page: string };

/**
 * Returns the cache keys: filters; filters with order for all ids; and with the page for its ids. Null inside a
 * transaction, whose own changes the version does not include, and for low stock, which has no version.
 */
function buildCacheKeys(ctx: Ctx, input: Input): Keys | null {
  if (ctx.db !== ctx.services.database.prisma || input.low !== undefined) return null;
  const meant = Object.entries(input).filter(
    ([name, value]) => !PAGE_PARAMETERS.has(name) && value !== undefined,
  );
  const filters = JSON.stringify([
    ctx.reach,
    input.in_stock === undefined || getEffectiveScope(ctx),
    meant.sort(),
  ]);
  const { sort_by, sort_as } = input;
  const { skip, take } = toSkipTake(input);
  const order = `${filters} ${sort_by} ${sort_as} ${sort_by === 'title' || sort_by === 'relevance' ? ctx.locale : ''}`;
  return { filters: `${filters} *`, order, page: `${order} ${skip} ${take}` };
}

/** Queries the database and caches the result. */
async function queryProductPage(ctx: Ctx, input: Input, keys: Keys | null): Promise<ProductIdPage> {
  const kept = pageCache(ctx);
  const condition = await buildCondition(ctx, input);
  // a result looked up before a change must not be cached as of after it
  const isTrue = ({ clock }: Lately) => condition.clock === null || condition.clock === clock;
  const keep = (key: string | undefined, value: Lately, bytes: number) => {
    if (key && isTrue(value)) kept.set(key, value, bytes);
  };
  const dated = (found: ProductIdPage): ProductIdPage => (isTrue(found) ? found : { ...found, clock: '' });
  if (condition.isSelective) {
    const whole = await loadAllIds(ctx, input, condition);
    keep(keys?.order, whole, whole.whole?.length ?? 0);
    return dated(slicePage(input, whole));
  }
  const found = await scanToPage(
    ctx,
    input,
    condition,
    keys ? (kept.get(keys.filters) as Counted) : undefined,
  );
  const { ids, ...counted } = found;
  keep(keys?.filters, counted, 0);
  keep(keys?.page, found, ids.length * 8);
  return dated(found);
}

/** Where a page is looked up: in the cache, in a query shared with identical requests, or in an own query. */
export type ProductPageLookupMode = 'remembered' | 'shared' | 'alone';

/**
 * Finds the ids of a page. A cached or shared result may be outdated: the caller compares its version with that of the
 * rows and retries with the next mode if they differ.
 */
export function findProductPage(
  ctx: Ctx,
  input: Input,
  mode: ProductPageLookupMode,
): Promise<ProductIdPage> | ProductIdPage {
  const keys = buildCacheKeys(ctx, input);
  if (!keys || mode === 'alone') return queryProductPage(ctx, input, keys);
  const kept = pageCache(ctx);
  if (mode === 'remembered') {
    const whole = kept.get(keys.order) as Named | undefined;
    const found = whole ? slicePage(input, whole) : (kept.get(keys.page) as ProductIdPage | undefined);
    if (found) return found;
  }
  const asking = pagesInFlight(ctx);
  const known = asking.get(keys.page);
  if (known) return known;
  const answer = queryProductPage(ctx, input, keys).finally(() => asking.delete(keys.page));
  asking.set(keys.page, answer);
  return answer;
}

/** Finds the products of one page of an export; the set of products is fixed when the export starts. */
export const findProductsForExport = (
  ctx: Ctx,
  input: Input,
): Promise<Pick<ProductIdPage, 'ids' | 'total'>> =>
  loadExportPage(
    ctx,
    input,
    async () => (await loadAllIds(ctx, input, await buildCondition(ctx, input))).whole,
  );

import type { batch } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { createLruCache } from '../../../core/cache/lru-cache.ts';
import { queryCoalesced } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables, withOwnPlan } from '../../../core/db/tables.ts';
import { capCount, getPlannerEstimate, type RowCount } from '../../../core/list/estimated-count.ts';
import { loadExportPage, loadPackedIds, MAX_ROWS, toSkipTake } from '../../../core/list/page.ts';
import { memoizePerProcess } from '../../../core/process/memoize-per-process.ts';
import { buildProductSearchConditions } from '../../catalog/index.ts';
import { isInVisibleBranch } from '../stock-item.ts';

type Input = z.output<typeof batch.list.input>;

/**
 * A total this large stays above the exact limit for the cache's minute, because no shop sells that many batches in a
 * minute.
 */
const SURE = 20_000;
/** Up to this many batches are read and sorted; beyond that the page is read along the index of the sort column. */
const FEW = 5_000;
/** The ids of more products than this are not cached. */
const PRODUCTS_MAX = 20_000;

/** Cached results of a process: the products that keywords match, and the number of batches of a query. */
type Products = { readonly clock: string; readonly ids: readonly number[] };
const memory = memoizePerProcess(() => ({
  products: createLruCache<Products>({ bytes: 4_000_000, ms: 120_000 }),
  totals: createLruCache<RowCount & { readonly clock: string }>({ bytes: 1_000_000, ms: 60_000 }),
}));

/** Null inside a transaction, because the clocks do not include its own uncommitted changes. */
const getMemory = (ctx: Ctx) => (ctx.db === ctx.services.database.prisma ? memory(ctx) : null);

/**
 * Counters of changes to products and to the set of batches, as of the statement that reads them (triggers of the
 * migrations shelf_clock and batch_clock; docs/adr 0006).
 */
const selectClocks = tables
  .selectFrom('catalogue_clock')
  .select(({ ref }) => [
    sql<string>`coalesce(sum(${ref('ticks')}) FILTER (WHERE kind = 'catalogue'), 0)::text`.as('products'),
    sql<string>`coalesce(sum(${ref('ticks')}) FILTER (WHERE kind = 'batch'), 0)::text`.as('batches'),
  ]);
type Clocks = Readonly<InferResult<typeof selectClocks>[number]>;

/** Up to this many receipts are listed by id, which lets the planner estimate the batches of each. */
const NAMED = 1_000;

/** Condition for batches `s` that came from a supplier. */
export async function isBatchFromSupplier(ctx: Ctx, supplier_id: number): Promise<RawBuilder<boolean>> {
  const receipts = tables.selectFrom('receipt as r').select('r.id').where('r.supplier_id', '=', supplier_id);
  const rows = await fetchRows(ctx, receipts.limit(NAMED + 1));
  return rows.length <= NAMED
    ? sql<boolean>`s.reciept_id = ${anyIdSql(rows.map(({ id }) => id))}`
    : sql<boolean>`s.reciept_id IN ${receipts}`;
}

type Named = { readonly is: RawBuilder<boolean> | null; readonly clock: string | null };

/**
 * Finds the products that match the keywords, also deleted ones; `clock` is the version of products whose ids are
 * cached.
 */
async function findProducts(ctx: Ctx, keywords: string | undefined, isAnew: boolean): Promise<Named> {
  if (keywords === undefined) return { is: null, clock: null };
  const memory = getMemory(ctx);
  const naming = ({ clock, ids }: Products): Named => ({
    is: sql<boolean>`s.product_id = ${anyIdSql(ids)}`,
    clock,
  });
  const known = isAnew ? undefined : memory?.products.get(keywords);
  if (known) return naming(known);
  // read the clock first, so that a change during the search invalidates the result
  const clocks = await fetchRow(ctx, selectClocks);
  const conditions = await buildProductSearchConditions(ctx, { keywords });
  if (conditions.length === 0) return { is: null, clock: null };
  const matching = tables
    .selectFrom('product as p')
    .select('p.id')
    .where(({ and }) => and([...conditions]));
  // existing and deleted products have separate search indexes
  const products = matching
    .where('p.deleted_at', 'is', null)
    .unionAll(matching.where('p.deleted_at', 'is not', null));
  const some = tables
    .selectFrom(products.as('p'))
    .select('p.id')
    .limit(PRODUCTS_MAX + 1);
  const found = await fetchRow(ctx, withOwnPlan(tables.selectNoFrom(sql<number[]>`ARRAY${some}`.as('ids'))));
  if (!clocks || !found || found.ids.length > PRODUCTS_MAX)
    return { is: sql<boolean>`s.product_id IN ${products}`, clock: null };
  const one = { clock: clocks.products, ids: found.ids };
  memory?.products.set(keywords, one, found.ids.length * 8);
  return naming(one);
}

async function filterBatches(ctx: Ctx, input: Input, named: Named) {
  let query = tables
    .selectFrom('stock_batch as s')
    .where(isInVisibleBranch(ctx, sql.ref('s.branch_id'), input.branch_id));
  const { item_id } = input;
  if (named.is) query = query.where(named.is);
  if (input.id !== undefined) query = query.where('s.id', '=', input.id);
  if (input.product_id !== undefined) query = query.where('s.product_id', '=', input.product_id);
  // the product id is added because the index of batches starts with it
  if (item_id !== undefined)
    query = query
      .where('s.product_id', '=', ({ selectFrom }) =>
        selectFrom('product_item as i').select('i.product_id').where('i.id', '=', item_id),
      )
      .where('s.item_id', '=', item_id);
  if (input.reciept_id !== undefined) query = query.where('s.reciept_id', '=', input.reciept_id);
  if (input.supplier_id !== undefined) query = query.where(await isBatchFromSupplier(ctx, input.supplier_id));
  if (input.remaining === 1) query = query.where('s.remaining_quantity', '>', sql<string>`0`);
  if (input.remaining === 0) query = query.where('s.remaining_quantity', '=', sql<string>`0`);
  if (input.expire_from !== undefined) query = query.where('s.expire_date', '>=', input.expire_from);
  if (input.expire_to !== undefined) query = query.where('s.expire_date', '<=', input.expire_to);
  return query;
}
type BatchQuery = Awaited<ReturnType<typeof filterBatches>>;

/** Parameters of the page that do not change which batches match. */
const SHOWN = new Set([
  'page',
  'limit',
  'window',
  'sort_by',
  'sort_as',
  'locale',
  'all_locale',
  'movements',
  'export',
  'format',
]);

/** The cache key of a total. */
function createTotalKey(ctx: Ctx, input: Input): string {
  const meant = Object.entries(input).filter(([name, value]) => !SHOWN.has(name) && value !== undefined);
  return JSON.stringify([ctx.scope, ctx.branch_id, meant.sort()]);
}

/** The version for which a cached total is valid. */
const getTotalVersion = ({ keywords }: Input, { products, batches }: Clocks): string =>
  keywords === undefined ? batches : `${batches} ${products}`;

/** Counts the matching batches: exact up to COUNTED_MAX, above that the planner's estimate. */
async function countBatches(
  ctx: Ctx,
  input: Input,
  query: BatchQuery,
): Promise<RowCount & { clock: string }> {
  const every = query.select(sql.lit(1).as('one'));
  const [counted] = await queryCoalesced(
    ctx,
    withOwnPlan(
      tables
        .selectFrom(selectClocks.as('clocks'))
        .selectAll()
        .select(sql<number>`${capCount(every)}::int`.as('total')),
    ),
  );
  if (!counted) return { total: 0, isEstimated: false, clock: '' };
  const { total } = counted;
  const clock = getTotalVersion(input, counted);
  if (total >= 0) return { total, isEstimated: false, clock };
  return { total: Math.max(-total, await getPlannerEstimate(ctx, every)), isEstimated: true, clock };
}

/** Selects the ids of a page; few batches are sorted, many are read along the sort column's index. */
function selectPage(input: Input, query: BatchQuery, isFew: boolean) {
  const { skip, take } = toSkipTake(input);
  const { sort_by, sort_as } = input;
  const batches = isFew
    ? tables.selectFrom(query.selectAll('s').offset(sql.lit(0)).as('s')).select('s.id')
    : query.select('s.id');
  return batches
    .orderBy(`s.${sort_by}`, (order) => {
      if (sort_as === 'asc') return order.asc();
      return sort_by === 'expire_date' ? order.desc().nullsLast() : order.desc();
    })
    .orderBy('s.id', sort_as)
    .limit(take)
    .offset(skip);
}

async function findIds(ctx: Ctx, input: Input, query: BatchQuery, isFew: boolean) {
  const [found] = await queryCoalesced(
    ctx,
    withOwnPlan(
      tables
        .selectFrom(selectClocks.as('clocks'))
        .selectAll()
        .select(sql<number[]>`ARRAY${selectPage(input, query, isFew)}`.as('ids')),
    ),
  );
  return found ?? { ids: [], products: '', batches: '' };
}

/** Finds the batches of one page of an export; the set of batches is fixed when the export starts. */
export function findBatchesForExport(ctx: Ctx, input: Input): ReturnType<typeof loadExportPage> {
  const find = async () => {
    const query = await filterBatches(ctx, input, await findProducts(ctx, input.keywords, true));
    const all = selectPage({ ...input, page: 1, limit: MAX_ROWS }, query, false);
    return loadPackedIds(ctx, sql`ARRAY${all}`);
  };
  return loadExportPage(ctx, input, find);
}

/**
 * Finds the ids of the requested page, in order, and the total. Totals and the products that match keywords are cached
 * until they change; pages are queried each time.
 */
export async function findBatchPage(
  ctx: Ctx,
  input: Input,
  isAnew = false,
): Promise<RowCount & { readonly ids: readonly number[] }> {
  const named = await findProducts(ctx, input.keywords, isAnew);
  const query = await filterBatches(ctx, input, named);
  const totals = getMemory(ctx)?.totals;
  const key = createTotalKey(ctx, input);
  const count = async () => {
    const counted = await countBatches(ctx, input, query);
    totals?.set(key, counted, 64);
    return counted;
  };
  const known = totals?.get(key) ?? (await count());
  const { ids, ...clocks } = await findIds(ctx, input, query, known.total <= FEW);
  if (named.clock !== null && named.clock !== clocks.products && !isAnew)
    return findBatchPage(ctx, input, true);
  const isTrue = known.total >= SURE || known.clock === getTotalVersion(input, clocks);
  const { total, isEstimated } = isTrue ? known : await count();
  return { ids, total, isEstimated };
}

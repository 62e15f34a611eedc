import type { batch } from '@dukkan/contract';
import type * as z from 'zod';
import { createLruCache } from '../../../core/cache/lru-cache.ts';
import { queryCoalesced } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { CUSTOM_PLAN, Prisma, queryRows } from '../../../core/db/database.ts';
import { cappedCountSql, getPlannerEstimate, type RowCount } from '../../../core/list/estimated-count.ts';
import { loadExportPage, loadPackedIds, MAX_ROWS, toSkipTake } from '../../../core/list/page.ts';
import { memoizePerProcess } from '../../../core/process/memoize-per-process.ts';
import { buildProductSearchConditions } from '../../catalog/index.ts';
import { visibleBranchConditionsSql } from '../stock-item.ts';

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
const memoryOf = (ctx: Ctx) => (ctx.db === ctx.services.database.prisma ? memory(ctx) : null);

/**
 * Counters of changes to products and to the set of batches, as of the statement that reads them (triggers of the
 * migrations shelf_clock and batch_clock; docs/adr 0006).
 */
const CLOCKS = Prisma.sql`
  (SELECT coalesce(sum(ticks) FILTER (WHERE kind = 'catalogue'), 0)::text AS products,
          coalesce(sum(ticks) FILTER (WHERE kind = 'batch'), 0)::text AS batches FROM catalogue_clock) clocks`;
type Clocks = { readonly products: string; readonly batches: string };

/** Up to this many receipts are listed by id, which lets the planner estimate the batches of each. */
const NAMED = 1_000;

/** Condition for batches `s` that came from a supplier. */
export async function batchFromSupplierSql(ctx: Ctx, supplier_id: number): Promise<Prisma.Sql> {
  const rows = await queryRows<{ id: number }>(
    ctx,
    Prisma.sql`SELECT r.id FROM receipt r WHERE r.supplier_id = ${supplier_id}::int LIMIT ${NAMED + 1}::int`,
  );
  return rows.length <= NAMED
    ? Prisma.sql`s.reciept_id = ANY(${rows.map(({ id }) => id)}::int[])`
    : Prisma.sql`s.reciept_id IN (SELECT r.id FROM receipt r WHERE r.supplier_id = ${supplier_id})`;
}

type Named = { readonly is: Prisma.Sql | null; readonly clock: string | null };

/**
 * Finds the products that match the keywords, also deleted ones; `clock` is the version of products whose ids are
 * cached.
 */
async function ofProducts(ctx: Ctx, keywords: string | undefined, isAnew: boolean): Promise<Named> {
  if (keywords === undefined) return { is: null, clock: null };
  const memory = memoryOf(ctx);
  const naming = ({ clock, ids }: Products): Named => ({
    is: Prisma.sql`s.product_id = ANY(${[...ids]}::int[])`,
    clock,
  });
  const known = isAnew ? undefined : memory?.products.get(keywords);
  if (known) return naming(known);
  // read the clock first, so that a change during the search invalidates the result
  const [clocks] = await queryRows<Clocks>(ctx, Prisma.sql`SELECT * FROM ${CLOCKS}`);
  const named = await buildProductSearchConditions(ctx, { keywords });
  if (named.length === 0) return { is: null, clock: null };
  const like = Prisma.join(named, ' AND ');
  // existing and deleted products have separate search indexes
  const products = Prisma.sql`SELECT p.id FROM product p WHERE p.deleted_at IS NULL AND ${like}
    UNION ALL SELECT p.id FROM product p WHERE p.deleted_at IS NOT NULL AND ${like}`;
  const [found] = await queryRows<{ ids: number[] }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT ARRAY(SELECT id FROM (${products}) p LIMIT ${PRODUCTS_MAX + 1}::int) AS ids`,
  );
  if (!clocks || !found || found.ids.length > PRODUCTS_MAX)
    return { is: Prisma.sql`s.product_id IN (${products})`, clock: null };
  const one = { clock: clocks.products, ids: found.ids };
  memory?.products.set(keywords, one, found.ids.length * 8);
  return naming(one);
}

async function whereOf(ctx: Ctx, input: Input, named: Named): Promise<Prisma.Sql> {
  const filters = [
    Prisma.sql`TRUE`,
    ...visibleBranchConditionsSql(ctx, Prisma.sql`s.branch_id`, input.branch_id),
  ];
  if (named.is) filters.push(named.is);
  if (input.id !== undefined) filters.push(Prisma.sql`s.id = ${input.id}`);
  if (input.product_id !== undefined) filters.push(Prisma.sql`s.product_id = ${input.product_id}`);
  // the product id is added because the index of batches starts with it
  if (input.item_id !== undefined)
    filters.push(
      Prisma.sql`s.product_id = (SELECT i.product_id FROM product_item i WHERE i.id = ${input.item_id}) AND s.item_id = ${input.item_id}`,
    );
  if (input.reciept_id !== undefined) filters.push(Prisma.sql`s.reciept_id = ${input.reciept_id}`);
  if (input.supplier_id !== undefined) filters.push(await batchFromSupplierSql(ctx, input.supplier_id));
  if (input.remaining === 1) filters.push(Prisma.sql`s.remaining_quantity > 0`);
  if (input.remaining === 0) filters.push(Prisma.sql`s.remaining_quantity = 0`);
  if (input.expire_from !== undefined) filters.push(Prisma.sql`s.expire_date >= ${input.expire_from}::date`);
  if (input.expire_to !== undefined) filters.push(Prisma.sql`s.expire_date <= ${input.expire_to}::date`);
  return Prisma.join(filters, ' AND ');
}

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
function keyOf(ctx: Ctx, input: Input): string {
  const meant = Object.entries(input).filter(([name, value]) => !SHOWN.has(name) && value !== undefined);
  return JSON.stringify([ctx.scope, ctx.branch_id, meant.sort()]);
}

/** The version for which a cached total is valid. */
const clockOf = ({ keywords }: Input, { products, batches }: Clocks): string =>
  keywords === undefined ? batches : `${batches} ${products}`;

/** Counts the matching batches: exact up to COUNTED_MAX, above that the planner's estimate. */
async function countAll(ctx: Ctx, input: Input, where: Prisma.Sql): Promise<RowCount & { clock: string }> {
  const every = Prisma.sql`SELECT 1 FROM stock_batch s WHERE ${where}`;
  const [counted] = await queryCoalesced<Clocks & { total: number }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT clocks.*, ${cappedCountSql(every)}::int AS total FROM ${CLOCKS}`,
  );
  if (!counted) return { total: 0, isEstimated: false, clock: '' };
  const { total } = counted;
  const clock = clockOf(input, counted);
  if (total >= 0) return { total, isEstimated: false, clock };
  return { total: Math.max(-total, await getPlannerEstimate(ctx, every)), isEstimated: true, clock };
}

/** SQL for the ids of a page; few batches are sorted, many are read along the sort column's index. */
function pageOf(input: Input, where: Prisma.Sql, isFew: boolean): Prisma.Sql {
  const { skip, take } = toSkipTake(input);
  const way = Prisma.raw(input.sort_as === 'desc' ? 'DESC' : 'ASC');
  // safe as raw SQL: the column name comes from a closed list, not from the caller's text
  const column = Prisma.raw(`s.${input.sort_by}`);
  const last = Prisma.raw(input.sort_by === 'expire_date' && input.sort_as === 'desc' ? 'NULLS LAST' : '');
  const batches = isFew
    ? Prisma.sql`(SELECT * FROM stock_batch s WHERE ${where} OFFSET 0) s`
    : Prisma.sql`stock_batch s WHERE ${where}`;
  return Prisma.sql`SELECT s.id FROM ${batches}
    ORDER BY ${column} ${way} ${last}, s.id ${way} LIMIT ${take}::int OFFSET ${skip}::int`;
}

async function idsOf(ctx: Ctx, input: Input, where: Prisma.Sql, isFew: boolean) {
  const [found] = await queryCoalesced<Clocks & { ids: number[] }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT clocks.*, ARRAY(${pageOf(input, where, isFew)}) AS ids FROM ${CLOCKS}`,
  );
  return found ?? { ids: [], products: '', batches: '' };
}

/** Finds the batches of one page of an export; the set of batches is fixed when the export starts. */
export function findBatchesForExport(ctx: Ctx, input: Input): ReturnType<typeof loadExportPage> {
  const find = async () => {
    const where = await whereOf(ctx, input, await ofProducts(ctx, input.keywords, true));
    const all = pageOf({ ...input, page: 1, limit: MAX_ROWS }, where, false);
    return loadPackedIds(ctx, Prisma.sql`ARRAY(${all})`);
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
  const named = await ofProducts(ctx, input.keywords, isAnew);
  const where = await whereOf(ctx, input, named);
  const totals = memoryOf(ctx)?.totals;
  const key = keyOf(ctx, input);
  const count = async () => {
    const counted = await countAll(ctx, input, where);
    totals?.set(key, counted, 64);
    return counted;
  };
  const known = totals?.get(key) ?? (await count());
  const { ids, ...clocks } = await idsOf(ctx, input, where, known.total <= FEW);
  if (named.clock !== null && named.clock !== clocks.products && !isAnew)
    return findBatchPage(ctx, input, true);
  const isTrue = known.total >= SURE || known.clock === clockOf(input, clocks);
  const { total, isEstimated } = isTrue ? known : await count();
  return { ids, total, isEstimated };
}

import type { batch } from '@dukkan/contract';
import type * as z from 'zod';
import { createLruCache } from '../../../core/cache/lru-cache.ts';
import { queryCoalesced } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { CUSTOM_PLAN, Prisma, queryRows } from '../../../core/db/database.ts';
import { cappedCountSql, getPlannerEstimate, type RowCount } from '../../../core/list/estimated-count.ts';
import { loadExportPage, loadPackedIds, MAX_ROWS, toSkipTake } from '../../../core/list/page.ts';
import { memoizePerProcess } from '../../../core/services.ts';
import { buildProductSearchConditions } from '../../catalog/index.ts';
import { visibleBranchConditionsSql } from '../stock-item.ts';

type Input = z.output<typeof batch.list.input>;

/** So many are not fewer than the exact ones a minute later: nobody sells out or removes that many batches. */
const SURE = 20_000;
/** So few are read and sorted; of more, the index that sorts is walked until the page is full. */
const FEW = 5_000;
/** More products than these are not remembered by their ids. */
const PRODUCTS_MAX = 20_000;

/** What a process found lately: of which products keywords speak, and how many batches a question means. */
type Products = { readonly clock: string; readonly ids: readonly number[] };
const memory = memoizePerProcess(() => ({
  products: createLruCache<Products>({ bytes: 4_000_000, ms: 120_000 }),
  totals: createLruCache<RowCount & { readonly clock: string }>({ bytes: 1_000_000, ms: 60_000 }),
}));

/** Null inside a transaction, whose own changes the clocks do not tell. */
const memoryOf = (ctx: Ctx) => (ctx.db === ctx.services.database.prisma ? memory(ctx) : null);

/**
 * How often products had changed, and how often batches had come, gone, sold out or become others, as the statement
 * that reads it sees it (triggers of the migrations shelf_clock and batch_clock; docs/adr 0006).
 */
const CLOCKS = Prisma.sql`
  (SELECT coalesce(sum(ticks) FILTER (WHERE kind = 'catalogue'), 0)::text AS products,
          coalesce(sum(ticks) FILTER (WHERE kind = 'batch'), 0)::text AS batches FROM catalogue_clock) clocks`;
type Clocks = { readonly products: string; readonly batches: string };

/** Receipts that are named one by one; the planner knows how much each of them brought. */
const NAMED = 1_000;

/** Batches `s` that came from a supplier. */
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

/** Batches of the products that keywords mean, deleted ones too; `clock` is that of products whose ids are remembered. */
async function ofProducts(ctx: Ctx, keywords: string | undefined, isAnew: boolean): Promise<Named> {
  if (keywords === undefined) return { is: null, clock: null };
  const memory = memoryOf(ctx);
  const naming = ({ clock, ids }: Products): Named => ({
    is: Prisma.sql`s.product_id = ANY(${[...ids]}::int[])`,
    clock,
  });
  const known = isAnew ? undefined : memory?.products.get(keywords);
  if (known) return naming(known);
  // read first: a change that comes while words are looked up is one that is seen afterwards
  const [clocks] = await queryRows<Clocks>(ctx, Prisma.sql`SELECT * FROM ${CLOCKS}`);
  const named = await buildProductSearchConditions(ctx, { keywords });
  if (named.length === 0) return { is: null, clock: null };
  const like = Prisma.join(named, ' AND ');
  // words have one index for what is sold and one for what is not any more
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
  // found by its product, as its batches are
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

/** How a page is shown, not what is meant. */
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

/** Under what a total is remembered. */
function keyOf(ctx: Ctx, input: Input): string {
  const meant = Object.entries(input).filter(([name, value]) => !SHOWN.has(name) && value !== undefined);
  return JSON.stringify([ctx.scope, ctx.branch_id, meant.sort()]);
}

/** A total is true as long as this is the same. */
const clockOf = ({ keywords }: Input, { products, batches }: Clocks): string =>
  keywords === undefined ? batches : `${batches} ${products}`;

/** How many there are: exact up to COUNTED_MAX, beyond that what the planner thinks (decisions 0.1). */
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

/** The ids of a page; few are sorted, of many the index that sorts is walked. */
function pageOf(input: Input, where: Prisma.Sql, isFew: boolean): Prisma.Sql {
  const { skip, take } = toSkipTake(input);
  const way = Prisma.raw(input.sort_as === 'desc' ? 'DESC' : 'ASC');
  // the name of a column from a closed list: no text of a caller gets here
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

/** The page of a file: its batches are those that were meant when it was asked for. */
export function findBatchesForExport(ctx: Ctx, input: Input): ReturnType<typeof loadExportPage> {
  const find = async () => {
    const where = await whereOf(ctx, input, await ofProducts(ctx, input.keywords, true));
    const all = pageOf({ ...input, page: 1, limit: MAX_ROWS }, where, false);
    return loadPackedIds(ctx, Prisma.sql`ARRAY(${all})`);
  };
  return loadExportPage(ctx, input, find);
}

/**
 * The ids of the page that is asked for, in their order, and how many there are on all pages. Totals and the products
 * that words mean are remembered as long as nothing of them changes; pages are found each time.
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

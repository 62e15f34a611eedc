import { DAY_MS } from '@dukkan/commerce';
import { COUNTED_MAX } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  loadByIdsInOrder,
  queryCoalesced,
  shareConcurrentResult,
} from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { fetchRow, tables, unnestIds, withOwnPlan } from '../../../../core/db/tables.ts';
import {
  buildEstimateCacheKey,
  type Condition,
  capCount,
  estimateIfMany,
  estimates,
  joinConditions,
} from '../../../../core/list/estimated-count.ts';
import {
  loadExportPage,
  loadPackedIds,
  MAX_ROWS,
  type PackedIds,
  type Page,
  type PageWindow,
  toPage,
  toSkipTake,
} from '../../../../core/list/page.ts';
import { filterOrders, type Input, type OrderFilter } from './order-filters.ts';
import {
  JOINS,
  type OrderListRow,
  type OrderViewer,
  type Row,
  rowsView,
  selectOrderRow,
  toOrderViewer,
} from './order-row.view.ts';

const ORDERS = sql`"order" o`;

/** Sort columns of the list; ties are sorted by newest first. */
const KEYS: Readonly<Record<Exclude<Input['sort_by'], 'promised_at'>, readonly string[]>> = {
  created_at: ['created_at', 'id'],
  id: ['id'],
  due: ['due', 'id'],
  status: ['status_value', 'status_id', 'created_at', 'id'],
};

/** Safe as raw SQL: the column names come from a closed list, not from the caller's text. */
const sortBy = (keys: readonly string[], way: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql.raw(`ORDER BY ${keys.map((key) => `o.${key} ${way === 'desc' ? 'DESC' : 'ASC'}`).join(', ')}`);

/** The columns to sort by and to return for a page. */
const SORTABLE = sql.raw('o.id, o.created_at, o.due, o.promised_at, o.status_value, o.status_id');

/** Filters that match few orders, which an index finds. */
const NARROW = ['id', 'client_id', 'coupon_id'] as const;
/** Ranges of more days match too many orders to sort quickly. */
const FEW_DAYS = 62;

/**
 * Up to this many orders of a product are looked up by id; beyond that a scan finds a page soon enough. The first page needs
 * few of them, and late ones many.
 */
const RARE_MAX = { first: 2_500, usual: 10_000, late: 30_000 };
/** Up to this many ids are held in memory while a scan of a later page compares with them, which PostgreSQL has room for. */
const HELD_MAX = 100_000;
/** From this row on a page is a late one. */
const LATE_ROWS = 2_000;

/** How the orders of a product are found: by their ids, or by a scan that compares with all ids or looks each order up. */
type Search = 'by id' | 'held' | 'looked up';

/** The query with its conditions on `o`, how its product is searched for, and the statement whose rows are counted. */
type Query = Input &
  OrderFilter & {
    readonly search: Search;
    readonly counted: RawBuilder<unknown>;
    readonly window?: PageWindow;
  };

/** Counts the lines of a product up to a limit. */
async function countSold(ctx: Ctx, product_id: number, max: number): Promise<number> {
  const lines = tables.selectFrom('order_line').select('id').where('product_id', '=', product_id);
  const count = tables
    .selectFrom(lines.limit(max + 1).as('lines'))
    .select(sql<number>`count(*)::int`.as('count'));
  const [sold] = await queryCoalesced<{ count: number }>(ctx, count);
  return sold?.count ?? 0;
}

/** Returns the query with its conditions and the way its product is searched for. */
async function buildQuery(ctx: Ctx, input: Input): Promise<Query> {
  const { product_id, ...rest } = input;
  const { conditions: others, isOfOneIndex } = await filterOrders(ctx, rest);
  const selectCounted = (conditions: readonly Condition[]) =>
    sql`SELECT 1 FROM ${ORDERS} ${joinConditions(conditions)}`;
  if (product_id === undefined)
    return {
      ...input,
      search: 'looked up',
      conditions: others,
      isOfOneIndex,
      counted: selectCounted(others),
    };
  const { skip } = toSkipTake(input);
  const isLate = skip >= LATE_ROWS;
  const isFirst = skip === 0 && others.length === 0 && input.sort_by === 'created_at' && !input.export;
  const rareMax = isLate ? RARE_MAX.late : isFirst ? RARE_MAX.first : RARE_MAX.usual;
  const count = await countSold(ctx, product_id, isLate ? HELD_MAX : rareMax);
  const search = count <= rareMax ? 'by id' : isLate && count <= HELD_MAX ? 'held' : 'looked up';
  const ids = sql`SELECT l.order_id FROM order_line l WHERE l.product_id = ${product_id}::int`;
  const isOfProduct = sql<boolean>`o.id IN (${ids})`;
  // IS TRUE makes the ids a hash of their own, instead of a join that sorts all orders of the product
  const conditions = [...others, search === 'held' ? sql<boolean>`(${isOfProduct}) IS TRUE` : isOfProduct];
  // without other filters the lines alone tell how many orders there are
  const counted = others.length === 0 ? sql`${ids} GROUP BY l.order_id` : selectCounted(conditions);
  return { ...input, search, conditions, isOfOneIndex: false, counted };
}

/**
 * SQL for the orders to choose a page from. Few matching orders are looked up before sorting, because scanning a sort
 * index would skip many others first.
 */
function selectMatching(
  ctx: Ctx,
  { search, ...input }: Query,
  conditions: readonly Condition[],
): RawBuilder<unknown> {
  const { from_date, to_date, branch_id, sort_by } = input;
  const isOfBranch =
    branch_id !== undefined || ctx.branch_id !== null || (ctx.scope !== 'all' && ctx.reach === 'full');
  const days =
    from_date === undefined
      ? null
      : ((to_date ? Date.parse(to_date) : ctx.now.getTime()) - Date.parse(from_date)) / DAY_MS;
  const isOfDays = days !== null && (isOfBranch || days <= FEW_DAYS);
  const isFew =
    NARROW.some((name) => input[name] !== undefined) ||
    search === 'by id' ||
    (isOfDays && sort_by !== 'created_at');
  const where = joinConditions(conditions);
  return isFew ? sql`(SELECT ${SORTABLE} FROM ${ORDERS} ${where} OFFSET 0) o` : sql`${ORDERS} ${where}`;
}

/** SQL that lists orders without a promised time last in both directions: those with one are read first. */
function selectLastPromisedFirst(ctx: Ctx, input: Query): RawBuilder<unknown> {
  const { conditions } = input;
  const { skip, take } = toSkipTake(input);
  const promised = selectMatching(ctx, input, [...conditions, sql<boolean>`o.promised_at IS NOT NULL`]);
  const others = selectMatching(ctx, input, [...conditions, sql<boolean>`o.promised_at IS NULL`]);
  return sql`
    SELECT first.ids || ARRAY(SELECT o.id FROM ${others} ${sortBy(['id'], 'desc')}
             LIMIT ${take}::int - cardinality(first.ids)
             OFFSET CASE WHEN cardinality(first.ids) = ${take}::int THEN 0
               ELSE greatest(0, ${skip}::int - (SELECT count(*) FROM ${promised})) END) AS ids
      FROM (SELECT ARRAY(SELECT o.id FROM ${promised} ${sortBy(['promised_at', 'id'], 'desc')}
                          LIMIT ${take}::int OFFSET ${skip}::int) AS ids) first`;
}

/** SQL for the ids of the page, read from an index. */
function selectIds(ctx: Ctx, input: Query): RawBuilder<unknown> {
  const { skip, take } = toSkipTake(input);
  const { sort_by, sort_as } = input;
  if (sort_by === 'promised_at' && sort_as === 'desc') return selectLastPromisedFirst(ctx, input);
  const keys = sort_by === 'promised_at' ? ['promised_at', 'id'] : KEYS[sort_by];
  return sql`SELECT ARRAY(SELECT o.id FROM ${selectMatching(ctx, input, input.conditions)} ${sortBy(keys, sort_as)}
    LIMIT ${take}::int OFFSET ${skip}::int) AS ids`;
}

/**
 * Cached instead of an estimate when orders are few: they are counted exactly, and the cache remembers that they are
 * few.
 */
const FEW = 0;

/** SQL for the first page and the total, negative if estimated, null if the page is not full. */
function selectFirstPage(ctx: Ctx, input: Query, guessed: RawBuilder<unknown>): RawBuilder<Found> {
  const { take } = toSkipTake(input);
  return sql<Found>`
    WITH page AS MATERIALIZED (${selectIds(ctx, input)}), guess AS MATERIALIZED (${guessed})
    SELECT page.ids, CASE
        WHEN cardinality(page.ids) < ${take}::int THEN NULL
        WHEN (SELECT total FROM guess) IS NOT NULL THEN -(SELECT total FROM guess)
        ELSE ${capCount(input.counted)}
      END::int AS total
      FROM page`;
}

/** SQL for a later page; few orders are listed and counted in one scan, which halves the work near the end. */
function selectLaterPage(ctx: Ctx, input: Query, guessed: RawBuilder<unknown>): RawBuilder<Found> {
  const { skip, take } = toSkipTake(input);
  const first = selectIds(ctx, { ...input, window: { skip: 0, take: COUNTED_MAX + 1 } });
  return sql<Found>`
    WITH guess AS MATERIALIZED (${guessed}),
      few AS MATERIALIZED (SELECT CASE WHEN (SELECT total FROM guess) IS NULL THEN (${first}) END AS ids)
    SELECT CASE
        WHEN few.ids IS NULL OR (cardinality(few.ids) > ${COUNTED_MAX}::int AND ${skip + take}::int > ${COUNTED_MAX}::int)
          THEN (${selectIds(ctx, input)})
        ELSE few.ids[${skip + 1}::int : ${skip + take}::int] END AS ids,
      CASE
        WHEN few.ids IS NULL THEN -(SELECT total FROM guess)
        WHEN cardinality(few.ids) <= ${COUNTED_MAX}::int THEN cardinality(few.ids)
        ELSE -cardinality(few.ids) END AS total
      FROM few`;
}

type Found = { readonly ids: readonly number[]; readonly total: number | null };

/** Returns the SQL for a page with its total, and a function that runs it and caches the estimated total. */
function buildPageStatement(ctx: Ctx, input: Query) {
  const { conditions } = input;
  const key = buildEstimateCacheKey(sql`${ORDERS} ${joinConditions(conditions)}`);
  const known = estimates(ctx).get(key);
  const guessed =
    known === undefined
      ? estimateIfMany({ table: '"order"', alias: 'o', from: ORDERS, conditions })
      : sql`SELECT nullif(${known}::int, ${FEW}::int) AS total`;
  const { skip, take } = toSkipTake(input);
  const page = skip === 0 ? selectFirstPage(ctx, input, guessed) : selectLaterPage(ctx, input, guessed);
  const isOfOneIndex = input.sort_by === 'created_at' && input.isOfOneIndex;
  const statement = (isOfOneIndex ? page : withOwnPlan(page)).compile(tables);
  const find = async (): Promise<Found> => {
    const { ids, total } = (await fetchRow(ctx, statement)) ?? { ids: [], total: null };
    if (known === undefined) estimates(ctx).set(key, total !== null && total < 0 ? -total : FEW, 8);
    // a page that is not full is the last one
    return { ids, total: ids.length > 0 && ids.length < take ? null : total };
  };
  return { statement, find };
}

/** Loads the ids of all orders of an export, in order. */
const loadAllIds = (ctx: Ctx, input: Query): Promise<PackedIds> =>
  loadPackedIds(ctx, sql`(${selectIds(ctx, { ...input, window: { skip: 0, take: MAX_ROWS } })})`);

/** Removes filters that customers may not use: they see their own orders only, without driver and seller. */
function removeStaffFilters(ctx: Ctx, input: Input): Input {
  if (ctx.reach !== 'own') return input;
  const { driver_id, seller_id, client_id, unassigned, recur_failed, ...open } = input;
  return open;
}

/** Loads the rows of some orders, in the same order. */
const readRecords = (ctx: Ctx, viewer: OrderViewer, ids: readonly number[]): Promise<OrderListRow[]> =>
  loadByIdsInOrder(
    ctx,
    ids,
    (all) =>
      sql`SELECT ${selectOrderRow(viewer, 'joined')} FROM ${unnestIds(all)}
        JOIN "order" o ON o.id = u.id ${JOINS}`,
  );

/** Lists orders by any filter in any order: first the ids of the page, then their rows. */
export async function list(ctx: Ctx, given: Input): Promise<Page<Row>> {
  const input = await buildQuery(ctx, removeStaffFilters(ctx, given));
  const viewer = toOrderViewer(ctx);
  const showPage = async ({ ids, total }: Found, now: Date): Promise<Page<Row>> => {
    const rows = await readRecords(ctx, viewer, ids);
    const shown = await rowsView(ctx, viewer, now, rows);
    const reached = rows.length === 0 ? 0 : toSkipTake(input).skip + rows.length;
    return toPage(shown, Math.max(Math.abs(total ?? 0), reached), input, (total ?? 0) < 0);
  };
  if (input.export) return showPage(await loadExportPage(ctx, input, () => loadAllIds(ctx, input)), ctx.now);
  const { statement, find } = buildPageStatement(ctx, input);
  return shareConcurrentResult(ctx, statement, viewer, async () =>
    showPage(await find(), ctx.services.now()),
  );
}

import { DAY_MS } from '@dukkan/commerce';
import { COUNTED_MAX } from '@dukkan/contract';
import { sql } from 'kysely';
import {
  loadByIdsInOrder,
  queryCoalesced,
  shareConcurrentResult,
} from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { CUSTOM_PLAN, Prisma, queryRows } from '../../../../core/db/database.ts';
import { fromPrismaSql } from '../../../../core/db/from-prisma-sql.ts';
import { unnestIds } from '../../../../core/db/tables.ts';
import { toPrismaSql } from '../../../../core/db/to-prisma-sql.ts';
import {
  buildEstimateCacheKey,
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
import { type Input, orderFilterSql } from './order-filters.ts';
import {
  JOINS,
  type OrderListRow,
  type OrderViewer,
  orderRowColumnsSql,
  type Row,
  rowsView,
  toOrderViewer,
} from './order-row.view.ts';

const ORDERS = Prisma.sql`"order" o`;

/** Sort columns of the list; ties are sorted by newest first. */
const KEYS: Readonly<Record<Exclude<Input['sort_by'], 'promised_at'>, readonly string[]>> = {
  created_at: ['created_at', 'id'],
  id: ['id'],
  due: ['due', 'id'],
  status: ['status_value', 'status_id', 'created_at', 'id'],
};

/** Safe as raw SQL: the column names come from a closed list, not from the caller's text. */
const sorted = (keys: readonly string[], way: 'asc' | 'desc'): Prisma.Sql =>
  Prisma.raw(`ORDER BY ${keys.map((key) => `o.${key} ${way === 'desc' ? 'DESC' : 'ASC'}`).join(', ')}`);

/** The columns to sort by and to return for a page. */
const SORTABLE = Prisma.raw('o.id, o.created_at, o.due, o.promised_at, o.status_value, o.status_id');

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

/** The query, how its product is searched for, and the statement whose rows are counted. */
type Asked = Input & { readonly search: Search; readonly counted: Prisma.Sql; readonly window?: PageWindow };

/** Counts the lines of a product up to a limit. */
async function countSold(ctx: Ctx, product_id: number, max: number): Promise<number> {
  const [sold] = await queryCoalesced<{ count: number }>(
    ctx,
    Prisma.sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM order_line l
      WHERE l.product_id = ${product_id}::int LIMIT ${max + 1}::int) lines`,
  );
  return sold?.count ?? 0;
}

/** Returns the query with the way its product is searched for, and its conditions on `o`. */
async function askedFor(
  ctx: Ctx,
  input: Input,
): Promise<{ readonly asked: Asked; readonly conditions: Prisma.Sql[] }> {
  const { product_id, ...rest } = input;
  const others = await orderFilterSql(ctx, rest);
  const counted = (conditions: readonly Prisma.Sql[]) =>
    Prisma.sql`SELECT 1 FROM ${ORDERS} ${toPrismaSql(joinConditions(conditions))}`;
  if (product_id === undefined)
    return { asked: { ...input, search: 'looked up', counted: counted(others) }, conditions: others };
  const { skip } = toSkipTake(input);
  const isLate = skip >= LATE_ROWS;
  const isFirst = skip === 0 && others.length === 0 && input.sort_by === 'created_at' && !input.export;
  const rareMax = isLate ? RARE_MAX.late : isFirst ? RARE_MAX.first : RARE_MAX.usual;
  const count = await countSold(ctx, product_id, isLate ? HELD_MAX : rareMax);
  const search = count <= rareMax ? 'by id' : isLate && count <= HELD_MAX ? 'held' : 'looked up';
  const ids = sql`SELECT l.order_id FROM order_line l WHERE l.product_id = ${product_id}::int`;
  const ofProduct = sql`o.id IN (${ids})`;
  // IS TRUE makes the ids a hash of their own, instead of a join that sorts all orders of the product
  const condition = toPrismaSql(search === 'held' ? sql`(${ofProduct}) IS TRUE` : ofProduct);
  const conditions = [...others, condition];
  // without other filters the lines alone tell how many orders there are
  const every = others.length === 0 ? toPrismaSql(sql`${ids} GROUP BY l.order_id`) : counted(conditions);
  return { asked: { ...input, search, counted: every }, conditions };
}

/**
 * SQL for the orders to choose a page from. Few matching orders are looked up before sorting, because scanning a sort
 * index would skip many others first.
 */
function chosenFrom(ctx: Ctx, { search, ...input }: Asked, conditions: readonly Prisma.Sql[]): Prisma.Sql {
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
  const where = toPrismaSql(joinConditions(conditions));
  return isFew
    ? Prisma.sql`(SELECT ${SORTABLE} FROM ${ORDERS} ${where} OFFSET 0) o`
    : Prisma.sql`${ORDERS} ${where}`;
}

/** SQL that lists orders without a promised time last in both directions: those with one are read first. */
function lastPromisedFirst(ctx: Ctx, input: Asked, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const { skip, take } = toSkipTake(input);
  const promised = chosenFrom(ctx, input, [...conditions, Prisma.sql`o.promised_at IS NOT NULL`]);
  const others = chosenFrom(ctx, input, [...conditions, Prisma.sql`o.promised_at IS NULL`]);
  return Prisma.sql`
    SELECT first.ids || ARRAY(SELECT o.id FROM ${others} ${sorted(['id'], 'desc')}
             LIMIT ${take}::int - cardinality(first.ids)
             OFFSET CASE WHEN cardinality(first.ids) = ${take}::int THEN 0
               ELSE greatest(0, ${skip}::int - (SELECT count(*) FROM ${promised})) END) AS ids
      FROM (SELECT ARRAY(SELECT o.id FROM ${promised} ${sorted(['promised_at', 'id'], 'desc')}
                          LIMIT ${take}::int OFFSET ${skip}::int) AS ids) first`;
}

/** SQL for the ids of the page, read from an index. */
function idsOf(ctx: Ctx, input: Asked, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const { skip, take } = toSkipTake(input);
  const { sort_by, sort_as } = input;
  if (sort_by === 'promised_at' && sort_as === 'desc') return lastPromisedFirst(ctx, input, conditions);
  const keys = sort_by === 'promised_at' ? ['promised_at', 'id'] : KEYS[sort_by];
  return Prisma.sql`SELECT ARRAY(SELECT o.id FROM ${chosenFrom(ctx, input, conditions)} ${sorted(keys, sort_as)}
    LIMIT ${take}::int OFFSET ${skip}::int) AS ids`;
}

/** SQL that estimates the number of orders; null when they are few enough to count. */
const guess = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  toPrismaSql(estimateIfMany({ table: '"order"', alias: 'o', from: ORDERS, conditions }));

/**
 * Cached instead of an estimate when orders are few: they are counted exactly, and the cache remembers that they are
 * few.
 */
const FEW = 0;

/** SQL for the first page and the total, negative if estimated, null if the page is not full. */
function firstPage(
  ctx: Ctx,
  input: Asked,
  conditions: readonly Prisma.Sql[],
  guessed: Prisma.Sql,
): Prisma.Sql {
  const { take } = toSkipTake(input);
  return Prisma.sql`
    WITH page AS MATERIALIZED (${idsOf(ctx, input, conditions)}), guess AS MATERIALIZED (${guessed})
    SELECT page.ids, CASE
        WHEN cardinality(page.ids) < ${take}::int THEN NULL
        WHEN (SELECT total FROM guess) IS NOT NULL THEN -(SELECT total FROM guess)
        ELSE ${toPrismaSql(capCount(input.counted))}
      END::int AS total
      FROM page`;
}

/** SQL for a later page; few orders are listed and counted in one scan, which halves the work near the end. */
function laterPage(
  ctx: Ctx,
  input: Asked,
  conditions: readonly Prisma.Sql[],
  guessed: Prisma.Sql,
): Prisma.Sql {
  const { skip, take } = toSkipTake(input);
  const first = idsOf(ctx, { ...input, window: { skip: 0, take: COUNTED_MAX + 1 } }, conditions);
  return Prisma.sql`
    WITH guess AS MATERIALIZED (${guessed}),
      few AS MATERIALIZED (SELECT CASE WHEN (SELECT total FROM guess) IS NULL THEN (${first}) END AS ids)
    SELECT CASE
        WHEN few.ids IS NULL OR (cardinality(few.ids) > ${COUNTED_MAX}::int AND ${skip + take}::int > ${COUNTED_MAX}::int)
          THEN (${idsOf(ctx, input, conditions)})
        ELSE few.ids[${skip + 1}::int : ${skip + take}::int] END AS ids,
      CASE
        WHEN few.ids IS NULL THEN -(SELECT total FROM guess)
        WHEN cardinality(few.ids) <= ${COUNTED_MAX}::int THEN cardinality(few.ids)
        ELSE -cardinality(few.ids) END AS total
      FROM few`;
}

type Found = { readonly ids: readonly number[]; readonly total: number | null };

/** Matches the conditions for a status and for days, as the filters write them. */
const STATE_OR_DAYS =
  /^o\.(status_value = \?::smallint AND o\.status_id = \?::int|created_at >= \?::timestamptz|created_at < \?::timestamptz)$/;

/**
 * True for lists of the newest orders, optionally of one status or of some days, for which one index is always the best
 * plan.
 */
const isOneWalk = ({ sort_by }: Asked, conditions: readonly Prisma.Sql[]): boolean =>
  sort_by === 'created_at' && conditions.every(({ sql }) => STATE_OR_DAYS.test(sql));

/** Returns the SQL for a page with its total, and a function that runs it and caches the estimated total. */
function asks(ctx: Ctx, input: Asked, conditions: readonly Prisma.Sql[]) {
  const key = buildEstimateCacheKey(sql`${fromPrismaSql(ORDERS)} ${joinConditions(conditions)}`);
  const known = estimates(ctx).get(key);
  const guessed =
    known === undefined ? guess(conditions) : Prisma.sql`SELECT nullif(${known}::int, ${FEW}::int) AS total`;
  const { skip, take } = toSkipTake(input);
  const asking = skip === 0 ? firstPage : laterPage;
  const statement = Prisma.sql`${isOneWalk(input, conditions) ? Prisma.empty : CUSTOM_PLAN} ${asking(ctx, input, conditions, guessed)}`;
  const find = async (): Promise<Found> => {
    const [found] = await queryRows<Found>(ctx, statement);
    const { ids, total } = found ?? { ids: [], total: null };
    if (known === undefined) estimates(ctx).set(key, total !== null && total < 0 ? -total : FEW, 8);
    // a page that is not full is the last one
    return { ids, total: ids.length > 0 && ids.length < take ? null : total };
  };
  return { statement, find };
}

/** Loads the ids of all orders of an export, in order. */
const nameAll = (ctx: Ctx, input: Asked, conditions: readonly Prisma.Sql[]): Promise<PackedIds> =>
  loadPackedIds(
    ctx,
    Prisma.sql`(${idsOf(ctx, { ...input, window: { skip: 0, take: MAX_ROWS } }, conditions)})`,
  );

/** Removes filters that customers may not use: they see their own orders only, without driver and seller. */
function askable(ctx: Ctx, input: Input): Input {
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
      Prisma.sql`SELECT ${orderRowColumnsSql(viewer, 'joined')} FROM ${toPrismaSql(sql`${unnestIds(all)}`)} JOIN "order" o ON o.id = u.id ${JOINS}`,
  );

/** Lists orders by any filter in any order: first the ids of the page, then their rows. */
export async function list(ctx: Ctx, given: Input): Promise<Page<Row>> {
  const { asked: input, conditions } = await askedFor(ctx, askable(ctx, given));
  const viewer = toOrderViewer(ctx);
  const tell = async ({ ids, total }: Found, now: Date): Promise<Page<Row>> => {
    const rows = await readRecords(ctx, viewer, ids);
    const shown = await rowsView(ctx, viewer, now, rows);
    const reached = rows.length === 0 ? 0 : toSkipTake(input).skip + rows.length;
    return toPage(shown, Math.max(Math.abs(total ?? 0), reached), input, (total ?? 0) < 0);
  };
  if (input.export)
    return tell(await loadExportPage(ctx, input, () => nameAll(ctx, input, conditions)), ctx.now);
  const { statement, find } = asks(ctx, input, conditions);
  return shareConcurrentResult(ctx, statement, viewer, async () => tell(await find(), ctx.services.now()));
}

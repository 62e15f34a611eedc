import type { stock } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { queryCoalesced } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import {
  countOrPlannerEstimate,
  joinConditions,
  loadPage,
  type RowCount,
} from '../../../core/list/estimated-count.ts';
import { loadExportPage, loadPackedIds, type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import {
  availableQuantitySql,
  buildProductSearchConditions,
  expiredUnmarkedBatchesSql,
  expiredUnmarkedQuantitySql,
} from '../../catalog/index.ts';
import { isBatchFromSupplier } from '../batch/find-batches.ts';
import type { ItemBranch } from '../ledger/ledger.ts';
import { loadSalesPace, stockLevelVersionSql } from '../sales-pace.ts';
import {
  BRANCH_NAMES,
  ITEM_COLUMNS,
  ITEM_TITLES,
  isInVisibleBranch,
  itemView,
  localizeName,
  roundTo2,
} from '../stock-item.ts';
import { type LevelState, levelStateSql, MARKED_LEVEL_STATES } from './level-state-sql.ts';

type Input = z.output<typeof stock.list.input>;
type Row = z.output<typeof stock.list.output>;

/**
 * Returns the condition of a state: by the level's indexed columns, unless there are expired units that are not marked
 * yet, in the minutes after midnight.
 */
async function stateCondition(ctx: Ctx, state: LevelState): Promise<RawBuilder<unknown>> {
  const marked = MARKED_LEVEL_STATES[state];
  const exact = levelStateSql(ctx, state);
  if (exact === marked) return marked;
  const unmarked = await queryCoalesced(ctx, sql`SELECT 1 FROM ${expiredUnmarkedBatchesSql(ctx)} u LIMIT 1`);
  return unmarked.length > 0 ? exact : marked;
}

/** The filters of levels: the FROM, conditions on the level, and conditions on its product. */
type Filters = {
  readonly levels: RawBuilder<unknown>;
  readonly own: readonly RawBuilder<unknown>[];
  readonly ofProduct: readonly RawBuilder<unknown>[];
};

/** SQL for the levels `l` of the given items and branches, looked up one by one. */
const levelsAt = (places: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT l.* FROM (SELECT DISTINCT x.item_id, x.branch_id FROM ${places}) x
    CROSS JOIN LATERAL (SELECT * FROM stock_level l
                         WHERE l.item_id = x.item_id AND l.branch_id = x.branch_id OFFSET 0) l OFFSET 0) l`;

/**
 * Returns the FROM of the levels; reserved ones and those of a supplier are few, so they are looked up directly instead
 * of scanning all levels.
 */
async function levelsFromSql(ctx: Ctx, { supplier_id, state }: Input): Promise<RawBuilder<unknown>> {
  if (supplier_id !== undefined)
    return levelsAt(sql`(SELECT s.item_id, s.branch_id FROM stock_batch s
      WHERE ${await isBatchFromSupplier(ctx, supplier_id)}) x`);
  return state === 'reserved' ? levelsAt(sql`stock_reservation x`) : sql`stock_level l`;
}

async function buildFilters(ctx: Ctx, input: Input): Promise<Filters> {
  const own: RawBuilder<unknown>[] = [isInVisibleBranch(ctx, sql.ref('l.branch_id'), input.branch_id)];
  // ids instead of a subquery, for which the planner would expect hardly any matching level
  const gone = await queryCoalesced(
    ctx,
    tables.selectFrom('branch').select('id').where('deleted_at', 'is not', null),
  );
  if (gone.length > 0) own.push(sql`l.branch_id <> ALL(${gone.map(({ id }) => id)}::int[])`);
  const ofProduct: RawBuilder<unknown>[] = [...(await buildProductSearchConditions(ctx, input))];
  if (input.product_id !== undefined) own.push(sql`l.product_id = ${input.product_id}`);
  if (input.item_id !== undefined) own.push(sql`l.item_id = ${input.item_id}`);
  if (input.status !== undefined) ofProduct.push(sql`p.status = ${input.status}`);
  if (input.id !== undefined) own.push(sql`l.item_id = ${input.id}`);
  if (input.state !== undefined) own.push(await stateCondition(ctx, input.state));
  return { levels: await levelsFromSql(ctx, input), own, ofProduct };
}

function sortLevelsSql(ctx: Ctx, { sort_by, sort_as }: Input): RawBuilder<unknown> {
  const way = sql.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  // safe as raw SQL: the column names come from a closed list, not from the caller's text
  const column = sql.raw(sort_by === 'title' ? `p.sort_${ctx.locale}` : `l.${sort_by}`);
  return sql`ORDER BY ${column} ${way}, l.item_id ${way}, l.branch_id ${way}`;
}

const LIVING_PRODUCT = sql`p.deleted_at IS NULL`;
/** Excludes the few deleted products instead of joining all existing ones, which would be slower. */
const PRODUCT_NOT_GONE = sql`
  NOT EXISTS (SELECT 1 FROM product p WHERE p.id = l.product_id AND p.deleted_at IS NOT NULL)`;
const NOT_GONE = sql`
  NOT EXISTS (SELECT 1 FROM product_item i WHERE i.id = l.item_id AND i.deleted_at IS NOT NULL)`;

/** SQL for the matching levels; joins products only when a filter or the sort order needs them. */
function matchingLevelsSql({ levels, own, ofProduct }: Filters, isByTitle: boolean): RawBuilder<unknown> {
  return isByTitle || ofProduct.length > 0
    ? sql`FROM ${levels} JOIN product p ON p.id = l.product_id
        ${joinConditions([LIVING_PRODUCT, NOT_GONE, ...own, ...ofProduct])}`
    : sql`FROM ${levels} ${joinConditions([PRODUCT_NOT_GONE, NOT_GONE, ...own])}`;
}

/** The order of levels is found in their copied sort keys. */
const COPIED_LEVELS = sql`(SELECT k.*, k.available > 0 AS stocked FROM stock_sort_key k) l`;
const CHANGED_PLACES = sql`stock_level_change x`;
const IS_UNCHANGED = sql`
  (l.item_id, l.branch_id) NOT IN (SELECT c.item_id, c.branch_id FROM stock_level_change c)`;

/** True when the copied sort keys find a page faster than all levels: where most levels match, and an amount sorts them. */
const isSortedByKey = ({ sort_by, state, ...input }: Input): boolean =>
  sort_by !== 'title' &&
  (state === undefined || state === 'available' || state === 'out') &&
  [input.keywords, input.categorys_id, input.supplier_id, input.product_id, input.item_id, input.id].every(
    (filter) => filter === undefined,
  );

/**
 * Selects the levels of a page by an amount: the copied sort keys in the order of an index, and beside them the levels that
 * changed since they were copied (docs/adr 0009).
 */
function sortByKey(ctx: Ctx, input: Input, filters: Filters): RawBuilder<unknown> {
  const { skip, take } = toSkipTake(input);
  const select = (some: Filters) =>
    sql`(SELECT l.item_id, l.branch_id, l.on_hand, l.available, l.value ${matchingLevelsSql(some, false)}
      ${sortLevelsSql(ctx, input)} LIMIT ${skip + take}::int)`;
  const copied = { ...filters, levels: COPIED_LEVELS, own: [...filters.own, IS_UNCHANGED] };
  return sql`SELECT l.item_id, l.branch_id
      FROM (${select(copied)} UNION ALL ${select({ ...filters, levels: levelsAt(CHANGED_PLACES) })}) l
      ${sortLevelsSql(ctx, input)}`;
}

type Found = RowCount & { readonly places: readonly ItemBranch[] };

async function findPage(
  ctx: Ctx,
  input: Input,
  sorted: RawBuilder<unknown>,
  every: RawBuilder<unknown>,
): Promise<Found> {
  const { rows: places, ...total } = await loadPage<ItemBranch>(
    ctx,
    input,
    sorted,
    countOrPlannerEstimate(ctx, every),
  );
  return { places, ...total };
}

/** Finds one page of an export; its packed ids alternate between item and branch. */
async function findInFile(ctx: Ctx, input: Input, sorted: RawBuilder<unknown>): Promise<Found> {
  const { ids, total } = await loadExportPage(ctx, { page: input.page, limit: input.limit * 2 }, () =>
    loadPackedIds(
      ctx,
      sql`ARRAY(SELECT unnest(ARRAY[x.item_id, x.branch_id])
        FROM (${sorted}) x)`,
    ),
  );
  const places: ItemBranch[] = [];
  for (let at = 0; at < ids.length; at += 2)
    places.push({ item_id: ids[at] as number, branch_id: ids[at + 1] as number });
  return { places, total: total / 2, isEstimated: false };
}

/** SQL for the available quantity of item `i` in all existing branches that the caller may see. */
const availableInSightSql = (ctx: Ctx): RawBuilder<string> => sql<string>`
  (SELECT coalesce(sum(${availableQuantitySql(ctx)}), 0) FROM stock_level l JOIN branch o ON o.id = l.branch_id
    WHERE l.item_id = i.id AND o.deleted_at IS NULL
      AND o.id = ANY(coalesce(${ctx.scope === 'all' ? null : [...ctx.scope]}::int[], ARRAY[o.id])))`;

/** Selects the rows of these levels, in the same order. */
const selectLevels = (ctx: Ctx, places: readonly ItemBranch[]) =>
  tables
    .selectFrom(
      sql<ItemBranch & { n: number }>`jsonb_to_recordset(${JSON.stringify(
        places.map((place, n) => ({ ...place, n })),
      )}::jsonb)`.as<'u'>(sql`u(item_id int, branch_id int, n int)`),
    )
    .innerJoin('stock_level as l', (join) =>
      join.onRef('l.item_id', '=', 'u.item_id').onRef('l.branch_id', '=', 'u.branch_id'),
    )
    .innerJoin('product_item as i', 'i.id', 'l.item_id')
    .innerJoin('product as p', 'p.id', 'l.product_id')
    .innerJoin('branch as b', 'b.id', 'l.branch_id')
    .select(ITEM_COLUMNS)
    .select(({ cast, ref, selectFrom }) => [
      ITEM_TITLES,
      'l.branch_id',
      BRANCH_NAMES,
      cast<number>('l.on_hand', 'float8').as('on_hand'),
      sql<number>`(${ref('l.expired')} + ${expiredUnmarkedQuantitySql(ctx)})::float8`.as('expired'),
      cast<number>('l.reserved', 'float8').as('reserved'),
      cast<number>('l.deficit', 'float8').as('deficit'),
      sql<number>`${availableQuantitySql(ctx)}::float8`.as('available'),
      sql<number>`${availableInSightSql(ctx)}::float8`.as('available_all'),
      cast<number>('l.value', 'float8').as('value'),
      selectFrom('product_image as m')
        .select('m.thumb')
        .whereRef('m.product_id', '=', 'p.id')
        .orderBy('m.ord')
        .orderBy('m.id')
        .limit(sql.lit(1))
        .as('thumb'),
      stockLevelVersionSql(ref('i.id')).as('stamp'),
    ])
    .orderBy('u.n');

/** Loads the rows of these levels, in the same order. */
const loadLevels = (ctx: Ctx, places: readonly ItemBranch[]) =>
  queryCoalesced(ctx, selectLevels(ctx, places));

/**
 * Lists the stock of each item in each of the caller's branches: on hand, reserved, available, and days of supply
 * (issue 4).
 */
export async function list(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const filters = await buildFilters(ctx, input);
  const sorted =
    !input.export && isSortedByKey(input)
      ? sortByKey(ctx, input, filters)
      : sql`SELECT l.item_id, l.branch_id ${matchingLevelsSql(filters, input.sort_by === 'title')} ${sortLevelsSql(ctx, input)}`;
  const { places, total, isEstimated } = input.export
    ? await findInFile(ctx, input, sorted)
    : await findPage(ctx, input, sorted, sql`SELECT 1 ${matchingLevelsSql(filters, false)}`);
  const rows = places.length === 0 ? [] : await loadLevels(ctx, places);
  const stamps = new Map(rows.map(({ item_id, stamp }) => [item_id, stamp]));
  const paces = await loadSalesPace(ctx, [...stamps.keys()], stamps);
  return toPage(
    rows.map((row): Row => {
      const pace = paces.get(row.item_id)?.get(row.branch_id) ?? 0;
      return {
        id: `${row.item_id}-${row.branch_id}`,
        ...itemView(ctx, row),
        branch_id: row.branch_id,
        branch_name: localizeName(ctx, row.branch_names),
        on_hand: row.on_hand,
        expired: row.expired,
        reserved: row.reserved,
        deficit: row.deficit,
        available: row.available,
        available_all: row.available_all,
        value: roundTo2(row.value),
        pace: roundTo2(pace),
        days_left: pace > 0 ? roundTo2(Math.max(0, row.available) / pace) : null,
        image_url: pictureUrl(row.thumb),
      };
    }),
    total,
    input,
    isEstimated,
  );
}

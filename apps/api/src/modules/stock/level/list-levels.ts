import type { stock } from '@dukkan/contract';
import type * as z from 'zod';
import { queryCoalesced } from '../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import {
  countOrPlannerEstimate,
  loadPage,
  type RowCount,
  whereSql,
} from '../../../core/list/estimated-count.ts';
import { loadExportPage, loadPackedIds, type Page, toPage } from '../../../core/list/page.ts';
import {
  availableQuantitySql,
  buildProductSearchConditions,
  expiredUnmarkedBatchesSql,
  expiredUnmarkedQuantitySql,
} from '../../catalog/index.ts';
import { batchFromSupplierSql } from '../batch/find-batches.ts';
import type { ItemBranch } from '../ledger/ledger.ts';
import { loadSalesPace, stockLevelVersionSql } from '../sales-pace.ts';
import {
  BRANCH_COLUMNS,
  ITEM_COLUMNS,
  type ItemFacts,
  itemView,
  localizeName,
  roundTo2,
  visibleBranchConditionsSql,
} from '../stock-item.ts';
import { type LevelState, levelStateSql, MARKED_LEVEL_STATES } from './level-state-sql.ts';

type Input = z.output<typeof stock.list.input>;
type Row = z.output<typeof stock.list.output>;

type LevelRow = ItemFacts & {
  readonly branch_id: number;
  readonly branch_names: Record<string, string>;
  readonly on_hand: number;
  readonly expired: number;
  readonly reserved: number;
  readonly deficit: number;
  readonly available: number;
  readonly available_all: number;
  readonly value: number;
  readonly thumb: string | null;
  /** Version of the item's stock levels, which changes with every sale. */
  readonly stamp: string | null;
};

/**
 * Returns the condition of a state: by the level's indexed columns, unless there are expired units that are not marked
 * yet, in the minutes after midnight.
 */
async function stateCondition(ctx: Ctx, state: LevelState): Promise<Prisma.Sql> {
  const marked = MARKED_LEVEL_STATES[state];
  const exact = levelStateSql(ctx, state);
  if (exact === marked) return marked;
  const unmarked = await queryCoalesced(
    ctx,
    Prisma.sql`SELECT 1 FROM ${expiredUnmarkedBatchesSql(ctx)} u LIMIT 1`,
  );
  return unmarked.length > 0 ? exact : marked;
}

/** The filters of levels: the FROM, conditions on the level, and conditions on its product. */
type Filters = {
  readonly levels: Prisma.Sql;
  readonly own: readonly Prisma.Sql[];
  readonly ofProduct: readonly Prisma.Sql[];
};

/** SQL for the levels `l` of the given items and branches, looked up one by one. */
const levelsAt = (places: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT l.* FROM (SELECT DISTINCT x.item_id, x.branch_id FROM ${places}) x
    CROSS JOIN LATERAL (SELECT * FROM stock_level l
                         WHERE l.item_id = x.item_id AND l.branch_id = x.branch_id OFFSET 0) l OFFSET 0) l`;

/**
 * Returns the FROM of the levels; reserved ones and those of a supplier are few, so they are looked up directly instead
 * of scanning all levels.
 */
async function levelsOf(ctx: Ctx, { supplier_id, state }: Input): Promise<Prisma.Sql> {
  if (supplier_id !== undefined)
    return levelsAt(Prisma.sql`(SELECT s.item_id, s.branch_id FROM stock_batch s
      WHERE ${await batchFromSupplierSql(ctx, supplier_id)}) x`);
  return state === 'reserved' ? levelsAt(Prisma.sql`stock_reservation x`) : Prisma.sql`stock_level l`;
}

async function filtersOf(ctx: Ctx, input: Input): Promise<Filters> {
  const own = visibleBranchConditionsSql(ctx, Prisma.sql`l.branch_id`, input.branch_id);
  // ids instead of a subquery, for which the planner would expect hardly any matching level
  const gone = await queryCoalesced<{ id: number }>(
    ctx,
    Prisma.sql`SELECT id FROM branch WHERE deleted_at IS NOT NULL`,
  );
  if (gone.length > 0) own.push(Prisma.sql`l.branch_id <> ALL(${gone.map(({ id }) => id)}::int[])`);
  const ofProduct = await buildProductSearchConditions(ctx, input);
  if (input.product_id !== undefined) own.push(Prisma.sql`l.product_id = ${input.product_id}`);
  if (input.item_id !== undefined) own.push(Prisma.sql`l.item_id = ${input.item_id}`);
  if (input.status !== undefined) ofProduct.push(Prisma.sql`p.status = ${input.status}`);
  if (input.id !== undefined) own.push(Prisma.sql`l.item_id = ${input.id}`);
  if (input.state !== undefined) own.push(await stateCondition(ctx, input.state));
  return { levels: await levelsOf(ctx, input), own, ofProduct };
}

function orderOf(ctx: Ctx, { sort_by, sort_as }: Input): Prisma.Sql {
  const way = Prisma.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  // safe as raw SQL: the column names come from a closed list, not from the caller's text
  const column = Prisma.raw(sort_by === 'title' ? `p.sort_${ctx.locale}` : `l.${sort_by}`);
  return Prisma.sql`ORDER BY ${column} ${way}, l.item_id ${way}, l.branch_id ${way}`;
}

const LIVING_PRODUCT = Prisma.sql`p.deleted_at IS NULL`;
/** Excludes the few deleted products instead of joining all existing ones, which would be slower. */
const PRODUCT_NOT_GONE = Prisma.sql`
  NOT EXISTS (SELECT 1 FROM product p WHERE p.id = l.product_id AND p.deleted_at IS NOT NULL)`;
const NOT_GONE = Prisma.sql`
  NOT EXISTS (SELECT 1 FROM product_item i WHERE i.id = l.item_id AND i.deleted_at IS NOT NULL)`;

/** SQL for the matching levels; joins products only when a filter or the sort order needs them. */
function meant({ levels, own, ofProduct }: Filters, isByTitle: boolean): Prisma.Sql {
  return isByTitle || ofProduct.length > 0
    ? Prisma.sql`FROM ${levels} JOIN product p ON p.id = l.product_id
        ${whereSql([LIVING_PRODUCT, NOT_GONE, ...own, ...ofProduct])}`
    : Prisma.sql`FROM ${levels} ${whereSql([PRODUCT_NOT_GONE, NOT_GONE, ...own])}`;
}

type Found = RowCount & { readonly places: readonly ItemBranch[] };

async function findPage(ctx: Ctx, input: Input, sorted: Prisma.Sql, every: Prisma.Sql): Promise<Found> {
  const { rows: places, ...total } = await loadPage<ItemBranch>(
    ctx,
    input,
    sorted,
    countOrPlannerEstimate(ctx, every),
  );
  return { places, ...total };
}

/** Finds one page of an export; its packed ids alternate between item and branch. */
async function findInFile(ctx: Ctx, input: Input, sorted: Prisma.Sql): Promise<Found> {
  const { ids, total } = await loadExportPage(ctx, { page: input.page, limit: input.limit * 2 }, () =>
    loadPackedIds(
      ctx,
      Prisma.sql`ARRAY(SELECT unnest(ARRAY[x.item_id, x.branch_id])
        FROM (${sorted}) x)`,
    ),
  );
  const places: ItemBranch[] = [];
  for (let at = 0; at < ids.length; at += 2)
    places.push({ item_id: ids[at] as number, branch_id: ids[at + 1] as number });
  return { places, total: total / 2, isEstimated: false };
}

/** SQL for the available quantity of item `i` in all existing branches that the caller may see. */
const availableInSightSql = (ctx: Ctx): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(sum(${availableQuantitySql(ctx)}), 0) FROM stock_level l JOIN branch o ON o.id = l.branch_id
    WHERE l.item_id = i.id AND o.deleted_at IS NULL
      AND o.id = ANY(coalesce(${ctx.scope === 'all' ? null : [...ctx.scope]}::int[], ARRAY[o.id])))`;

/** Loads the rows of these levels, in the same order. */
const rowsOf = (ctx: Ctx, places: readonly ItemBranch[]): Promise<readonly LevelRow[]> =>
  queryCoalesced<LevelRow>(
    ctx,
    Prisma.sql`
    SELECT ${ITEM_COLUMNS}, ${BRANCH_COLUMNS}, l.on_hand::float8,
           (l.expired + ${expiredUnmarkedQuantitySql(ctx)})::float8 AS expired, l.reserved::float8,
           l.deficit::float8, ${availableQuantitySql(ctx)}::float8 AS available,
           ${availableInSightSql(ctx)}::float8 AS available_all, l.value::float8,
           (SELECT m.thumb FROM product_image m WHERE m.product_id = p.id ORDER BY m.ord, m.id LIMIT 1) AS thumb,
           ${stockLevelVersionSql(Prisma.sql`i.id`)} AS stamp
      FROM jsonb_to_recordset(${JSON.stringify(places.map((place, n) => ({ ...place, n })))}::jsonb)
             AS u (item_id int, branch_id int, n int)
      JOIN stock_level l ON l.item_id = u.item_id AND l.branch_id = u.branch_id
      JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = l.product_id
      JOIN branch b ON b.id = l.branch_id ORDER BY u.n`,
  );

/**
 * Lists the stock of each item in each of the caller's branches: on hand, reserved, available, and days of supply
 * (issue 4).
 */
export async function list(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const filters = await filtersOf(ctx, input);
  const sorted = Prisma.sql`
    SELECT l.item_id, l.branch_id ${meant(filters, input.sort_by === 'title')} ${orderOf(ctx, input)}`;
  const { places, total, isEstimated } = input.export
    ? await findInFile(ctx, input, sorted)
    : await findPage(ctx, input, sorted, Prisma.sql`SELECT 1 ${meant(filters, false)}`);
  const rows = places.length === 0 ? [] : await rowsOf(ctx, places);
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

import { expiryReport, inventoryReport, stockTakingReport } from '@dukkan/contract';
import { sql } from 'kysely';
import { tables } from '../../../core/db/tables.ts';
import { localizedText } from '../../../core/list/localized-columns.ts';
import { expiredUnmarkedQuantitySql } from '../../catalog/index.ts';
import { businessDateSql } from '../../ordering/index.ts';
import {
  hasUnmarkedExpirySql,
  type LevelState,
  levelStateSql,
  selectChangedItemIds,
  selectUnchangedItemSums,
} from '../../stock/index.ts';
import type { ReportDateRange, ReportQuery } from '../engine/question.ts';
import {
  accountNameSql,
  branchGroupTitleSql,
  branchNameSql,
  defineReportSource,
  inReportBranchesSql,
  itemBarcodeSql,
  itemGroupTitleSql,
  nearestInstantSql,
  productGroupTitleSql,
  type ReportQueryCtx,
  reportFilterSql,
  rowBranchNameSql,
  rowProductTitleSql,
  type Sql,
} from '../engine/report-source.ts';

/** The currency of stock values is the shop's. Rule: docs/rules/currencies.md#own-currency */
export const shopCurrencyColumnSql = ({ question }: ReportQueryCtx): Sql =>
  sql`${question.currency}::text AS currency`;

/** Condition for products of a category or one of its subcategories. */
export const inCategoryTreeSql = ({ question: { filters } }: ReportQueryCtx, product: Sql): Sql =>
  filters.categorys_id === undefined
    ? sql`TRUE`
    : sql`EXISTS (WITH RECURSIVE below AS (
        SELECT ${filters.categorys_id}::int AS id UNION SELECT c.id FROM category c JOIN below ON c.parent_id = below.id)
        SELECT 1 FROM product_category k WHERE k.product_id = ${product} AND k.category_id IN (SELECT id FROM below))`;

/** The first category of a product, so that a product with several counts once. */
const CATEGORY = sql`(SELECT min(k.category_id) FROM product_category k WHERE k.product_id = x.product_id)`;

/** SELECT of stock levels, with expired units told as such before the job marks them. Rule: docs/rules/stock.md#available */
function levelRows(asking: ReportQueryCtx, only?: Sql): Sql {
  const { ctx, question } = asking;
  const state = question.filters.state as LevelState | undefined;
  // levels without such units, nearly all, are told from a set that is read once
  const unmarked = sql`CASE WHEN ${hasUnmarkedExpirySql(ctx)}
    THEN ${expiredUnmarkedQuantitySql(ctx)} ELSE 0 END`;
  return sql`SELECT l.item_id, l.product_id, l.branch_id, ${shopCurrencyColumnSql(asking)}, l.on_hand, l.reserved,
           l.available - ${unmarked} AS available, l.expired + ${unmarked} AS expired, l.value, l.on_hand * coalesce(i.price, p.price) AS sale_value
      FROM stock_level l JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = l.product_id
     WHERE ${inReportBranchesSql(sql`l.branch_id`, question)}
       AND ${state ? levelStateSql(ctx, state) : sql`(l.on_hand <> 0 OR l.reserved <> 0 OR l.deficit <> 0)`}
       AND ${reportFilterSql(question, { product_id: sql`l.product_id` })} AND ${inCategoryTreeSql(asking, sql`l.product_id`)}
       ${only ? sql`AND l.item_id = ANY(${only})` : sql``}`;
}

/** True when a question is about whole items in all branches, whose sums are kept. */
const isOfItemSums = ({ group, branches, filters }: ReportQuery): boolean =>
  group === 'item' &&
  branches === null &&
  [filters.state, filters.product_id, filters.categorys_id].every((filter) => filter === undefined);

/** SELECT of the sums of items, and of the levels of those that changed since they were summed up. */
function itemRows(asking: ReportQueryCtx, only?: Sql): Sql {
  const { ctx } = asking;
  const isWanted = (item_id: string) =>
    only ? sql<boolean>`${sql.ref(item_id)} = ANY(${only})` : sql<boolean>`TRUE`;
  const sums = tables
    .selectFrom(selectUnchangedItemSums(ctx).as('s'))
    .select([
      's.item_id',
      's.product_id',
      sql`NULL::int`.as('branch_id'),
      sql`${asking.question.currency}::text`.as('currency'),
    ])
    .select(['s.on_hand', 's.reserved', 's.available', 's.expired', 's.value', 's.sale_value'])
    .where(isWanted('s.item_id'));
  const changed = tables
    .selectFrom(selectChangedItemIds(ctx).as('c'))
    .select('c.item_id')
    .where(isWanted('c.item_id'));
  return sql`${sums} UNION ALL ${levelRows(asking, sql`ARRAY(${changed})`)}`;
}

/**
 * Units received divided by the average number of days that a unit was in stock. Rule: docs/rules/reports.md#inventory
 */
const batchRate = ({ ctx, question }: ReportQueryCtx): Sql => sql`(
  SELECT round(sum(b.quantity) * sum(b.quantity) / nullif(sum(b.sold_days + b.remaining_quantity
           * greatest(0, extract(epoch FROM ${ctx.now}::timestamptz - b.created_at) / 86400)), 0), 2)
    FROM stock_batch b WHERE b.product_id = (SELECT i.product_id FROM product_item i WHERE i.id = x.key::int)
     AND b.item_id = x.key::int AND ${inReportBranchesSql(sql`b.branch_id`, question)})`;

/** Rule: docs/rules/reports.md#inventory */
export const inventorySource = defineReportSource(inventoryReport, {
  rows: (asking, _, only) => (isOfItemSums(asking.question) ? itemRows : levelRows)(asking, only),
  groups: {
    item: { key: sql`x.item_id::text`, title: itemGroupTitleSql },
    product: { key: sql`x.product_id::text`, title: productGroupTitleSql },
    category: {
      key: sql`coalesce(${CATEGORY}, 0)::text`,
      title: ({ ctx }) =>
        sql`coalesce((SELECT ${localizedText(ctx, sql`c.titles`)} FROM category c WHERE c.id = x.key::int), '')`,
    },
    branch: { key: sql`x.branch_id::text`, title: branchGroupTitleSql },
  },
  values: {
    on_hand: sql`x.on_hand`,
    reserved: sql`x.reserved`,
    available: sql`x.available`,
    expired: sql`x.expired`,
    stock_cost: sql`x.value`,
    sale_value: sql`x.sale_value`,
  },
  details: { barcode: { item: itemBarcodeSql(sql`x.key::int`) }, batch_rate: { item: batchRate } },
  running: {},
  ranked: { group: 'item', by: sql`x.item_id`, isSummed: isOfItemSums },
});

/** SQL for batches with remaining units, and the number that will be unsold at expiry at the current sales pace. */
function expiringRows(asking: ReportQueryCtx, { from_date, to_date }: ReportDateRange): Sql {
  const { question } = asking;
  const since = from_date === null ? sql`TRUE` : sql`b.expire_date >= ${from_date}::date`;
  const day = sql`${question.today}::date`;
  return sql`SELECT x.*, greatest(0, least(x.remaining, ceil(x.ahead - x.pace * greatest(0, x.days_left)))) AS likely_lost
      FROM (SELECT b.id, b.item_id, b.product_id, b.branch_id, ${shopCurrencyColumnSql(asking)}, b.expire_date,
                   b.expire_date - ${day} AS days_left, b.remaining_quantity AS remaining,
                   b.remaining_quantity * b.cost_value AS value, coalesce(l.pace, 0) AS pace,
                   sum(b.remaining_quantity) OVER (PARTITION BY b.item_id, b.branch_id ORDER BY b.expire_date, b.id) AS ahead
              FROM stock_batch b LEFT JOIN stock_level l ON l.item_id = b.item_id AND l.branch_id = b.branch_id
             WHERE b.remaining_quantity > 0 AND b.expire_date <= ${to_date}::date AND ${since}
               AND ${inReportBranchesSql(sql`b.branch_id`, question)} AND ${inCategoryTreeSql(asking, sql`b.product_id`)}
               AND ${reportFilterSql(question, { product_id: sql`b.product_id`, item_id: sql`b.item_id` })}) x`;
}

/** Rule: docs/rules/reports.md#expiry */
export const expirySource = defineReportSource(expiryReport, {
  rows: expiringRows,
  groups: {
    batch: { key: sql`x.id::text`, order: sql`x.expire_date`, title: rowProductTitleSql },
    item: { key: sql`x.item_id::text`, title: itemGroupTitleSql },
    bucket: {
      key: sql`CASE WHEN x.days_left < 0 THEN 'expired' WHEN x.days_left <= 7 THEN '7'
        WHEN x.days_left <= 30 THEN '30' WHEN x.days_left <= 90 THEN '90' ELSE 'later' END`,
      order: sql`CASE WHEN x.days_left < 0 THEN 0 WHEN x.days_left <= 7 THEN 1
        WHEN x.days_left <= 30 THEN 2 WHEN x.days_left <= 90 THEN 3 ELSE 4 END`,
    },
  },
  values: { remaining: sql`x.remaining`, likely_lost: sql`x.likely_lost`, value: sql`x.value` },
  details: {
    batch_id: { batch: sql`x.id` },
    barcode: { batch: itemBarcodeSql(sql`x.item_id`), item: itemBarcodeSql(sql`x.key::int`) },
    branch: { batch: rowBranchNameSql },
    expire_date: { batch: sql`x.expire_date` },
    days_left: { batch: sql`x.days_left` },
  },
  running: {},
});

const countedRows = (asking: ReportQueryCtx, { start, end }: ReportDateRange): Sql => {
  const { question } = asking;
  return sql`SELECT n.id, n.count_id, n.item_id, n.product_id, c.branch_id, c.account_id, ${shopCurrencyColumnSql(asking)},
         ${businessDateSql(sql`c.posted_at`, question)} AS day, coalesce(n.counted_at, c.posted_at) AS counted_at, c.posted_at,
         n.snapshot, n.counted, n.difference, coalesce(n.value, 0) AS value
    FROM stock_count c JOIN stock_count_line n ON n.count_id = c.id
   WHERE c.status = 1 AND c.deleted_at IS NULL AND n.counted IS NOT NULL
     AND c.posted_at >= ${start}::timestamptz AND c.posted_at < ${end}::timestamptz
     AND ${inReportBranchesSql(sql`c.branch_id`, question)}
     AND ${reportFilterSql(question, { product_id: sql`n.product_id`, item_id: sql`n.item_id`, count_id: sql`n.count_id` })}`;
};

const ofCount = (column: Sql): Sql => sql`(SELECT ${column} FROM stock_count c WHERE c.id = x.key::int)`;

/** Rule: docs/rules/reports.md#stock-taking */
export const stockTakingSource = defineReportSource(stockTakingReport, {
  rows: countedRows,
  groups: {
    line: { key: sql`x.id::text`, order: sql`x.posted_at`, title: rowProductTitleSql },
    document: { key: sql`x.count_id::text`, order: sql`x.count_id`, title: () => sql`'#' || x.key` },
  },
  values: {
    lines: sql`1`,
    system: sql`x.snapshot`,
    counted: sql`x.counted`,
    difference: sql`x.difference`,
    difference_value: sql`x.value`,
  },
  details: {
    document: { line: sql`x.count_id` },
    barcode: { line: itemBarcodeSql(sql`x.item_id`) },
    branch: {
      line: rowBranchNameSql,
      document: (asking) => branchNameSql(asking, ofCount(sql`c.branch_id`)),
    },
    counted_by: {
      line: accountNameSql(sql`x.account_id`),
      document: ofCount(accountNameSql(sql`c.account_id`)),
    },
    counted_at: { line: sql`x.counted_at`, document: ofCount(sql`c.posted_at`) },
  },
  running: {},
  nearest: ({ question }, way) => {
    return sql`SELECT ${businessDateSql(sql`c.posted_at`, question)} AS day FROM stock_count c
      WHERE c.status = 1 AND c.deleted_at IS NULL AND ${inReportBranchesSql(sql`c.branch_id`, question)} AND ${nearestInstantSql(sql`c.posted_at`, question, way)}`;
  },
});

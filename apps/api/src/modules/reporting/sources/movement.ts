import { addDays } from '@dukkan/commerce';
import { movementReport } from '@dukkan/contract';
import { sql } from 'kysely';
import {
  BATCH_TYPE_SQL,
  businessDateSql,
  eventSumsSql,
  hasEventSumsSql,
  MOVEMENT_TYPE_SQL,
  movementMonthsSql,
  SHELF_SECONDS_SQL,
  SIGNED_QUANTITY_SQL,
} from '../../ordering/index.ts';
import type { ReportDateRange, ReportQuery } from '../engine/question.ts';
import {
  defineReportSource,
  inReportBranchesSql,
  itemBarcodeSql,
  itemGroupTitleSql,
  nearestInstantSql,
  type ReportQueryCtx,
  reportFilterSql,
  rowBranchNameSql,
  rowProductTitleSql,
  type Sql,
  toEventSumsQuery,
} from '../engine/report-source.ts';
import { shopCurrencyColumnSql } from './stock.ts';

/** Movement types shown when no type is requested. */
const USUAL_TYPES = ['purchase', 'sale', 'return'];

const SIGNED = sql.raw(SIGNED_QUANTITY_SQL);
const TYPE_OF_MOVEMENT = sql.raw(MOVEMENT_TYPE_SQL);
const TYPE_OF_BATCH = sql.raw(BATCH_TYPE_SQL);

/** Groups that the sums of days can answer; items are answered by those of months, all others by the events. */
const SUMMED_GROUPS: ReadonlySet<string> = new Set(['type', 'day']);

const isOfAllItems = ({ filters }: ReportQuery): boolean =>
  filters.product_id === undefined && filters.item_id === undefined;
const isSummed = (question: ReportQuery): boolean =>
  SUMMED_GROUPS.has(question.group) && isOfAllItems(question);

const listMovementTypes = ({ question: { filters } }: ReportQueryCtx): string[] => {
  const movementType = filters.movement_type;
  if (movementType === undefined) return USUAL_TYPES;
  return Array.isArray(movementType) ? movementType : [String(movementType)];
};

/** The conditions of a batch that came in each way. */
const WAYS_IN: Readonly<Record<string, Sql>> = {
  purchase: sql`b.parent_batch_id IS NULL AND b.order_id IS NULL`,
  return: sql`b.parent_batch_id IS NULL AND b.order_id IS NOT NULL`,
  transfer_in: sql`b.parent_batch_id IS NOT NULL`,
};

/** The numbers of `stock_movement.target`. */
const TARGETS: Readonly<Record<string, number>> = {
  sale: 1,
  return: 2,
  transfer_out: 3,
  count: 4,
  write_off: 5,
};

/** SQL for the batches and movements of the query's types, by columns whose values PostgreSQL knows. */
function ofAskedTypes(asking: ReportQueryCtx): { readonly batches: Sql; readonly movements: Sql } {
  const types = listMovementTypes(asking);
  const ways = types.flatMap((type) => WAYS_IN[type] ?? []);
  const targets = types.flatMap((type) => TARGETS[type] ?? []);
  return {
    batches: ways.length > 0 ? sql`(${sql.join(ways, sql` OR `)})` : sql`FALSE`,
    movements: targets.length > 0 ? sql`m.target = ANY(${targets}::smallint[])` : sql`FALSE`,
  };
}

/** SQL for the day of the nearest event of the query's types, before or after the range. */
function nearestDay(asking: ReportQueryCtx, way: 'before' | 'after'): Sql {
  const { question } = asking;
  const isMeant = (type: Sql): Sql =>
    sql`${inReportBranchesSql(sql`b.branch_id`, question)} AND (${type}) = ANY(${listMovementTypes(asking)}::text[])`;
  const batches = sql`SELECT b.created_at AS at FROM stock_batch b
    WHERE ${isMeant(TYPE_OF_BATCH)} AND ${nearestInstantSql(sql`b.created_at`, question, way)}`;
  const movements = sql`SELECT m.created_at FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
    WHERE ${isMeant(TYPE_OF_MOVEMENT)} AND ${nearestInstantSql(sql`m.created_at`, question, way)}`;
  const nearest = way === 'before' ? sql`max(x.at)` : sql`min(x.at)`;
  return sql`SELECT ${businessDateSql(nearest, question)} FROM ((${batches}) UNION ALL (${movements})) x`;
}

const batchesWithin = ({ start, end }: ReportDateRange): Sql =>
  sql`b.created_at >= ${start}::timestamptz AND b.created_at < ${end}::timestamptz`;
const movementsWithin = ({ start, end }: ReportDateRange): Sql =>
  sql`m.created_at >= ${start}::timestamptz AND m.created_at < ${end}::timestamptz`;

/** Condition for the batches of the query. */
const isAskedSql = ({
  question,
}: ReportQueryCtx): Sql => sql`${inReportBranchesSql(sql`b.branch_id`, question)}
    AND ${reportFilterSql(question, { product_id: sql`b.product_id`, item_id: sql`b.item_id` })}`;

/** SQL for the sums of the query's days. */
function summedRows(asking: ReportQueryCtx, days: ReportDateRange): Sql {
  const sums = eventSumsSql('movement', toEventSumsQuery(asking.question, days));
  return sql`SELECT s.*, ${shopCurrencyColumnSql(asking)} FROM (${sums}) s
    WHERE s.type = ANY(${listMovementTypes(asking)}::text[])`;
}

/** True where every day between the first and the last is asked about; compared days may leave some out. */
const isUnbroken = ({
  from_date,
  to_date,
  ...days
}: ReportDateRange & { readonly earlier?: readonly string[] }) =>
  days.earlier === undefined ||
  days.earlier.every((day, at) => day === (at === 0 ? from_date : addDays(days.earlier?.[at - 1] ?? day, 1)));

/** SQL for the sums of the query's items, which all count on the first day. */
function summedItems(
  asking: ReportQueryCtx,
  days: ReportDateRange & { readonly from_date: string },
  only?: Sql,
): Sql {
  const { today } = asking.question;
  const sums = movementMonthsSql({
    ...toEventSumsQuery(asking.question, days),
    from_date: days.from_date,
    today,
    types: listMovementTypes(asking),
    items: only,
  });
  return sql`SELECT s.*, ${shopCurrencyColumnSql(asking)}, ${days.from_date}::date AS day FROM (${sums}) s`;
}

/** SQL for the events of a range: new batches, with negative ids, and movements. */
function eventRows(asking: ReportQueryCtx, days: ReportDateRange, only?: Sql): Sql {
  const { question } = asking;
  if (isSummed(question)) return summedRows(asking, days);
  const { from_date } = days;
  if (question.group === 'item' && from_date !== null && isOfAllItems(question) && isUnbroken(days))
    return summedItems(asking, { ...days, from_date }, only);
  const own = isAskedSql(asking);
  const { batches, movements } = ofAskedTypes(asking);
  const facts = sql`b.item_id, b.product_id, b.branch_id, b.id AS batch_id, b.expire_date, b.cost_value`;
  const ofPage = (id: Sql): Sql => (only ? sql`${id} = ANY(${only})` : sql`TRUE`);
  const batchIds = only ? sql`b.id IN (SELECT -u.id FROM unnest(${only}) AS u (id))` : sql`TRUE`;
  return sql`SELECT x.*, abs(x.quantity) AS units, x.shelf * abs(x.quantity) AS shelf_seconds,
             x.quantity * x.cost_value AS total_cost, 1 AS records, ${shopCurrencyColumnSql(asking)},
             ${businessDateSql(sql`x.at`, question)} AS day
      FROM (SELECT -b.id AS id, b.created_at AS at, ${TYPE_OF_BATCH} AS type,
                   CASE WHEN b.order_id IS NOT NULL THEN 'order' WHEN b.parent_batch_id IS NOT NULL THEN 'batch'
                        WHEN b.reciept_id IS NOT NULL THEN 'receipt' END AS ref_type,
                   coalesce(b.order_id, b.parent_batch_id, b.reciept_id) AS ref_id, b.quantity, 0 AS shelf, ${facts}
              FROM stock_batch b WHERE ${batchIds} AND ${batchesWithin(days)} AND ${batches} AND ${own}
             UNION ALL
            SELECT m.id::int, m.created_at, ${TYPE_OF_MOVEMENT}, m.ref_type, m.ref_id, ${SIGNED},
                   ${sql.raw(SHELF_SECONDS_SQL)}, ${facts}
              FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
             WHERE ${ofPage(sql`m.id`)} AND ${movementsWithin(days)} AND ${movements} AND ${own}) x`;
}

/** SELECTs of the events of the query, by their instant. */
function eventIds(asking: ReportQueryCtx, by: string): readonly Sql[] | null {
  if (by !== 'key') return null;
  const { question } = asking;
  const { batches, movements } = ofAskedTypes(asking);
  const own = isAskedSql(asking);
  const batch = question.branches === null ? sql`` : sql`JOIN stock_batch b ON b.id = m.batch_id`;
  const ofBranches = question.branches === null ? sql`TRUE` : own;
  return [
    sql`SELECT -b.id AS id, b.created_at AS at FROM stock_batch b WHERE ${batchesWithin(question.days)} AND ${batches} AND ${own}`,
    sql`SELECT m.id::int AS id, m.created_at AS at FROM stock_movement m ${batch}
     WHERE ${movementsWithin(question.days)} AND ${movements} AND ${ofBranches}`,
  ];
}

/**
 * SQL for the value of an item in a branch after an event: everything received until then less everything that left.
 */
const VALUE_AFTER = sql`(
  (SELECT coalesce(sum(b.quantity * b.cost_value), 0) FROM stock_batch b
    WHERE b.product_id = x.product_id AND b.item_id = x.item_id AND b.branch_id = x.branch_id
      AND (b.created_at, -b.id) <= (x.at, x.id))
  + (SELECT coalesce(sum((${SIGNED}) * b.cost_value), 0) FROM stock_batch b JOIN stock_movement m ON m.batch_id = b.id
      WHERE b.product_id = x.product_id AND b.item_id = x.item_id AND b.branch_id = x.branch_id
        AND (m.created_at, m.id) <= (x.at, x.id)))`;

/** SQL for the total stock value at the end of the range: of all events until then, or the current value less later ones. */
function valueAtEnd({ question }: ReportQueryCtx): Sql {
  const { branches, zone, day_end, filters } = question;
  const { end, to_date } = question.days;
  const own = (alias: string): Sql => sql`${inReportBranchesSql(sql.ref(`${alias}.branch_id`), question)}
    AND ${reportFilterSql(question, { product_id: sql.ref(`${alias}.product_id`), item_id: sql.ref(`${alias}.item_id`) })}`;
  const now = sql`((SELECT coalesce(sum(l.value), 0) FROM stock_level l WHERE ${own('l')})
    - (SELECT coalesce(sum(b.quantity * b.cost_value), 0) FROM stock_batch b
        WHERE b.created_at >= ${end}::timestamptz AND ${own('b')})
    - (SELECT coalesce(sum((${SIGNED}) * b.cost_value), 0) FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
        WHERE m.created_at >= ${end}::timestamptz AND ${own('b')}))`;
  if (filters.product_id !== undefined || filters.item_id !== undefined) return now;
  const sums = eventSumsSql('movement', { branches, zone, day_end, from_date: null, to_date, end: null });
  return sql`CASE WHEN ${hasEventSumsSql('movement', question)}
    THEN (SELECT coalesce(sum(s.total_cost), 0) FROM (${sums}) s) ELSE ${now} END`;
}

/** Rule: docs/rules/reports.md#movement */
export const movementSource = defineReportSource(movementReport, {
  rows: eventRows,
  groups: {
    event: { key: sql`x.id::text`, order: sql`x.at`, title: rowProductTitleSql },
    item: { key: sql`x.item_id::text`, by: sql`x.item_id`, title: itemGroupTitleSql },
    type: { key: sql`x.type` },
    day: { key: sql`x.counted_day::text` },
  },
  values: {
    quantity: sql`x.quantity`,
    units: sql`x.units`,
    shelf_days: sql`x.shelf_seconds / 86400`,
    total_cost: sql`x.total_cost`,
  },
  details: {
    at: { event: sql`x.at` },
    type: { event: sql`x.type` },
    // the type column tells in the reader's language what the number refers to
    reference: { event: sql`'#' || x.ref_id` },
    item: { event: rowProductTitleSql },
    branch: { event: rowBranchNameSql },
    barcode: { event: itemBarcodeSql(sql`x.item_id`), item: itemBarcodeSql(sql`x.key::int`) },
    expire_date: { event: sql`x.expire_date` },
    batch_id: { event: sql`x.batch_id` },
  },
  running: { stock_cost: { after: VALUE_AFTER, end: valueAtEnd } },
  isGroup: sql`sum(x.records) <> 0`,
  ranked: { group: 'item', totals: 'type', isSummed: isOfAllItems },
  listed: { ids: eventIds, totals: 'type', isSummed },
  isPlannedOnce: isSummed,
  nearest: nearestDay,
});

import { addDays, CANCELED } from '@dukkan/commerce';
import { channelsReport, salesReport } from '@dukkan/contract';
import { sql } from 'kysely';
import { localizedText } from '../../../core/list/localized-columns.ts';
import {
  businessDateSql,
  countFactsNotInSumsSql,
  FACT_DIMENSIONS,
  FACT_MEASURES,
  isWholeOrderSumSql,
  type OrderFactsQuery,
  orderFactsSql,
  ordersNotSummedSql,
  restatedDaysSql,
  returnedOrdersSql,
} from '../../ordering/index.ts';
import type { ReportDateRange } from '../engine/question.ts';
import {
  branchGroupTitleSql,
  defineReportSource,
  hasOnlyFilters,
  inReportBranchesSql,
  nearestInstantSql,
  type ReportQueryCtx,
  reportFilterSql,
  type Sql,
  TIME_GROUP_KEYS,
} from '../engine/report-source.ts';

/** Groups that daily sums can answer; all others are computed from the orders. */
const SUMMED_GROUPS: ReadonlySet<string> = new Set([
  'day',
  'month',
  '3 months',
  'branch',
  'source',
  'weekday',
  'hour',
]);
const SUMMED_FILTERS: ReadonlySet<string> = new Set(['branch_id', 'source', 'status_value', 'pos', 'paid']);

/** Condition for the query's orders; canceled ones are left out unless requested. */
function meantSql({ question }: ReportQueryCtx): Sql {
  const { filters } = question;
  const own = reportFilterSql(question, {
    source: sql`source`,
    status_value: sql`status_value`,
    pos: sql`pos`,
    paid: sql`paid`,
    client_id: sql`client_id`,
    seller_id: sql`seller_id`,
  });
  const byMethod =
    filters.payment_id === undefined
      ? sql`TRUE`
      : sql`order_id IN (SELECT o.id FROM "order" o WHERE o.payment_id = ${filters.payment_id}::int)`;
  const sold = filters.status_value === undefined ? sql`status_value <> ${sql.lit(CANCELED)}` : sql`TRUE`;
  return sql`${sold} AND ${own} AND ${byMethod}`;
}

/** SQL of the hour of the clock at which fact `f` counts. */
const hourColumn = (zone: string): Sql =>
  sql`, extract(hour FROM counted_at AT TIME ZONE ${sql.lit(zone)})::int AS hour`;

/**
 * SQL for facts of days of which the last one has not ended: whole days from the sums where these suffice, the last one
 * from its facts.
 */
function partialFactsSql(
  { branches, zone, day_end }: ReportQueryCtx['question'],
  { from_date, to_date, end }: ReportDateRange,
  detail: OrderFactsQuery['detail'],
): Sql {
  const scope = { branches, zone, day_end };
  // a return counts at noon of its day, so the time at which it was recorded decides
  const inTime = sql`CASE WHEN f.return_id IS NULL THEN f.counted_at ELSE f.recorded_at END < ${end}::timestamptz`;
  const ofDay = orderFactsSql({ ...scope, from_date: to_date, to_date, detail: 'fact' });
  const last = sql`SELECT f.*${hourColumn(zone)} FROM (${ofDay}) f WHERE ${inTime}`;
  if (from_date === to_date) return last;
  const whole = orderFactsSql({ ...scope, from_date, to_date: addDays(to_date, -1), detail });
  if (detail === 'fact') return sql`SELECT w.*${hourColumn(zone)} FROM (${whole}) w UNION ALL ${last}`;
  const hours = detail === 'hour' ? ['hour'] : [];
  const columns = sql.raw(['branch_id', 'day', ...hours, ...FACT_DIMENSIONS, ...FACT_MEASURES].join(', '));
  return sql`SELECT ${columns} FROM (${whole}) w UNION ALL SELECT ${columns} FROM (${last}) l`;
}

/** SQL for sales rows from daily sums when these suffice, else from the orders. */
function salesRows(asking: ReportQueryCtx, days: ReportDateRange, ids?: Sql): Sql {
  const { from_date, to_date, isPartial } = days;
  const { branches, zone, day_end, group } = asking.question;
  const isSummed = SUMMED_GROUPS.has(group) && hasOnlyFilters(asking.question, SUMMED_FILTERS);
  const byGroup = group === 'branch' || group === 'hour' ? group : 'day';
  const detail = isSummed ? byGroup : 'fact';
  const facts = isPartial
    ? partialFactsSql(asking.question, days, detail)
    : orderFactsSql({ branches, zone, day_end, from_date, to_date, detail, ids });
  const hour = group === 'hour' && detail === 'fact' && !isPartial ? hourColumn(zone) : sql``;
  return sql`SELECT f.*${hour} FROM (${facts}) f WHERE ${meantSql(asking)}`;
}

const values = {
  orders: sql`x.orders`,
  total: sql`x.gross`,
  discount: sql`x.discount`,
  shipping: sql`x.delivery`,
  tax_added: sql`x.tax_added`,
  rounding: sql`x.rounding`,
  fee: sql`x.fee`,
  returns: sql`x.returned`,
  tax: sql`x.tax`,
  goods_ex_tax: sql`x.goods_ex_tax`,
  cost: sql`x.cost`,
  uncosted: sql`x.uncosted`,
};

const nearestDaySql = ({ question }: ReportQueryCtx, way: 'before' | 'after'): Sql => {
  return sql`SELECT ${businessDateSql(sql`counted_at`, question)} AS day FROM trade_fact
    WHERE ${inReportBranchesSql(sql`branch_id`, question)} AND ${nearestInstantSql(sql`counted_at`, question, way)}`;
};

const askedDays = ({ question: { branches, zone, day_end, days } }: ReportQueryCtx) => ({
  branches,
  zone,
  day_end,
  from_date: days.from_date,
  to_date: days.to_date,
});

/** Condition for orders `o` of the query, whenever they were made. */
function isAskedOrderSql({ question }: ReportQueryCtx): Sql {
  const { filters } = question;
  const status = filters.status_value === undefined ? sql`o.status_value <> ${sql.lit(CANCELED)}` : sql`TRUE`;
  return sql`${inReportBranchesSql(sql`o.branch_id`, question)} AND ${status} AND ${reportFilterSql(
    question,
    {
      source: sql`o.source`,
      status_value: sql`o.status_value`,
      pos: sql`o.pos::int`,
      paid: sql`o.paid`,
      client_id: sql`o.client_id`,
      seller_id: sql`o.seller_id`,
      payment_id: sql`o.payment_id`,
    },
  )}`;
}

const madeWithin = ({ start, end }: ReportDateRange, at: Sql = sql`o.created_at`): Sql =>
  sql`${at} >= ${start}::timestamptz AND ${at} < ${end}::timestamptz`;

/** SELECTs of orders created in the range, and of older ones with returns in the range. */
function orderIds(asking: ReportQueryCtx): readonly [made: Sql, older: Sql] {
  const filterSql = isAskedOrderSql(asking);
  const madeInDays = madeWithin(asking.question.days);
  const returned = returnedOrdersSql(askedDays(asking));
  return [
    sql`SELECT o.id, o.created_at AS at FROM "order" o WHERE ${madeInDays} AND ${filterSql}`,
    sql`SELECT o.id, o.created_at AS at FROM (${returned}) r JOIN "order" o ON o.id = r.order_id
         WHERE NOT (${madeInDays}) AND ${filterSql}`,
  ];
}

/** What an order of which nothing came back counts, where an index on its own columns sorts it. */
const ORDER_VALUES: Readonly<Record<string, Sql>> = { net: sql`o.due`, average: sql`o.due` };

/** What an order of which nothing came back counts in each other column, by its sums. */
const SUM_VALUES: Readonly<Record<string, Sql>> = {
  orders: sql`1`,
  total: sql`s.gross`,
  discount: sql`s.discount`,
  shipping: sql`s.delivery`,
  tax_added: sql`s.tax_added`,
  rounding: sql`s.rounding`,
  fee: sql`s.fee`,
  returns: sql`0`,
  tax: sql`s.tax`,
  goods_ex_tax: sql`s.goods_ex_tax`,
  cost: sql`s.cost`,
  profit: sql`s.goods_ex_tax - s.cost`,
  margin: sql`round(100 * (s.goods_ex_tax - s.cost) / nullif(s.goods_ex_tax, 0), 2)`,
};

/** Condition for sums `s` of orders of the query. */
function isAskedSumSql({ question }: ReportQueryCtx): Sql {
  const { filters } = question;
  const status = filters.status_value === undefined ? sql`s.status_value <> ${sql.lit(CANCELED)}` : sql`TRUE`;
  const byMethod =
    filters.payment_id === undefined
      ? sql`TRUE`
      : sql`EXISTS (SELECT 1 FROM "order" o WHERE o.id = s.order_id AND o.payment_id = ${filters.payment_id}::int)`;
  return sql`${inReportBranchesSql(sql`s.branch_id`, question)} AND ${status} AND ${byMethod} AND ${reportFilterSql(
    question,
    {
      source: sql`s.source`,
      status_value: sql`s.status_value`,
      pos: sql`s.pos`,
      paid: sql`s.paid`,
      client_id: sql`s.client_id`,
      seller_id: sql`s.seller_id`,
    },
  )}`;
}

/** Orders of which nothing came back, by their own columns or by their sums; those of which something did are summed up. */
function orderValues(asking: ReportQueryCtx, by: string) {
  const { days } = asking.question;
  const returned = sql`SELECT r.order_id FROM (${returnedOrdersSql(askedDays(asking))}) r`;
  const own = ORDER_VALUES[by];
  if (own) {
    const isReturned = sql`SELECT 1 FROM order_return r WHERE r.order_id = o.id AND r.removed_at IS NULL`;
    const ordersSql = sql`${madeWithin(days)} AND ${isAskedOrderSql(asking)}`;
    return {
      told: sql`SELECT o.id, ${own} AS at FROM "order" o WHERE ${ordersSql} AND NOT EXISTS (${isReturned})`,
      others: sql`SELECT o.id FROM "order" o WHERE ${ordersSql} AND o.id IN (SELECT r.order_id FROM order_return r WHERE r.removed_at IS NULL)
         UNION ${returned}`,
      isNeverNull: true,
    };
  }
  const value = SUM_VALUES[by];
  if (!value) return null;
  return {
    told: sql`SELECT s.order_id AS id, ${value} AS at FROM order_sum s
       WHERE ${madeWithin(days, sql`s.counted_at`)} AND ${isAskedSumSql(asking)} AND ${isWholeOrderSumSql}`,
    others: sql`${ordersNotSummedSql((at) => madeWithin(days, at))} UNION ${returned}`,
    isNeverNull: by !== 'margin',
  };
}

/** The number of orders: those made in the days, which the sums tell, and older ones of which something came back. */
function countOrders(asking: ReportQueryCtx): Sql {
  const [, older] = orderIds(asking);
  return sql`(SELECT coalesce(sum(x.v_orders), 0) FROM summed x) + (SELECT count(*) FROM (${older}) n)`;
}

const facts = {
  waiting: (asking: ReportQueryCtx) => countFactsNotInSumsSql(askedDays(asking)),
  restated: (asking: ReportQueryCtx) =>
    restatedDaysSql({ ...askedDays(asking), seesCosts: asking.question.seesCosts }),
};

/** SQL for a column of the row's order. */
const ofOrder = (column: Sql): Sql => sql`(SELECT ${column} FROM "order" o WHERE o.id = x.key::int)`;

/** Rule: docs/rules/reports.md#sales */
export const salesSource = defineReportSource(salesReport, {
  rows: salesRows,
  groups: {
    ...TIME_GROUP_KEYS,
    branch: { key: sql`x.branch_id::text`, title: branchGroupTitleSql },
    source: { key: sql`x.source` },
    hour: { key: sql`lpad(x.hour::text, 2, '0')` },
    weekday: { key: sql`((extract(dow FROM x.counted_day)::int + 1) % 7)::text` },
    order: { key: sql`x.order_id::text`, order: sql`x.order_id`, title: () => sql`'#' || x.key` },
  },
  values,
  details: {
    invoice_no: { order: sql`x.key::int` },
    client: { order: ofOrder(sql`o.client_name`) },
    delivery_status: {
      order: ({ ctx }) => sql`(SELECT ${localizedText(ctx, sql`s.titles`)} FROM "order" o
        JOIN order_status s ON s.id = o.status_id WHERE o.id = x.key::int)`,
    },
    payment_status: { order: ofOrder(sql`CASE o.paid WHEN 1 THEN 'paid' ELSE 'not_paid' END`) },
    source: { order: ofOrder(sql`CASE WHEN o.pos THEN 'pos' ELSE o.source END`) },
  },
  running: {},
  nearest: nearestDaySql,
  facts,
  recordIds: orderIds,
  recordValues: orderValues,
  recordCount: countOrders,
  isRecord: sql`sum(x.orders) <> 0 OR sum(x.returned) <> 0`,
});

/** Rule: docs/rules/reports.md#sales */
export const channelsSource = defineReportSource(channelsReport, {
  rows: salesRows,
  groups: { source: { key: sql`x.source` } },
  values,
  details: {},
  running: {},
  nearest: nearestDaySql,
  facts,
});

import { CANCELED, DELIVERED } from '@dukkan/commerce';
import { driversReport, paymentsReport } from '@dukkan/contract';
import { sql } from 'kysely';
import { localizedText } from '../../../core/list/localized-columns.ts';
import { isInProgressStatusSql } from '../../../core/sql/order-status-sql.ts';
import { PAYMENT_MOMENT_SQL } from '../../../core/sql/payment-moment-sql.ts';
import { businessDateSql, eventSumsSql } from '../../ordering/index.ts';
import type { ReportDateRange, ReportQuery } from '../engine/question.ts';
import {
  defineReportSource,
  hasOnlyFilters,
  inReportBranchesSql,
  nearestInstantSql,
  type ReportQueryCtx,
  reportFilterSql,
  type Sql,
  toEventSumsQuery,
  unionPartColumnsSql,
} from '../engine/report-source.ts';

/** When the money of payment `p` moved. */
const MOVED_AT: Sql = sql.raw(PAYMENT_MOMENT_SQL);

/** SQL for the title of a payment method. */
export const paymentMethodTitleSql =
  (id: Sql) =>
  ({ ctx }: ReportQueryCtx): Sql =>
    sql`(SELECT ${localizedText(ctx, sql`m.titles`)} FROM payment_method m WHERE m.id = ${id})`;

/** Groups and filters that the sums of days can answer; all others are computed from the payments. */
const SUMMED_GROUPS: ReadonlySet<string> = new Set(['method', 'day', 'holder']);
const SUMMED_FILTERS: ReadonlySet<string> = new Set([
  'branch_id',
  'payment_id',
  'status',
  'holder',
  'refund',
]);

const isSummed = (question: ReportQuery): boolean =>
  SUMMED_GROUPS.has(question.group) && hasOnlyFilters(question, SUMMED_FILTERS);

/** Condition for the payments `p` of the query, apart from their branch and moment. */
function isAskedSql({ question }: ReportQueryCtx): Sql {
  const { refund } = question.filters;
  const side = refund === undefined ? sql`TRUE` : refund === 1 ? sql`p.amount < 0` : sql`p.amount > 0`;
  return sql`p.status <> 'voided' AND ${side} AND ${reportFilterSql(question, {
    order_id: sql`p.order_id`,
    payment_id: sql`p.payment_id`,
    driver_id: sql`p.driver_id`,
    status: sql`p.status`,
    holder: sql`p.holder`,
  })}`;
}

const movedWithin = ({ start, end }: ReportDateRange): Sql =>
  sql`${MOVED_AT} >= ${start}::timestamptz AND ${MOVED_AT} < ${end}::timestamptz`;

function paymentRows(asking: ReportQueryCtx, days: ReportDateRange, only?: Sql): Sql {
  const { question } = asking;
  if (isSummed(question))
    return sql`SELECT s.* FROM (${eventSumsSql('payment', toEventSumsQuery(question, days))}) s WHERE ${reportFilterSql(
      question,
      {
        payment_id: sql`s.payment_id`,
        status: sql`s.status`,
        holder: sql`s.holder`,
        refund: sql`s.refund`,
      },
    )}`;
  const ofPage = only ? sql`p.id = ANY(${only})` : sql`TRUE`;
  return sql`SELECT p.id, p.order_id, p.payment_id, p.holder, p.status, 1 AS records, p.amount, p.fee, p.ref_number,
         ${MOVED_AT} AS at, o.currency, ${businessDateSql(MOVED_AT, question)} AS day
    FROM order_payment p JOIN "order" o ON o.id = p.order_id
   WHERE ${ofPage} AND ${movedWithin(days)} AND ${inReportBranchesSql(sql`o.branch_id`, question)} AND ${isAskedSql(asking)}`;
}

/** SELECTs of the payments of the query, by the moment when their money moved or by their amount. */
function paymentIds(asking: ReportQueryCtx, by: string): readonly Sql[] | null {
  const { question } = asking;
  const order = question.branches === null ? sql`` : sql`JOIN "order" o ON o.id = p.order_id`;
  const select = (at: Sql, more: Sql): Sql => sql`SELECT p.id, ${at} AS at FROM order_payment p ${order}
     WHERE ${movedWithin(question.days)} AND ${inReportBranchesSql(sql`o.branch_id`, question)} AND ${isAskedSql(asking)} AND ${more}`;
  if (by === 'key') return [select(MOVED_AT, sql`TRUE`)];
  // what is pending has no amount yet
  if (by === 'amount')
    return [
      select(sql`p.amount`, sql`p.status <> 'pending'`),
      select(sql`0::numeric`, sql`p.status = 'pending'`),
    ];
  return null;
}

/** SQL for the day of the nearest moment, before or after the range, among rows with a condition. */
const nearestDaySql = (at: Sql, rows: Sql, question: ReportQuery, way: 'before' | 'after'): Sql =>
  sql`SELECT ${businessDateSql(at, question)} AS day FROM ${rows} AND ${nearestInstantSql(at, question, way)}`;

/** Rule: docs/rules/reports.md#payments */
export const paymentsSource = defineReportSource(paymentsReport, {
  rows: paymentRows,
  groups: {
    method: {
      key: sql`x.payment_id::text`,
      by: sql`x.payment_id`,
      title: paymentMethodTitleSql(sql`x.key::int`),
    },
    day: { key: sql`x.counted_day::text` },
    holder: { key: sql`x.holder` },
    row: { key: sql`x.id::text`, order: sql`x.at`, title: () => sql`'#' || x.order_id` },
  },
  values: {
    payments: sql`x.records`,
    pending: sql`CASE WHEN x.status = 'pending' THEN x.amount ELSE 0 END`,
    received: sql`CASE WHEN x.status = 'received' THEN x.amount ELSE 0 END`,
    refunded: sql`CASE WHEN x.status = 'refunded' THEN -x.amount ELSE 0 END`,
    fee: sql`CASE WHEN x.status IN ('received', 'refunded') THEN x.fee ELSE 0 END`,
  },
  details: {
    order_no: { row: sql`x.order_id` },
    paid_at: { row: sql`x.at` },
    payment_title: { row: paymentMethodTitleSql(sql`x.payment_id`) },
    holder: { row: sql`x.holder` },
    status: { row: sql`x.status` },
    ref_number: { row: sql`x.ref_number` },
  },
  running: {},
  listed: { ids: paymentIds, totals: 'method', isSummed },
  isPlannedOnce: isSummed,
  nearest: ({ question }, way) =>
    nearestDaySql(
      MOVED_AT,
      sql`order_payment p JOIN "order" o ON o.id = p.order_id
        WHERE ${inReportBranchesSql(sql`o.branch_id`, question)}`,
      question,
      way,
    ),
});

const DRIVER_COLUMNS = [
  'assigned',
  'delivered',
  'cancelled',
  'returned',
  'late',
  'minutes',
  'timed',
  'cod',
  'handed_in',
  'fees',
  'outstanding',
];

/** Columns of a driver's row; each part fills in its own, 0 for the others. */
const driverPart = (facts: Readonly<Record<string, Sql>>): Sql => unionPartColumnsSql(DRIVER_COLUMNS, facts);

/**
 * SQL for the orders of drivers: delivered ones by delivery day, canceled ones by day of cancellation, open ones by day
 * of creation. Each counts in the hour of that moment.
 */
function driverRows({ question }: ReportQueryCtx, { from_date, start, end }: ReportDateRange): Sql {
  const within = (column: Sql): Sql =>
    sql`${column} >= ${start}::timestamptz AND ${column} < ${end}::timestamptz`;
  const driver = (column: Sql): Sql => reportFilterSql(question, { driver_id: column });
  const own = sql`o.driver_id IS NOT NULL AND ${inReportBranchesSql(sql`o.branch_id`, question)} AND ${driver(sql`o.driver_id`)}`;
  const time = (at: Sql): Sql => sql`${businessDateSql(at, question)} AS day,
    extract(hour FROM ${at} AT TIME ZONE ${sql.lit(question.zone)})::int AS hour`;
  const order = (at: Sql): Sql => sql`o.driver_id, o.currency, ${time(at)}`;
  // what a driver holds now belongs to no hour of the day
  const isHeld = question.group === 'driver' ? sql`TRUE` : sql`FALSE`;
  const minutes = sql`extract(epoch FROM o.delivered_at - o.created_at) / 60`;
  return sql`SELECT ${order(sql`o.delivered_at`)}, ${driverPart({
    assigned: sql`1`,
    delivered: sql`1`,
    returned: sql`CASE WHEN o.returned_value > 0 THEN 1 ELSE 0 END`,
    late: sql`CASE WHEN o.delivered_at > o.promised_at THEN 1 ELSE 0 END`,
    minutes,
    timed: sql`1`,
    fees: sql`o.delivery_charge`,
  })} FROM "order" o WHERE o.status_value = ${sql.lit(DELIVERED)} AND ${within(sql`o.delivered_at`)} AND ${own}
   UNION ALL
  SELECT ${order(sql`o.cancelled_at`)}, ${driverPart({ assigned: sql`1`, cancelled: sql`1` })}
    FROM "order" o WHERE o.status_value = ${sql.lit(CANCELED)} AND ${within(sql`o.cancelled_at`)} AND ${own}
   UNION ALL
  SELECT ${order(sql`o.created_at`)}, ${driverPart({ assigned: sql`1` })}
    FROM "order" o WHERE ${isInProgressStatusSql('o.status_value')} AND ${within(sql`o.created_at`)} AND ${own}
   UNION ALL
  SELECT p.driver_id, o.currency, ${time(MOVED_AT)}, ${driverPart({ cod: sql`p.amount` })}
    FROM order_payment p JOIN "order" o ON o.id = p.order_id
   WHERE p.holder = 'driver' AND p.status = 'received' AND p.driver_id IS NOT NULL AND ${within(MOVED_AT)}
     AND ${inReportBranchesSql(sql`o.branch_id`, question)} AND ${driver(sql`p.driver_id`)}
   UNION ALL
  SELECT m.driver_id, m.currency, ${time(sql`m.created_at`)}, ${driverPart({ handed_in: sql`m.amount` })}
    FROM pos_cash_move m WHERE m.kind = 'hand_in' AND m.driver_id IS NOT NULL AND ${within(sql`m.created_at`)}
     AND ${inReportBranchesSql(sql`m.branch_id`, question)} AND ${driver(sql`m.driver_id`)}
   UNION ALL
  SELECT c.driver_id, c.currency, ${from_date}::date, NULL::int, ${driverPart({
    outstanding: sql`c.collected - c.refunded - c.handed_in`,
  })} FROM driver_cash c JOIN account a ON a.id = c.driver_id
   WHERE ${isHeld} AND c.collected - c.refunded - c.handed_in <> 0 AND ${inReportBranchesSql(sql`a.branch_id`, question)} AND ${driver(sql`c.driver_id`)}`;
}

const ofDriver = (column: Sql): Sql => sql`(SELECT ${column} FROM account a WHERE a.id = x.key::int)`;

/** Rule: docs/rules/reports.md#drivers */
export const driversSource = defineReportSource(driversReport, {
  rows: driverRows,
  groups: {
    driver: { key: sql`x.driver_id::text`, title: () => ofDriver(sql`a.name`) },
    hour: { key: sql`lpad(x.hour::text, 2, '0')` },
  },
  values: {
    outstanding: sql`x.outstanding`,
    assigned: sql`x.assigned`,
    delivered: sql`x.delivered`,
    cancelled: sql`x.cancelled`,
    returned: sql`x.returned`,
    late: sql`x.late`,
    minutes: sql`x.minutes`,
    timed: sql`x.timed`,
    cod_collected: sql`x.cod`,
    handed_in: sql`x.handed_in`,
    delivery_fees: sql`x.fees`,
  },
  details: { phone: { driver: ofDriver(sql`a.phone`) } },
  running: {},
  nearest: ({ question }, way) =>
    nearestDaySql(
      sql`o.delivered_at`,
      sql`"order" o WHERE o.driver_id IS NOT NULL AND o.delivered_at IS NOT NULL
        AND ${inReportBranchesSql(sql`o.branch_id`, question)}`,
      question,
      way,
    ),
});

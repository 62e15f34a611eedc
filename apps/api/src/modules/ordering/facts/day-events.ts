import { PAYMENT_MOMENT_SQL } from '../../../core/sql/payment-moment-sql.ts';

// Events that are written once and hardly ever change, of which sums by day and month are kept (docs/adr 0009).

/** Signed quantity of movement `m`: returns and units found in stock-takes are positive. */
export const SIGNED_QUANTITY_SQL = 'CASE WHEN m.target IN (2, 4) THEN m.quantity ELSE -m.quantity END';

/** The type of movement `m`. */
export const MOVEMENT_TYPE_SQL = `CASE m.target WHEN 1 THEN 'sale' WHEN 2 THEN 'return' WHEN 3 THEN 'transfer_out'
  WHEN 4 THEN 'count' ELSE 'write_off' END`;

/** The origin of batch `b`: a receipt, a transfer from another branch, or a return without a known batch. */
export const BATCH_TYPE_SQL = `CASE WHEN b.parent_batch_id IS NOT NULL THEN 'transfer_in' WHEN b.order_id IS NOT NULL
  THEN 'return' ELSE 'purchase' END`;

/** How long the units of movement `m` had stood on the shelf, in seconds. */
export const SHELF_SECONDS_SQL = 'greatest(0, extract(epoch FROM m.created_at - b.created_at))';

const isWithinSql = (at: string): string => `${at} >= r.since AND ${at} < r.until`;

const PAYMENT_EVENTS = `
  SELECT o.branch_id, ${PAYMENT_MOMENT_SQL} AS at, p.payment_id, p.holder, p.status, (p.amount < 0)::int AS refund,
         o.currency, 1 AS records, p.amount, p.fee
    FROM order_payment p JOIN "order" o ON o.id = p.order_id
   WHERE p.status <> 'voided' AND ${isWithinSql(PAYMENT_MOMENT_SQL)}`;

const cameInSql = (condition: string): string => `
  SELECT b.branch_id, b.item_id, b.created_at AS at, ${BATCH_TYPE_SQL} AS type, 1 AS records, b.quantity, abs(b.quantity) AS units,
         0 AS shelf_seconds, b.quantity * b.cost_value AS total_cost
    FROM stock_batch b WHERE ${isWithinSql('b.created_at')} AND ${condition}`;
const movedSql = (from: string, condition: string): string => `
  SELECT b.branch_id, b.item_id, m.created_at, ${MOVEMENT_TYPE_SQL}, 1, ${SIGNED_QUANTITY_SQL}, abs(m.quantity),
         ${SHELF_SECONDS_SQL} * abs(m.quantity), (${SIGNED_QUANTITY_SQL}) * b.cost_value
    FROM ${from} WHERE ${isWithinSql('m.created_at')} AND ${condition}`;

// batches one by one (OFFSET), because PostgreSQL expects many movements in any range and would read all batches for a few
const MOVEMENT_EVENTS = `${cameInSql('TRUE')} UNION ALL ${movedSql(
  'stock_movement m CROSS JOIN LATERAL (SELECT * FROM stock_batch WHERE id = m.batch_id OFFSET 0) b',
  'TRUE',
)}`;

/** The same in one join, for instants that PostgreSQL knows when it plans. */
const MANY_MOVEMENTS = `${cameInSql('TRUE')} UNION ALL ${movedSql('stock_movement m JOIN stock_batch b ON b.id = m.batch_id', 'TRUE')}`;

const OF_ITEM = 'b.product_id = r.product_id AND b.item_id = r.item_id';
const EVENTS_OF_ITEM = `${cameInSql(OF_ITEM)} UNION ALL ${movedSql('stock_batch b JOIN stock_movement m ON m.batch_id = b.id', OF_ITEM)}`;

export type EventKind = 'payment' | 'movement';

/** A table of sums by branch and period. */
export type SumTable = {
  readonly table: 'payment_day' | 'movement_day' | 'movement_month';
  readonly period: 'day' | 'month';
  readonly dimensions: readonly string[];
  /** `records` is the number of events. */
  readonly measures: readonly string[];
};

export type EventSum = SumTable & {
  readonly table: 'payment_day' | 'movement_day';
  /** A SELECT of the events from `r.since` until `r.until`, with branch_id, `at`, dimensions and measures. */
  readonly events: string;
  /** A SELECT of the first event's instant. */
  readonly first: string;
};

const MOVEMENT_MEASURES = ['records', 'quantity', 'units', 'shelf_seconds', 'total_cost'];

/** What moved by item: a month for each, because by day there would be nearly as many sums as movements. */
export const MOVEMENT_MONTHS: SumTable = {
  table: 'movement_month',
  period: 'month',
  dimensions: ['item_id', 'type'],
  measures: MOVEMENT_MEASURES,
};

/** The events of which sums by day are kept, by kind. */
export const EVENT_SUMS: Readonly<Record<EventKind, EventSum>> = {
  payment: {
    table: 'payment_day',
    period: 'day',
    events: PAYMENT_EVENTS,
    first: `SELECT ${PAYMENT_MOMENT_SQL} FROM order_payment p ORDER BY 1 LIMIT 1`,
    dimensions: ['payment_id', 'holder', 'status', 'refund', 'currency'],
    measures: ['records', 'amount', 'fee'],
  },
  movement: {
    table: 'movement_day',
    period: 'day',
    events: MOVEMENT_EVENTS,
    first: `SELECT least((SELECT created_at FROM stock_batch ORDER BY 1 LIMIT 1),
      (SELECT created_at FROM stock_movement ORDER BY 1 LIMIT 1))`,
    dimensions: ['type'],
    measures: MOVEMENT_MEASURES,
  },
};

/**
 * SQL for events with the `day` on which they count: a SELECT of `e`.
 * @param ranges a FROM item with zone, day_end and the instants since and until
 */
export const eventsWithinSql = (kind: EventKind, ranges: string): string => `
  SELECT e.*, ((e.at AT TIME ZONE r.zone) - r.day_end::interval)::date AS day
    FROM ${ranges} r CROSS JOIN LATERAL (${EVENT_SUMS[kind].events}) e`;

/**
 * SQL for the events of single days: a SELECT of `e`.
 * @param days a FROM item with zone, day_end and own_day
 */
export const eventsOfDaysSql = (kind: EventKind, days: string): string => {
  const start = (day: string): string => `(((${day}) + d.day_end::interval) AT TIME ZONE d.zone)`;
  // a few hours more on either side, because a clock that is put back or forward tells one instant in two ways; day by day
  // (OFFSET), because PostgreSQL expects many days and would join whole tables
  return `
  SELECT e.*, d.own_day AS day
    FROM (SELECT d.*, ${start('d.own_day')} - interval '3 hours' AS since,
                 ${start('d.own_day + 1')} + interval '3 hours' AS until FROM ${days} d) d
   CROSS JOIN LATERAL (SELECT d.since, d.until) r
   CROSS JOIN LATERAL (${EVENT_SUMS[kind].events} OFFSET 0) e
   WHERE ((e.at AT TIME ZONE d.zone) - d.day_end::interval)::date = d.own_day`;
};

/**
 * SQL for what moved between two instants: a SELECT of `e`.
 * @param range a FROM item of one row with the instants since and until
 * @param isKnown true when PostgreSQL knows these instants when it plans
 */
export const movementsBetweenSql = (range: string, isKnown: boolean): string => `
  SELECT e.* FROM ${range} r CROSS JOIN LATERAL (${isKnown ? MANY_MOVEMENTS : MOVEMENT_EVENTS}) e`;

/**
 * SQL for what moved of single items between two instants: a SELECT of `e`, read item by item.
 * @param items a FROM item with item_id and the instants since and until
 */
export const movementsOfItemsBetweenSql = (items: string): string => `
  SELECT e.* FROM ${items} p
   CROSS JOIN LATERAL (SELECT p.since, p.until, p.item_id,
                              (SELECT i.product_id FROM product_item i WHERE i.id = p.item_id) AS product_id) r
   CROSS JOIN LATERAL (${EVENTS_OF_ITEM} OFFSET 0) e`;

/** SQL for the first day of a day's month. */
export const monthStartSql = (day: string): string => `date_trunc('month', ${day})::date`;

/**
 * SQL for what moved of single items in single months: a SELECT of `e`.
 * @param months a FROM item with zone, day_end, item_id and month
 */
export const movementsOfItemsSql = (months: string): string => `
  SELECT e.*, x.day, p.month
    FROM (SELECT p.*, ((p.month + p.day_end::interval) AT TIME ZONE p.zone) - interval '3 hours' AS since,
                 (((p.month + interval '1 month') + p.day_end::interval) AT TIME ZONE p.zone) + interval '3 hours' AS until
            FROM ${months} p) p
   CROSS JOIN LATERAL (SELECT p.since, p.until, p.item_id,
                              (SELECT i.product_id FROM product_item i WHERE i.id = p.item_id) AS product_id) r
   CROSS JOIN LATERAL (${EVENTS_OF_ITEM} OFFSET 0) e
   CROSS JOIN LATERAL (SELECT ((e.at AT TIME ZONE p.zone) - p.day_end::interval)::date AS day) x
   WHERE ${monthStartSql('x.day')} = p.month`;

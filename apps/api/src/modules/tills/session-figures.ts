import { CANCELED } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { returnTaxesSql } from '../../core/sql/return-taxes-sql.ts';
import { cashMovementsOfSessionsSql } from './drawer-cash.ts';

// Sales, returns, payments and cash movements of session `s`, as parts of a statement. A closed session answers what was
// stored when it was closed; an open one is computed.
// Rule: docs/rules/tills.md#reports-of-a-session

type Sql = RawBuilder<unknown>;

const SOLD_HERE = sql`sale.pos_session_id = s.id AND sale.status_value <> ${sql.lit(CANCELED)}`;

/** Condition for returns `back` that session `s` took, or in which a return of another session was undone. */
const isTakenOrUndoneHere = (back: string): Sql =>
  sql`(${sql.ref(back)}.pos_session_id = s.id OR ${sql.ref(back)}.undone_pos_session_id = s.id)`;

/** 1 for a return that session `s` took, -1 for one of another session that was undone here, 0 for both. */
const directionOf = (back: string): Sql => sql`(
  (${sql.ref(back)}.pos_session_id IS NOT DISTINCT FROM s.id)::int
  - (${sql.ref(back)}.undone_pos_session_id IS NOT DISTINCT FROM s.id)::int)`;

const LIVE_SOLD = sql`
  SELECT count(*)::int AS count, coalesce(sum(sale.due), 0) AS due, coalesce(sum(sale.total), 0) AS total,
         coalesce(sum(sale.product_discount + sale.coupon_discount + sale.manual_discount), 0) AS discount,
         coalesce(sum(sale.delivery_charge), 0) AS delivery,
         coalesce(sum(sale.tax) FILTER (WHERE sale.tax_mode = 'exclusive'), 0) AS tax_added,
         coalesce(sum(sale.rounding), 0) AS rounding, coalesce(sum(sale.payment_fee), 0) AS fee,
         coalesce(sum(sale.tax), 0) AS tax, min(sale.id) AS first_order, max(sale.id) AS last_order
    FROM "order" sale WHERE ${SOLD_HERE}`;

const DIRECTION = directionOf('back');
const LIVE_RETURNED = sql`
  SELECT coalesce(sum(${DIRECTION}), 0)::int AS count, coalesce(sum(${DIRECTION} * (back.value + back.delivery)), 0) AS value,
         coalesce(sum(${DIRECTION} * back.rounding), 0) AS rounding, coalesce(sum(${DIRECTION} * back.fee), 0) AS fee,
         coalesce(sum(${DIRECTION} * (back.tax + back.delivery_tax)), 0) AS tax
    FROM order_return back WHERE ${isTakenOrUndoneHere('back')}`;

const LIVE_TERMS = sql`
  SELECT cash.term, sum(cash.amount) AS amount, count(*)::int AS count
    FROM ${cashMovementsOfSessionsSql(sql`ARRAY[s.id]`)} cash GROUP BY cash.term`;

const LIVE_TAXES = sql`
  SELECT tax_bp, sum(gross) AS gross, sum(tax) AS tax, sum(gross - tax) AS net
    FROM (SELECT (rate ->> 'tax_bp')::int AS tax_bp, (rate ->> 'gross')::numeric AS gross, (rate ->> 'tax')::numeric AS tax
            FROM "order" sale, jsonb_array_elements(sale.taxes) rate WHERE ${SOLD_HERE}
           UNION ALL
          SELECT rate.tax_bp, -rate.gross * ${DIRECTION}, -rate.tax * ${DIRECTION}
            FROM (${returnTaxesSql(isTakenOrUndoneHere('r'))}) rate JOIN order_return back ON back.id = rate.return_id) part
   GROUP BY tax_bp`;

const LIVE_PAID = sql`
  SELECT payment_id, count(*) FILTER (WHERE status <> 'pending')::int AS count,
         coalesce(sum(amount) FILTER (WHERE status = 'received'), 0) AS received,
         coalesce(-sum(amount) FILTER (WHERE status = 'refunded'), 0) AS refunded,
         coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0) AS waiting
    FROM (SELECT paid.id, paid.payment_id, paid.status, paid.amount FROM order_payment paid
           WHERE paid.pos_session_id = s.id AND paid.status <> 'voided'
           UNION
          SELECT paid.id, paid.payment_id, paid.status, paid.amount
            FROM order_return back JOIN order_payment paid ON paid.return_id = back.id
           WHERE back.pos_session_id = s.id AND paid.status = 'pending') part
   GROUP BY payment_id`;

const STORED = sql`(SELECT closing.figures FROM pos_closing closing WHERE closing.session_id = s.id)`;
const IS_STORED = sql`EXISTS (SELECT FROM pos_closing closing WHERE closing.session_id = s.id)`;

/** The stored record of a closed session, else the computed one, which is then not computed at all. */
const record = (key: string, live: Sql, columns: string): Sql => sql`
  LATERAL (SELECT stored.* FROM jsonb_to_record(${STORED} -> ${sql.lit(key)}) AS stored(${sql.raw(columns)}) WHERE ${IS_STORED}
            UNION ALL SELECT live.* FROM (${live}) live WHERE NOT ${IS_STORED})`;

const records = (key: string, live: Sql, columns: string): Sql => sql`
  LATERAL (SELECT stored.* FROM jsonb_to_recordset(${STORED} -> ${sql.lit(key)}) AS stored(${sql.raw(columns)})
            UNION ALL SELECT live.* FROM (${live}) live WHERE NOT ${IS_STORED})`;

const SOLD_COLUMNS = `count int, due numeric, total numeric, discount numeric, delivery numeric, tax_added numeric,
  rounding numeric, fee numeric, tax numeric, first_order int, last_order int`;

/** Number, amount due and components of the orders sold in session `s`. */
export const SOLD = sql<{ count: number; due: number }>`${record('sold', LIVE_SOLD, SOLD_COLUMNS)}`;

/** The value of what came back at session `s`, its rounding and fee, and the tax in it. */
export const RETURNED = sql<{ value: number; rounding: number; fee: number }>`${record(
  'returned',
  LIVE_RETURNED,
  'count int, value numeric, rounding numeric, fee numeric, tax numeric',
)}`;

/** Cash movements in the drawer of session `s` by term: `term`, `amount` (never negative) and `count`. */
export const TERMS: Sql = records('terms', LIVE_TERMS, 'term text, amount numeric, count int');

/** Cash movements in the drawer of session `s`; amounts are never negative. */
export const MOVED: Sql = sql`
  LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE term = 'cash_sales'), 0) AS cash_sales,
                  coalesce(sum(amount) FILTER (WHERE term = 'refunds'), 0) AS cash_refunds,
                  coalesce(sum(amount) FILTER (WHERE term IN ('in', 'hand_in')), 0) AS cash_in,
                  coalesce(sum(amount) FILTER (WHERE term IN ('out', 'drop')), 0) AS cash_out
             FROM ${TERMS} terms)`;

/** Sales of session `s` less returns, by tax rate. */
export const TAXES: Sql = records('taxes', LIVE_TAXES, 'tax_bp int, gross numeric, tax numeric, net numeric');

/** Payments and refunds in session `s` by payment method; `waiting` is what has not moved yet, refunds negative. */
export const PAID: Sql = records(
  'paid',
  LIVE_PAID,
  'payment_id int, count int, received numeric, refunded numeric, waiting numeric',
);

const asJson = (part: Sql): Sql =>
  sql`(SELECT coalesce(jsonb_agg(to_jsonb(part)), '[]') FROM (${part}) part)`;

/** The figures of session `s` as they are stored when it is closed. */
export const CLOSING_FIGURES: Sql = sql`jsonb_build_object(
  'sold', (SELECT to_jsonb(part) FROM (${LIVE_SOLD}) part), 'returned', (SELECT to_jsonb(part) FROM (${LIVE_RETURNED}) part),
  'terms', ${asJson(LIVE_TERMS)}, 'taxes', ${asJson(LIVE_TAXES)}, 'paid', ${asJson(LIVE_PAID)})`;

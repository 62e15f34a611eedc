import { CANCELED } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { returnTaxesSql } from '../../core/return-taxes-sql.ts';
import { cashMovementsOfSessionsSql } from './drawer-cash.ts';

// Sales, returns, payments and cash movements of session `s`, as parts of a statement.
// Rule: docs/rules/tills.md#sessions

type Sql = RawBuilder<unknown>;

const SOLD_HERE = sql`sale.pos_session_id = s.id AND sale.status_value <> ${sql.lit(CANCELED)}`;

/**
 * Condition for returns that session `s` refunded; a return that was undone after the session was closed still counts.
 */
const isGivenBackHere = (
  back: string,
): Sql => sql`(${sql.ref(back)}.removed_at IS NULL OR ${sql.ref(back)}.removed_at > s.closed_at)
  AND ${sql.ref(back)}.id IN (SELECT paid.return_id FROM order_payment paid WHERE paid.pos_session_id = s.id)`;

/** Number, amount due and components of the orders sold in session `s`. */
export const SOLD = sql<{ count: number; due: number }>`
  LATERAL (SELECT count(*)::int AS count, coalesce(sum(sale.due), 0) AS due, coalesce(sum(sale.total), 0) AS total,
                  coalesce(sum(sale.product_discount + sale.coupon_discount + sale.manual_discount), 0) AS discount,
                  coalesce(sum(sale.delivery_charge), 0) AS delivery,
                  coalesce(sum(sale.tax) FILTER (WHERE sale.tax_mode = 'exclusive'), 0) AS tax_added,
                  coalesce(sum(sale.rounding), 0) AS rounding, coalesce(sum(sale.payment_fee), 0) AS fee,
                  coalesce(sum(sale.tax), 0) AS tax, min(sale.id) AS first_order, max(sale.id) AS last_order
             FROM "order" sale WHERE ${SOLD_HERE})`;

/** The value of what was returned at session `s`, and the tax in it. */
export const RETURNED = sql<{ value: number }>`
  LATERAL (SELECT count(*)::int AS count, coalesce(sum(back.value + back.delivery), 0) AS value,
                  coalesce(sum(back.tax + back.delivery_tax), 0) AS tax
             FROM order_return back WHERE ${isGivenBackHere('back')})`;

/** Cash movements in the drawer of session `s`; amounts are never negative. */
export const MOVED: Sql = sql`
  LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE term = 'cash_sales'), 0) AS cash_sales,
                  coalesce(sum(amount) FILTER (WHERE term = 'refunds'), 0) AS cash_refunds,
                  coalesce(sum(amount) FILTER (WHERE term IN ('in', 'hand_in')), 0) AS cash_in,
                  coalesce(sum(amount) FILTER (WHERE term IN ('out', 'drop')), 0) AS cash_out
             FROM ${cashMovementsOfSessionsSql(sql`ARRAY[s.id]`)} cash)`;

/** Sales of session `s` less returns, by tax rate. */
export const TAXES: Sql = sql`
  LATERAL (SELECT tax_bp, sum(gross) AS gross, sum(tax) AS tax, sum(gross - tax) AS net
             FROM (SELECT (rate ->> 'tax_bp')::int AS tax_bp, (rate ->> 'gross')::numeric AS gross,
                          (rate ->> 'tax')::numeric AS tax
                     FROM "order" sale, jsonb_array_elements(sale.taxes) rate WHERE ${SOLD_HERE}
                    UNION ALL
                   SELECT tax_bp, -gross, -tax FROM (${returnTaxesSql(isGivenBackHere('r'))}) given_back) part
            GROUP BY tax_bp)`;

/** Payments and refunds in session `s`, by payment method. */
export const PAID: Sql = sql`
  LATERAL (SELECT paid.payment_id, count(*)::int AS count,
                  coalesce(sum(paid.amount) FILTER (WHERE paid.status = 'received'), 0) AS received,
                  coalesce(-sum(paid.amount) FILTER (WHERE paid.status = 'refunded'), 0) AS refunded
             FROM order_payment paid
            WHERE paid.pos_session_id = s.id AND paid.status IN ('received', 'refunded') GROUP BY paid.payment_id)`;

import { divideRounded, getCurrencyScale } from '@dukkan/commerce';
import { expressionBuilder, sql } from 'kysely';
import { tables } from '../../core/db/tables.ts';
import { currencyScaleSql } from '../../core/sql/currency-scale-sql.ts';
import type { Tables } from '../../generated/tables.ts';

const { ref } = expressionBuilder<{ r: Tables['receipt'] }, 'r'>();
const scale = sql.raw(currencyScaleSql('r.currency'));

/** Condition for a receipt `r` that is accepted or locked; literal, so that any plan of the statement knows it. */
export const isAcceptedSql = sql<boolean>`${ref('r.status')} IN (1, 2)`;

/** The net of receipt `r` for display: rounded to the decimals of its own currency. */
export const netSql = sql<string>`round(${ref('r.net')}, ${scale})`;

/** The total of receipt `r` before discount, rounded in the same way. */
export const totalSql = sql<string>`round(${ref('r.total')}, ${scale})`;

/** The amount owed for receipt `r`; 0 for imported opening stock. Rule: docs/rules/stock.md#opening-stock */
export const owedSql = sql<string>`(CASE WHEN ${ref('r.opening_stock')} THEN 0 ELSE ${netSql} END)`;

/** The unpaid rest of receipt `r`. */
export const balanceSql = sql<string>`(${owedSql} - ${ref('r.paid')})`;

/** Reads the sum of the existing payments of a receipt. */
export const sumPayments = (receipt_id: number) =>
  tables
    .selectFrom('receipt_transaction')
    .select((eb) => sql<string>`coalesce(sum(${eb.ref('value')}), 0)`.as('paid'))
    .where('receipt_id', '=', receipt_id)
    .where('deleted_at', 'is', null);

/**
 * Computes the amount owed for a receipt, in ten-thousandths of its currency: its exact net or its displayed (rounded)
 * net, whichever is more.
 * @param net in ten-millionths of the currency
 */
export function computeAmountOwed(net: bigint, currency: string): bigint {
  const unit = 10n ** BigInt(7 - getCurrencyScale(currency));
  const roundedNet = divideRounded(net, unit) * unit;
  return (roundedNet > net ? roundedNet : net) / 1_000n;
}

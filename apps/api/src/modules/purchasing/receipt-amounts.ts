import { divideRounded, getCurrencyScale } from '@dukkan/commerce';
import { currencyScaleSql } from '../../core/currency-scale-sql.ts';
import { Prisma } from '../../core/db/database.ts';

const scale = Prisma.raw(currencyScaleSql('r.currency'));

/** The net of receipt `r` for display: rounded to the decimals of its own currency. */
export const netSql = Prisma.sql`round(r.net, ${scale})`;

/** The total of receipt `r` before discount, rounded in the same way. */
export const totalSql = Prisma.sql`round(r.total, ${scale})`;

/** The amount owed for receipt `r`; 0 for imported opening stock. Rule: docs/rules/stock.md#opening-stock */
export const owedSql = Prisma.sql`(CASE WHEN r.opening_stock THEN 0 ELSE ${netSql} END)`;

/** The unpaid rest of receipt `r`. */
export const balanceSql = Prisma.sql`(${owedSql} - r.paid)`;

/**
 * Computes the amount owed for a receipt, in ten-thousandths of its currency: its exact net or its displayed (rounded)
 * net, whichever is more.
 * @param net in ten-millionths of the currency
 */
export function computeAmountOwed(net: bigint, currency: string): bigint {
  const unit = 10n ** BigInt(7 - getCurrencyScale(currency));
  const shown = divideRounded(net, unit) * unit;
  return (shown > net ? shown : net) / 1_000n;
}

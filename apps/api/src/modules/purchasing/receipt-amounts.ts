import { divideRounded, getCurrencyScale } from '@dukkan/commerce';
import { currencyScaleSql } from '../../core/currency-scale-sql.ts';
import { Prisma } from '../../core/db/database.ts';

const scale = Prisma.raw(currencyScaleSql('r.currency'));

/** The net of receipt `r` as it is shown: rounded to the smallest coin of its own currency. */
export const netSql = Prisma.sql`round(r.net, ${scale})`;

/** Its total before discount, likewise. */
export const totalSql = Prisma.sql`round(r.total, ${scale})`;

/** What is owed for it: nothing for opening stock, which an import brought in. Rule: docs/rules/stock.md#opening-stock */
export const owedSql = Prisma.sql`(CASE WHEN r.opening_stock THEN 0 ELSE ${netSql} END)`;

/** What is still to be paid of it. */
export const balanceSql = Prisma.sql`(${owedSql} - r.paid)`;

/**
 * What is owed for a receipt, in ten-thousandths of its currency: its net, or that rounded as it is shown where this is
 * more.
 * @param net in ten-millionths of the currency
 */
export function computeAmountOwed(net: bigint, currency: string): bigint {
  const unit = 10n ** BigInt(7 - getCurrencyScale(currency));
  const shown = divideRounded(net, unit) * unit;
  return (shown > net ? shown : net) / 1_000n;
}

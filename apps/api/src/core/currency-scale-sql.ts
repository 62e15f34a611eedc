import { CURRENCIES, getCurrencyScale } from '@dukkan/commerce';
import { Prisma } from './db/database.ts';

const OTHERS = 2;

/**
 * Decimals of a record's own currency, as a part of a statement: the same table as `getCurrencyScale` has.
 * Rule: docs/rules/currencies.md#currencies-and-amounts
 * @param column the currency's code, such as r.currency
 */
export const currencyScaleSql = (column: Prisma.Sql): Prisma.Sql => {
  const others = CURRENCIES.filter((code) => getCurrencyScale(code) !== OTHERS);
  const cases = others.map((code) => `WHEN '${code}' THEN ${getCurrencyScale(code)}`).join(' ');
  return Prisma.sql`CASE ${column} ${Prisma.raw(cases)} ELSE ${Prisma.raw(String(OTHERS))} END`;
};

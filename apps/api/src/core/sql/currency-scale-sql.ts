import { CURRENCIES, getCurrencyScale } from '@dukkan/commerce';

const OTHERS = 2;

/**
 * SQL for the number of decimals of a record's currency, from the same table as `getCurrencyScale`.
 * Rule: docs/rules/currencies.md#currencies-and-amounts
 * @param column the column with the currency code, such as r.currency
 */
export const currencyScaleSql = (column: string): string => {
  const others = CURRENCIES.filter((code) => getCurrencyScale(code) !== OTHERS);
  const cases = others.map((code) => `WHEN '${code}' THEN ${getCurrencyScale(code)}`).join(' ');
  return `CASE ${column} ${cases} ELSE ${OTHERS} END`;
};

import { CURRENCIES, getCurrencyScale } from '@dukkan/commerce';

const OTHERS = 2;

/**
 * Decimals of a record's own currency, as a part of a statement: the same table as `getCurrencyScale` has.
 * Rule: docs/rules/currencies.md#currencies-and-amounts
 * @param column the currency's code, such as r.currency
 */
export const currencyScaleSql = (column: string): string => {
  const others = CURRENCIES.filter((code) => getCurrencyScale(code) !== OTHERS);
  const cases = others.map((code) => `WHEN '${code}' THEN ${getCurrencyScale(code)}`).join(' ');
  return `CASE ${column} ${cases} ELSE ${OTHERS} END`;
};

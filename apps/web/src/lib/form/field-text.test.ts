// @vitest-environment node
import { expect, it } from 'vitest';
import { formatAmountInput } from './field-text.ts';

it.each([
  [301.5, 'QAR', '301.50'],
  [300, 'QAR', '300.00'],
  [0, 'EUR', '0.00'],
  [300, 'JPY', '300'],
  [1.25, 'KWD', '1.250'],
  [1.25, 'IQD', '1.250'],
  // the cost of a unit can have more decimals than its currency
  [1.2345, 'QAR', '1.2345'],
  [null, 'QAR', ''],
  ['12,', 'QAR', '12,'],
  [301.5, undefined, '301.5'],
])('an amount of %s in %s is shown in its input as %s', (value, currency, text) => {
  expect(formatAmountInput(value, currency)).toBe(text);
});

import { fromMinor, toMinor } from '@dukkan/commerce';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeProfit, sumMoney } from './order-money.ts';

it('displayed cost and profit add up to the revenue, also when both would be rounded up', () => {
  expect([sumMoney('QAR', ['34.1250000']), computeProfit('QAR', '100.0000', '34.1250000')]).toEqual([
    34.13, 65.87,
  ]);
  fc.assert(
    fc.property(fc.bigInt(-10_000_000n, 10_000_000n), fc.bigInt(0n, 10n ** 12n), (earned, cost) => {
      const said = [fromMinor(earned, 2).toFixed(2), (Number(cost) / 1e7).toFixed(7)] as const;
      const [profit, shown] = [computeProfit('QAR', ...said), sumMoney('QAR', [said[1]])];
      expect(toMinor(profit, 2) + toMinor(shown, 2)).toBe(earned);
    }),
  );
});

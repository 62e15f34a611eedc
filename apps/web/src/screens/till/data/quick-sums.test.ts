import { expect, it } from 'vitest';
import { listQuickSums } from './quick-sums.ts';

it('offers the exact sum, the next five and ten, and the larger notes', () => {
  expect(listQuickSums(4_250n, 'QAR', 2)).toEqual([4_250n, 4_500n, 5_000n, 10_000n, 20_000n, 50_000n]);
  expect(listQuickSums(900n, 'QAR', 2)).toEqual([900n, 1_000n, 5_000n, 10_000n, 20_000n, 50_000n]);
});

it('offers a sum once when it is exact already', () => {
  expect(listQuickSums(5_000n, 'QAR', 2)).toEqual([5_000n, 10_000n, 20_000n, 50_000n]);
});

it('counts in the scale of the currency', () => {
  expect(listQuickSums(1_250n, 'KWD', 3)).toEqual([1_250n, 5_000n, 10_000n, 20_000n]);
  expect(listQuickSums(320n, 'JPY', 0)).toContain(1_000n);
});

it('offers nothing to pay for a sale that costs nothing', () => {
  expect(listQuickSums(0n, 'QAR', 2)).toEqual([0n]);
});

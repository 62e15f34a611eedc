import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../time/day.ts';
import { computeBatchSalesRate, forecastBatch, type RatedBatch } from './batch-sales-rate.ts';

const CREATED = Date.parse('2026-11-01T00:00:00Z');
const NOW = Date.parse('2026-11-21T00:00:00Z');
const moved = (target: number | string, quantity: number, day: number) => ({
  target,
  quantity,
  created_at: CREATED + day * DAY_MS,
});
const batch = (quantity: number, remaining_quantity: number, movements: RatedBatch['movements'] = []) => ({
  quantity,
  remaining_quantity,
  created_at: CREATED,
  movements,
});

describe('batch sales rate', () => {
  test.each([
    ['no sold units', batch(100, 100), 20, 5],
    ['60 sold after 5 days and 40 after 10', batch(100, 0, [moved(1, 60, 5), moved(1, 40, 10)]), 7, 14.29],
    ['40 sold after 5 days and 60 left', batch(100, 60, [moved(1, 40, 5)]), 14, 7.14],
    ['40 sold, 30 transferred, 30 left', batch(100, 30, [moved(1, 40, 5), moved(3, 30, 6)]), 8, 12.5],
    ['all sold 6 hours after arrival', batch(12, 0, [moved(1, 12, 0.25)]), 0.25, 48],
    ['4 sold after 2.5 days and 3 left', batch(7, 3, [moved(1, 4, 2.5)]), 10, 0.7],
    ['4 sold after 5 days and 1 returned', batch(10, 7, [moved(1, 3, 5)]), 15.5, 0.65],
    ['a target written as text', batch(100, 60, [moved('1', 40, 5)]), 14, 7.14],
  ])('the sales rate of a batch is right with %s', (_name, one, weight, rate) =>
    expect(computeBatchSalesRate(one, NOW)).toEqual({ weight, rate }),
  );

  test('a batch that has just arrived, sold at once, or is empty has no sales rate', () => {
    expect(computeBatchSalesRate(batch(100, 100), CREATED).rate).toBeNull();
    expect(computeBatchSalesRate(batch(100, 0, [moved(1, 100, 0)]), NOW).rate).toBeNull();
    expect(computeBatchSalesRate(batch(0, 0), NOW).rate).toBeNull();
    // a clock that runs back makes no negative days
    expect(computeBatchSalesRate(batch(100, 100), CREATED - DAY_MS)).toEqual({ weight: 0, rate: null });
  });

  test('C14 a batch sales rate is a finite number or null after any history', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(
          fc.tuple(
            fc.integer({ min: 1, max: 5 }),
            fc.nat(1_000),
            fc.double({ min: 0, max: 400, noNaN: true }),
          ),
        ),
        (quantity, rows) => {
          const { weight, rate } = computeBatchSalesRate(
            batch(
              quantity,
              quantity / 2,
              rows.map((row) => moved(...row)),
            ),
            NOW,
          );
          return (
            Number.isFinite(weight) && weight >= 0 && (rate === null || (Number.isFinite(rate) && rate >= 0))
          );
        },
      ),
    );
  });
});

describe('batch forecast', () => {
  test.each([
    [30, 3, null, 10, 0],
    [30, 3, 5, 10, 15],
    [30, 0, 5, null, 30],
    [30, 0, null, null, 0],
    [30, 3, -2, 10, 30],
    [0, 3, 1, 0, 0],
  ])(
    'a batch with %d left at %d a day and %s days to expiry is forecast correctly',
    (remaining, pace, left, days, unsold) =>
      expect(forecastBatch(remaining, pace, left)).toEqual({ days, unsold }),
  );
});

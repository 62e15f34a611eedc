import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allocateFefo,
  type Batch,
  changeReceivedQuantity,
  compareFefo,
  computeCostDifference,
  getUnreturnedQuantity,
  isExpired,
  minBigInt,
  returnToBatches,
  type StockUse,
  settleDeficits,
  sumCosts,
} from './allocation.ts';

const TODAY = '2026-11-21';
const units = (amount: number) => BigInt(Math.round(amount * 1_000));
const money = (amount: number) => BigInt(Math.round(amount * 10_000));
/** Ten-millionths, as a cost total is kept. */
const total = (amount: number) => BigInt(Math.round(amount * 10_000)) * 1_000n;
const batch = (id: number, remaining: number, cost: number, expire_date: string | null): Batch => ({
  id,
  remaining: units(remaining),
  cost: money(cost),
  expire_date,
  created_at: id,
});

/** V3.1 */
const SHELF = [
  batch(1, 5, 3, '2026-12-31'),
  batch(2, 4, 3.5, '2026-12-10'),
  batch(3, 10, 2.8, null),
  batch(4, 6, 2.5, '2026-11-20'),
];
const taken = (quantity: number) =>
  allocateFefo(SHELF, units(quantity), TODAY).taken.map((one) => [
    one.batch_id,
    Number(one.quantity) / 1_000,
  ]);

describe('stock allocation for a sale', () => {
  test('a sale takes what expires first, then what came first, and never expired units (vector V3.1)', () => {
    expect(taken(7)).toEqual([
      [2, 4],
      [1, 3],
    ]);
    expect(sumCosts(allocateFefo(SHELF, units(7), TODAY).taken)).toBe(total(23));
    expect(taken(12)).toEqual([
      [2, 4],
      [1, 5],
      [3, 3],
    ]);
    expect(sumCosts(allocateFefo(SHELF, units(12), TODAY).taken)).toBe(total(37.4));
    expect(allocateFefo(SHELF, units(25), TODAY).short).toBe(units(6));
  });

  test('a sale takes from a batch until the end of its last day', () => {
    expect(isExpired('2026-11-21', TODAY)).toBe(false);
    expect(isExpired('2026-11-20', TODAY)).toBe(true);
    expect(isExpired(null, TODAY)).toBe(false);
  });

  test('a sale takes nothing from empty stock or for a quantity of zero', () => {
    expect(allocateFefo([], units(1), TODAY)).toEqual({ taken: [], short: units(1) });
    expect(allocateFefo(SHELF, 0n, TODAY)).toEqual({ taken: [], short: 0n });
    expect(() => allocateFefo(SHELF, -1n, TODAY)).toThrow(RangeError);
  });
});

const someBatch = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000 }),
  remaining: fc.bigInt({ min: 0n, max: 50_000n }),
  cost: fc.bigInt({ min: 0n, max: 9_999_999n }),
  expire_date: fc.constantFrom(null, '2026-11-01', '2026-11-20', '2026-11-21', '2026-12-05', '2027-01-31'),
  created_at: fc.integer({ min: 0, max: 20 }),
});
const shelf = fc.uniqueArray(someBatch, { maxLength: 30, selector: ({ id }) => id });

describe('stock allocation from random stock', () => {
  test('taken and missing units add up to the requested quantity, and units are missing only when all sellable stock is used', () => {
    fc.assert(
      fc.property(shelf, fc.bigInt({ min: 0n, max: 500_000n }), (batches, asked) => {
        const { taken, short } = allocateFefo(batches, asked, TODAY);
        const sum = taken.reduce((all, one) => all + one.quantity, 0n);
        const sellable = batches
          .filter((one) => !isExpired(one.expire_date, TODAY))
          .reduce((all, one) => all + one.remaining, 0n);
        expect(sum + short).toBe(asked);
        expect(sum).toBe(minBigInt(asked, sellable));
        for (const one of taken) {
          const from = batches.find(({ id }) => id === one.batch_id);
          expect(one.quantity > 0n && one.quantity <= (from?.remaining ?? 0n)).toBe(true);
        }
      }),
    );
  });

  test('C14 the input order of batches does not matter, and no batch is skipped for a later one', () => {
    fc.assert(
      fc.property(shelf, fc.bigInt({ min: 1n, max: 200_000n }), (batches, asked) => {
        const { taken } = allocateFefo(batches, asked, TODAY);
        expect(allocateFefo(batches.toReversed(), asked, TODAY).taken).toEqual(taken);
        const sellable = batches
          .filter((one) => one.remaining > 0n && !isExpired(one.expire_date, TODAY))
          .toSorted(compareFefo);
        expect(taken.map((one) => one.batch_id)).toEqual(sellable.slice(0, taken.length).map(({ id }) => id));
        for (const one of taken.slice(0, -1))
          expect(one.quantity).toBe(sellable.find(({ id }) => id === one.batch_id)?.remaining);
      }),
    );
  });
});

describe('stock allocation for a return', () => {
  const used: StockUse[] = [
    { id: 1, batch_id: 2, quantity: units(4), returned: 0n, cost: money(3.5) },
    { id: 2, batch_id: 1, quantity: units(3), returned: 0n, cost: money(3) },
  ];

  test('a return goes back to its batches, the latest first (vector V3.3)', () => {
    const { parts, over } = returnToBatches(used, units(4));
    expect(parts.map((part) => [part.used.batch_id, Number(part.quantity) / 1_000])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(over).toBe(0n);
    const back = sumCosts(parts.map(({ quantity, used: { cost } }) => ({ quantity, cost })));
    expect(back).toBe(total(12.5));
    expect(sumCosts(used) - back).toBe(total(10.5));
  });

  test('a return is never more than the sold quantity', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            quantity: fc.bigInt({ min: 0n, max: 9_000n }),
            back: fc.bigInt({ min: 0n, max: 9_000n }),
          }),
          { maxLength: 12 },
        ),
        fc.bigInt({ min: 0n, max: 90_000n }),
        (rows, asked) => {
          const uses = rows.map(({ quantity, back }, index) => ({
            id: index,
            batch_id: index,
            quantity,
            returned: minBigInt(back, quantity),
            cost: 1n,
          }));
          const { parts, over } = returnToBatches(uses, asked);
          const out = uses.reduce((all, one) => all + getUnreturnedQuantity(one), 0n);
          const sum = parts.reduce((all, part) => all + part.quantity, 0n);
          expect(sum).toBe(minBigInt(asked, out));
          expect(sum + over).toBe(asked);
          for (const part of parts) expect(part.quantity <= getUnreturnedQuantity(part.used)).toBe(true);
        },
      ),
    );
  });
});

describe('receipts and sold stock', () => {
  test('a receipt settles units sold without stock at their true cost (vector V3.2)', () => {
    const deficit: StockUse = { id: 9, batch_id: null, quantity: units(2), returned: 0n, cost: money(2) };
    const { parts, difference, remaining } = settleDeficits([deficit], units(10), money(2.4));
    expect(parts).toEqual([{ used: deficit, quantity: units(2) }]);
    expect(remaining).toBe(units(8));
    expect(difference).toBe(total(0.8));
  });

  test('a receipt settles the oldest deficit first, and only its unreturned part', () => {
    const uses: StockUse[] = [
      { id: 1, batch_id: null, quantity: units(3), returned: units(1), cost: 0n },
      { id: 2, batch_id: 7, quantity: units(5), returned: 0n, cost: 0n },
      { id: 3, batch_id: null, quantity: units(4), returned: 0n, cost: 0n },
    ];
    const { parts, remaining } = settleDeficits(uses, units(3), money(1));
    expect(parts.map((part) => [part.used.id, part.quantity])).toEqual([
      [1, units(2)],
      [3, units(1)],
    ]);
    expect(remaining).toBe(0n);
  });

  test('a receipt quantity can fall freely to the used quantity, and below that only by force (vector V3.5)', () => {
    const sold6 = { quantity: units(10), remaining: units(4) };
    expect(changeReceivedQuantity(sold6, units(8))).toEqual({
      remaining: units(2),
      displaced: 0n,
      force: false,
    });
    expect(changeReceivedQuantity(sold6, units(6))).toEqual({ remaining: 0n, displaced: 0n, force: false });
    expect(changeReceivedQuantity(sold6, units(5))).toEqual({
      remaining: 0n,
      displaced: units(1),
      force: true,
    });
    expect(() => changeReceivedQuantity(sold6, -1n)).toThrow(RangeError);
  });

  test('a changed receipt cost changes the cost of used units (vector V3.5)', () => {
    expect(computeCostDifference(units(6), money(5), money(5.5))).toBe(total(3));
    expect(units(4) * money(5.5)).toBe(total(22));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minBigInt } from '../stock/allocation.ts';
import { computeCashRounding } from './payment.ts';
import { computeRefund, computeReturnRounding, splitRefund } from './refund.ts';
import { money, units } from './shop-fixture.ts';

/** What each of several returns of one line gives back. */
function inTurn(line: { value: bigint; tax: bigint; sold: bigint }, returns: readonly bigint[]) {
  let returned = 0n;
  let refunded = 0n;
  let refunded_tax = 0n;
  return returns.map((quantity) => {
    returned += quantity;
    const back = computeRefund({ ...line, returned, refunded, refunded_tax });
    refunded += back.value;
    refunded_tax += back.tax;
    return back;
  });
}
const values = (value: number, sold: number) =>
  inTurn(
    { value: money(value), tax: 0n, sold: units(sold) },
    Array.from({ length: sold }, () => units(1)),
  ).map((back) => back.value);

describe('returned lines', () => {
  test('repeated returns of a line refund in total what was paid (vector V2.8)', () => {
    expect(values(10, 3)).toEqual([money(3.33), money(3.34), money(3.33)]);
    expect(values(108.62, 3)).toEqual([money(36.21), money(36.2), money(36.21)]);
  });

  test('a returned line refunds its tax (vector V2.11)', () => {
    const egypt = { value: money(322.4), tax: money(39.6), sold: units(3) };
    expect(inTurn(egypt, [units(3)])).toEqual([{ value: money(322.4), tax: money(39.6) }]);
    const parts = inTurn(egypt, [units(1), units(2)]);
    expect(parts.map((back) => back.tax)).toEqual([money(13.2), money(26.4)]);
  });

  test('a line cannot be returned more often than it was sold', () => {
    const line = { value: 1n, tax: 0n, refunded: 0n, refunded_tax: 0n };
    expect(() => computeRefund({ ...line, sold: units(1), returned: units(1.001) })).toThrow(RangeError);
    expect(() => computeRefund({ ...line, sold: 0n, returned: 0n })).toThrow(RangeError);
    expect(() => computeRefund({ ...line, sold: units(1), returned: -1n })).toThrow(RangeError);
  });

  test('a returned line never refunds more than it cost, in any order of returns', () => {
    const line = fc
      .record({ value: fc.bigInt(0n, 10n ** 9n), sold: fc.bigInt(1n, 50_000n) })
      .chain(({ value, sold }) =>
        fc.record({ value: fc.constant(value), sold: fc.constant(sold), tax: fc.bigInt(0n, value) }),
      );
    fc.assert(
      fc.property(line, fc.array(fc.bigInt(1n, 9_000n), { maxLength: 12 }), (sale, wanted) => {
        let open = sale.sold;
        const returns: bigint[] = [];
        for (const quantity of [...wanted, sale.sold]) {
          const part = minBigInt(quantity, open);
          returns.push(part);
          open -= part;
        }
        let value = 0n;
        let tax = 0n;
        for (const back of inTurn(sale, returns)) {
          expect(back.value >= 0n && back.tax >= 0n).toBe(true);
          value += back.value;
          tax += back.tax;
          expect(value <= sale.value && tax <= sale.tax).toBe(true);
        }
        expect([value, tax]).toEqual([sale.value, sale.tax]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('refunds of payments', () => {
  const paid = (id: number, amount: number, refunded = 0) => ({
    id,
    amount: money(amount),
    refunded: money(refunded),
    isCash: false,
  });

  test('a refund takes the newest payment first, never more than is left of each', () => {
    const payments = [paid(1, 60), paid(2, 40), paid(3, 38.5, 30)];
    expect(splitRefund({ due: money(138.5), returned: money(30 + 50), payments, step: 0n })).toEqual({
      money: money(50),
      parts: [
        { id: 3, amount: money(8.5) },
        { id: 2, amount: money(40) },
        { id: 1, amount: money(1.5) },
      ],
      open: 0n,
    });
  });

  test('a refund is limited to the paid amount, and the rest lowers the open amount', () => {
    const order = { due: money(100), returned: money(36.21), step: 0n };
    expect(splitRefund({ ...order, payments: [] })).toEqual({ money: 0n, parts: [], open: money(63.79) });
    expect(splitRefund({ ...order, payments: [paid(1, 50)] })).toEqual({
      money: 0n,
      parts: [],
      open: money(13.79),
    });
    expect(splitRefund({ ...order, payments: [paid(1, 80)] })).toMatchObject({
      money: money(16.21),
      open: 0n,
    });
    expect(splitRefund({ ...order, payments: [paid(1, 100)] })).toMatchObject({
      money: money(36.21),
      open: 0n,
    });
  });

  test('a refund never exceeds the payments, and paid, returned and owed amounts always agree', () => {
    const payment = fc
      .bigInt(0n, 100_000n)
      .chain((amount) =>
        fc.record({ amount: fc.constant(amount), refunded: fc.bigInt(0n, amount), isCash: fc.boolean() }),
      );
    fc.assert(
      fc.property(
        fc.bigInt(0n, 300_000n),
        fc.bigInt(0n, 300_000n),
        fc.array(payment, { maxLength: 5 }),
        fc.constantFrom(0n, 5n, 25n, 100n),
        (due, back, rows, step) => {
          const returned = minBigInt(back, due);
          const payments = rows.map((row, id) => ({ id, ...row }));
          const { money: all, parts, open } = splitRefund({ due, returned, payments, step });
          let sum = 0n;
          for (const { id, amount } of parts) {
            const from = payments[id];
            expect(amount > 0n && from !== undefined && amount <= from.amount - from.refunded).toBe(true);
            sum += amount;
          }
          expect(sum).toBe(all);
          const held = payments.reduce((total, one) => total + one.amount - one.refunded, 0n);
          expect(held - all + open).toBe(due - returned);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('cash rounding of returns', () => {
  /** What each of several returns of an order that was paid in cash gives back, the last of which takes the rest. */
  const refunds = (amounts: readonly bigint[], step: bigint) => {
    const total = amounts.reduce((all, amount) => all + amount, 0n);
    const due = total + computeCashRounding(total, step);
    let rest = total;
    let left = due;
    const given = amounts.map((amount) => {
      rest -= amount;
      const payments = [{ id: 1, amount: due, refunded: due - left, isCash: true }];
      const back = amount + computeReturnRounding({ amount, rest, left, step, wasRounded: true, payments });
      left -= back;
      return back;
    });
    return { due, given };
  };

  test('three returns of 33.37 with coins of 0.25 refund 33.25, 33.25 and 33.50', () => {
    expect(refunds([3337n, 3337n, 3337n], 25n)).toEqual({ due: 10_000n, given: [3325n, 3325n, 3350n] });
    expect(refunds([10_013n], 25n)).toEqual({ due: 10_025n, given: [10_025n] });
  });

  test('all returns of an order add up to what was paid, none is negative, and all but the last are in whole coins', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 20_000n }), { minLength: 1, maxLength: 8 });
    const step = fc.constantFrom(0n, 1n, 5n, 25n, 100n);
    fc.assert(
      fc.property(amounts, step, (parts, coin) => {
        const { due, given } = refunds(parts, coin);
        expect(given.reduce((all, back) => all + back, 0n)).toBe(due);
        expect(given.every((back) => back >= 0n)).toBe(true);
        if (coin > 0n) expect(given.every((back) => back % coin === 0n)).toBe(true);
      }),
      { seed: 281_128 },
    );
  });
});

describe('refunds over several methods', () => {
  type Paid = { readonly amount: bigint; readonly isCash: boolean };

  /** What each of several returns of a wholly paid order gives back of its payments; the last takes the rest. */
  const giveBack = (values: readonly bigint[], paid: readonly Paid[], step: bigint) => {
    const due = paid.reduce((all, { amount }) => all + amount, 0n);
    const payments = paid.map((payment, id) => ({ id, refunded: 0n, ...payment }));
    let rest = values.reduce((all, amount) => all + amount, 0n);
    let returned = 0n;
    const given = values.map((amount) => {
      rest -= amount;
      const wasRounded = false;
      const left = due - returned;
      returned += amount + computeReturnRounding({ amount, rest, left, step, wasRounded, payments });
      const refund = splitRefund({ due, returned, payments, step });
      let inCash = 0n;
      for (const part of refund.parts) {
        const of = payments[part.id];
        if (!of) throw new RangeError('no such payment');
        of.refunded += part.amount;
        if (of.isCash) inCash += part.amount;
      }
      return { money: refund.money, inCash, open: refund.open };
    });
    return { given, payments };
  };

  test('a sale of 40.00 in cash and 26.74 by card with coins of 0.25 refunds 6.75 in cash for the first of two units', () => {
    const paid = [
      { amount: 4000n, isCash: true },
      { amount: 2674n, isCash: false },
    ];
    expect(giveBack([3337n, 3337n], paid, 25n).given).toEqual([
      { money: 3337n, inCash: 675n, open: 0n },
      { money: 3337n, inCash: 3325n, open: 0n },
    ]);
  });

  test('each refund can be paid in coins, and in total each method gets back what it paid', () => {
    const sale = fc
      .record({
        // the same numbers of minor units serve currencies of 0, 2 and 3 decimals
        step: fc.constantFrom(1n, 5n, 25n, 50n, 100n, 250n, 1_000n),
        values: fc.array(fc.bigInt(1n, 20_000n), { minLength: 1, maxLength: 8 }),
        shares: fc.array(fc.record({ share: fc.bigInt(0n, 100n), isCash: fc.boolean() }), { maxLength: 4 }),
      })
      .map(({ step, values, shares }) => {
        let open = values.reduce((all, amount) => all + amount, 0n);
        const paid = shares.map(({ share, isCash }): Paid => {
          const part = (open * share) / 100n;
          const amount = isCash ? (part / step) * step : part;
          open -= amount;
          return { amount, isCash };
        });
        return { step, values, paid: [...paid, { amount: open, isCash: false }] };
      });
    fc.assert(
      fc.property(sale, fc.boolean(), ({ step, values, paid }, isCardFirst) => {
        const { given, payments } = giveBack(values, isCardFirst ? paid.toReversed() : paid, step);
        for (const { amount, refunded } of payments) expect(refunded).toBe(amount);
        for (const { inCash, open } of given) expect([inCash % step, open]).toEqual([0n, 0n]);
        for (const [at, { money: back }] of given.entries())
          expect(back >= 0n && (at === given.length - 1 || back - (values[at] ?? 0n) < step)).toBe(true);
      }),
      { numRuns: 3_000, seed: 281_129 },
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRoundingToLast, applyPayments } from './payment.ts';
import type { ChosenPayment } from './types.ts';

const cash = (amount: bigint): ChosenPayment => ({
  payment_id: 1,
  type: 'cash',
  active: true,
  in_branch: true,
  delivery_ids: [],
  min_transaction: null,
  max_transaction: null,
  combinable: true,
  margin_bp: 0n,
  charge_customer: false,
  amount,
});
const cart = (...amounts: bigint[]) => ({
  type: 'take_away' as const,
  pos: false,
  delivery_method: null,
  payments: amounts.map(cash),
});
const taken = (payable: bigint, ...amounts: bigint[]) =>
  applyPayments(cart(...amounts), payable, 25n).payments.map(({ amount }) => amount);

test('the cash rounding goes to the last payment, and to those before it when the last is too small', () => {
  expect(taken(2_837n, 2_000n, 837n)).toEqual([2_000n, 825n]);
  expect(taken(2_837n, 2_830n, 7n)).toEqual([2_825n, 0n]);
  expect(taken(10n, 5n, 5n)).toEqual([0n, 0n]);
  expect(taken(2_840n, 2_840n)).toEqual([2_850n]);
});

test('distributing the cash rounding leaves no negative payment and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 6 }),
      fc.bigInt({ min: -10_000n, max: 10_000n }),
      (amounts, coin) => {
        const sum = amounts.reduce((all, one) => all + one, 0n);
        const borne = addRoundingToLast(amounts, coin);
        expect(borne.every((one) => one >= 0n)).toBe(true);
        const expected = sum + coin > 0n ? sum + coin : 0n;
        expect(borne.reduce((all, one) => all + one, 0n)).toBe(expected);
      },
    ),
  );
});

import { describe, expect, test } from 'vitest';
import {
  evaluateOrderMove,
  listOrderMoves,
  ORDER_VALUES,
  type OrderMoveFacts,
  type OrderStatusValue,
  type OrderStockEffect,
} from './order-status.ts';

const staff: OrderMoveFacts = {
  isAdmin: false,
  force: false,
  isCarried: true,
  isRefunded: false,
  isTillSale: false,
};
const admin: OrderMoveFacts = { ...staff, isAdmin: true };
const forced: OrderMoveFacts = { ...admin, force: true };

const effects = (facts: OrderMoveFacts): [number, number, OrderStockEffect][] =>
  ORDER_VALUES.flatMap((from) =>
    ORDER_VALUES.flatMap((to): [number, number, OrderStockEffect][] => {
      const move = evaluateOrderMove(from, to, facts);
      return move && 'effect' in move ? [[from, to, move.effect]] : [];
    }),
  );

describe('order status changes', () => {
  const forwards: [number, number, OrderStockEffect][] = [
    [0, -1, 'release'],
    [0, 1, 'none'],
    [0, 2, 'deduct'],
    [0, 3, 'deduct'],
    [0, 4, 'deduct'],
    [0, 5, 'deduct'],
    [1, -1, 'release'],
    [1, 2, 'deduct'],
    [1, 3, 'deduct'],
    [1, 4, 'deduct'],
    [1, 5, 'deduct'],
    [2, -1, 'put_back'],
    [2, 3, 'none'],
    [2, 4, 'none'],
    [2, 5, 'none'],
    [3, -1, 'put_back'],
    [3, 4, 'none'],
    [3, 5, 'none'],
    [4, -1, 'put_back'],
    [4, 5, 'none'],
  ];

  test('a delivered till sale has no status change, forced or not, because only a return is possible', () => {
    const sale = { ...forced, isTillSale: true };
    expect(ORDER_VALUES.map((to) => evaluateOrderMove(5, to, sale))).toEqual(
      ORDER_VALUES.map((to) => (to === 5 ? null : { refusal: 'use_return' })),
    );
    expect(effects({ ...staff, isTillSale: true })).toEqual(forwards);
  });

  test('staff can move an order forward and cancel it, nothing else', () => {
    expect(effects(staff)).toEqual(forwards);
  });

  test('an administrator can reopen a canceled order', () => {
    expect(effects(admin)).toEqual([[-1, 0, 'reserve'], ...forwards]);
  });

  test('moving an order backwards needs force, and below value 2 its units are put back and reserved again', () => {
    const back = effects(forced).filter(([from, to]) => from > to && to !== -1);
    expect(back).toEqual([
      [1, 0, 'none'],
      [2, 0, 'put_back_and_reserve'],
      [2, 1, 'put_back_and_reserve'],
      [3, 0, 'put_back_and_reserve'],
      [3, 1, 'put_back_and_reserve'],
      [3, 2, 'none'],
      [4, 0, 'put_back_and_reserve'],
      [4, 1, 'put_back_and_reserve'],
      [4, 2, 'none'],
      [4, 3, 'none'],
      [5, 0, 'put_back_and_reserve'],
      [5, 1, 'put_back_and_reserve'],
      [5, 2, 'none'],
      [5, 3, 'none'],
      [5, 4, 'none'],
    ]);
  });

  test.each<[string, OrderStatusValue, OrderStatusValue, OrderMoveFacts, string]>([
    ['a delivered order is canceled instead of returned', 5, -1, forced, 'use_return'],
    [
      'staff without administrator rights move an order backwards',
      3,
      1,
      { ...staff, force: true },
      'not_allowed',
    ],
    ['an administrator moves an order backwards without force', 3, 1, admin, 'needs_force'],
    ['nobody carries it yet', 3, 4, { ...staff, isCarried: false }, 'needs_driver'],
    ['nobody carries it yet', 0, 5, { ...staff, isCarried: false }, 'needs_driver'],
    ['a refunded order is reopened', -1, 0, { ...admin, isRefunded: true }, 'refunded'],
    ['a canceled order is reopened in the middle of its steps', -1, 2, forced, 'bad_transition'],
  ])('an order status change is refused: %s', (_, from, to, facts, refusal) => {
    expect(evaluateOrderMove(from, to, facts)).toEqual({ refusal });
  });

  test('an order cannot move to its own status value', () => {
    for (const value of ORDER_VALUES) expect(evaluateOrderMove(value, value, staff)).toBeNull();
  });

  test('the offered status changes are exactly the possible ones', () => {
    for (const from of ORDER_VALUES)
      for (const isAdmin of [false, true]) {
        const offered = listOrderMoves(from, isAdmin).map(({ to }) => to);
        const done = ORDER_VALUES.filter((to) => {
          const move = evaluateOrderMove(from, to, { ...forced, isAdmin });
          return move !== null && 'effect' in move;
        });
        expect(offered).toEqual(done);
      }
  });
});

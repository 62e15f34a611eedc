import { expect, it } from 'vitest';
import { CallFailure } from './server/call.ts';
import { closeStillInUse, showWaysOut, waysOutOf } from './ways-out.ts';

const refused = (code: string, params: object) =>
  new CallFailure('In use', { status: 409, code: code as never, params: params as Record<string, unknown> });

it('a branch that is in use leads to the transfer of its stock, its orders and its accounts, without what is zero', () => {
  const failure = refused('branch.in_use', { units: 7.5, orders: 2, drawers: 1, count: 0 });
  expect(waysOutOf(failure, 4)).toEqual([
    { key: 'units', amount: 7.5, to: '/products/transfers/new?from=4' },
    { key: 'orders', amount: 2, to: '/orders?branch_id=4&under_way=1' },
    { key: 'drawers', amount: 1, to: null },
  ]);
});

it('a driver who is in use leads to their orders, and one who holds cash to the cash of drivers', () => {
  expect(waysOutOf(refused('account.in_use', { orders: 3, drawers: 0 }), 9)).toEqual([
    { key: 'orders', amount: 3, to: '/orders?driver_id=9&under_way=1' },
  ]);
  expect(waysOutOf(refused('account.holds_cash', { outstanding: 12 }), 9)[0]?.to).toBe('/payments/drivers');
});

it('a branch that cannot be disabled names its orders and drawers, not the stock and accounts that stay with it', () => {
  const failure = new CallFailure('In use', {
    status: 409,
    code: 'branch.in_use',
    params: { units: 7.5, orders: 2, drawers: 1, count: 3 },
    errors: { status: ['In use'] },
  });
  expect(waysOutOf(failure, 4).map(({ key, amount }) => [key, amount])).toEqual([
    ['orders', 2],
    ['drawers', 1],
  ]);
});

it('a till is named, and the last status of a step leads to a new one', () => {
  expect(waysOutOf(refused('till.in_use', { device_id: 3, name: 'Front' }), 4)).toEqual([
    { key: 'till', amount: 'Front', to: null },
  ]);
  expect(waysOutOf(refused('order_status.last', { value: 0 }), 4)).toEqual([
    { key: 'last_status', amount: 1, to: '/order-status/new' },
  ]);
  expect(waysOutOf(refused('order_status.in_use', { count: 5 }), 4)).toEqual([
    { key: 'status_orders', amount: 5, to: '/orders?status_id=4' },
  ]);
});

it('any other refusal opens nothing', () => {
  expect(showWaysOut(refused('record.stale', { version: 2 }), 1)).toBe(false);
  expect(showWaysOut(refused('product.in_use', { units: 1, reserved: 0 }), 1)).toBe(true);
  closeStillInUse();
});

import { expect, it } from 'vitest';
import { CallFailure } from './server/call.ts';
import { closeInUseDialog, listHoldings, openInUseDialog } from './ways-out.ts';

const refused = (code: string, params: object) =>
  new CallFailure('In use', { status: 409, code: code as never, params: params as Record<string, unknown> });

it('a branch in use links to its stock transfer, orders and accounts, without those that are zero', () => {
  const failure = refused('branch.in_use', { units: 7.5, orders: 2, drawers: 1, count: 0 });
  expect(listHoldings(failure, 4)).toEqual([
    { key: 'units', amount: 7.5, to: '/products/transfers/new?from=4' },
    { key: 'orders', amount: 2, to: '/orders?branch_id=4&under_way=1' },
    { key: 'drawers', amount: 1, to: null },
  ]);
});

it('a driver in use links to the orders, and one who holds cash to the cash of drivers', () => {
  expect(listHoldings(refused('account.in_use', { orders: 3, drawers: 0 }), 9)).toEqual([
    { key: 'orders', amount: 3, to: '/orders?driver_id=9&under_way=1' },
  ]);
  const amounts = [
    { currency: 'QAR', amount: 12 },
    { currency: 'EUR', amount: 3.5 },
  ];
  const held = refused('account.holds_cash', { outstanding: 12, currency: 'QAR', amounts });
  expect(listHoldings(held, 9)).toEqual(
    amounts.map((one) => ({ key: 'cash', ...one, to: '/payments/drivers' })),
  );
});

it('a branch that cannot be disabled names its orders and drawers, but not the stock and accounts that stay', () => {
  const failure = new CallFailure('In use', {
    status: 409,
    code: 'branch.in_use',
    params: { units: 7.5, orders: 2, drawers: 1, count: 3 },
    errors: { status: ['In use'] },
  });
  expect(listHoldings(failure, 4).map(({ key, amount }) => [key, amount])).toEqual([
    ['orders', 2],
    ['drawers', 1],
  ]);
});

it('a refusal names the till, and for the last status of a step links to a new one', () => {
  expect(listHoldings(refused('till.in_use', { device_id: 3, name: 'Front' }), 4)).toEqual([
    { key: 'till', amount: 'Front', to: null },
  ]);
  expect(listHoldings(refused('order_status.last', { value: 0 }), 4)).toEqual([
    { key: 'last_status', amount: 1, to: '/order-status/new' },
  ]);
  expect(listHoldings(refused('order_status.in_use', { count: 5 }), 4)).toEqual([
    { key: 'status_orders', amount: 5, to: '/orders?status_id=4' },
  ]);
});

it.each([
  ['role.in_use', 'accounts', '/acounts?role=4'],
  ['brand.in_use', 'products', '/products?brand_id=4'],
  ['tax_type.in_use', 'products', '/products?tax_type_id=4'],
  ['supplier.in_use', 'receipts', '/reciepts?supplier_id=4'],
  ['payment_method.in_use', 'unpaid', '/orders?payment_id=4&paid=0'],
  ['delivery_method.in_use', 'orders', '/orders?delivery_id=4&under_way=1'],
])('the refusal %s links to what uses the record', (code, key, to) => {
  expect(listHoldings(refused(code, { count: 3 }), 4)).toEqual([{ key, amount: 3, to }]);
});

it('any other refusal shows no links', () => {
  expect(openInUseDialog(refused('record.stale', { version: 2 }), 1)).toBe(false);
  expect(openInUseDialog(refused('product.in_use', { units: 1, reserved: 0 }), 1)).toBe(true);
  closeInUseDialog();
});

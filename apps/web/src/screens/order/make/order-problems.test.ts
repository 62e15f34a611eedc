import { expect, it } from 'vitest';
import { CallFailure } from '../../../lib/server/call.ts';
import { EMPTY } from './draft.ts';
import { explainMissingPrice, findFieldError, listMissingFields, type OrderState } from './order-problems.ts';
import { begun } from './test-facts.ts';

/** A text is its key, with the values that stand in it. */
const t = (key: string, values?: Record<string, string>) => [key, ...Object.values(values ?? {})].join(' ');

const ready: OrderState = {
  draft: begun,
  branch_id: 1,
  elsewhere: null,
  codeLike: new Set(),
  place: { isPlaced: false, none: false },
  price: null,
  pending: false,
  failure: null,
  refusal: null,
  code: '',
  codeError: null,
  tried: true,
};
const stateOf = (state: Partial<OrderState>, draft: Partial<OrderState['draft']> = {}): OrderState => ({
  ...ready,
  ...state,
  draft: { ...begun, ...draft },
});
const missingIn = (...state: Parameters<typeof stateOf>) => listMissingFields(stateOf(...state), t);
const errorIn = (state: OrderState, ...names: string[]) =>
  findFieldError(state, listMissingFields(state, t), names);
const reasonIn = (...state: Parameters<typeof stateOf>) =>
  explainMissingPrice(stateOf(...state), t, (words) => words.join(', '));
const warningOf = (field: string, message: string) =>
  ({ price: { warnings: [{ field, message, code: 'own', refused: true }] } }) as unknown as Pick<
    OrderState,
    'price'
  >;

it('an order with customer, branch and a line has no problems', () => {
  expect(missingIn({})).toEqual({});
});

it('problems of an empty order are listed in the order in which their fields get the focus', () => {
  const empty = listMissingFields({ ...ready, draft: EMPTY, branch_id: null }, t);
  expect(Object.keys(empty)).toEqual(['client.phone', 'branch_id', 'cart']);
});

it('a delivery needs a phone number, a new customer a name, and a known customer neither', () => {
  const client = { id: null, name: ' ', phone: '' };
  expect(missingIn({}, { type: 'delivery', client })).toEqual({
    'client.phone': 'order:make.client.needed',
    'client.name': 'order:make.client.name_needed',
  });
  expect(missingIn({}, { type: 'delivery', client: { ...client, id: 4 } })).toEqual({});
  expect(missingIn({}, { type: 'take_away', client: null })).toEqual({});
});

it('an order without a branch needs one, also when the branch is to be selected for its pin', () => {
  expect(missingIn({ elsewhere: {} })).toEqual({ branch_id: 'order:make.elsewhere_needed' });
  expect(missingIn({ elsewhere: {}, branch_id: null })).toEqual({ branch_id: 'order:make.branch_needed' });
});

it('a line without a readable quantity, or with one that may be a barcode, blocks an order', () => {
  const lines = begun.lines.map((line) => ({ ...line, text: 'x' }));
  expect(missingIn({ codeLike: new Set(['a']) }, { lines })).toEqual({
    code_like: 'order:make.code_like_needed',
    lines: 'order:make.lines_unread',
  });
});

it('an address that the price requires is missing until the order has a location', () => {
  const warned = warningOf('address_id', 'Where to?');
  expect(missingIn(warned)).toEqual({ address_id: 'order:make.where.tell' });
  expect(missingIn({ ...warned, place: { isPlaced: true, none: false } })).toEqual({});
});

it('parts of a split payment need an amount and a method, and an unreadable amount keeps its own error', () => {
  const payments = [
    { payment_id: null, amount: '5' },
    { payment_id: 1, amount: '' },
    { payment_id: 1, amount: 'x' },
  ];
  const missing = missingIn({}, { pays: 'now', payments });
  expect(Object.keys(missing).toSorted()).toEqual([
    'payments.0.payment_id',
    'payments.1.amount',
    'payments.2.amount',
  ]);
  expect(missing['payments.1.amount']).toBe('order:payments.amount_needed');
  expect(missing['payments.2.amount']).not.toBe('order:payments.amount_needed');
});

it('a refused coupon blocks an order only while the price is for the code in the field', () => {
  const warned = { ...warningOf('coupon', 'Expired'), code: 'OLD' };
  expect(missingIn(warned, { coupon: 'OLD' })).toEqual({ coupon: 'Expired' });
  expect(missingIn({ ...warned, pending: true }, { coupon: 'OLD' })).toEqual({});
  expect(missingIn({ ...warned, code: 'NEW' }, { coupon: 'OLD' })).toEqual({});
  expect(missingIn({ code: 'BAD', codeError: 'Unknown' }, { coupon: 'OLD' })).toEqual({ coupon: 'Unknown' });
});

it('a field shows a missing value once placing was tried, and an unreadable amount at once', () => {
  const state = stateOf({ tried: false }, { discount: '1,000' });
  const missing = { discount: 'Unreadable', branch_id: 'Needed' };
  expect(findFieldError(state, missing, ['branch_id'])).toBeUndefined();
  expect(findFieldError(state, missing, ['discount'])).toBe('Unreadable');
  expect(findFieldError({ ...state, tried: true }, missing, ['branch_id'])).toBe('Needed');
});

it("a field shows its error, otherwise the price's warning, and of several fields the first", () => {
  const refusal = new CallFailure('No', { errors: { notes: ['Too long'] } });
  const state = stateOf({ ...warningOf('discount', 'Too much'), refusal });
  expect(errorIn(state, 'notes')).toBe('Too long');
  expect(errorIn(state, 'discount')).toBe('Too much');
  expect(errorIn(state, 'discount_type', 'discount', 'notes')).toBe('Too much');
  expect(errorIn(state, 'every')).toBeUndefined();
});

it('a warning about the address is hidden while the price of another location loads', () => {
  const state = stateOf({ ...warningOf('address_id', 'Far'), place: { isPlaced: true, none: false } });
  expect(errorIn(state, 'address_id')).toBe('Far');
  expect(errorIn({ ...state, pending: true }, 'address_id')).toBeUndefined();
  expect(errorIn({ ...state, pending: true, place: { isPlaced: true, none: true } }, 'address_id')).toBe(
    'Far',
  );
});

it('the coupon field shows no message about another code', () => {
  const state = stateOf({ ...warningOf('coupon', 'Expired'), code: 'NEW' }, { coupon: 'OLD' });
  expect(errorIn(state, 'coupon')).toBeUndefined();
  expect(errorIn({ ...state, code: 'OLD' }, 'coupon')).toBe('Expired');
  expect(errorIn({ ...state, codeError: 'Unknown' }, 'coupon')).toBe('Unknown');
});

it('a missing price is explained by the first problem that prevents it', () => {
  expect(reasonIn({}, { lines: [] })).toBe('order:make.no_price');
  expect(reasonIn({ branch_id: null })).toBe('order:make.branch_first');
  expect(reasonIn({}, { lines: begun.lines.map((line) => ({ ...line, text: '' })) })).toBe(
    'order:make.lines_unread',
  );
  expect(reasonIn({ pending: true })).toBe('order:make.pricing');
  expect(reasonIn({ failure: new CallFailure('Offline', { network: true }) })).toBe(
    'order:make.price_offline',
  );
});

it('a refused price names its fields once each and is silent where the failure is shown above the form', () => {
  const failure = new CallFailure('No', { errors: { 'client.phone': ['a'], 'cart.0.phone': ['b'] } });
  expect(reasonIn({ failure, refusal: failure })).toContain('fields:phone');
  expect(reasonIn({ failure, refusal: failure })).not.toContain(',');
  const general = new CallFailure('Closed');
  expect(reasonIn({ failure: general, refusal: general })).toBeNull();
  const coupon = new CallFailure('Unknown code', { code: 'coupon.unknown' });
  expect(reasonIn({ failure: coupon, refusal: coupon })).toBe('Unknown code');
});

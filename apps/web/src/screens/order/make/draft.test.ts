import { expect, it } from 'vitest';
import {
  addItemToLines,
  draftShape,
  EMPTY,
  fillRemainingPayment,
  findInvalidAmounts,
  listLinesAddedSince,
  listPaymentsWithoutAmount,
  listPaymentsWithoutMethod,
  type NewOrderDraft,
  parseDraftAmount,
  type SellableItem,
  toFieldsWithoutPriceEffect,
  toPriceInput,
  toTillSaleInput,
} from './draft.ts';

const bread: SellableItem = {
  product_id: 7,
  item_id: 70,
  offer_id: null,
  title: 'Bread',
  barcode: '6291041500213',
  image_url: null,
  stepper: 1,
};
const basket: SellableItem = {
  ...bread,
  product_id: null,
  item_id: null,
  offer_id: 4,
  title: 'Basket',
  barcode: null,
};

const orderOf = (part: Partial<NewOrderDraft>, ...goods: SellableItem[]): NewOrderDraft => ({
  ...EMPTY,
  lines: goods.reduce<NewOrderDraft['lines']>((lines, one) => addItemToLines(lines, one).lines, []),
  ...part,
});

it('adding the same item twice makes one line of two, and with extras another line', () => {
  const once = addItemToLines([], bread);
  const twice = addItemToLines(once.lines, bread);
  expect(twice.lines).toHaveLength(1);
  expect(twice.lines[0]?.text).toBe('2');
  expect(twice.key).toBe(once.key);
  const iced = twice.lines.map((line) => ({ ...line, extras_ids: [5] }));
  expect(addItemToLines(iced, bread).lines).toHaveLength(2);
});

it('a bundle in the cart is requested by its offer', () => {
  expect(toPriceInput(orderOf({ type: 'take_away' }, bread, basket), null)?.cart).toEqual([
    { product_id: 7, item_id: 70, quantity: 1 },
    { offer_id: 4, quantity: 1 },
  ]);
});

it('a line whose quantity is being typed is left out, and an empty cart is not priced', () => {
  const order = orderOf({}, bread);
  const half = { ...order, lines: order.lines.map((line) => ({ ...line, text: '' })) };
  expect(toPriceInput(half, null)).toBeNull();
});

it('a known customer is sent by id with a saved or another address', () => {
  const client = { id: 9, name: 'Amal', phone: '+97455123456' };
  expect(toPriceInput(orderOf({ client, address_id: 3 }, bread), null)).toMatchObject({
    client_id: 9,
    address_id: 3,
  });
  const place = { ...EMPTY.place, area_id: 12, street: ' 835 ' };
  const elsewhere = toPriceInput(orderOf({ client, place }, bread), null);
  expect(elsewhere).toMatchObject({ client_id: 9, client: { area_id: 12, street: '835' } });
  expect(elsewhere).not.toHaveProperty('address_id');
});

it('a take-away order has no address', () => {
  const client = { id: 9, name: 'Amal', phone: '+97455123456' };
  const place = { ...EMPTY.place, area_id: 12 };
  const body = toPriceInput(orderOf({ client, place, address_id: 3, type: 'take_away' }, bread), null);
  expect(body).not.toHaveProperty('address_id');
  expect(body?.client).toEqual({ phone: '+97455123456' });
});

it('the order asks no question about a new phone number before it has a name', () => {
  const client = { id: null, name: '', phone: '5512 3456' };
  expect(toPriceInput(orderOf({ client }, bread), null)?.client).toEqual({});
  expect(toPriceInput(orderOf({ client: { ...client, name: 'Amal' } }, bread), null)?.client).toEqual({
    name: 'Amal',
    phone: '5512 3456',
  });
});

it('a split payment is sent part by part, otherwise one method for the full amount', () => {
  const payments = [
    { payment_id: 1, amount: '20' },
    { payment_id: 2, amount: '15.50' },
    { payment_id: null, amount: '' },
  ];
  expect(toPriceInput(orderOf({ pays: 'now', payments }, bread), null)).toMatchObject({
    paid: 1,
    payments: [
      { payment_id: 1, amount: 20 },
      { payment_id: 2, amount: 15.5 },
    ],
  });
  expect(toPriceInput(orderOf({ pays: 'now', payment_id: 2 }, bread), null)).toMatchObject({
    payment_id: 2,
    paid: 1,
  });
  expect(toPriceInput(orderOf({ pays: 'later', payment_id: 2, payments }, bread), null)).not.toHaveProperty(
    'paid',
  );
});

it('an unreadable amount is reported on its field and not ignored', () => {
  for (const discount of ['1,000', 'ten', '-5', '10.12345', '.'])
    expect(Object.keys(findInvalidAmounts({ ...EMPTY, discount })), discount).toEqual(['discount']);
  for (const discount of ['', '  ', '10', '10.', '10.1234', ' 0.5 ', '10,5'])
    expect(findInvalidAmounts({ ...EMPTY, discount }), discount).toEqual({});
  expect(parseDraftAmount('10.')).toBe(10);
});

it('a split payment reports unreadable amounts and missing methods; "pay later" reports nothing', () => {
  const payments = [
    { payment_id: 1, amount: '20' },
    { payment_id: 2, amount: '1,500' },
    { payment_id: null, amount: '3' },
    { payment_id: null, amount: '' },
    { payment_id: 3, amount: '' },
  ];
  const order: NewOrderDraft = { ...EMPTY, pays: 'now', payments };
  expect(Object.keys(findInvalidAmounts(order))).toEqual(['payments.1.amount']);
  expect(listPaymentsWithoutAmount(order)).toContain('payments.4.amount');
  expect(listPaymentsWithoutMethod(order)).toEqual(['payments.2.payment_id']);
  expect(findInvalidAmounts({ ...order, pays: 'later' })).toEqual({});
  expect(listPaymentsWithoutAmount({ ...order, pays: 'later' })).toEqual([]);
  expect(listPaymentsWithoutMethod({ ...order, pays: 'later' })).toEqual([]);
});

it('a recurring order has an interval and an end date', () => {
  expect(
    toFieldsWithoutPriceEffect(
      { ...EMPTY, recurring: true, every: '2', unit: 'week', until: '2027-01-31' },
      'Asia/Qatar',
    ),
  ).toEqual({
    recurring: 1,
    recurrence: { every: 2, unit: 'week', until: '2027-01-31' },
  });
  expect(toFieldsWithoutPriceEffect(EMPTY, 'Asia/Qatar')).toEqual({});
});

it('an order draft in the format of an earlier release is discarded', () => {
  expect(draftShape.safeParse(JSON.parse(JSON.stringify(EMPTY))).success).toBe(true);
  expect(draftShape.safeParse({ ...EMPTY, lines: [{ item_id: 3 }] }).success).toBe(false);
});

it('the last part of a split payment suggests the rest until another amount is typed', () => {
  const parts = [
    { payment_id: 1, amount: '100' },
    { payment_id: null, amount: '' },
  ];
  const offered = fillRemainingPayment(parts, 0, { amount: '30' }, 100, 'QAR');
  expect(offered.map(({ amount }) => amount)).toEqual(['30', '70.00']);
  expect(fillRemainingPayment(offered, 0, { amount: '45.5' }, 100, 'QAR')[1]?.amount).toBe('54.50');
  const typed = fillRemainingPayment(offered, 1, { amount: '20' }, 100, 'QAR');
  expect(fillRemainingPayment(typed, 0, { amount: '50' }, 100, 'QAR').map(({ amount }) => amount)).toEqual([
    '50',
    '20',
  ]);
});

it('every part of a split payment without an amount is reported, also without a method', () => {
  const payments = [
    { payment_id: 1, amount: '' },
    { payment_id: null, amount: '' },
    { payment_id: 2, amount: '0' },
  ];
  const names = [0, 1, 2].map((at) => `payments.${at}.amount`);
  expect(listPaymentsWithoutAmount({ ...EMPTY, pays: 'now', payments })).toEqual(names);
});

it('a till sale is paid in cash with the tendered amount, and its price is not requested again for that', () => {
  const sale = orderOf({ tendered: '10', cash_payment_id: 3 }, bread);
  expect(toTillSaleInput(sale, 7, 9)).toEqual({
    device_id: 7,
    payment_id: undefined,
    payments: [{ payment_id: 3, amount: 9, tendered: 10 }],
  });
  expect(toPriceInput(sale, null)).toEqual(toPriceInput(orderOf({}, bread), null));
  expect(toTillSaleInput({ ...sale, payment_id: 4 }, 7, 9).payments).toEqual([
    { payment_id: 4, amount: 9, tendered: 10 },
  ]);
  expect(toTillSaleInput({ ...sale, tendered: '' }, 7, 9)).toEqual({ device_id: 7 });
});

it("a preferred time is read in the branch's zone, wherever the device is", () => {
  const wanted = { ...EMPTY, preferred: '2026-12-04T19:30' };
  expect(toFieldsWithoutPriceEffect(wanted, 'Asia/Qatar')).toEqual({
    preferred_at: '2026-12-04T16:30:00.000Z',
  });
  expect(toFieldsWithoutPriceEffect(wanted, 'Europe/Berlin')).toEqual({
    preferred_at: '2026-12-04T18:30:00.000Z',
  });
  // a half-typed time is no time
  expect(toFieldsWithoutPriceEffect({ ...EMPTY, preferred: '2026-12-04T' }, 'Asia/Qatar')).toEqual({});
});

it('items scanned while a sale is being placed belong to the next one', () => {
  const sent = orderOf({}, bread, bread).lines;
  expect(listLinesAddedSince(sent, sent)).toEqual([]);
  const cheese = { ...bread, item_id: 71, title: 'Cheese' };
  const later = [bread, cheese].reduce<NewOrderDraft['lines']>(
    (lines, one) => addItemToLines(lines, one).lines,
    sent,
  );
  expect(listLinesAddedSince(sent, later).map(({ item_id, text }) => [item_id, text])).toEqual([
    [70, '1'],
    [71, '1'],
  ]);
});

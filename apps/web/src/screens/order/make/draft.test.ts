import { expect, it } from 'vitest';
import {
  addItemToLines,
  type Draft,
  draftShape,
  EMPTY,
  fillRemainingPayment,
  findInvalidAmounts,
  listLinesAddedSince,
  listPaymentsWithoutAmount,
  listPaymentsWithoutMethod,
  parseAmount,
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

const orderOf = (part: Partial<Draft>, ...goods: SellableItem[]): Draft => ({
  ...EMPTY,
  lines: goods.reduce<Draft['lines']>((lines, one) => addItemToLines(lines, one).lines, []),
  ...part,
});

it('the same thing twice is one line with two of it; with extras it is another line', () => {
  const once = addItemToLines([], bread);
  const twice = addItemToLines(once.lines, bread);
  expect(twice.lines).toHaveLength(1);
  expect(twice.lines[0]?.text).toBe('2');
  expect(twice.key).toBe(once.key);
  const iced = twice.lines.map((line) => ({ ...line, extras_ids: [5] }));
  expect(addItemToLines(iced, bread).lines).toHaveLength(2);
});

it('bundles are asked for by their offer', () => {
  expect(toPriceInput(orderOf({ type: 'take_away' }, bread, basket), null)?.cart).toEqual([
    { product_id: 7, item_id: 70, quantity: 1 },
    { offer_id: 4, quantity: 1 },
  ]);
});

it('a line whose quantity is being typed is left out, and a cart without any is not priced', () => {
  const order = orderOf({}, bread);
  const half = { ...order, lines: order.lines.map((line) => ({ ...line, text: '' })) };
  expect(toPriceInput(half, null)).toBeNull();
});

it('a known customer is named by number, with their address or with another one', () => {
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

it('what is taken away goes to no address', () => {
  const client = { id: 9, name: 'Amal', phone: '+97455123456' };
  const place = { ...EMPTY.place, area_id: 12 };
  const body = toPriceInput(orderOf({ client, place, address_id: 3, type: 'take_away' }, bread), null);
  expect(body).not.toHaveProperty('address_id');
  expect(body?.client).toEqual({ phone: '+97455123456' });
});

it('a new number is not asked about before it has a name', () => {
  const client = { id: null, name: '', phone: '5512 3456' };
  expect(toPriceInput(orderOf({ client }, bread), null)?.client).toEqual({});
  expect(toPriceInput(orderOf({ client: { ...client, name: 'Amal' } }, bread), null)?.client).toEqual({
    name: 'Amal',
    phone: '5512 3456',
  });
});

it('paid in several ways is said part by part, else by the method of the whole', () => {
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

it('an amount that cannot be read is named by its field and not passed over', () => {
  for (const discount of ['1,000', 'ten', '-5', '10.12345', '.'])
    expect(Object.keys(findInvalidAmounts({ ...EMPTY, discount })), discount).toEqual(['discount']);
  for (const discount of ['', '  ', '10', '10.', '10.1234', ' 0.5 ', '10,5'])
    expect(findInvalidAmounts({ ...EMPTY, discount }), discount).toEqual({});
  expect(parseAmount('10.')).toBe(10);
});

it('of several payments, an unread amount and one without a method are named; paid later, none is', () => {
  const payments = [
    { payment_id: 1, amount: '20' },
    { payment_id: 2, amount: '1,500' },
    { payment_id: null, amount: '3' },
    { payment_id: null, amount: '' },
    { payment_id: 3, amount: '' },
  ];
  const order: Draft = { ...EMPTY, pays: 'now', payments };
  expect(Object.keys(findInvalidAmounts(order))).toEqual(['payments.1.amount']);
  expect(listPaymentsWithoutAmount(order)).toContain('payments.4.amount');
  expect(listPaymentsWithoutMethod(order)).toEqual(['payments.2.payment_id']);
  expect(findInvalidAmounts({ ...order, pays: 'later' })).toEqual({});
  expect(listPaymentsWithoutAmount({ ...order, pays: 'later' })).toEqual([]);
  expect(listPaymentsWithoutMethod({ ...order, pays: 'later' })).toEqual([]);
});

it('what comes again says how often and until when', () => {
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

it('a draft that an earlier release kept in another shape is no draft', () => {
  expect(draftShape.safeParse(JSON.parse(JSON.stringify(EMPTY))).success).toBe(true);
  expect(draftShape.safeParse({ ...EMPTY, lines: [{ item_id: 3 }] }).success).toBe(false);
});

it('the last part of a split payment is offered what is left until somebody types another amount', () => {
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

it('every part of a split payment without an amount is named, also where no method was chosen', () => {
  const payments = [
    { payment_id: 1, amount: '' },
    { payment_id: null, amount: '' },
    { payment_id: 2, amount: '0' },
  ];
  const names = [0, 1, 2].map((at) => `payments.${at}.amount`);
  expect(listPaymentsWithoutAmount({ ...EMPTY, pays: 'now', payments })).toEqual(names);
});

it('a sale at a till is paid in cash with what was handed over, and its price is not asked again for it', () => {
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

it('a wanted time is read in the zone of the branch, wherever the device is', () => {
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

it('what is scanned while a sale is under way belongs to the next one', () => {
  const sent = orderOf({}, bread, bread).lines;
  expect(listLinesAddedSince(sent, sent)).toEqual([]);
  const cheese = { ...bread, item_id: 71, title: 'Cheese' };
  const later = [bread, cheese].reduce<Draft['lines']>(
    (lines, one) => addItemToLines(lines, one).lines,
    sent,
  );
  expect(listLinesAddedSince(sent, later).map(({ item_id, text }) => [item_id, text])).toEqual([
    [70, '1'],
    [71, '1'],
  ]);
});

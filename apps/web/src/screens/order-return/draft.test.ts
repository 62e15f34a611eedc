import { describe, expect, it } from 'vitest';
import {
  addScannedUnit,
  buildReturnPreview,
  getReturnableQuantity,
  parseReturnEntry,
  type ReturnableOrder,
  type ReturnDraft,
} from './draft.ts';

type Part = Partial<ReturnableOrder['lines'][number]>;

const line = (id: number, part: Part) =>
  ({
    id,
    offer_id: null,
    quantity: 1,
    stepper: 1,
    returned_quantity: 0,
    returned_value: 0,
    tax: 0,
    ...part,
  }) as ReturnableOrder['lines'][number];

/** Returns an order with 3 of A at a net of 108.62, 1 of B at 17.88 and a delivery fee of 12.00: 138.50. */
const order = (more: Partial<ReturnableOrder> = {}): ReturnableOrder =>
  ({
    currency: 'QAR',
    tax_mode: 'inclusive',
    tax: 0,
    due: 138.5,
    returned_value: 0,
    delivery_charge: 12,
    payment_fee: 0,
    rounding: 0,
    cash_step: 0,
    returns: [],
    lines: [line(1, { quantity: 3, net: 108.62 }), line(2, { net: 17.88 })],
    payments: [paid(1, 1, 100), paid(2, 2, 38.5)],
    ...more,
  }) as ReturnableOrder;

const paid = (id: number, payment_id: number, amount: number) =>
  ({
    id,
    payment_id,
    payment_title: payment_id === 1 ? 'Card' : 'Cash',
    payment_type: payment_id === 1 ? 'card' : 'cash',
    amount,
    status: amount > 0 ? 'received' : 'pending',
  }) as ReturnableOrder['payments'][number];

const GOODS_ALONE = { withDelivery: false, withFee: false };
const WITH_DELIVERY = { withDelivery: true, withFee: false };

const back = (value: number) => ({
  id: 1,
  on_date: '2026-11-22',
  value,
  delivery: 0,
  fee: 0,
  rounding: 0,
  refund: value,
});

const said = (texts: Record<number, string>): ReturnDraft =>
  new Map(Object.entries(texts).map(([id, text]) => [Number(id), { text, damaged: false }]));

describe('the refund of a return', () => {
  it('returning one of three refunds 36.21, the newest payment first (vector V2.8)', () => {
    const { value, money, ways, lowered, isAll } = buildReturnPreview(
      order(),
      said({ 1: '1' }),
      WITH_DELIVERY,
    );
    expect({ value, money, lowered, isAll }).toEqual({
      value: 36.21,
      money: 36.21,
      lowered: 0,
      isAll: false,
    });
    expect(ways).toEqual([{ payment_id: 2, title: 'Cash', amount: 36.21 }]);
  });

  it('returning the second of three refunds 36.20, and the earlier payment covers what the newest no longer has', () => {
    const before = order({
      returned_value: 36.21,
      returns: [back(36.21)],
      lines: [
        line(1, { quantity: 3, net: 108.62, returned_quantity: 1, returned_value: 36.21 }),
        line(2, { net: 17.88 }),
      ],
      payments: [paid(1, 1, 100), paid(2, 2, 38.5), paid(3, 2, -36.21)],
    });
    const { value, ways } = buildReturnPreview(before, said({ 1: '1' }), GOODS_ALONE);
    expect(value).toBe(36.2);
    expect(ways.map(({ title, amount }) => [title, amount])).toEqual([
      ['Cash', 2.29],
      ['Card', 33.91],
    ]);
  });

  it('the delivery is refunded only with all items and when selected', () => {
    const all = said({ 1: '3', 2: '1' });
    expect(buildReturnPreview(order(), all, GOODS_ALONE)).toMatchObject({
      isAll: true,
      deliverable: 12,
      delivery: 0,
      value: 126.5,
    });
    expect(buildReturnPreview(order(), all, WITH_DELIVERY)).toMatchObject({
      delivery: 12,
      money: 138.5,
      lowered: 0,
    });
    expect(buildReturnPreview(order(), said({ 1: '3' }), WITH_DELIVERY)).toMatchObject({
      delivery: 0,
      deliverable: 0,
    });
  });

  it('a cash refund is rounded like a cash sale, and the rest is refunded with the last unit', () => {
    const rounded = (returned: number, more: Partial<ReturnableOrder> = {}) =>
      order({
        due: 100,
        rounding: -0.11,
        cash_step: 0.25,
        delivery_charge: 0,
        lines: [
          line(1, {
            quantity: 3,
            net: 100.11,
            returned_quantity: returned,
            returned_value: returned * 33.37,
          }),
        ],
        payments: [paid(2, 2, 100)],
        ...more,
      });
    expect(buildReturnPreview(rounded(0), said({ 1: '1' }), GOODS_ALONE)).toMatchObject({
      value: 33.37,
      rounding: -0.12,
      money: 33.25,
    });
    const last = rounded(2, {
      returned_value: 66.5,
      returns: [back(33.37), back(33.37)],
      payments: [paid(2, 2, 100), paid(3, 2, -66.5)],
    });
    expect(buildReturnPreview(last, said({ 1: '1' }), GOODS_ALONE)).toMatchObject({
      value: 33.37,
      rounding: 0.13,
      money: 33.5,
    });
  });

  it('a refund in cash and by card is in coins, and the card takes the difference', () => {
    const split = order({
      due: 66.74,
      cash_step: 0.25,
      delivery_charge: 0,
      lines: [line(1, { quantity: 2, net: 66.74 })],
      payments: [paid(1, 2, 40), paid(2, 1, 26.74)],
    });
    const first = buildReturnPreview(split, said({ 1: '1' }), GOODS_ALONE);
    expect(first).toMatchObject({ rounding: 0, money: 33.37 });
    expect(first.ways).toEqual([
      { payment_id: 1, title: 'Card', amount: 26.62 },
      { payment_id: 2, title: 'Cash', amount: 6.75 },
    ]);
    const then = {
      ...split,
      returned_value: 33.37,
      returns: [back(33.37)],
      lines: [line(1, { quantity: 2, net: 66.74, returned_quantity: 1, returned_value: 33.37 })],
      payments: [...split.payments, paid(3, 1, -26.62), paid(4, 2, -6.75)],
    };
    const last = buildReturnPreview(then, said({ 1: '1' }), GOODS_ALONE);
    expect(last.ways.map(({ title, amount }) => [title, amount])).toEqual([
      ['Card', 0.12],
      ['Cash', 33.25],
    ]);
  });

  it('the fee that the customer paid is refunded only with all items and when selected', () => {
    const fee = order({ due: 141, payment_fee: 2.5, payments: [paid(1, 1, 141)] });
    const all = said({ 1: '3', 2: '1' });
    const withFee = { withDelivery: true, withFee: true };
    expect(buildReturnPreview(fee, all, WITH_DELIVERY)).toMatchObject({
      refundableFee: 2.5,
      fee: 0,
      money: 138.5,
    });
    expect(buildReturnPreview(fee, all, withFee)).toMatchObject({ fee: 2.5, money: 141 });
    expect(buildReturnPreview(fee, said({ 1: '3' }), withFee)).toMatchObject({ refundableFee: 0, fee: 0 });
  });

  it('a return of unpaid items lowers the open amount', () => {
    const { money, lowered, ways } = buildReturnPreview(
      order({ payments: [] }),
      said({ 2: '1' }),
      GOODS_ALONE,
    );
    expect({ money, lowered, ways }).toEqual({ money: 0, lowered: 17.88, ways: [] });
  });

  it('a return refunds tax that was added to the price (vector V2.11)', () => {
    const exclusive = order({
      tax_mode: 'exclusive',
      due: 409.8,
      tax: 50.33,
      delivery_charge: 30,
      lines: [line(1, { quantity: 3, net: 282.8, tax: 39.6 }), line(2, { net: 46.67, tax: 6.53 })],
      payments: [paid(1, 1, 409.8)],
    });
    expect(buildReturnPreview(exclusive, said({ 1: '3' }), GOODS_ALONE).value).toBe(322.4);
    // the delivery fee with its tax: 30.00 and 4.20
    expect(buildReturnPreview(exclusive, said({ 1: '3', 2: '1' }), WITH_DELIVERY)).toMatchObject({
      delivery: 34.2,
      money: 409.8,
    });
  });

  it('a return takes no more than remains, no half bundle and no invalid number', () => {
    const some = order({
      lines: [
        line(1, { quantity: 3, returned_quantity: 1, net: 30 }),
        line(2, { quantity: 2, net: 20, offer_id: 7 }),
      ],
    });
    expect(some.lines.map(getReturnableQuantity)).toEqual([2, 2]);
    expect([...buildReturnPreview(some, said({ 1: '3', 2: '0.5' }), GOODS_ALONE).wrong]).toEqual([
      [1, 'over'],
      [2, 'whole'],
    ]);
    expect([...buildReturnPreview(some, said({ 1: 'two' }), GOODS_ALONE).wrong]).toEqual([[1, 'number']]);
    expect(buildReturnPreview(some, said({ 1: '0' }), GOODS_ALONE).items).toEqual([]);
  });
});

describe('the line of a scanned unit', () => {
  const texts = (draft: ReturnDraft) => Object.fromEntries([...draft].map(([id, { text }]) => [id, text]));
  const scans = (lines: ReturnableOrder['lines'], ...codes: string[]) =>
    texts(codes.reduce<ReturnDraft>((draft, code) => addScannedUnit(lines, draft, code), new Map()));

  it('a scanned item on two lines fills the first, then the second, and one more than sold is reported', () => {
    const lines = [
      line(1, { barcode: 'AB-12', quantity: 1 }),
      line(2, { barcode: 'AB-12', quantity: 2, returned_quantity: 1 }),
    ];
    expect(scans(lines, 'AB-12')).toEqual({ 1: '1' });
    expect(scans(lines, 'AB-12', 'AB-12')).toEqual({ 1: '1', 2: '1' });
    expect(scans(lines, 'AB-12', 'AB-12', 'AB-12')).toEqual({ 1: '1', 2: '2' });
    expect(
      parseReturnEntry(lines[1] as ReturnableOrder['lines'][number], { text: '2', damaged: false }).wrong,
    ).toBe('over');
  });

  it('a scanned code matches in any letter case, and a UPC-A matches its EAN-13', () => {
    expect(scans([line(1, { barcode: 'AB-12', quantity: 3 })], 'ab-12')).toEqual({ 1: '1' });
    expect(scans([line(1, { barcode: '0036000291452', quantity: 3 })], '036000291452')).toEqual({ 1: '1' });
    expect(scans([line(1, { barcode: null, quantity: 3 })], 'AB-12')).toEqual({});
  });

  it('a quantity below one of a product sold by weight is returned in full', () => {
    expect(scans([line(1, { barcode: 'AB-12', quantity: 0.4, stepper: 0.1 })], 'AB-12')).toEqual({
      1: '0.4',
    });
  });
});

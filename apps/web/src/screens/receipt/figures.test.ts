import { parseDay } from '@dukkan/commerce';
import { describe, expect, it } from 'vitest';
import {
  applyDiscount,
  formatDiscountPercent,
  normalizeTypedNumber,
  sumLines,
  toDisplayAmount,
  toQuantityNumber,
} from './amounts.ts';
import { createLine, type ReceiptDraftLine, toEditableLine, toLineInput, updateCell } from './line.ts';

const facts = { item_id: 7, title: 'Rice', barcode: '6291041500213', pack: 1 };
const line = (): ReceiptDraftLine => createLine(facts, 1);

describe('receipt lines', () => {
  it('the cost of a receipt line equals its price before discount until a discount is typed', () => {
    const priced = updateCell(updateCell(line(), 'before', '1'), 'before', '12.5');
    expect(priced).toMatchObject({ before: '12.5', cost: '12.5', off: '' });
    expect(updateCell(priced, 'off', '20')).toMatchObject({ cost: '10', off: '20' });
  });

  it('the discount percent is calculated from the cost, and the cost from the discount percent', () => {
    const costed = updateCell(updateCell(line(), 'before', '10'), 'cost', '9');
    expect(costed.off).toBe('10');
    // the typed value stays, and the other one is computed
    expect(updateCell(costed, 'before', '12')).toMatchObject({ cost: '9', off: '25' });
    expect(updateCell(updateCell(costed, 'off', '50'), 'before', '12')).toMatchObject({
      cost: '6',
      off: '50',
    });
  });

  it('a cost without a price becomes the price when a discount is typed', () => {
    expect(updateCell(updateCell(line(), 'cost', '8'), 'off', '25')).toMatchObject({
      before: '8',
      cost: '6',
    });
    expect(updateCell(updateCell(updateCell(line(), 'cost', '8'), 'off', '25'), 'off', '').cost).toBe('8');
  });

  it('a receipt line is sent as numbers, and unreadable text as typed', () => {
    const sent = toLineInput({ ...line(), quantity: '2.5', cost: '3,x0', expire: '3/27' });
    expect(sent).toEqual({
      item_id: 7,
      branch_id: 1,
      quantity: 2.5,
      cost_value: '3,x0',
      cost_value_before_discount: '3,x0',
      expire_date: '2027-03-31',
    });
    expect(toLineInput({ ...line(), expire: '31.2.27' }).expire_date).toBe('31.2.27');
  });

  it('a sent receipt line shows the same values again', () => {
    const sent = toLineInput(
      updateCell(
        updateCell({ ...line(), quantity: '12', expire: '2027-03-31' }, 'before', '10'),
        'off',
        '12.5',
      ),
    );
    expect(toLineInput(toEditableLine(sent, facts, 0))).toEqual(sent);
  });
});

describe('receipt totals', () => {
  it('receipt totals are exact until they are displayed', () => {
    const lines = Array.from({ length: 3 }, () => ({ quantity: '1', before: '', cost: '0.3333' }));
    const { net, total, quantity } = sumLines([...lines, { quantity: '0.005', before: '200', cost: '100' }]);
    expect(toDisplayAmount(net, 2)).toBe(1.5);
    expect(toDisplayAmount(net, 3)).toBe(1.5);
    expect(toDisplayAmount(total, 4)).toBe(1.9999);
    expect(toQuantityNumber(quantity)).toBe(3.005);
  });

  it('receipt totals leave out values that are not numbers yet', () => {
    expect(sumLines([{ quantity: '2', before: '', cost: 'abc' }])).toEqual({
      quantity: 2000n,
      total: 0n,
      net: 0n,
    });
  });

  it('receipt totals round the discount percent to two decimals and the cost to four', () => {
    expect(formatDiscountPercent('3', '2')).toBe('33.33');
    expect(applyDiscount('3', '33.33')).toBe('2.0001');
    expect(formatDiscountPercent('3', '3')).toBe('');
    expect(applyDiscount('3', '101')).toBeNull();
  });
});

describe('typed days', () => {
  it.each([
    ['2027-03-31', '2027-03-31'],
    ['31.3.27', '2027-03-31'],
    ['31/03/2027', '2027-03-31'],
    ['310327', '2027-03-31'],
    ['02/28', '2028-02-29'],
    ['3-2027', '2027-03-31'],
    ['2027/04', '2027-04-30'],
    ['٣١/٣/٢٠٢٧', '2027-03-31'],
    ['2027-03-31 00:00:00', '2027-03-31'],
    ['31.2.2027', null],
    ['soon', null],
    ['', null],
  ])('the typed day %s means %s', (text, day) => expect(parseDay(text)).toBe(day));

  it('a day can be typed in Arabic digits', () => expect(normalizeTypedNumber('١٢٫٥')).toBe('12.5'));
});

import { describe, expect, it } from 'vitest';
import { addTransferItem, parseTransferQuantity, suggestQuantity, type TransferDraftLine } from './draft.ts';

const milk = { item_id: 1, title: 'Milk', barcode: '4006381333931' };
const bread = { item_id: 2, title: 'Bread', barcode: null };

describe('transfer lines', () => {
  it('a second scan raises the existing transfer line and moves it to the top', () => {
    const lines = [milk, bread, milk].reduce<TransferDraftLine[]>(
      (all, item) => addTransferItem(all, item),
      [],
    );
    expect(lines.map(({ item_id, text }) => [item_id, text])).toEqual([
      [1, '2'],
      [2, '1'],
    ]);
  });

  it('a typed transfer quantity is read while typing', () => {
    expect(['2', ' 0.25 ', '0,75', '1,000', '0', '', 'a', '-1', '1.2345'].map(parseTransferQuantity)).toEqual(
      [2, 0.25, 0.75, null, null, null, null, null, null],
    );
  });
});

describe('suggested transfers', () => {
  const low = (pace: number, available: number, free: number) =>
    suggestQuantity({ ...milk, pace, available, free });
  it('low stock of the target branch is filled for two weeks, as far as the source has it', () => {
    expect(low(2, 4, 100)).toBe(24);
    expect(low(2, 4, 9.5)).toBe(9);
    expect(low(0.1, 0, 100)).toBe(2);
    expect(low(0, -3, 100)).toBe(3);
    expect(low(2, 40, 100)).toBe(0);
    expect(low(2, 0, 0)).toBe(0);
  });
});

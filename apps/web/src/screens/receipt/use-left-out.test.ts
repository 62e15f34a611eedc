import { expect, it } from 'vitest';
import { toRowsLeftOut, toUnmatchedRows } from './use-left-out.ts';

const cells = { before: '', off: '', cost: '', expire: '' };

it('unmatched rows are stored by code, otherwise by name, with their readable quantity', () => {
  expect(
    toRowsLeftOut([
      { ...cells, row: 7, barcode: '629', quantity: '24' },
      { ...cells, barcode: '', title: 'Saffron', quantity: 'a box' },
    ]),
  ).toEqual([
    { row: 7, code: '629', quantity: 24 },
    { row: null, code: 'Saffron', quantity: null },
  ]);
});

it('stored unmatched rows are looked up again unchanged', () => {
  const kept = [
    { row: 7, code: '629', quantity: 24.5 },
    { row: null, code: '630', quantity: null },
  ];
  expect(toRowsLeftOut(toUnmatchedRows(kept))).toEqual(kept);
});

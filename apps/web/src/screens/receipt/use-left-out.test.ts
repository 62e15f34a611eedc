import { expect, it } from 'vitest';
import { toRowsLeftOut, toUnmatchedRows } from './use-left-out.ts';

const cells = { before: '', off: '', cost: '', expire: '' };

it('rows that no product was found for are kept by code, else by name, with the units that can be read', () => {
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

it('rows that were kept are looked up again as they were', () => {
  const kept = [
    { row: 7, code: '629', quantity: 24.5 },
    { row: null, code: '630', quantity: null },
  ];
  expect(toRowsLeftOut(toUnmatchedRows(kept))).toEqual(kept);
});

// @vitest-environment node
import { expect, it } from 'vitest';
import { groupRowsByProduct } from './group-rows.ts';
import type { ImportRow } from './import.ts';

const row = (at: number, result: ImportRow['result'], title: string | null): ImportRow => ({
  id: at,
  import_id: 1,
  row: at,
  result,
  barcode: null,
  title,
  product_id: null,
  account_id: null,
  phone: null,
  reason: null,
  reasons: [],
  notices: [],
  changes: [],
});

it('import rows of one product are grouped to one product with items and pictures', () => {
  const products = groupRowsByProduct([
    row(2, 'created', 'Shirt'),
    row(3, 'item', 'Shirt'),
    row(4, 'picture', null),
    row(5, 'refused', 'Broken'),
    row(6, 'updated', 'Cap'),
    row(7, 'unchanged', 'Shoe'),
    // a row of a product that is further up in the file
    row(8, 'item', 'Shirt'),
    row(9, 'picture', 'Cap'),
  ]);
  expect(
    products.map(({ lead, items, pictures }) => [lead.title, items.map(({ row }) => row), pictures]),
  ).toEqual([
    ['Shirt', [3, 8], 1],
    ['Cap', [], 1],
  ]);
});

it('import rows of a product that is not among the rows are not shown', () => {
  expect(groupRowsByProduct([row(2, 'item', 'Shirt'), row(3, 'picture', null)])).toEqual([]);
});

import { expect, it } from 'vitest';
import { assignRows, canAssign, getAssignKey } from './assign-rows.ts';
import { toEditableLine, toLineInput } from './line.ts';
import type { UnmatchedRow } from './sheet-lines.ts';

const row = (more: Partial<UnmatchedRow>): UnmatchedRow => ({
  barcode: '',
  quantity: '2',
  before: '',
  off: '',
  cost: '',
  expire: '',
  row: 3,
  title: 'Fresh milk',
  reasons: [{ column: 'A', cell: '', code: 'import.row_unknown', message: '' }],
  ...more,
});
const facts = { item_id: 7, title: 'Milk 1 l', barcode: '6281', pack: 1 };

it('a product selected for one row applies to every row with the same number and brings its last cost', () => {
  const rows = [
    row({ barcode: 'gf-7' }),
    row({ barcode: 'GF-7', row: 4, cost: '3' }),
    row({ barcode: 'GF-8', row: 5 }),
  ];
  const items = new Map([[getAssignKey(row({ barcode: 'GF-7' })), { facts, cost: '2.5' }]]);
  const { lines, rest } = assignRows(rows, items, 1);
  expect(lines.map(({ row, line }) => [row, line.item_id, line.cost, line.supplierName?.code])).toEqual([
    [3, 7, '2.5', 'gf-7'],
    [4, 7, '3', 'GF-7'],
  ]);
  expect(rest.map(({ barcode }) => barcode)).toEqual(['GF-8']);
});

it('rows that were scanned, damaged or faulty in another way offer no product selection', () => {
  const { reasons: _, ...scanned } = row({ barcode: 'X' });
  const because = (code: string) => [{ column: 'A', cell: '', code, message: '' }];
  expect(canAssign(scanned)).toBe(false);
  expect(canAssign(row({ barcode: '1E+12', reasons: because('barcode') }))).toBe(false);
  expect(canAssign(row({ title: '', reasons: because('import.row_barcode_missing') }))).toBe(false);
  expect(canAssign(row({ reasons: because('import.row_barcode_missing') }))).toBe(true);
});

it("the supplier's number and name are kept with the line, to the form and back", () => {
  const items = new Map([[getAssignKey(row({})), { facts, cost: '' }]]);
  const line = assignRows([row({})], items, 1).lines[0]?.line;
  if (!line) throw new Error('no line');
  const wire = toLineInput(line);
  expect(wire).toMatchObject({ item_id: 7, supplier_code: null, supplier_title: 'Fresh milk' });
  expect(toEditableLine(wire, facts, 0).supplierName).toEqual({ code: '', title: 'Fresh milk' });
});

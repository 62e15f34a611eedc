import { expect, it } from 'vitest';
import { CallFailure } from '../lib/server/call.ts';
import { getForceReasons, getRowsLeftOut } from './force-dialog.tsx';
import { addUnknownScan } from './rows-left-out.tsx';

it('a scan of an unknown code adds a row, and a second scan of it adds a unit', () => {
  const once = addUnknownScan([], '123');
  expect(once).toEqual([{ row: null, code: '123', quantity: 1 }]);
  expect(addUnknownScan(addUnknownScan(once, '456'), '123')).toEqual([
    { row: null, code: '123', quantity: 2 },
    { row: null, code: '456', quantity: 1 },
  ]);
});

it('a refusal because of left-out rows asks about these rows and the other reasons together', () => {
  const rows = [{ row: 7, code: '123', quantity: 24 }];
  const refusal = new CallFailure('Please confirm', {
    status: 422,
    code: 'document.rows_left_out',
    params: { rows, reasons: ['rows_left_out', 'duplicate_invoice', 'other'] },
  });
  expect(getForceReasons(refusal)).toEqual(['rows_left_out', 'duplicate_invoice']);
  expect(getRowsLeftOut(refusal)).toEqual(rows);
  const other = new CallFailure('No', { status: 409, code: 'count.posted' });
  expect([getForceReasons(other), getRowsLeftOut(other)]).toEqual([null, []]);
});

import { ROWS_LEFT_OUT_MAX } from 'virtual:facts';
import type { RowLeftOut } from '@dukkan/contract';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import { formatTypedValue } from './amounts.ts';
import type { UnmatchedRow } from './sheet-lines.ts';

const CODE_MAX = 200;

/** Converts unmatched rows to the format stored with the receipt. */
export const toRowsLeftOut = (rows: readonly UnmatchedRow[]): RowLeftOut[] =>
  rows.slice(0, ROWS_LEFT_OUT_MAX).map(({ row = null, barcode, title, quantity }) => ({
    row,
    code: (barcode || title || '–').slice(0, CODE_MAX),
    quantity: parseTypedNumber(quantity, QUANTITY_SCALE).value,
  }));

/** Converts stored rows back, so that they can be looked up again. */
export const toUnmatchedRows = (rows: readonly RowLeftOut[]): UnmatchedRow[] =>
  rows.map(({ row, code, quantity }) => ({
    barcode: code,
    quantity: quantity === null ? '' : formatTypedValue(quantity),
    before: '',
    off: '',
    cost: '',
    expire: '',
    ...(row === null ? {} : { row }),
  }));

/** Manages the rows without a product; they are in the form, so that they are saved with the receipt. */
export function useRowsLeftOut() {
  const { getValues, setValue } = useFormContext();
  const [rows, setRows] = useState<readonly UnmatchedRow[]>(() =>
    toUnmatchedRows(getValues('rows_left_out') ?? []),
  );
  const change = (to: (rows: readonly UnmatchedRow[]) => readonly UnmatchedRow[]) =>
    setRows((before) => {
      const next = to(before);
      setValue('rows_left_out', toRowsLeftOut(next), { shouldDirty: true });
      return next;
    });
  return [rows, change] as const;
}

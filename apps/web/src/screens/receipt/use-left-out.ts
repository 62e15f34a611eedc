import { ROWS_LEFT_OUT_MAX } from 'virtual:facts';
import type { RowLeftOut } from '@dukkan/contract';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { QUANTITY_SCALE, typedNumber } from '../../lib/typed-number.ts';
import { textOf } from './figures.ts';
import type { Refused } from './list-rows.ts';

const CODE_MAX = 200;

/** Rows that are no lines, as they are kept with the receipt. */
export const wireOfRows = (rows: readonly Refused[]): RowLeftOut[] =>
  rows.slice(0, ROWS_LEFT_OUT_MAX).map(({ row = null, barcode, title, quantity }) => ({
    row,
    code: (barcode || title || '–').slice(0, CODE_MAX),
    quantity: typedNumber(quantity, QUANTITY_SCALE).value,
  }));

/** Rows that were kept, as they are looked up again. */
export const rowsOfWire = (rows: readonly RowLeftOut[]): Refused[] =>
  rows.map(({ row, code, quantity }) => ({
    barcode: code,
    quantity: quantity === null ? '' : textOf(quantity),
    before: '',
    off: '',
    cost: '',
    expire: '',
    ...(row === null ? {} : { row }),
  }));

/** The rows that no product was found for: kept in the form, so that they are saved with the receipt. */
export function useLeftOut() {
  const { getValues, setValue } = useFormContext();
  const [rows, setRows] = useState<readonly Refused[]>(() => rowsOfWire(getValues('rows_left_out') ?? []));
  const change = (to: (rows: readonly Refused[]) => readonly Refused[]) =>
    setRows((before) => {
      const next = to(before);
      setValue('rows_left_out', wireOfRows(next), { shouldDirty: true });
      return next;
    });
  return [rows, change] as const;
}

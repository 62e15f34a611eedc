import { type ForceReason, fail, type RowLeftOut, type rowsLeftOut } from '@dukkan/contract';
import type * as z from 'zod';

type Given = z.output<typeof rowsLeftOut>;

/**
 * The rows that a document keeps as left out after a request (docs/rules/rows-left-out.md).
 * @param given what the request says; absent keeps what is stored
 * @param stored what the document kept so far
 */
export const mergeRowsLeftOut = (given: Given, stored: readonly RowLeftOut[]): readonly RowLeftOut[] =>
  given?.map(({ row = null, code, quantity = null }) => ({ row, code, quantity })) ?? stored;

/**
 * Asks before a document is booked without rows that were not recognised.
 * @param reasons what else is asked of the same step: force confirms all of it
 * @param named what these reasons are about
 * @throws document.rows_left_out with the rows
 */
export function confirmRowsLeftOut(
  rows: readonly RowLeftOut[],
  force: boolean | undefined,
  reasons: readonly ForceReason[] = [],
  named: { readonly orders?: readonly number[] } = {},
): void {
  if (rows.length > 0 && !force)
    fail('document.rows_left_out', { rows, reasons: ['rows_left_out', ...reasons], ...named });
}

/** What the log says of them: nothing where there are none. */
export const toAuditedRows = (rows: readonly RowLeftOut[] = []) =>
  rows.length > 0 ? { rows_left_out: rows } : {};

import { type ForceReason, fail, type RowLeftOut, type rowsLeftOut } from '@dukkan/contract';
import type * as z from 'zod';

type RowsLeftOutInput = z.output<typeof rowsLeftOut>;

/**
 * Returns the unresolved rows that a document stores after a request (docs/rules/rows-left-out.md).
 * @param input the rows in the request; undefined keeps the stored ones
 * @param stored the rows stored so far
 */
export const mergeRowsLeftOut = (
  input: RowsLeftOutInput,
  stored: readonly RowLeftOut[],
): readonly RowLeftOut[] =>
  input?.map(({ row = null, code, quantity = null }) => ({ row, code, quantity })) ?? stored;

/**
 * Asks for confirmation before a document with unrecognized rows is booked.
 * @param reasons other reasons for confirmation of the same step, all confirmed by `force`
 * @param named the details of these reasons
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

/** Returns the unresolved rows for the audit log; empty when there are none. */
export const toAuditedRows = (rows: readonly RowLeftOut[] = []) =>
  rows.length > 0 ? { rows_left_out: rows } : {};

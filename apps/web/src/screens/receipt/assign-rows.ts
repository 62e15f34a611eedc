import { foldForSearch, toBarcodeKey } from '@dukkan/commerce';
import { type ItemWithLastCost, withLastCost } from './find-item.ts';
import { createLine, type ReceiptDraftLine } from './line.ts';
import type { UnmatchedRow } from './sheet-lines.ts';

/** The reasons that can be resolved by selecting a product: the row's item is unknown. */
const UNASSIGNED: readonly string[] = ['import.row_unknown', 'import.row_barcode_missing'];

/** Returns whether the user can select the product for a row of a supplier's file. */
export const canAssign = ({ barcode, title, reasons = [] }: UnmatchedRow): boolean =>
  (barcode !== '' || Boolean(title)) && reasons.some(({ code }) => UNASSIGNED.includes(code));

/**
 * Returns a key that is equal for rows with the same product: the supplier's number, else the supplier's name for it.
 */
export const getAssignKey = ({ barcode, title = '' }: UnmatchedRow): string =>
  barcode === '' ? `title ${foldForSearch(title)}` : `code ${toBarcodeKey(barcode)}`;

export type ItemsByRowKey = ReadonlyMap<string, ItemWithLastCost>;

export type AssignedRows = {
  readonly lines: readonly { readonly row: number; readonly line: ReceiptDraftLine }[];
  readonly rest: readonly UnmatchedRow[];
};

/**
 * Converts rows with a selected product to lines, with the supplier's number and name for it; an invalid cell is
 * corrected in its line.
 */
export function assignRows(
  rows: readonly UnmatchedRow[],
  items: ItemsByRowKey,
  branch_id: number | null,
): AssignedRows {
  const lines: { row: number; line: ReceiptDraftLine }[] = [];
  const rest: UnmatchedRow[] = [];
  for (const row of rows) {
    const item = canAssign(row) ? items.get(getAssignKey(row)) : undefined;
    if (!item) {
      rest.push(row);
      continue;
    }
    const words = { code: row.barcode, title: row.title ?? '' };
    const line = createLine(item.facts, branch_id, withLastCost(row, item.cost), words);
    lines.push({ row: row.row ?? 0, line });
  }
  return { lines, rest };
}

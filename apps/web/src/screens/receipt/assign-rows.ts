import { foldForSearch, toBarcodeKey } from '@dukkan/commerce';
import { type ItemWithLastCost, withLastCost } from './find-item.ts';
import { createLine, type Line } from './line.ts';
import type { UnmatchedRow } from './sheet-lines.ts';

/** Why a row names no item: the only faults that choosing a product mends. */
const UNASSIGNED: readonly string[] = ['import.row_unknown', 'import.row_barcode_missing'];

/** Whether a person can say which product a row of a supplier's file is. */
export const canAssign = ({ barcode, title, reasons = [] }: UnmatchedRow): boolean =>
  (barcode !== '' || Boolean(title)) && reasons.some(({ code }) => UNASSIGNED.includes(code));

/** Rows of one key are the same goods: the supplier's number, else its name for them. */
export const getAssignKey = ({ barcode, title = '' }: UnmatchedRow): string =>
  barcode === '' ? `title ${foldForSearch(title)}` : `code ${toBarcodeKey(barcode)}`;

export type AssignedItems = ReadonlyMap<string, ItemWithLastCost>;

export type AssignedRows = {
  readonly lines: readonly { readonly row: number; readonly line: Line }[];
  readonly rest: readonly UnmatchedRow[];
};

/** The rows that a product was chosen for as lines, with the supplier's words for it; a wrong cell is mended in its line. */
export function assignRows(
  rows: readonly UnmatchedRow[],
  items: AssignedItems,
  branch_id: number | null,
): AssignedRows {
  const lines: { row: number; line: Line }[] = [];
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

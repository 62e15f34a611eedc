import type { api, ReceiptSheetField } from '@dukkan/contract';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { formatTypedValue } from './amounts.ts';
import { type CellName, createLine, type ReceiptDraftLine } from './line.ts';
import type { PastedLine } from './paste.ts';

/** A supplier's list as read by the server. */
export type SupplierSheet = RowOf<typeof api.receipt.sheet>;
export type ListField = ReceiptSheetField;

/** A row that is not a line: its data, and the reasons with the invalid cells. */
export type UnmatchedRow = PastedLine & {
  /** The row number in the supplier's file; absent for scanned or pasted rows. */
  readonly row?: number;
  readonly title?: string;
  readonly reasons?: readonly {
    readonly column: string | null;
    readonly cell: string;
    readonly code: string;
    readonly message: string;
  }[];
};

type Figures = Pick<
  SupplierSheet['lines'][number],
  'quantity' | 'cost_value_before_discount' | 'discount' | 'cost_value' | 'expire_date'
>;

/** The cell of a line for each field of the list. */
const CELL_OF: Readonly<Record<keyof Figures, CellName>> = {
  quantity: 'quantity',
  cost_value_before_discount: 'before',
  discount: 'off',
  cost_value: 'cost',
  expire_date: 'expire',
};

const formatSheetValue = (value: number | null): string => (value === null ? '' : formatTypedValue(value));

const formatCells = (row: Figures): Record<CellName, string> => ({
  quantity: row.quantity === null ? '1' : formatTypedValue(row.quantity),
  before: formatSheetValue(row.cost_value_before_discount),
  off: formatSheetValue(row.discount),
  cost: formatSheetValue(row.cost_value),
  expire: row.expire_date ?? '',
});

/**
 * Converts rows with a known item to lines, each with its row number; uses the last cost when the list has no price.
 */
export const toLinesFromSheet = (
  rows: SupplierSheet['lines'],
  branch_id: number | null,
): { readonly row: number; readonly line: ReceiptDraftLine }[] =>
  rows.map((row) => {
    const cells = formatCells(row);
    const facts = { item_id: row.item_id, title: row.title, barcode: row.barcode, pack: row.pack_quantity };
    const cost = cells.cost === '' && cells.before === '' ? formatSheetValue(row.last_cost) : cells.cost;
    return { row: row.row, line: createLine(facts, branch_id, { ...cells, cost }) };
  });

/** Returns the other rows; an invalid cell keeps its original text, so that it can be corrected in its line. */
export const listRefusedRows = ({ refused }: SupplierSheet): UnmatchedRow[] =>
  refused.map(({ row, barcode, title, reasons, ...figures }) => ({
    ...formatCells(figures),
    ...Object.fromEntries(
      reasons.flatMap(({ field, cell }) =>
        field in CELL_OF ? [[CELL_OF[field as keyof Figures], cell] as const] : [],
      ),
    ),
    barcode,
    row,
    title,
    reasons: reasons.map(({ column, cell, code, message }) => ({ column, cell, code, message })),
  }));

import type { api, ReceiptSheetField } from '@dukkan/contract';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { formatTypedValue } from './amounts.ts';
import { type CellName, createLine, type Line } from './line.ts';
import type { PastedLine } from './paste.ts';

/** A supplier's list as the server read it. */
export type SupplierSheet = RowOf<typeof api.receipt.sheet>;
export type ListField = ReceiptSheetField;

/** A row that is no line: what came beside it, and why, with the cell that is to blame. */
export type UnmatchedRow = PastedLine & {
  /** As the supplier's file counts; absent for what was scanned or pasted. */
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

/** The list's fields as the cells of a line are called. */
const CELL_OF: Readonly<Record<keyof Figures, CellName>> = {
  quantity: 'quantity',
  cost_value_before_discount: 'before',
  discount: 'off',
  cost_value: 'cost',
  expire_date: 'expire',
};

const shown = (value: number | null): string => (value === null ? '' : formatTypedValue(value));

const cellsOf = (row: Figures): Record<CellName, string> => ({
  quantity: row.quantity === null ? '1' : formatTypedValue(row.quantity),
  before: shown(row.cost_value_before_discount),
  off: shown(row.discount),
  cost: shown(row.cost_value),
  expire: row.expire_date ?? '',
});

/** Rows whose item is known, as lines, each with its place in the file; what it cost last where the list says no price. */
export const toLinesFromSheet = (
  rows: SupplierSheet['lines'],
  branch_id: number | null,
): { readonly row: number; readonly line: Line }[] =>
  rows.map((row) => {
    const cells = cellsOf(row);
    const facts = { item_id: row.item_id, title: row.title, barcode: row.barcode, pack: row.pack_quantity };
    const cost = cells.cost === '' && cells.before === '' ? shown(row.last_cost) : cells.cost;
    return { row: row.row, line: createLine(facts, branch_id, { ...cells, cost }) };
  });

/** The other rows; a wrong cell stays as it was written, to be mended in its line. */
export const listRefusedRows = ({ refused }: SupplierSheet): UnmatchedRow[] =>
  refused.map(({ row, barcode, title, reasons, ...figures }) => ({
    ...cellsOf(figures),
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

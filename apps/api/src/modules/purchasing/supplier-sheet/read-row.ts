import { countDecimalPlaces, parseDay, toLatinDigits } from '@dukkan/commerce';
import { MAX_MONEY, type ReceiptSheetField } from '@dukkan/contract';
import { parseColumnIndex, type TableRow } from '../../../core/spreadsheet/table.ts';
import { expandExponent, type ImportRowError, parseNumber, truncateCell } from '../../importing/index.ts';

export type SheetMapping = Readonly<Record<string, string | null>>;

/** The numbers of a row; null where the cell is empty or invalid. */
export type SheetRowFigures = {
  readonly quantity: number | null;
  readonly cost_value_before_discount: number | null;
  readonly discount: number | null;
  readonly cost_value: number | null;
  readonly expire_date: string | null;
};

/** An error with the field and the text of its cell. */
export type SheetCellError = ImportRowError & { readonly field: string; readonly cell: string };

export type SheetRow = {
  readonly row: number;
  readonly barcode: string;
  readonly title: string;
  readonly figures: SheetRowFigures;
  readonly reasons: readonly SheetCellError[];
};

/** The decimals and the maximum of each number. */
const FIGURES = {
  quantity: { decimals: 3, most: MAX_MONEY },
  cost_value_before_discount: { decimals: 4, most: MAX_MONEY },
  discount: { decimals: 2, most: 100 },
  cost_value: { decimals: 4, most: MAX_MONEY },
} as const;

const BESIDE = /[\p{L}\p{Sc}%\u066a\s.]/u;

/** Removes a currency or unit before or after a number, but not inside it. */
function stripUnits(text: string): string {
  let end = text.length;
  // a loop instead of a regular expression, which would take quadratic time on long texts
  while (end > 0 && BESIDE.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end).replace(/^[\p{L}\p{Sc}.\s]+(?=[\d\u0660-\u0669\u06f0-\u06f9-])/u, '');
}

/** Parses a row of a supplier's list; empty cells give null, invalid ones an error with the cell's text. */
export function readSheetRow({ row, cells }: TableRow, mapping: SheetMapping, scale: number): SheetRow {
  const reasons: SheetCellError[] = [];
  const cellOf = (field: ReceiptSheetField): string => {
    const key = mapping[field];
    return key ? (cells[parseColumnIndex(key)]?.trim() ?? '') : '';
  };
  const refuse = (field: ReceiptSheetField, code: string, params: ImportRowError['params'] = {}): null => {
    reasons.push({ field, column: mapping[field] ?? null, code, params, cell: truncateCell(cellOf(field)) });
    return null;
  };
  const figure = (field: keyof typeof FIGURES): number | null => {
    const text = cellOf(field);
    if (text === '') return null;
    const { decimals, most } = FIGURES[field];
    const digits = parseNumber(stripUnits(text), scale);
    if (digits === null) return refuse(field, 'import.row_not_a_number', { value: truncateCell(text) });
    const value = Number(digits);
    if (value < 0) return refuse(field, 'positive');
    if (countDecimalPlaces(value) > decimals) return refuse(field, 'decimals', { max: decimals });
    return value > most ? refuse(field, 'max_value', { max: most }) : value;
  };
  const day = (): string | null => {
    const text = cellOf('expire_date');
    return text === '' ? null : (parseDay(text) ?? refuse('expire_date', 'date'));
  };
  const code = toLatinDigits(cellOf('barcode')).replace(/\s/g, '');
  const barcode = expandExponent(code);
  if (barcode === null) refuse('barcode', 'barcode');
  return {
    row,
    barcode: truncateCell(barcode ?? code),
    title: truncateCell(cellOf('title')),
    figures: {
      quantity: figure('quantity'),
      cost_value_before_discount: figure('cost_value_before_discount'),
      discount: figure('discount'),
      cost_value: figure('cost_value'),
      expire_date: day(),
    },
    reasons,
  };
}

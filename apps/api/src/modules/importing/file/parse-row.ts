import { countDecimalPlaces, foldForSearch, toLatinDigits } from '@dukkan/commerce';
import { barcode as barcodeScalar, longText, MAX_MONEY, name as nameScalar, toRule } from '@dukkan/contract';
import type * as z from 'zod';
import { parseColumnIndex, type TableRow } from '../../../core/spreadsheet/table.ts';
import type { ImportRowError, Mapping } from '../import.view.ts';
import { type DecimalMark, parseNumber, parsePrice } from './parse-number.ts';

export type Texts = { ar?: string; en?: string; de?: string };

/** What a row of the file says, read and judged by itself; only what stands in it is set. */
export type ImportedValues = {
  names?: Texts;
  descriptions?: Texts;
  /** An id that stands already, or titles from the top. */
  category?: number | readonly string[];
  image?: string;
  price?: number;
  /** 1: the cell holds 0, and 0 means that it is given away. */
  free?: 1;
  quantity?: number;
  status?: 0 | 1;
};

export type ParsedImportRow = {
  readonly row: number;
  readonly barcode: string | null;
  readonly title: string | null;
  readonly wanted: ImportedValues;
  readonly reasons: readonly ImportRowError[];
  /** The row as it stands in the file, as JSON. */
  readonly cells: string;
};

export type RowParserOptions = {
  readonly mapping: Mapping;
  /** Decimals of the shop's currency. */
  readonly scale: number;
  /** Pictures of the zip by their names in lower case; null where none was uploaded. */
  readonly images: ReadonlySet<string> | null;
  readonly kind: 'product' | 'price';
  /** The shop's currency, whose sign or code may stand beside a price. */
  readonly currency: string;
  /** A price of 0 in a cell means that the product is given away; else it counts as missing. */
  readonly free: boolean;
  /** The price column's decimal mark, where the file shows it. */
  readonly mark?: DecimalMark;
};

const YES = new Set([
  '1',
  'true',
  'yes',
  'y',
  'active',
  'enabled',
  'on',
  'ja',
  'j',
  'aktiv',
  'wahr',
  'an',
  'نعم',
  'نشط',
  'فعال',
  'مفعل',
]);
const NO = new Set([
  '0',
  'false',
  'no',
  'n',
  'inactive',
  'disabled',
  'off',
  'nein',
  'inaktiv',
  'falsch',
  'aus',
  'لا',
  'غير نشط',
  'غير فعال',
  'معطل',
  'موقوف',
]);
const YES_FOLDED = new Set([...YES].map(foldForSearch));
const NO_FOLDED = new Set([...NO].map(foldForSearch));

/** Digits of a number that a spreadsheet wrote with an exponent; null where some of them are lost. */
export function expandExponent(text: string): string | null {
  const [, whole = '', fraction = '', exponent = ''] = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text) ?? [];
  if (whole === '') return text;
  const digits = Number(exponent);
  // a spreadsheet keeps fifteen digits of a number
  return fraction.length === digits && digits < 15 ? whole + fraction : null;
}

/** Control characters say nothing in a title; NUL is refused by the rule itself. */
const CONTROLS = /(?![\0\t\n\r])\p{Cc}/gu;

/** A cell as it is told to people. */
export const truncateCell = (value: string): string => {
  const plain = value.toWellFormed().replaceAll('\0', '');
  return plain.length > 100 ? `${plain.slice(0, 100).toWellFormed()}…` : plain;
};

/** Makes the reader of a mapping's rows (decisions 10, 'import'): an empty cell says nothing. */
export function createRowParser({
  mapping,
  scale,
  images,
  kind,
  currency,
  free,
  mark = null,
}: RowParserOptions): (row: TableRow) => ParsedImportRow {
  const places = Object.entries(mapping).flatMap(([field, key]) =>
    key === null ? [] : [{ field, key, at: parseColumnIndex(key) }],
  );

  return ({ row, cells }) => {
    const reasons: ImportRowError[] = [];
    const wanted: ImportedValues = {};
    let barcode: string | null = null;
    let hasBarcode = false;

    const refuse = (field: string, column: string, code: string, params: ImportRowError['params'] = {}) =>
      reasons.push({ field, column, code, params });
    const judged = (schema: z.ZodType<string>, text: string, field: string, column: string) => {
      const result = schema.safeParse(text);
      if (result.success) return result.data;
      for (const issue of result.error.issues.slice(0, 1)) {
        const { rule, params } = toRule(issue);
        refuse(field, column, rule, params);
      }
      return null;
    };
    const number = (text: string, field: string, column: string, decimals: number): number | null => {
      const digits =
        field === 'price' ? parsePrice(text, decimals, currency, mark) : parseNumber(text, decimals);
      if (digits === null) {
        refuse(field, column, 'import.row_not_a_number', { value: truncateCell(text) });
        return null;
      }
      const value = Number(digits);
      if (value < 0) refuse(field, column, 'positive');
      else if (countDecimalPlaces(value) > decimals) refuse(field, column, 'decimals', { max: decimals });
      else if (value > MAX_MONEY) refuse(field, column, 'max_value', { max: MAX_MONEY });
      else return value;
      return null;
    };

    for (const { field, key, at } of places) {
      const text = cells[at]?.trim() ?? '';
      if (text === '') continue;
      if (field === 'barcode') {
        hasBarcode = true;
        const code = expandExponent(toLatinDigits(text));
        if (code === null) refuse(field, key, 'import.row_code_damaged', { value: truncateCell(text) });
        else barcode = judged(barcodeScalar, code, field, key);
      } else if (field.startsWith('names.') || field.startsWith('descriptions.')) {
        const [noun, locale] = field.split('.') as ['names' | 'descriptions', keyof Texts];
        const clean = text.replace(CONTROLS, noun === 'names' ? ' ' : '').replace(/ {2,}/g, ' ');
        // a name is one line: what a cell broke is joined
        const line = noun === 'names' ? clean.replace(/\s+/g, ' ').trim() : clean.trim();
        if (line === '') continue;
        const value = judged(noun === 'names' ? nameScalar : longText, line, field, key);
        if (value !== null) wanted[noun] = { ...wanted[noun], [locale]: value };
      } else if (field === 'category') {
        const category = parseCategoryCell(text);
        if (category === null) refuse(field, key, 'import.row_category', { value: truncateCell(text) });
        else wanted.category = category;
      } else if (field === 'image_path') {
        // an address is never fetched: the row is taken, its picture left out
        if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) continue;
        const image = (text.split(/[\\/]/).at(-1) ?? '').toLowerCase();
        if (images === null || !images.has(image))
          refuse(field, key, 'import.row_image_missing', {
            name: truncateCell(text.split(/[\\/]/).at(-1) ?? ''),
          });
        else wanted.image = image;
      } else if (field === 'price') {
        const price = number(text, field, key, scale);
        if (price === 0 && free) wanted.free = 1;
        if (price !== null && (price > 0 || free)) wanted.price = price;
      } else if (field === 'quantity') {
        const quantity = number(text, field, key, 3);
        if (quantity !== null) wanted.quantity = quantity;
      } else if (field === 'status') {
        const word = foldForSearch(text);
        if (YES_FOLDED.has(word)) wanted.status = 1;
        else if (NO_FOLDED.has(word)) wanted.status = 0;
        else refuse(field, key, 'import.row_status', { value: truncateCell(text) });
      }
    }
    if (!hasBarcode)
      reasons.unshift({
        field: 'barcode',
        column: mapping.barcode ?? null,
        code: 'import.row_barcode_missing',
        params: {},
      });
    if (kind === 'price' && wanted.price === undefined && wanted.status === undefined && reasons.length === 0)
      refuse('price', mapping.price ?? '', 'import.row_price_missing');
    const { ar, en, de } = wanted.names ?? {};
    // neither NUL nor half a character can be stored
    const kept = JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll('\0', '')));
    return { row, barcode, title: ar ?? en ?? de ?? null, wanted, reasons, cells: kept };
  };
}

/** 'Food > Drinks', 'Food › Drinks', 'Food / Drinks', or the id of a category that stands; null where it is neither. */
export function parseCategoryCell(text: string): number | readonly string[] | null {
  const digits = toLatinDigits(text);
  if (/^[1-9]\d{0,8}$/.test(digits)) return Number(digits);
  const parts = text
    // a slash parts only between spaces; each part is trimmed by the name's own rule
    .split(/[>›]|(?<=\s)\/(?=\s)/)
    .map((part) => nameScalar.safeParse(part.replace(CONTROLS, ' ')));
  if (parts.length === 0 || parts.length > 10 || parts.some((part) => !part.success)) return null;
  return parts.map((part) => part.data as string);
}

import { countDecimalPlaces, foldForSearch, toLatinDigits } from '@dukkan/commerce';
import {
  barcode as barcodeScalar,
  itemOption,
  longText,
  MAX_MONEY,
  NAME_MAX,
  name as nameScalar,
  step as stepScalar,
  toRule,
} from '@dukkan/contract';
import type * as z from 'zod';
import { parseColumnIndex, type TableRow } from '../../../core/spreadsheet/table.ts';
import type { ImportRowError, Mapping } from '../import.view.ts';
import {
  type CategoryCell,
  type CategoryColumns,
  type CategoryTitles,
  createCategoryReader,
  joinCategoryColumns,
} from './category-cell.ts';
import { CONTROLS, joinCells, readCellText, toSingleLine, truncateCell } from './cell-text.ts';
import { isValidGtin } from './column-values.ts';
import { htmlToText, toSingleLinePlainText } from './html-to-text.ts';
import { type DecimalMark, parseNumber, parsePrice } from './parse-number.ts';
import type { ImportedValues, ParsedImportRow } from './parsed-row.ts';
import { splitCell, toLeftOutNotice } from './several-values.ts';
import { parseUnit } from './unit-words.ts';
import { parseStatus } from './yes-no.ts';

export type RowParserOptions = {
  readonly mapping: Mapping;
  /** Decimals of the shop's currency. */
  readonly scale: number;
  /** Names of the pictures in the ZIP file in lower case; null when none was uploaded. */
  readonly images: ReadonlySet<string> | null;
  readonly kind: 'product' | 'price';
  /** The shop's currency, whose sign or code may be written beside a price. */
  readonly currency: string;
  /** Whether a price of 0 means that the product is free; otherwise it counts as missing. */
  readonly free: boolean;
  /** The decimal mark of the price column, if the file shows it. */
  readonly mark?: DecimalMark;
  /** Whether a cell names one category, whose titles may contain commas: `Food, Beverages & Tobacco > Tea`. */
  readonly isOneCategory?: boolean;
};

/** Expands a number that a spreadsheet wrote with an exponent; null when digits are lost. */
export function expandExponent(text: string): string | null {
  const [, whole = '', fraction = '', exponent = ''] = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text) ?? [];
  if (whole === '') return text;
  const digits = Number(exponent);
  // a spreadsheet keeps only fifteen digits of a number
  return fraction.length === digits && digits < 15 ? whole + fraction : null;
}

/** Texts for a price that is entered at the till. */
const OPEN_PRICE = new Set(['variable', 'open', 'متغير', 'variabel', 'auf anfrage', 'tba', 'call']);
/** Option names that mean the product has no options. */
const NO_SIZE = new Set(['default title', 'default', 'regular']);
const OPTIONS = new Set(['option', 'option_2', 'option_3']);
/** Fields that hold text, where an apostrophe before digits belongs to the text. */
const TEXTS = new Set(['names', 'descriptions', 'brand', ...OPTIONS]);
/** Names of a total row, which adds up the rows above it. */
const TOTALS = new Set(
  [
    ...[
      'total',
      'totals',
      'grand total',
      'subtotal',
      'sum',
      'summe',
      'gesamt',
      'gesamtsumme',
      'zwischensumme',
    ],
    ...['المجموع', 'مجموع', 'المجموع الكلي', 'الإجمالي', 'إجمالي', 'الإجمالي الكلي', 'إجمالي عام'],
  ].map(foldForSearch),
);
const CODES = ['barcode', 'barcode_2', 'barcode_3'] as const;

/** Rounds half up to the currency's decimals, digit by digit to avoid floating point errors. */
function roundDigits(digits: string, scale: number): number {
  const [whole = '0', fraction = ''] = digits.split('.');
  if (fraction.length <= scale) return Number(digits);
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const isUp = (fraction[scale] ?? '0') >= '5';
  return Number(kept + (isUp ? 1n : 0n)) / 10 ** scale;
}

/**
 * Creates the parser for rows of a mapping (docs/rules/imports.md#what-may-refuse-a-row); an empty cell changes
 * nothing.
 */
export function createRowParser(options: RowParserOptions): (row: TableRow) => ParsedImportRow {
  const places = Object.entries(options.mapping).flatMap(([field, key]): Place[] =>
    key === null ? [] : [toPlace(field, key)],
  );
  const codes = CODES.flatMap((code) => places.find(({ field }) => field === code) ?? []);
  const others = places.filter(({ field }) => !codes.some((code) => code.field === field));
  const readCategory = createCategoryReader(options.isOneCategory ?? false);
  return (row) => {
    const reader = new RowReader(options, row, readCategory);
    reader.readCode(codes);
    for (const place of others) reader.readCell(place);
    return reader.finish();
  };
}

/** Returns the codes of a cell: several only where each of them is a valid GTIN, else the cell as it is. */
function splitCodes(text: string): string[] {
  const parts = splitCell(text);
  return parts.length > 1 && parts.every(isValidGtin) ? [...new Set(parts)] : [text];
}

/** A field with the column that it is read from. */
type Place = {
  readonly field: string;
  /** The field without its language: `names` for `names.en`. */
  readonly noun: string;
  readonly language: keyof CategoryTitles | undefined;
  /** Whether an apostrophe before digits belongs to the text. */
  readonly isText: boolean;
  readonly key: string;
  readonly at: number;
};

const toPlace = (field: string, key: string): Place => {
  const [noun = '', language] = field.split('.');
  return {
    field,
    noun,
    language: language as keyof CategoryTitles | undefined,
    isText: TEXTS.has(noun),
    key,
    at: parseColumnIndex(key),
  };
};

/** Parses one row. Only its code, name and price can refuse it; other invalid values are left out with a notice. */
class RowReader {
  readonly #options: RowParserOptions;
  readonly #row: TableRow;
  readonly #readCategory: (text: string) => CategoryCell | null;
  readonly #reasons: ImportRowError[] = [];
  readonly #notices: ImportRowError[] = [];
  readonly #wanted: ImportedValues = {};
  #barcode: string | null = null;
  #hasBarcode = false;
  #size = '';
  readonly #optionValues: string[] = [];
  readonly #paths: CategoryColumns = {};
  #group = '';
  #sale: number | null = null;

  constructor(options: RowParserOptions, row: TableRow, readCategory: (text: string) => CategoryCell | null) {
    this.#options = options;
    this.#row = row;
    this.#readCategory = readCategory;
  }

  #refuse(field: string, column: string, code: string, params: ImportRowError['params'] = {}): void {
    this.#reasons.push({ field, column, code, params });
  }

  #leaveOut(field: string, column: string, code: string, params: ImportRowError['params'] = {}): void {
    this.#notices.push({ field, column, code, params });
  }

  /** Validates a text against its rule; null and an error or notice when it fails. Only names refuse the row. */
  #judge(
    schema: z.ZodType<string>,
    text: string,
    { field, key }: Pick<Place, 'field' | 'key'>,
    refuses: boolean,
  ): string | null {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    for (const issue of result.error.issues.slice(0, 1)) {
      const { rule, params } = toRule(issue);
      if (refuses) this.#refuse(field, key, rule, params);
      else this.#leaveOut(field, key, rule, params);
    }
    return null;
  }

  /** Reads the first non-empty code column. */
  readCode(columns: readonly Place[]): void {
    for (const place of columns) {
      const text = readCellText(this.#row.cells, place.at);
      if (text === '') continue;
      this.#hasBarcode = true;
      const [first = '', ...left] = splitCodes(text);
      if (left.length > 0) this.#notices.push(toLeftOutNotice('barcode', place.key, first, left));
      const code = expandExponent(toLatinDigits(first));
      if (code === null)
        this.#refuse('barcode', place.key, 'import.row_code_damaged', { value: truncateCell(text) });
      else this.#barcode = this.#judge(barcodeScalar, code, { ...place, field: 'barcode' }, true);
      return;
    }
  }

  readCell(place: Place): void {
    const text = readCellText(this.#row.cells, place.at, place.isText);
    if (text === '') return;
    const { noun } = place;
    if (noun === 'names') this.#readName(text, place);
    else if (noun === 'descriptions') this.#readDescription(text, place);
    else if (noun === 'category') this.#readCategories(text, place);
    else if (noun === 'brand') this.#readBrand(text, place);
    else if (noun === 'image_path') this.#readImage(text, place.key);
    else if (noun === 'price') this.#readPrice(text, place);
    else if (noun === 'compare_at' || noun === 'sale_price') this.#readOtherPrice(text, place);
    else if (noun === 'quantity') this.#readQuantity(text, place);
    else if (noun === 'cost') this.#readCost(text, place);
    else if (noun === 'stepper') this.#readStepper(text, place);
    else if (noun === 'status') this.#readStatus(text, place);
    else if (noun === 'size') this.#size = NO_SIZE.has(text.toLowerCase()) ? '' : toSingleLine(text);
    else if (OPTIONS.has(noun)) this.#readOption(text);
    else if (noun === 'group') this.#group = text;
    else if (noun === 'id') this.#readId(text);
  }

  #readId(text: string): void {
    const digits = toLatinDigits(text);
    if (/^[1-9]\d{0,8}$/.test(digits)) this.#wanted.id = Number(digits);
  }

  #readName(text: string, place: Place): void {
    const clean = toSingleLinePlainText(text);
    if (clean === '') return;
    const value = this.#judge(nameScalar, clean, place, true);
    if (value !== null && place.language)
      this.#wanted.names = { ...this.#wanted.names, [place.language]: value };
  }

  #readDescription(text: string, place: Place): void {
    const clean = htmlToText(text).replace(CONTROLS, '').replace(/ {2,}/g, ' ').trim();
    if (clean === '') return;
    const value = this.#judge(longText, clean, place, false);
    if (value !== null && place.language)
      this.#wanted.descriptions = { ...this.#wanted.descriptions, [place.language]: value };
  }

  #readCategories(text: string, { field, key, language }: Place): void {
    const categories = this.#readCategory(text);
    if (categories === null) this.#leaveOut(field, key, 'import.row_category', { value: truncateCell(text) });
    else if (categories.length > 0) this.#paths[language ?? 'main'] = categories;
  }

  #readBrand(text: string, place: Place): void {
    const brand = this.#judge(nameScalar, toSingleLine(text), place, false);
    if (brand !== null) this.#wanted.brand = brand;
  }

  #readOption(text: string): void {
    const value = toSingleLine(text);
    if (value !== '' && !NO_SIZE.has(value.toLowerCase())) this.#optionValues.push(value);
  }

  #readCost(text: string, place: Place): void {
    const cost = this.#amount(text, place, false);
    if (cost !== null) this.#wanted.cost = cost;
  }

  #readImage(text: string, key: string): void {
    // a web address is never fetched; the zip may hold the file that it names
    const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
    const path = isAddress ? text.replace(/[?#].*$/s, '') : text;
    const name = path.split(/[\\/]/).at(-1) ?? '';
    if (this.#options.images?.has(name.toLowerCase())) this.#wanted.image = name.toLowerCase();
    else if (isAddress)
      this.#leaveOut('image_path', key, 'import.row_image_address', { address: truncateCell(text) });
    else this.#leaveOut('image_path', key, 'import.row_image_missing', { name: truncateCell(name) });
  }

  /** Parses an amount and rounds it to the currency's decimals; null and an error or notice when it is invalid. */
  #amount(text: string, { field, key }: Place, refuses: boolean): number | null {
    const { scale, currency, mark = null } = this.#options;
    const wrong = (code: string, params: ImportRowError['params'] = {}): null => {
      if (refuses) this.#refuse(field, key, code, params);
      else this.#leaveOut(field, key, code, params);
      return null;
    };
    const digits = parsePrice(text, scale, currency, mark);
    if (digits === null) return wrong('import.row_not_a_number', { value: truncateCell(text) });
    if (Number(digits) < 0) return wrong('positive');
    const value = roundDigits(digits, scale);
    if (value > MAX_MONEY) return wrong('max_value', { max: MAX_MONEY });
    if (value !== Number(digits))
      this.#leaveOut(field, key, 'import.row_price_rounded', {
        value: truncateCell(text),
        price: value.toFixed(scale),
      });
    return value;
  }

  #readPrice(text: string, place: Place): void {
    if (OPEN_PRICE.has(text.toLowerCase())) return;
    const price = this.#amount(text, place, true);
    const { free } = this.#options;
    if (price === 0 && free) this.#wanted.free = 1;
    if (price !== null && (price > 0 || free)) this.#wanted.price = price;
  }

  #readOtherPrice(text: string, place: Place): void {
    const price = this.#amount(text, place, false);
    if (price === null || price === 0) return;
    if (place.field === 'sale_price') this.#sale = price;
    else this.#wanted.compare_at = price;
  }

  #readQuantity(text: string, { field, key }: Place): void {
    const digits = parseNumber(text, 3);
    const value = Number(digits);
    if (digits === null) this.#leaveOut(field, key, 'import.row_not_a_number', { value: truncateCell(text) });
    else if (value < 0)
      this.#leaveOut(field, key, 'import.row_quantity_negative', { value: truncateCell(text) });
    else if (countDecimalPlaces(value) > 3) this.#leaveOut(field, key, 'decimals', { max: 3 });
    else if (value > MAX_MONEY) this.#leaveOut(field, key, 'max_value', { max: MAX_MONEY });
    else this.#wanted.quantity = value;
  }

  /** Reads a step, a unit, or a yes or no to whether the product is sold by weight. */
  #readStepper(text: string, { field, key }: Place): void {
    const unit = parseUnit(text);
    const digits = parseNumber(text, 3);
    const answer = digits === null ? parseStatus(text) : null;
    if (unit === 'weighed' || answer === 1) this.#wanted.isWeighed = true;
    else if (unit === null && answer === null && digits === null)
      this.#leaveOut(field, key, 'import.row_not_a_number', { value: truncateCell(text) });
    else if (digits !== null && !stepScalar.safeParse(Number(digits)).success)
      this.#leaveOut(field, key, 'import.row_step', { value: truncateCell(text) });
    else if (digits !== null) this.#wanted.stepper = Number(digits);
  }

  #readStatus(text: string, { field, key }: Place): void {
    const status = parseStatus(text);
    if (status !== null) this.#wanted.status = status;
    else if (this.#options.kind === 'price')
      this.#refuse(field, key, 'import.row_status', { value: truncateCell(text) });
    else this.#leaveOut(field, key, 'import.row_status', { value: truncateCell(text) });
  }

  /** Makes a sale price the price, and the regular price the one to compare with. */
  #settlePrices(): void {
    const imported = this.#wanted;
    if (this.#sale !== null && imported.price === undefined) imported.price = this.#sale;
    else if (this.#sale !== null && imported.price !== undefined && this.#sale < imported.price) {
      imported.compare_at = imported.price;
      imported.price = this.#sale;
    }
    if (imported.compare_at !== undefined && imported.compare_at <= (imported.price ?? 0))
      delete imported.compare_at;
  }

  /** Adds the size column to the name, unless the rows are grouped by product. */
  #settleName(): void {
    const { names } = this.#wanted;
    if (!names || this.#size === '' || this.#group !== '') return;
    const size = this.#size;
    for (const locale of ['ar', 'en', 'de'] as const)
      if (names[locale]) names[locale] = `${names[locale]} ${size}`.slice(0, NAME_MAX).toWellFormed();
  }

  /** Joins the options into one text; in grouped rows the size is one of them. */
  #settleOption(): void {
    const { mapping } = this.#options;
    const values = [...(this.#group === '' || this.#size === '' ? [] : [this.#size]), ...this.#optionValues];
    if (values.length === 0) return;
    const key = mapping.option ?? mapping.option_2 ?? mapping.option_3 ?? mapping.size ?? '';
    const option = this.#judge(itemOption, values.join(' / '), { field: 'option', key }, false);
    if (option !== null) this.#wanted.option = option;
  }

  /** Refuses a total row, because it would become a product with the sum of all prices. */
  #refuseTotal(): void {
    for (const [locale, name] of Object.entries(this.#wanted.names ?? {}))
      if (TOTALS.has(foldForSearch(name.replace(/:$/, '')))) {
        const column = this.#options.mapping[`names.${locale}`] ?? '';
        this.#refuse('names', column, 'import.row_total', { value: name });
        return;
      }
  }

  /** Whether the row cannot be an item: a row that only adds a picture names just its product. */
  #isBare(): boolean {
    const { price, quantity, names } = this.#wanted;
    return (
      !this.#hasBarcode &&
      price === undefined &&
      quantity === undefined &&
      !names &&
      this.#size === '' &&
      this.#optionValues.length === 0 &&
      this.#reasons.length === 0
    );
  }

  finish(): ParsedImportRow {
    const { kind, mapping } = this.#options;
    if (!this.#hasBarcode && this.#group === '') this.#refuseTotal();
    this.#settlePrices();
    this.#settleName();
    this.#settleOption();
    const reasons = this.#reasons;
    const values = this.#wanted;
    const categories = joinCategoryColumns(this.#paths);
    if (categories) values.categories = categories;
    if (!this.#hasBarcode && kind === 'price')
      reasons.unshift({
        field: 'barcode',
        column: mapping.barcode ?? null,
        code: 'import.row_barcode_missing',
        params: {},
      });
    if (kind === 'price' && values.price === undefined && values.status === undefined && reasons.length === 0)
      this.#refuse('price', mapping.price ?? '', 'import.row_price_missing');
    const { ar, en, de } = values.names ?? {};
    return {
      row: this.#row.row,
      barcode: this.#barcode,
      title: ar ?? en ?? de ?? null,
      wanted: values,
      reasons,
      notices: this.#notices,
      group: this.#group === '' ? null : { key: this.#group, code: null, values: {} },
      isBare: this.#isBare(),
      cells: joinCells(this.#row.cells),
    };
  }
}

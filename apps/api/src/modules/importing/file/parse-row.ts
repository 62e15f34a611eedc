import { countDecimalPlaces, toLatinDigits } from '@dukkan/commerce';
import {
  barcode as barcodeScalar,
  itemOption,
  longText,
  MAX_MONEY,
  NAME_MAX,
  name as nameScalar,
  toRule,
} from '@dukkan/contract';
import type * as z from 'zod';
import { parseColumnIndex, type TableRow } from '../../../core/spreadsheet/table.ts';
import type { ImportRowError, Mapping } from '../import.view.ts';
import { CONTROLS, keepCells, readCellText, toLine, truncateCell } from './cell-text.ts';
import { htmlToText, toReadText } from './html-to-text.ts';
import { type DecimalMark, parseNumber, parsePrice } from './parse-number.ts';
import { parseStatus } from './yes-no.ts';

export type Texts = { ar?: string; en?: string; de?: string };

/** A title in a category's path; with its languages where columns tell them. */
export type CategoryPart = string | { readonly title: string; readonly titles: Texts };

/** A category that a cell names: an id that stands already, or titles from the top. */
export type CategoryReference = number | readonly CategoryPart[];

/** What a row of the file says, read and judged by itself; only what stands in it is set. */
export type ImportedValues = {
  names?: Texts;
  descriptions?: Texts;
  /** The number of a product that stands, as our own export tells it. */
  id?: number;
  categories?: readonly CategoryReference[];
  brand?: string;
  image?: string;
  price?: number;
  compare_at?: number;
  /** 1: the cell holds 0, and 0 means that it is given away. */
  free?: 1;
  quantity?: number;
  /** What a unit of that quantity cost. */
  cost?: number;
  status?: 0 | 1;
  /** What tells the row's item from the other items of its product. */
  option?: string;
};

/** What is known of a row whatever it is about. */
export type ParsedRow = {
  readonly row: number;
  readonly title: string | null;
  readonly reasons: readonly ImportRowError[];
  /** What was left out of a row that is taken, and why. */
  readonly notices: readonly ImportRowError[];
  /** The row as it stands in the file, as JSON. */
  readonly cells: string;
};

export type ParsedImportRow = ParsedRow & {
  readonly barcode: string | null;
  readonly wanted: ImportedValues;
  /** What ties it to the rows of the same product; null for a row that stands alone. */
  readonly group: RowGroup | null;
  /** It has no code, name, price or quantity of its own: a further picture, where it is tied to others. */
  readonly isBare: boolean;
};

/** The rows of one product: what its first rows say holds for all of them. */
export type RowGroup = {
  readonly key: string;
  /** The first code among them, by which a later row finds the product. */
  code: string | null;
  values: Pick<ImportedValues, 'names' | 'descriptions' | 'categories' | 'brand' | 'status'>;
};

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
/** Fields whose cells are texts: an apostrophe before digits is their own. */
const IS_TEXT = /^(names|descriptions|brand|option)/;
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
    key === null ? [] : [{ field, key, at: parseColumnIndex(key) }],
  );
  const codes = CODES.flatMap((code) => places.find(({ field }) => field === code) ?? []);
  const others = places.filter(({ field }) => !codes.some((code) => code.field === field));
  return (row) => {
    const reader = new RowReader(options, row);
    reader.readCode(codes);
    for (const place of others) reader.readCell(place);
    return reader.finish();
  };
}

type Place = { readonly field: string; readonly key: string; readonly at: number };

/** Parses one row. Only its code, name and price can refuse it; other invalid values are left out with a notice. */
class RowReader {
  readonly #options: RowParserOptions;
  readonly #row: TableRow;
  readonly #reasons: ImportRowError[] = [];
  readonly #notices: ImportRowError[] = [];
  readonly #wanted: ImportedValues = {};
  #barcode: string | null = null;
  #hasBarcode = false;
  #size = '';
  readonly #optionValues: string[] = [];
  readonly #paths: Partial<Record<'main' | keyof Texts, (number | readonly string[])[]>> = {};
  #group = '';
  #sale: number | null = null;

  constructor(options: RowParserOptions, row: TableRow) {
    this.#options = options;
    this.#row = row;
  }

  #refuse(field: string, column: string, code: string, params: ImportRowError['params'] = {}): void {
    this.#reasons.push({ field, column, code, params });
  }

  #leaveOut(field: string, column: string, code: string, params: ImportRowError['params'] = {}): void {
    this.#notices.push({ field, column, code, params });
  }

  /** A text that its rule allows, or null with the reason: one of a name refuses the row. */
  #judge(schema: z.ZodType<string>, text: string, { field, key }: Place, refuses: boolean): string | null {
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
      const code = expandExponent(toLatinDigits(text));
      if (code === null)
        this.#refuse('barcode', place.key, 'import.row_code_damaged', { value: truncateCell(text) });
      else this.#barcode = this.#judge(barcodeScalar, code, { ...place, field: 'barcode' }, true);
      return;
    }
  }

  readCell(place: Place): void {
    const { field, key } = place;
    const text = readCellText(this.#row.cells, place.at, IS_TEXT.test(field));
    if (text === '') return;
    if (field.startsWith('names.')) this.#readName(text, place);
    else if (field.startsWith('descriptions.')) this.#readDescription(text, place);
    else if (field === 'category' || field.startsWith('category.')) this.#readCategories(text, place);
    else if (field === 'brand') this.#readBrand(text, place);
    else if (field === 'image_path') this.#readImage(text, key);
    else if (field === 'price') this.#readPrice(text, place);
    else if (field === 'compare_at' || field === 'sale_price') this.#readOtherPrice(text, place);
    else if (field === 'quantity') this.#readQuantity(text, place);
    else if (field === 'cost') this.#readCost(text, place);
    else if (field === 'status') this.#readStatus(text, place);
    else if (field === 'size') this.#size = NO_SIZE.has(text.toLowerCase()) ? '' : toLine(text);
    else if (field.startsWith('option')) this.#readOption(text);
    else if (field === 'group') this.#group = text;
    else if (field === 'id' && /^[1-9]\d{0,8}$/.test(toLatinDigits(text)))
      this.#wanted.id = Number(toLatinDigits(text));
  }

  #readName(text: string, place: Place): void {
    const clean = toReadText(text);
    if (clean === '') return;
    const value = this.#judge(nameScalar, clean, place, true);
    const locale = place.field.split('.')[1] as keyof Texts;
    if (value !== null) this.#wanted.names = { ...this.#wanted.names, [locale]: value };
  }

  #readDescription(text: string, place: Place): void {
    const clean = htmlToText(text).replace(CONTROLS, '').replace(/ {2,}/g, ' ').trim();
    if (clean === '') return;
    const value = this.#judge(longText, clean, place, false);
    const locale = place.field.split('.')[1] as keyof Texts;
    if (value !== null) this.#wanted.descriptions = { ...this.#wanted.descriptions, [locale]: value };
  }

  #readCategories(text: string, { field, key }: Place): void {
    const categories = parseCategoryCell(htmlToText(text));
    const column = (field.split('.')[1] ?? 'main') as 'main' | keyof Texts;
    if (categories === null) this.#leaveOut(field, key, 'import.row_category', { value: truncateCell(text) });
    else if (categories.length > 0) this.#paths[column] = categories;
  }

  #readBrand(text: string, place: Place): void {
    const brand = this.#judge(nameScalar, toLine(text), place, false);
    if (brand !== null) this.#wanted.brand = brand;
  }

  #readOption(text: string): void {
    const value = toLine(text);
    if (value !== '' && !NO_SIZE.has(value.toLowerCase())) this.#optionValues.push(value);
  }

  #readCost(text: string, place: Place): void {
    const cost = this.#amount(text, place, false);
    if (cost !== null) this.#wanted.cost = cost;
  }

  #readImage(text: string, key: string): void {
    // a picture's URL is never fetched: the row is accepted without its picture
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return;
    const name = text.split(/[\\/]/).at(-1) ?? '';
    if (this.#options.images?.has(name.toLowerCase())) this.#wanted.image = name.toLowerCase();
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

  #readStatus(text: string, { field, key }: Place): void {
    const status = parseStatus(text);
    if (status !== null) this.#wanted.status = status;
    else if (this.#options.kind === 'price')
      this.#refuse(field, key, 'import.row_status', { value: truncateCell(text) });
    else this.#leaveOut(field, key, 'import.row_status', { value: truncateCell(text) });
  }

  /** Makes a sale price the price, and the regular price the one to compare with. */
  #settlePrices(): void {
    const wanted = this.#wanted;
    if (this.#sale !== null && wanted.price === undefined) wanted.price = this.#sale;
    else if (this.#sale !== null && wanted.price !== undefined && this.#sale < wanted.price) {
      wanted.compare_at = wanted.price;
      wanted.price = this.#sale;
    }
    if (wanted.compare_at !== undefined && wanted.compare_at <= (wanted.price ?? 0)) delete wanted.compare_at;
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
    const option = this.#judge(itemOption, values.join(' / '), { field: 'option', key, at: 0 }, false);
    if (option !== null) this.#wanted.option = option;
  }

  /** Paths with what their parts are called in the languages whose columns tell as many parts. */
  #settleCategories(): void {
    const { main, ...told } = this.#paths;
    const paths = main ?? told.en ?? told.de ?? told.ar;
    if (!paths) return;
    this.#wanted.categories = paths.map((path, at): CategoryReference => {
      if (typeof path === 'number') return path;
      const fits = (['ar', 'en', 'de'] as const).flatMap((locale) => {
        const other = told[locale]?.length === paths.length ? told[locale][at] : undefined;
        return typeof other === 'object' && other.length === path.length ? [[locale, other] as const] : [];
      });
      if (fits.length === 0) return path;
      return path.map((title, depth) => ({
        title,
        titles: Object.fromEntries(fits.map(([locale, other]) => [locale, other[depth]])) as Texts,
      }));
    });
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
    this.#settlePrices();
    this.#settleName();
    this.#settleOption();
    this.#settleCategories();
    const reasons = this.#reasons;
    const wanted = this.#wanted;
    if (!this.#hasBarcode && kind === 'price')
      reasons.unshift({
        field: 'barcode',
        column: mapping.barcode ?? null,
        code: 'import.row_barcode_missing',
        params: {},
      });
    if (kind === 'price' && wanted.price === undefined && wanted.status === undefined && reasons.length === 0)
      this.#refuse('price', mapping.price ?? '', 'import.row_price_missing');
    const { ar, en, de } = wanted.names ?? {};
    return {
      row: this.#row.row,
      barcode: this.#barcode,
      title: ar ?? en ?? de ?? null,
      wanted,
      reasons,
      notices: this.#notices,
      group: this.#group === '' ? null : { key: this.#group, code: null, values: {} },
      isBare: this.#isBare(),
      cells: keepCells(this.#row.cells),
    };
  }
}

/**
 * The categories that a cell names, paths parted by commas: 'Food > Drinks, Gifts', 'Food › Drinks', 'Food / Drinks', or
 * the id of one that stands. An empty last part says nothing, `0` and `-` mean none; null where a part is no title.
 */
export function parseCategoryCell(text: string): (number | readonly string[])[] | null {
  const paths = text
    .split(/[,،;|\n]/)
    .map((one) => one.trim())
    .filter((one) => !['', '0', '-'].includes(toLatinDigits(one)));
  if (paths.length > CATEGORIES_MAX) return null;
  const categories: (number | readonly string[])[] = [];
  for (const path of paths) {
    const digits = toLatinDigits(path);
    if (/^[1-9]\d{0,8}$/.test(digits)) {
      categories.push(Number(digits));
      continue;
    }
    const parts = path
      // a slash parts only after a space; each part is trimmed by the name's own rule
      .split(/[>›]|(?<=\s)\/(?=\s|$)/)
      .map((part) => part.replace(CONTROLS, ' ').trim());
    while (parts.at(-1) === '') parts.pop();
    const titles = parts.map((part) => nameScalar.safeParse(part));
    if (titles.length === 0 || titles.length > 10 || titles.some((title) => !title.success)) return null;
    categories.push(titles.map((title) => title.data as string));
  }
  return categories;
}

/** Categories that one cell may name. */
const CATEGORIES_MAX = 20;

import { foldForSearch, hasValidCheckDigit, isGtin, toLatinDigits } from '@dukkan/commerce';
import { type TableRow, toColumnLetters } from '../../../core/spreadsheet/table.ts';

/** A column as the mapping step shows it. */
export type ColumnSample = {
  readonly key: string;
  readonly header: string | null;
  readonly samples: readonly string[];
};

/** Words that headers use for each field, folded, most telling first. */
export type HeaderSynonyms = Readonly<Record<string, readonly string[]>>;

export const WORDS: HeaderSynonyms = {
  barcode: [
    'barcode',
    'bar code',
    'ean',
    'ean13',
    'gtin',
    'upc',
    'strichcode',
    'باركود',
    'الباركود',
    'رمز شريطي',
    'الرمز الشريطي',
    'sku',
    'stockcode',
    'stock code',
    'item code',
    'product code',
    'artikelnummer',
    'artikelnr',
    'رقم الصنف',
    'كود',
    'code',
  ],
  category: [
    'category',
    'categories',
    'kategorie',
    'warengruppe',
    'rubrik',
    'group',
    'الفئه',
    'فئه',
    'القسم',
    'قسم',
    'التصنيف',
    'تصنيف',
    'المجموعه',
  ],
  names: [
    'name',
    'product name',
    'product',
    'title',
    'item',
    'bezeichnung',
    'produktname',
    'artikel',
    'titel',
    'الاسم',
    'اسم',
    'اسم المنتج',
    'المنتج',
    'الصنف',
    'اسم الصنف',
    'العنوان',
  ],
  descriptions: ['description', 'details', 'beschreibung', 'الوصف', 'وصف', 'التفاصيل'],
  image_path: [
    'image',
    'picture',
    'photo',
    'bild',
    'foto',
    'bilddatei',
    'image path',
    'image url',
    'image file',
    'picture file',
    'صوره',
    'الصوره',
    'ملف الصوره',
  ],
  price: [
    'price',
    'unit price',
    'unitprice',
    'base price',
    'sale price',
    'preis',
    'grundpreis',
    'verkaufspreis',
    'vk',
    'السعر',
    'سعر',
    'سعر البيع',
    'سعر الوحده',
  ],
  quantity: ['quantity', 'qty', 'stock', 'menge', 'anzahl', 'bestand', 'الكميه', 'كميه', 'المخزون', 'العدد'],
  status: ['status', 'active', 'state', 'aktiv', 'zustand', 'الحاله', 'حاله', 'نشط', 'فعال'],
};

/** How a header says which language its texts are in. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar', 'arabic', 'arabisch', 'عربي', 'عربيه', 'العربيه', 'بالعربيه', 'بالعربي'],
  en: ['en', 'english', 'englisch', 'انجليزي', 'انجليزيه', 'الانجليزيه', 'بالانجليزيه', 'بالانجليزي'],
  de: ['de', 'german', 'deutsch', 'الماني', 'المانيه', 'الالمانيه', 'بالالمانيه', 'بالالماني'],
};

const plain = (header: string): string =>
  foldForSearch(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const languageOf = (words: readonly string[]): string | null =>
  Object.entries(LANGUAGES).find(([, names]) => words.some((word) => names.includes(word)))?.[0] ?? null;

/** What a header means: the field without its language, the language, and how sure that is; null for nothing known. */
function meaningOf(
  header: string,
  told: HeaderSynonyms,
): { field: string; language: string | null; score: number } | null {
  const text = plain(header);
  if (text === '' || text.length > 60) return null;
  const words = text.split(' ');
  const language = languageOf(words);
  const known = language ? (LANGUAGES[language] ?? []) : [];
  const bare = words.filter((word) => !known.includes(word)).join(' ');
  for (const [field, names] of Object.entries(told)) {
    const at = names.indexOf(bare);
    if (at >= 0) return { field, language, score: 100 - at };
  }
  for (const [field, names] of Object.entries(told)) {
    const at = names.findIndex((name) => name.length > 3 && ` ${bare} `.includes(` ${name} `));
    if (at >= 0) return { field, language, score: 40 - at };
  }
  return null;
}

const ARABIC = /\p{Script=Arabic}/u;

const shareOf = (samples: readonly string[], test: (text: string) => boolean): number =>
  samples.length === 0 ? 0 : samples.filter(test).length / samples.length;

const isCode = (text: string): boolean => {
  const digits = toLatinDigits(text.trim());
  return isGtin(digits) && hasValidCheckDigit(digits);
};
const isPicture = (text: string): boolean => /\.(jpe?g|png|webp|gif)(\?.*)?$/i.test(text.trim());
const isDecimal = (text: string): boolean => /^-?\d{1,6}([.,]\d{1,3})$/.test(toLatinDigits(text.trim()));
const isPath = (text: string): boolean => /\S\s*[>›]\s*\S|\S\s\/\s\S/.test(text);

/** Which language a column of texts is in, where its header does not say. */
const spokenIn = (samples: readonly string[]): string =>
  shareOf(samples, (text) => ARABIC.test(text)) > 0.4 ? 'ar' : 'en';

/**
 * Guesses each field's column from headers in three languages, then from values: bar codes by their check digits,
 * decimals, pictures' file names, paths. A column serves one field.
 */
export function guessColumnMapping(
  columns: readonly ColumnSample[],
  fields: readonly string[],
  told: HeaderSynonyms = WORDS,
): Record<string, string | null> {
  const guess: Record<string, string | null> = Object.fromEntries(fields.map((field) => [field, null]));
  const taken = new Set<string>();
  const take = (field: string, key: string) => {
    if (!fields.includes(field) || guess[field] !== null || taken.has(key)) return;
    guess[field] = key;
    taken.add(key);
  };
  const named = columns
    .flatMap((column) => {
      const meaning = column.header === null ? null : meaningOf(column.header, told);
      return meaning ? [{ ...meaning, column }] : [];
    })
    .toSorted((a, b) => b.score - a.score);
  for (const { field, language, column } of named) {
    if (field !== 'names' && field !== 'descriptions') take(field, column.key);
    else take(`${field}.${language ?? spokenIn(column.samples)}`, column.key);
  }
  const byValue = (field: string, test: (text: string) => boolean, of = columns) => {
    const best = of
      .filter(({ key, samples }) => !taken.has(key) && shareOf(samples, test) >= 0.6)
      .toSorted((a, b) => shareOf(b.samples, test) - shareOf(a.samples, test))[0];
    if (best) take(field, best.key);
  };
  byValue('barcode', isCode);
  byValue('image_path', isPicture);
  byValue('category', isPath);
  // decimals are many things: a header that does not speak of a price speaks against one
  byValue(
    'price',
    isDecimal,
    columns.filter(({ header }) => header === null),
  );
  if (!fields.some((field) => field.startsWith('names.') && guess[field])) nameByValue(columns, guess, taken);
  return guess;
}

/**
 * A name is what people read: the longest texts of letters that nothing else took. A short description is one too,
 * where a file has no other.
 */
function nameByValue(
  columns: readonly ColumnSample[],
  guess: Record<string, string | null>,
  taken: ReadonlySet<string>,
): void {
  const described = Object.keys(guess).find((field) => field.startsWith('descriptions.') && guess[field]);
  const short = columns.find(({ key }) => described && key === guess[described]);
  if (described && short && lengthOf(short.samples) < 60) {
    guess[described.replace('descriptions', 'names')] = short.key;
    guess[described] = null;
    return;
  }
  const wordy = columns.filter(
    ({ key, samples }) => !taken.has(key) && shareOf(samples, (text) => /\p{L}{3}/u.test(text)) > 0.6,
  );
  const [longest] = wordy.toSorted((a, b) => lengthOf(b.samples) - lengthOf(a.samples));
  const field = longest && `names.${spokenIn(longest.samples)}`;
  if (longest && field && field in guess) guess[field] = longest.key;
}

const lengthOf = (samples: readonly string[]): number =>
  samples.reduce((all, text) => all + Math.min(text.length, 80), 0) / Math.max(1, samples.length);

const filled = (row: TableRow): number => row.cells.filter((cell) => cell.trim() !== '').length;

const isText = (cell: string): boolean => cell.trim() !== '' && !/^[\d\s.,%-]+$/.test(toLatinDigits(cell));

/**
 * The row where the data begins: below the row whose cells are known headers; else below the first row that is as wide
 * as the table and all words; else the first row.
 * @param rows the first rows of the sheet that hold anything
 */
export function findFirstDataRow(
  rows: readonly TableRow[],
  told: HeaderSynonyms = WORDS,
): { start: number; header: TableRow | null } {
  const hits = rows.slice(0, 40).map((row) => ({
    row,
    score: row.cells.filter((cell) => meaningOf(cell, told) !== null).length,
  }));
  const [best] = hits.toSorted((a, b) => b.score - a.score || a.row.row - b.row.row);
  const width = Math.max(0, ...rows.map(filled));
  const isHeading = (row: TableRow): boolean =>
    filled(row) >= Math.max(1, width * 0.6) && row.cells.every((cell) => cell.trim() === '' || isText(cell));
  const isKnown = best && (best.score >= 2 || (best.score === 1 && (width < 2 || isHeading(best.row))));
  const header = isKnown ? best.row : rows.slice(0, 20).find(isHeading);
  // one lonely row of words above nothing is data, not a header
  if (!header || (rows.length === 1 && (best?.score ?? 0) === 0))
    return { start: rows[0]?.row ?? 1, header: null };
  return { start: header.row + 1, header };
}

/** The columns of a table from its header row and the first data rows, each with as many samples. */
export function describeColumns(
  header: TableRow | null,
  data: readonly TableRow[],
  count: number,
): ColumnSample[] {
  const width = Math.max(header?.cells.length ?? 0, ...data.map(({ cells }) => cells.length));
  const columns: ColumnSample[] = [];
  for (let at = 0; at < Math.min(width, 200); at += 1) {
    const title = header?.cells[at]?.trim() ?? '';
    const values = data.map(({ cells }) => cells[at]?.trim() ?? '').filter((text) => text !== '');
    if (title === '' && values.length === 0) continue;
    columns.push({
      key: toColumnLetters(at),
      header: title === '' ? null : title.slice(0, 200),
      samples: values.slice(0, count).map((text) => text.slice(0, 200)),
    });
  }
  return columns;
}

import { foldForSearch, hasValidCheckDigit, isGtin, toLatinDigits } from '@dukkan/commerce';
import { parseColumnIndex, type TableRow, toColumnLetters } from '../../../core/spreadsheet/table.ts';
import { type HeaderSynonyms, OTHER_ROLES, WORDS } from './header-words.ts';
import { withoutTaxWords } from './parse-number.ts';
import { isYesOrNo } from './yes-no.ts';

/** A column as the mapping step shows it. */
export type ColumnSample = {
  readonly key: string;
  readonly header: string | null;
  readonly samples: readonly string[];
};

/** How a header says which language its texts are in. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar', 'arabic', 'arabisch', 'عربي', 'عربيه', 'العربيه', 'بالعربيه', 'بالعربي'],
  en: ['en', 'english', 'englisch', 'انجليزي', 'انجليزيه', 'الانجليزيه', 'بالانجليزيه', 'بالانجليزي'],
  de: ['de', 'german', 'deutsch', 'الماني', 'المانيه', 'الالمانيه', 'بالالمانيه', 'بالالماني'],
};

/** A header in words: compounds are parted at capitals, digits and punctuation ('VKPreis', 'Artikeltext1', 'unit_price'). */
const plain = (header: string): string =>
  foldForSearch(
    header
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(?<=\p{Lu}\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
      .replace(/(?<=\p{L}\p{L}\p{L})(?=\p{Nd})/gu, ' '),
  )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const languageOf = (words: readonly string[]): string | null =>
  Object.entries(LANGUAGES).find(([, names]) => words.some((word) => names.includes(word)))?.[0] ?? null;

/** Header words that only German lists use: their texts are German where their letters allow it. */
const GERMAN = /bezeichnung|artikel|titel|ware|gericht|produkt(?!s?$)|beschreibung|langtext|kategorie/;

/** A role that a header may have, with how closely it says so: the more words, the closer; `at` is its place in the list. */
type Meaning = { readonly role: string; readonly rank: number; readonly at: number };

/** Short words that are a header of their own, and say something beside others too. */
const TELLING = new Set(
  'ek vk vkp uvp rrp mrp qty ean sku upc plu hs hsn vat tax gst no nr name code'.split(' '),
);
/** What a column is called for, though another word stands beside it. */
const VAGUE = new Set(['names', 'barcode', 'category', 'id', 'name', 'customer_id']);

/** The roles that a header may have, the likeliest first; the language that it names. */
function meaningsOf(
  header: string,
  told: HeaderSynonyms,
): { readonly language: string | null; readonly bare: string; readonly meanings: readonly Meaning[] } {
  const text = plain(header);
  if (text === '' || text.length > 60) return { language: null, bare: text, meanings: [] };
  const words = text.split(' ');
  const language = languageOf(words);
  const known = language ? (LANGUAGES[language] ?? []) : [];
  const numberless = words.filter((word, at) => at === 0 || !/^\d+$/.test(word));
  const bare = words.filter((word) => !known.includes(word)).join(' ');
  const plainest = numberless.filter((word) => !known.includes(word)).join(' ');
  const meanings: Meaning[] = [];
  const isQuestion = /[?\u061f]\s*$/.test(header);
  for (const [role, names] of [...Object.entries(told), ...Object.entries(OTHER_ROLES)]) {
    // a question is answered by yes or no, whatever it asks about
    if (isQuestion && role !== 'flag' && role !== 'status') continue;
    if (!(role in told) || told[role] === names) {
      const isField = role in told;
      let best: Meaning | null = null;
      for (const [at, name] of names.entries()) {
        let rank = 0;
        if (name === bare || name === plainest) rank = 1000 + (isField ? 1 : 0);
        else if ((name.length > 3 || TELLING.has(name)) && ` ${bare} `.includes(` ${name} `))
          rank = 100 + name.split(' ').length * 10 + (isField && !VAGUE.has(role) ? 5 : isField ? 0 : 2);
        else if (name.length > 4 && bare.endsWith(name)) rank = 50 + Math.min(name.length, 40);
        if (rank > (best?.rank ?? 0)) best = { role, rank, at };
      }
      if (best) meanings.push(best);
    }
  }
  if (isQuestion && meanings.length === 0) meanings.push({ role: 'flag', rank: 1, at: 0 });
  return { language, bare, meanings: meanings.toSorted((a, b) => b.rank - a.rank || a.at - b.at) };
}

const isKnown = (header: string, told: HeaderSynonyms): boolean => {
  const [first] = meaningsOf(header, told).meanings;
  return first !== undefined && first.rank >= 100;
};

const ARABIC = /\p{Script=Arabic}/u;

const shareOf = (samples: readonly string[], test: (text: string) => boolean): number =>
  samples.length === 0 ? 0 : samples.filter(test).length / samples.length;

const isCode = (text: string): boolean => {
  const digits = toLatinDigits(text.trim().replace(/^'/, ''));
  return isGtin(digits) && hasValidCheckDigit(digits);
};
const isPicture = (text: string): boolean => /\.(jpe?g|png|webp|gif)(\?.*)?$/i.test(text.trim());
const isDecimal = (text: string): boolean => /^-?\d{1,6}([.,]\d{1,3})$/.test(toLatinDigits(text.trim()));
const isPath = (text: string): boolean => /\S\s*[>›]\s*\S|\S\s\/\s\S/.test(text);
const isLink = (text: string): boolean => /^(https?:\/\/|www\.)/i.test(text.trim());
const isFlag = (text: string): boolean => {
  const word = foldForSearch(text);
  return !/\d/.test(word) && isYesOrNo(word);
};
const isDate = (text: string): boolean =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}([ T].*)?$/.test(toLatinDigits(text.trim()));
/** A number with at most a currency, a unit or a word about taxes beside it. */
const isNumber = (text: string): boolean => {
  const plain = withoutTaxWords(toLatinDigits(text)).trim();
  return /\d/.test(plain) && (plain.match(/\p{L}/gu) ?? []).length <= 6 && !/\d\s*\p{L}+\s*\d/u.test(plain);
};
const isPhone = (text: string): boolean => {
  const plain = toLatinDigits(text);
  const digits = (plain.match(/\d/g) ?? []).length;
  return digits >= 7 && digits <= 16 && (plain.match(/\p{L}/gu) ?? []).length <= 4 && !isDate(text);
};
const isEmail = (text: string): boolean => /\S@\S/.test(text);
/** Words without digits: what a person is called. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !/[\p{Nd}@]/u.test(text);
/** A number that a database gives its rows. */
const GUID = /^\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** 1, 2, 3 …: the number of a row is no number of goods. */
function isRunning(samples: readonly string[]): boolean {
  const numbers = samples.map((text) => Number(toLatinDigits(text.trim())));
  return (
    numbers.length > 1 &&
    (numbers[0] ?? 2) <= 1 &&
    numbers.every((n, at) => at === 0 || n === (numbers[at - 1] ?? 0) + 1)
  );
}

/** What WooCommerce and Odoo call the kinds of their records: no shop sorts its goods by these. */
const KINDS = new Set(
  'simple variable variation virtual grouped external consumable storable product goods service regular physical consu'.split(
    ' ',
  ),
);

const distinctShare = (samples: readonly string[]): number =>
  samples.length === 0 ? 0 : new Set(samples.map((text) => text.trim())).size / samples.length;

/** What a column must hold for a role that its header names; a column without values is believed. */
const HOLDS: Readonly<Record<string, (samples: readonly string[], header: string) => boolean>> = {
  price: (samples) => shareOf(samples, isNumber) >= 0.5 && shareOf(samples, isDate) < 0.5,
  sale_price: (samples) => shareOf(samples, isNumber) >= 0.5 && shareOf(samples, isDate) < 0.5,
  compare_at: (samples) => shareOf(samples, isNumber) >= 0.5,
  cost_value: (samples) => shareOf(samples, isNumber) >= 0.5,
  quantity: (samples) => shareOf(samples, isNumber) >= 0.5 && shareOf(samples, isDate) < 0.5,
  names: (samples) =>
    shareOf(samples, hasLetters) >= 0.5 && shareOf(samples, isLink) < 0.3 && shareOf(samples, isFlag) < 0.5,
  title: (samples) => shareOf(samples, hasLetters) >= 0.5 && shareOf(samples, isLink) < 0.3,
  descriptions: (samples) => shareOf(samples, hasLetters) >= 0.3 && shareOf(samples, isLink) < 0.5,
  category: (samples) =>
    shareOf(samples, isLink) < 0.3 &&
    shareOf(samples, isDecimal) < 0.5 &&
    shareOf(samples, isFlag) < 0.5 &&
    shareOf(samples, (text) => KINDS.has(foldForSearch(text).split(/[, ]/)[0] ?? '')) < 0.5,
  barcode: (samples, header) =>
    shareOf(samples, isLink) < 0.3 &&
    shareOf(samples, isDate) < 0.5 &&
    shareOf(samples, (text) => text.trim().split(/\s+/).length > 3) < 0.5 &&
    (samples.length < 8 || distinctShare(samples) >= 0.3) &&
    !(isRunning(samples) && !CODE_HEADERS.test(header)),
  brand: (samples) => shareOf(samples, hasLetters) >= 0.5 && shareOf(samples, isLink) < 0.3,
  cost: (samples) => shareOf(samples, isNumber) >= 0.5,
  option: (samples, header) => shareOf(samples, isLink) < 0.3 && !/ name( \d)?$/.test(header),
  status: (samples) => new Set(samples.map(foldForSearch)).size <= 6,
  flag: (samples) => shareOf(samples, (text) => isYesOrNo(foldForSearch(text))) >= 0.5,
  phone: (samples) => shareOf(samples, isPhone) >= 0.5,
  phone_2: (samples) => shareOf(samples, isPhone) >= 0.5,
  email: (samples) => shareOf(samples, isEmail) >= 0.5,
  name: (samples) => shareOf(samples, hasLetters) >= 0.5 && shareOf(samples, isEmail) < 0.5,
};

/** Headers of columns whose numbers are codes, even where they run from 1. */
const CODE_HEADERS = /barcode|bar code|ean|gtin|upc|sku|باركود|plu/;

/** Guesses the language of a text column whose header names none. */
const spokenIn = (samples: readonly string[], header: string, locale: string): string => {
  if (shareOf(samples, (text) => ARABIC.test(text)) > 0.4) return 'ar';
  if (samples.length > 0 && locale !== 'de' && !GERMAN.test(header)) return 'en';
  if (GERMAN.test(header)) return 'de';
  return locale === 'ar' && samples.length === 0 && ARABIC.test(header)
    ? 'ar'
    : locale === 'de'
      ? 'de'
      : 'en';
};

type Known = {
  readonly column: ColumnSample;
  readonly role: string;
  readonly language: string | null;
  readonly bare: string;
  readonly rank: number;
  readonly at: number;
};

/** Returns the likeliest role of each column's header that its values allow. */
function rolesOf(columns: readonly ColumnSample[], told: HeaderSynonyms): Known[] {
  return columns.flatMap((column): Known[] => {
    if (column.header === null) return [];
    const { language, bare, meanings } = meaningsOf(column.header, told);
    const found = meanings.find(
      ({ role }) => column.samples.length === 0 || (HOLDS[role]?.(column.samples, bare) ?? true),
    );
    return found ? [{ column, language, bare, ...found }] : [];
  });
}

/** Words for current and previous values: a column 'after the change' is preferred to one 'in the system'. */
const NEWER = /(^| )(new|current|neu|neuer|after|بعد|جديد|الجديد|الحالي)( |$)/;
const OLDER = /(^| )(old|alt|alter|before|قبل|قديم|القديم|السابق)( |$)/;

/** Rates a column for its role: columns with values first, then by how clearly the header names the role. */
function merit({ column, bare, rank, at }: Known): number {
  const age = NEWER.test(bare) ? 30 : OLDER.test(bare) ? -30 : 0;
  return (column.samples.length === 0 ? -5000 : 0) + rank - at * 0.5 + age;
}

/** The field for a second column of the same role. */
const SECOND: Readonly<Record<string, string>> = { phone: 'phone_2' };

/** Up to three columns for codes; the first non-empty one of a row counts. */
const CODE_FIELDS = ['barcode', 'barcode_2', 'barcode_3'] as const;

/**
 * Guesses the column of each field: headers in three languages suggest roles, values confirm them, and each column is
 * used once (docs/rules/imports.md#guesses).
 */
export function guessColumnMapping(
  columns: readonly ColumnSample[],
  fields: readonly string[],
  told: HeaderSynonyms = WORDS,
  locale = 'en',
): Record<string, string | null> {
  const guess: Record<string, string | null> = Object.fromEntries(fields.map((field) => [field, null]));
  const taken = new Set<string>();
  const take = (field: string, key: string) => {
    if (!fields.includes(field) || guess[field] !== null || taken.has(key)) return;
    guess[field] = key;
    taken.add(key);
  };
  const known = rolesOf(columns, told).toSorted((a, b) => merit(b) - merit(a));
  const codes = known.filter(({ role }) => role === 'barcode');
  for (const [at, { column }] of codes.slice(0, CODE_FIELDS.length).entries())
    take(CODE_FIELDS[at] ?? 'barcode', column.key);
  for (const { role, language, bare, column } of known) {
    if (role === 'barcode' || role === 'size' || role === 'option') continue;
    if (role === 'category')
      take(categoryFieldOf(column, language, bare, locale, columns, guess), column.key);
    else if (role !== 'names' && role !== 'descriptions')
      take(guess[role] ? (SECOND[role] ?? role) : role, column.key);
    else take(`${role}.${language ?? spokenIn(column.samples, bare, locale)}`, column.key);
  }
  // without a price column, the sale price is the price
  if (fields.includes('sale_price') && guess.price === null && guess.sale_price) {
    guess.price = guess.sale_price;
    guess.sale_price = null;
  }
  // a column whose header clearly names a role without a field is not used for another field
  const meant = new Set(known.filter(({ rank }) => rank >= 100).map(({ column }) => column.key));
  const free = columns.filter(({ key }) => !meant.has(key));
  const byValue = (field: string, test: (text: string) => boolean, of: readonly ColumnSample[] = free) => {
    const best = of
      .filter(({ key, samples }) => !taken.has(key) && shareOf(samples, test) >= 0.6)
      .toSorted((a, b) => shareOf(b.samples, test) - shareOf(a.samples, test))[0];
    if (best) take(field, best.key);
  };
  byValue('barcode', isCode);
  byValue('phone', isPhone);
  byValue('email', isEmail);
  byValue('name', isWords);
  byValue('image_path', isPicture);
  byValue('category', isPath);
  // decimals suggest a price only in a column without a header
  byValue(
    'price',
    isDecimal,
    free.filter(({ header }) => header === null),
  );
  if (!fields.some((field) => field.startsWith('names.') && guess[field]))
    nameByValue(columns, meant, guess, taken, locale);
  if (fields.includes('size')) guess.size = sizeOf(columns, known, guess);
  for (const [at, { column }] of optionsOf(known, guess).slice(0, OPTION_FIELDS.length).entries())
    take(OPTION_FIELDS[at] ?? 'option', column.key);
  return guess;
}

const isArabic = (samples: readonly string[]): boolean => shareOf(samples, (text) => ARABIC.test(text)) > 0.4;

/** What a column of categories is: their path, or the path in a language that its header names, or its letters. */
function categoryFieldOf(
  column: ColumnSample,
  language: string | null,
  header: string,
  locale: string,
  columns: readonly ColumnSample[],
  guess: Readonly<Record<string, string | null>>,
): string {
  if (language) return `category.${language}`;
  const main = columns.find(({ key }) => key === guess.category);
  if (!main || isArabic(main.samples) === isArabic(column.samples)) return 'category';
  return `category.${spokenIn(column.samples, header, locale)}`;
}

const OPTION_FIELDS = ['option', 'option_2', 'option_3'] as const;

/**
 * Returns the columns that distinguish items of one product when rows are grouped: options, else a size that differs.
 */
function optionsOf(known: readonly Known[], guess: Readonly<Record<string, string | null>>): Known[] {
  if (!guess.group && !guess.id) return [];
  const hasOptions = known.some(({ role, column }) => role === 'option' && column.samples.length > 0);
  return known
    .filter(({ role, bare, column: { samples } }) => {
      if (role === 'option') return samples.length > 0;
      // beside options, a unit or a pack size does not distinguish items
      return role === 'size' && new Set(samples).size > 1 && (!hasOptions || SIZE.test(bare));
    })
    .toSorted((a, b) => parseColumnIndex(a.column.key) - parseColumnIndex(b.column.key));
}

const SIZE = /(^| )(size|grosse|مقاس|المقاس|حجم|الحجم)( |$)/;

/**
 * Returns the size column that is added to the name, when names repeat and rows are not grouped: otherwise two products
 * would have the same name.
 */
function sizeOf(
  columns: readonly ColumnSample[],
  known: readonly Known[],
  guess: Readonly<Record<string, string | null>>,
): string | null {
  const name = guess['names.en'] ?? guess['names.de'] ?? guess['names.ar'];
  const names = columns.find(({ key }) => key === name)?.samples ?? [];
  if (guess.group || guess.id || names.length < 2 || distinctShare(names) === 1) return null;
  const isValue = ({ role }: Known) => role === 'size' || role === 'option';
  const sizes = known.filter((one) => isValue(one) && one.column.samples.length > 0);
  return (
    sizes.find(({ column }) => column.samples.length === names.length && distinctShare(column.samples) > 0.1)
      ?.column.key ??
    sizes[0]?.column.key ??
    null
  );
}

/**
 * Guesses the name column by its values: the free text column that is mostly filled, mostly distinct and longest. A
 * short description is used when there is no other.
 */
function nameByValue(
  columns: readonly ColumnSample[],
  meant: ReadonlySet<string>,
  guess: Record<string, string | null>,
  taken: ReadonlySet<string>,
  locale: string,
): void {
  const described = Object.keys(guess).find((field) => field.startsWith('descriptions.') && guess[field]);
  const short = columns.find(({ key }) => described && key === guess[described]);
  if (described && short && lengthOf(short.samples) < 60) {
    guess[described.replace('descriptions', 'names')] = short.key;
    guess[described] = null;
    return;
  }
  const most = Math.max(0, ...columns.map(({ samples }) => samples.length));
  const wordy = columns.filter(
    ({ key, samples }) =>
      !taken.has(key) &&
      !meant.has(key) &&
      samples.length >= most * 0.6 &&
      shareOf(samples, (text) => /\p{L}{2}/u.test(text) && !GUID.test(text)) > 0.6 &&
      shareOf(samples, isLink) < 0.3 &&
      shareOf(samples, isFlag) < 0.5,
  );
  const [longest] = wordy.toSorted(
    (a, b) => lengthOf(b.samples) * distinctShare(b.samples) - lengthOf(a.samples) * distinctShare(a.samples),
  );
  const field = longest && `names.${spokenIn(longest.samples, plain(longest.header ?? ''), locale)}`;
  if (longest && field && field in guess) guess[field] = longest.key;
}

const lengthOf = (samples: readonly string[]): number =>
  samples.reduce((all, text) => all + Math.min(text.length, 80), 0) / Math.max(1, samples.length);

const filled = (row: TableRow): number => row.cells.filter((cell) => cell.trim() !== '').length;

const isText = (cell: string): boolean => cell.trim() !== '' && !/^[\d\s.,%-]+$/.test(toLatinDigits(cell));

/** True for a row below a header that is all words, two of which are known headers. */
const isSecondHeader = ({ cells }: TableRow, told: HeaderSynonyms): boolean =>
  cells.every((cell) => cell.trim() === '' || isText(cell)) &&
  cells.filter((cell) => isKnown(cell, told)).length >= 2;

/**
 * Headers over two rows as one: the lower word where it says enough, else both, as 'Price' above 'Selling' is the selling
 * price. A title over several columns stands in the first of them.
 */
function joinHeaders(above: TableRow, below: TableRow, told: HeaderSynonyms): TableRow {
  let title = '';
  const cells = Array.from({ length: Math.max(above.cells.length, below.cells.length) }, (_, at) => {
    const own = below.cells[at]?.trim() ?? '';
    title = above.cells[at]?.trim() || (own === '' ? '' : title);
    if (own === '' || title === '') return own || title;
    if (isKnown(own, told)) return own;
    const reversed = `${own} ${title}`;
    const [first] = meaningsOf(reversed, told).meanings;
    return first && first.rank >= 1000 ? reversed : `${title} ${own}`;
  });
  return { row: below.row, cells };
}

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
    score: row.cells.filter((cell) => isKnown(cell, told)).length,
  }));
  const [best] = hits.toSorted((a, b) => b.score - a.score || a.row.row - b.row.row);
  const width = Math.max(0, ...rows.map(filled));
  const isHeading = (row: TableRow): boolean =>
    filled(row) >= Math.max(1, width * 0.6) && row.cells.every((cell) => cell.trim() === '' || isText(cell));
  const isHeader = best && (best.score >= 2 || (best.score === 1 && (width < 2 || isHeading(best.row))));
  const header = isHeader ? best.row : rows.slice(0, 20).find(isHeading);
  // one lonely row of words above nothing is data, not a header
  if (!header || (rows.length === 1 && (best?.score ?? 0) === 0))
    return { start: rows[0]?.row ?? 1, header: null };
  const below = rows.find(({ row }) => row === header.row + 1);
  if (below && isSecondHeader(below, told))
    return { start: below.row + 1, header: joinHeaders(header, below, told) };
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

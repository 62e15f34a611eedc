import { parseColumnIndex } from '../../../core/spreadsheet/table.ts';
import {
  distinctShare,
  GUID,
  HOLDS,
  isArabic,
  isCode,
  isDecimal,
  isEmail,
  isFlag,
  isLink,
  isPath,
  isPhone,
  isPicture,
  isWords,
  lengthOf,
  shareOf,
} from './column-values.ts';
import type { ColumnSample } from './find-header.ts';
import { GERMAN, meaningsOf, toWords } from './header-meaning.ts';
import { type HeaderSynonyms, WORDS } from './header-words.ts';

/** Which language a column of texts is in, where its header does not say. */
const spokenIn = (samples: readonly string[], header: string, locale: string): string => {
  if (isArabic(samples)) return 'ar';
  if (samples.length > 0 && locale !== 'de' && !GERMAN.test(header)) return 'en';
  if (GERMAN.test(header)) return 'de';
  return locale === 'ar' && samples.length === 0 && isArabic([header]) ? 'ar' : locale === 'de' ? 'de' : 'en';
};

type Known = {
  readonly column: ColumnSample;
  readonly role: string;
  readonly language: string | null;
  readonly bare: string;
  readonly rank: number;
  readonly at: number;
};

/** What each column is: the likeliest role of its header that its values allow. */
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

/** What stands now comes before what stood: 'after the change' before 'in the system'. */
const NEWER = /(^| )(new|current|neu|neuer|after|بعد|جديد|الجديد|الحالي)( |$)/;
const OLDER = /(^| )(old|alt|alter|before|قبل|قديم|القديم|السابق)( |$)/;

/** How good a column is for its role: filled ones first, then as closely as the header says it. */
function merit({ column, bare, rank, at }: Known): number {
  const age = NEWER.test(bare) ? 30 : OLDER.test(bare) ? -30 : 0;
  return (column.samples.length === 0 ? -5000 : 0) + rank - at * 0.5 + age;
}

/** Where another column of a role goes. */
const SECOND: Readonly<Record<string, string>> = { phone: 'phone_2' };

/** Columns for codes, the first filled one of a row counts: at most so many. */
const CODE_FIELDS = ['barcode', 'barcode_2', 'barcode_3'] as const;

/**
 * Guesses each field's column: headers in three languages propose, values decide (docs/rules/imports.md#guesses). A
 * column serves one field.
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
  // where nothing is called a price, what it is sold for now is one
  if (fields.includes('sale_price') && guess.price === null && guess.sale_price) {
    guess.price = guess.sale_price;
    guess.sale_price = null;
  }
  // whatever a header means that is no field here is nothing else either
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
  // decimals are many things: a header that does not speak of a price speaks against one
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

/** What tells the items of one product apart, where rows are tied to products: options, else a size that differs. */
function optionsOf(known: readonly Known[], guess: Readonly<Record<string, string | null>>): Known[] {
  if (!guess.group && !guess.id) return [];
  const hasOptions = known.some(({ role, column }) => role === 'option' && column.samples.length > 0);
  return known
    .filter(({ role, bare, column: { samples } }) => {
      if (role === 'option') return samples.length > 0;
      // beside options a unit or a pack tells nothing apart
      return role === 'size' && new Set(samples).size > 1 && (!hasOptions || SIZE.test(bare));
    })
    .toSorted((a, b) => parseColumnIndex(a.column.key) - parseColumnIndex(b.column.key));
}

const SIZE = /(^| )(size|grosse|مقاس|المقاس|حجم|الحجم)( |$)/;

/**
 * A size in a column of its own belongs to the name where names repeat and rows are not tied to products: else two goods
 * would be called the same.
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
 * A name is what people read: texts of letters that nothing else took, mostly filled and mostly different, the longest
 * of them. A short description is one too, where a file has no other.
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
  const field = longest && `names.${spokenIn(longest.samples, toWords(longest.header ?? ''), locale)}`;
  if (longest && field && field in guess) guess[field] = longest.key;
}

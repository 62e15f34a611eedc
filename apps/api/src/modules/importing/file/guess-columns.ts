import { parseColumnIndex } from '../../../core/spreadsheet/table.ts';
import {
  COLUMN_VALUE_CHECKS,
  computeAverageLength,
  computeDistinctShare,
  computeMatchingShare,
  GUID,
  isDecimal,
  isMostlyArabic,
  isPictureFileName,
  isTextWithoutDigits,
  isValidGtin,
  isWebAddress,
  isYesNoValue,
  looksLikeCategoryPath,
  looksLikeEmail,
  looksLikePhone,
} from './column-values.ts';
import type { ColumnSample } from './find-header.ts';
import { findHeaderMeanings, GERMAN, splitHeaderIntoWords } from './header-meaning.ts';
import { type HeaderSynonyms, WORDS } from './header-words.ts';
import { parseUnit } from './unit-words.ts';

/** All known values of a column: its first ones and some of those further down. */
const listColumnValues = ({ samples, later = [] }: ColumnSample): readonly string[] => [...samples, ...later];

/** Guesses the language of a text column whose header names none. */
const spokenIn = (column: ColumnSample, header: string, locale: string): string => {
  const samples = listColumnValues(column);
  if (isMostlyArabic(samples, header)) return 'ar';
  if (samples.length > 0 && locale !== 'de' && !GERMAN.test(header)) return 'en';
  if (GERMAN.test(header)) return 'de';
  return locale === 'ar' && samples.length === 0 && isMostlyArabic([header])
    ? 'ar'
    : locale === 'de'
      ? 'de'
      : 'en';
};

type ColumnRole = {
  readonly column: ColumnSample;
  readonly role: string;
  readonly language: string | null;
  readonly bare: string;
  readonly rank: number;
  readonly at: number;
};

/** Returns the likeliest role of each column's header that its values allow. */
function findLikeliestRoles(columns: readonly ColumnSample[], synonyms: HeaderSynonyms): ColumnRole[] {
  return columns.flatMap((column): ColumnRole[] => {
    if (column.header === null) return [];
    const { language, bare, meanings } = findHeaderMeanings(column.header, synonyms);
    const found = meanings.find(
      ({ role }) =>
        column.samples.length === 0 || (COLUMN_VALUE_CHECKS[role]?.(column.samples, bare) ?? true),
    );
    return found ? [{ column, language, bare, ...found }] : [];
  });
}

/** Words for current and previous values: a column 'after the change' is preferred to one 'in the system'. */
const NEWER = /(^| )(new|current|neu|neuer|after|بعد|جديد|الجديد|الحالي)( |$)/;
const OLDER = /(^| )(old|alt|alter|before|قبل|قديم|القديم|السابق)( |$)/;

/** Rates a column for its role: columns with values first, then by how clearly the header names the role. */
function rateColumn({ column, bare, rank, at }: ColumnRole): number {
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
  synonyms: HeaderSynonyms = WORDS,
  locale = 'en',
): Record<string, string | null> {
  const guess: Record<string, string | null> = Object.fromEntries(fields.map((field) => [field, null]));
  const taken = new Set<string>();
  const take = (field: string, key: string) => {
    if (!fields.includes(field) || guess[field] !== null || taken.has(key)) return;
    guess[field] = key;
    taken.add(key);
  };
  const known = findLikeliestRoles(columns, synonyms).toSorted((a, b) => rateColumn(b) - rateColumn(a));
  const codes = known.filter(({ role }) => role === 'barcode');
  for (const [at, { column }] of codes.slice(0, CODE_FIELDS.length).entries())
    take(CODE_FIELDS[at] ?? 'barcode', column.key);
  for (const { role, language, bare, column } of known) {
    if (role === 'barcode' || role === 'size' || role === 'option') continue;
    if (role === 'category')
      take(chooseCategoryField(column, language, bare, locale, columns, guess), column.key);
    else if (role !== 'names' && role !== 'descriptions')
      take(guess[role] ? (SECOND[role] ?? role) : role, column.key);
    else take(`${role}.${language ?? spokenIn(column, bare, locale)}`, column.key);
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
      .filter(({ key, samples }) => !taken.has(key) && computeMatchingShare(samples, test) >= 0.6)
      .toSorted((a, b) => computeMatchingShare(b.samples, test) - computeMatchingShare(a.samples, test))[0];
    if (best) take(field, best.key);
  };
  byValue('barcode', isValidGtin);
  byValue('phone', looksLikePhone);
  byValue('email', looksLikeEmail);
  byValue('name', isTextWithoutDigits);
  byValue('image_path', isPictureFileName);
  byValue('category', looksLikeCategoryPath);
  // decimals suggest a price only in a column without a header
  byValue(
    'price',
    isDecimal,
    free.filter(({ header }) => header === null),
  );
  if (!fields.some((field) => field.startsWith('names.') && guess[field]))
    nameByValue(columns, meant, guess, taken, locale);
  if (fields.includes('size')) guess.size = findSizeColumn(columns, known, guess);
  if (fields.includes('stepper')) guess.stepper ??= findUnitColumn(known);
  for (const [at, { column }] of findOptionColumns(known, guess).slice(0, OPTION_FIELDS.length).entries())
    take(OPTION_FIELDS[at] ?? 'option', column.key);
  return guess;
}

/** Returns the field of a category column: the path, or the path in the language of its header or letters. */
function chooseCategoryField(
  column: ColumnSample,
  language: string | null,
  header: string,
  locale: string,
  columns: readonly ColumnSample[],
  guess: Readonly<Record<string, string | null>>,
): string {
  if (language) return `category.${language}`;
  const main = columns.find(({ key }) => key === guess.category);
  if (!main || isMostlyArabic(listColumnValues(main)) === isMostlyArabic(listColumnValues(column), header))
    return 'category';
  return `category.${spokenIn(column, header, locale)}`;
}

const OPTION_FIELDS = ['option', 'option_2', 'option_3'] as const;

/**
 * Returns the columns that distinguish items of one product when rows are grouped: options, else a size that differs.
 */
function findOptionColumns(
  known: readonly ColumnRole[],
  guess: Readonly<Record<string, string | null>>,
): ColumnRole[] {
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
function findSizeColumn(
  columns: readonly ColumnSample[],
  known: readonly ColumnRole[],
  guess: Readonly<Record<string, string | null>>,
): string | null {
  const name = guess['names.en'] ?? guess['names.de'] ?? guess['names.ar'];
  const names = columns.find(({ key }) => key === name)?.samples ?? [];
  if (guess.group || guess.id || names.length < 2 || computeDistinctShare(names) === 1) return null;
  const isValue = ({ role }: ColumnRole) => role === 'size' || role === 'option';
  const sizes = known.filter((one) => isValue(one) && one.column.samples.length > 0);
  return (
    sizes.find(
      ({ column }) => column.samples.length === names.length && computeDistinctShare(column.samples) > 0.1,
    )?.column.key ??
    sizes[0]?.column.key ??
    null
  );
}

/** Returns the column of units, if goods are sold by weight in it; it tells their step (docs/rules/imports.md#units). */
function findUnitColumn(known: readonly ColumnRole[]): string | null {
  const units = known.find(
    ({ role, column: { samples } }) =>
      role === 'size' &&
      computeMatchingShare(samples, (text) => parseUnit(text) !== null) >= 0.6 &&
      samples.some((text) => parseUnit(text) === 'weighed'),
  );
  return units?.column.key ?? null;
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
  if (described && short && computeAverageLength(short.samples) < 60) {
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
      computeMatchingShare(samples, (text) => /\p{L}{2}/u.test(text) && !GUID.test(text)) > 0.6 &&
      computeMatchingShare(samples, isWebAddress) < 0.3 &&
      computeMatchingShare(samples, isYesNoValue) < 0.5,
  );
  const [longest] = wordy.toSorted(
    (a, b) =>
      computeAverageLength(b.samples) * computeDistinctShare(b.samples) -
      computeAverageLength(a.samples) * computeDistinctShare(a.samples),
  );
  const field = longest && `names.${spokenIn(longest, splitHeaderIntoWords(longest.header ?? ''), locale)}`;
  if (longest && field && field in guess) guess[field] = longest.key;
}

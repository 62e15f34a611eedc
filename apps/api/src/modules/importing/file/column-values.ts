import {
  foldForSearch,
  hasValidCheckDigit,
  isGtin,
  normalizePhoneText,
  toLatinDigits,
} from '@dukkan/commerce';
import { withoutTaxWords } from './parse-number.ts';
import { parseUnit } from './unit-words.ts';
import { isYesOrNo } from './yes-no.ts';

const ARABIC = /\p{Script=Arabic}/u;

/** Returns the share of a column's values that pass a test, from 0 to 1; 0 for a column without values. */
export const computeMatchingShare = (samples: readonly string[], test: (text: string) => boolean): number =>
  samples.length === 0 ? 0 : samples.filter(test).length / samples.length;

export const isValidGtin = (text: string): boolean => {
  const digits = toLatinDigits(text.trim().replace(/^'/, ''));
  return isGtin(digits) && hasValidCheckDigit(digits);
};
export const isPictureFileName = (text: string): boolean =>
  /\.(jpe?g|png|webp|gif)(\?.*)?$/i.test(text.trim());
export const isDecimal = (text: string): boolean =>
  /^-?\d{1,6}([.,]\d{1,3})$/.test(toLatinDigits(text.trim()));
export const looksLikeCategoryPath = (text: string): boolean => /\S\s*[>›]\s*\S|\S\s\/\s\S/.test(text);
export const isWebAddress = (text: string): boolean => /^(https?:\/\/|www\.)/i.test(text.trim());
export const isYesNoValue = (text: string): boolean => {
  const word = foldForSearch(text);
  return !/\d/.test(word) && isYesOrNo(word);
};
const isDate = (text: string): boolean =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}([ T].*)?$/.test(toLatinDigits(text.trim()));
/** Whether a text is a number with at most a currency, a unit or a tax word beside it. */
const isNumber = (text: string): boolean => {
  const plain = withoutTaxWords(toLatinDigits(text)).trim();
  return /\d/.test(plain) && (plain.match(/\p{L}/gu) ?? []).length <= 6 && !/\d\s*\p{L}+\s*\d/u.test(plain);
};
export const looksLikePhone = (text: string): boolean => {
  const plain = normalizePhoneText(text);
  const digits = (plain.match(/\d/g) ?? []).length;
  return digits >= 7 && digits <= 16 && (plain.match(/\p{L}/gu) ?? []).length <= 4 && !isDate(text);
};
export const looksLikeEmail = (text: string): boolean => /\S@\S/.test(text);
/** Whether a text is words without digits, as a person's name is. */
export const isTextWithoutDigits = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/[\p{Nd}@]/u.test(text);
/** A database id (GUID). */
export const GUID = /^\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Whether the values are 1, 2, 3 …: such a column numbers the rows and holds no product codes. */
function isRunning(samples: readonly string[]): boolean {
  const numbers = samples.map((text) => Number(toLatinDigits(text.trim())));
  return (
    numbers.length > 1 &&
    (numbers[0] ?? 2) <= 1 &&
    numbers.every((n, at) => at === 0 || n === (numbers[at - 1] ?? 0) + 1)
  );
}

/** Record types of WooCommerce and Odoo, which are not categories. */
const KINDS = new Set(
  'simple variable variation virtual grouped external consumable storable product goods service regular physical consu'.split(
    ' ',
  ),
);

/** Returns the number of distinct values of a column divided by the number of all its values. */
export const computeDistinctShare = (samples: readonly string[]): number =>
  samples.length === 0 ? 0 : new Set(samples.map((text) => text.trim())).size / samples.length;

/** Tests that the values of a column fit the role that its header names; a column without values passes. */
export const COLUMN_VALUE_CHECKS: Readonly<
  Record<string, (samples: readonly string[], header: string) => boolean>
> = {
  price: (samples) =>
    computeMatchingShare(samples, isNumber) >= 0.5 && computeMatchingShare(samples, isDate) < 0.5,
  sale_price: (samples) =>
    computeMatchingShare(samples, isNumber) >= 0.5 && computeMatchingShare(samples, isDate) < 0.5,
  compare_at: (samples) => computeMatchingShare(samples, isNumber) >= 0.5,
  cost_value: (samples) => computeMatchingShare(samples, isNumber) >= 0.5,
  quantity: (samples) =>
    computeMatchingShare(samples, isNumber) >= 0.5 && computeMatchingShare(samples, isDate) < 0.5,
  names: (samples) =>
    computeMatchingShare(samples, hasLetters) >= 0.5 &&
    computeMatchingShare(samples, isWebAddress) < 0.3 &&
    computeMatchingShare(samples, isYesNoValue) < 0.5,
  title: (samples) =>
    computeMatchingShare(samples, hasLetters) >= 0.5 && computeMatchingShare(samples, isWebAddress) < 0.3,
  descriptions: (samples) =>
    computeMatchingShare(samples, hasLetters) >= 0.3 && computeMatchingShare(samples, isWebAddress) < 0.5,
  category: (samples) =>
    computeMatchingShare(samples, isWebAddress) < 0.3 &&
    computeMatchingShare(samples, isDecimal) < 0.5 &&
    computeMatchingShare(samples, isYesNoValue) < 0.5 &&
    computeMatchingShare(samples, (text) => KINDS.has(foldForSearch(text).split(/[, ]/)[0] ?? '')) < 0.5,
  barcode: (samples, header) =>
    computeMatchingShare(samples, isWebAddress) < 0.3 &&
    computeMatchingShare(samples, isDate) < 0.5 &&
    computeMatchingShare(samples, (text) => text.trim().split(/\s+/).length > 3) < 0.5 &&
    (samples.length < 8 || computeDistinctShare(samples) >= 0.3) &&
    !(isRunning(samples) && !CODE_HEADERS.test(header)),
  brand: (samples) =>
    computeMatchingShare(samples, hasLetters) >= 0.5 && computeMatchingShare(samples, isWebAddress) < 0.3,
  cost: (samples) => computeMatchingShare(samples, isNumber) >= 0.5,
  stepper: (samples) =>
    computeMatchingShare(
      samples,
      (text) => isNumber(text) || isYesNoValue(text) || parseUnit(text) !== null,
    ) >= 0.5,
  option: (samples, header) =>
    computeMatchingShare(samples, isWebAddress) < 0.3 && !/ name( \d)?$/.test(header),
  status: (samples) => new Set(samples.map(foldForSearch)).size <= 6,
  flag: (samples) => computeMatchingShare(samples, (text) => isYesOrNo(foldForSearch(text))) >= 0.5,
  phone: (samples) => computeMatchingShare(samples, looksLikePhone) >= 0.5,
  phone_2: (samples) => computeMatchingShare(samples, looksLikePhone) >= 0.5,
  email: (samples) => computeMatchingShare(samples, looksLikeEmail) >= 0.5,
  name: (samples) =>
    computeMatchingShare(samples, hasLetters) >= 0.5 && computeMatchingShare(samples, looksLikeEmail) < 0.5,
};

/** Headers of code columns, whose values are codes even when they are 1, 2, 3 …. */
const CODE_HEADERS = /barcode|bar code|ean|gtin|upc|sku|باركود|plu/;

const countMatches = (samples: readonly string[], letters: RegExp): number =>
  samples.reduce((all, text) => all + (text.match(letters)?.length ?? 0), 0);

/** The share of Arabic among the letters of texts, by which they are Arabic: a third, or any under an Arabic header. */
const ARABIC_SHARE = { plain: 1 / 3, underArabicHeader: 1 / 10 };

/**
 * Whether the texts of a column are Arabic, also where brand names stand among them: more than 40% of them have Arabic
 * letters, or enough of all letters are Arabic (docs/rules/imports.md#guesses).
 * @param header the column's header, which counts more values as Arabic where it is Arabic itself
 */
export function isMostlyArabic(samples: readonly string[], header = ''): boolean {
  if (computeMatchingShare(samples, (text) => ARABIC.test(text)) > 0.4) return true;
  const arabic = countMatches(samples, /\p{Script=Arabic}/gu);
  const least = ARABIC.test(header) ? ARABIC_SHARE.underArabicHeader : ARABIC_SHARE.plain;
  return arabic > 0 && arabic >= countMatches(samples, /\p{L}/gu) * least;
}

/** Returns the average length of a column's texts; a text counts as at most 80 characters. */
export const computeAverageLength = (samples: readonly string[]): number =>
  samples.reduce((all, text) => all + Math.min(text.length, 80), 0) / Math.max(1, samples.length);

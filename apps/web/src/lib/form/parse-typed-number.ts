import { dropInvisible, toLatinDigits } from '@dukkan/commerce';
import { getLocale, i18n } from '../i18n.ts';
import { formatAmountInput } from './field-text.ts';

/** Why a typed number is invalid: its sign may be a thousands or a decimal separator, or it is not a number. */
export type NumberError = 'sign' | 'number';
/** A number that the user typed; `value` and `wrong` are both null when the text is empty. */
export type ParsedNumber = { readonly value: number | null; readonly wrong: NumberError | null };

/** The decimals of an amount and of a quantity. */
export const AMOUNT_SCALE = 4;
export const QUANTITY_SCALE = 3;

const WHOLE_MAX = 12;
const MINUS = /^[-\u2212]/;
/** Characters that only ever separate thousands: spaces, apostrophes, the Arabic thousands separator. */
const THOUSANDS = /(?<=\d)[ '\u2019\u066c](?=\d{3}(?!\d))/g;
const SIGNS = /^[\d.,]+$/;
/**
 * Digits with an optional decimal part; the separator may be the last character, because the user may still be typing.
 */
const FIGURE = /^(\d+)(?:([.,])(\d*))?$/;
/**
 * Groups of three digits, either with a different separator before the decimals or with at least two group separators.
 */
const GROUPED = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;

/** Converts typed text to Latin digits and separators and removes invisible characters. */
const toPlainText = (text: string): string =>
  dropInvisible(toLatinDigits(text)).replace(THOUSANDS, '').replace('\u066b', '.').replace('\u060c', ',');

type Parts = { readonly whole: string; readonly part: string };

/** Returns the digits before and after the decimal separator; an error when the separator is ambiguous. */
function readParts(text: string, locale: string): Parts | NumberError {
  const plain = FIGURE.exec(text);
  if (plain) {
    const [, whole = '', sign = '', part = ''] = plain;
    const isOwn = sign === '' || sign === (locale === 'de' ? ',' : '.');
    return !isOwn && part.length === 3 && Number(whole) > 0 ? 'sign' : { whole, part };
  }
  const grouped = GROUPED.exec(text);
  if (grouped) return { whole: (grouped[1] ?? '').replace(/[.,]/g, ''), part: grouped[3] ?? '' };
  return /\d/.test(text) && SIGNS.test(text) ? 'sign' : 'number';
}

/**
 * Parses a typed number with the language's decimal separator, in Latin or Arabic digits, with or without thousands.
 * The other separator also counts as a decimal separator, unless it may separate thousands ('1,000' in English, '1.000'
 * in German): then the result is an error, and the user is asked which number they mean.
 * @param decimals the allowed number of decimals; more are an error
 */
export function parseTypedNumber(text: string, decimals: number, locale = getLocale()): ParsedNumber {
  const plain = toPlainText(text);
  if (plain === '') return { value: null, wrong: null };
  const parts = readParts(plain, locale);
  if (typeof parts === 'string') return { value: null, wrong: parts };
  const { whole, part } = parts;
  if (whole.length > WHOLE_MAX || part.length > decimals) return { value: null, wrong: 'number' };
  return { value: Number(`${whole}.${part || 0}`), wrong: null };
}

/** Parses like `parseTypedNumber`, with an optional minus sign in front. */
export function parseSignedNumber(text: string, decimals: number, locale = getLocale()): ParsedNumber {
  const plain = toPlainText(text);
  if (!MINUS.test(plain)) return parseTypedNumber(text, decimals, locale);
  const { value, wrong } = parseTypedNumber(plain.slice(1), decimals, locale);
  return { value: value === null ? null : -value, wrong: value === null ? (wrong ?? 'number') : null };
}

/**
 * Returns the two possible numbers of an ambiguous text, such as 1.25 and 1250 for '1.250' in German; null for a clear
 * one.
 */
export function listPossibleNumbers(text: string, locale = getLocale()): readonly [number, number] | null {
  if (parseSignedNumber(text, WHOLE_MAX, locale).wrong !== 'sign') return null;
  const [, whole = '', , part = ''] = FIGURE.exec(toPlainText(text).replace(MINUS, '')) ?? [];
  if (whole === '') return null;
  const factor = MINUS.test(toPlainText(text)) ? -1 : 1;
  return [factor * Number(`${whole}.${part}`), factor * Number(`${whole}${part}`)];
}

/** Returns the error message for a typed number; undefined for a valid or empty text. */
export function findTypedNumberError(text: string, decimals: number): string | undefined {
  const { wrong } = parseTypedNumber(text, decimals);
  return wrong === null ? undefined : i18n.t(`common:typed.${wrong}`, { decimals });
}

/** Writes a number's decimal sign as the page's language does. */
export const localizeDecimalSign = (text: string, locale = getLocale()): string =>
  locale === 'de' ? text.replace('.', ',') : text;

/** Formats a number as the user would type it in the page's language. */
export const formatTypedNumber = (value: number, locale = getLocale()): string =>
  localizeDecimalSign(String(value), locale);

/** Formats an amount as the user would type it in the page's language, with all decimals of its currency. */
export const formatTypedAmount = (
  value: number,
  currency: string | undefined,
  locale = getLocale(),
): string => localizeDecimalSign(formatAmountInput(value, currency), locale);

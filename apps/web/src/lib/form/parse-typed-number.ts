import { toLatinDigits } from '@dukkan/commerce';
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
/** The decimal sign may come last, as it does while the user is typing. */
const FIGURE = /^(\d+)(?:([.,])(\d*))?$/;
const SIGNS = /^[\d.,\u066c]+$/;

/**
 * Parses a typed number with the language's decimal sign, in Latin or Arabic digits. The other sign also counts as a
 * decimal sign, unless it may separate thousands ('1,000' in English, '1.000' in German), which is an error.
 */
export function parseTypedNumber(text: string, decimals: number, locale = getLocale()): ParsedNumber {
  const latinText = toLatinDigits(text).trim().replace('\u066b', '.').replace('\u060c', ',');
  if (latinText === '') return { value: null, wrong: null };
  const [, integerPart = '', sign = '', part = ''] = FIGURE.exec(latinText) ?? [];
  if (integerPart === '')
    return { value: null, wrong: /\d/.test(latinText) && SIGNS.test(latinText) ? 'sign' : 'number' };
  const isOwn = sign === (locale === 'de' ? ',' : '.');
  if (!isOwn && part.length === 3 && Number(integerPart) > 0) return { value: null, wrong: 'sign' };
  if (integerPart.length > WHOLE_MAX || part.length > decimals) return { value: null, wrong: 'number' };
  return { value: Number(`${integerPart}.${part || 0}`), wrong: null };
}

/** The message for a typed number that cannot be read; undefined for a valid or empty text. */
export function findTypedNumberError(text: string, decimals: number): string | undefined {
  const { wrong } = parseTypedNumber(text, decimals);
  return wrong === null ? undefined : i18n.t(`common:typed.${wrong}`, { decimals });
}

/** Formats a number as the user would type it in the page's language. */
export const formatTypedNumber = (value: number, locale = getLocale()): string =>
  locale === 'de' ? String(value).replace('.', ',') : String(value);

/** Formats an amount as the user would type it in the page's language, with all decimals of its currency. */
export function formatTypedAmount(value: number, currency: string | undefined, locale = getLocale()): string {
  const text = formatAmountInput(value, currency);
  return locale === 'de' ? text.replace('.', ',') : text;
}

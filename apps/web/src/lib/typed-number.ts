import { latinDigits } from '@dukkan/commerce';
import { amountBoxText } from './form-text.ts';
import { currentLocale, i18n } from './i18n.ts';

/** What is wrong with a typed number: a sign that may part thousands as well as decimals, or no number at all. */
export type Unread = 'sign' | 'number';
/** A number as it was typed; neither a value nor wrong where nothing was. */
export type Typed = { readonly value: number | null; readonly wrong: Unread | null };

/** So many decimals an amount has, and a quantity. */
export const AMOUNT_SCALE = 4;
export const QUANTITY_SCALE = 3;

const WHOLE_MAX = 12;
/** The decimal sign may stand last: so it does while the rest is being typed. */
const FIGURE = /^(\d+)(?:([.,])(\d*))?$/;
const SIGNS = /^[\d.,\u066c]+$/;

/**
 * Reads what is typed with the decimal sign of the language, in Latin or Arabic digits. The other sign is meant as the
 * decimal one too, except where it may part thousands ('1,000' in English, '1.000' in German): that is never guessed.
 */
export function typedNumber(text: string, decimals: number, locale = currentLocale()): Typed {
  const bare = latinDigits(text).trim().replace('\u066b', '.').replace('\u060c', ',');
  if (bare === '') return { value: null, wrong: null };
  const [, whole = '', sign = '', part = ''] = FIGURE.exec(bare) ?? [];
  if (whole === '') return { value: null, wrong: /\d/.test(bare) && SIGNS.test(bare) ? 'sign' : 'number' };
  const isOwn = sign === (locale === 'de' ? ',' : '.');
  if (!isOwn && part.length === 3 && Number(whole) > 0) return { value: null, wrong: 'sign' };
  if (whole.length > WHOLE_MAX || part.length > decimals) return { value: null, wrong: 'number' };
  return { value: Number(`${whole}.${part || 0}`), wrong: null };
}

/** Why a typed number cannot be read, in words; undefined where it can, or where nothing is typed. */
export function unreadText(text: string, decimals: number): string | undefined {
  const { wrong } = typedNumber(text, decimals);
  return wrong === null ? undefined : i18n.t(`common:typed.${wrong}`, { decimals });
}

/** A number as it would be typed in the language of the page. */
export const typedText = (value: number, locale = currentLocale()): string =>
  locale === 'de' ? String(value).replace('.', ',') : String(value);

/** An amount as it would be typed in the language of the page, with all decimals of its currency. */
export function typedAmount(value: number, currency: string, locale = currentLocale()): string {
  const text = amountBoxText(value, currency);
  return locale === 'de' ? text.replace('.', ',') : text;
}

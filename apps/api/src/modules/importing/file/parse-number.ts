import { toLatinDigits } from '@dukkan/commerce';

/** What stands before decimals; null where nothing shows it. */
export type DecimalMark = '.' | ',' | null;

const DIGITS = /^\d{1,15}$/;

/** The decimal sign of a number whose only sign is a comma: three digits after it may as well be thousands. */
function commaMeans(whole: string, after: string, scale: number): 'decimals' | 'thousands' | null {
  if (after.length !== 3) return 'decimals';
  if (whole.length > 3 || whole.startsWith('0')) return 'decimals';
  // with three decimals in the currency both can be meant: nobody guesses about money
  return scale < 3 ? 'thousands' : null;
}

/**
 * A number as people write it: both digit sets, '12,50', '1.234,50', '1,234.50', '١٢٫٥'. A point alone is a decimal
 * point, because that is how spreadsheets keep numbers.
 * @param scale decimals that the amount may have; decides what one comma means
 * @param decimalMark what the column writes before decimals, where it is known
 * @returns the digits with a point ('-1234.50'), or null where it is no number or cannot be told
 */
export function parseNumber(text: string, scale: number, decimalMark: DecimalMark = null): string | null {
  const plain = toLatinDigits(text)
    .replace(/[\s\u00a0\u202f'’\u200e\u200f\u061c]/g, '')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
  const sign = /^[-\u2212]/.test(plain) ? '-' : '';
  const body = plain.replace(/^[-+\u2212]/, '');
  if (!/^\d[\d.,]*$/.test(body) || body.length > 36) return null;
  const dots = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  const grouped = (whole: string, mark: string): string | null => {
    const [first = '', ...rest] = whole.split(mark);
    if (first.length > 3 || first === '' || rest.some((group) => !/^\d{3}$/.test(group))) return null;
    return first + rest.join('');
  };
  const joined = (whole: string | null, after: string): string | null =>
    whole !== null && DIGITS.test(whole) && /^\d{0,20}$/.test(after)
      ? `${sign}${whole}${after === '' ? '' : `.${after}`}`
      : null;
  if (dots === 0 && commas === 0) return joined(body, '');
  if (dots > 0 && commas > 0) {
    const mark = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
    const at = body.lastIndexOf(mark);
    const whole = body.slice(0, at);
    return whole.includes(mark) ? null : joined(grouped(whole, mark === '.' ? ',' : '.'), body.slice(at + 1));
  }
  const mark = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return joined(grouped(body, mark), '');
  const [whole = '', after = ''] = body.split(mark);
  if (decimalMark !== null)
    return mark === decimalMark ? joined(whole, after) : joined(grouped(body, mark), '');
  if (mark === '.') return joined(whole, after);
  const means = commaMeans(whole, after, scale);
  if (means === null) return null;
  return means === 'decimals' ? joined(whole, after) : joined(whole + after, '');
}

/** How shops write their currencies beside the codes: short forms in Arabic and Latin letters. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  QR: 'QAR',
  SR: 'SAR',
  KD: 'KWD',
  BD: 'BHD',
  DH: 'AED',
  DHS: 'AED',
  'ر.ق': 'QAR',
  'ر.س': 'SAR',
  'ر.ع': 'OMR',
  'د.ك': 'KWD',
  'د.ب': 'BHD',
  'د.إ': 'AED',
  'د.ع': 'IQD',
  'د.أ': 'JOD',
  'ج.م': 'EGP',
};

const BESIDE_TAX =
  /(?<![\p{L}\p{N}])(incl|inkl|inclusive|excl|exkl|net|netto|brutto|gross|vat|mwst|شامل|الضريبة)\.?(?![\p{L}\p{N}])/giu;

/** A price without what says that taxes are in it, or are not. */
export const withoutTaxWords = (text: string): string => text.replace(BESIDE_TAX, '');

/** A price without the sign or code of its currency; null where it names another one than the shop's. */
function withoutCurrency(text: string, currency: string): string | null {
  const bare = withoutTaxWords(text)
    .replace(/[\s\u00a0\u202f\u200e\u200f\u061c]/g, '')
    .replace(/\p{Sc}/gu, '');
  const [, before = '', amount = '', after = ''] =
    /^([\p{L}.]*?)([-+\u2212]?[\p{Nd}].*?)(\p{L}[\p{L}.]*)?$/u.exec(bare) ?? [];
  const word = (before || after).replace(/^\.|\.$/g, '').toUpperCase();
  if (amount === '' || (before && after)) return bare;
  if (word === '') return amount;
  return (SHORT_FORMS[word] ?? word) === currency ? amount : null;
}

/** Digits, and behind one mark other than three more: what most prices are, and read in one way whatever else there is. */
const PLAIN_PRICE = /^(\d{1,12})(?:([.,])(\d{1,2}|\d{4,10}))?$/;

/**
 * The decimal mark that a price cell shows by itself (docs/rules/imports.md#prices).
 * @param currency the shop's, as ISO 4217 code
 * @returns null where the cell may be read either way, or is no number
 */
export function detectDecimalMark(text: string, currency: string): DecimalMark {
  const plain = PLAIN_PRICE.exec(text);
  if (plain) return (plain[2] as DecimalMark | undefined) ?? null;
  const bare = toLatinDigits(withoutCurrency(text, currency) ?? '')
    .replace(/['’]/g, '')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
  const marks = [...bare.replace(/[^.,]/g, '')];
  const last = marks.at(-1) as DecimalMark | undefined;
  if (!last || !/^[-+\u2212]?\d[\d.,]*$/.test(bare)) return null;
  const after = bare.length - bare.lastIndexOf(last) - 1;
  if (new Set(marks).size === 2) return last;
  // one mark twice parts thousands, so that the other is left for decimals
  if (marks.length > 1) return last === '.' ? ',' : '.';
  return after === 3 ? null : last;
}

/**
 * A price as a shop's list writes it: with the sign or code of the shop's currency, thousands marks and either decimal
 * mark (docs/rules/imports.md#prices).
 * @param scale decimals of the shop's currency
 * @param mark the decimal mark of the whole column, for a cell that shows none by itself; null where it has none or both
 * @returns the digits with a point, or null where it is no number or an amount in another currency
 */
export function parsePrice(text: string, scale: number, currency: string, mark: DecimalMark): string | null {
  const [, whole, , decimals] = PLAIN_PRICE.exec(text) ?? [];
  if (whole !== undefined) return decimals === undefined ? whole : `${whole}.${decimals}`;
  const bare = withoutCurrency(text, currency);
  return bare === null ? null : parseNumber(bare, scale, detectDecimalMark(text, currency) ?? mark);
}

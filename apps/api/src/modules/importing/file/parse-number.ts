import { toLatinDigits } from '@dukkan/commerce';

/** The decimal mark of a column or cell; null when unknown. */
export type DecimalMark = '.' | ',' | null;

const DIGITS = /^\d{1,15}$/;

/** Whether the only comma of a number is a decimal mark: before three digits it may be a thousands separator. */
function commaMeans(whole: string, after: string, scale: number): 'decimals' | 'thousands' | null {
  if (after.length !== 3) return 'decimals';
  if (whole.length > 3 || whole.startsWith('0')) return 'decimals';
  // in a currency with three decimals both are possible, and amounts are never guessed
  return scale < 3 ? 'thousands' : null;
}

/**
 * Parses a number in either set of digits: '12,50', '1.234,50', '1,234.50', '١٢٫٥'. A single point is a decimal point,
 * because spreadsheets store numbers that way.
 * @param scale the most decimals of the amount; decides what a single comma means
 * @param decimalMark the decimal mark of the column, if known
 * @returns the digits with a point ('-1234.50'), or null when the text is no number or ambiguous
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

/** Short forms of currencies in Arabic and Latin letters, which shops write beside the codes. */
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

/** Removes words such as 'incl. VAT' from a price. */
export const withoutTaxWords = (text: string): string => text.replace(BESIDE_TAX, '');

/** Removes the sign or code of the currency from a price; null when it is another currency than the shop's. */
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

/** Most prices: digits with at most one mark, which is a decimal mark because not exactly three digits follow it. */
const PLAIN_PRICE = /^(\d{1,12})(?:([.,])(\d{1,2}|\d{4,10}))?$/;

/**
 * Returns the decimal mark that a price cell shows by itself (docs/rules/imports.md#prices).
 * @param currency the shop's currency as ISO 4217 code
 * @returns null when the cell is ambiguous or not a number
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
  // a repeated mark is the thousands separator, so the other one is the decimal mark
  if (marks.length > 1) return last === '.' ? ',' : '.';
  return after === 3 ? null : last;
}

/**
 * Parses a price with an optional sign or code of the shop's currency, thousands separators and either decimal mark
 * (docs/rules/imports.md#prices).
 * @param scale decimals of the shop's currency
 * @param mark the decimal mark of the column, for ambiguous cells; null when unknown
 * @returns the digits with a point, or null when the text is no number or in another currency
 */
export function parsePrice(text: string, scale: number, currency: string, mark: DecimalMark): string | null {
  const [, whole, , decimals] = PLAIN_PRICE.exec(text) ?? [];
  if (whole !== undefined) return decimals === undefined ? whole : `${whole}.${decimals}`;
  const bare = withoutCurrency(text, currency);
  return bare === null ? null : parseNumber(bare, scale, detectDecimalMark(text, currency) ?? mark);
}

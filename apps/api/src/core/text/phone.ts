import { toCompactPhone } from '@dukkan/commerce';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type ParsedPhone = {
  /** E.164. */
  readonly number: string;
  /** True when the number can receive text messages. */
  readonly mobile: boolean;
};

const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
const FALLBACK: CountryCode = 'QA';

/**
 * Parses a phone number as people write it, with any digits, dashes and spaces.
 * @param country two letters; numbers without a country code are of this country
 * @returns null for impossible numbers
 */
export function parsePhoneNumber(text: string, country: string): ParsedPhone | null {
  const defaultCountry = isSupportedCountry(country) ? country : FALLBACK;
  const parsed = parsePhoneNumberFromString(toCompactPhone(text), { defaultCountry, extract: false });
  if (!parsed?.isValid() || parsed.ext) return null;
  return { number: parsed.number, mobile: MOBILE.has(parsed.getType()) };
}

/** Minimum number of digits to read a number without a plus as international. */
const INTERNATIONAL_MIN = 10;

/**
 * Parses a phone number of an imported list: as a national number of the shop's country, or else as an international
 * one whose plus a spreadsheet has dropped. Rule: docs/rules/imports.md#customers
 */
export function parseImportedPhone(text: string, country: string): ParsedPhone | null {
  const own = parsePhoneNumber(text, country);
  if (own || text.includes('+')) return own;
  const digits = toCompactPhone(text).replace(/\D/g, '').replace(/^00/, '');
  return digits.length < INTERNATIONAL_MIN ? null : parsePhoneNumber(`+${digits}`, country);
}

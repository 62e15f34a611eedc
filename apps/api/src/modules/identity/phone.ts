import { toLatinDigits } from '@dukkan/commerce';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type Phone = {
  /** E.164. */
  readonly number: string;
  /** Whether text messages can reach it. */
  readonly mobile: boolean;
};

const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
const FALLBACK: CountryCode = 'QA';

/**
 * Reads a phone number as people write it, Arabic digits included (decisions section 6).
 * @param country two letters; numbers without a country code are of this country
 * @returns null where no such number can exist
 */
export function readPhone(text: string, country: string): Phone | null {
  const defaultCountry = isSupportedCountry(country) ? country : FALLBACK;
  const parsed = parsePhoneNumberFromString(toLatinDigits(text), { defaultCountry, extract: false });
  if (!parsed?.isValid() || parsed.ext) return null;
  return { number: parsed.number, mobile: MOBILE.has(parsed.getType()) };
}

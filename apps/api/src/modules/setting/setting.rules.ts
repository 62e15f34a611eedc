import {
  CURRENCIES,
  currencyScale,
  decimalPlaces,
  isTimezone,
  type Localized,
  resolveText,
} from '@dukkan/commerce';
import { fail, fillContrast, MIN_CONTRAST, type publicSetting } from '@dukkan/contract';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type * as z from 'zod';
import { invalid } from '../../core/invalid.ts';

type Shown = z.output<typeof publicSetting>;

/** What the one row of settings holds, defaults filled in. Pictures are names of the file store. */
export type Settings = Pick<
  Shown,
  'Currency' | 'AppName' | 'info' | 'minimum_order' | 'minimum_products' | 'theme'
> & {
  readonly logo: string | null;
  readonly favIcon: string | null;
  readonly country: string;
  readonly timezone: string;
  readonly hijri_offset: number;
  /** When the demo business was put in; it is put in once (issue 2). */
  readonly demo_seeded_at: string | null;
};

/** What holds until somebody saves something else (specification sections 1 and 9, decisions section 11). */
export const DEFAULTS: Settings = {
  Currency: 'QAR',
  AppName: { ar: 'دكان', en: 'Dukkan', de: 'Dukkan' },
  logo: null,
  favIcon: null,
  info: { phone: '', email: '', website: '' },
  minimum_order: null,
  minimum_products: null,
  theme: {
    primary: '#2876E2',
    skin: 'system',
    menu: 'open',
    density: 'comfortable',
    radius: 8,
    direction: 'auto',
  },
  country: 'QA',
  timezone: 'Asia/Qatar',
  hijri_offset: 0,
  demo_seeded_at: null,
};

/** The stored part over the defaults; nested objects are joined field by field. */
export function withDefaults(stored: Partial<Settings>): Settings {
  return {
    ...DEFAULTS,
    ...stored,
    AppName:
      resolveText(stored.AppName, 'en') === ''
        ? DEFAULTS.AppName
        : { ...DEFAULTS.AppName, ...stored.AppName },
    info: { ...DEFAULTS.info, ...stored.info },
    theme: { ...DEFAULTS.theme, ...stored.theme },
  };
}

/** The shop's name in a language, never empty. */
export const shopName = (settings: { AppName: Localized }, locale: 'ar' | 'en' | 'de'): string =>
  resolveText(settings.AppName, locale);

/** The settings as saved may be refused where a generic rule cannot know: lists of the world, and readable colours. */
export function checkSettings(settings: Settings): void {
  if (!CURRENCIES.includes(settings.Currency)) invalid('Currency', 'one_of', { values: CURRENCIES });
  if (!isSupportedCountry(settings.country)) invalid('country', 'invalid');
  if (!isTimezone(settings.timezone)) invalid('timezone', 'invalid');
  const max = currencyScale(settings.Currency);
  if (settings.minimum_order !== null && decimalPlaces(settings.minimum_order) > max)
    invalid('minimum_order', 'decimals', { max });
  const contrast = fillContrast(settings.theme.primary);
  if (contrast < MIN_CONTRAST)
    fail('theme.contrast', { ratio: Math.floor(contrast * 100) / 100 }, 'theme.primary');
}

/** A number in E.164, read in the shop's country; null where it is none. */
function internationalPhone(text: string, country: string): string | null {
  const defaultCountry: CountryCode = isSupportedCountry(country) ? country : 'QA';
  const parsed = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  return parsed?.isValid() ? parsed.number : null;
}

/**
 * A number of the business itself (shop, branch) in E.164, read in the shop's country (decisions section 6).
 * @throws request.invalid on `field`
 */
export function businessPhone(text: string, country: string, field: string): string {
  return internationalPhone(text, country) ?? invalid(field, 'phone');
}

/** A number as it can be dialled from anywhere, or as it was typed where it cannot be read so (suppliers abroad). */
export function readablePhone(text: string, country: string): string {
  return internationalPhone(text, country) ?? text;
}

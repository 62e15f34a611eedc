import {
  CURRENCIES,
  computeButtonContrast,
  countDecimalPlaces,
  DEFAULT_ZONE,
  getCurrencyScale,
  isTimezone,
  type Localized,
  MIN_CONTRAST,
  resolveText,
} from '@dukkan/commerce';
import { type adminSetting, fail, type publicSetting } from '@dukkan/contract';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type * as z from 'zod';
import { failField } from '../../core/fail-field.ts';
import type { Env } from '../../env.ts';

type Shown = z.output<typeof publicSetting>;
type Trade = Omit<z.output<typeof adminSetting>, keyof Shown | 'revision'>;

/** What the one row of settings holds, defaults filled in. Pictures are names of the file store. */
export type Settings = Pick<
  Shown,
  'Currency' | 'AppName' | 'info' | 'minimum_order' | 'minimum_products' | 'theme'
> &
  Trade & {
    readonly logo: string | null;
    readonly favIcon: string | null;
    /** When the demo business was put in; it is put in once (issue 2). */
    readonly demo_seeded_at: string | null;
    /** The moment that the demo's orders are told from. */
    readonly demo_orders_at: string | null;
    /** The last step of the demo's orders that was taken: of the last days, then of what came before them. */
    readonly demo_step: string | null;
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
  timezone: DEFAULT_ZONE,
  hijri_offset: 0,
  fixed_custom_shipping_price: null,
  free_after_amount: null,
  tax_mode: 'inclusive',
  cash_rounding: 0,
  print_profile: 'a5',
  discount_slots: {
    midday: ['11:00', '15:00'],
    afternoon: ['15:00', '18:00'],
    evening: ['18:00', '24:00'],
  },
  cash_tolerance: 0,
  safe_limit: null,
  driver_cash_limit: null,
  unpaid_minutes: 30,
  seller_max_discount: 0,
  day_end: '00:00',
  pay_return_origins: [],
  demo_seeded_at: null,
  demo_orders_at: null,
  demo_step: null,
};

type Brand = Pick<Settings, 'AppName' | 'info'>;

/** The brand that the configuration gives, where nothing is saved. Rule: docs/rules/theme.md#brand-until-it-is-saved */
export function readBrand(env: Env): Brand {
  const names = { ar: env.APP_NAME_AR ?? '', en: env.APP_NAME_EN ?? '', de: env.APP_NAME_DE ?? '' };
  return {
    AppName: resolveText(names, 'en') === '' ? DEFAULTS.AppName : names,
    info: { phone: env.APP_PHONE ?? '', email: env.APP_EMAIL ?? '', website: env.APP_WEBSITE ?? '' },
  };
}

/** The stored part over the defaults; nested objects are joined field by field. */
export function withDefaults(stored: Partial<Settings>, brand: Brand): Settings {
  return {
    ...DEFAULTS,
    ...stored,
    AppName:
      resolveText(stored.AppName, 'en') === '' ? brand.AppName : { ...brand.AppName, ...stored.AppName },
    info: { ...brand.info, ...stored.info },
    theme: { ...DEFAULTS.theme, ...stored.theme },
    discount_slots: { ...DEFAULTS.discount_slots, ...stored.discount_slots },
  };
}

/** The shop's name in a language, never empty. */
export const getShopName = (settings: { AppName: Localized }, locale: 'ar' | 'en' | 'de'): string =>
  resolveText(settings.AppName, locale);

const AMOUNTS = [
  'minimum_order',
  'fixed_custom_shipping_price',
  'free_after_amount',
  'cash_tolerance',
  'safe_limit',
  'driver_cash_limit',
] as const;

/** Whether a text is the origin of a website: https, or http of the machine itself, and nothing behind the host. */
function isWebsiteOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  return origin === text && (protocol === 'https:' || isLocal);
}

/**
 * The settings as saved may be refused where a generic rule cannot know: lists of the world, and readable colours. A
 * colour that stands already keeps nobody from changing the rest.
 */
export function checkSettings(settings: Settings, before: Settings): void {
  if (!CURRENCIES.includes(settings.Currency)) failField('Currency', 'one_of', { values: CURRENCIES });
  if (!isSupportedCountry(settings.country)) failField('country', 'invalid');
  if (!isTimezone(settings.timezone)) failField('timezone', 'invalid');
  const max = getCurrencyScale(settings.Currency);
  for (const field of AMOUNTS) {
    const amount = settings[field];
    if (amount !== null && countDecimalPlaces(amount) > max) failField(field, 'decimals', { max });
  }
  settings.pay_return_origins.forEach((origin, at) => {
    if (!isWebsiteOrigin(origin)) failField(`pay_return_origins.${at}`, 'invalid');
  });
  // a part of the day may run over midnight (docs/rules/offers.md#parts-of-the-day); 24:00 is where one ends
  for (const [slot, [from, to]] of Object.entries(settings.discount_slots)) {
    if (from === '24:00') failField(`discount_slots.${slot}.0`, 'invalid');
    if (from === to || to === '00:00') failField(`discount_slots.${slot}.1`, 'invalid');
  }
  if (settings.theme.primary === before.theme.primary) return;
  const contrast = computeButtonContrast(settings.theme.primary);
  if (contrast < MIN_CONTRAST)
    fail('theme.contrast', { ratio: Math.floor(contrast * 100) / 100 }, 'theme.primary');
}

/** A number in E.164, read in the shop's country; null where it is none. */
export function parseInternationalPhone(text: string, country: string): string | null {
  const defaultCountry: CountryCode = isSupportedCountry(country) ? country : 'QA';
  const parsed = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  return parsed?.isValid() ? parsed.number : null;
}

/**
 * A number of the business itself (shop, branch) in E.164, read in the shop's country (decisions section 6).
 * @throws request.invalid on `field`
 */
export function requireBusinessPhone(text: string, country: string, field: string): string {
  return parseInternationalPhone(text, country) ?? failField(field, 'phone');
}

/** A number as it can be dialled from anywhere, or as it was typed where it cannot be read so (suppliers abroad). */
export function formatPhone(text: string, country: string): string {
  return parseInternationalPhone(text, country) ?? text;
}

import {
  CURRENCIES,
  computeButtonContrast,
  countDecimalPlaces,
  DEFAULT_ZONE,
  getCountryWeekStart,
  getCurrencyScale,
  isTimezone,
  type Localized,
  MIN_CONTRAST,
  resolveText,
} from '@dukkan/commerce';
import { type adminSetting, fail, type publicSetting } from '@dukkan/contract';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type * as z from 'zod';
import { failField } from '../../core/fail-field.ts';
import { parsePhoneNumber } from '../../core/text/phone.ts';
import type { Env } from '../../env.ts';

type PublicSettings = z.output<typeof publicSetting>;
type Trade = Omit<z.output<typeof adminSetting>, keyof PublicSettings | 'revision'>;

/** The settings with their defaults; pictures are file names in the file store. */
export type Settings = Pick<
  PublicSettings,
  'Currency' | 'AppName' | 'info' | 'minimum_order' | 'minimum_products' | 'theme'
> &
  Trade & {
    readonly logo: string | null;
    readonly favIcon: string | null;
    /** When the demo business was created, which happens once (issue 2). */
    readonly demo_seeded_at: string | null;
    /** The time relative to which the demo's orders are dated. */
    readonly demo_orders_at: string | null;
    /** The last completed step of creating the demo's orders: first recent days, then older ones. */
    readonly demo_step: string | null;
  };

/** The defaults of settings that nobody has saved. */
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
  week_start: getCountryWeekStart('QA'),
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

/** The brand from the configuration, used until one is saved. Rule: docs/rules/theme.md#brand-until-it-is-saved */
export function readBrand(env: Env): Brand {
  const names = { ar: env.APP_NAME_AR ?? '', en: env.APP_NAME_EN ?? '', de: env.APP_NAME_DE ?? '' };
  return {
    AppName: resolveText(names, 'en') === '' ? DEFAULTS.AppName : names,
    info: { phone: env.APP_PHONE ?? '', email: env.APP_EMAIL ?? '', website: env.APP_WEBSITE ?? '' },
  };
}

/** Merges the stored settings over the defaults; nested objects are merged field by field. */
export function withDefaults(stored: Partial<Settings>, brand: Brand): Settings {
  return {
    ...DEFAULTS,
    ...stored,
    AppName:
      resolveText(stored.AppName, 'en') === '' ? brand.AppName : { ...brand.AppName, ...stored.AppName },
    info: { ...brand.info, ...stored.info },
    week_start: getWeekStartDay(stored),
    theme: { ...DEFAULTS.theme, ...stored.theme },
    discount_slots: { ...DEFAULTS.discount_slots, ...stored.discount_slots },
  };
}

/** The weekday that starts a week: the saved one, else that of the shop's country. */
const getWeekStartDay = ({ week_start, country = DEFAULTS.country }: Partial<Settings>): number =>
  week_start ?? getCountryWeekStart(country);

/** What decides the shop's days, from the stored settings. */
export const getShopDays = (
  stored: Partial<Settings>,
): Pick<Settings, 'timezone' | 'day_end' | 'week_start' | 'hijri_offset'> => ({
  timezone: stored.timezone ?? DEFAULTS.timezone,
  day_end: stored.day_end ?? DEFAULTS.day_end,
  week_start: getWeekStartDay(stored),
  hijri_offset: stored.hijri_offset ?? DEFAULTS.hijri_offset,
});

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

/** True for the origin of a website: https, or http on the local machine, without a path. */
function isWebsiteOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  return origin === text && (protocol === 'https:' || isLocal);
}

/**
 * Checks settings beyond their schema: currency, country, time zone, and readable colors. A stored color that is now
 * refused does not block other changes.
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
  // a part of the day may cross midnight (docs/rules/offers.md#parts-of-the-day); 24:00 is valid only as its end
  for (const [slot, [from, to]] of Object.entries(settings.discount_slots)) {
    if (from === '24:00') failField(`discount_slots.${slot}.0`, 'invalid');
    if (from === to || to === '00:00') failField(`discount_slots.${slot}.1`, 'invalid');
  }
  if (settings.theme.primary === before.theme.primary) return;
  const contrast = computeButtonContrast(settings.theme.primary);
  if (contrast < MIN_CONTRAST)
    fail('theme.contrast', { ratio: Math.floor(contrast * 100) / 100 }, 'theme.primary');
}

/** Parses a phone number to E.164 with the shop's country as default; null for invalid ones. */
export function parseInternationalPhone(text: string, country: string): string | null {
  return parsePhoneNumber(text, country)?.number ?? null;
}

/**
 * Parses a phone number of the shop or a branch to E.164 with the shop's country as default.
 * @throws request.invalid on `field`
 */
export function requireBusinessPhone(text: string, country: string, field: string): string {
  return parseInternationalPhone(text, country) ?? failField(field, 'phone');
}

/** Returns a phone number in E.164, or as typed when it cannot be parsed (suppliers abroad). */
export function formatPhone(text: string, country: string): string {
  return parseInternationalPhone(text, country) ?? text;
}

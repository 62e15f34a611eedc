import * as z from 'zod';
import { save, show } from '../kit/endpoint.ts';
import * as rules from '../kit/rules.ts';
import {
  email,
  localized,
  localizedOutput,
  money,
  name,
  percent,
  phoneText,
  picture,
  text,
  url,
} from '../kit/scalars.ts';
import { effectiveSettings } from './effective-settings.ts';

/** The smallest logo and favicon that can still be read. Rule: docs/rules/theme.md#logo-and-favicon */
export const LOGO_MINIMUM = { width: 64 } as const;
export const FAVICON_MINIMUM = { width: 32, height: 32 } as const;

/** Maximum radius of corners in pixels. */
export const MAX_RADIUS = 16;

/** The theme of the dashboard; a user's own choice wins: docs/rules/theme.md#whose-choice-holds */
const theme = z.object({
  primary: z.string(),
  skin: z.enum(['light', 'dark', 'system']),
  menu: z.enum(['open', 'collapsed']),
  density: z.enum(['comfortable', 'compact']),
  radius: z.number(),
  direction: z.literal('auto'),
});

/** Whether prices include tax, or it is added to them. */
export const TAX_MODES = ['inclusive', 'exclusive'] as const;
/** The default paper of invoices. */
export const PAPERS = ['a5', '80mm', '58mm', 'a4'] as const;

/** A time of day as `HH:MM`; a part of the day may end at 24:00. */
const slotBound = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
/** A business day ends at six at the latest. */
const dayEnd = z.string().regex(/^(0[0-5]:[0-5]\d|06:00)$/);
/** From, inclusive, and to, exclusive. */
const slot = z.tuple([slotBound, slotBound]);

/** Settings used by prices, orders and tills. Amounts are in the shop's currency. */
const trade = {
  /** The fixed charge of every delivery; null: zones and methods decide. */
  fixed_custom_shipping_price: z.number().nullable(),
  /** The default amount from which a zone's charge is free; null is never. */
  free_after_amount: z.number().nullable(),
  tax_mode: z.enum(TAX_MODES),
  /** The smallest coin in minor units; 0 for none. */
  cash_rounding: z.number().int(),
  print_profile: z.enum(PAPERS),
  /** Begin and end of the parts of the day for discounts, local time. */
  discount_slots: z.object({
    midday: z.tuple([z.string(), z.string()]),
    afternoon: z.tuple([z.string(), z.string()]),
    evening: z.tuple([z.string(), z.string()]),
  }),
  /** The maximum difference of a drawer without a note. */
  cash_tolerance: z.number(),
  /** Amounts in a safe or with a driver above this limit are flagged; null is never. */
  safe_limit: z.number().nullable(),
  driver_cash_limit: z.number().nullable(),
  /** Minutes that an online order waits for its payment. */
  unpaid_minutes: z.number().int(),
  /** Maximum discount in percent that a seller may give. */
  seller_max_discount: z.number(),
  /** When a business day ends, HH:MM after midnight; earlier sales count for the day before. */
  day_end: z.string(),
  /** Websites to which customers may return after paying online, such as https://shop.example. */
  pay_return_origins: z.array(z.string()),
};

/** All settings that anyone may read. */
export const publicSetting = z.object({
  Currency: z.string(),
  AppName: localizedOutput,
  logo: z.string().nullable(),
  favIcon: z.string().nullable(),
  info: z.object({ phone: z.string(), email: z.string(), website: z.string() }),
  locales: z.array(z.string()),
  map: z.object({
    lat: z.number(),
    lng: z.number(),
    zoom: z.number(),
    /** URL of tiles with {z}, {x} and {y}, and their attribution; null for maps with coasts and borders only. */
    tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  }),
  minimum_order: z.number().nullable(),
  minimum_products: z.number().nullable(),
  theme,
  version: z.string(),
});

export const adminSetting = publicSetting.extend({
  /** Version of the settings for optimistic locking; `version` is the product's. */
  revision: z.number().int(),
  /** Two-letter country code; phone numbers of this country may be written without a country code. */
  country: z.string(),
  timezone: z.string(),
  hijri_offset: z.number().int(),
  /** The weekday that starts a week, 0 Saturday to 6 Friday; until it is saved, that of the country. */
  week_start: z.number().int(),
  ...trade,
});

const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** A code, or a map by language of one and the same code. Rule: docs/rules/currencies.md#one-code-for-every-language */
const currencyInput = z.union([
  currencyCode,
  z
    .strictObject({ ar: currencyCode, en: currencyCode, de: currencyCode })
    .partial()
    .check(
      rules.rule('required', (codes) => Object.keys(codes).length > 0, {}, true),
      rules.rule('one_currency', (codes) => new Set(Object.values(codes)).size === 1),
    )
    .transform((codes) => codes.ar ?? codes.en ?? codes.de ?? ''),
]);

export const setting = {
  public: show({
    path: '/settings',
    summary: 'The shop as anyone may see it',
    audience: 'public',
    permission: null,
    input: {},
    output: publicSetting,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/settings',
    summary: 'All settings',
    audience: 'staff',
    permission: { resource: 'settings', action: 'view' },
    input: {},
    output: adminSetting,
    fails: [],
    invalidates: [],
  }),
  effect: effectiveSettings,
  save: save({
    path: '/admin/settings/save',
    summary: 'Change any subset of the settings',
    audience: 'staff',
    permission: { resource: 'settings', action: 'save' },
    input: {
      revision: z.number().int().min(1).optional(),
      Currency: currencyInput.optional(),
      AppName: localized(name).optional(),
      logo_base64: picture.nullish(),
      favIcon_base64: picture.nullish(),
      info: z
        .strictObject({ phone: phoneText.nullish(), email: email.nullish(), website: url.nullish() })
        .optional(),
      minimum_order: money().nullish(),
      minimum_products: z.number().int().min(0).max(1_000_000).nullish(),
      theme: z
        .strictObject({
          ...theme.shape,
          primary: z.string().regex(/^#[0-9a-fA-F]{6}$/),
          radius: z.number().min(0).max(MAX_RADIUS),
        })
        .partial()
        .optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      timezone: text(60).optional(),
      hijri_offset: z.number().int().min(-2).max(2).optional(),
      week_start: z.number().int().min(0).max(6).optional(),
      fixed_custom_shipping_price: money().nullish(),
      free_after_amount: money().nullish(),
      tax_mode: z.enum(TAX_MODES).optional(),
      cash_rounding: z.number().int().min(0).max(100_000).optional(),
      print_profile: z.enum(PAPERS).optional(),
      discount_slots: z.strictObject({ midday: slot, afternoon: slot, evening: slot }).partial().optional(),
      cash_tolerance: money().optional(),
      safe_limit: money().nullish(),
      driver_cash_limit: money().nullish(),
      unpaid_minutes: z.number().int().min(1).max(10_080).optional(),
      seller_max_discount: percent.optional(),
      day_end: dayEnd.optional(),
      pay_return_origins: z.array(text(200)).max(20).optional(),
    },
    output: adminSetting,
    fails: [
      'record.stale',
      'settings.currency_in_use',
      'theme.contrast',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['setting'],
  }),
};

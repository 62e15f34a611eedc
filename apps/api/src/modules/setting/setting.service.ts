import { CANCELED, DELIVERED, ORDER_VALUES } from '@dukkan/commerce';
import { type api, FAVICON_MINIMUM, fail, LOGO_MINIMUM, type PictureMinimum } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Db } from '../../core/db/database.ts';
import { fetchRow, runStatement, tables } from '../../core/db/tables.ts';
import { pictureUrl, storePicture } from '../../core/file/pictures.ts';
import { VERSION } from '../../env.ts';
import {
  checkSettings,
  readBrand,
  requireBusinessPhone,
  type Settings,
  withDefaults,
} from './setting.rules.ts';

type Save = z.output<typeof api.setting.save.input>;
type Admin = z.output<typeof api.setting.show.output>;
type Public = z.output<typeof api.setting.public.output>;

/** Field, longest stored edge in pixels and smallest size of the logo and of the favicon. */
const LOGO = { field: 'logo_base64', size: 512, minimum: LOGO_MINIMUM };
const FAV_ICON = { field: 'favIcon_base64', size: 128, minimum: FAVICON_MINIMUM };

/** Statuses of open orders: neither canceled nor delivered. */
const OPEN_ORDER_VALUES = ORDER_VALUES.filter((value) => value !== CANCELED && value !== DELIVERED);

type Revised = { readonly settings: Settings; readonly revision: number };

/** Settings per transaction, so that all its reads use the same settings. */
const readIn = new WeakMap<Db, Promise<Revised>>();

const storedSettings = tables.selectFrom('setting').select(['data', 'version']).where('id', '=', 1);

async function readNow(ctx: Pick<Ctx, 'db' | 'services'>): Promise<Revised> {
  const row = await fetchRow(ctx, storedSettings);
  const settings = withDefaults((row?.data ?? {}) as Partial<Settings>, readBrand(ctx.services.env));
  return { settings, revision: row?.version ?? 1 };
}

/**
 * Reads the settings with their defaults and their revision: one indexed row, once per transaction and on every call
 * outside of one. They are not cached in the process, because another process may save them.
 */
export function readSettings(ctx: Pick<Ctx, 'db' | 'services'>): Promise<Revised> {
  if (ctx.db === ctx.services.database.prisma) return readNow(ctx);
  const cachedSettings = readIn.get(ctx.db) ?? readNow(ctx);
  readIn.set(ctx.db, cachedSettings);
  return cachedSettings;
}

/** Changes the given settings in the caller's transaction; parallel changes run one after the other. */
async function changeSettings(
  ctx: Ctx,
  known: number | undefined,
  changed: (settings: Settings) => Partial<Settings>,
): Promise<{ before: Settings; after: Settings; revision: number }> {
  const first = tables.insertInto('setting').values({ id: 1, data: '{}' });
  await runStatement(
    ctx,
    first.onConflict((conflict) => conflict.column('id').doNothing()),
  );
  const row = await fetchRow(ctx, storedSettings.forUpdate());
  const stored = (row?.data ?? {}) as Partial<Settings>;
  checkVersion(row?.version ?? 1, known);
  const brand = readBrand(ctx.services.env);
  const before = withDefaults(stored, brand);
  const part = changed(before);
  const after = withDefaults({ ...stored, ...part }, brand);
  checkSettings(after, before);
  const revision = (row?.version ?? 1) + 1;
  await runStatement(
    ctx,
    tables
      .updateTable('setting')
      // only saved values are stored, so that later defaults reach shops that never changed them
      .set({ data: JSON.stringify({ ...stored, ...part }), version: revision, updated_at: ctx.now })
      .where('id', '=', 1),
  );
  readIn.delete(ctx.db);
  return { before, after, revision };
}

/** Gives the shop the demo business's name and stores that it was created, in the transaction of the seed. */
export async function storeDemoBusiness(
  ctx: Ctx,
  business: Pick<Settings, 'AppName' | 'info'>,
): Promise<void> {
  await changeSettings(ctx, undefined, () => ({ ...business, demo_seeded_at: ctx.now.toISOString() }));
}

/**
 * Stores the progress of the demo in the caller's transaction, without changing the version, because no setting that
 * users edit has changed.
 */
export async function storeDemoProgress(
  ctx: Ctx,
  part: Partial<Pick<Settings, 'demo_orders_at' | 'demo_step'>>,
): Promise<void> {
  const data = sql<string>`data || ${JSON.stringify(part)}::jsonb`;
  await runStatement(ctx, tables.updateTable('setting').set({ data }).where('id', '=', 1));
  readIn.delete(ctx.db);
}

const getMapSettings = ({ services: { env } }: Ctx) => ({
  lat: env.MAP_LAT,
  lng: env.MAP_LNG,
  zoom: env.MAP_ZOOM,
  tiles: env.TILE_URL ? { url: env.TILE_URL, attribution: env.TILE_ATTRIBUTION ?? '' } : null,
});

/**
 * Returns the public settings field by field, so that a new stored field can never become public
 * by accident.
 */
function publicView(ctx: Ctx, settings: Settings): Public {
  const { env } = ctx.services;
  return {
    Currency: settings.Currency,
    AppName: settings.AppName,
    logo: pictureUrl(settings.logo) ?? env.APP_LOGO_URL ?? null,
    favIcon: pictureUrl(settings.favIcon) ?? env.APP_FAVICON_URL ?? null,
    info: settings.info,
    locales: ['ar', 'en', 'de'],
    map: getMapSettings(ctx),
    minimum_order: settings.minimum_order,
    minimum_products: settings.minimum_products,
    theme: settings.theme,
    version: VERSION,
  };
}

const adminView = (ctx: Ctx, settings: Settings, revision: number): Admin => ({
  ...publicView(ctx, settings),
  revision,
  country: settings.country,
  timezone: settings.timezone,
  hijri_offset: settings.hijri_offset,
  week_start: settings.week_start,
  fixed_custom_shipping_price: settings.fixed_custom_shipping_price,
  free_after_amount: settings.free_after_amount,
  tax_mode: settings.tax_mode,
  cash_rounding: settings.cash_rounding,
  print_profile: settings.print_profile,
  discount_slots: settings.discount_slots,
  cash_tolerance: settings.cash_tolerance,
  safe_limit: settings.safe_limit,
  driver_cash_limit: settings.driver_cash_limit,
  unpaid_minutes: settings.unpaid_minutes,
  seller_max_discount: settings.seller_max_discount,
  day_end: settings.day_end,
  pay_return_origins: settings.pay_return_origins,
});

/** Returns the settings that anyone may see. */
export async function showPublicSettings(ctx: Ctx): Promise<Public> {
  return publicView(ctx, (await readSettings(ctx)).settings);
}

/** Returns the shop's theme for pages served before sign-in. */
export async function readTheme(services: Ctx['services']): Promise<Public['theme']> {
  const { settings } = await readSettings({ services, db: services.database.prisma });
  const { primary, skin, menu, density, radius, direction } = settings.theme;
  return { primary, skin, menu, density, radius, direction };
}

/** Returns all settings. */
export async function show(ctx: Ctx): Promise<Admin> {
  const { settings, revision } = await readSettings(ctx);
  return adminView(ctx, settings, revision);
}

/** Returns the stored file name of a new picture, null to remove the picture, undefined to keep it. */
async function storeSettingPicture(
  ctx: Ctx,
  given: Save['logo_base64'],
  place: { readonly field: string; readonly size: number; readonly minimum: PictureMinimum },
) {
  return typeof given === 'string' || given instanceof Uint8Array ? storePicture(ctx, given, place) : given;
}

/** Merges contact fields: absent ones keep their value, null clears them. */
function mergeContactInfo(
  info: NonNullable<Save['info']>,
  settings: Settings,
  country: string,
): Settings['info'] {
  const kept = settings.info;
  return {
    phone: info.phone
      ? requireBusinessPhone(info.phone, country, 'info.phone')
      : info.phone === null
        ? ''
        : kept.phone,
    email: info.email === undefined ? kept.email : (info.email ?? ''),
    website: info.website === undefined ? kept.website : (info.website ?? ''),
  };
}

/**
 * Refuses a change of the shop's currency while orders in it are neither delivered nor canceled. The table lock waits
 * for orders that are being created; later ones use the new currency.
 * Rule: docs/rules/currencies.md#changing-the-currency
 * @throws settings.currency_in_use with the count
 */
async function checkCurrencyChange(ctx: Ctx, { Currency: currency }: Settings): Promise<void> {
  await runStatement(ctx, sql`LOCK TABLE "order" IN SHARE MODE`);
  const open = await fetchRow(
    ctx,
    tables
      .selectFrom('order')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status_value', 'in', OPEN_ORDER_VALUES)
      .where('currency', '=', currency),
  );
  if (open && open.count > 0) fail('settings.currency_in_use', { count: open.count, currency }, 'Currency');
}

/**
 * Changes any subset of the settings.
 * @throws record.stale, settings.currency_in_use, theme.contrast, request.invalid, image.*
 */
export async function save(ctx: Ctx, input: Save): Promise<Admin> {
  return ctx.tx(async (ctx) => {
    // pictures first, so that other requests do not wait for the settings row while a picture is converted
    const logo = await storeSettingPicture(ctx, input.logo_base64, LOGO);
    const favIcon = await storeSettingPicture(ctx, input.favIcon_base64, FAV_ICON);
    const { before, after, revision } = await changeSettings(ctx, input.revision, (settings) => {
      const { info, theme, discount_slots: slots, ...rest } = input;
      const { revision, logo_base64, favIcon_base64, locale, all_locale, ...plain } = rest;
      const given: { [name in keyof Settings]?: Settings[name] | undefined } = {
        ...plain,
        logo,
        favIcon,
        info: info && mergeContactInfo(info, settings, input.country ?? settings.country),
        theme: theme && mergeDefined(settings.theme, theme),
        discount_slots: slots && mergeDefined(settings.discount_slots, slots),
      };
      return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    });
    if (after.Currency !== before.Currency) await checkCurrencyChange(ctx, before);
    await recordAudit(ctx, { noun: 'setting', id: 1, action: 'save', before, after, version: revision });
    return adminView(ctx, after, revision);
  });
}

/** Merges the given fields over the stored ones. */
const mergeDefined = <T extends object>(
  stored: T,
  given: { [name in keyof T]?: T[name] | undefined },
): T => ({
  ...stored,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

import { type FormDraft, useDraft } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { type CallFailure, callApi } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { formFields } from './fields.ts';
import { themeFields } from './theme-fields.ts';

export type Setting = RowOf<typeof api.setting.show>;

/**
 * Wraps the settings as a record: there is only one, so the id does not matter, and `revision` is its version, because
 * the field `version` is the product's.
 */
const asRecord = (setting: Setting) => ({ setting, id: 1, version: setting.revision });
type SettingsRecord = ReturnType<typeof asRecord>;

/**
 * Returns the form's values. A stored picture is represented by its URL, so that another text means another picture.
 */
const createStartValues = ({ setting }: SettingsRecord) => ({
  AppName: setting.AppName,
  logo_base64: setting.logo,
  favIcon_base64: setting.favIcon,
  info: { phone: setting.info.phone, email: setting.info.email, website: setting.info.website },
  Currency: setting.Currency,
  country: setting.country,
  timezone: setting.timezone,
  hijri_offset: setting.hijri_offset,
  week_start: setting.week_start,
  minimum_order: setting.minimum_order,
  minimum_products: setting.minimum_products,
  fixed_custom_shipping_price: setting.fixed_custom_shipping_price,
  free_after_amount: setting.free_after_amount,
  tax_mode: setting.tax_mode,
  cash_rounding: setting.cash_rounding,
  cash_tolerance: setting.cash_tolerance,
  safe_limit: setting.safe_limit,
  driver_cash_limit: setting.driver_cash_limit,
  unpaid_minutes: setting.unpaid_minutes,
  seller_max_discount: setting.seller_max_discount,
  day_end: setting.day_end,
  print_profile: setting.print_profile,
  discount_slots: setting.discount_slots,
});

/** Returns the options shared by both forms of the settings; a save sends `revision` as the version. */
const recordOptions = (setting: Setting) => ({
  record: asRecord(setting),
  read: async () => asRecord((await callApi(api.setting.show, {})).results),
  onSaved: () => undefined,
  recordKey: { place: ({ version }: SettingsRecord) => ({ revision: version }), record: asRecord },
});

/** Returns the draft of the shop's theme. */
export const useThemeDraft = (setting: Setting, success: string): FormDraft =>
  useDraft(api.setting.save, {
    ...recordOptions(setting),
    facts: themeFields,
    defaults: (record) => ({ theme: (record ?? asRecord(setting)).setting.theme }),
    success,
    keep: 'theme',
  });

/** Returns the draft of the general settings. */
export const useSettingDraft = (
  setting: Setting,
  success: string,
  onRefused: (failure: CallFailure) => boolean,
): FormDraft =>
  useDraft(api.setting.save, {
    ...recordOptions(setting),
    facts: formFields,
    defaults: (record) => createStartValues(record ?? asRecord(setting)),
    success,
    onRefused,
    keep: 'setting',
  });

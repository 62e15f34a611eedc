import { FAVICON_MINIMUM, LOGO_MINIMUM, PAPERS, TAX_MODES } from 'virtual:facts';
import { defineFields } from '../../kit/index.ts';

const offsets = [-2, -1, 0, 1, 2].map((days) => ({
  value: days,
  label: `setting:hijri.${days < 0 ? 'minus' : 'plus'}_${Math.abs(days)}`,
}));

const weekdays = [0, 1, 2, 3, 4, 5, 6].map((value) => ({ value, label: `setting:weekday.${value}` }));

const taxModes = TAX_MODES.map((value) => ({ value, label: `setting:tax_mode.${value}` }));
const papers = PAPERS.map((value) => ({ value, label: `setting:paper.${value}` }));

/** The fields of the general settings. */
export const formFields = defineFields({
  AppName: { kind: 'localized' },
  logo: { kind: 'image', name: 'logo_base64', label: 'fields:logo', minimum: LOGO_MINIMUM },
  favIcon: { kind: 'image', name: 'favIcon_base64', label: 'fields:favIcon', minimum: FAVICON_MINIMUM },
  phone: { kind: 'code', name: 'info.phone', mode: 'tel' },
  email: { kind: 'code', name: 'info.email', mode: 'email' },
  website: { kind: 'code', name: 'info.website', mode: 'url' },
  Currency: { kind: 'code' },
  country: { kind: 'code' },
  timezone: { kind: 'code' },
  hijri_offset: { kind: 'choice', options: offsets },
  week_start: { kind: 'choice', options: weekdays },
  minimum_order: { kind: 'money' },
  minimum_products: { kind: 'integer' },
  fixed_custom_shipping_price: { kind: 'money' },
  free_after_amount: { kind: 'money' },
  tax_mode: { kind: 'choice', options: taxModes },
  cash_rounding: { kind: 'integer' },
  cash_tolerance: { kind: 'money' },
  safe_limit: { kind: 'money' },
  driver_cash_limit: { kind: 'money' },
  unpaid_minutes: { kind: 'integer' },
  seller_max_discount: { kind: 'percent' },
  day_end: { kind: 'code' },
  print_profile: { kind: 'choice', options: papers },
  discount_slots: { kind: 'text' },
  midday_from: { kind: 'code', name: 'discount_slots.midday.0', label: 'setting:slot.midday_from' },
  midday_to: { kind: 'code', name: 'discount_slots.midday.1', label: 'setting:slot.midday_to' },
  afternoon_from: { kind: 'code', name: 'discount_slots.afternoon.0', label: 'setting:slot.afternoon_from' },
  afternoon_to: { kind: 'code', name: 'discount_slots.afternoon.1', label: 'setting:slot.afternoon_to' },
  evening_from: { kind: 'code', name: 'discount_slots.evening.0', label: 'setting:slot.evening_from' },
  evening_to: { kind: 'code', name: 'discount_slots.evening.1', label: 'setting:slot.evening_to' },
});

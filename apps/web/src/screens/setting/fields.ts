import { facts } from '../../kit/index.ts';

const offsets = [-2, -1, 0, 1, 2].map((days) => ({
  value: days,
  label: `setting:hijri.${days < 0 ? 'minus' : 'plus'}_${Math.abs(days)}`,
}));

/** The general settings (specification section 3, Settings; decisions section 11). */
export const f = facts({
  AppName: { kind: 'localized' },
  logo: { kind: 'image', name: 'logo_base64', label: 'fields:logo' },
  favIcon: { kind: 'image', name: 'favIcon_base64', label: 'fields:favIcon' },
  phone: { kind: 'code', name: 'info.phone', mode: 'tel' },
  email: { kind: 'code', name: 'info.email', mode: 'email' },
  website: { kind: 'code', name: 'info.website', mode: 'url' },
  Currency: { kind: 'code' },
  country: { kind: 'code' },
  timezone: { kind: 'code' },
  hijri_offset: { kind: 'choice', options: offsets },
  minimum_order: { kind: 'money' },
  minimum_products: { kind: 'integer' },
});

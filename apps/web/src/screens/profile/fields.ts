import { LOCALES } from 'virtual:facts';
import { defineFields } from '../../kit/index.ts';

/** The fields of the profile that can be changed without the password. */
export const formFields = defineFields({
  name: { kind: 'text' },
  avatar: { kind: 'image', name: 'avatar_base64', label: 'fields:avatar' },
  locale: {
    kind: 'choice',
    name: 'locale_choice',
    options: LOCALES.map((value) => ({ value, label: `common:locale.${value}` })),
  },
  skin: {
    kind: 'choice',
    name: 'preferences.skin',
    label: 'fields:skin',
    options: [
      { value: 'light', label: 'profile:skin.light' },
      { value: 'dark', label: 'profile:skin.dark' },
      { value: 'system', label: 'profile:skin.system' },
    ],
  },
  density: {
    kind: 'choice',
    name: 'preferences.density',
    label: 'fields:density',
    options: [
      { value: 'comfortable', label: 'profile:density.comfortable' },
      { value: 'compact', label: 'profile:density.compact' },
    ],
  },
  digits: {
    kind: 'choice',
    name: 'preferences.digits',
    label: 'fields:digits',
    options: [
      { value: 'latn', label: 'profile:digits.latn' },
      { value: 'arab', label: 'profile:digits.arab' },
    ],
  },
});

import type { Locale } from '@dukkan/commerce';
import { defineFields, type FieldSpec, type RefNoun } from '../../lib/fact.ts';
import type { SaveEndpoint, Values } from '../../lib/form/form-values.ts';
import { api } from '../../lib/server/api.ts';

/** A noun of which a new record can be made while it is picked: with so many fields that it can be used at once. */
type Creatable = {
  readonly save: SaveEndpoint;
  readonly fields: readonly FieldSpec[];
  /** The names of the fields that are always needed. */
  readonly required: readonly string[];
  /** The names of fields that are needed because of the others. */
  readonly needs?: (values: Values) => readonly string[];
  /** The form's values from what was typed into the picker. */
  readonly start: (typed: string, locale: Locale) => Values;
};

const inLocale = (text: string, locale: Locale) => ({ ar: '', en: '', de: '', [locale]: text });
const isPhone = (text: string): boolean => /^[+\d٠-٩۰-۹][\d٠-٩۰-۹\s()-]{3,}$/.test(text);
/** A number that was typed is the phone, anything else the name. */
const startPerson = (text: string) => (isPhone(text) ? { name: '', phone: text } : { name: text, phone: '' });

const fields = defineFields({
  names: { kind: 'localized' },
  titles: { kind: 'localized' },
  parent_id: { kind: 'ref', to: 'category', label: 'fields:parent' },
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  email: { kind: 'code', mode: 'email' },
});

const CREATABLE: { readonly [N in RefNoun]?: Creatable } = {
  brand: {
    save: api.brand.save,
    fields: [fields.names],
    required: ['names'],
    start: (typed, locale) => ({ names: inLocale(typed, locale) }),
  },
  category: {
    save: api.category.save,
    fields: [fields.titles, fields.parent_id],
    required: ['titles'],
    start: (typed, locale) => ({ titles: inLocale(typed, locale), parent_id: null }),
  },
  supplier: {
    save: api.supplier.save,
    fields: [fields.name, fields.phone],
    required: ['name'],
    start: startPerson,
  },
  customer: {
    save: api.account.save,
    fields: [fields.name, fields.phone, fields.email],
    required: ['name'],
    // somebody is reached by one of the two
    needs: ({ phone, email }) => (phone || email ? [] : ['phone']),
    start: (typed) => ({ ...startPerson(typed), email: '' }),
  },
};

/** How a noun's records are made in a picker; undefined where they have their own page alone. */
export const findCreatable = (to: RefNoun): Creatable | undefined => CREATABLE[to];

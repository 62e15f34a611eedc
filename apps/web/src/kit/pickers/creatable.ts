import { type Locale, parsePhonePart } from '@dukkan/commerce';
import { defineFields, type FieldSpec, type RefNoun } from '../../lib/fact.ts';
import type { SaveEndpoint, Values } from '../../lib/form/form-values.ts';
import type { NamedNoun } from '../../lib/list/pick-list.ts';
import { api } from '../../lib/server/api.ts';

/**
 * A noun whose records can be created inside a picker: its save endpoint, and enough fields to use the record at once.
 */
type Creatable = {
  readonly noun: NamedNoun;
  readonly save: SaveEndpoint;
  readonly fields: readonly FieldSpec[];
  /** The names of the fields that are always required. */
  readonly required: readonly string[];
  /** The names of the fields that other values make required. */
  readonly needs?: (values: Values) => readonly string[];
  /** Returns the initial form values for the text typed into the picker. */
  readonly start: (typed: string, locale: Locale) => Values;
};

const inLocale = (text: string, locale: Locale) => ({ ar: '', en: '', de: '', [locale]: text });
/** Uses the typed text as the phone if it is a phone number, else as the name. */
const startPerson = (text: string) =>
  parsePhonePart(text) !== null ? { name: '', phone: text } : { name: text, phone: '' };

const fields = defineFields({
  names: { kind: 'localized' },
  titles: { kind: 'localized' },
  parent_id: { kind: 'ref', to: 'category', label: 'fields:parent' },
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  email: { kind: 'code', mode: 'email' },
});

const CREATABLE: Readonly<Record<NamedNoun, Omit<Creatable, 'noun'>>> = {
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
    // a person needs at least one of phone and e-mail
    needs: ({ phone, email }) => (phone || email ? [] : ['phone']),
    start: (typed) => ({ ...startPerson(typed), email: '' }),
  },
};

const isCreatable = (noun: RefNoun): noun is NamedNoun => Object.hasOwn(CREATABLE, noun);

/** Returns how a picker creates a record of this noun; undefined when records are only created on their own page. */
export const findCreatable = (noun: RefNoun): Creatable | undefined =>
  isCreatable(noun) ? { noun, ...CREATABLE[noun] } : undefined;

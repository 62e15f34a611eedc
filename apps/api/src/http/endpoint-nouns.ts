import { api, type Endpoint, getFieldLabel, getGroupNoun, type Locale, type Noun } from '@dukkan/contract';

/** Groups of endpoints that belong to another noun. */
const NOUN_OF_GROUP: Readonly<Record<string, Noun>> = {
  auth: 'profile',
  system: 'message',
  demo: 'message',
  paymentAttempt: 'order',
  tillPairing: 'pos-device',
  tillPack: 'pos-device',
  tillSync: 'till-letter',
};

const endpointPlaces = new Map<Endpoint, { readonly noun: Noun; readonly name: string }>();
for (const [group, endpoints] of Object.entries(api)) {
  const noun = (NOUN_OF_GROUP[group] ?? getGroupNoun(group)) as Noun;
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    endpointPlaces.set(endpoint, { noun, name });
}

/** Returns the noun under which the contract lists this endpoint. */
export const findNoun = (endpoint: Endpoint): Noun => endpointPlaces.get(endpoint)?.noun ?? 'message';

/** Returns the title of a list's export in a language: the list's own (`ledger.supplier_list`), or else its noun's. */
export const getExportFileTitle = (endpoint: Endpoint, locale: Locale): string =>
  getFieldLabel([endpointPlaces.get(endpoint)?.name ?? '', `${findNoun(endpoint)}_list`], locale);

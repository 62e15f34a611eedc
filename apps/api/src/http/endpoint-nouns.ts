import { api, type Endpoint, getFieldLabel, getGroupNoun, type Locale, type Noun } from '@dukkan/contract';

/** Groups that are no noun of their own. */
const NOUN_OF_GROUP: Readonly<Record<string, Noun>> = {
  auth: 'profile',
  system: 'message',
  demo: 'message',
  paymentAttempt: 'order',
};

const endpointPlaces = new Map<Endpoint, { readonly noun: Noun; readonly name: string }>();
for (const [group, endpoints] of Object.entries(api)) {
  const noun = (NOUN_OF_GROUP[group] ?? getGroupNoun(group)) as Noun;
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    endpointPlaces.set(endpoint, { noun, name });
}

/** The noun that the contract lists this endpoint under. */
export const findNoun = (endpoint: Endpoint): Noun => endpointPlaces.get(endpoint)?.noun ?? 'message';

/** The title of a list's file in a language: the list's own title (`ledger.supplier_list`), else its noun's. */
export const getExportFileTitle = (endpoint: Endpoint, locale: Locale): string =>
  getFieldLabel([endpointPlaces.get(endpoint)?.name ?? '', `${findNoun(endpoint)}_list`], locale);

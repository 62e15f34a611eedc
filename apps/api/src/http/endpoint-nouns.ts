import { api, type Endpoint, fieldLabel, type Locale, type Noun, nounOfGroup } from '@dukkan/contract';

const places = new Map<Endpoint, { readonly noun: Noun; readonly name: string }>();
for (const [group, endpoints] of Object.entries(api)) {
  const noun = (
    group === 'auth' ? 'profile' : group === 'system' || group === 'demo' ? 'message' : nounOfGroup(group)
  ) as Noun;
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    places.set(endpoint, { noun, name });
}

/** The noun that the contract lists this endpoint under. */
export const nounOf = (endpoint: Endpoint): Noun => places.get(endpoint)?.noun ?? 'message';

/** The title of a list's file in a language: the list's own title (`ledger.supplier_list`), else its noun's. */
export const fileTitle = (endpoint: Endpoint, locale: Locale): string =>
  fieldLabel([places.get(endpoint)?.name ?? '', `${nounOf(endpoint)}_list`], locale);

import { api, type Endpoint, type Noun, nounOfGroup } from '@dukkan/contract';

const nouns = new Map<Endpoint, Noun>();
for (const [group, endpoints] of Object.entries(api)) {
  const noun = (
    group === 'auth' ? 'profile' : group === 'system' || group === 'demo' ? 'message' : nounOfGroup(group)
  ) as Noun;
  for (const endpoint of Object.values(endpoints) as Endpoint[]) nouns.set(endpoint, noun);
}

/** The noun whose table in the contract holds this endpoint. */
export const nounOf = (endpoint: Endpoint): Noun => nouns.get(endpoint) ?? 'message';

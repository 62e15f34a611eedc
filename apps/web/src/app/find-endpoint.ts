import { api } from '../lib/server/api.ts';
import type { AnyEndpoint } from '../lib/server/endpoint.ts';
import type { EndpointPlace } from './route-entry.ts';

const groups: Readonly<Record<string, Readonly<Record<string, AnyEndpoint>>>> = api;

/** Returns the endpoint at a place of the contract. */
export function findEndpoint(place: EndpointPlace): AnyEndpoint {
  const [group = '', verb = ''] = place.split('.');
  return groups[group]?.[verb] as AnyEndpoint;
}

import { type Action, isActionAllowed } from '@dukkan/commerce';
import { type Audience, type EndpointKind, getGroupNoun, type PageMeta } from '@dukkan/contract';
import type { z } from 'zod';
import { api } from './api.ts';

type Right = { readonly resource: string | readonly string[]; readonly action: Action } | null;

/** The part of a contract endpoint that the web app uses. */
export type AnyEndpoint = {
  readonly path: string;
  readonly kind: EndpointKind;
  readonly audience: Audience;
  readonly permission: Right;
  readonly exportPermission?: Right;
  /** With one of these permissions, the user finds its records in pick-lists. */
  readonly pick?: readonly string[];
  readonly invalidates: readonly string[];
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

export type InputOf<E extends AnyEndpoint> = z.input<E['input']>;
/** The type of a list's row, or of any other endpoint's answer. */
export type RowOf<E extends AnyEndpoint> = z.output<E['output']>;
export type ResultOf<E extends AnyEndpoint> = E['kind'] extends 'list' ? RowOf<E>[] : RowOf<E>;
export type MetaOf<E extends AnyEndpoint> = E extends { metaOutput: infer M extends z.ZodType }
  ? z.output<M>
  : E['kind'] extends 'list'
    ? PageMeta
    : PageMeta | undefined;
export type Answer<E extends AnyEndpoint> = { results: ResultOf<E>; meta: MetaOf<E> };

/** Endpoints about the signed-in user belong to the noun profile. */
const NOUN_OF_KEY: Readonly<Record<string, string>> = {
  auth: 'profile',
  system: 'search',
  // attempts change with their order
  paymentAttempt: 'order',
};

const nouns = new Map<string, string>(
  Object.entries(api).flatMap(([key, endpoints]) => {
    const noun = NOUN_OF_KEY[key] ?? getGroupNoun(key);
    return Object.values(endpoints).map(({ path }): [string, string] => [path, noun]);
  }),
);

/** Returns the noun of an endpoint's reads, in the words of events and of `invalidates`. */
export const findEndpointNoun = (endpoint: AnyEndpoint): string => nouns.get(endpoint.path) ?? endpoint.path;

/** Returns whether an endpoint changes data; its calls carry an Idempotency-Key. */
export const isWrite = (endpoint: AnyEndpoint): boolean =>
  endpoint.kind === 'save' || endpoint.kind === 'remove' || endpoint.kind === 'command';

/**
 * Returns whether an account with these permissions may call the endpoint; null permissions mean a visitor who is not
 * signed in. The server checks again; this only hides what it would refuse.
 */
export function canCall(endpoint: AnyEndpoint, permissions: readonly string[] | null): boolean {
  const { permission } = endpoint;
  // the public part of a noun is not enough for a staff screen, so its permission is required
  if (endpoint.audience === 'public' && permission === null) return true;
  if (permissions === null) return false;
  if (endpoint.audience === 'account' || permission === null) return true;
  const resources = typeof permission.resource === 'string' ? [permission.resource] : permission.resource;
  return resources.some((resource) => isActionAllowed(permissions, resource, permission.action));
}

/** Returns whether the account may see a list's records in a pick-list, in full or as short rows. */
export function canPickFrom(endpoint: AnyEndpoint, permissions: readonly string[] | null): boolean {
  if (canCall(endpoint, permissions)) return true;
  return (
    permissions !== null &&
    (endpoint.pick ?? []).some((resource) => isActionAllowed(permissions, resource, 'view'))
  );
}

import { type Action, allows } from '@dukkan/commerce';
import { type Audience, type Kind, nounOfGroup, type PageMeta } from '@dukkan/contract';
import type { z } from 'zod';
import { api } from './api.ts';

type Right = { readonly resource: string | readonly string[]; readonly action: Action } | null;

/** What the web reads of a contract endpoint. */
export type AnyEndpoint = {
  readonly path: string;
  readonly kind: Kind;
  readonly audience: Audience;
  readonly permission: Right;
  readonly exportPermission?: Right;
  /** Holders of one of these find its records in pick-lists. */
  readonly pick?: readonly string[];
  readonly invalidates: readonly string[];
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

export type InputOf<E extends AnyEndpoint> = z.input<E['input']>;
/** One row of a list, or the whole answer of anything else. */
export type RowOf<E extends AnyEndpoint> = z.output<E['output']>;
export type ResultOf<E extends AnyEndpoint> = E['kind'] extends 'list' ? RowOf<E>[] : RowOf<E>;
export type MetaOf<E extends AnyEndpoint> = E['kind'] extends 'list' ? PageMeta : PageMeta | undefined;
export type Answer<E extends AnyEndpoint> = { results: ResultOf<E>; meta: MetaOf<E> };

/** Answers that are about the signed-in person are stale when the profile is. */
const NOUN_OF_KEY: Readonly<Record<string, string>> = { auth: 'profile', system: 'search' };

const nouns = new Map<string, string>(
  Object.entries(api).flatMap(([key, endpoints]) => {
    const noun = NOUN_OF_KEY[key] ?? nounOfGroup(key);
    return Object.values(endpoints).map(({ path }): [string, string] => [path, noun]);
  }),
);

/** The noun whose reads this endpoint is one of; events and `touches` name the same words. */
export const nounOf = (endpoint: AnyEndpoint): string => nouns.get(endpoint.path) ?? endpoint.path;

/** True for what changes something: such a call carries an Idempotency-Key. */
export const isWrite = (endpoint: AnyEndpoint): boolean =>
  endpoint.kind === 'save' || endpoint.kind === 'remove' || endpoint.kind === 'command';

/**
 * Whether an account with these permissions passes the endpoint's own check (decisions 0.4); null is nobody
 * signed in. The server decides again; this only hides what would be refused.
 */
export function mayCall(endpoint: AnyEndpoint, permissions: readonly string[] | null): boolean {
  const { permission } = endpoint;
  // of what anyone may read, staff see more behind its permission; that is what screens draw
  if (endpoint.audience === 'public' && permission === null) return true;
  if (permissions === null) return false;
  if (endpoint.audience === 'account' || permission === null) return true;
  const resources = typeof permission.resource === 'string' ? [permission.resource] : permission.resource;
  return resources.some((resource) => allows(permissions, resource, permission.action));
}

/** Whether an account may find records of a list in a pick-list: in full, or as its short rows (decisions 0.4). */
export function mayPick(endpoint: AnyEndpoint, permissions: readonly string[] | null): boolean {
  if (mayCall(endpoint, permissions)) return true;
  return (
    permissions !== null && (endpoint.pick ?? []).some((resource) => allows(permissions, resource, 'view'))
  );
}

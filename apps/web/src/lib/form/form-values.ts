import { type FieldSpec, fieldValue } from '../fact.ts';
import type { AnyEndpoint, InputOf } from '../server/endpoint.ts';

/** What a form holds: the endpoint's own input, not yet checked. */
export type Values = Record<string, unknown>;

/** A record with its version, as show and save answer it. */
export type Stored = { readonly id: number; readonly version: number };

export type SaveEndpoint = AnyEndpoint & { readonly kind: 'save' | 'command' };

/** Empty texts as null at every depth: the server takes them so (decisions 0.1), and the schema must see the same. */
export function emptyToNull(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(emptyToNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptyToNull(inner)]));
}

const textOf = (value: unknown): string => JSON.stringify(emptyToNull(value ?? null));

/** Whether two values are the same to the server: '' and null and absent are one. */
export const sameValue = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** The top-level fields whose values differ. */
export function changedFields(values: Values, from: Values): string[] {
  const names = new Set([...Object.keys(values), ...Object.keys(from)]);
  return [...names].filter((name) => !sameValue(values[name], from[name]));
}

/** Only the named fields. */
export const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));

/** The field of the input that a message's path belongs to: `titles` of `titles.en`. */
export const rootField = (path: string): string => path.split('.')[0] ?? path;

/** The endpoint's input out of changed values; the server checks it again. */
export const toInput = <E extends AnyEndpoint>(values: Values): InputOf<E> =>
  emptyToNull(values) as InputOf<E>;

/** The facts whose values two versions of a form do not share. */
export const differingFacts = (facts: readonly FieldSpec[], mine: Values, theirs: Values): FieldSpec[] =>
  facts.filter(
    ({ name }) => rootField(name) in mine && !sameValue(fieldValue(mine, name), fieldValue(theirs, name)),
  );

/** One's own values of the facts that one storesAnswer, and of changed fields that no fact names: a typed password is meant. */
export function keptValues(
  kept: readonly FieldSpec[],
  facts: readonly FieldSpec[],
  mine: Values,
  base: Values,
): Values {
  const unnamed = changedFields(mine, base).filter(
    (top) => !facts.some(({ name }) => rootField(name) === top),
  );
  return Object.fromEntries(
    [...kept.map(({ name }) => name), ...unnamed].map((name) => [name, fieldValue(mine, name)]),
  );
}

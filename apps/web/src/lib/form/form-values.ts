import { isRecord } from '@dukkan/commerce';
import { type FieldSpec, getFieldValue } from '../fact.ts';
import type { AnyEndpoint, InputOf } from '../server/endpoint.ts';

/** The values of a form: the endpoint's input, not validated yet. */
export type Values = Record<string, unknown>;

/** A record with its version, as show and save return it. */
export type VersionedRecord = { readonly id: number; readonly version: number };

export type SaveEndpoint = AnyEndpoint & { readonly kind: 'save' | 'command' };

/** Turns empty texts into null at every depth, as the server does before it validates. */
export function emptyToNull(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(emptyToNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptyToNull(inner)]));
}

const toComparableText = (value: unknown): string => JSON.stringify(emptyToNull(value ?? null));

/** Returns whether two values are equal for the server, where '', null and undefined are the same. */
export const isSameValue = (a: unknown, b: unknown): boolean => toComparableText(a) === toComparableText(b);

/** Returns the top-level fields whose values differ. */
export function findChangedFields(values: Values, from: Values): string[] {
  const names = new Set([...Object.keys(values), ...Object.keys(from)]);
  return [...names].filter((name) => !isSameValue(values[name], from[name]));
}

/** Returns only the named fields. */
export const pickValues = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));

/** Returns the top-level field of a path, such as `titles` for `titles.en`. */
export const getRootField = (path: string): string => path.split('.')[0] ?? path;

/** Turns changed values into the endpoint's input; the server validates it again. */
export const toInput = <E extends AnyEndpoint>(values: Values): InputOf<E> =>
  emptyToNull(values) as InputOf<E>;

/** Returns the fields that differ between two versions of a form. */
export const findDifferingFields = (
  fields: readonly FieldSpec[],
  mine: Values,
  theirs: Values,
): FieldSpec[] =>
  fields.filter(
    ({ name }) =>
      getRootField(name) in mine && !isSameValue(getFieldValue(mine, name), getFieldValue(theirs, name)),
  );

/**
 * Returns the user's values for the selected fields, and for changed fields without a definition, such as a typed
 * password.
 */
export function pickUserValuesToKeep(
  keptFields: readonly FieldSpec[],
  fields: readonly FieldSpec[],
  mine: Values,
  base: Values,
): Values {
  const unnamed = findChangedFields(mine, base).filter(
    (top) => !fields.some(({ name }) => getRootField(name) === top),
  );
  return Object.fromEntries(
    [...keptFields.map(({ name }) => name), ...unnamed].map((name) => [name, getFieldValue(mine, name)]),
  );
}

/**
 * Returns the answer's value with what was typed since the save was sent, part by part: an entry of a list gets the id
 * that the answer gave it, and keeps what was typed into it.
 * @param sent the value that the answer is about
 * @param typed the value in the form now
 */
export function mergeTypedSince(sent: unknown, typed: unknown, answer: unknown): unknown {
  if (isSameValue(sent, typed)) return answer;
  if (Array.isArray(sent) && Array.isArray(typed) && Array.isArray(answer))
    return mergeTypedEntries(sent, typed, answer);
  if (!isRecord(sent) || !isRecord(typed) || !isRecord(answer)) return typed;
  const names = new Set([...Object.keys(answer), ...Object.keys(typed)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergeTypedSince(sent[name], typed[name], answer[name])]),
  );
}

/** Returns the values of the fields that were typed since a save was sent, each merged into the save's answer. */
export const findTypedSince = (sent: Values, typed: Values, answer: Values): Values =>
  Object.fromEntries(
    findChangedFields(typed, sent).map((name) => [
      name,
      mergeTypedSince(sent[name], typed[name], answer[name]),
    ]),
  );

function mergeTypedEntries(sent: readonly unknown[], typed: readonly unknown[], answer: readonly unknown[]) {
  const isNew = (one: unknown) => !sent.some((other) => isSameValue(one, other));
  // an answer that left entries out cannot be compared by place, and nothing of it may be lost
  if (sent.length !== answer.length) return [...answer, ...typed.filter(isNew)];
  const taken = new Set<number>();
  const take = (at: number): number => {
    if (at >= 0) taken.add(at);
    return at;
  };
  const places = typed.map((one) =>
    take(sent.findIndex((other, at) => !taken.has(at) && isSameValue(one, other))),
  );
  return typed.map((one, at) => {
    const place = places[at] ?? -1;
    if (place >= 0) return answer[place];
    // an entry that nothing matches is the one that was edited in this place, or a new one
    return typed.length === sent.length && !taken.has(at) ? mergeTypedSince(sent[at], one, answer[at]) : one;
  });
}

import { i18n } from '../i18n.ts';
import { CallFailure, call } from './call.ts';
import type { AnyEndpoint, InputOf, RowOf } from './endpoint.ts';

/** What answers one record: its show or, where a noun has none, its list. */
export type RecordEndpoint = AnyEndpoint & { readonly kind: 'show' | 'list' };

/** The input that names one record; a list is asked for the one row with all its languages. */
export const recordInput = <E extends RecordEndpoint>(endpoint: E, id: number): InputOf<E> =>
  (endpoint.kind === 'list' ? { id, all_locale: true, limit: 1 } : { id }) as InputOf<E>;

/** The record in an answer; null where the list does not hold it. */
export function recordIn<E extends RecordEndpoint>(results: unknown, id: number): RowOf<E> | null {
  if (!Array.isArray(results)) return results as RowOf<E>;
  return (results.find((row: { id: number }) => row.id === id) as RowOf<E> | undefined) ?? null;
}

/** The record as it is now, past every cache; a CallFailure where it cannot be had. */
export async function readRecord<E extends RecordEndpoint>(endpoint: E, id: number): Promise<RowOf<E>> {
  const { results } = await call(endpoint, recordInput(endpoint, id));
  const record = recordIn<E>(results, id);
  if (record === null) throw new CallFailure(i18n.t('kit:gap.missing'), { status: 404 });
  return record;
}

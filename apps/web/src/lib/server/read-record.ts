import { i18n } from '../i18n.ts';
import { CallFailure, callApi } from './call.ts';
import type { AnyEndpoint, InputOf, RowOf } from './endpoint.ts';

/** An endpoint that returns one record: a noun's show or, without one, its list. */
export type RecordEndpoint = AnyEndpoint & { readonly kind: 'show' | 'list' };

/** Returns the input that selects one record; from a list, its row with all languages. */
export const toRecordInput = <E extends RecordEndpoint>(endpoint: E, id: number): InputOf<E> =>
  (endpoint.kind === 'list' ? { id, all_locale: true, limit: 1 } : { id }) as InputOf<E>;

/** Returns the record in an answer; null when the list does not contain it. */
export function findRecordInResults<E extends RecordEndpoint>(results: unknown, id: number): RowOf<E> | null {
  if (!Array.isArray(results)) return results as RowOf<E>;
  return (results.find((row: { id: number }) => row.id === id) as RowOf<E> | undefined) ?? null;
}

/** Reads the current record past every cache; rejects with a CallFailure. */
export async function readRecord<E extends RecordEndpoint>(endpoint: E, id: number): Promise<RowOf<E>> {
  const { results } = await callApi(endpoint, toRecordInput(endpoint, id));
  const record = findRecordInResults<E>(results, id);
  if (record === null) throw new CallFailure(i18n.t('kit:gap.missing'), { status: 404 });
  return record;
}

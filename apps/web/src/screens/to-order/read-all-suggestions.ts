import { ORDERED_LINES_MAX } from 'virtual:facts';
import type { PageMeta } from '@dukkan/contract';
import { api } from '../../lib/server/api.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { readOnce } from '../../lib/server/use-read-write.ts';
import type { Suggestion } from './draft.ts';

/**
 * Reads the suggestions of all pages of a list, at most as many as are ordered at once.
 * @throws CallFailure when a page cannot be read
 */
export async function readAllSuggestions(
  input: Readonly<Record<string, unknown>>,
  { total, per_page }: Pick<PageMeta, 'total' | 'per_page'>,
  branch: number | null,
): Promise<Suggestion[]> {
  const pages = Math.ceil(Math.min(total, ORDERED_LINES_MAX) / per_page);
  const rows: Suggestion[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const answer = await readOnce(
      api.receipt.toOrder,
      { ...input, page } as InputOf<typeof api.receipt.toOrder>,
      branch,
    );
    rows.push(...answer.results);
  }
  return rows;
}

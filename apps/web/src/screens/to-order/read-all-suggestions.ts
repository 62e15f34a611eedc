import { ORDERED_LINES_MAX } from 'virtual:facts';
import { readPages } from '../../lib/list/read-pages.ts';
import { api } from '../../lib/server/api.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { readOnce } from '../../lib/server/use-read-write.ts';
import type { Suggestion } from './draft.ts';

/**
 * Reads the suggestions of all pages of a list, at least as many as are ordered at once where there are.
 * @throws CallFailure when a page cannot be read
 */
export async function readAllSuggestions(
  input: Readonly<Record<string, unknown>>,
  branch: number | null,
): Promise<Suggestion[]> {
  const rows: Suggestion[] = [];
  await readPages(
    (page) =>
      readOnce(api.receipt.toOrder, { ...input, page } as InputOf<typeof api.receipt.toOrder>, branch),
    (results) => rows.push(...results) >= ORDERED_LINES_MAX,
  );
  return rows;
}

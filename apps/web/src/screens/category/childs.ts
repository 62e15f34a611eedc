import { ROOT_CATEGORY } from 'virtual:facts';
import { useQueries } from '@tanstack/react-query';
import { useLocale } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { callApi } from '../../lib/server/call.ts';
import type { Answer, RowOf } from '../../lib/server/endpoint.ts';

export type TreeCategory = RowOf<typeof api.category.list>;

/** A row's position in the tree. */
export type TreeNode = {
  readonly row: TreeCategory;
  /** The parent; null at the top level. */
  readonly above: TreeNode | null;
  readonly siblings: Siblings;
  readonly index: number;
};

export type Siblings = {
  readonly parent: number;
  /** The rows loaded so far. */
  readonly rows: readonly TreeCategory[];
  readonly total: number;
};

const PAGE = 100;

const readPage = (parent: number, page: number, signal?: AbortSignal) =>
  callApi(api.category.list, { parent, page, limit: PAGE }, { signal });

/** Loads the first `pages` pages of a category's children, in their order. */
export function useChilds(parent: number, pages: number) {
  const locale = useLocale();
  const reads = useQueries({
    queries: Array.from({ length: pages }, (_, at) => ({
      // the key starts with the noun, so that a change of a category reloads it
      queryKey: ['category', 'childs', parent, at + 1, locale],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<typeof api.category.list>> =>
        readPage(parent, at + 1, signal),
    })),
  });
  const rows = reads.flatMap(({ data }) => data?.results ?? []);
  const siblings: Siblings = { parent, rows, total: reads[0]?.data?.meta.total ?? rows.length };
  return {
    siblings,
    reading: reads.some(({ isPending }) => isPending),
    failure: (reads.find(({ error }) => error)?.error ?? null) as CallFailure | null,
    again: () => {
      for (const { isError, refetch } of reads) if (isError) void refetch();
    },
  };
}

/** Returns the sibling at an index, loading it if it is not shown yet; null past the last one. */
export async function loadSiblingAt(
  { parent, rows, total }: Siblings,
  index: number,
): Promise<TreeCategory | null> {
  if (index < 0 || index >= total) return null;
  const shown = rows[index];
  if (shown) return shown;
  const { results } = await readPage(parent, Math.floor(index / PAGE) + 1);
  return results[index % PAGE] ?? null;
}

/** Returns whether a position is the category itself or below it. */
export const isSelfOrDescendant = (place: TreeNode | null, id: number): boolean =>
  place !== null && (place.row.id === id || isSelfOrDescendant(place.above, id));

/** Returns the id of a parent category; null stands for the top level. */
export const getParentId = (above: TreeNode | null): number => above?.row.id ?? ROOT_CATEGORY;

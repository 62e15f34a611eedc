import { ROOT_CATEGORY } from 'virtual:facts';
import { useQueries } from '@tanstack/react-query';
import { useLocale } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { callApi } from '../../lib/server/call.ts';
import type { Answer, RowOf } from '../../lib/server/endpoint.ts';

export type Category = RowOf<typeof api.category.list>;

/** Where a row stands in the tree. */
export type TreeNode = {
  readonly row: Category;
  /** Null at the top level. */
  readonly above: TreeNode | null;
  readonly siblings: Siblings;
  readonly index: number;
};

export type Siblings = {
  readonly parent: number;
  /** What is read of them. */
  readonly rows: readonly Category[];
  readonly total: number;
};

const PAGE = 100;

const readPage = (parent: number, page: number, signal?: AbortSignal) =>
  callApi(api.category.list, { parent, page, limit: PAGE }, { signal });

/** The first `pages` pages of a category's childs, in their order. */
export function useChilds(parent: number, pages: number) {
  const locale = useLocale();
  const reads = useQueries({
    queries: Array.from({ length: pages }, (_, at) => ({
      // under the noun, so that a write to it reads them again
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

/** The sibling at an index, read where it is not shown yet; null past the last. */
export async function loadSiblingAt(
  { parent, rows, total }: Siblings,
  index: number,
): Promise<Category | null> {
  if (index < 0 || index >= total) return null;
  const shown = rows[index];
  if (shown) return shown;
  const { results } = await readPage(parent, Math.floor(index / PAGE) + 1);
  return results[index % PAGE] ?? null;
}

/** True where a place is the category itself or stands below it. */
export const isWithin = (place: TreeNode | null, id: number): boolean =>
  place !== null && (place.row.id === id || isWithin(place.above, id));

/** Null is the top level. */
export const getParentId = (above: TreeNode | null): number => above?.row.id ?? ROOT_CATEGORY;

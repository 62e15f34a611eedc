import type { PageMeta } from '@dukkan/contract';

/** A column of a file: the field of its rows, and its header. */
export type Column = { readonly name: string; readonly label: string; readonly isInstant: boolean };

/** A list's answer: its rows and the page they stand on; as a file it may have columns of its own. */
export type Page<T> = {
  readonly rows: readonly T[];
  readonly meta: PageMeta;
  readonly columns?: readonly Column[];
};

/** Totals are exact up to here; of more, lists say about how many there are (decisions 0.1). */
export const COUNTED_MAX = 10_000;

/** Offset and size of the asked page. */
export function slice(input: { page: number; limit: number }): { skip: number; take: number } {
  return { skip: (input.page - 1) * input.limit, take: input.limit };
}

/**
 * Puts rows and total into a page (decisions 0.1). A page past the end is empty with true meta.
 * `total` counts every matching row.
 */
export function page<T>(
  rows: readonly T[],
  total: number,
  input: { page: number; limit: number },
  estimated = false,
): Page<T> {
  const start = (input.page - 1) * input.limit;
  return {
    rows,
    meta: {
      current_page: input.page,
      last_page: Math.max(1, Math.ceil(total / input.limit)),
      per_page: input.limit,
      total,
      from: rows.length === 0 ? 0 : start + 1,
      to: rows.length === 0 ? 0 : start + rows.length,
      ...(estimated ? { estimated } : {}),
    },
  };
}

import type { Noun, PageMeta } from '@dukkan/contract';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BulkAction } from '../../lib/list/bulk-actions.ts';
import { useListShortcuts } from '../../lib/list/list-keyboard.ts';
import {
  applyView,
  type HasId,
  type ListEndpoint,
  type ListQuery,
  type ListRowOf,
  parseListUrl,
  toListInput,
} from '../../lib/list/list-url.ts';
import { type Selection, toggleRow, useSelection } from '../../lib/list/selection.ts';
import { type FilterValue, type FilterValues, updateListUrl } from '../../lib/list/update-list-url.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { readOnce, useRead } from '../../lib/server/use-read-write.ts';

export type List<R extends HasId = HasId> = {
  readonly endpoint: ListEndpoint;
  readonly noun: Noun;
  /** Distinguishes several lists of a noun; columns and views are stored under it. */
  readonly key: string;
  readonly rows: readonly R[];
  readonly meta: PageMeta | undefined;
  /** loading: no rows yet; denied: the permission is missing. */
  readonly state: 'loading' | 'failed' | 'denied' | 'ready';
  /** True while new rows load and the old ones are still visible. */
  readonly refetching: boolean;
  readonly failure: CallFailure | null;
  readonly query: ListQuery;
  /** The endpoint's input for the current page. */
  readonly input: Record<string, FilterValue>;
  /** True when a search or a filter is set. */
  readonly filtered: boolean;
  readonly address: URLSearchParams;
  /** The selected rows; read it with `useSelected` and `useIsPicked`. */
  readonly selection: Selection<R>;
  /** False when no action exists for selected rows; then rows cannot be selected. */
  readonly selectable: boolean;
  /** The row that had the focus when the user left this entry of the history. */
  readonly place: HasId['id'] | null;
  keepPlace(id: HasId['id']): void;
  /** Changes the address; null removes a part. `replace` adds no step for Back. */
  set(change: Readonly<Record<string, FilterValue | null>>, replace?: 'replace'): void;
  /** Removes search and filters. */
  clear(): void;
  /** Applies the whole query of a saved view. */
  show(view: string): void;
  retry(): void;
};

export type ListOptions<R> = {
  noun: Noun;
  key?: string;
  fixed?: FilterValues;
  /** The names in the input that make it another list; by default those of `fixed`. */
  subject?: readonly string[];
  /** False when selected rows are never used. */
  selectable?: boolean;
  /** All actions for selected rows; when none applies to a visible row, rows cannot be selected. */
  bulk?: readonly BulkAction<R>[];
};

/** Fixed values that only say in which order and how many rows are read. */
const SORTS: readonly string[] = ['sort_by', 'sort_as', 'limit'];

/**
 * Manages a list whose search, filters, sort, page and page size are in the URL, so that Back, a link and a saved view
 * show the same rows. `fixed` adds filters that are not in the URL. Old rows stay visible while new ones load, and the
 * next page is prefetched.
 */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  options: ListOptions<ListRowOf<E>>,
): List<ListRowOf<E>> {
  const { noun, key = noun, bulk } = options;
  // compared by content, because callers create the object on every render
  const fixed = JSON.stringify(options.fixed ?? {});
  const [address, setAddress] = useSearchParams();
  const branch = useBranch();
  const allowed = useSession().can(endpoint);
  const query = useMemo(
    () => parseListUrl(endpoint, address, JSON.parse(fixed) as FilterValues),
    [endpoint, address, fixed],
  );
  const input = useMemo(() => toListInput(query, JSON.parse(fixed) as FilterValues), [query, fixed]);
  // another fixed filter is another list, whose rows must not show under this one's title
  const subject =
    options.subject ?? Object.keys(JSON.parse(fixed) as FilterValues).filter((name) => !SORTS.includes(name));
  const read = useRead(endpoint, input as InputOf<E>, { enabled: allowed, subject });
  const rows = (read.results ?? []) as unknown as readonly ListRowOf<E>[];
  const meta = read.meta as PageMeta | undefined;

  const set = useCallback(
    (change: Readonly<Record<string, FilterValue | null>>, replace?: 'replace') =>
      setAddress((currentAddress) => updateListUrl(currentAddress, change), {
        replace: replace === 'replace',
      }),
    [setAddress],
  );

  const last = meta?.last_page ?? 1;
  const isCurrent = !read.isPlaceholderData && read.isSuccess;
  useEffect(() => {
    if (!isCurrent) return;
    if (query.page > last) set({ page: Math.max(1, last) }, 'replace');
    else if (query.page < last) {
      // a failed prefetch is ignored; the page itself reports the error
      readOnce(endpoint, { ...input, page: query.page + 1 } as InputOf<E>, branch).catch(() => undefined);
    }
  }, [isCurrent, query.page, last, endpoint, input, branch, set]);

  const matching = JSON.stringify([query.keywords, query.filters, branch]);
  const { place, keepPlace, selection } = useSelection<ListRowOf<E>>(matching);
  const selectable =
    options.selectable !== false && (bulk?.some((action) => rows.some(action.applies)) ?? true);
  const select = (id: string) => {
    const row = rows.find((candidate) => String(candidate.id) === id);
    if (row && selectable) toggleRow({ rows, meta, selection }, row);
  };
  useListShortcuts(select);

  const denied = !allowed || read.failure?.status === 403;
  return {
    endpoint,
    noun,
    key,
    rows,
    meta,
    state: denied ? 'denied' : read.results ? 'ready' : read.failure ? 'failed' : 'loading',
    refetching: read.isFetching && read.results !== undefined,
    failure: read.failure,
    query,
    input,
    filtered: query.keywords !== '' || Object.keys(query.filters).length > 0,
    address,
    selection,
    selectable,
    place,
    keepPlace,
    set,
    clear: () =>
      set(Object.fromEntries([...Object.keys(query.filters), 'keywords'].map((name) => [name, null]))),
    show: (view) => setAddress((currentAddress) => applyView(currentAddress, view)),
    retry: () => void read.refetch(),
  };
}

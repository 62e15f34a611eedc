import type { Endpoint } from '@dukkan/contract';
import type { z } from 'zod';
import { BRANCH_KEY } from '../server/current-branch.ts';
import { acceptsFilterValue, listDefaults } from './filter-rules.ts';
import type { FilterValue, FilterValues } from './update-list-url.ts';

export type ListEndpoint = Endpoint<'list', z.ZodObject, z.ZodType>;
/** A row of any list. */
export type HasId = { readonly id: number | string };
export type ListRowOf<E extends ListEndpoint> = z.output<E['output']> & HasId;

/** The state of a list in the address: page, sort, search and filters. */
export type ListQuery = {
  readonly page: number;
  readonly limit: number;
  readonly sort_by: string;
  readonly sort_as: 'asc' | 'desc';
  readonly keywords: string;
  readonly filters: FilterValues;
};

const FIXED = ['page', 'limit', 'sort_by', 'sort_as', 'keywords'];
/** Input fields that users cannot set as filters. */
const HIDDEN = ['locale', 'all_locale', 'export', 'format'];

/** Returns a URL value as the endpoint accepts it; undefined for an invalid one, because a URL can contain anything. */
const readValue = (endpoint: ListEndpoint, name: string, text: string): FilterValue | undefined => {
  if (text === '') return undefined;
  const number = /^-?\d{1,12}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && acceptsFilterValue(endpoint, name, number)) return number;
  return acceptsFilterValue(endpoint, name, text) ? text : undefined;
};

/** Reads the list's query from the address; missing and invalid parts get the endpoint's defaults. */
export function parseListUrl(
  endpoint: ListEndpoint,
  address: URLSearchParams,
  fixed: FilterValues = {},
): ListQuery {
  // the page's own filters are defaults too
  const defaults = { ...listDefaults(endpoint), ...fixed } as Omit<ListQuery, 'filters' | 'keywords'>;
  const readParam = (name: string) => readValue(endpoint, name, address.get(name) ?? '');
  const filters: Record<string, FilterValue> = {};
  for (const name of address.keys()) {
    if (FIXED.includes(name) || HIDDEN.includes(name)) continue;
    const value = readParam(name);
    if (value !== undefined) filters[name] = value;
  }
  return {
    page: Number(readParam('page') ?? defaults.page),
    limit: Number(readParam('limit') ?? defaults.limit),
    sort_by: String(readParam('sort_by') ?? defaults.sort_by),
    sort_as: (readParam('sort_as') ?? defaults.sort_as) as ListQuery['sort_as'],
    keywords: String(readParam('keywords') ?? ''),
    filters,
  };
}

/** Returns the part of a query that a saved view stores: everything except page and branch, in a fixed order. */
export function toSavedViewQuery(address: URLSearchParams): string {
  const viewParams = new URLSearchParams(address);
  viewParams.delete('page');
  viewParams.delete(BRANCH_KEY);
  viewParams.sort();
  return viewParams.toString();
}

/** Returns the query of a saved view in the current branch. */
export function applyView(address: URLSearchParams, view: string): URLSearchParams {
  const next = new URLSearchParams(view);
  const branch = address.get(BRANCH_KEY);
  if (branch) next.set(BRANCH_KEY, branch);
  return next;
}

/** Returns the query as the endpoint's input, without empty parts. */
export const toListInput = (query: ListQuery, fixed: FilterValues): Record<string, FilterValue> => ({
  ...query.filters,
  ...fixed,
  ...(query.keywords ? { keywords: query.keywords } : {}),
  page: query.page,
  limit: query.limit,
  sort_by: query.sort_by,
  sort_as: query.sort_as,
});

/** The query parameter that marks the views of one list when several lists share a noun; the list itself ignores it. */
const MARK = 'list';

/** Returns a view's query as it is stored, with the list's mark ('' for none). */
export const addViewMark = (view: string, mark: string): string =>
  toSavedViewQuery(new URLSearchParams(mark ? `${view}&${MARK}=${mark}` : view));

/** Returns the saved views of this list, with their queries. */
export function listViewsOfList<V extends { query: string }>(views: readonly V[], mark: string): V[] {
  return views.flatMap((view) => {
    const params = new URLSearchParams(view.query);
    if ((params.get(MARK) ?? '') !== mark) return [];
    params.delete(MARK);
    return [{ ...view, query: toSavedViewQuery(params) }];
  });
}

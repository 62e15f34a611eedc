import type { Endpoint } from '@dukkan/contract';
import type { z } from 'zod';
import { BRANCH_KEY } from '../server/current-branch.ts';
import { listDefaults, listTakes } from './filter-rules.ts';

export type ListEndpoint = Endpoint<'list', z.ZodObject, z.ZodType>;
/** A row of any list: it can be named. */
export type HasId = { readonly id: number | string };
export type RowOf<E extends ListEndpoint> = z.output<E['output']> & HasId;

export type Value = string | number;
export type FilterValues = Readonly<Record<string, Value>>;

/** What the address says about a list: the page, the sort, the search and the filters. */
export type ListQuery = {
  readonly page: number;
  readonly limit: number;
  readonly sort_by: string;
  readonly sort_as: 'asc' | 'desc';
  readonly keywords: string;
  readonly filters: FilterValues;
};

const FIXED = ['page', 'limit', 'sort_by', 'sort_as', 'keywords'];
/** Facts of the request, not filters that a person sets. */
const HIDDEN = ['locale', 'all_locale', 'export', 'format'];

/** One value as the endpoint takes it, or undefined where it would be refused: an address may be anything. */
const read = (endpoint: ListEndpoint, name: string, text: string): Value | undefined => {
  if (text === '') return undefined;
  const number = /^-?\d{1,12}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && listTakes(endpoint, name, number)) return number;
  return listTakes(endpoint, name, text) ? text : undefined;
};

/** The list's query from the address; what is missing or wrong is the endpoint's default. */
export function parseListUrl(
  endpoint: ListEndpoint,
  address: URLSearchParams,
  fixed: FilterValues = {},
): ListQuery {
  // what the list is narrowed to by its page stands for what is not said
  const defaults = { ...listDefaults(endpoint), ...fixed } as Omit<ListQuery, 'filters' | 'keywords'>;
  const of = (name: string) => read(endpoint, name, address.get(name) ?? '');
  const filters: Record<string, Value> = {};
  for (const name of address.keys()) {
    if (FIXED.includes(name) || HIDDEN.includes(name)) continue;
    const value = of(name);
    if (value !== undefined) filters[name] = value;
  }
  return {
    page: Number(of('page') ?? defaults.page),
    limit: Number(of('limit') ?? defaults.limit),
    sort_by: String(of('sort_by') ?? defaults.sort_by),
    sort_as: (of('sort_as') ?? defaults.sort_as) as ListQuery['sort_as'],
    keywords: String(of('keywords') ?? ''),
    filters,
  };
}

/** The address with a change: null takes a part away; any other change than the page starts at page 1. */
export function updateListUrl(
  address: URLSearchParams,
  change: Readonly<Record<string, Value | null>>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The part of an address that a saved view storesAnswer: everything but the page and the branch, in one order. */
export function viewQuery(address: URLSearchParams): string {
  const kept = new URLSearchParams(address);
  kept.delete('page');
  kept.delete(BRANCH_KEY);
  kept.sort();
  return kept.toString();
}

/** The address of a saved view, in the branch that is chosen now. */
export function withView(address: URLSearchParams, view: string): URLSearchParams {
  const next = new URLSearchParams(view);
  const branch = address.get(BRANCH_KEY);
  if (branch) next.set(BRANCH_KEY, branch);
  return next;
}

/** The query as the endpoint's input; what is empty is left out. */
export const inputOf = (query: ListQuery, fixed: FilterValues): Record<string, Value> => ({
  ...query.filters,
  ...fixed,
  ...(query.keywords ? { keywords: query.keywords } : {}),
  page: query.page,
  limit: query.limit,
  sort_by: query.sort_by,
  sort_as: query.sort_as,
});

/** Marks a view of a list that shares its noun with others; the list itself ignores it. */
const MARK = 'list';

/** A view's address as it is stored, with the mark of its list ('' has none). */
export const markedView = (view: string, mark: string): string =>
  viewQuery(new URLSearchParams(mark ? `${view}&${MARK}=${mark}` : view));

/** The saved views that are this list's, with the address they stand for. */
export function viewsOf<V extends { query: string }>(views: readonly V[], mark: string): V[] {
  return views.flatMap((view) => {
    const params = new URLSearchParams(view.query);
    if ((params.get(MARK) ?? '') !== mark) return [];
    params.delete(MARK);
    return [{ ...view, query: viewQuery(params) }];
  });
}

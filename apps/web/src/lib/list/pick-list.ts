import { PICK_LIMIT } from 'virtual:facts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../debounced.ts';
import type { RefNoun } from '../fact.ts';
import { api } from '../server/api.ts';
import { useBranch } from '../server/current-branch.ts';
import type { InputOf } from '../server/endpoint.ts';
import { readOnce, useRead } from '../server/use-read-write.ts';
import type { FilterValue, FilterValues } from './update-list-url.ts';

export type PickOption = { id: number; text: string; hint?: string };

type Named = {
  id: number;
  status?: number;
  name?: string;
  title?: string;
  phone?: string | null;
  email?: string | null;
  path?: string;
  parent_name?: string | null;
  supplier_name?: string;
  invoice_number?: string | null;
};

/** The list and sort order for picking each noun. */
const refs = {
  account: { endpoint: api.account.list, sort_by: 'name' },
  // account kinds are filters of the account list
  customer: { endpoint: api.account.list, sort_by: 'name', fixed: { role: 'customer' } },
  driver: { endpoint: api.account.list, sort_by: 'name', fixed: { perm: 'users.driver' } },
  seller: { endpoint: api.account.list, sort_by: 'name', fixed: { perm: 'users.seller' } },
  role: { endpoint: api.role.list, sort_by: 'title' },
  branch: { endpoint: api.branch.list, sort_by: 'name' },
  location: { endpoint: api.location.list, sort_by: 'name' },
  // categories of the whole tree, not only its top level
  category: { endpoint: api.category.list, sort_by: 'title', fixed: { parent: 0 } },
  coupon: { endpoint: api.offer.list, sort_by: 'title', fixed: { type: 'coupon' } },
  brand: { endpoint: api.brand.list, sort_by: 'name' },
  offer: { endpoint: api.offer.list, sort_by: 'title' },
  'tax-type': { endpoint: api.taxType.list, sort_by: 'ord' },
  extra: { endpoint: api.extra.list, sort_by: 'title' },
  product: { endpoint: api.product.list, sort_by: 'title' },
  supplier: { endpoint: api.supplier.list, sort_by: 'name' },
  // the latest receipt is picked most often
  receipt: { endpoint: api.receipt.list, sort_by: 'id', fixed: { sort_as: 'desc' } },
  'price-list': { endpoint: api.priceList.list, sort_by: 'ord' },
  'payment-method': { endpoint: api.paymentMethod.list, sort_by: 'ord' },
  'delivery-method': { endpoint: api.deliveryMethod.list, sort_by: 'ord' },
  'order-status': { endpoint: api.orderStatus.list, sort_by: 'ord' },
} as const satisfies Record<RefNoun, { fixed?: FilterValues; endpoint: unknown; sort_by: string }>;

const fixedFilters = (to: RefNoun): FilterValues => (refs[to] as { fixed?: FilterValues }).fixed ?? {};

/** Returns the input of a pick-list: at most 50 rows. */
const pickInput = (to: RefNoun, keywords: string, fixed: FilterValues): Record<string, FilterValue> => ({
  sort_as: 'asc',
  ...fixedFilters(to),
  ...fixed,
  ...(keywords ? { keywords } : {}),
  limit: PICK_LIMIT,
  sort_by: refs[to].sort_by,
});

/** Turns a row of any pick-list into an option. */
export const toPickOption = (row: Named): PickOption => {
  // two categories may have the same title, so the path distinguishes them
  const hint = row.phone ?? row.email ?? row.path ?? row.parent_name;
  return { id: row.id, text: row.title ?? row.name ?? documentName(row), ...(hint ? { hint } : {}) };
};

/** Returns the name of a document: its supplier and number. */
const documentName = ({ id, supplier_name, invoice_number }: Named): string =>
  [supplier_name, invoice_number ?? `#${id}`].filter(Boolean).join(' · ');

const RECENT_MAX = 5;
const recentKey = (to: RefNoun) => `dukkan.recent.${to}`;

/** Returns the ids picked last in this tab, latest first. */
function loadRecentIds(to: RefNoun): number[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(recentKey(to)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

export function rememberPick(noun: RefNoun, id: number): void {
  try {
    const ids = [id, ...loadRecentIds(noun).filter((candidate) => candidate !== id)].slice(0, RECENT_MAX);
    sessionStorage.setItem(recentKey(noun), JSON.stringify(ids));
  } catch {
    // storage may be refused; only the order is lost
  }
}

/** Returns the option for a record that was deleted or that the user may not see; it shows the id. */
const toUnnamedOption = (id: number): PickOption => ({ id, text: `#${id}` });

/** Loads the option of one record by id; undefined until it is loaded. */
export function usePickOption(noun: RefNoun, id: number | null) {
  const { endpoint } = refs[noun];
  const input = { ...fixedFilters(noun), id: id ?? undefined, limit: 1 } as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: id !== null });
  const row = (read.results as { id: number }[] | undefined)?.find((candidate) => candidate.id === id);
  if (id === null) return undefined;
  if (row) return toPickOption(row);
  return read.failure || (read.isSuccess && !read.isPlaceholderData) ? toUnnamedOption(id) : undefined;
}

/** The maximum number of names to load, because each name is a request; further records are shown by id. */
const NAMED_MAX = 50;

/** Loads the options of several records; a record that is not loaded yet shows '…'. */
export function usePickOptions(noun: RefNoun, ids: readonly number[]): PickOption[] {
  const { endpoint } = refs[noun];
  const branch = useBranch();
  const read = useQueries({
    queries: ids.slice(0, NAMED_MAX).map((id) => ({
      // the key starts with the noun, so that saving it reloads the name
      queryKey: [noun, 'picked', id],
      queryFn: () =>
        readOnce(endpoint, { ...fixedFilters(noun), id, limit: 1 } as InputOf<typeof endpoint>, branch),
    })),
  });
  return ids.map((id, index) => {
    const row = (read[index]?.data?.results as Named[] | undefined)?.find((candidate) => candidate.id === id);
    if (row) return toPickOption(row);
    return read[index]?.isPending ? { id, text: '…' } : toUnnamedOption(id);
  });
}

/** The nouns whose lists have the filter `named`. */
export type NamedNoun = 'brand' | 'category' | 'supplier' | 'customer';

/** The most records of one name that a pick-list adds to those its search found. */
const SAME_NAME_MAX = 5;

/**
 * The records that have a name in any language or spelling, disabled ones and those beyond the page of a pick-list
 * included; the name is free when there are none. Rule: docs/rules/wire.md#equal-names
 */
export function useNamedRecords(noun: NamedNoun | null, name: string) {
  const { endpoint } = refs[noun ?? 'brand'];
  const named = useDebounced(name, 200);
  const enabled = noun !== null && name !== '';
  const input = { ...fixedFilters(noun ?? 'brand'), named, limit: SAME_NAME_MAX } as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: enabled && named !== '' });
  const loading = enabled && (read.isFetching || named !== name);
  const rows = enabled && !loading ? (read.results as Named[] | undefined) : undefined;
  return { loading, rows: rows ?? [], isFree: rows?.length === 0 };
}

/** Searches a pick-list on the server, 50 rows at a time, with recently picked records first. */
export function usePickListSearch(noun: RefNoun, fixed: FilterValues) {
  const { endpoint } = refs[noun];
  const [typedText, setTypedText] = useState<string | null>(null);
  const keywords = useDebounced(typedText ?? '', 200);
  const input = pickInput(noun, keywords, fixed) as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: typedText !== null });
  const recent = keywords ? [] : loadRecentIds(noun);
  const rank = (id: number) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const picks = ((read.results ?? []) as Named[])
    .map(toPickOption)
    .toSorted((a, b) => rank(a.id) - rank(b.id));
  return {
    picks,
    /** The text typed since the list was opened. */
    typed: (typedText ?? '').trim(),
    loading: typedText !== null && (read.isFetching || typedText !== keywords),
    onSearch: setTypedText,
  };
}

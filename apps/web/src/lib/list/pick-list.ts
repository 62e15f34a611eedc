import { PICK_LIMIT } from 'virtual:facts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../debounced.ts';
import type { RefNoun } from '../fact.ts';
import { api } from '../server/api.ts';
import { useBranch } from '../server/current-branch.ts';
import type { InputOf } from '../server/endpoint.ts';
import { readOnce, useRead } from '../server/use-read-write.ts';
import type { FilterValues, Value } from './list-url.ts';

export type PickOption = { id: number; text: string; hint?: string };

type Named = {
  id: number;
  name?: string;
  title?: string;
  phone?: string | null;
  email?: string | null;
  path?: string;
  parent_name?: string | null;
  supplier_name?: string;
  invoice_number?: string | null;
};

/** The list that each noun is picked from; sorted the way a person looks for one. */
const refs = {
  account: { endpoint: api.account.list, sort_by: 'name' },
  // what an account is, as the list's own filters say it (decisions 0.4)
  customer: { endpoint: api.account.list, sort_by: 'name', fixed: { role: 'customer' } },
  driver: { endpoint: api.account.list, sort_by: 'name', fixed: { perm: 'users.driver' } },
  seller: { endpoint: api.account.list, sort_by: 'name', fixed: { perm: 'users.seller' } },
  role: { endpoint: api.role.list, sort_by: 'title' },
  branch: { endpoint: api.branch.list, sort_by: 'name' },
  location: { endpoint: api.location.list, sort_by: 'name' },
  // of the whole tree, not of its top level
  category: { endpoint: api.category.list, sort_by: 'title', fixed: { parent: 0 } },
  coupon: { endpoint: api.offer.list, sort_by: 'title', fixed: { type: 'coupon' } },
  brand: { endpoint: api.brand.list, sort_by: 'name' },
  'tax-type': { endpoint: api.taxType.list, sort_by: 'ord' },
  extra: { endpoint: api.extra.list, sort_by: 'title' },
  product: { endpoint: api.product.list, sort_by: 'title' },
  supplier: { endpoint: api.supplier.list, sort_by: 'name' },
  // the latest is the one that is meant
  receipt: { endpoint: api.receipt.list, sort_by: 'id', fixed: { sort_as: 'desc' } },
  'price-list': { endpoint: api.priceList.list, sort_by: 'ord' },
  'payment-method': { endpoint: api.paymentMethod.list, sort_by: 'ord' },
  'delivery-method': { endpoint: api.deliveryMethod.list, sort_by: 'ord' },
  'order-status': { endpoint: api.orderStatus.list, sort_by: 'ord' },
} as const satisfies Record<RefNoun, { fixed?: FilterValues; endpoint: unknown; sort_by: string }>;

const fixedOf = (to: RefNoun): FilterValues => (refs[to] as { fixed?: FilterValues }).fixed ?? {};

/** The input of a pick-list: at most 50 rows (specification section 9). */
const pickInput = (to: RefNoun, keywords: string, fixed: FilterValues): Record<string, Value> => ({
  sort_as: 'asc',
  ...fixedOf(to),
  ...fixed,
  ...(keywords ? { keywords } : {}),
  limit: PICK_LIMIT,
  sort_by: refs[to].sort_by,
});

/** A row of any pick-list as it is shown. */
const pickedOf = (row: Named): PickOption => {
  // two categories may be called the same: what stands above tells them apart
  const hint = row.phone ?? row.email ?? row.path ?? row.parent_name;
  return { id: row.id, text: row.title ?? row.name ?? documentOf(row), ...(hint ? { hint } : {}) };
};

/** A document has no name: whose it is and its number say which. */
const documentOf = ({ id, supplier_name, invoice_number }: Named): string =>
  [supplier_name, invoice_number ?? `#${id}`].filter(Boolean).join(' · ');

const RECENT_MAX = 5;
const keyOf = (to: RefNoun) => `dukkan.recent.${to}`;

/** What was picked last on this device in this tab's session, latest first. */
function recentOf(to: RefNoun): number[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(to)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

export function rememberPick(to: RefNoun, id: number): void {
  try {
    const ids = [id, ...recentOf(to).filter((one) => one !== id)].slice(0, RECENT_MAX);
    sessionStorage.setItem(keyOf(to), JSON.stringify(ids));
  } catch {
    // storage may be refused; nothing is lost but the order
  }
}

/** A record whose name cannot be read, because it is gone or belongs to others: its number is all that is known. */
const unnamed = (id: number): PickOption => ({ id, text: `#${id}` });

/** The one record that an id names, as its pick-list tells it; undefined until known. */
export function usePickOption(to: RefNoun, id: number | null) {
  const { endpoint } = refs[to];
  const input = { ...fixedOf(to), id: id ?? undefined, limit: 1 } as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: id !== null });
  const row = (read.results as { id: number }[] | undefined)?.find((one) => one.id === id);
  if (id === null) return undefined;
  if (row) return pickedOf(row);
  return read.failure || (read.isSuccess && !read.isPlaceholderData) ? unnamed(id) : undefined;
}

/** So many are asked for by name; a longer choice is told by number, because each name is a call. */
const NAMED_MAX = 50;

/** The same for several; what is not known yet is a mark. */
export function useManyPicked(to: RefNoun, ids: readonly number[]): PickOption[] {
  const { endpoint } = refs[to];
  const branch = useBranch();
  const read = useQueries({
    queries: ids.slice(0, NAMED_MAX).map((id) => ({
      // under the noun, so that a write to it reads the name again
      queryKey: [to, 'picked', id],
      queryFn: () => readOnce(endpoint, { ...fixedOf(to), id, limit: 1 } as InputOf<typeof endpoint>, branch),
    })),
  });
  return ids.map((id, index) => {
    const row = (read[index]?.data?.results as Named[] | undefined)?.find((one) => one.id === id);
    if (row) return pickedOf(row);
    return read[index]?.isPending ? { id, text: '…' } : unnamed(id);
  });
}

/** Searches a pick-list on the server, 50 rows at a time; what was picked lately stands first. */
export function usePickListSearch(to: RefNoun, fixed: FilterValues) {
  const { endpoint } = refs[to];
  const [asked, setAsked] = useState<string | null>(null);
  const keywords = useDebounced(asked ?? '', 200);
  const input = pickInput(to, keywords, fixed) as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: asked !== null });
  const recent = keywords ? [] : recentOf(to);
  const rank = (id: number) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const picks = ((read.results ?? []) as Named[]).map(pickedOf).toSorted((a, b) => rank(a.id) - rank(b.id));
  return {
    picks,
    loading: asked !== null && (read.isFetching || asked !== keywords),
    onSearch: setAsked,
  };
}

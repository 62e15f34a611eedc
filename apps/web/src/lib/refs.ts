import { api, PICK_LIMIT } from '@dukkan/contract';
import type { Value, Values } from '../../lib/list-address.ts';
import type { RefNoun } from '../fact.ts';

export type Picked = { id: number; text: string; hint?: string };

type Named = { id: number; name?: string; title?: string; phone?: string | null; email?: string | null };

/** The list that each noun is picked from; sorted the way a person looks for one. */
export const refs = {
  account: { endpoint: api.account.list, sort_by: 'name' },
  role: { endpoint: api.role.list, sort_by: 'title' },
  branch: { endpoint: api.branch.list, sort_by: 'name' },
  location: { endpoint: api.location.list, sort_by: 'name' },
} as const satisfies Record<RefNoun, unknown>;

/** The input of a pick-list: at most 50 rows (specification section 9). */
export const pickInput = (to: RefNoun, keywords: string, fixed: Values): Record<string, Value> => ({
  ...fixed,
  ...(keywords ? { keywords } : {}),
  limit: PICK_LIMIT,
  sort_by: refs[to].sort_by,
  sort_as: 'asc',
});

/** A row of any pick-list as it is shown. */
export const pickedOf = (row: Named): Picked => {
  const hint = row.phone ?? row.email;
  return { id: row.id, text: row.title ?? row.name ?? String(row.id), ...(hint ? { hint } : {}) };
};

const RECENT_MAX = 5;
const keyOf = (to: RefNoun) => `dukkan.recent.${to}`;

/** What was picked last on this device in this tab's session, latest first. */
export function recentOf(to: RefNoun): number[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keyOf(to)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

export function keepRecent(to: RefNoun, id: number): void {
  try {
    const ids = [id, ...recentOf(to).filter((one) => one !== id)].slice(0, RECENT_MAX);
    sessionStorage.setItem(keyOf(to), JSON.stringify(ids));
  } catch {
    // storage may be refused; nothing is lost but the order
  }
}

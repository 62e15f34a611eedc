import type { CountEntry } from './pending-counts.ts';
import type { Count } from './use-count.ts';

/**
 * Merges a save's answer, which has only the sent lines, into the known stock-taking, with those lines first. Returns
 * null when another user has saved in between.
 */
export function mergeCountAnswer(known: Count, answered: Count, sent: readonly CountEntry[]): Count | null {
  if (answered.version !== known.version + 1) return null;
  const items = new Set(sent.map(({ item_id }) => item_id));
  return {
    ...answered,
    items: [...answered.items, ...known.items.filter(({ item_id }) => !items.has(item_id))],
  };
}

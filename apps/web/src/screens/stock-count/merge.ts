import type { CountEntry } from './pending-counts.ts';
import type { Count } from './use-count.ts';

/**
 * Merges a save's answer, which has only the sent lines, into the known stock-taking, with those lines first. Returns
 * null when another user has saved in between.
 */
export function mergeCountAnswer(current: Count, answered: Count, sent: readonly CountEntry[]): Count | null {
  if (answered.version !== current.version + 1) return null;
  const items = new Set(sent.map(({ item_id }) => item_id));
  return {
    ...answered,
    items: [...answered.items, ...current.items.filter(({ item_id }) => !items.has(item_id))],
  };
}

import type { CountEntry } from './pending-counts.ts';
import type { Count } from './use-count.ts';

/**
 * What is known of a stock-taking with what a save answered of the lines that it sent, these first. Null where it is
 * not the next step of what is known: somebody else counted too.
 */
export function mergeCountAnswer(known: Count, answered: Count, sent: readonly CountEntry[]): Count | null {
  if (answered.version !== known.version + 1) return null;
  const items = new Set(sent.map(({ item_id }) => item_id));
  return {
    ...answered,
    items: [...answered.items, ...known.items.filter(({ item_id }) => !items.has(item_id))],
  };
}

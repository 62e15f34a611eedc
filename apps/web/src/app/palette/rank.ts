import { foldForSearch } from '@dukkan/commerce';

/**
 * How well a text answers what was typed, 0 for not at all. Letter forms, accents, case and digit sets make no
 * difference (ux.md, 'Search understands Arabic letter forms'): whole, then beginning, then beginnings of words
 * in any order, then anywhere.
 */
export function scoreMatch(text: string, typed: string): number {
  const wanted = foldForSearch(typed);
  if (wanted === '') return 1;
  const found = foldForSearch(text);
  if (found === wanted) return 5;
  if (found.startsWith(wanted)) return 4;
  // the Arabic article is part of the word and nobody types it
  const words = found
    .split(/[\s/·-]+/)
    .flatMap((word) => (word.startsWith('ال') ? [word, word.slice(2)] : [word]));
  const begins = wanted.split(' ').every((part) => words.some((word) => word.startsWith(part)));
  if (begins) return 3;
  return found.includes(wanted) ? 2 : 0;
}

/** The entries that answer, best first; equals keep their order. */
export function sortByMatch<T>(
  entries: readonly T[],
  typed: string,
  textsOf: (entry: T) => readonly string[],
): T[] {
  return entries
    .map((entry) => ({ entry, score: Math.max(...textsOf(entry).map((text) => scoreMatch(text, typed))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

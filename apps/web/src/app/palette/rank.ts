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

/** A word that a page or an action is also called by counts a little less than its own name. */
const ALIAS_STEP = 0.5;
/** A score from which on the beginning of a word was typed; less is a match in the middle of one. */
const WORD_BEGINS = 3;
/** The score of a name that begins as it was typed. */
const NAME_BEGINS = 4;

/**
 * How well an entry answers what was typed, by its name and by its other words.
 * @param words with commas between
 * @returns 0 where neither answers
 */
export function scoreEntry(label: string, words: string, typed: string): number {
  const aliases = words.split(/[,\u060c]/).map((phrase) => scoreMatch(phrase, typed));
  const best = Math.max(0, ...aliases);
  return Math.max(scoreMatch(label, typed), best >= WORD_BEGINS ? best - ALIAS_STEP : 0);
}

/**
 * How well a record answers what was typed. The server has found it, so it answers in any case; a word of its name
 * counts a little more than one of a page's, because the shop's own things are looked for most, and any word of a
 * product's more than the beginning of a category's or a page's.
 * @param texts its name, number, phone, code
 */
export function scoreRecord(texts: readonly string[], typed: string, isProduct = false): number {
  const best = Math.max(0, ...texts.map((text) => scoreMatch(text, typed)));
  if (isProduct && best >= WORD_BEGINS) return Math.max(best, NAME_BEGINS + ALIAS_STEP / 2);
  return best === WORD_BEGINS ? WORD_BEGINS + ALIAS_STEP / 2 : Math.max(1, best);
}

/** The entries with a score above 0, best first; equals keep their order. */
export function sortByScore<T extends { readonly score: number }>(entries: readonly T[]): T[] {
  return entries.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

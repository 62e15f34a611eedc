import { foldForSearch, hasTypedWords, listTypedWords } from '@dukkan/commerce';

/**
 * Returns how well a text matches what the user typed, 0 for no match. Spellings of one word make no difference
 * (docs/rules/wire.md#search). Scores from best to worst: the whole text, its beginning, the beginnings of words
 * in any order, anywhere.
 */
export function scoreMatch(text: string, typed: string): number {
  const query = foldForSearch(typed);
  if (query === '') return 1;
  const foldedText = foldForSearch(text);
  if (foldedText === query) return 5;
  if (foldedText.startsWith(query)) return 4;
  // the Arabic article is written as part of the word, but people search without it
  const words = foldedText
    .split(/[\s/·-]+/)
    .flatMap((word) => (word.startsWith('ال') ? [word, word.slice(2)] : [word]));
  const begins = listTypedWords(typed).every((forms) =>
    forms.some((form) => words.some((word) => word.startsWith(form))),
  );
  if (begins) return 3;
  return hasTypedWords(text, typed) ? 2 : 0;
}

/** A match in another name of a page or action counts this much less than one in its own name. */
const ALIAS_STEP = 0.5;
/** Scores from this one on mean that the beginning of a word matches; lower ones are matches inside a word. */
const WORD_BEGINS = 3;
/** The score of a name whose beginning matches. */
const NAME_BEGINS = 4;

/**
 * Returns how well a page or action matches what the user typed, by its name and its other search words.
 * @param words separated by commas
 * @returns 0 when neither matches
 */
export function scoreEntry(label: string, words: string, typed: string): number {
  const aliases = words.split(/[,\u060c]/).map((phrase) => scoreMatch(phrase, typed));
  const best = Math.max(0, ...aliases);
  return Math.max(scoreMatch(label, typed), best >= WORD_BEGINS ? best - ALIAS_STEP : 0);
}

/**
 * Returns how well a record matches what the user typed; at least 1, because the server found it. A match in a record
 * ranks slightly above one in a page, because people search for records most, and a product ranks above the beginning
 * of a page's name.
 * @param texts the record's name, number, phone, code
 */
export function scoreRecord(texts: readonly string[], typed: string, isProduct = false): number {
  const best = Math.max(0, ...texts.map((text) => scoreMatch(text, typed)));
  if (isProduct && best >= WORD_BEGINS) return Math.max(best, NAME_BEGINS + ALIAS_STEP / 2);
  return best === WORD_BEGINS ? WORD_BEGINS + ALIAS_STEP / 2 : Math.max(1, best);
}

/** Returns the entries with a score above 0, best first; equal scores keep their order. */
export function sortByScore<T extends { readonly score: number }>(entries: readonly T[]): T[] {
  return entries.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

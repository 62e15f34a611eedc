import { foldForSearch } from './fold.ts';

/** Number of first letters from which near keys are made; the letters after them are compared one by one. */
const NEAR_LETTERS = 7;
/** Minimum length of words that are searched with one different letter; the typed word may have lost one. */
const NEAR_MIN = 5;

/** Removes the Arabic article from a folded word, also after و ب ل ف ك, if four letters follow it. */
const dropArticle = (word: string): string => word.replace(/^(?:[وبلفك]?ال|لل)(?=.{4})/, '');

/**
 * Returns the search key of a folded word: without the Arabic article, and with ae, oe and ue as the plain vowel. The
 * SQL function `search_word_key(text)` does the same; change both together.
 * Rule: docs/rules/wire.md#search
 */
export const toSearchKey = (word: string): string => dropArticle(word).replace(/([aou])e/g, '$1');

/** Maximum number of typed words that are searched; further words would only narrow the result. */
const WORDS_MAX = 12;

/**
 * Returns the typed words of a search, each in the forms of which a folded text may hold one: without the Arabic
 * article, with ae, oe and ue as the plain vowel, and with umlauts spelled out.
 * Rule: docs/rules/wire.md#search
 */
export function listTypedWords(keywords: string): string[][] {
  const spelledOut = keywords.normalize('NFC').replace(/[äöü]/gi, '$&e');
  const [words = [], spelled = []] = [keywords, spelledOut].map((text) => foldForSearch(text).split(' '));
  return words
    .map((word, at) => [...new Set([dropArticle(word), toSearchKey(word), dropArticle(spelled[at] ?? word)])])
    .filter(([form]) => form !== '')
    .slice(0, WORDS_MAX);
}

/** True when a text has every typed word in one of its forms, as the lists of the server find it. */
export function hasTypedWords(text: string, keywords: string): boolean {
  const folded = foldForSearch(text);
  return listTypedWords(keywords).every((forms) => forms.some((form) => folded.includes(form)));
}

/**
 * Returns the form in which two names are equal: the search keys of their words, as the search compares them.
 * Rule: docs/rules/wire.md#equal-names
 */
export const toNameKey = (name: string): string => foldForSearch(name).split(' ').map(toSearchKey).join(' ');

/**
 * Returns keys that a word shares with every word that differs in one letter: its first seven letters, and these with
 * each one left out. The SQL function `search_near_keys(text)` does the same; change both together.
 */
export function listNearKeys(word: string): string[] {
  const letters = [...word].slice(0, NEAR_LETTERS);
  return [...new Set([letters.join(''), ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** True for a typed word that may be misspelled: at least four letters, and no digits or wildcard characters. */
export const canBeMisspelt = (typed: string): boolean =>
  [...typed].length >= NEAR_MIN - 1 && !/[\d%_\\]/.test(typed);

/**
 * True when a word of at least five letters, or its beginning, differs from the typed word in at most one letter:
 * missing, added, wrong, or swapped with its neighbor.
 */
export function isNearWord(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]];
  if (b.length < NEAR_MIN) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  if (same === a.length) return true;
  const fits = (skipA: number, skipB: number): boolean =>
    a.slice(same + skipA).every((letter, at) => letter === b[same + skipB + at]);
  return (
    fits(1, 0) ||
    fits(0, 1) ||
    (same < b.length && fits(1, 1)) ||
    (a[same] === b[same + 1] && a[same + 1] === b[same] && fits(2, 2))
  );
}

/** Letters of a word that its near keys are made of; what stands behind them is compared one by one. */
const NEAR_LETTERS = 7;
/** A word of fewer letters is not looked for with another letter; typed it may have lost one. */
const NEAR_MIN = 5;

/** A folded word without the Arabic article, also behind و ب ل ف ك, where four letters follow it. */
export const dropArticle = (word: string): string => word.replace(/^(?:[وبلفك]?ال|لل)(?=.{4})/, '');

/**
 * The root of a folded word: without the Arabic article, and with ae, oe and ue as the bare vowel. The SQL function `search_word_key(text)` does the same; change both together.
 * Rule: docs/rules/wire.md#search
 */
export const toSearchKey = (word: string): string => dropArticle(word).replace(/([aou])e/g, '$1');

/**
 * What a word has in common with every word that differs from it by one letter: its first seven letters, and these with
 * each one left out. The SQL function `search_near_keys(text)` does the same; change both together.
 */
export function listNearKeys(word: string): string[] {
  const letters = [...word].slice(0, NEAR_LETTERS);
  return [...new Set([letters.join(''), ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** True for a typed word that may be a misspelt one: four letters or more, and neither a digit nor a sign that is meant. */
export const canBeMisspelt = (typed: string): boolean =>
  [...typed].length >= NEAR_MIN - 1 && !/[\d%_\\]/.test(typed);

/**
 * True when a word of five letters and more, or its beginning, differs from what was typed by one letter at most: one
 * missing, added, wrong, or exchanged with its neighbour.
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

/** The kinds of spelling variations. */
export const RULES = [
  'article on or off',
  'umlaut spelled out or dropped',
  'letter missing',
  'letter added',
  'letter wrong',
  'half words',
  'another order',
];

const LETTERS = { ar: 'ابتثجحخدرزسشصضطعغفقكلمنهوي', latin: 'abcdefghijklmnopqrstuvwxyz' };
const LONG = 5;
const HALF = 4;
const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

const isArabic = (word) => /\p{Script=Arabic}/u.test(word);
const isPlain = (word) => /^\p{L}+$/u.test(word);

/** Replaces one of the words that match `fits` by the result of `change`; null when no word matches. */
function changeOne(words, random, fits, change) {
  const places = words.flatMap((word, at) => (fits(word) ? [at] : []));
  if (places.length === 0) return null;
  const at = places[Math.floor(random() * places.length)];
  const changed = change(words[at]);
  return changed === words[at] ? null : words.with(at, changed).join(' ');
}

const isLong = (word) => isPlain(word) && [...word].length >= LONG;

function shuffled(words, random) {
  const order = words.map((word) => [random(), word]).sort(([a], [b]) => a - b);
  return order.map(([, word]) => word);
}

/**
 * Returns a name as typed by someone with one kind of spelling variation.
 *
 * @param {string} name
 * @param {string} rule one of RULES
 * @param {() => number} random
 * @returns {string | null} null when the variation does not apply to this name
 */
export function misspell(name, rule, random) {
  const words = name.split(' ');
  const letterOf = (word) => {
    const letters = isArabic(word) ? LETTERS.ar : LETTERS.latin;
    return letters[Math.floor(random() * letters.length)];
  };
  const spliced = (add, drop) => (word) => {
    const at = Math.floor(random() * ([...word].length + (drop === 0 ? 1 : 0)));
    return [...word].toSpliced(at, drop, ...(add ? [letterOf(word)] : [])).join('');
  };
  switch (rule) {
    case 'article on or off':
      return changeOne(
        words,
        random,
        (word) => isArabic(word) && isPlain(word) && word.length >= HALF + (word.startsWith('ال') ? 2 : 0),
        (word) => (word.startsWith('ال') ? word.slice(2) : `ال${word}`),
      );
    case 'umlaut spelled out or dropped': {
      const spelled = random() < 0.5;
      const typed = name.replace(/[äöüßÄÖÜ]/g, (letter) =>
        spelled || letter === 'ß' ? UMLAUTS[letter] : letter.normalize('NFD')[0],
      );
      return typed === name ? null : typed;
    }
    case 'letter missing':
      return changeOne(words, random, isLong, spliced(false, 1));
    case 'letter added':
      return changeOne(words, random, isLong, spliced(true, 0));
    case 'letter wrong':
      return changeOne(words, random, isLong, spliced(true, 1));
    case 'half words': {
      const halves = words
        .filter((word) => isPlain(word) && [...word].length >= HALF)
        .map((word) => [...word].slice(0, Math.max(HALF, Math.ceil([...word].length / 2))).join(''));
      return halves.length < 2 || halves.join(' ') === name ? null : shuffled(halves, random).join(' ');
    }
    default: {
      const typed = shuffled(words, random).join(' ');
      return typed === name ? null : typed;
    }
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasTypedWords, isNearWord, listNearKeys, listTypedWords, toSearchKey } from './search-word.ts';

test.each([
  ['القهوه', 'قهوه'],
  ['والقهوه', 'قهوه'],
  ['بالسكر', 'بالسكر'],
  ['للقهوه', 'قهوه'],
  ['الان', 'الان'],
  ['mueller', 'muller'],
  ['kaese', 'kase'],
  ['milch', 'milch'],
])('the root of the word %s is %s', (word, key) => {
  expect(toSearchKey(word)).toBe(key);
});

test('a word with one letter missing, added, wrong or swapped is near and shares a key with the right word', () => {
  const letter = fc.constantFrom(...'abcdeابتثج');
  fc.assert(
    fc.property(
      fc.array(letter, { minLength: 5, maxLength: 12 }),
      fc.nat(11),
      letter,
      fc.constantFrom('missing', 'added', 'wrong', 'exchanged'),
      (letters, place, other, how) => {
        const at = place % letters.length;
        const next = (at + 1) % letters.length || at;
        const typed = {
          missing: letters.toSpliced(at, 1),
          added: letters.toSpliced(at, 0, other),
          wrong: letters.with(at, other),
          exchanged: letters.with(at, letters[next] ?? '').with(next, letters[at] ?? ''),
        }[how].join('');
        const word = letters.join('');
        expect(isNearWord(typed, word)).toBe(true);
        expect(listNearKeys(word).some((key) => listNearKeys(typed).includes(key))).toBe(true);
      },
    ),
  );
});

test('a word with two wrong letters, or of four letters, is not near', () => {
  expect(isNearWord('schakolede', 'schokolade')).toBe(false);
  expect(isNearWord('mulk', 'milk')).toBe(false);
  expect(isNearWord('schokolde', 'schokoladenkuchen')).toBe(true);
});

test.each([
  ['Mueller', [['mueller', 'muller']]],
  ['MÜLLER', [['muller', 'mueller']]],
  ['Mu\u0308ller', [['muller', 'mueller']]],
  ['والقهوة', [['قهوه']]],
  [' أسامة  Kaese ', [['اسامه'], ['kaese', 'kase']]],
  ['milch', [['milch']]],
  ['\u064b ', []],
])('the search words of %j have the forms that a folded text may contain', (keywords, forms) => {
  expect(listTypedWords(keywords)).toEqual(forms);
});

test.each([
  ['Müller und Söhne', 'soehne mueller', true],
  ['الشاكرية', 'شاكريه', true],
  ['منصوري', 'المنصورى', true],
  ['Amal', '', true],
  ['Müller und Söhne', 'mueller tochter', false],
])('%j contains the search words %j: %s', (text, keywords, has) => {
  expect(hasTypedWords(text, keywords)).toBe(has);
});

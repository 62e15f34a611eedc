import { expect, test } from 'vitest';
import { parseBidiParagraph } from './bidi.ts';

/** The runs from the left: Arabic in pointed brackets, as a shaper is given it. */
const seen = (text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): string =>
  parseBidiParagraph(text, direction, () => 'one')
    .splitRuns(0, text.length)
    .map((run) => (run.isArabic ? `<${run.text}>` : run.text))
    .join('|');

test('an Arabic title with a Latin name is laid out from the right, its Latin part from the left', () => {
  expect(seen('عصير Apple 330 ml')).toBe('Apple 330 ml|<عصير >');
});

test('a Latin title with an Arabic part is laid out from the left', () => {
  expect(seen('Milk (حليب طازج) fresh 5%')).toBe('Milk (|<حليب طازج>|) fresh 5%');
});

test('the digits of a number in Arabic text keep their order', () => {
  expect(seen('ماء 1,234.50', 'rtl')).toBe('1,234.50|<ماء >');
  // an amount that must keep its currency beside it is isolated, or stands in a cell of its own
  expect(seen('ماء \u2066QAR 1,234.50\u2069', 'rtl')).toBe('QAR 1,234.50|<ماء >');
});

test('brackets around Latin words in Arabic text open and close on the right sides', () => {
  expect(seen('عصير (Apple) طازج', 'rtl')).toBe('<) طازج>|Apple|<عصير (>');
  // without a letter beside them nothing would turn them
  expect(seen('(5) - [6]', 'rtl')).toBe('[|6|] - (|5|)'.split('|').join('|'));
});

test('Arabic-Indic digits are ordered so that the font shaper restores them', () => {
  expect(seen('٥٠١ مل')).toBe('< مل>|<١٠٥>');
});

test('isolated text parts keep their direction, and the isolate marks are not drawn', () => {
  expect(seen('أدخلها \u2068Sara Ali\u2069 · \u206612:30\u2069', 'rtl')).toBe('12:30| · |Sara Ali|<أدخلها >');
});

test('a combining mark is drawn in the font of its letter', () => {
  const runs = parseBidiParagraph('قَه', 'auto', (character) =>
    /\p{M}/u.test(character) ? 'marks' : 'letters',
  ).splitRuns(0, 3);
  expect(runs).toEqual([{ text: 'قَه', font: 'letters', isArabic: true }]);
});

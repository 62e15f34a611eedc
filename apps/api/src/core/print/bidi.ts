import bidiFactory, { type Bidi } from 'bidi-js';

// the library's types describe another module format than the file that is loaded
const bidi = (bidiFactory as unknown as () => Bidi)();

export type TextDirection = 'ltr' | 'rtl' | 'auto';

/** A part of a line with one direction, in the order in which it is drawn from the left. */
export type TextRun = {
  /** The text for the shaper: Arabic in logical order, which the shaper reverses and joins itself. */
  readonly text: string;
  readonly font: string;
  readonly isArabic: boolean;
};

const CONTROLS = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\u00ad]|\p{Cc}/u;
// scripts that the shaper reverses itself
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const ARABIC_DIGITS = /[\u0660-\u066c\u06f0-\u06f9]/u;

const mirrorCharacter = (character: string): string => bidi.getMirroredCharacter(character) ?? character;

type Stretch = {
  readonly level: number;
  readonly font: string;
  readonly start: number;
  readonly end: number;
};

/** Reverses every stretch from the highest level down to the lowest odd level (rule L2 of the algorithm). */
function reorderStretches(stretches: readonly Stretch[]): Stretch[] {
  const result = [...stretches];
  const highest = Math.max(0, ...result.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1)
    for (let index = 0; index < result.length; index += 1) {
      let end = index;
      while (end < result.length && (result[end] as Stretch).level >= level) end += 1;
      if (end > index + 1) result.splice(index, end - index, ...result.slice(index, end).reverse());
      index = Math.max(index, end - 1);
    }
  return result;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The user-perceived characters of a text, in order. */
export const splitCharacters = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

const reverseCharacters = (text: string): string => splitCharacters(text).reverse().join('');

/** Text of Latin letters, digits and signs needs no reordering in any document. */
const PLAIN = /^[\x20-\x7e\u00a0\u00b7\u00d7\u00c0-\u024f\u2013\u2014]*$/;

export type BidiParagraph = {
  readonly text: string;
  /** The runs of a part of the paragraph, from the left, without direction controls. */
  splitRuns(start: number, end: number): readonly TextRun[];
};

/**
 * Computes the levels of a paragraph by the Unicode bidirectional algorithm; its lines are cut afterwards.
 * @param fontFor the font that draws a character; a run has one font
 */
export function parseBidiParagraph(
  text: string,
  direction: TextDirection,
  fontFor: (character: string, previous: string | undefined) => string,
): BidiParagraph {
  const isPlain = PLAIN.test(text) && (direction !== 'rtl' || /^[\p{L}\p{N}]*$/u.test(text));
  const embedding = isPlain
    ? null
    : bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const levels = embedding?.levels;

  /** Splits the text by level and font; a combining mark stays with its letter. */
  const splitStretches = (start: number, end: number): Stretch[] => {
    const stretches: { level: number; font: string; start: number; end: number }[] = [];
    for (let at = start; at < end; ) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      const next = at + character.length;
      const last = stretches.at(-1);
      if (CONTROLS.test(character)) {
        at = next;
        continue;
      }
      const level = levels?.[at] ?? 0;
      const isMark = last !== undefined && /\p{M}/u.test(character);
      const font = isMark ? last.font : fontFor(character, last?.font);
      // a character was left out between the two
      if (last && last.end === at && (isMark || (last.level === level && last.font === font)))
        last.end = next;
      else stretches.push({ level, font, start: at, end: next });
      at = next;
    }
    return stretches;
  };

  return {
    text,
    splitRuns: (start, end) =>
      reorderStretches(splitStretches(start, end)).map((stretch) => {
        const { font, level, start, end } = stretch;
        const visibleText = text.slice(start, end);
        // the shaper reverses such letters with everything between them, and mirrors their brackets
        if (level % 2 === 1 && TURNED.test(visibleText)) return { text: visibleText, font, isArabic: true };
        // the shaper would reverse Arabic digits too, so they are reversed beforehand
        if (level % 2 === 0) {
          const isArabic = ARABIC_DIGITS.test(visibleText);
          return { text: isArabic ? reverseCharacters(visibleText) : visibleText, font, isArabic };
        }
        // signs and spaces between words, which the shaper would leave unchanged
        return {
          text: reverseCharacters(visibleText).replace(/./gsu, mirrorCharacter),
          font,
          isArabic: false,
        };
      }),
  };
}

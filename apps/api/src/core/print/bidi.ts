import bidiFactory, { type Bidi } from 'bidi-js';

// its types speak of another module format than the file that is loaded
const bidi = (bidiFactory as unknown as () => Bidi)();

export type Direction = 'ltr' | 'rtl' | 'auto';

/** A stretch of a line that runs one way, in the order of the letters as they are drawn from the left. */
export type Run = {
  /** As a shaper takes it: Arabic in its logical order, which the shaper turns and joins by itself. */
  readonly text: string;
  readonly font: string;
  readonly isArabic: boolean;
};

const CONTROLS = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\u00ad]|\p{Cc}/u;
// scripts that a shaper turns round by itself
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const ARABIC_DIGITS = /[\u0660-\u066c\u06f0-\u06f9]/u;

const mirrored = (character: string): string => bidi.getMirroredCharacter(character) ?? character;

type Stretch = {
  readonly level: number;
  readonly font: string;
  readonly start: number;
  readonly end: number;
};

/** Reverses every stretch from the highest level down to the lowest odd one (rule L2 of the algorithm). */
function reordered(stretches: readonly Stretch[]): Stretch[] {
  const all = [...stretches];
  const highest = Math.max(0, ...all.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1)
    for (let at = 0; at < all.length; at += 1) {
      let end = at;
      while (end < all.length && (all[end] as Stretch).level >= level) end += 1;
      if (end > at + 1) all.splice(at, end - at, ...all.slice(at, end).reverse());
      at = Math.max(at, end - 1);
    }
  return all;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters that are read as one, in order. */
export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

const reversed = (text: string): string => charactersOf(text).reverse().join('');

/** Latin letters, digits and signs alone: read from the left in every document, nothing to be turned. */
const PLAIN = /^[\x20-\x7e\u00a0\u00b7\u00d7\u00c0-\u024f\u2013\u2014]*$/;

export type Paragraph = {
  readonly text: string;
  /** The runs of a line of it, from the left. Controls that only steer are left out. */
  runsOf(start: number, end: number): readonly Run[];
};

/**
 * A paragraph as the Unicode bidirectional algorithm sees it; its levels are the whole paragraph's, its lines are cut
 * afterwards.
 * @param fontOf which font draws a character; a run has one font
 */
export function parseBidiParagraph(
  text: string,
  direction: Direction,
  fontOf: (character: string, before: string | undefined) => string,
): Paragraph {
  const isPlain = PLAIN.test(text) && (direction !== 'rtl' || /^[\p{L}\p{N}]*$/u.test(text));
  const embedding = isPlain
    ? null
    : bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const levels = embedding?.levels;

  /** Stretches of one level and one font; a mark stays with the letter that it belongs to. */
  const stretchesOf = (start: number, end: number): Stretch[] => {
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
      const font = isMark ? last.font : fontOf(character, last?.font);
      // what was left out between two parts them
      if (last && last.end === at && (isMark || (last.level === level && last.font === font)))
        last.end = next;
      else stretches.push({ level, font, start: at, end: next });
      at = next;
    }
    return stretches;
  };

  return {
    text,
    runsOf: (start, end) =>
      reordered(stretchesOf(start, end)).map((stretch) => {
        const { font, level, start, end } = stretch;
        const shown = text.slice(start, end);
        // a shaper turns such letters and what stands between them, and mirrors the brackets among them
        if (level % 2 === 1 && TURNED.test(shown)) return { text: shown, font, isArabic: true };
        // it turns Arabic digits too, which are read from the left: turned before, they come out as they are read
        if (level % 2 === 0) {
          const isArabic = ARABIC_DIGITS.test(shown);
          return { text: isArabic ? reversed(shown) : shown, font, isArabic };
        }
        // signs and spaces between words, which it would leave as they are
        return { text: reversed(shown).replace(/./gsu, mirrored), font, isArabic: false };
      }),
  };
}

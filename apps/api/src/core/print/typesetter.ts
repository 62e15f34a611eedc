import { charactersOf, type Direction, type Paragraph, parseBidiParagraph, type Run } from './bidi.ts';
import { type Fonts, openFonts, type Weight } from './fonts.ts';

export type Style = {
  /** Font size in points. */
  readonly size: number;
  readonly weight?: Weight;
  /** The colour, as PDF writes it. */
  readonly color?: string;
};

type Piece = Run & { readonly width: number };

/** A line ready to be drawn; its width is in points. */
export type Line = { readonly pieces: readonly Piece[]; readonly width: number; readonly style: Style };

/** The line height for font size 1, and the position of the baseline in it. */
export const LINE = 1.4;
const BASELINE = 1.05;

/**
 * Any feature makes the library shape a whole run at once; word by word, Arabic words would be in the wrong order.
 */
const WHOLE: PDFKit.Mixins.OpenTypeFeatures[] = ['rtla'];

export type Typesetter = {
  /** Breaks a text into lines no wider than `width`; its own line breaks stay. */
  lines(text: string, style: Style, width: number, direction: Direction): Line[];
  /** The text in one line of any width. */
  line(text: string, style: Style, direction: Direction): Line;
  draw(line: Line, x: number, top: number): void;
};

/** Typesets text of every language: breaks lines, orders runs and joins letters. */
export function makeTypesetter(pdf: PDFKit.PDFDocument): Typesetter {
  const fonts: Fonts = openFonts(pdf);
  const widths = new Map<string, number>();

  /** Widths for font size 1000, cached by font and text, because most cells repeat. */
  const widthOf = (font: string, text: string, isArabic: boolean): number => {
    const key = `${font} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = pdf
      .font(font)
      .fontSize(1_000)
      .widthOfString(text, isArabic ? { features: WHOLE } : {});
    widths.set(key, width);
    return width;
  };

  const lineOf = (paragraph: Paragraph, start: number, end: number, style: Style): Line => {
    const pieces = paragraph.runsOf(start, end).map((run) => ({
      ...run,
      width: (widthOf(run.font, run.text, run.isArabic) * style.size) / 1_000,
    }));
    return { pieces, width: pieces.reduce((sum, one) => sum + one.width, 0), style };
  };

  const read = (text: string, style: Style, direction: Direction): Paragraph =>
    parseBidiParagraph(text, direction, (character, before) =>
      fonts.nameFor(character, style.weight ?? 'regular', before),
    );

  /** Breaks after spaces, and inside a word only when it is wider than the line. */
  const wrapped = (paragraph: Paragraph, style: Style, width: number): Line[] => {
    const lines: Line[] = [];
    const { text } = paragraph;
    const push = (start: number, end: number) => {
      const shown = text.slice(start, end).trimEnd().length;
      lines.push(lineOf(paragraph, start, start + shown, style));
    };
    let start = 0;
    let fits = 0;
    const tooWide = (end: number) => lineOf(paragraph, start, end, style).width > width;
    for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
      const end = index + word.length;
      if (!tooWide(end)) {
        fits = end;
        continue;
      }
      if (fits > start) {
        push(start, fits);
        start = index;
      }
      // a word wider than the line is cut between two characters
      let at = index;
      if (tooWide(end))
        for (const character of charactersOf(word)) {
          if (at > start && tooWide(at + character.length)) {
            push(start, at);
            start = at;
          }
          at += character.length;
        }
      fits = end;
    }
    push(start, text.length);
    return lines;
  };

  return {
    line: (text, style, direction) => {
      const plain = text.replace(/\s+/gu, ' ').trim();
      return lineOf(read(plain, style, direction), 0, plain.length, style);
    },
    lines: (text, style, width, direction) =>
      text
        .normalize('NFC')
        .replace(/\t/g, ' ')
        .split(/\r\n|[\r\n\u2028\u2029]/)
        .flatMap((part) => {
          const paragraph = read(part.trim(), style, direction);
          const whole = lineOf(paragraph, 0, paragraph.text.length, style);
          return whole.width <= width ? [whole] : wrapped(paragraph, style, width);
        }),
    draw: ({ pieces, style }, x, top) => {
      let left = x;
      pdf.fillColor(style.color ?? '#000000').fontSize(style.size);
      for (const { text, font, width, isArabic } of pieces) {
        if (text.trim() !== '')
          pdf.font(font).text(text, left, top + style.size * BASELINE, {
            lineBreak: false,
            baseline: 'alphabetic',
            ...(isArabic ? { features: WHOLE } : {}),
          });
        left += width;
      }
    },
  };
}

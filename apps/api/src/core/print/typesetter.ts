import {
  type BidiParagraph,
  parseBidiParagraph,
  splitCharacters,
  type TextDirection,
  type TextRun,
} from './bidi.ts';
import { type Fonts, type FontWeight, openFonts } from './fonts.ts';

export type TextStyle = {
  /** Font size in points. */
  readonly size: number;
  readonly weight?: FontWeight;
  /** The color in PDF notation. */
  readonly color?: string;
};

type Piece = TextRun & { readonly width: number };

/** A line ready to be drawn; its width is in points. */
export type TypesetLine = {
  readonly pieces: readonly Piece[];
  readonly width: number;
  readonly style: TextStyle;
};

/** The line height for font size 1, and the position of the baseline in it. */
export const LINE = 1.4;
const BASELINE = 1.05;

/**
 * Any feature makes the library shape a whole run at once; word by word, Arabic words would be in the wrong order.
 */
const SHAPE_WHOLE_RUNS: PDFKit.Mixins.OpenTypeFeatures[] = ['rtla'];

export type Typesetter = {
  /** Breaks a text into lines no wider than `width`; its own line breaks are kept. */
  lines(text: string, style: TextStyle, width: number, direction: TextDirection): TypesetLine[];
  /** The text in one line of any width. */
  line(text: string, style: TextStyle, direction: TextDirection): TypesetLine;
  draw(line: TypesetLine, x: number, top: number): void;
};

/** Typesets text of every language: breaks lines, orders runs and joins letters. */
export function createTypesetter(pdf: PDFKit.PDFDocument): Typesetter {
  const fonts: Fonts = openFonts(pdf);
  const widths = new Map<string, number>();

  /** Widths for font size 1000, cached by font and text, because most cells repeat. */
  const measureWidth = (font: string, text: string, isArabic: boolean): number => {
    const key = `${font} ${text}`;
    const cached = widths.get(key);
    if (cached !== undefined) return cached;
    const width = pdf
      .font(font)
      .fontSize(1_000)
      .widthOfString(text, isArabic ? { features: SHAPE_WHOLE_RUNS } : {});
    widths.set(key, width);
    return width;
  };

  const createLine = (
    paragraph: BidiParagraph,
    start: number,
    end: number,
    style: TextStyle,
  ): TypesetLine => {
    const pieces = paragraph.splitRuns(start, end).map((run) => ({
      ...run,
      width: (measureWidth(run.font, run.text, run.isArabic) * style.size) / 1_000,
    }));
    return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0), style };
  };

  const parseParagraph = (text: string, style: TextStyle, direction: TextDirection): BidiParagraph =>
    parseBidiParagraph(text, direction, (character, previous) =>
      fonts.nameFor(character, style.weight ?? 'regular', previous),
    );

  /** Breaks after spaces, and inside a word only when it is wider than the line. */
  const wrapped = (paragraph: BidiParagraph, style: TextStyle, width: number): TypesetLine[] => {
    const lines: TypesetLine[] = [];
    const { text } = paragraph;
    const push = (start: number, end: number) => {
      const visibleLength = text.slice(start, end).trimEnd().length;
      lines.push(createLine(paragraph, start, start + visibleLength, style));
    };
    let start = 0;
    let fittingEnd = 0;
    const tooWide = (end: number) => createLine(paragraph, start, end, style).width > width;
    for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
      const end = index + word.length;
      if (!tooWide(end)) {
        fittingEnd = end;
        continue;
      }
      if (fittingEnd > start) {
        push(start, fittingEnd);
        start = index;
      }
      // a word wider than the line is cut between two characters
      let breakIndex = index;
      if (tooWide(end))
        for (const character of splitCharacters(word)) {
          if (breakIndex > start && tooWide(breakIndex + character.length)) {
            push(start, breakIndex);
            start = breakIndex;
          }
          breakIndex += character.length;
        }
      fittingEnd = end;
    }
    push(start, text.length);
    return lines;
  };

  return {
    line: (text, style, direction) => {
      const plain = text.replace(/\s+/gu, ' ').trim();
      return createLine(parseParagraph(plain, style, direction), 0, plain.length, style);
    },
    lines: (text, style, width, direction) =>
      text
        .normalize('NFC')
        .replace(/\t/g, ' ')
        .split(/\r\n|[\r\n\u2028\u2029]/)
        .flatMap((part) => {
          const paragraph = parseParagraph(part.trim(), style, direction);
          const unbroken = createLine(paragraph, 0, paragraph.text.length, style);
          return unbroken.width <= width ? [unbroken] : wrapped(paragraph, style, width);
        }),
    draw: ({ pieces, style }, x, top) => {
      let left = x;
      pdf.fillColor(style.color ?? '#000000').fontSize(style.size);
      for (const { text, font, width, isArabic } of pieces) {
        if (text.trim() !== '')
          pdf.font(font).text(text, left, top + style.size * BASELINE, {
            lineBreak: false,
            baseline: 'alphabetic',
            ...(isArabic ? { features: SHAPE_WHOLE_RUNS } : {}),
          });
        left += width;
      }
    },
  };
}

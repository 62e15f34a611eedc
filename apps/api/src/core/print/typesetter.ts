import { charactersOf, type Direction, type Paragraph, parseBidiParagraph, type Run } from './bidi.ts';
import { type Fonts, openFonts, type Weight } from './fonts.ts';

export type Style = {
  /** Points. */
  readonly size: number;
  readonly weight?: Weight;
  /** How dark, as a PDF says it. */
  readonly color?: string;
};

type Piece = Run & { readonly width: number };

/** A line that is ready to be drawn; its width is in points. */
export type Line = { readonly pieces: readonly Piece[]; readonly width: number; readonly style: Style };

/** How tall a line is for its size, and where its letters stand in it. */
export const LINE = 1.4;
const BASELINE = 1.05;

/** Asked for so that a whole run is shaped at once: word by word, Arabic words would stand in the wrong order. */
const WHOLE: PDFKit.Mixins.OpenTypeFeatures[] = ['rtla'];

export type Typesetter = {
  /** A text in lines no wider than `width`; its own line breaks stay. */
  lines(text: string, style: Style, width: number, direction: Direction): Line[];
  /** The text in one line, however wide. */
  line(text: string, style: Style, direction: Direction): Line;
  draw(line: Line, x: number, top: number): void;
};

/** Sets texts of every language in a document: breaks lines, orders runs, joins letters (ux.md). */
export function makeTypesetter(pdf: PDFKit.PDFDocument): Typesetter {
  const fonts: Fonts = openFonts(pdf);
  const widths = new Map<string, number>();

  /** Thousandths of the size, by font and text: most cells stand in many rows. */
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

  /** The places where a line may end: behind spaces, and anywhere in a word that is wider than the line. */
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

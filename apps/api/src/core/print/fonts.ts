import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './sfnt.ts';

export type FontWeight = 'regular' | 'bold';

/** The same fonts as on the screens: IBM Plex Sans and its Arabic, under the SIL Open Font License. */
const FILES: readonly (readonly [family: string, part: string])[] = [
  ['ibm-plex-sans', 'latin'],
  ['ibm-plex-sans-arabic', 'arabic'],
  ['ibm-plex-sans', 'latin-ext'],
  ['ibm-plex-sans', 'greek'],
  ['ibm-plex-sans', 'cyrillic'],
  ['ibm-plex-sans', 'cyrillic-ext'],
  ['ibm-plex-sans', 'vietnamese'],
];

const NUMBERS: Readonly<Record<FontWeight, number>> = { regular: 400, bold: 600 };

/** The part of pdfkit's font that tells which glyphs it has. */
type OpenFont = { readonly font: { hasGlyphForCodePoint(point: number): boolean } };
type PdfWithFont = PDFKit.PDFDocument & { readonly _font: OpenFont };

const { resolve } = createRequire(import.meta.url);
const fontFiles = new Map<string, Buffer>();

/** Reads a font file from the packages, once per thread. */
function fontFile(family: string, part: string, number: number): Buffer {
  const path = resolve(`@fontsource/${family}/files/${family}-${part}-${number}-normal.woff`);
  const font = fontFiles.get(path) ?? unpackWoff(readFileSync(path));
  fontFiles.set(path, font);
  return font;
}

/** The fonts of one document and which of them draws a character; files are read on first use. */
export type Fonts = ReturnType<typeof openFonts>;

/** Opens the fonts of a document. */
export function openFonts(pdf: PDFKit.PDFDocument) {
  const files = new Map<string, () => void>();
  const names = (weight: FontWeight): string[] =>
    FILES.map(([family, part]) => {
      const name = `${family}-${part}-${NUMBERS[weight]}`;
      files.set(name, () => pdf.registerFont(name, fontFile(family, part, NUMBERS[weight])));
      return name;
    });
  const fontNames = { regular: names('regular'), bold: names('bold') };
  const fontByCharacter = new Map<string, string>();

  const draws = (name: string, point: number): boolean => {
    files.get(name)?.();
    files.delete(name);
    return (pdf.font(name) as PdfWithFont)._font.font.hasGlyphForCodePoint(point);
  };

  return {
    /**
     * The first font with the character; the Latin one draws an empty box when none has it. A space uses the font
     * before it, so that words are not split.
     */
    nameFor: (character: string, weight: FontWeight, previousFont: string | undefined): string => {
      const key = `${weight} ${character === ' ' ? (previousFont ?? '') : ''} ${character}`;
      const cached = fontByCharacter.get(key);
      if (cached !== undefined) return cached;
      const point = character.codePointAt(0) ?? 0;
      const candidates =
        character === ' ' && previousFont ? [previousFont, ...fontNames[weight]] : fontNames[weight];
      const name =
        candidates.find((candidate) => draws(candidate, point)) ?? (fontNames[weight][0] as string);
      fontByCharacter.set(key, name);
      return name;
    },
  };
}

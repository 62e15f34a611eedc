import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sfntOf } from './sfnt.ts';

export type Weight = 'regular' | 'bold';

/** The drawn letters of the screens too: IBM Plex Sans and its Arabic, under the SIL Open Font License. */
const FILES: readonly (readonly [family: string, part: string])[] = [
  ['ibm-plex-sans', 'latin'],
  ['ibm-plex-sans-arabic', 'arabic'],
  ['ibm-plex-sans', 'latin-ext'],
  ['ibm-plex-sans', 'greek'],
  ['ibm-plex-sans', 'cyrillic'],
  ['ibm-plex-sans', 'cyrillic-ext'],
  ['ibm-plex-sans', 'vietnamese'],
];

const NUMBERS: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };

/** pdfkit's own font, of which only the glyphs that it has are asked. */
type OpenFont = { readonly font: { hasGlyphForCodePoint(point: number): boolean } };
type Opened = PDFKit.PDFDocument & { readonly _font: OpenFont };

const { resolve } = createRequire(import.meta.url);
const read = new Map<string, Buffer>();

/** A font of the packages, read once in the life of the thread. */
function fontFile(family: string, part: string, number: number): Buffer {
  const path = resolve(`@fontsource/${family}/files/${family}-${part}-${number}-normal.woff`);
  const font = read.get(path) ?? sfntOf(readFileSync(path));
  read.set(path, font);
  return font;
}

/** The fonts of one document: which of them draws a character. Files are read when they are first needed. */
export type Fonts = ReturnType<typeof openFonts>;

/** Opens the fonts of a document. */
export function openFonts(pdf: PDFKit.PDFDocument) {
  const files = new Map<string, () => void>();
  const names = (weight: Weight): string[] =>
    FILES.map(([family, part]) => {
      const name = `${family}-${part}-${NUMBERS[weight]}`;
      files.set(name, () => pdf.registerFont(name, fontFile(family, part, NUMBERS[weight])));
      return name;
    });
  const all = { regular: names('regular'), bold: names('bold') };
  const found = new Map<string, string>();

  const draws = (name: string, point: number): boolean => {
    files.get(name)?.();
    files.delete(name);
    return (pdf.font(name) as Opened)._font.font.hasGlyphForCodePoint(point);
  };

  return {
    /**
     * The first font that has the character; the Latin one draws an empty box where none has. A space is drawn by the
     * font of what stands before it, so that words are not parted.
     */
    nameFor: (character: string, weight: Weight, before: string | undefined): string => {
      const key = `${weight} ${character === ' ' ? (before ?? '') : ''} ${character}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const point = character.codePointAt(0) ?? 0;
      const wanted = character === ' ' && before ? [before, ...all[weight]] : all[weight];
      const name = wanted.find((one) => draws(one, point)) ?? (all[weight][0] as string);
      found.set(key, name);
      return name;
    },
  };
}

import type { TextDirection } from './bidi.ts';
import type { Block } from './flow.ts';
import type { Paper } from './print-document.ts';
import { LINE, type TextStyle, type TypesetLine, type Typesetter } from './typesetter.ts';

export type Side = 'start' | 'end' | 'middle';

/** A text in a box; `x` is the distance from the edge where reading begins. */
export type PageBox = {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly style: TextStyle;
  readonly side?: Side;
  readonly direction?: TextDirection;
};

export const GREY = '#5c6066';
const RULE = '#b9bdc3';

/** Draws on one page in one reading direction; start and end become left and right here. */
export type PageCanvas = ReturnType<typeof createPageBlocks>;

/** @param isRtl true for a document that is read from right to left */
export function createPageBlocks(pdf: PDFKit.PDFDocument, type: Typesetter, paper: Paper, isRtl: boolean) {
  const inner = paper.width - 2 * paper.margin;
  const readingDirection: TextDirection = isRtl ? 'rtl' : 'ltr';

  const drawLines = (lines: readonly TypesetLine[], { x, width, side = 'start' }: PageBox, top: number) => {
    const left = isRtl ? paper.width - paper.margin - x - width : paper.margin + x;
    const atRight = (side === 'end') !== isRtl;
    let y = top;
    for (const line of lines) {
      const free = width - line.width;
      type.draw(line, left + (side === 'middle' ? free / 2 : atRight ? free : 0), y);
      y += line.style.size * LINE;
    }
  };

  return {
    inner,
    size: paper.size,
    own: readingDirection,
    /** The width of a text in one line. */
    measureWidth: (text: string, style: TextStyle, direction: TextDirection = readingDirection): number =>
      type.line(text, style, direction).width,
    /** The width of the widest word, which is the smallest width of its column. */
    widestWord: (text: string, style: TextStyle): number =>
      Math.max(0, ...text.split(/\s+/u).map((word) => type.line(word, style, 'auto').width)),
    /** Texts side by side, as tall as the tallest of them. */
    row: (boxes: readonly PageBox[], { above = 0, below = 0, rule }: RowLook = {}): Block => {
      const set = boxes.map((box) => ({
        box,
        lines:
          box.text === ''
            ? []
            : type.lines(box.text, box.style, box.width, box.direction ?? readingDirection),
      }));
      const tall = Math.max(0, ...set.map(({ lines }) => measureHeight(lines)));
      return {
        height: above + tall + below,
        draw: (top) => {
          for (const { box, lines } of set) drawLines(lines, box, top + above);
          if (rule) drawLine(pdf, paper, top + above + tall + below, rule);
        },
      };
    },
    /** The lines of a text as separate blocks, so that a long text continues on the next page. */
    text: (
      text: string,
      style: TextStyle,
      direction: TextDirection = readingDirection,
      side: Side = 'start',
    ): Block[] => {
      const box = { text, x: 0, width: inner, style, side };
      return type.lines(text, style, inner, direction).map((line) => ({
        height: style.size * LINE,
        draw: (top) => drawLines([line], box, top),
      }));
    },
    /** Joins blocks into one that is not split over pages. */
    together: (blocks: readonly Block[]): Block => ({
      height: blocks.reduce((sum, block) => sum + block.height, 0),
      draw: (top) => {
        let y = top;
        for (const block of blocks) {
          block.draw(y);
          y += block.height;
        }
      },
    }),
    space: (height: number): Block => ({ height, draw: () => undefined }),
    rule: (thick: 'thin' | 'thick' = 'thin'): Block => ({
      height: 1,
      draw: (top) => drawLine(pdf, paper, top + 0.5, thick),
    }),
  };
}

type RowLook = { readonly above?: number; readonly below?: number; readonly rule?: 'thin' | 'thick' };

const measureHeight = (lines: readonly TypesetLine[]): number =>
  lines.reduce((sum, { style }) => sum + style.size * LINE, 0);

function drawLine(pdf: PDFKit.PDFDocument, paper: Paper, y: number, thick: 'thin' | 'thick'): void {
  pdf
    .moveTo(paper.margin, y)
    .lineTo(paper.width - paper.margin, y)
    .lineWidth(thick === 'thick' ? 1.2 : 0.4)
    .strokeColor(thick === 'thick' ? '#000000' : RULE)
    .stroke();
}

import { interpolate, type PrintProfile } from '@dukkan/contract';
import PDFDocument from 'pdfkit';
import { layOutLinesAsTable, layOutLinesForReceiptRoll } from './columns.ts';
import { type Block, getLastBlockBottom, placeBlocks, type Section } from './flow.ts';
import { createPageBlocks, GREY, type PageBox, type PageCanvas } from './page-canvas.ts';
import {
  PAPER_LAYOUTS,
  type Paper,
  type PrintDocument,
  type PrintField,
  WIDE_PAPER,
} from './print-document.ts';
import { isolateLtrCode } from './print-formatter.ts';
import { encodeQrCode } from './qr-code.ts';
import { createTypesetter } from './typesetter.ts';

const LOGO = 34;
/** Maximum ratio of width to height of a logo; a wider one is drawn lower. */
const LOGO_WIDER = 3;
/** 40 mm, at which scanners can read a code of 400 characters, also on a roll of 58 mm. */
const QR_SIDE = (40 * 72) / 25.4;

/** Draws the shop next to the document's title; on a roll one below the other. */
function drawHead(
  pdf: PDFKit.PDFDocument,
  sheet: PageCanvas,
  paper: Paper,
  document: PrintDocument,
): Block[] {
  const { shop, title, subject, locale } = document;
  const { size, inner } = sheet;
  const big = { size: size * 1.5, weight: 'bold' as const };
  const name = { size: size * 1.15, weight: 'bold' as const };
  const quiet = { size: size * 0.9, color: GREY };
  if (paper.isRoll) {
    const middle = { x: 0, width: inner, side: 'middle' as const };
    return [
      ...(shop.logo ? [drawLogo(pdf, paper, shop.logo)] : []),
      sheet.row([{ ...middle, text: shop.name, style: name, direction: 'auto' }]),
      ...shop.contacts.map((text): Block => sheet.row([{ ...middle, text, style: quiet, direction: 'ltr' }])),
      sheet.row([{ ...middle, text: title, style: big }], { above: 4 }),
      sheet.row([{ ...middle, text: subject, style: { size } }], { below: 3 }),
      sheet.rule('thick'),
    ];
  }
  const half = (inner - 12) / 2;
  const logoWidth = shop.logo ? measureLogo(pdf, shop.logo) : 0;
  const from = shop.logo ? logoWidth + 8 : 0;
  const column = (boxes: readonly PageBox[]) => sheet.together(boxes.map((box) => sheet.row([box])));
  const startHalf = { x: from, width: half - from };
  const endHalf = { x: half + 12, width: half, side: 'end' as const };
  const startColumn = column([
    { ...startHalf, text: shop.name, style: name, direction: 'auto' },
    ...shop.contacts.map((text): PageBox => ({ ...startHalf, text, style: quiet, direction: 'ltr' })),
  ]);
  const right = column([
    { ...endHalf, text: title, style: big },
    { ...endHalf, text: subject, style: { size, color: GREY } },
  ]);
  const { logo } = shop;
  return [
    {
      height: Math.max(startColumn.height, right.height, logo ? LOGO : 0) + 8,
      draw: (top) => {
        startColumn.draw(top);
        right.draw(top);
        const x = locale === 'ar' ? paper.width - paper.margin - logoWidth : paper.margin;
        if (logo) pdf.image(Buffer.from(logo), x, top, { fit: [logoWidth, LOGO] });
      },
    },
    sheet.rule('thick'),
  ];
}

/** A method of the library that its types lack. */
type Measuring = { openImage(source: Buffer): { readonly width: number; readonly height: number } };

/** Returns the width of the logo in points, for the height of a line of the head and the maximum ratio. */
function measureLogo(pdf: PDFKit.PDFDocument, logo: Uint8Array): number {
  const { width, height } = (pdf as PDFKit.PDFDocument & Measuring).openImage(Buffer.from(logo));
  return Math.min(LOGO * LOGO_WIDER, Math.max(LOGO / 2, (LOGO * width) / height));
}

/** Draws the logo above the name, centered on a roll. */
const drawLogo = (pdf: PDFKit.PDFDocument, paper: Paper, logo: Uint8Array): Block => ({
  height: LOGO + 4,
  draw: (top) => {
    const width = measureLogo(pdf, logo);
    pdf.image(Buffer.from(logo), (paper.width - width) / 2, top, { fit: [width, LOGO], align: 'center' });
  },
});

/**
 * Draws the fields in two columns. On a receipt roll each has its own line, with the label at the start and the value
 * at the end if both fit.
 */
function drawFields(sheet: PageCanvas, paper: Paper, facts: readonly PrintField[]): Block[] {
  const label = { size: sheet.size * 0.86, color: GREY };
  const style = { size: sheet.size };
  const values = (
    { value, also, isCode }: PrintField,
    place: Pick<PageBox, 'x' | 'width' | 'side'>,
  ): PageBox[] => [
    { ...place, text: value, style, direction: isCode ? 'ltr' : 'auto' },
    ...(also ? [{ ...place, text: also, style: label, direction: 'ltr' as const }] : []),
  ];
  if (paper.isRoll)
    return facts.flatMap((fact) => {
      const share = sheet.measureWidth(fact.label, label) + 4;
      const isOne = !fact.also && share + sheet.measureWidth(fact.value, style, 'auto') <= sheet.inner;
      const first: PageBox = { text: fact.label, x: 0, width: isOne ? share : sheet.inner, style: label };
      if (!isOne)
        return [first, ...values(fact, { x: 0, width: sheet.inner })].map((box) => sheet.row([box]));
      return [sheet.row([first, ...values(fact, { x: share, width: sheet.inner - share, side: 'end' })])];
    });
  const width = (sheet.inner - 16) / 2;
  const cell = (fact: PrintField, x: number): Block =>
    sheet.together(
      [{ text: fact.label, x, width, style: label }, ...values(fact, { x, width })].map((box) =>
        sheet.row([box]),
      ),
    );
  const rows: Block[] = [];
  for (let index = 0; index < facts.length; index += 2) {
    const pair = facts.slice(index, index + 2).map((fact, side) => cell(fact, side * (width + 16)));
    rows.push({
      height: Math.max(...pair.map(({ height }) => height)) + 5,
      draw: (top) => {
        for (const block of pair) block.draw(top);
      },
    });
  }
  return rows;
}

/**
 * The sums below the lines at the end of the row; they stay on one page. An amount has the direction of its currency: an
 * Arabic sign stands left of it, as on screens.
 */
function drawSums(sheet: PageCanvas, paper: Paper, { sums, taxes }: PrintDocument): Block[] {
  const width = paper.isRoll ? sheet.inner : Math.min(sheet.inner, 200);
  const x = sheet.inner - width;
  const blocks = sums.map(({ label, value, strong }): Block => {
    const style = { size: sheet.size * (strong ? 1.08 : 1), ...(strong ? { weight: 'bold' as const } : {}) };
    const share = Math.min(width * 0.6, sheet.measureWidth(value, style, 'auto') + 0.5);
    return sheet.row(
      [
        { text: label, x, width: width - share - 6, style },
        { text: value, x: x + width - share, width: share, style, side: 'end', direction: 'auto' },
      ],
      { above: strong ? 2 : 1, below: strong ? 2 : 1 },
    );
  });
  const allBlocks = [sheet.space(6), ...blocks];
  return [sheet.together(allBlocks), ...(taxes && taxes.rows.length > 0 ? [drawTaxes(sheet, taxes)] : [])];
}

/** The taxes by rate, in columns of equal width. */
function drawTaxes(sheet: PageCanvas, { columns, rows }: NonNullable<PrintDocument['taxes']>): Block {
  const gap = 6;
  const width = (sheet.inner - gap * (columns.length - 1)) / Math.max(1, columns.length);
  const cells = (texts: readonly string[], style: PageBox['style']): PageBox[] =>
    texts.map((text, index) => ({
      text,
      x: index * (width + gap),
      width,
      style,
      side: index === 0 ? 'start' : 'end',
      direction: 'auto',
    }));
  const head = { size: sheet.size * 0.86, weight: 'bold' as const, color: GREY };
  const figures = { size: sheet.size * 0.95 };
  const fitsColumn = (text: string): boolean => sheet.measureWidth(text, figures, 'auto') <= width;
  if (!rows.every((row) => row.every(fitsColumn))) return stackedTaxes(sheet, { columns, rows });
  return sheet.together([
    sheet.space(8),
    sheet.row(
      cells(columns, head).map(({ direction: _, ...box }) => box),
      { below: 2, rule: 'thin' },
    ),
    ...rows.map((row) => sheet.row(cells(row, figures), { above: 1, below: 1 })),
  ]);
}

/** Draws the taxes with one value per line below their rate, when they are too wide for a row. */
function stackedTaxes(sheet: PageCanvas, { columns, rows }: NonNullable<PrintDocument['taxes']>): Block {
  const style = { size: sheet.size * 0.95 };
  const half = sheet.inner / 2;
  const name = (text: string): Block =>
    sheet.row([{ text, x: 0, width: sheet.inner, style: { ...style, weight: 'bold' } }]);
  const figure = (label: string, text: string): Block =>
    sheet.row([
      { text: label, x: 0, width: half, style: { ...style, color: GREY } },
      { text, x: half, width: half, style, side: 'end', direction: 'auto' },
    ]);
  return sheet.together([
    sheet.space(8),
    ...rows.flatMap(([rate = '', ...figures]) => [
      name(`${columns[0] ?? ''} ${isolateLtrCode(rate)}`),
      ...figures.map((text, index) => figure(columns[index + 1] ?? '', text)),
    ]),
  ]);
}

/** Draws a QR code with its label above, at the start of a page and centered on a roll. */
function drawQrCode(
  pdf: PDFKit.PDFDocument,
  sheet: PageCanvas,
  paper: Paper,
  { label, text }: NonNullable<PrintDocument['qr']>,
): Block {
  const rows = encodeQrCode(text);
  const module = QR_SIDE / rows.length;
  const atStart = sheet.own === 'rtl' ? paper.width - paper.margin - QR_SIDE : paper.margin;
  const left = paper.isRoll ? (paper.width - QR_SIDE) / 2 : atStart;
  const code: Block = {
    height: QR_SIDE,
    draw: (top) => {
      for (const [y, row] of rows.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) pdf.rect(left + x * module, top + y * module, module, module);
      pdf.fill('#000000');
    },
  };
  return sheet.together([
    sheet.space(8),
    ...sheet.text(label, { size: sheet.size * 0.86, color: GREY }),
    code,
  ]);
}

function createSections(
  pdf: PDFKit.PDFDocument,
  sheet: PageCanvas,
  paper: Paper,
  document: PrintDocument,
): Section[] {
  const quiet = { size: sheet.size * 0.86, color: GREY };
  const notes = document.notes.flatMap(({ label, text }) => [
    sheet.space(8),
    ...sheet.text(label, quiet),
    ...sheet.text(text, { size: sheet.size }, 'auto'),
  ]);
  return [
    { blocks: drawHead(pdf, sheet, paper, document) },
    { blocks: [sheet.space(6), ...drawFields(sheet, paper, document.facts), sheet.space(4)] },
    paper.isRoll
      ? layOutLinesForReceiptRoll(sheet, document.lines)
      : layOutLinesAsTable(sheet, onPaper(document.lines, paper)),
    { blocks: drawSums(sheet, paper, document) },
    { blocks: notes },
    { blocks: document.qr ? [drawQrCode(pdf, sheet, paper, document.qr)] : [] },
    {
      blocks: [
        sheet.space(8),
        sheet.rule(),
        sheet.space(3),
        ...document.foot.flatMap((text) => sheet.text(text, quiet)),
      ],
    },
  ];
}

/** Removes the price before discount on paper other than A4, as on the screen. */
function onPaper(lines: PrintDocument['lines'], paper: Paper): PrintDocument['lines'] {
  const index = lines.columns.findIndex(({ role }) => role === 'before');
  if (index < 0 || paper === PAPER_LAYOUTS.a4 || paper === WIDE_PAPER) return lines;
  return {
    columns: lines.columns.toSpliced(index, 1),
    rows: lines.rows.map((row) => ({ ...row, cells: row.cells.toSpliced(index, 1) })),
  };
}

/**
 * Prints a document: numbered pages on A4 and 150 mm, one continuous page on rolls of 80 and 58 mm.
 * @returns the bytes of a PDF
 */
export async function drawPdf(
  document: PrintDocument,
  profile: PrintProfile,
  now: Date,
): Promise<Uint8Array> {
  const paper = document.isWide ? WIDE_PAPER : PAPER_LAYOUTS[profile];
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: document.locale,
    displayTitle: true,
    // an empty name keeps pdfkit from embedding its own Helvetica
    font: '',
    info: { Title: `${document.title} ${document.subject}`, Author: document.shop.name, CreationDate: now },
  });
  const parts: Uint8Array[] = [];
  pdf.on('data', (part: Uint8Array) => parts.push(part));
  const over = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const sheet = createPageBlocks(pdf, createTypesetter(pdf), paper, document.locale === 'ar');
  const quiet = { size: sheet.size * 0.86, color: GREY };
  const footHeight = paper.isRoll ? 0 : sheet.size * 2;
  const pages = placeBlocks(createSections(pdf, sheet, paper, document), paper, footHeight);
  for (const [index, page] of pages.entries()) {
    const height = paper.height ?? getLastBlockBottom(page) + paper.margin * 2;
    pdf.addPage({ size: [paper.width, height], margin: 0 });
    for (const { block, top } of page) block.draw(top);
    if (paper.height === null) continue;
    const count = interpolate(document.pageText, { page: index + 1, pages: pages.length });
    const half = sheet.inner / 2;
    sheet
      .row([
        { text: `${document.title} ${document.subject}`, x: 0, width: half, style: quiet },
        { text: count, x: half, width: half, style: quiet, side: 'end' },
      ])
      .draw(paper.height - paper.margin - sheet.size * 1.2);
  }
  pdf.end();
  await over;
  return Buffer.concat(parts);
}

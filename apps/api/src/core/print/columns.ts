import type { Block, Section } from './flow.ts';
import { GREY, type PageBox, type PageCanvas } from './page-canvas.ts';
import type { PrintColumnRole, PrintLines } from './print-document.ts';

const GAP = 7;
/** The largest share of the width for any column except the title. */
const SHARE_MAX = 0.26;
const TITLE_MIN = 0.22;

const isFigure = (role: PrintColumnRole): boolean => !['title', 'code', 'text'].includes(role);

type Column = { readonly index: number; readonly role: PrintColumnRole; readonly label: string };
type PlacedColumn = Column & { readonly x: number; readonly width: number };

/** Makes columns as wide as their content; the title gets the remaining width. */
function placeColumns(sheet: PageCanvas, { columns, rows }: PrintLines): PlacedColumn[] {
  const style = { size: sheet.size };
  const bold = { size: sheet.size * 0.9, weight: 'bold' as const };
  const maxWidth = sheet.inner * SHARE_MAX;
  const widths = columns.map(({ role, label }, index) => {
    if (role === 'title') return 0;
    let widest = sheet.widestWord(label, bold);
    for (const { cells } of rows)
      if (widest < maxWidth) widest = Math.max(widest, sheet.measureWidth(cells[index] ?? '', style, 'auto'));
    return Math.min(maxWidth, widest) + 0.5;
  });
  const gaps = GAP * (columns.length - 1);
  const usedWidth = widths.reduce((sum, width) => sum + width, 0) + gaps;
  const title = Math.max(sheet.inner * TITLE_MIN, sheet.inner - usedWidth);
  // when many columns are wide, all become narrower and their cells wrap
  const scale = Math.min(1, (sheet.inner - title - gaps) / Math.max(1, usedWidth - gaps));
  let x = 0;
  return columns.map(({ role, label }, index) => {
    const width = role === 'title' ? title : (widths[index] ?? 0) * scale;
    const place = { index, role, label, x, width };
    x += width + GAP;
    return place;
  });
}

/** The lines as a table; its head is repeated on every page. */
export function layOutLinesAsTable(sheet: PageCanvas, lines: PrintLines): Section {
  // a head alone would be an empty table
  if (lines.rows.length === 0) return { blocks: [] };
  const columns = placeColumns(sheet, lines);
  const side = (role: PrintColumnRole) => (isFigure(role) ? 'end' : 'start');
  const repeat = sheet.row(
    columns.map(({ x, width, role, label }) => ({
      text: label,
      x,
      width,
      side: side(role),
      style: { size: sheet.size * 0.9, weight: 'bold', color: GREY },
    })),
    { above: 4, below: 3, rule: 'thick' },
  );
  const toRow = ({ cells, also, isStrong }: PrintLines['rows'][number]): Block => {
    const boxes: PageBox[] = columns.map(({ index: at, x, width, role }) => ({
      text: cells[at] ?? '',
      x,
      width,
      side: side(role),
      direction: role === 'code' ? 'ltr' : 'auto',
      style: { size: sheet.size, ...(isStrong ? { weight: 'bold' as const } : {}) },
    }));
    if (!also) return sheet.row(boxes, { above: 3, below: 3, rule: 'thin' });
    const title = columns.find(({ role }) => role === 'title');
    const under: PageBox = {
      text: also,
      x: title?.x ?? 0,
      width: title?.width ?? sheet.inner,
      style: { size: sheet.size * 0.88, color: GREY },
    };
    return sheet.together([sheet.row(boxes, { above: 3 }), sheet.row([under], { below: 3, rule: 'thin' })]);
  };
  return { repeat, blocks: [repeat, ...lines.rows.map(toRow)] };
}

/** The lines on a receipt roll: the title over the whole width, below it quantity, price and sum. */
export function layOutLinesForReceiptRoll(sheet: PageCanvas, lines: PrintLines): Section {
  const findColumn = (role: PrintColumnRole) => lines.columns.findIndex((column) => column.role === role);
  const places = {
    title: findColumn('title'),
    code: findColumn('code'),
    quantity: findColumn('quantity'),
    price: findColumn('price'),
    sum: findColumn('sum'),
  };
  const style = { size: sheet.size };
  const quiet = { size: sheet.size * 0.9, color: GREY };
  const toRow = ({ cells, also }: PrintLines['rows'][number]): Block => {
    const cell = (role: keyof typeof places) => cells[places[role]] ?? '';
    const quantityAndPrice = `${cell('quantity')} × ${cell('price')}`;
    const sum = cell('sum');
    const sumWidth = sheet.measureWidth(sum, style, 'auto') + 0.5;
    const isOne = sheet.measureWidth(quantityAndPrice, style, 'auto') + sumWidth + GAP <= sheet.inner;
    const blocks: Block[] = [
      sheet.row([{ text: cell('title'), x: 0, width: sheet.inner, style, direction: 'auto' }], { above: 2 }),
    ];
    if (cell('code') !== '')
      blocks.push(
        sheet.row([{ text: cell('code'), x: 0, width: sheet.inner, style: quiet, direction: 'ltr' }]),
      );
    if (also) blocks.push(sheet.row([{ text: also, x: 0, width: sheet.inner, style: quiet }]));
    const first: PageBox = {
      text: quantityAndPrice,
      x: 0,
      width: isOne ? sheet.inner - sumWidth - GAP : sheet.inner,
      style,
      direction: 'auto',
    };
    const last: PageBox = {
      text: sum,
      x: isOne ? sheet.inner - sumWidth : 0,
      width: isOne ? sumWidth : sheet.inner,
      style,
      side: 'end',
      direction: 'auto',
    };
    if (isOne) blocks.push(sheet.row([first, last], { below: 2, rule: 'thin' }));
    else blocks.push(sheet.row([first]), sheet.row([last], { below: 2, rule: 'thin' }));
    return sheet.together(blocks);
  };
  return { blocks: lines.rows.map(toRow) };
}

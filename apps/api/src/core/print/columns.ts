import type { Block, Section } from './flow.ts';
import { type Box, GREY, type PageCanvas } from './page-canvas.ts';
import type { PrintColumnRole, PrintLines } from './print-document.ts';

const GAP = 7;
/** The largest share of the width for any column except the title. */
const SHARE_MAX = 0.26;
const TITLE_MIN = 0.22;

const isFigure = (role: PrintColumnRole): boolean => role !== 'title' && role !== 'code';

type Column = { readonly at: number; readonly role: PrintColumnRole; readonly label: string };
type Placed = Column & { readonly x: number; readonly width: number };

/** Makes columns as wide as their content; the title gets the remaining width. */
function placed(sheet: PageCanvas, { columns, rows }: PrintLines): Placed[] {
  const style = { size: sheet.size };
  const bold = { size: sheet.size * 0.9, weight: 'bold' as const };
  const most = sheet.inner * SHARE_MAX;
  const widths = columns.map(({ role, label }, at) => {
    if (role === 'title') return 0;
    let widest = sheet.widestWord(label, bold);
    for (const { cells } of rows)
      if (widest < most) widest = Math.max(widest, sheet.widthOf(cells[at] ?? '', style, 'ltr'));
    return Math.min(most, widest) + 0.5;
  });
  const gaps = GAP * (columns.length - 1);
  const taken = widths.reduce((sum, width) => sum + width, 0) + gaps;
  const title = Math.max(sheet.inner * TITLE_MIN, sheet.inner - taken);
  // if many columns are wide, all become narrower and their cells wrap
  const scale = Math.min(1, (sheet.inner - title - gaps) / Math.max(1, taken - gaps));
  let x = 0;
  return columns.map(({ role, label }, at) => {
    const width = role === 'title' ? title : (widths[at] ?? 0) * scale;
    const place = { at, role, label, x, width };
    x += width + GAP;
    return place;
  });
}

/** The lines as a table; its head is repeated on every page. */
export function wideLines(sheet: PageCanvas, lines: PrintLines): Section {
  const columns = placed(sheet, lines);
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
  const rowOf = ({ cells, also }: PrintLines['rows'][number]): Block => {
    const boxes: Box[] = columns.map(({ at, x, width, role }) => ({
      text: cells[at] ?? '',
      x,
      width,
      side: side(role),
      direction: role === 'title' ? 'auto' : 'ltr',
      style: { size: sheet.size },
    }));
    if (!also) return sheet.row(boxes, { above: 3, below: 3, rule: 'thin' });
    const title = columns.find(({ role }) => role === 'title');
    const under: Box = {
      text: also,
      x: title?.x ?? 0,
      width: title?.width ?? sheet.inner,
      style: { size: sheet.size * 0.88, color: GREY },
    };
    return sheet.together([sheet.row(boxes, { above: 3 }), sheet.row([under], { below: 3, rule: 'thin' })]);
  };
  return { repeat, blocks: [repeat, ...lines.rows.map(rowOf)] };
}

/** The lines on a receipt roll: the title over the whole width, below it quantity, price and sum. */
export function narrowLines(sheet: PageCanvas, lines: PrintLines): Section {
  const at = (role: PrintColumnRole) => lines.columns.findIndex((column) => column.role === role);
  const places = {
    title: at('title'),
    code: at('code'),
    quantity: at('quantity'),
    price: at('price'),
    sum: at('sum'),
  };
  const style = { size: sheet.size };
  const quiet = { size: sheet.size * 0.9, color: GREY };
  const rowOf = ({ cells, also }: PrintLines['rows'][number]): Block => {
    const cell = (role: keyof typeof places) => cells[places[role]] ?? '';
    const counted = `${cell('quantity')} × ${cell('price')}`;
    const sum = cell('sum');
    const sumWidth = sheet.widthOf(sum, style, 'ltr') + 0.5;
    const isOne = sheet.widthOf(counted, style, 'ltr') + sumWidth + GAP <= sheet.inner;
    const blocks: Block[] = [
      sheet.row([{ text: cell('title'), x: 0, width: sheet.inner, style, direction: 'auto' }], { above: 2 }),
    ];
    if (cell('code') !== '')
      blocks.push(
        sheet.row([{ text: cell('code'), x: 0, width: sheet.inner, style: quiet, direction: 'ltr' }]),
      );
    if (also) blocks.push(sheet.row([{ text: also, x: 0, width: sheet.inner, style: quiet }]));
    const first: Box = {
      text: counted,
      x: 0,
      width: isOne ? sheet.inner - sumWidth - GAP : sheet.inner,
      style,
      direction: 'ltr',
    };
    const last: Box = {
      text: sum,
      x: isOne ? sheet.inner - sumWidth : 0,
      width: isOne ? sumWidth : sheet.inner,
      style,
      side: 'end',
      direction: 'ltr',
    };
    if (isOne) blocks.push(sheet.row([first, last], { below: 2, rule: 'thin' }));
    else blocks.push(sheet.row([first]), sheet.row([last], { below: 2, rule: 'thin' }));
    return sheet.together(blocks);
  };
  return { blocks: lines.rows.map(rowOf) };
}

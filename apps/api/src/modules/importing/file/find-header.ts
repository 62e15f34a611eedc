import { toLatinDigits } from '@dukkan/commerce';
import { type TableRow, toColumnLetters } from '../../../core/spreadsheet/table.ts';
import { findHeaderMeanings, isFieldHeader } from './header-meaning.ts';
import { type HeaderSynonyms, WORDS } from './header-words.ts';

/** A column as the mapping step shows it. */
export type ColumnSample = {
  readonly key: string;
  readonly header: string | null;
  readonly samples: readonly string[];
  /** Values of rows spread over the rest of the table, by which the language of its texts is told. */
  readonly later?: readonly string[];
};

const countFilledCells = (row: TableRow): number => row.cells.filter((cell) => cell.trim() !== '').length;

const isText = (cell: string): boolean => cell.trim() !== '' && !/^[\d\s.,%-]+$/.test(toLatinDigits(cell));

/** Whether a row is a second header row: only words, two of which are known headers. */
const isSecondHeader = ({ cells }: TableRow, synonyms: HeaderSynonyms): boolean =>
  cells.every((cell) => cell.trim() === '' || isText(cell)) &&
  cells.filter((cell) => isFieldHeader(cell, synonyms)).length >= 2;

/**
 * Joins two header rows into one: the lower cell if it is clear, else both ('Price' above 'Selling' is the selling
 * price). The title of merged cells is in the first of them.
 */
function joinHeaders(above: TableRow, below: TableRow, synonyms: HeaderSynonyms): TableRow {
  let title = '';
  const cells = Array.from({ length: Math.max(above.cells.length, below.cells.length) }, (_, at) => {
    const own = below.cells[at]?.trim() ?? '';
    title = above.cells[at]?.trim() || (own === '' ? '' : title);
    if (own === '' || title === '') return own || title;
    if (isFieldHeader(own, synonyms)) return own;
    const reversed = `${own} ${title}`;
    const [first] = findHeaderMeanings(reversed, synonyms).meanings;
    return first && first.rank >= 1000 ? reversed : `${title} ${own}`;
  });
  return { row: below.row, cells };
}

/**
 * Finds the first data row: below the row with known headers, else below the first full-width row of words, else the
 * first row.
 * @param rows the first non-empty rows of the sheet
 */
export function findFirstDataRow(
  rows: readonly TableRow[],
  synonyms: HeaderSynonyms = WORDS,
): { start: number; header: TableRow | null } {
  const hits = rows.slice(0, 40).map((row) => ({
    row,
    score: row.cells.filter((cell) => isFieldHeader(cell, synonyms)).length,
  }));
  const [best] = hits.toSorted((a, b) => b.score - a.score || a.row.row - b.row.row);
  const width = Math.max(0, ...rows.map(countFilledCells));
  const isHeading = (row: TableRow): boolean =>
    countFilledCells(row) >= Math.max(1, width * 0.6) &&
    row.cells.every((cell) => cell.trim() === '' || isText(cell));
  const isHeader = best && (best.score >= 2 || (best.score === 1 && (width < 2 || isHeading(best.row))));
  const header = isHeader ? best.row : rows.slice(0, 20).find(isHeading);
  // a single row of words without rows below is data, not a header
  if (!header || (rows.length === 1 && (best?.score ?? 0) === 0))
    return { start: rows[0]?.row ?? 1, header: null };
  const below = rows.find(({ row }) => row === header.row + 1);
  if (below && isSecondHeader(below, synonyms))
    return { start: below.row + 1, header: joinHeaders(header, below, synonyms) };
  return { start: header.row + 1, header };
}

/**
 * Describes the columns of a table from its header row and first data rows, each with the same number of samples.
 * @param later rows spread over the rest of the table
 */
export function describeColumns(
  header: TableRow | null,
  data: readonly TableRow[],
  count: number,
  later: readonly TableRow[] = [],
): ColumnSample[] {
  const width = Math.max(header?.cells.length ?? 0, ...data.map(({ cells }) => cells.length));
  const columns: ColumnSample[] = [];
  for (let at = 0; at < Math.min(width, 200); at += 1) {
    const title = header?.cells[at]?.trim() ?? '';
    const valuesIn = (rows: readonly TableRow[]): string[] =>
      rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((text) => text !== '');
    const values = valuesIn(data);
    if (title === '' && values.length === 0) continue;
    columns.push({
      key: toColumnLetters(at),
      header: title === '' ? null : title.slice(0, 200),
      samples: values.slice(0, count).map((text) => text.slice(0, 200)),
      ...(later.length === 0 ? {} : { later: valuesIn(later).map((text) => text.slice(0, 200)) }),
    });
  }
  return columns;
}

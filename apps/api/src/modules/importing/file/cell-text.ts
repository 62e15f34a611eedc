/** Control characters, which are replaced in titles; NUL is left to the field's rule, which refuses it. */
export const CONTROLS = /(?![\0\t\n\r])\p{Cc}/gu;

/** Returns a text as one line: line breaks and repeated spaces become one space. */
export const toSingleLine = (text: string): string => text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();

/** Placeholders that people write into empty cells. */
const NOTHING = new Set(['-', '–', '—', 'n/a', 'na', 'none', 'null', 'nan', '#n/a']);
/** The length of the longest placeholder. */
const NOTHING_MAX = 4;

/**
 * Returns the text of a cell: trimmed, '' for an empty cell or a placeholder, without the apostrophe before digits.
 * @param isText true for text fields, where an apostrophe is part of the text
 */
export function readCellText(cells: readonly string[], index: number, isText = false): string {
  const cell = cells[index]?.trim() ?? '';
  // some programs write ="0012" so that a spreadsheet does not turn a code into a number
  const text = cell.startsWith('="') && /^="[^"]*"$/.test(cell) ? cell.slice(2, -1).trim() : cell;
  const bare = !isText && /^['’](?=[\p{Nd}=+\-@])/u.test(text) ? text.slice(1) : text;
  return bare.length <= NOTHING_MAX && NOTHING.has(bare.toLowerCase()) ? '' : bare;
}

/** Shortens a cell for messages. */
export const truncateCell = (value: string): string => {
  const plain = value.toWellFormed().replaceAll('\0', '');
  return plain.length > 100 ? `${plain.slice(0, 100).toWellFormed()}…` : plain;
};

const CELL_END = '\0';

/** Joins the cells of a row, because only those of a refused row are stored; NUL separates them and is never stored. */
export const joinCells = (cells: readonly string[]): string =>
  (cells.some((cell) => cell.includes(CELL_END))
    ? cells.map((cell) => cell.replaceAll(CELL_END, ''))
    : cells
  ).join(CELL_END);

/** Returns joined cells as PostgreSQL can store them, without broken surrogates. */
export const splitCells = (joined: string): string[] =>
  joined === '' ? [] : joined.split(CELL_END).map((cell) => cell.toWellFormed());

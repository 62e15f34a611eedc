/** Control characters say nothing in a title; NUL is refused by the rule itself. */
export const CONTROLS = /(?![\0\t\n\r])\p{Cc}/gu;

/** A text of one line: what a cell broke is joined, and spaces are not repeated. */
export const toLine = (text: string): string => text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();

/** What stands in a cell where there is nothing to say. */
const NOTHING = new Set(['-', '–', '—', 'n/a', 'na', 'none', 'null', 'nan', '#n/a']);
/** The longest of them. */
const NOTHING_MAX = 4;

/**
 * What a cell says: trimmed, '' where it says nothing, and without the apostrophe that keeps digits from being a number.
 * @param isText an apostrophe is the text's own; what guards a formula in a text file has gone with the reading of it
 */
export function readCellText(cells: readonly string[], at: number, isText = false): string {
  const cell = cells[at]?.trim() ?? '';
  // how programs keep a spreadsheet from taking a code for a number: ="0012"
  const text = cell.startsWith('="') && /^="[^"]*"$/.test(cell) ? cell.slice(2, -1).trim() : cell;
  const bare = !isText && /^['’](?=[\p{Nd}=+\-@])/u.test(text) ? text.slice(1) : text;
  return bare.length <= NOTHING_MAX && NOTHING.has(bare.toLowerCase()) ? '' : bare;
}

/** A cell as it is told to people. */
export const truncateCell = (value: string): string => {
  const plain = value.toWellFormed().replaceAll('\0', '');
  return plain.length > 100 ? `${plain.slice(0, 100).toWellFormed()}…` : plain;
};

/** A row's cells as JSON; neither NUL nor half a character can be stored. */
export const keepCells = (cells: readonly string[]): string => {
  const text = JSON.stringify(cells);
  // both are written with \u: rows without it are kept as they are
  return text.includes('\\u')
    ? JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll('\0', '')))
    : text;
};

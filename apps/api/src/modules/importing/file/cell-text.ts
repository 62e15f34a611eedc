/** Control characters say nothing in a title; NUL is refused by the rule itself. */
export const CONTROLS = /(?![\0\t\n\r])\p{Cc}/gu;

/** What stands in a cell where there is nothing to say. */
const NOTHING = new Set(['-', '–', '—', 'n/a', 'na', 'none', 'null', 'nan', '#n/a']);
/** The longest of them. */
const NOTHING_MAX = 4;

/**
 * What a cell says: trimmed, '' where it says nothing, and without the apostrophe that keeps it from being a formula.
 * @param isText only a formula's sign is guarded; else digits are too
 */
export function readCellText(cells: readonly string[], at: number, isText = false): string {
  const cell = cells[at]?.trim() ?? '';
  // how programs keep a spreadsheet from taking a code for a number: ="0012"
  const text = cell.startsWith('="') && /^="[^"]*"$/.test(cell) ? cell.slice(2, -1).trim() : cell;
  // how exports keep text from being a formula, and spreadsheets keep digits from being a number
  const guard = isText ? /^'(?=[=+\-@])/ : /^['’](?=[\p{Nd}=+\-@])/u;
  const bare = (text.startsWith("'") || text.startsWith('’')) && guard.test(text) ? text.slice(1) : text;
  return bare.length <= NOTHING_MAX && NOTHING.has(bare.toLowerCase()) ? '' : bare;
}

/** A cell as it is told to people. */
export const truncateCell = (value: string): string => {
  const plain = value.toWellFormed().replaceAll('\0', '');
  return plain.length > 100 ? `${plain.slice(0, 100).toWellFormed()}…` : plain;
};

/** A row's cells as JSON; neither NUL nor half a character can be stored. */
export const keepCells = (cells: readonly string[]): string =>
  JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll('\0', '')));

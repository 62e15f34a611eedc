/** A sheet of a workbook; a text table has one without a name. */
export type Sheet = { readonly name: string; readonly rows: number; readonly hidden: boolean };

/** A row with something in it: its number as a spreadsheet counts, its cells as texts ('' where nothing stands). */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** An opened file. Rows come in groups, as many as were read at once; the reader waits while nobody takes them. */
export type Spreadsheet = {
  readonly sheets: readonly Sheet[];
  rows(sheet: string): AsyncGenerator<readonly TableRow[], void, void>;
  close(): void;
};

/** A column's letters from its place, counted from 0: 0 is A, 26 is AA. */
export function columnLetters(at: number): string {
  let key = '';
  for (let left = at; left >= 0; left = Math.floor(left / 26) - 1)
    key = String.fromCharCode(65 + (left % 26)) + key;
  return key;
}

/** A column's place from its letters; -1 where the text is no column. */
export function columnIndex(key: string): number {
  if (!/^[A-Za-z]{1,3}$/.test(key)) return -1;
  let at = 0;
  for (const letter of key.toUpperCase()) at = at * 26 + letter.charCodeAt(0) - 64;
  return at - 1;
}

/** A sheet of a workbook; a CSV file has one sheet without a name. */
export type SheetInfo = { readonly name: string; readonly rows: number; readonly hidden: boolean };

/** A row that is not empty: its number in the spreadsheet and its cells as texts ('' for empty ones). */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** An opened file. Rows arrive in groups as they are read; the reader waits for its consumer. */
export type Spreadsheet = {
  readonly sheets: readonly SheetInfo[];
  rows(sheet: string): AsyncGenerator<readonly TableRow[], void, void>;
  close(): void;
};

/** The letters of a column from its index: 0 is A, 26 is AA. */
export function toColumnLetters(index: number): string {
  let key = '';
  for (let remaining = index; remaining >= 0; remaining = Math.floor(remaining / 26) - 1)
    key = String.fromCharCode(65 + (remaining % 26)) + key;
  return key;
}

/** The index of a column from its letters; -1 when the text is not a column. */
export function parseColumnIndex(key: string): number {
  if (!/^[A-Za-z]{1,3}$/.test(key)) return -1;
  let index = 0;
  for (const letter of key.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

import { foldForSearch, hasValidCheckDigit, isGtin, parseDay, toLatinDigits } from '@dukkan/commerce';
import { cleanNumberText, type PastedTable } from '../../shared/pasted-table.ts';

/** The fields that a column of a pasted table can have; other columns are ignored. */
export const PASTE_COLUMNS = ['barcode', 'quantity', 'before', 'off', 'cost', 'expire'] as const;
export type ColumnName = (typeof PASTE_COLUMNS)[number];

/** The field of each column, or null. */
export type PastedColumnMapping = readonly (ColumnName | null)[];
export type PastedColumns = { readonly mapping: PastedColumnMapping; readonly hasHeader: boolean };

/** A row of a pasted table as texts of a line's cells. */
export type PastedLine = Readonly<Record<ColumnName, string>>;

// headings in suppliers' lists, in the shop's languages; more specific words first
const WORDS: readonly (readonly [ColumnName, RegExp])[] = [
  ['barcode', /barcode|ean|gtin|upc|باركود|strichcode|^code$|الرمز|الكود/],
  ['expire', /expir|best before|bbd|mhd|ablauf|haltbar|انتهاء|صلاحي/],
  ['off', /%|discount|rabatt|خصم(?!.*قبل)/],
  ['before', /before|list price|gross|listen|vor rabatt|brutto|قبل/],
  ['quantity', /qty|quantity|units|pieces|pcs|menge|anzahl|stuck|كمي|عدد/],
  ['cost', /cost|price|net|kosten|preis|ek\b|einkauf|تكلف|سعر|ثمن/],
];

function byWord(head: string): ColumnName | null {
  const text = foldForSearch(head);
  if (/before|قبل|vor rabatt/.test(text)) return 'before';
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}

const isCode = (cell: string): boolean => /^\d{6,14}$/.test(cell.replace(/\s/g, ''));
const getMatchingShare = (cells: readonly string[], is: (cell: string) => boolean): number => {
  const filledCells = cells.filter((cell) => cell !== '');
  return filledCells.length === 0 ? 0 : filledCells.filter(is).length / filledCells.length;
};

const getMean = (cells: readonly string[]): number => {
  const numbers = cells.flatMap((cell) => cleanNumberText(cell) || []).map(Number);
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
};

/** Guesses the field of each column by its heading, else by its content. Each field is used once. */
export function guessPastedColumns({ rows, width }: PastedTable): PastedColumns {
  const head = rows[0] ?? [];
  const words = head.map(byWord);
  // a heading row has words; a row of products has a code or numbers
  const hasHeader =
    words.some((word) => word !== null) &&
    !head.some((cell) => isCode(cell) || /^[\d.,]+$/.test(toLatinDigits(cell)));
  const body = hasHeader ? rows.slice(1) : rows;
  const columns = Array.from({ length: width }, (_, at) => body.map((row) => row[at] ?? ''));
  const columnNames = new Map<number, ColumnName>();
  const taken = (name: ColumnName) => [...columnNames.values()].includes(name);
  const put = (at: number, name: ColumnName) => {
    if (!columnNames.has(at) && !taken(name)) columnNames.set(at, name);
  };
  if (hasHeader) {
    for (const [at, word] of words.entries()) if (word) put(at, word);
  }
  const free = () => columns.map((_, at) => at).filter((at) => !columnNames.has(at));
  const best = (score: (cells: readonly string[]) => number) =>
    free()
      .map((at) => ({ at, score: score(columns[at] ?? []) }))
      .filter((one) => one.score > 0.6)
      .toSorted((a, b) => b.score - a.score)[0]?.at;
  const code = best((cells) =>
    getMatchingShare(cells, (cell) => isCode(cell) && (!isGtin(cell) || hasValidCheckDigit(cell))),
  );
  if (code !== undefined) put(code, 'barcode');
  const day = best((cells) =>
    getMatchingShare(cells, (cell) => !isCode(cell) && parseDay(cell) !== null && !/^\d+\.\d+$/.test(cell)),
  );
  if (day !== undefined) put(day, 'expire');
  if (!hasHeader) {
    // the first column of numbers is the quantity; of two amounts the larger one is the price before discount
    const figures = free().filter(
      (at) => getMatchingShare(columns[at] ?? [], (cell) => cleanNumberText(cell) !== '') > 0.6,
    );
    const whole = figures.find(
      (at) => getMatchingShare(columns[at] ?? [], (cell) => /^\d+$/.test(cleanNumberText(cell))) > 0.9,
    );
    const counted = whole ?? (figures.length > 1 ? figures[0] : undefined);
    if (counted !== undefined) put(counted, 'quantity');
    const amounts = figures.filter((at) => at !== counted).slice(0, 2);
    const [first, second] = amounts.toSorted((a, b) => getMean(columns[a] ?? []) - getMean(columns[b] ?? []));
    if (first !== undefined) put(first, 'cost');
    if (second !== undefined) put(second, 'before');
  }
  return { mapping: columns.map((_, at) => columnNames.get(at) ?? null), hasHeader };
}

/** Converts the rows to lines; rows without a barcode are skipped. */
export function readPastedLines({ rows }: PastedTable, { mapping, hasHeader }: PastedColumns): PastedLine[] {
  const cellOf = (row: readonly string[], name: ColumnName) => row[mapping.indexOf(name)] ?? '';
  return (hasHeader ? rows.slice(1) : rows)
    .map((row) => ({
      barcode: toLatinDigits(cellOf(row, 'barcode')).replace(/^'/, '').trim(),
      // an invalid number or date stays as pasted, so that it can be corrected in its cell
      quantity: cleanNumberText(cellOf(row, 'quantity')) || cellOf(row, 'quantity') || '1',
      before: cleanNumberText(cellOf(row, 'before')) || cellOf(row, 'before'),
      off: cleanNumberText(cellOf(row, 'off')) || cellOf(row, 'off'),
      cost: cleanNumberText(cellOf(row, 'cost')) || cellOf(row, 'cost'),
      expire: parseDay(cellOf(row, 'expire')) ?? cellOf(row, 'expire'),
    }))
    .filter((line) => line.barcode !== '');
}

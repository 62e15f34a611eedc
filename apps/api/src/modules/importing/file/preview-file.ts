import { fail } from '@dukkan/contract';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import { openSpreadsheet, type TableFormat } from '../../../core/spreadsheet/open.ts';
import {
  parseColumnIndex,
  type SheetInfo,
  type Spreadsheet,
  type TableRow,
} from '../../../core/spreadsheet/table.ts';
import type { ImportKind } from '../import.view.ts';
import { createDecimalMarks, type DecimalMarks } from './decimal-marks.ts';
import { type ColumnSample, describeColumns, findFirstDataRow } from './find-header.ts';
import { guessColumnMapping } from './guess-columns.ts';
import { isFieldHeader } from './header-meaning.ts';
import { type HeaderSynonyms, WORDS } from './header-words.ts';
import { mapOwnFile, matchOwnFile } from './own-file.ts';
import type { DecimalMark } from './parse-number.ts';

export type PreviewTask = {
  readonly task: 'look';
  readonly path: string;
  readonly format: TableFormat;
  /** The fields that its columns can be mapped to. */
  readonly fields: readonly string[];
  /** Header words, where they differ from those of products. */
  readonly words?: HeaderSynonyms;
  /** The uploader's language, for texts whose header and letters do not show theirs. */
  readonly locale?: string;
  readonly sheet: string | null;
  readonly start_row: number | null;
  /** The shop's currency as ISO 4217 code; set for files with prices, to detect the decimal marks of their columns. */
  readonly currency?: string;
  /** The kind of import, to recognize our own files; none for lists of suppliers. */
  readonly kind?: ImportKind;
};

/** A preview that includes all rows, for short tables that a person reviews row by row. */
export type FullPreviewTask = Omit<PreviewTask, 'task'> & { readonly task: 'sheet'; readonly max: number };

export type FilePreview = {
  readonly sheets: readonly SheetInfo[];
  readonly sheet: string;
  readonly start_row: number;
  readonly total_rows: number;
  readonly columns: readonly (ColumnSample & { readonly mark: DecimalMark })[];
  readonly guess: Readonly<Record<string, string | null>>;
};

/** Rows that the guesses look at. */
const LOOKED_AT = 60;
/** Rows further down, spread evenly, that show the language of texts: a sorted list begins with one script. */
const SPREAD = 120;
/** Sample values of each column in the mapping step. */
const SAMPLES_MAX = 5;

const sameName = (name: string, said: string): boolean => name.normalize('NFC').trim() === said.trim();

/** Keeps rows of a table that are spread evenly over it, at most SPREAD, in however many rows it turns out to have. */
function createSpread(): { readonly add: (row: TableRow) => void; readonly rows: () => readonly TableRow[] } {
  let rows: TableRow[] = [];
  let step = 1;
  let count = 0;
  return {
    add: (row) => {
      if (count % step === 0) rows.push(row);
      count += 1;
      if (rows.length <= SPREAD) return;
      rows = rows.filter((_, at) => at % 2 === 0);
      step *= 2;
    },
    rows: () => rows,
  };
}

const countFilled = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Whether rows are a table: a row of known headings, or at least two rows of three cells. A cover sheet with a title, a
 * date and names is none (docs/rules/imports.md#sheets).
 */
const holdsTable = (rows: readonly TableRow[], words: HeaderSynonyms = WORDS): boolean =>
  rows.filter((row) => countFilled(row) >= 3).length >= 2 ||
  rows.some(({ cells }) => cells.filter((cell) => isFieldHeader(cell, words)).length >= 2);

/**
 * Finds the first sheet with a table, else the first with rows, and returns it with its first rows, some of the later
 * ones, the numbers of all its rows and the decimal marks of those after the first ones; without one, the first sheet
 * and no rows.
 */
async function findTableSheet(
  table: Spreadsheet,
  sheets: readonly SheetInfo[],
  { start_row, currency, words }: Pick<PreviewTask, 'start_row' | 'currency' | 'words'>,
) {
  let filled: FoundSheet | null = null;
  for (const chosen of sheets) {
    const marks = currency === undefined ? null : createDecimalMarks(currency);
    const first: TableRow[] = [];
    const numbers: number[] = [];
    const spread = createSpread();
    for await (const rows of table.rows(chosen.name))
      for (const row of rows) {
        const isNear = start_row === null || row.row >= start_row - 1;
        if (isNear && first.length < LOOKED_AT) first.push(row);
        else if (isNear) {
          marks?.read(row.cells);
          spread.add(row);
        }
        numbers.push(row.row);
        if (numbers.length > ROWS_MAX) fail('import.too_many_rows', { max: ROWS_MAX });
      }
    const found = { chosen, first, later: spread.rows(), numbers, marks };
    if (holdsTable(first, words)) return found;
    if (first.length > 0) filled ??= found;
  }
  return filled ?? { chosen: sheets[0], first: [], later: [], numbers: [], marks: null };
}

type FoundSheet = {
  readonly chosen: SheetInfo;
  readonly first: readonly TableRow[];
  readonly later: readonly TableRow[];
  readonly numbers: readonly number[];
  readonly marks: DecimalMarks | null;
};

/** Returns the first data row below the heading row of our own export; null when the file is not ours. */
function findOwnFirstRow(rows: readonly TableRow[], kind: ImportKind | undefined) {
  const [header] = rows;
  if (!header || !kind) return null;
  const isOwn = matchOwnFile(
    header.cells.filter((cell) => cell.trim() !== ''),
    kind,
  );
  return isOwn && { start: header.row + 1, header };
}

/**
 * Previews a file: its sheets, the first data row, its columns with samples, and the guessed mapping.
 * @throws import.empty, import.sheet_missing, import.too_many_rows and the errors of the readers
 */
export async function previewFile(task: Omit<PreviewTask, 'task'>): Promise<FilePreview> {
  const table = await openSpreadsheet(task.path, task.format);
  try {
    const { sheets } = table;
    const said = task.sheet;
    const { chosen, first, later, numbers, marks } = await findTableSheet(
      table,
      said === null
        ? sheets.toSorted((a, b) => Number(a.hidden) - Number(b.hidden))
        : sheets.filter(({ name }) => sameName(name, said)),
      task,
    );
    if (!chosen) return said === null ? fail('import.empty') : fail('import.sheet_missing', { sheet: said });
    if (first.length === 0) fail('import.empty');
    const guessed = findOwnFirstRow(first, task.kind) ?? findFirstDataRow(first, task.words);
    const start_row = task.start_row ?? guessed.start;
    const header =
      task.start_row === null ? guessed.header : (first.find(({ row }) => row === start_row - 1) ?? null);
    // counted from the row numbers, because the first data row is only known now
    const total_rows = numbers.filter((row) => row >= start_row).length;
    if (total_rows === 0) fail('import.empty');
    const data = first.filter(({ row }) => row >= start_row);
    for (const { cells } of data) marks?.read(cells);
    const columns = describeColumns(header, data, LOOKED_AT, later);
    return {
      sheets: task.format === 'csv' ? [] : sheets,
      sheet: chosen.name,
      start_row,
      total_rows,
      columns: columns.map(({ later: _, ...column }) => ({
        ...column,
        samples: column.samples.slice(0, SAMPLES_MAX),
        mark: marks?.markOf(parseColumnIndex(column.key)) ?? null,
      })),
      guess:
        (task.kind && mapOwnFile(columns, task.fields, task.kind)) ??
        guessColumnMapping(columns, task.fields, task.words, task.locale),
    };
  } finally {
    table.close();
  }
}

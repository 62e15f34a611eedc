import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fail } from '@dukkan/contract';
import { type CsvError, parse } from 'csv-parse';
import { CELL_MAX, COLUMNS_MAX, COLUMNS_READ } from './limits.ts';
import type { Spreadsheet, TableRow } from './table.ts';

const HEAD_BYTES = 65_536;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1256' | 'iso-8859-6';

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // the last character of the part may be cut
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Arabic words are runs of high bytes; European text has single accented letters among plain ones. */
function isArabic(bytes: Uint8Array): boolean {
  let high = 0;
  let pairs = 0;
  for (let index = 1; index < bytes.length; index += 1)
    if ((bytes[index] as number) >= 0xc0) {
      high += 1;
      if ((bytes[index - 1] as number) >= 0xc0) pairs += 1;
    }
  return pairs * 2 > high;
}

/**
 * Letters that are frequent in Arabic texts of ISO 8859-6 (ه و ى ي) and mean é or è in the Windows code page; and the
 * reverse.
 */
const ISO_LETTERS = new Set([0xe7, 0xe8, 0xe9, 0xea]);
const WINDOWS_LETTERS = new Set([0xdd, 0xde, 0xdf, 0xec, 0xed]);

function isIsoArabic(bytes: Uint8Array): boolean {
  const count = (letters: ReadonlySet<number>): number => bytes.filter((byte) => letters.has(byte)).length;
  return count(ISO_LETTERS) > count(WINDOWS_LETTERS);
}

/**
 * Detects UTF-16 without a byte order mark, in which signs, digits and line breaks have a NUL on one side. Null for
 * other texts, and when the decoded text contains control characters.
 */
function detectUnmarkedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const nulls = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) nulls[index % 2] = (nulls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  if (Math.max(even, odd) * 50 < head.length || Math.min(even, odd) > 0) return null;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length - (head.length % 2)), {
    stream: true,
  });
  return /[^\P{Cc}\t\r\n]|\ufffd/u.test(text) ? null : encoding;
}

/** Detects the encoding of a text file from its first bytes; null when it is not text. */
export function detectEncoding(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const unmarked = detectUnmarkedUtf16(head);
  if (unmarked) return unmarked;
  // a NUL in plain text is a broken cell; a NUL among other bytes means that the file is not text
  if (isUtf8(head)) return head.filter((byte) => byte === 0).length * 100 > head.length ? null : 'utf-8';
  if (head.includes(0)) return null;
  if (!isArabic(head)) return 'windows-1252';
  return isIsoArabic(head) ? 'iso-8859-6' : 'windows-1256';
}

/** Detects the delimiter: the sign that occurs equally often in most of the first lines, outside quotes. */
export function detectDelimiter(head: string): string {
  const lines = head
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 30);
  const signs = [',', ';', '\t', '|'];
  const score = (sign: string): number => {
    const counts = lines.map((line) => line.split(sign).length - 1);
    const [first = 0] = counts;
    return counts.filter((count) => count > 0).length * 1_000 + (first > 0 ? 500 : 0) + Math.min(first, 100);
  };
  const best = signs.map((sign) => ({ sign, score: score(sign) })).toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.sign : ',';
}

/** Reads the first bytes of a file. */
export async function readFirstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const bytes = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* decodeFile(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(path)) yield decoder.decode(bytes as Buffer, { stream: true });
  yield decoder.decode();
}

/** Removes the apostrophe that our exports put before text that a spreadsheet would run as a formula. */
const asWritten = (text: string): string =>
  /^'+[\s]*[=+\-@＝＋－＠\t\r\n]/.test(text) ? text.slice(1) : text;

/**
 * Opens a CSV file and detects its encoding and delimiter.
 * @throws import.unreadable, import.cell_too_long, import.too_many_columns
 */
export async function openCsv(path: string): Promise<Spreadsheet> {
  const head = await readFirstBytes(path);
  const encoding = detectEncoding(head) ?? fail('import.unreadable');
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const [, declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  return {
    sheets: [{ name: '', rows: 0, hidden: false }],
    close: () => undefined,
    rows: async function* () {
      const parser = parse({
        delimiter: declared ?? detectDelimiter(text),
        from_line: declared ? 2 : 1,
        // files edited by hand may mix several kinds of line ends
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: CELL_MAX,
      });
      const source = Readable.from(decodeFile(path, encoding), { highWaterMark: 4 });
      source.on('error', (error) => parser.destroy(error));
      source.pipe(parser);
      let row = 0;
      let rows: TableRow[] = [];
      try {
        for await (const record of parser) {
          const cells = record as string[];
          row += 1;
          if (cells.length > COLUMNS_MAX) fail('import.too_many_columns', { max: COLUMNS_MAX });
          if (!cells.some((cell) => cell.trim() !== '')) continue;
          rows.push({ row, cells: cells.slice(0, COLUMNS_READ).map(asWritten) });
          if (rows.length >= 200) {
            yield rows;
            rows = [];
          }
        }
      } catch (error) {
        if ((error as CsvError).code === 'CSV_MAX_RECORD_SIZE')
          fail('import.cell_too_long', { max: CELL_MAX });
        if (String((error as CsvError).code ?? '').startsWith('CSV_')) fail('import.unreadable');
        throw error;
      } finally {
        source.destroy();
        parser.destroy();
      }
      if (rows.length > 0) yield rows;
    },
  };
}

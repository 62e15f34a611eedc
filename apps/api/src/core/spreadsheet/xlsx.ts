import { dirname, join } from 'node:path/posix';
import { StringDecoder } from 'node:string_decoder';
import { fail } from '@dukkan/contract';
import {
  CELL_MAX,
  COLUMNS_MAX,
  COLUMNS_READ,
  PARTS_MAX,
  RELATIONS_MAX,
  SHARED_MAX,
  TEXTS_MAX,
  UNPACKED_MB,
} from './limits.ts';
import { type CellFormat, createStyleHandler, formatCellNumber } from './styles.ts';
import { parseColumnIndex, type SheetInfo, type Spreadsheet, type TableRow } from './table.ts';
import { createXmlParser, readXmlAttribute, type XmlHandler } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

/** A spreadsheet allows 31 characters, but other programs write longer names. */
const SHEET_NAME_MAX = 255;

type Part = { readonly name: string; readonly path: string; readonly hidden: boolean };

async function scanXml(zip: Zip, path: string, hearer: XmlHandler): Promise<void> {
  const entry = zip.entries.get(path);
  if (!entry) return;
  const scanner = createXmlParser(hearer);
  const decoder = new StringDecoder('utf8');
  for await (const part of await zip.open(entry)) scanner.read(decoder.write(part as Buffer));
  scanner.end();
}

/** The relations of a part: id → type and path inside the zip. */
async function readRelations(zip: Zip, path: string): Promise<Map<string, { type: string; path: string }>> {
  const relationsById = new Map<string, { type: string; path: string }>();
  const rels = join(dirname(path), '_rels', `${path.slice(path.lastIndexOf('/') + 1)}.rels`);
  // read while the upload is received, so it must be small
  if ((zip.entries.get(rels)?.uncompressedSize ?? 0) > RELATIONS_MAX) fail('import.unreadable');
  await scanXml(zip, rels, {
    open: (name, tag) => {
      if (name !== 'Relationship') return;
      const target = readXmlAttribute(tag, 'Target') ?? '';
      relationsById.set(readXmlAttribute(tag, 'Id') ?? '', {
        type: (readXmlAttribute(tag, 'Type') ?? '').split('/').at(-1) ?? '',
        path: target.startsWith('/') ? target.slice(1) : join(dirname(path), target),
      });
    },
  });
  return relationsById;
}

/** The path of the workbook's main part, from the relations in the zip. @throws import.unreadable */
export async function findWorkbookPath(zip: Zip): Promise<string> {
  const relation = [...(await readRelations(zip, '')).values()].find(({ type }) => type === 'officeDocument');
  const path = relation?.path ?? 'xl/workbook.xml';
  return path.endsWith('.xml') && zip.entries.has(path) ? path : fail('import.unreadable');
}

/** The texts that cells share, with their runs joined and without phonetic hints. */
async function sharedTexts(zip: Zip, path: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  let text: string | null = null;
  let inText = false;
  let silent = 0;
  if (path)
    await scanXml(zip, path, {
      open: (name) => {
        if (name === 'si') text = '';
        else if (name === 'rPh') silent += 1;
        else if (name === 't') inText = true;
      },
      text: (part) => {
        if (inText && silent === 0 && text !== null && text.length < CELL_MAX) text += part;
      },
      close: (name) => {
        if (name === 't') inText = false;
        else if (name === 'rPh') silent -= 1;
        else if (name === 'si') {
          texts.push(decodeEscapes(text ?? ''));
          text = null;
          if (texts.length > SHARED_MAX) fail('import.too_large', { megabytes: UNPACKED_MB });
        }
      },
    });
  return texts;
}

/** Decodes characters that XML cannot contain, such as _x000D_ (ECMA-376 22.9.2.19). */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The number of rows that a sheet claims in its first kilobytes; 0 when it claims none. */
async function claimedRows(zip: Zip, path: string): Promise<number> {
  const entry = zip.entries.get(path);
  if (!entry) return 0;
  const stream = await zip.open(entry);
  for await (const part of stream) {
    stream.destroy();
    const [, last] = /<(?:\w+:)?dimension[^>]*ref="[A-Z]+\d+:[A-Z]+(\d{1,7})"/.exec(String(part)) ?? [];
    return Number(last ?? 0);
  }
  return 0;
}

/** A cell whose XML is being read. */
type Cell = { column: number; type: string; style: number; value: string };

type Meaning = { readonly shared: readonly string[]; readonly forms: readonly CellFormat[]; is1904: boolean };

function cellText(cell: Cell, { shared, forms, is1904 }: Meaning): string {
  if (cell.type === 's') return shared[Number(cell.value)] ?? '';
  if (cell.type === 'str' || cell.type === 'inlineStr') return decodeEscapes(cell.value);
  if (cell.type === 'b') return cell.value === '1' ? '1' : '0';
  if (cell.type === 'e' || cell.type === 'd') return cell.value;
  return cell.value === ''
    ? ''
    : formatCellNumber(cell.value, forms[cell.style] ?? { kind: 'plain' }, is1904);
}

/** Reads a sheet and collects its rows; a formula counts with its stored value. */
function createSheetHandler(meaning: Meaning, rows: TableRow[]): XmlHandler {
  let row = 0;
  let cells: string[] = [];
  let currentColumn = -1;
  let cell: Cell | null = null;
  let reads = false;
  let silent = 0;
  let width = 0;
  let textLength = 0;
  return {
    open: (name, tag) => {
      if (name === 'row') {
        width = 0;
        const stated = Number(readXmlAttribute(tag, 'r') ?? 0);
        row = stated > 0 ? stated : row + 1;
        cells = [];
        currentColumn = -1;
      } else if (name === 'c') {
        const place = parseColumnIndex(/^[A-Z]+/.exec(readXmlAttribute(tag, 'r') ?? '')?.[0] ?? '');
        currentColumn = place >= 0 ? place : currentColumn + 1;
        if (currentColumn >= COLUMNS_MAX) fail('import.too_many_columns', { max: COLUMNS_MAX });
        cell = {
          column: currentColumn,
          type: readXmlAttribute(tag, 't') ?? 'n',
          style: Number(readXmlAttribute(tag, 's') ?? 0),
          value: '',
        };
      } else if (name === 'v' || name === 't') reads = cell !== null;
      else if (name === 'rPh') silent += 1;
    },
    text: (part) => {
      if (reads && silent === 0 && cell) cell.value += part;
      if (cell && cell.value.length > CELL_MAX) fail('import.cell_too_long', { max: CELL_MAX });
    },
    close: (name) => {
      if (name === 'v' || name === 't') reads = false;
      else if (name === 'rPh') silent -= 1;
      else if (name === 'c' && cell) {
        const text = cell.column < COLUMNS_READ ? cellText(cell, meaning) : '';
        if (text !== '') {
          while (cells.length < cell.column) cells.push('');
          cells[cell.column] = text;
          width += text.length;
          textLength += text.length;
          // the limit of a cell also applies to a row, as to a line of a CSV file
          if (width > CELL_MAX) fail('import.cell_too_long', { max: CELL_MAX });
          if (textLength > TEXTS_MAX) fail('import.too_large', { megabytes: UNPACKED_MB });
        }
        cell = null;
      } else if (name === 'row' && cells.some((text) => text.trim() !== '')) rows.push({ row, cells });
    },
  };
}

/**
 * Opens a workbook (xlsx). Sheets are streamed, so that memory holds only the shared texts. The first of merged cells
 * has the value.
 * @throws import.unreadable, import.too_large, import.sheet_missing, import.cell_too_long
 */
export async function openXlsx(path: string): Promise<Spreadsheet> {
  const zip = await openZip(path, { entries: PARTS_MAX, megabytes: UNPACKED_MB });
  const main = await findWorkbookPath(zip);
  const parts = await readRelations(zip, main);
  const ofType = (type: string) => [...parts.values()].find((part) => part.type === type)?.path;
  const sheetParts: Part[] = [];
  let is1904 = false;
  await scanXml(zip, main, {
    open: (name, tag) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(readXmlAttribute(tag, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const part = parts.get(readXmlAttribute(tag, 'id') ?? '');
      // chart sheets and macro sheets have no rows
      if (part?.type === 'worksheet')
        sheetParts.push({
          name: readXmlAttribute(tag, 'name') ?? '',
          path: part.path,
          hidden: (readXmlAttribute(tag, 'state') ?? 'visible') !== 'visible',
        });
    },
  });
  if (sheetParts.length > PARTS_MAX || sheetParts.some(({ name }) => name.length > SHEET_NAME_MAX))
    fail('import.unreadable');
  const sheets: SheetInfo[] = [];
  for (const { name, path, hidden } of sheetParts)
    sheets.push({ name, hidden, rows: await claimedRows(zip, path) });

  return {
    sheets,
    close: zip.close,
    rows: async function* (sheet) {
      const part = sheetParts.find(({ name }) => name === sheet);
      const entry = part && zip.entries.get(part.path);
      if (!entry) return fail('import.sheet_missing', { sheet });
      const forms: CellFormat[] = [];
      await scanXml(zip, ofType('styles') ?? '', createStyleHandler(forms));
      const meaning = { shared: await sharedTexts(zip, ofType('sharedStrings')), forms, is1904 };
      let rows: TableRow[] = [];
      const scanner = createXmlParser(createSheetHandler(meaning, rows));
      const decoder = new StringDecoder('utf8');
      for await (const bytes of await zip.open(entry)) {
        scanner.read(decoder.write(bytes as Buffer));
        if (rows.length > 0) yield rows.splice(0);
      }
      scanner.end();
      rows = [];
    },
  };
}

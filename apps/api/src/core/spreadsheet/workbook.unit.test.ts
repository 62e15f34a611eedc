import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import excel from 'exceljs';
import { afterAll, describe, expect, it } from 'vitest';
import { detectTableFormat, openSpreadsheet } from './open.ts';
import { formatCellNumber, parseCellFormat } from './styles.ts';
import { parseColumnIndex, type TableRow, toColumnLetters } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'dukkan-workbook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let serial = 0;
const file = (bytes: Uint8Array | string): string => {
  serial += 1;
  const path = join(folder, String(serial));
  writeFileSync(path, bytes);
  return path;
};

async function read(path: string, sheet?: string): Promise<TableRow[]> {
  const table = await openSpreadsheet(path, await detectTableFormat(path));
  try {
    const all: TableRow[] = [];
    for await (const rows of table.rows(sheet ?? table.sheets[0]?.name ?? '')) all.push(...rows);
    return all;
  } finally {
    table.close();
  }
}
const cells = async (path: string, sheet?: string) => (await read(path, sheet)).map((row) => row.cells);

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => (CRC[(crc ^ byte) & 255] as number) ^ (crc >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

/** A zip as written by hand, so that it can lie: `claimed` replaces the size that its directory says. */
function zip(parts: Readonly<Record<string, string | { packed: Buffer; size: number }>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, part] of Object.entries(parts)) {
    const raw = typeof part === 'string' ? Buffer.from(part) : null;
    const packed = raw ? deflateRawSync(raw) : (part as { packed: Buffer }).packed;
    const size = raw ? raw.length : (part as { size: number }).size;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(raw ? crc32(raw) : 0, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    head.copy(entry, 10, 8, 30);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const parts = (sheet: string | { packed: Buffer; size: number }, more: Record<string, string> = {}) => ({
  '_rels/.rels': `<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${NS}><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': sheet,
  ...more,
});

describe('spreadsheet files', () => {
  it('a workbook cell is read as the text that a person sees: texts, numbers, formulas, dates and rich texts', async () => {
    const book = new excel.Workbook();
    const sheet = book.addWorksheet('Mixed', { views: [{ rightToLeft: true }] });
    sheet.addRow([
      'نص',
      4006381333931,
      12.5,
      { formula: 'C1*2', result: 25 },
      new Date(Date.UTC(2026, 0, 31)),
    ]);
    sheet.addRow([{ richText: [{ text: 'two ' }, { text: 'runs' }] }, true, 0.1 + 0.2, null, 'a & <b> "c"']);
    sheet.getCell('F1').value = 0.15;
    sheet.getCell('F1').numFmt = '0%';
    sheet.getCell('G1').value = 42;
    sheet.getCell('G1').numFmt = '00000000';
    book.addWorksheet('Hidden', { state: 'hidden' }).addRow(['x']);
    const path = file(new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer));
    expect(await cells(path)).toEqual([
      ['نص', '4006381333931', '12.5', '25', '2026-01-31', '15%', '00000042'],
      ['two runs', '1', '0.3', '', 'a & <b> "c"'],
    ]);
    const table = await openSpreadsheet(path, 'xlsx');
    expect(table.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Mixed', false],
      ['Hidden', true],
    ]);
    table.close();
  });

  it('a workbook keeps its row numbers, skips empty rows and accepts cells without an address', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="3"><x:c r="B3" t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c>
      <x:c><x:v>4.0063813339310002E+12</x:v></x:c></x:row><x:row/><x:row r='9'><x:c r="A9" t="str"><x:v>_x0041_ &#x62;&#99;&amp;</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await read(file(zip(parts(sheet))))).toEqual([
      { row: 3, cells: ['', 'b', '4006381333931'] },
      { row: 9, cells: ['A bc&'] },
    ]);
  });

  it('a workbook that defines XML entities is refused', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
    await expect(cells(file(zip(parts(bomb))))).rejects.toMatchObject({ code: 'import.unreadable' });
  });

  it('a workbook is refused when it claims a huge unpacked size or unpacks to more than it claims', async () => {
    const huge = { packed: Buffer.from([0]), size: 0xfffffff0 };
    await expect(detectTableFormat(file(zip(parts(huge))))).rejects.toMatchObject({
      code: 'import.too_large',
    });
    const packed = deflateRawSync(Buffer.alloc(50 * 1024 * 1024, 32));
    const path = file(zip(parts({ packed, size: 1_000 })));
    await expect(cells(path)).rejects.toMatchObject({ code: 'import.unreadable' });
  });

  it('a workbook is refused when many cells repeat one long text or its parts are missing', async () => {
    const rels = `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
    const shared = `<sst><si><t>${'long '.repeat(180_000)}</t></si></sst>`;
    const of = (row: string, count: number) =>
      file(
        zip({
          ...parts(`<worksheet><sheetData>${row.repeat(count)}</sheetData></worksheet>`),
          'xl/_rels/workbook.xml.rels': rels,
          'xl/sharedStrings.xml': shared,
        }),
      );
    const cell = '<c t="s"><v>0</v></c>';
    await expect(cells(of(`<row>${cell}</row>`, 400))).rejects.toMatchObject({ code: 'import.too_large' });
    await expect(cells(of(`<row>${cell}${cell}</row>`, 1))).rejects.toMatchObject({
      code: 'import.cell_too_long',
    });
    const padded = {
      ...parts('<worksheet/>'),
      '_rels/.rels': `<Relationships>${' '.repeat(2_000_000)}</Relationships>`,
    };
    await expect(detectTableFormat(file(zip(padded)))).rejects.toMatchObject({ code: 'import.unreadable' });
    const sheet = '<sheet name="A" sheetId="1" r:id="r1"/>';
    const many = {
      ...parts('<worksheet/>'),
      'xl/workbook.xml': `<workbook ${NS}><sheets>${sheet.repeat(5_000)}</sheets></workbook>`,
    };
    await expect(cells(file(zip(many)))).rejects.toMatchObject({ code: 'import.unreadable' });
  });

  it('a workbook with an unclosed cell or a column far outside the sheet is refused', async () => {
    const long = `<worksheet><sheetData><row><c t="str"><v>${'x'.repeat(2_100_000)}</v></c></row></sheetData></worksheet>`;
    await expect(cells(file(zip(parts(long))))).rejects.toMatchObject({ code: 'import.cell_too_long' });
    const far = `<worksheet><sheetData><row r="1"><c r="ZZZ1"><v>1</v></c></row></sheetData></worksheet>`;
    await expect(cells(file(zip(parts(far))))).rejects.toMatchObject({ code: 'import.too_many_columns' });
  });

  it('a workbook with more than 200 parts is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, 'x']));
    await expect(detectTableFormat(file(zip(parts('<worksheet/>', many))))).rejects.toMatchObject({
      code: 'import.too_large',
    });
  });
});

describe('text tables', () => {
  it.each([
    [
      'commas',
      'a,b\r\n"1,5","say ""hi"""\n',
      [
        ['a', 'b'],
        ['1,5', 'say "hi"'],
      ],
    ],
    [
      'semicolons and a German decimal comma',
      'a;b\n1,5;2,5\n',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      "Excel's own line about its sign",
      'sep=;\na;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b\n', [['a', 'b']]],
    [
      'line breaks in a cell',
      'a,"two\nlines"\nc,d',
      [
        ['a', 'two\nlines'],
        ['c', 'd'],
      ],
    ],
    ['what our own files guard against', "a,'=1+1\n", [['a', '=1+1']]],
  ])('a text table with %s is read', async (_, text, expected) => {
    expect(await cells(file(text))).toEqual(expected);
  });

  it.each([
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('اسم;x\nحليب;y', 'utf16le')]), 'حليب'],
    [
      'windows-1256',
      Buffer.from([0xc7, 0xd3, 0xe3, 0x2c, 0x78, 0x0a, 0xcd, 0xe1, 0xed, 0xc8, 0x2c, 0x79]),
      'حليب',
    ],
    ['UTF-16 without a mark', Buffer.from('اسم;x;1\nحليب;y;2\n', 'utf16le'), 'حليب'],
    ['UTF-16 without a mark, big end first', Buffer.from('اسم;x;1\nحليب;y;2\n', 'utf16le').swap16(), 'حليب'],
    [
      'ISO 8859-6',
      Buffer.from([0xc7, 0xd3, 0xe5, 0x2c, 0x78, 0x0a, 0xcd, 0xe4, 0xea, 0xc8, 0x2c, 0x79]),
      'حليب',
    ],
    ['windows-1252', Buffer.from('Name,x\nKäse und Öl,y', 'latin1'), 'Käse und Öl'],
  ])('a text table in the encoding %s is read', async (_, bytes, expected) => {
    expect((await cells(file(bytes)))[1]?.[0]).toBe(expected);
  });

  it('a text table is refused when its file name has the extension of another format', async () => {
    const table = file('a,b\nc,d\n');
    for (const name of ['prices.exe', 'Prices.PDF', 'list.csv.exe'])
      await expect(detectTableFormat(table, name)).rejects.toMatchObject({ code: 'import.unreadable' });
    for (const name of ['prices.csv', 'prices.txt', 'prices', ''])
      expect(await detectTableFormat(table, name)).toBe('csv');
  });

  it('rows of a text table are numbered as in a spreadsheet, empty ones included', async () => {
    expect(await read(file('a,b\n\n,\nc,d\n'))).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 4, cells: ['c', 'd'] },
    ]);
  });

  it('a text table with an unclosed cell or a line of a million columns is refused', async () => {
    await expect(cells(file(`a,b\n"${'x'.repeat(11_000_000)}`))).rejects.toMatchObject({
      code: 'import.cell_too_long',
    });
    await expect(cells(file(`${','.repeat(900_000)}\n`))).rejects.toMatchObject({
      code: 'import.too_many_columns',
    });
  });
});

describe('number formats and column letters', () => {
  it('a cell format tells whether a number is a date, a time, a percentage or plain', () => {
    expect(parseCellFormat('dd/mm/yyyy').kind).toBe('date');
    expect(parseCellFormat('[$-409]h:mm AM/PM').kind).toBe('time');
    expect(parseCellFormat('#,##0.00 "days"').kind).toBe('plain');
    expect(parseCellFormat('[Red]0.0%').kind).toBe('percent');
    expect(formatCellNumber('1E-7', { kind: 'plain' }, false)).toBe('0.0000001');
    expect(formatCellNumber('0', { kind: 'date' }, true)).toBe('1904-01-01');
  });

  it('column letters and column indexes convert into each other', () => {
    for (const [at, key] of [
      [0, 'A'],
      [25, 'Z'],
      [26, 'AA'],
      [701, 'ZZ'],
      [702, 'AAA'],
      [16_383, 'XFD'],
    ] as const) {
      expect(toColumnLetters(at)).toBe(key);
      expect(parseColumnIndex(key)).toBe(at);
    }
    expect(parseColumnIndex('A1')).toBe(-1);
  });
});

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { api } from '@dukkan/contract';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { csv, ean, type Import, importIn, sendFile, type Uploaded } from '../workbooks.ts';
import { type Door, makeDoor } from './door.ts';
import { type Power, startPower } from './power.ts';
import { type Process, startProcess } from './processes.ts';
import { sized, timeLimit } from './size.ts';

let power: Power;
let door: Door;
let env: Record<string, string>;
let shop: Process;
let hand: TestApp;
let admin: Person;

beforeAll(async () => {
  power = await startPower('import');
  door = await makeDoor(power.port());
  const url = new URL(power.url());
  url.port = String(door.port);
  env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PASSWORD_COST: '4',
    RATE_PER_MINUTE: '1000000',
    DATABASE_URL: url.href,
    DATA_DIR: join(power.folder, 'data'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
  };
  hand = await startApp({
    database: url.href,
    dataDir: join(power.folder, 'data'),
    env: { ...env, ROLE: 'api', LOG_LEVEL: 'silent' },
  });
  shop = await startProcess(env);
  admin = await makeAdmin(hand);
}, 120_000);
afterAll(async () => {
  await shop.kill();
  await hand.stop().catch(() => undefined);
  await door.close();
  await power.remove();
});

async function query<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: power.url() });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as T[];
  } finally {
    await client.end();
  }
}

/** Kills PostgreSQL as a power cut would, and brings it back. */
async function powerCut(): Promise<void> {
  await power.cut();
  await sleep(300);
  await power.on();
  await door.open(power.port());
}

const HEAD = ['Barcode', 'Name (English)', 'Category', 'Price'];
const MAPPING = { barcode: 'A', 'names.en': 'B', category: 'C', price: 'D' };
const ENDED = ['mapping', 'done', 'failed', 'cancelled', 'undone', 'checked'] as const;

const send = (
  file: Uploaded,
  input: object = { mapping: MAPPING },
  more: Parameters<typeof sendFile>[4] = {},
) => sendFile(shop.url, admin.token, file, input, more);
/** Waits for the end of an import; where it does not come, the shop's own log says why. */
const ended = (id: number, ms = 100_000): Promise<Import> =>
  importIn(shop.url, admin.token, id, ENDED, ms).catch((error: Error) => {
    throw new Error(`${error.message}\n${shop.log().slice(-3_000)}`);
  });

const row = (number: number) => [
  ean(number),
  `Product ${number}`,
  `Kind ${number % 7}`,
  (number % 100) + 0.5,
];

it('P6 F7 an import killed again and again, once with the database, is completed exactly once', async () => {
  const count = sized(2_500, 10_000);
  const kills = sized(4, 20);
  const file = csv([HEAD, ...Array.from({ length: count }, (_, at) => row(at))]);
  const { results } = await send(file);
  const stateOf = async () =>
    (
      await query<{ state: string; done: number }>(
        'SELECT state, done_rows AS done FROM product_import WHERE id = $1',
        [results.id],
      )
    )[0];
  let met = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // the first while it reads, the others while it writes: the next batch is let through before the next kill, for an
    // import that takes its process down twice without getting further is set aside
    const from = (await stateOf())?.done ?? 0;
    const until = Date.now() + 20_000;
    while (kill > 0 && Date.now() < until && ((await stateOf())?.done ?? 0) === from) {
      if ((await stateOf())?.state === 'done') break;
      await sleep(10);
    }
    await sleep(Math.random() * 120);
    if ((await stateOf())?.state !== 'done') met += 1;
    if (kill === 2) await powerCut();
    else {
      await shop.kill();
      shop = await startProcess(env);
    }
  }
  expect(met).toBeGreaterThanOrEqual(3);
  const done = await ended(results.id);
  expect(done).toMatchObject({
    state: 'done',
    created: count,
    refused: 0,
    done_rows: count,
    total_rows: count,
  });
  const [stored] = await query<Record<string, string>>(
    `SELECT count(*) AS products, count(DISTINCT i.barcode) AS barcodes, (SELECT count(*) FROM product) AS all,
              (SELECT count(*) FROM product_import_row WHERE import_id = $1) AS rows,
              (SELECT count(*) FROM audit_log WHERE noun = 'product') AS audited,
              (SELECT count(*) FROM category) AS categories
         FROM product_item i JOIN product p ON p.id = i.product_id`,
    [results.id],
  );
  const all = String(count);
  expect(stored).toEqual({ products: all, barcodes: all, all, rows: all, audited: all, categories: '8' });

  const second = await ended((await send(file)).results.id);
  expect(second).toMatchObject({ created: 0, updated: 0, refused: 0, unchanged: count });
  const [after] = await query<{ changed: string }>(
    'SELECT count(*) AS changed FROM product WHERE version > 1',
  );
  expect(after?.changed).toBe('0');
}, 600_000);

it('F8 valid import rows are imported, and the report names exactly the invalid ones with row, column and reason', async () => {
  const count = sized(1_500, 10_000);
  const bad = sized(37, 137);
  const every = Math.floor(count / bad);
  const table = Array.from({ length: count }, (_, at) => row(1_000_000 + at));
  const wrong: { row: number; column: string; code: string }[] = [];
  for (let at = 0; at < bad; at += 1) {
    const place = at * every + (at % every);
    const target = table[place] as (string | number)[];
    const kinds = [
      () => {
        target[0] = '4.00638E+12';
        return { column: 'A', code: 'import.row_code_damaged' };
      },
      () => {
        target[3] = 'dear';
        return { column: 'D', code: 'import.row_not_a_number' };
      },
      () => {
        target[1] = 'x'.repeat(201);
        return { column: 'B', code: 'max_characters' };
      },
      () => {
        target[3] = '-1';
        return { column: 'D', code: 'positive' };
      },
    ] as const;
    const made = kinds[at % kinds.length]?.() ?? { column: '', code: '' };
    wrong.push({ row: place + 2, ...made });
  }
  const done = await ended((await send(csv([HEAD, ...table]))).results.id);
  expect(done).toMatchObject({ state: 'done', created: count - bad, refused: bad });
  const listed: typeof wrong = [];
  for (let page = 1; listed.length < bad; page += 1) {
    const input = { import_id: done.id, result: 'refused', page, limit: 100 };
    const { results } = await shop.call(api.productImport.rows, input, admin);
    const rows = results as unknown as { row: number; reasons: { column: string; code: string }[] }[];
    expect(rows.length).toBeGreaterThan(0);
    for (const one of rows) {
      const [reason] = one.reasons;
      listed.push({ row: one.row, column: reason?.column ?? '', code: reason?.code ?? '' });
    }
  }
  expect(listed).toEqual(wrong);

  // the report is a file in the shape of the first one: mended and sent again, the rest goes in
  const report = await shop.call(
    api.productImport.rows,
    { import_id: done.id, result: 'refused', export: 1, format: 'csv' },
    admin,
  );
  const mended = report.text
    .replace('\ufeff', '')
    .trim()
    .split('\n')
    .slice(1)
    .map((_, at) => row(2_000_000 + at));
  expect(mended).toHaveLength(bad);
  const again = await ended((await send(csv([HEAD, ...mended]))).results.id);
  expect(again).toMatchObject({ created: bad, refused: 0 });
}, 600_000);

type Part = { readonly name: string; readonly packed: Buffer; readonly size: number; readonly crc: number };

const partOf = (name: string, bytes: Uint8Array): Part => ({
  name,
  packed: deflateRawSync(bytes),
  size: bytes.length,
  crc: crc32(bytes),
});

/** A zip written by hand, so that it can hold any name and lie about any size. */
function zip(parts: readonly Part[]): Uint8Array {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, packed, size, crc } of parts) {
    const path = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(0x800, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    written.push(head, path, packed);
    directory.push(entry, path);
    at += 30 + path.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...written, central, end]));
}

const book = (sheet: Part): Uint8Array =>
  zip([
    partOf(
      '_rels/.rels',
      Buffer.from('<R><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></R>'),
    ),
    partOf(
      'xl/workbook.xml',
      Buffer.from('<workbook><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>'),
    ),
    partOf(
      'xl/_rels/workbook.xml.rels',
      Buffer.from('<R><Relationship Id="s" Type="x/worksheet" Target="s.xml"/></R>'),
    ),
    { ...sheet, name: 'xl/s.xml' },
  ]);

it('X3 P20 compression bombs are refused in two seconds, use little memory and leave the shop responsive', async () => {
  // ten megabytes that say they are ten gigabytes
  const packed = randomBytes(10 * 1024 * 1024);
  const parts = Array.from({ length: 3 }, (_, at) => ({ name: `p${at}`, packed, size: 0xfffffff0, crc: 0 }));
  const liar = deflateRawSync(Buffer.alloc(400 * 1024 * 1024, 0x20), { level: 1 });
  const entity =
    '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><worksheet>&c;</worksheet>';
  const columns = `<worksheet><sheetData><row>${'<c t="str"><v>x</v></c>'.repeat(sized(20_000, 1_000_000))}</row></sheetData></worksheet>`;
  const bombs: [name: string, bytes: Uint8Array, code: string][] = [
    ['too much', zip(parts), 'import.too_large'],
    [
      'too many',
      zip(Array.from({ length: 300 }, (_, at) => partOf(`p${at}`, Buffer.from('x')))),
      'import.too_large',
    ],
    ['a lie', book({ name: '', packed: liar, size: 1_000, crc: 0 }), 'import.unreadable'],
    ['entities', book(partOf('', Buffer.from(entity))), 'import.unreadable'],
    ['columns', book(partOf('', Buffer.from(columns))), 'import.too_many_columns'],
  ];
  // the thread's code and the reader's are loaded once
  await ended((await send(csv([['Barcode'], [ean(5_000_000)]]), {})).results.id);
  await sleep(1_500);
  const before = shop.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, shop.rss());
  }, 20);
  onTestFinished(() => clearInterval(watch));
  for (const [name, bytes, code] of bombs) {
    const from = performance.now();
    const { status, results } = await send({ name: `${name}.xlsx`, bytes }, {});
    const refused = status === 200 ? (await ended(results.id)).failure?.code : results.code;
    expect([name, refused]).toEqual([name, code]);
    // reading happens in a thread that has to start, on a machine that may be busy
    expect(performance.now() - from, name).toBeLessThan(timeLimit(status === 200 ? 15_000 : 2_000));
    expect((await shop.post('/settings')).status).toBe(200);
  }
  expect(Math.round(peak - before)).toBeLessThan(100);
}, 180_000);

it('X2 X4 a picture in an import is found by its name in the zip: no path is followed and no address requested', async () => {
  let askCount = 0;
  const trap = createServer((socket) => {
    askCount += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(trap.address() as { port: number }).port}/x.jpg`;
  const jpg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const empty = csv([['Barcode'], [ean(6_900_000)]]);
  for (const name of ['../../evil.jpg', '/etc/passwd', 'C:/windows/x.jpg', '..\\..\\win.jpg']) {
    const { results } = await send(empty, {}, { images: { name: 'p.zip', bytes: zip([partOf(name, jpg)]) } });
    expect([name, results.code]).toEqual([name, 'import.images_unreadable']);
  }
  const names = ['evil.jpg', 'etc/passwd', 'a\\b\\deep.jpg', 'no.jpg\u202egpj', 'ok.jpg'];
  const images = {
    name: 'pictures.zip',
    bytes: zip([
      ...names.map((name) => partOf(name, jpg)),
      partOf('text.jpg', Buffer.from('<svg onload=x>')),
    ]),
  };
  const paths = [
    '../../evil.jpg',
    '/etc/passwd',
    '../../../etc/hostname',
    'ok.jpg',
    address,
    'text.jpg',
    'C:\\x\\OK.JPG',
  ];
  const table = paths.map((path, at) => [ean(6_000_000 + at), `Picture ${at}`, path]);
  const before = readdirSync(power.folder).length;
  const { results } = await send(
    csv([['Barcode', 'Name', 'Image'], ...table]),
    { mapping: { barcode: 'A', 'names.en': 'B', image_path: 'C' } },
    { images },
  );
  const done = await ended(results.id);
  trap.close();
  expect(askCount).toBe(0);
  expect(readdirSync(power.folder)).toHaveLength(before);
  const rows = (await shop.call(api.productImport.rows, { import_id: done.id, limit: 100 }, admin))
    .results as unknown as { result: string; notices: { code: string }[] }[];
  // a row is taken without a picture that is not there
  expect(rows.every(({ result }) => result === 'created')).toBe(true);
  expect(rows.map(({ result, notices }) => notices[0]?.code ?? result)).toEqual([
    'created',
    'created',
    'import.row_image_missing',
    'created',
    'import.row_image_address',
    'import.row_image_unreadable',
    'created',
  ]);
  const stored = await query<{ file: string }>('SELECT file FROM product_image');
  // by the name after the last slash, in any case of letters; each drawn anew
  expect(stored).toHaveLength(4);
  for (const { file } of stored) {
    const bytes = Buffer.from(await (await fetch(`${shop.url}/files/${file}`)).arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  }
  const again = await ended(
    (
      await send(
        csv([['Barcode', 'Name', 'Image'], ...table]),
        { mapping: { barcode: 'A', 'names.en': 'B', image_path: 'C' } },
        { images },
      )
    ).results.id,
  );
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 7 });
}, 120_000);

it('X5 unusual text tables are imported correctly or refused with a reason', async () => {
  const code = ean(7_000_000);
  const text = `Barcode;Name\r\n${code};Käse`;
  const odd: [string, Uint8Array, string][] = [
    ['utf-8', Buffer.from(text), 'Käse'],
    ['bom', Buffer.from(`\ufeff${text}`), 'Käse'],
    ['utf-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'Käse'],
    ['utf-16 the other way', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'Käse'],
    ['windows', Buffer.from(text, 'latin1'), 'Käse'],
    ['quotes', Buffer.from(`Barcode,Name\n"${code}","Kä""se, 5"" wide"`), 'Kä"se, 5" wide'],
    ['a stray quote', Buffer.from(`Barcode,Name\n${code},Käse 5" wide\n`), 'Käse 5" wide'],
    ['tabs', Buffer.from(`Barcode\tName\n${code}\tKäse`), 'Käse'],
    ['old Mac lines', Buffer.from(`Barcode,Name\r${code},Käse`), 'Käse'],
    [
      'a cell without an end',
      Buffer.from(`Barcode,Name\n${code},"${'x'.repeat(10_000_000)}`),
      'import.cell_too_long',
    ],
    ['nothing but a header', Buffer.from('Barcode,Name\n'), 'import.empty'],
    ['only line ends', Buffer.from('\n\n\n'), 'import.empty'],
  ];
  for (const [name, bytes, expected] of odd) {
    const input = { mapping: { barcode: 'A', 'names.en': 'B' }, dry_run: 1 };
    const { results } = await send({ name: `${name}.csv`, bytes: new Uint8Array(bytes) }, input);
    const done = await ended(results.id);
    const got = done.failure?.code ?? done.preview[0]?.title;
    expect([name, got]).toEqual([name, expected]);
  }
}, 180_000);

import { existsSync, openAsBlob, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repoPath } from '../paths.mjs';
import { runStep } from '../print-step.mjs';
import { UserError } from '../user-error.mjs';
import { measure } from './measure.mjs';
import { cpuOf, databaseCpu, watchResident } from './processor.mjs';
import { table, writeSection } from './report.mjs';

const ROWS = Number(process.env.IMPORT_ROWS ?? 100_000);
/** Barcodes of the import; the generated shop's own barcodes end at 298. */
const OWN = 299_000_000_000;
const PATH = '/admin/products/import';
const ENDED = ['done', 'checked', 'undone', 'failed', 'mapping'];
const MAPPING = {
  barcode: 'A',
  'names.ar': 'B',
  'names.en': 'C',
  'names.de': 'D',
  category: 'E',
  price: 'F',
  quantity: 'G',
};
const WORDS = [
  'Milk',
  'Bread',
  'Tea',
  'Coffee',
  'Rice',
  'Sugar',
  'Dates',
  'Water',
  'Juice',
  'Cheese',
  'Oil',
  'Salt',
];

const withCheckDigit = (digits) => {
  const sum = [...digits].reduce((all, digit, place) => all + Number(digit) * (place % 2 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
};

/** Returns a workbook as a spreadsheet program saves it, stored beside the benchmark's data. */
async function workbookOf(dataDir) {
  const file = join(dataDir, `import-${ROWS}.xlsx`);
  if (existsSync(file)) return file;
  const excel = createRequire(repoPath('apps', 'api', 'package.json'))('exceljs');
  const book = new excel.stream.xlsx.WorkbookWriter({ filename: `${file}.part`, useSharedStrings: true });
  const sheet = book.addWorksheet('Products');
  sheet
    .addRow(['Barcode', 'Name (Arabic)', 'Name (English)', 'Name (German)', 'Category', 'Price', 'Quantity'])
    .commit();
  for (let row = 0; row < ROWS; row += 1) {
    const word = WORDS[row % WORDS.length];
    const other = WORDS[(row * 7) % WORDS.length];
    sheet
      .addRow([
        withCheckDigit(String(OWN + row)),
        `منتج ${word} رقم ${row}`,
        `${word} ${other} number ${row}`,
        `${word} Nummer ${row}`,
        `Imported > ${word}`,
        ((row % 5_000) * 5 + 5) / 4,
        row % 100,
      ])
      .commit();
  }
  sheet.commit();
  await book.commit();
  renameSync(`${file}.part`, file);
  return file;
}

/**
 * Removes the workbook's products, so that the shop is unchanged. Deletes them directly, because nothing refers to them
 * and checking a million orders for each would take too long.
 */
async function clear(client) {
  const gone = `SELECT DISTINCT product_id FROM product_item WHERE barcode LIKE '299%'`;
  await client.query(`CREATE TEMP TABLE gone AS ${gone}`);
  await client.query('SET session_replication_role = replica');
  for (const child of ['product_category', 'product_item'])
    await client.query(`DELETE FROM ${child} WHERE product_id IN (SELECT product_id FROM gone)`);
  await client.query('DELETE FROM product WHERE id IN (SELECT product_id FROM gone)');
  for (const table of ['product_import_row', 'product_import']) await client.query(`DELETE FROM ${table}`);
  await client.query('RESET session_replication_role');
  await client.query('DROP TABLE gone');
  await client.query('VACUUM (ANALYZE) product, product_item, product_category');
}

/** Measures the API during the import: the same list over ten connections, as fast as it answers. */
const BESIDE = { path: '/admin/products', body: { keywords: 'coffee' }, seconds: 8 };

/**
 * Imports products from a generated workbook: creates them, imports the same file again, then undoes the import.
 * Reports the worker's memory and processor time, because on a busy machine the elapsed time says little.
 *
 * @param {Awaited<ReturnType<typeof import('./stage.mjs').openStage>>} stage
 */
export async function run(stage) {
  const pid = stage.workerPid;
  const file = await runStep(`workbook of ${ROWS} rows`, () => workbookOf(stage.dataDir));
  const lines = [];
  const ended = async (id) => {
    for (;;) {
      const { results } = await stage.post(`${PATH}/show/${id}`, {});
      if (results.state === 'failed') throw new UserError(`The import failed: ${results.failure?.message}`);
      if (ENDED.includes(results.state)) return results;
      await sleep(100);
    }
  };
  const measured = async (name, begin) => {
    const [api, database] = [cpuOf(pid), await databaseCpu(stage.client)];
    const watch = watchResident(pid);
    const from = performance.now();
    const result = await ended(await begin());
    const seconds = (performance.now() - from) / 1_000;
    const peak = watch.end();
    const used = [cpuOf(pid) - api, (await databaseCpu(stage.client)) - database];
    lines.push([name, seconds, ROWS / seconds, ...used, peak]);
    console.log(`  ${name}: ${(ROWS / seconds).toFixed(0)} rows/s, at most ${peak.toFixed(0)} MB`);
    return result;
  };
  const upload = async (input) => {
    const body = new FormData();
    body.append('data', JSON.stringify({ mapping: MAPPING, ...input }));
    body.append('file', await openAsBlob(file), 'products.xlsx');
    const headers = { authorization: `Bearer ${stage.token}` };
    const response = await fetch(stage.url + PATH, { method: 'POST', headers, body });
    const { results, message } = await response.json();
    if (!response.ok) throw new UserError(`The upload was refused: ${message}`);
    return results.id;
  };

  const { path, body, seconds: time } = BESIDE;
  const request = { url: stage.url + path, token: stage.token, body };
  await clear(stage.client);
  const alone = await measure(request, time);
  let beside;
  await measured('new products, lists beside', async () => {
    const begun = await upload({});
    beside = measure(request, time);
    return begun;
  });
  const meanwhile = await beside;
  await clear(stage.client);
  const { id } = await measured('new products', () => upload({}));
  await measured('the same file again', () => upload({}));
  await measured('undone', async () => {
    await stage.post(`${PATH}/undo/${id}`, {});
    return id;
  });
  await clear(stage.client);
  const columns = ['import', 'seconds', 'rows/s', 'CPU s, worker', 'CPU s, PostgreSQL', 'peak MB'];
  const load = loadavg()[0].toFixed(1);
  const lists = `Beside it, the products found by a word, over ten connections without a pause: p95 ${alone.p95.toFixed(1)} ms without the import, ${meanwhile.p95.toFixed(1)} ms (${(meanwhile.p95 / alone.p95).toFixed(1)} times) while the new products are written.`;
  console.log(`  ${lists}`);
  const text = `${ROWS} rows of an xlsx with seven columns, from the upload to the last row, read and written; load of the machine at the end: ${load}. ${lists}\n\n${table(columns, lines)}`;
  await writeSection(stage.client, 'import', 'Import', text);
  console.log(`\n${table(columns, lines)}`);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import {
  csv,
  ean,
  type Import,
  importFile,
  importIn,
  sendFile,
  type Uploaded,
} from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
let branch_id: number;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
  branch_id = (await makeBranch(app)).id;
});
afterAll(() => app.stop());

/** What the check and the run of one file must agree on. */
const toNumbers = (row: Import) => ({
  ...{ created: row.created, updated: row.updated, unchanged: row.unchanged, refused: row.refused },
  ...{ items: row.items, pictures: row.pictures, unpriced: row.unpriced, uncoded: row.uncoded },
  ...{ own_codes: row.own_codes, arriving: row.arriving },
  ...{ file_units: row.file_units, arriving_units: row.arriving_units, sums: row.sums },
  ...{ categories: row.categories, brands: row.brands },
});

/** Checks a file and runs the same import. */
async function checkAndRun(file: Uploaded, input: object): Promise<{ checked: Import; done: Import }> {
  const checked = await importFile(app.url, admin.token, file, { ...input, dry_run: true });
  expect([checked.state, checked.failure]).toEqual(['checked', null]);
  const started = await app.call(api.productImport.start, { id: checked.id }, admin);
  expect(started.status, started.text).toBe(200);
  return { checked, done: await importIn(app.url, admin.token, checked.id, ['done', 'failed']) };
}

const HEAD = ['Barcode', 'Name', 'Price', 'Quantity'];
const mapping = { barcode: 'A', 'names.en': 'B', price: 'C', quantity: 'D' };

test('receiving quantities is suggested in a shop that has never had stock, and not in another', async () => {
  const file = csv([HEAD, [ean(500_001), 'First', 2, 3]]);
  const look = async () => {
    const { results } = await sendFile(app.url, admin.token, file, {});
    return (await importIn(app.url, admin.token, results.id)).suggests_receive;
  };
  expect(await look()).toBe(true);
  const { done } = await checkAndRun(file, { mapping, receive: 1, branch_id });
  expect(done).toMatchObject({ file_units: 3, arriving_units: 3, received_units: 3 });
  expect(await look()).toBe(false);
});

test('the check and the result of an import say how many units are added to stock and how many are not', async () => {
  const rows = [
    [ean(500_010), 'Twelve', 2, 12],
    [ean(500_011), 'Many', 2, 1600],
    [ean(500_012), 'Half', 2, '7.5'],
    [ean(500_013), '', 2, 9],
    [ean(500_014), 'Below', 2, -4],
    [ean(500_015), 'None', 2, ''],
  ];
  const kept = await checkAndRun(csv([HEAD, ...rows]), { mapping });
  expect(kept.checked).toMatchObject({ file_units: 1619.5, arriving_units: 0, received_units: 0 });
  expect(kept.checked.message).toContain('Units of the file that are not added to stock: 1619.5.');
  expect(toNumbers(kept.done)).toEqual(toNumbers(kept.checked));
  expect(kept.done.received_units).toBe(0);
  expect(kept.done.message).toContain('Units of the file that were not added to stock: 1619.5.');
  const received = await checkAndRun(csv([HEAD, ...rows]), { mapping, receive: 1, branch_id });
  // goods in whole units take no half
  expect(received.checked).toMatchObject({ file_units: 1619.5, arriving_units: 1612 });
  expect(received.checked.message).toContain('Units of the file that will be added to stock: 1612.');
  expect(toNumbers(received.done)).toEqual(toNumbers(received.checked));
  expect(received.done.received_units).toBe(1612);
  expect(received.done.message).toContain(
    'Units added to stock: 1612. Units of the file that were not added to stock: 7.5.',
  );
});

test('the check counts the same units as the run when rows of one product are far apart in any order', async () => {
  const rows = Array.from({ length: 700 }, (_, at) => [ean(510_000 + at), `Single ${at}`, 2, 1, '']);
  const shirt = (at: number, size: string) => [ean(511_000 + at), 'Shirt', 9, 2, `shirt ${size}`];
  rows.splice(10, 0, shirt(1, 'S'));
  rows.splice(690, 0, shirt(2, 'M'), shirt(3, 'L'));
  rows.push(['', 'Uncoded', 4, 5, ''], ['', 'Uncoded', 4, 5, '']);
  const file = csv([
    [...HEAD, 'Group', 'Size'],
    ...rows.map(([code, name, price, units, group]) => {
      const [key = '', size = ''] = String(group).split(' ');
      return [code ?? '', name ?? '', price ?? '', units ?? '', key, size];
    }),
  ]);
  const input = { mapping: { ...mapping, group: 'E', size: 'F' }, receive: 1, branch_id };
  const { checked, done } = await checkAndRun(file, input);
  expect(toNumbers(done)).toEqual(toNumbers(checked));
  expect(done.received_units).toBe(done.arriving_units);
});

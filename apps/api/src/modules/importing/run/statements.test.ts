import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { csv, ean, type Import, sendFile, type Uploaded } from '../../../../test/workbooks.ts';
import { IMPORT_PORTS } from '../../../jobs/imports.ts';
import { processImportQueue } from '../run-imports.ts';

let app: TestApp;
let admin: Person;
let branch_id: number;
beforeAll(async () => {
  // a process that only serves: the test says itself when the imports are worked on
  app = await startApp({ env: { ROLE: 'api' } });
  admin = await makeAdmin(app);
  branch_id = (await makeBranch(app)).id;
});
afterAll(() => app.stop());

const work = () => statementsOf(app, () => processQueue('write'));
const processQueue = (queue: 'look' | 'write') =>
  processImportQueue(app.services, queue, () => false, IMPORT_PORTS);
const showImport = async (id: number) => (await app.call(api.productImport.show, { id }, admin)).results;

/** Runs an import and undoes it. @returns how many statements each took, and the import after its run */
async function runAndUndo(file: Uploaded, endpoint: { path: string }, input: object) {
  const { results } = await sendFile(app.url, admin.token, file, input, { path: endpoint.path });
  await processQueue('look');
  const run = await work();
  const done: Import = await showImport(results.id);
  await app.call(api.productImport.undo, { id: results.id }, admin);
  const undo = await work();
  expect((await showImport(results.id)).state).toBe('undone');
  return { run, undo, done };
}

let last = 0;
const next = () => {
  last += 1;
  return last;
};

test('importing and undoing customers takes the same number of statements per batch for any number of customers', async () => {
  const customers = (count: number) =>
    csv([
      ['Phone', 'Name', 'Zone', 'Street', 'House'],
      ...Array.from({ length: count }, () => {
        const at = next();
        return [`+9745513${String(at).padStart(4, '0')}`, `Customer ${at}`, 40, `Street ${at}`, at];
      }),
    ]);
  const mapping = { phone: 'A', name: 'B', area_no: 'C', street: 'D', home_no: 'E' };
  const few = await runAndUndo(customers(20), api.productImport.startCustomers, { mapping });
  const many = await runAndUndo(customers(400), api.productImport.startCustomers, { mapping });
  expect([few.done.created, many.done.created]).toEqual([20, 400]);
  expect([many.run, many.undo]).toEqual([few.run, few.undo]);
});

test('importing and undoing products takes the same number of statements per batch for any number of products', async () => {
  const products = (count: number) =>
    csv([
      ['Barcode', 'Name', 'Category', 'Brand', 'Price', 'Quantity'],
      ...Array.from({ length: count }, () => {
        const at = next();
        return [ean(400_000 + at), `Product ${at}`, 'Statements > Deep', 'Counted', 3, 2];
      }),
    ]);
  const mapping = { barcode: 'A', 'names.en': 'B', category: 'C', brand: 'D', price: 'E', quantity: 'F' };
  const input = { mapping, receive: 1, branch_id };
  await runAndUndo(products(2), api.productImport.start, input);
  const few = await runAndUndo(products(20), api.productImport.start, input);
  const many = await runAndUndo(products(100), api.productImport.start, input);
  expect([few.done.created, many.done.created]).toEqual([20, 100]);
  expect([many.run, many.undo]).toEqual([few.run, few.undo]);
});

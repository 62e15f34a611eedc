import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { csv, ean, importFile } from '../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true, env: { EXPORTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** Costs that occur nowhere else: in the mapped column, and in one that only its header names. */
const COSTS = ['3.1417', '2.7183', '1.6181'];

async function imported(): Promise<number> {
  const file = csv([
    ['Barcode', 'Name', 'Price', 'Quantity', 'Unit cost', 'Einkaufspreis'],
    [ean(901), 'Hidden tea', '9', '5', COSTS[0] as string, COSTS[1] as string],
    [ean(902), 'Hidden coffee', 'free?', '5', COSTS[2] as string, COSTS[1] as string],
  ]);
  const mapping = {
    barcode: 'Barcode',
    'names.en': 'Name',
    price: 'Price',
    quantity: 'Quantity',
    cost: 'Unit cost',
  };
  const done = await importFile(app.url, admin.token, file, { mapping });
  return (done as { id: number }).id;
}

test.each([
  { permissions: ['products.save'], sees: false },
  { permissions: ['products.save', 'products.export', 'seller'], sees: false },
  { permissions: ['products'], sees: true },
  { permissions: ['products.save', 'products.export', 'reports.view'], sees: true },
])('an import shows costs only to staff who may see costs: $permissions', async ({ permissions, sees }) => {
  const id = await imported();
  const who = await makePerson(app, { permissions, global: 1 });
  const rows = [
    await app.call(api.productImport.show, { id }, who),
    await app.call(api.productImport.rows, { import_id: id, limit: 100 }, who),
    await app.call(
      api.productImport.rows,
      { import_id: id, result: 'refused', export: 1, format: 'csv' },
      who,
    ),
  ];
  expect(rows[0]?.status, rows[0]?.text).toBe(200);
  const text = rows.map((reply) => reply.text).join('\n');
  for (const cost of COSTS) expect(text.includes(cost), text).toBe(sees);
  expect(text).toContain('Hidden tea');
});

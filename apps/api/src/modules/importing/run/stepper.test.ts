import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { csv, type Import, importFile, importIn } from '../../../../test/workbooks.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const MAPPING = { barcode: 'Code', 'names.en': 'Name', price: 'Price', stepper: 'Step', quantity: 'Stock' };
const bring = (rows: readonly (readonly string[])[], input: object = {}): Promise<Import> =>
  importFile(app.url, admin.token, csv([['Code', 'Name', 'Price', 'Step', 'Stock'], ...rows]), {
    mapping: MAPPING,
    ...input,
  });
const stepOf = async (barcode: string) =>
  (await app.call(api.product.barcode, { barcode }, admin)).results.stepper;

describe('the step of imported products', () => {
  it('a step is imported, shown in the check, changed, and restored by undo', async () => {
    const rows = [
      ['ST-1', 'Rice', '4', '0.25', ''],
      ['ST-2', 'Soap', '4', '', ''],
      ['ST-3', 'Cloth', '4', 'often', ''],
      ['ST-4', 'Rope', '4', '0', ''],
    ];
    const done = await bring(rows);
    expect(done).toMatchObject({ created: 4, refused: 0 });
    expect(done.sums.map(({ code, field, row }) => [code, field, row])).toEqual([
      ['import.row_not_a_number', 'stepper', 4],
      ['import.row_step', 'stepper', 5],
    ]);
    expect(await Promise.all(['ST-1', 'ST-2', 'ST-3', 'ST-4'].map(stepOf))).toEqual([0.25, 1, 1, 1]);
    const changed = await bring([['ST-1', 'Rice', '4', '0.5', '']]);
    expect(changed.preview[0]?.changes).toEqual([{ field: 'stepper', from: 0.25, to: 0.5 }]);
    expect(await stepOf('ST-1')).toBe(0.5);
    await app.call(api.productImport.undo, { id: changed.id }, admin);
    await importIn(app.url, admin.token, changed.id);
    expect(await stepOf('ST-1')).toBe(0.25);
  });

  it('a unit of weight sets a step with fractions and other units leave the step', async () => {
    const branch = await makeBranch(app);
    const units = ['كجم', 'KG', 'Kilo.', 'علبة', 'Stück', 'pcs', 'g', 'لتر'];
    const rows = units.map((unit, at) => [`SU-${at}`, `Goods ${at}`, '4', unit, '2.5']);
    const wish = { receive: true, branch_id: branch.id };
    const checked = await bring(rows, { ...wish, dry_run: true });
    expect(checked.preview[0]?.changes).toContainEqual({ field: 'stepper', from: null, to: 0.001 });
    const done = await bring(rows, wish);
    expect(done).toMatchObject({ created: units.length, refused: 0, arriving: 3 });
    expect(done.sums.map(({ code }) => code)).toEqual(['import.row_quantity_part']);
    const steps = await Promise.all(units.map((_, at) => stepOf(`SU-${at}`)));
    expect(steps).toEqual([0.001, 0.001, 0.001, 1, 1, 1, 1, 1]);
    const again = await bring([['SU-5', 'Goods 5', '4', 'kg', '']]);
    expect(await stepOf('SU-5')).toBe(0.001);
    await app.call(api.productImport.undo, { id: again.id }, admin);
    await importIn(app.url, admin.token, again.id);
    expect(await stepOf('SU-5')).toBe(1);
  });

  it('products sold by weight are imported with fractional quantities, and an existing fractional step is kept', async () => {
    const branch = await makeBranch(app);
    const rows = [
      ['ST-11', 'Beans', '30', 'Y', '12.345'],
      ['ST-12', 'Cup', '5', 'N', '3'],
      ['ST-13', 'Lid', '5', 'N', '3.5'],
    ];
    const done = await bring(rows, { receive: true, branch_id: branch.id });
    expect(done).toMatchObject({ created: 3, arriving: 2 });
    expect(done.sums.map(({ code }) => code)).toEqual(['import.row_quantity_part']);
    expect(await Promise.all(['ST-11', 'ST-12'].map(stepOf))).toEqual([0.001, 1]);
    await app.call(
      api.product.save,
      { id: (await app.call(api.product.barcode, { barcode: 'ST-11' }, admin)).results.id, stepper: 0.25 },
      admin,
    );
    expect(await bring(rows.slice(0, 1))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await stepOf('ST-11')).toBe(0.25);
  });
});

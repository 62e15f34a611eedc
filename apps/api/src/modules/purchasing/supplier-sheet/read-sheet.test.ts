import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { makeShelf, type Shelf } from '../../../../test/stock.ts';
import { csv, type Uploaded, workbook } from '../../../../test/workbooks.ts';

type Answer = z.output<typeof api.receipt.sheet.output>;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-21T09:00:00Z') });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

async function read(file: Uploaded, input: object = {}, { token } = admin) {
  const body = new FormData();
  body.append('data', JSON.stringify(input));
  body.append('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
  const reply = await fetch(`${app.url}${app.services.env.API_BASE}${api.receipt.sheet.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { results } = (await reply.json()) as { results: Answer & { code: string; message: string } };
  return { status: reply.status, results };
}

/** A good that carries a barcode and a name. */
async function good(barcode: string, title: string): Promise<Shelf> {
  const shelf = await makeShelf(app);
  const { prisma } = app.services.database;
  await prisma.product_item.update({ where: { id: shelf.item_id }, data: { barcode } });
  const titles = { ar: `${title} ع`, en: title, de: title };
  await prisma.product.update({ where: { id: shelf.product_id }, data: { titles } });
  return shelf;
}
const code = () => `B${unique()}`;

describe("reading a supplier's list", () => {
  test('a workbook becomes receipt lines whatever its headers and the rows above them', async () => {
    const [rice, milk] = [code(), code()];
    const basmati = await good(rice, 'Rice 5 kg');
    const fresh = await good(milk, 'Milk 1 l');
    const { status, results } = await read(
      await workbook(
        [
          ['Gulf Foods W.L.L.', null, null, null, null, null],
          ['Invoice 4711'],
          ['Item code', 'Description', 'Qty', 'Price before discount', 'Unit cost', 'Expiry date'],
          [rice, 'RICE BASMATI', 12, 10, 9.5, new Date(Date.UTC(2027, 4, 31))],
          [milk, 'MILK', 3.5, null, 2.125, '30/06/2027'],
        ],
        'list.xlsx',
      ),
    );
    expect(status).toBe(200);
    expect(results.mapping).toEqual({
      barcode: 'A',
      title: 'B',
      quantity: 'C',
      cost_value_before_discount: 'D',
      discount: null,
      cost_value: 'E',
      expire_date: 'F',
    });
    expect(results).toMatchObject({ mapped_by: 'guess', start_row: 4, total_rows: 2, refused: [] });
    expect(results.lines).toEqual([
      {
        row: 4,
        product_id: basmati.product_id,
        item_id: basmati.item_id,
        title: 'Rice 5 kg',
        barcode: rice,
        pack_quantity: 1,
        last_cost: null,
        quantity: 12,
        cost_value_before_discount: 10,
        discount: null,
        cost_value: 9.5,
        expire_date: '2027-05-31',
      },
      expect.objectContaining({
        row: 5,
        item_id: fresh.item_id,
        quantity: 3.5,
        cost_value_before_discount: null,
        cost_value: 2.125,
        expire_date: '2027-06-30',
      }),
    ]);
  });

  test("a supplier's list in Arabic is read with its digits and words", async () => {
    const barcode = code();
    await good(barcode, 'تمر');
    const { results } = await read(
      csv(
        [
          ['الباركود', 'الصنف', 'الكمية', 'السعر قبل الخصم', 'خصم', 'تاريخ الانتهاء'],
          [barcode, 'تمر', '١٢', '٥٫٥ ر.ق', '10%', '٣١/١٢/٢٠٢٧'],
        ],
        'قائمة.csv',
      ),
      { locale: 'ar' },
    );
    expect(results.file_name).toBe('قائمة.csv');
    expect(results.lines).toMatchObject([
      {
        quantity: 12,
        cost_value_before_discount: 5.5,
        discount: 10,
        cost_value: null,
        expire_date: '2027-12-31',
      },
    ]);
  });

  test("a supplier's list reports each unreadable row with its cell", async () => {
    const barcode = code();
    await good(barcode, 'Tea');
    const { results } = await read(
      csv([
        ['Barcode', 'Name', 'Quantity', 'Cost', 'Expiry'],
        ['NOBODY-1', 'Ghost', '2', '3', ''],
        [barcode, 'Tea', 'a dozen', '3', ''],
        [barcode, 'Tea', '1', '1.23456', ''],
        [barcode, 'Tea', '1', '-2', '31.02.2027'],
        ['', 'No such thing', '1', '1', ''],
        [barcode, 'Tea', '1', '4', '2027-01-31'],
      ]),
    );
    expect(results.lines.map(({ row }) => row)).toEqual([7]);
    const seen = results.refused.map(({ row, barcode, title, reasons }) => ({
      row,
      barcode,
      title,
      reasons: reasons.map(({ field, column, cell, message }) => [field, column, cell, message]),
    }));
    expect(seen).toEqual([
      {
        row: 2,
        barcode: 'NOBODY-1',
        title: 'Ghost',
        reasons: [['barcode', 'A', 'NOBODY-1', 'No product has this barcode.']],
      },
      {
        row: 3,
        barcode,
        title: 'Tea',
        reasons: [['quantity', 'C', 'a dozen', '“a dozen” is not a number.']],
      },
      {
        row: 4,
        barcode,
        title: 'Tea',
        reasons: [['cost_value', 'D', '1.23456', expect.stringContaining('4')]],
      },
      {
        row: 5,
        barcode,
        title: 'Tea',
        reasons: [
          ['cost_value', 'D', '-2', expect.any(String)],
          ['expire_date', 'E', '31.02.2027', expect.any(String)],
        ],
      },
      {
        row: 6,
        barcode: '',
        title: 'No such thing',
        reasons: [['barcode', 'A', 'No such thing', 'The barcode is missing.']],
      },
    ]);
  });

  test("a supplier's list without barcodes is matched by names that only one item has", async () => {
    const [one, two] = [`Dates ${unique()}`, `Figs ${unique()}`];
    const dates = await good(code(), one);
    await good(code(), two);
    await good(code(), two);
    const { results } = await read(
      csv([
        ['Product', 'Qty', 'Price'],
        [one.toUpperCase(), 5, 2],
        [two, 5, 2],
      ]),
    );
    expect(results.mapping).toMatchObject({ barcode: null, title: 'A', quantity: 'B', cost_value: 'C' });
    expect(results.lines).toMatchObject([{ row: 2, item_id: dates.item_id, quantity: 5, cost_value: 2 }]);
    expect(results.refused.map(({ row }) => row)).toEqual([3]);
  });

  test("the columns of a supplier's list can be corrected and are remembered for the next list", async () => {
    const barcode = code();
    await good(barcode, 'Oil');
    const supplier_id = await makeSupplier(app);
    const list = (cost: number) =>
      csv([
        ['Ref', 'Menge', 'Tarif A', 'Tarif B'],
        [barcode, 6, 1, cost],
      ]);
    const first = await read(list(2), { supplier_id });
    expect(first.results.mapped_by).toBe('guess');
    const mapping = { barcode: 'Ref', quantity: 'B', cost_value: 'Tarif B' };
    const said = await read(list(2), { supplier_id, mapping });
    expect(said.results).toMatchObject({
      mapped_by: 'caller',
      mapping: { barcode: 'A', quantity: 'B', cost_value: 'D' },
      lines: [{ quantity: 6, cost_value: 2 }],
    });
    // the next list has its columns elsewhere
    const next = csv([
      ['Tarif B', 'Menge', 'Ref'],
      [3, 7, barcode],
    ]);
    expect((await read(next, { supplier_id })).results).toMatchObject({
      mapped_by: 'supplier',
      lines: [{ quantity: 7, cost_value: 3 }],
    });
    // another supplier's is not, nor is a list that has not one of them
    expect((await read(next, { supplier_id: await makeSupplier(app) })).results.mapped_by).toBe('guess');
    const other = csv([
      ['EAN', 'Qty'],
      [barcode, 1],
    ]);
    expect((await read(other, { supplier_id })).results).toMatchObject({
      mapped_by: 'guess',
      lines: [{ quantity: 1 }],
    });
    const logged = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'supplier', record_id: String(supplier_id) },
    });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged[0]?.changes)).toContain('cost_value: Tarif B');
    // whoever has the supplier open saves it without a conflict
    const { results } = await app.call(api.supplier.show, { id: supplier_id }, { token: admin.token });
    expect(results.version).toBe(1);
  });

  test("a supplier's list with an unknown supplier or column is refused", async () => {
    const list = csv([
      ['Barcode', 'Qty'],
      ['1', 1],
    ]);
    expect((await read(list, { supplier_id: 2_000_000_000 })).results.code).toBe('reference.missing');
    expect((await read(list, { mapping: { barcode: 'Z' } })).results.code).toBe('import.column_missing');
  });

  test("a supplier's list shows the last cost of each item from receipts that the reader can see", async () => {
    const barcode = code();
    const shelf = await good(barcode, 'Sugar');
    await purchasing(app, admin).accepted(shelf, { cost: 4.25 });
    await purchasing(app, admin).save({
      supplier_id: await makeSupplier(app),
      items: [lineOf(shelf, 1, 99)],
    });
    const list = csv([
      ['Barcode', 'Qty'],
      [barcode, 1],
    ]);
    expect((await read(list)).results.lines[0]?.last_cost).toBe(4.25);
    const elsewhere = await makeShelf(app);
    const clerk = await makePerson(app, {
      permissions: ['reciepts.view', 'reciepts.save'],
      branch_id: elsewhere.branch_id,
    });
    expect((await read(list, {}, clerk)).results.lines[0]?.last_cost).toBeNull();
  });

  test("a supplier's list that is no table is refused with the same codes as a product import", async () => {
    const bytes = (text: string) => ({ name: 'x.xlsx', bytes: new TextEncoder().encode(text) });
    expect((await read({ name: 'x.xlsx', bytes: new Uint8Array(3_000) })).results.code).toBe(
      'import.unreadable',
    );
    const ole = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(0)]);
    expect((await read({ name: 'x.xls', bytes: ole })).results.code).toBe('import.old_format');
    expect((await read(bytes('PK\u0003\u0004 not a zip'))).results.code).toBe('import.unreadable');
    expect((await read(csv([['Barcode', 'Qty']]))).results.code).toBe('import.empty');
    const long = csv([['Barcode', 'Qty'], ...Array.from({ length: 1_001 }, (_, at) => [`L${at}`, 1])]);
    expect((await read(long)).results).toMatchObject({
      code: 'import.too_many_rows',
      params: { max: 1_000 },
    });
    const none = await app.call(api.receipt.sheet, {}, { token: admin.token });
    expect(none.failure.code).toBe('import.file_missing');
  });

  test("a supplier's list of a thousand rows is read within two seconds and saves nothing", async () => {
    const codes = Array.from({ length: 1_000 }, () => code());
    const { prisma } = app.services.database;
    const { product_id } = await makeShelf(app);
    await prisma.product_item.createMany({ data: codes.map((barcode) => ({ product_id, barcode })) });
    const rows = codes.map((barcode, at) => [barcode, `Good ${at}`, at + 1, (at % 100) + 0.5]);
    const file = await workbook([['Barcode', 'Name', 'Qty', 'Cost'], ...rows]);
    const before = await prisma.receipt.count();
    const { status, results } = await read(file);
    expect([status, results.code]).toEqual([200, undefined]);
    const start = process.cpuUsage();
    await read(file);
    const { user, system } = process.cpuUsage(start);
    // of the processor, its thread counted in: the clock of a busy machine says nothing
    expect((user + system) / 1_000).toBeLessThan(8_000);
    expect([results.lines.length, results.refused.length]).toEqual([1_000, 0]);
    expect(await prisma.receipt.count()).toBe(before);
  });
});

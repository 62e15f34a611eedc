import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

type Answer = z.output<typeof api.receipt.sheet.output>;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** The first row of a list as it was sent, and what its columns were taken for. */
async function firstRow(text: string) {
  const body = new FormData();
  body.append('data', '{}');
  body.append('file', new Blob([text]), 'list.csv');
  const reply = await fetch(`${app.url}${app.services.env.API_BASE}${api.receipt.sheet.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body,
  });
  const { mapping, refused } = ((await reply.json()) as { results: Answer }).results;
  const [row] = refused;
  return { barcode: mapping.barcode, title: row?.title, quantity: row?.quantity, cost: row?.cost_value };
}

test.each([
  [
    'an invoice with tariff codes and what the goods are sold for',
    'No,Product description,HSN code,Qty,Sales price,Rate,Total\n1,Door hinge 80 mm,83021010,40,3.50,1.90,76.00\n2,"Door handle, brass",83024110,10,18.00,9.75,97.50',
    { barcode: null, title: 'Door hinge 80 mm', quantity: 40, cost: 1.9 },
  ],
  [
    'one with customs numbers in German',
    'Pos;Bezeichnung;Zolltarifnummer;Menge;Einzelpreis;Gesamtpreis\n1;Türband 80 mm;83021010;40;1,90;76,00\n2;Türgriff Messing;83024110;10;9,75;97,50',
    { barcode: null, title: 'Türband 80 mm', quantity: 40, cost: 1.9 },
  ],
  [
    'one with a recommended price beside the unit cost',
    'Item,HS Code,Ordered,RRP,Unit cost\nHinge 80 mm,83021010,40,3.50,1.90\nHandle brass,83024110,10,18.00,9.75',
    { barcode: null, title: 'Hinge 80 mm', quantity: 40, cost: 1.9 },
  ],
  [
    'one in Arabic with what the goods are sold for',
    'م,الصنف,الكمية,سعر الشراء,سعر البيع\n1,مفصلة باب,40,1.90,3.50\n2,مقبض نحاسي,10,9.75,18.00',
    { barcode: null, title: 'مفصلة باب', quantity: 40, cost: 1.9 },
  ],
  [
    'a delivery that says only what the goods are sold for',
    'Barcode,Product,Purchased,Sales price\nHW-1,Door hinge 80 mm,40,3.50\nHW-2,"Door handle, brass",10,18.00',
    { barcode: 'A', title: 'Door hinge 80 mm', quantity: 40, cost: null },
  ],
  [
    'a German one that says the recommended price alone',
    'EAN;Artikel;Geliefert;UVP\nHW-11;Türband;40;3,50\nHW-12;Türgriff;10;18,00',
    { barcode: 'A', title: 'Türband', quantity: 40, cost: null },
  ],
  [
    'an Arabic one that says the selling price alone',
    'الباركود,الصنف,الكمية,سعر البيع\nHW-21,مفصلة,40,3.50\nHW-22,مقبض,10,18.00',
    { barcode: 'A', title: 'مفصلة', quantity: 40, cost: null },
  ],
  [
    'one that says the retail price alone',
    'SKU,Description,Shipped qty,Retail price\nHW-31,Hinge,40,3.50\nHW-32,Handle,10,18.00',
    { barcode: 'A', title: 'Hinge', quantity: 40, cost: null },
  ],
])('%s is read as the shop owner expects', async (_, text, expected) => {
  expect(await firstRow(text)).toEqual(expected);
});

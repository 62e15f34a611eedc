import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { lineOf, makeSupplier, purchasing } from '../../../../test/receipts.ts';
import { makeShelf, type Shelf } from '../../../../test/stock.ts';
import { csv, ean } from '../../../../test/workbooks.ts';

type Answer = z.output<typeof api.receipt.sheet.output>;
type Cell = string | number;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-21T09:00:00Z') });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** Reads rows of a supplier's list by their headers. */
async function read(supplier_id: number, rows: readonly (readonly Cell[])[], head = ['Code', 'Name', 'Qty']) {
  const body = new FormData();
  const file = csv([head, ...rows]);
  body.append('data', JSON.stringify({ supplier_id }));
  body.append('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
  const reply = await fetch(`${app.url}${app.services.env.API_BASE}${api.receipt.sheet.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body,
  });
  const { lines, refused } = ((await reply.json()) as { results: Answer }).results;
  return {
    found: lines.map(({ row, item_id }) => [row, item_id]),
    unknown: refused.map(({ row }) => row),
  };
}

async function good(titles: string, barcode: string | null = null): Promise<Shelf> {
  const shelf = await makeShelf(app);
  const { prisma } = app.services.database;
  await prisma.product_item.update({ where: { id: shelf.item_id }, data: { barcode } });
  await prisma.product.update({ where: { id: shelf.product_id }, data: { titles: { en: titles } } });
  return shelf;
}

/** Saves a receipt with a line that a person assigned to an item. */
const assign = (
  supplier_id: number,
  shelf: Shelf,
  words: { supplier_code?: string; supplier_title?: string },
  person = admin,
) => purchasing(app, person).save({ supplier_id, items: [lineOf(shelf, 1, 2, words)] });
const itemsOf = async (supplier_id: number, more: object = {}, { token } = admin) =>
  app.call(api.supplier.items, { supplier_id, ...more }, { token });

describe("a supplier's own numbers and names", () => {
  test("a supplier's numbers are saved with the receipt that assigns them, and the same list then matches every row", async () => {
    const supplier_id = await makeSupplier(app);
    const goods = await Promise.all([1, 2, 3].map((at) => good(`Known ${at} ${unique()}`, `KN${unique()}`)));
    const { prisma } = app.services.database;
    const barcodes = await Promise.all(
      goods.map(({ item_id: id }) => prisma.product_item.findUniqueOrThrow({ where: { id } })),
    );
    const [milk, rice] = [await good('Milk 1 l'), await good('Rice 5 kg')];
    const rows = [
      ...barcodes.map(({ barcode }, at) => [barcode ?? '', `Good ${at}`, 2]),
      ['GF-7', 'Fresh milk', 6],
      ['', 'Long rice, sack', 4],
    ];
    expect(await read(supplier_id, rows)).toMatchObject({ unknown: [5, 6] });
    const items = [
      lineOf(milk, 6, 2, { supplier_code: 'GF-7', supplier_title: 'Fresh milk' }),
      lineOf(rice, 4, 2, { supplier_title: 'Long rice, sack' }),
    ];
    const saved = await purchasing(app, admin).save({ supplier_id, items });
    expect(saved.status).toBe(200);
    const again = rows.map(([code = '', name = '', qty = 0]) => [
      String(code).toLowerCase(),
      String(name).toUpperCase().replace(' ', '  '),
      qty,
    ]);
    expect(await read(supplier_id, again)).toEqual({
      found: [...goods.map(({ item_id }, at) => [at + 2, item_id]), [5, milk.item_id], [6, rice.item_id]],
      unknown: [],
    });
    // they are this supplier's alone
    expect(await read(await makeSupplier(app), rows)).toMatchObject({ unknown: [5, 6] });
    const { results } = await itemsOf(supplier_id);
    expect(
      results.map(({ title, supplier_code, supplier_title }) => [title, supplier_code, supplier_title]),
    ).toEqual([
      ['Rice 5 kg', '', 'Long rice, sack'],
      ['Milk 1 l', 'GF-7', 'Fresh milk'],
    ]);
    const log = await prisma.audit_log.findMany({
      where: { noun: 'supplier', record_id: String(supplier_id) },
    });
    expect(JSON.stringify(log.map(({ changes }) => changes))).toContain(`GF-7 Fresh milk → #${milk.item_id}`);
    expect(log).toHaveLength(1);
    // nothing new is said: nothing is written
    await assign(supplier_id, milk, { supplier_code: 'gf-7', supplier_title: 'Fresh milk' });
    expect(
      await prisma.audit_log.count({ where: { noun: 'supplier', record_id: String(supplier_id) } }),
    ).toBe(1);
  });

  test("a supplier's number has one item: a new assignment replaces it, and the last of two lines with one number wins", async () => {
    const supplier_id = await makeSupplier(app);
    const [one, two] = [await good('One'), await good('Two')];
    await assign(supplier_id, one, { supplier_code: 'X-1', supplier_title: 'Thing' });
    await assign(supplier_id, two, { supplier_code: 'x-1', supplier_title: 'Thing, new' });
    expect((await itemsOf(supplier_id)).results).toMatchObject([
      { item_id: two.item_id, supplier_title: 'Thing, new' },
    ]);
    const items = [one, two, one].map((shelf) => lineOf(shelf, 1, 2, { supplier_title: 'Other' }));
    expect((await purchasing(app, admin).save({ supplier_id, items })).status).toBe(200);
    expect(await read(supplier_id, [['', 'other', 1]])).toMatchObject({ found: [[2, one.item_id]] });
  });

  test("a supplier's number comes before a code of the shop, but not before a GTIN", async () => {
    const supplier_id = await makeSupplier(app);
    const [own, gtin] = [`9${unique()}`.slice(0, 7), ean(73_401)];
    const [milk, bread, cream] = [await good('Milk'), await good('Bread', own), await good('Cream', gtin)];
    await assign(supplier_id, milk, { supplier_code: own });
    await assign(supplier_id, milk, { supplier_code: gtin });
    expect(
      await read(supplier_id, [
        [own, 'Milk', 1],
        [gtin, 'Cream', 1],
      ]),
    ).toEqual({
      found: [
        [2, milk.item_id],
        [3, cream.item_id],
      ],
      unknown: [],
    });
    expect(await read(await makeSupplier(app), [[own, 'Bread', 1]])).toMatchObject({
      found: [[2, bread.item_id]],
    });
  });

  test("a supplier's number matches nothing when two items are possible or the item is deleted", async () => {
    const supplier_id = await makeSupplier(app);
    const [milk, cream] = [await good('Milk'), await good('Cream')];
    await assign(supplier_id, milk, { supplier_code: 'A-1', supplier_title: 'White' });
    await assign(supplier_id, cream, { supplier_code: 'A-2', supplier_title: 'white' });
    const list = [['', 'WHITE', 1]];
    expect(await read(supplier_id, list)).toEqual({ found: [], unknown: [2] });
    await app.services.database.prisma.product.update({
      where: { id: cream.product_id },
      data: { deleted_at: new Date() },
    });
    expect(await read(supplier_id, [['A-2', 'White', 1]])).toEqual({ found: [], unknown: [2] });
    expect((await itemsOf(supplier_id)).results.map(({ item_id }) => item_id)).toEqual([milk.item_id]);
  });

  test("a supplier's number is not saved with a refused receipt or without a number and name", async () => {
    const supplier_id = await makeSupplier(app);
    const shelf = await good('Oil');
    const items = [
      lineOf(shelf, 1, 2, { supplier_code: 'NO' }),
      { ...lineOf(shelf), item_id: 2_000_000_000 },
    ];
    expect((await purchasing(app, admin).save({ supplier_id, items })).status).toBe(422);
    await assign(supplier_id, shelf, { supplier_code: '', supplier_title: 'ـ' });
    expect((await itemsOf(supplier_id)).results).toEqual([]);
    const long = await assign(supplier_id, shelf, { supplier_code: 'x'.repeat(201) });
    expect(long.failure.errors).toHaveProperty(['items.0.supplier_code']);
  });

  test("a supplier's numbers are visible to staff who see receipts, removed by staff who save them, and logged", async () => {
    const supplier_id = await makeSupplier(app);
    const shelf = await good('Salt');
    const clerk = await makePerson(app, {
      permissions: ['reciepts.view', 'reciepts.save'],
      branch_id: shelf.branch_id,
    });
    const reader = await makePerson(app, { permissions: ['reciepts.view'], branch_id: shelf.branch_id });
    expect(
      (await assign(supplier_id, shelf, { supplier_code: 'S-1', supplier_title: 'Sea salt' }, clerk)).status,
    ).toBe(200);
    const [row] = (await itemsOf(supplier_id, {}, reader)).results;
    expect(row).toMatchObject({ title: 'Salt', supplier_code: 'S-1', actions: [] });
    const id = row?.id ?? 0;
    expect((await itemsOf(supplier_id, { keywords: 'SEA s-1' })).results).toHaveLength(1);
    expect((await itemsOf(supplier_id, { keywords: 'pepper' })).results).toHaveLength(0);
    expect((await itemsOf(2_000_000_000)).status).toBe(404);
    expect((await app.call(api.supplier.removeItem, { id }, { token: reader.token })).status).toBe(403);
    const removed = await app.call(api.supplier.removeItem, { id }, { token: clerk.token });
    expect(removed.results).toEqual({ deleted: 1 });
    expect((await app.call(api.supplier.removeItem, { id }, { token: clerk.token })).status).toBe(404);
    expect(await read(supplier_id, [['S-1', 'Sea salt', 1]])).toMatchObject({ unknown: [2] });
    const [last] = await app.services.database.prisma.audit_log.findMany({
      where: { noun: 'supplier', record_id: String(supplier_id) },
      orderBy: { id: 'desc' },
    });
    expect(last?.changes).toMatchObject({ supplier_items: { from: [`S-1 Sea salt → #${shelf.item_id}`] } });
  });

  test("concurrent receipts save one supplier's number once", async () => {
    const supplier_id = await makeSupplier(app);
    const shelf = await good('Sugar');
    const words = Array.from({ length: 20 }, (_, at) => ({
      supplier_code: `R-${at}`,
      supplier_title: `Row ${at}`,
    }));
    const save = (rows: typeof words) =>
      purchasing(app, admin).save({ supplier_id, items: rows.map((row) => lineOf(shelf, 1, 2, row)) });
    const replies = await Promise.all([save(words), save(words.toReversed()), save(words)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await itemsOf(supplier_id, { limit: 100 })).results).toHaveLength(20);
  });
});

import { RECEIPT_LINES_MAX } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { holdUnits, levelOf, makeShelf, sellUnits } from '../../../../test/stock.ts';
import { csv, ean, importFile, importIn, sendFile } from '../../../../test/workbooks.ts';
import { IMPORT_PORTS } from '../../../jobs/imports.ts';
import { receiveImportedRows } from './receive-stock.ts';

let app: TestApp;
let admin: Person;
let branch: { readonly id: number; readonly name: string };

beforeAll(async () => {
  app = await startApp({ jobs: true });
  [admin, branch] = await Promise.all([makeAdmin(app), makeBranch(app)]);
});
afterAll(() => app.stop());

const mapping = { barcode: 'A', 'names.en': 'B', price: 'C', quantity: 'D' };
const HEAD = ['EAN', 'Name', 'Price', 'Units'];
type Row = readonly [number, string, number, number | null];
const fileOf = (...rows: Row[]) => csv([HEAD, ...rows.map(([at, ...cells]) => [ean(at), ...cells])]);
const run = (file: ReturnType<typeof fileOf>, input: object = {}) =>
  importFile(app.url, admin.token, file, { mapping, receive: true, branch_id: branch.id, ...input });
const undo = async (id: number) => {
  expect((await app.call(api.productImport.undo, { id }, admin)).status).toBe(200);
  return importIn(app.url, admin.token, id);
};
const receiptOf = async (id = 0) => (await app.call(api.receipt.show, { id }, admin)).results;
/** The shelf of an imported product. */
async function shelfOf(at: number, branch_id = branch.id) {
  const { prisma } = app.services.database;
  const item = await prisma.product_item.findFirstOrThrow({ where: { barcode: ean(at), deleted_at: null } });
  return { product_id: item.product_id, item_id: item.id, branch_id };
}

test('imported quantities become one accepted receipt of the supplier Import in the selected branch, without cost', async () => {
  const done = await run(
    fileOf([1, 'Tea', 4, 12], [2, 'Rice', 9, 6], [3, 'Salt', 1, null], [4, 'Oil', 2, 0]),
  );
  expect(done).toMatchObject({ failure: null, state: 'done', created: 4, arriving: 2, branch_id: branch.id });
  expect(done.branch_name).toBe(branch.name);
  expect(done.receipts_ids).toHaveLength(1);
  const receipt = await receiptOf(done.receipts_ids[0]);
  expect(receipt).toMatchObject({ supplier_name: 'Import', status: 1, notes: `#${done.id} products.csv` });
  expect(receipt.items.map(({ quantity, cost_value }) => [quantity, cost_value])).toEqual([
    [12, 0],
    [6, 0],
  ]);
  expect(await levelOf(app, await shelfOf(1))).toMatchObject({ on_hand: 12, available: 12 });
  await expectSound(app);
});

test('imported quantities are received at the cost in the file or without cost, and undo cancels the receipt', async () => {
  const file = csv([
    [...HEAD, 'Unit cost'],
    [ean(61), 'Tea', 4, 10, '1.255'],
    [ean(62), 'Rice', 9, 2, null],
    [ean(63), 'Salt', 1, null, '7'],
  ]);
  const wide = { ...mapping, cost: 'E' };
  const checked = await run(file, { mapping: wide, dry_run: true });
  expect(checked.preview[0]?.changes).toContainEqual({ field: 'cost', from: null, to: 1.26 });
  const done = await run(file, { mapping: wide });
  const receipt = await receiptOf(done.receipts_ids[0]);
  expect(receipt.items.map(({ quantity, cost_value }) => [quantity, cost_value])).toEqual([
    [10, 1.26],
    [2, 0],
  ]);
  await undo(done.id);
  expect((await receiptOf(done.receipts_ids[0])).status).toBe(-1);
  await expectSound(app);
});

test('imported quantities create no debt to the supplier, whatever they cost', async () => {
  const file = csv([
    [...HEAD, 'Unit cost'],
    [ean(771), 'Tea', 4, 10, '2.5'],
  ]);
  const done = await run(file, { mapping: { ...mapping, cost: 'E' } });
  const receipt = await receiptOf(done.receipts_ids[0]);
  expect(receipt).toMatchObject({ status: 1, net: 25, balance: 0, paid: 0 });
  expect(receipt.actions).not.toContain('pay');
  const { supplier_id } = receipt;
  const as = { token: admin.token };
  const supplier = await app.call(api.supplier.show, { id: supplier_id }, as);
  expect(supplier.results).toMatchObject({ net: 0, balance: 0 });
  expect((await app.call(api.supplier.ledger, { supplier_id }, as)).results).toEqual([]);
  const unpaid = await app.call(api.receipt.list, { supplier_id, unpaid: 1 }, as);
  expect(unpaid.results).toEqual([]);
  const payment = { receipt_id: receipt.id, value: 5 };
  const paid = await app.call(api.transaction.save, payment, as);
  expect(paid.failure.code).toBe('receipt.needs_force');
  await expectSound(app);
});

test('an import leaves out a fraction of a product sold in whole units, with a notice', async () => {
  const done = await run(fileOf([91, 'Cheese', 9, 0.5], [92, 'Milk', 4, 3]));
  expect(done).toMatchObject({ state: 'done', created: 2, arriving: 1 });
  const receipt = await receiptOf(done.receipts_ids[0]);
  expect(receipt.items.map(({ quantity }) => quantity)).toEqual([3]);
  const [row] = await app.services.database.prisma.product_import_row.findMany({
    where: { import_id: done.id },
    orderBy: { row: 'asc' },
  });
  expect(row?.notices).toMatchObject([{ field: 'quantity', code: 'import.row_quantity_part' }]);
});

test('a second import adds to the stock, also when it changes nothing else, under the same supplier', async () => {
  await run(fileOf([11, 'Tea', 4, 3]));
  const again = await run(fileOf([11, 'Tea', 4, 5]));
  expect(again).toMatchObject({ unchanged: 1, updated: 0 });
  expect(await levelOf(app, await shelfOf(11))).toMatchObject({ on_hand: 8 });
  const suppliers = await app.services.database.prisma.supplier.count({ where: { name: 'Import' } });
  expect(suppliers).toBe(1);
});

test('an import without receiving and a check add no stock, and a check shows what would be added', async () => {
  const plain = await run(fileOf([21, 'Tea', 4, 7]), { receive: false });
  expect(plain).toMatchObject({ receive: false, branch_id: null, receipts_ids: [] });
  const checked = await run(fileOf([21, 'Tea', 4, 7]), { dry_run: true });
  expect(checked).toMatchObject({
    state: 'checked',
    unchanged: 1,
    arriving: 1,
    arrived: 0,
    receipts_ids: [],
  });
  expect(checked.preview[0]?.changes).toEqual([{ field: 'received', from: null, to: 7 }]);
  expect(await levelOf(app, await shelfOf(21))).toMatchObject({ on_hand: 0 });
  // run by its number, it still knows where to
  await app.call(api.productImport.start, { id: checked.id }, admin);
  expect(await importIn(app.url, admin.token, checked.id)).toMatchObject({
    state: 'done',
    branch_id: branch.id,
  });
  expect(await levelOf(app, await shelfOf(21))).toMatchObject({ on_hand: 7 });
});

test('undoing an import cancels its received stock and deletes what it created', async () => {
  const done = await run(fileOf([31, 'Tea', 4, 12]));
  const shelf = await shelfOf(31);
  expect(await undo(done.id)).toMatchObject({ state: 'undone', receipts_ids: [] });
  expect(await receiptOf(done.receipts_ids[0])).toMatchObject({ status: -1 });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
  expect((await app.call(api.product.barcode, { barcode: ean(31) }, admin)).status).toBe(404);
  await expectSound(app);
});

test('undoing an import after a sale keeps its receipt and the stock', async () => {
  const done = await run(fileOf([41, 'Tea', 4, 12]));
  const shelf = await shelfOf(41);
  await sellUnits(app, shelf, 2);
  const back = await undo(done.id);
  expect(back.preview.map(({ result, reasons }) => [result, reasons[0]?.code])).toEqual([
    ['kept', 'import.row_received'],
  ]);
  expect(await receiptOf(done.receipts_ids[0])).toMatchObject({ status: 1 });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10 });
  expect((await app.call(api.product.barcode, { barcode: ean(41) }, admin)).status).toBe(200);
});

test('undoing an import keeps stock that an open order has reserved and stock of another import', async () => {
  const done = await run(fileOf([71, 'Tea', 4, 5]));
  const shelf = await shelfOf(71);
  await holdUnits(app, shelf, 5);
  expect((await undo(done.id)).preview.map(({ result }) => result)).toEqual(['kept']);
  expect(await receiptOf(done.receipts_ids[0])).toMatchObject({ status: 1 });
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, reserved: 5 });
  const first = await run(fileOf([72, 'Rice', 4, 5]));
  await run(fileOf([72, 'Rice', 4, 7]));
  const back = await undo(first.id);
  expect(back.preview.map(({ reasons }) => reasons[0]?.code)).toEqual(['import.row_received']);
  expect(await levelOf(app, await shelfOf(72))).toMatchObject({ on_hand: 7 });
  await expectSound(app);
});

test('units beyond the limit of one receipt are received by a second one', async () => {
  const file = fileOf([81, 'Sand', 4, 600_000_000], [82, 'Grit', 4, 600_000_000], [83, 'Dust', 4, 1]);
  const done = await run(file);
  expect(done).toMatchObject({ state: 'done', arriving: 3, arrived: 3 });
  expect(done.receipts_ids).toHaveLength(2);
});

test('an import interrupted between several receipts continues and receives every unit once', async () => {
  const { prisma } = app.services.database;
  const shelf = await makeShelf(app, { branch_id: branch.id });
  const item = await prisma.product_item.findUniqueOrThrow({ where: { id: shelf.item_id } });
  const row = await prisma.product_import.create({
    data: {
      kind: 'product',
      state: 'running',
      locale: 'en',
      file_name: 'a.csv',
      format: 'csv',
      bytes: 1,
      account_id: admin.id,
      receive: true,
      branch_id: branch.id,
      rows: {
        createMany: {
          data: Array.from({ length: RECEIPT_LINES_MAX + 3 }, (_, at) => ({
            row: at + 2,
            result: 'unchanged',
            barcode: item.barcode,
            product_id: shelf.product_id,
            quantity: 1,
          })),
        },
      },
    },
  });
  const ctx = app.ctx();
  let turns = 0;
  const endsAfterOne = () => {
    turns += 1;
    return turns > 1;
  };
  expect(await receiveImportedRows(ctx, row, IMPORT_PORTS, endsAfterOne)).toBe(false);
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: RECEIPT_LINES_MAX });
  // two that take it up at once
  await Promise.all([1, 2].map(() => receiveImportedRows(ctx, row, IMPORT_PORTS, () => false)));
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: RECEIPT_LINES_MAX + 3 });
  const { receipts } = await prisma.product_import.findUniqueOrThrow({ where: { id: row.id } });
  expect(receipts).toHaveLength(2);
  await prisma.product_import.update({ where: { id: row.id }, data: { state: 'done' } });
});

test('the audit log names who ran an import, not who uploaded the file', async () => {
  const keeper = await makePerson(app, { permissions: ['products'], branch_id: branch.id });
  const file = fileOf([61, 'Tea', 4, 2]);
  const brought = await importFile(app.url, keeper.token, file, { mapping, dry_run: true });
  const target = { id: brought.id, receive: true, branch_id: branch.id };
  expect((await app.call(api.productImport.start, target, admin)).status).toBe(200);
  const done = await importIn(app.url, admin.token, brought.id);
  const { prisma } = app.services.database;
  const receipt = await prisma.receipt.findUniqueOrThrow({ where: { id: done.receipts_ids[0] ?? 0 } });
  expect(receipt.account_id).toBe(admin.id);
});

test('receiving without the permission or in another branch is refused on its field, and the file is not kept', async () => {
  const file = fileOf([51, 'Tea', 4, 1]);
  const say = async (who: Person, input: object, headers: Record<string, string> = {}) =>
    (await sendFile(app.url, who.token, file, { mapping, receive: true, ...input }, { headers })).results
      .code;
  const editor = await makePerson(app, { permissions: ['products'], branch_id: branch.id });
  expect(await say(editor, {})).toBe('permission.denied');
  const keeper = await makePerson(app, { permissions: ['products', 'reciepts'], branch_id: branch.id });
  const other = await makeBranch(app);
  expect(await say(keeper, { branch_id: other.id })).toBe('branch.forbidden');
  expect(await say(admin, {})).toBe('branch.required');
  expect(await say(admin, { branch_id: 2_000_000_000 })).toBe('reference.missing');
  expect(await say(admin, { branch_id: other.id }, { 'branch-id': String(branch.id) })).toBe(
    'branch.forbidden',
  );
  // the only branch of somebody is where it arrives; somebody without the right does not let it run for them
  const waiting = await importFile(app.url, keeper.token, file, { mapping, receive: true, dry_run: true });
  expect(waiting.branch_id).toBe(branch.id);
  const run = await app.call(api.productImport.start, { id: waiting.id }, editor);
  expect(run.failure.code).toBe('permission.denied');
  const otherwise = await app.call(api.productImport.start, { id: waiting.id, receive: false }, editor);
  expect(otherwise.failure.code).toBe('permission.denied');
  const stop = await app.call(api.productImport.cancel, { id: waiting.id }, editor);
  expect(stop.failure.code).toBe('permission.denied');
  expect((await app.call(api.productImport.cancel, { id: waiting.id }, keeper)).status).toBe(200);
});

test('imported quantities without a code are received by product name in any language, or the row says why not', async () => {
  const { prisma } = app.services.database;
  const as = { token: admin.token };
  const made = async (titles: object, codes: readonly (string | null)[]) => {
    const items = codes.map((barcode, at) => ({ barcode, option: codes.length > 1 ? `Size ${at}` : null }));
    const saved = await app.call(api.product.save, { titles, pricing: { price: 5 }, items }, as);
    expect(saved.status, saved.text).toBe(200);
    return saved.results.id;
  };
  const shelf = async (product_id: number) => {
    const item = await prisma.product_item.findFirstOrThrow({
      where: { product_id },
      orderBy: { ord: 'asc' },
    });
    return { product_id, item_id: item.id, branch_id: branch.id };
  };
  const coded = await made({ ar: 'بامية خضراء', en: 'Green okra' }, [ean(801)]);
  const bare = await made({ ar: 'ملوخية ناشفة', en: 'Dried mallow' }, [null]);
  const several = await made({ en: 'Okra scarf' }, [ean(802), ean(803)]);
  await made({ en: 'Twin okra' }, [ean(804)]);
  await made({ en: 'Twin okra' }, [ean(805)]);
  const file = csv([
    ['Name', 'Price', 'Units', 'Cost'],
    ['بامية خضراء', '5', 7, '2.5'],
    ['dried MALLOW', '5', 4, null],
    ['Okra scarf', '5', 9, null],
    ['Twin okra', '5', 3, null],
    ['باذنجان مقلي', '6', 2, '1'],
    ['باذنجان مقلي', '6', 2, '1'],
  ]);
  const named = { 'names.ar': 'A', price: 'B', quantity: 'C', cost: 'D' };
  const checked = await run(file, { mapping: named, dry_run: true });
  expect(checked).toMatchObject({ arriving: 3, refused: 2 });
  const done = await run(file, { mapping: named });
  expect(done).toMatchObject({ state: 'done', arriving: 3, arrived: 3, refused: 2, uncoded: 1 });
  const rows = await prisma.product_import_row.findMany({
    where: { import_id: done.id },
    orderBy: { row: 'asc' },
  });
  const codesOf = (list: unknown) => (list as { code: string }[]).map(({ code }) => code);
  expect(rows.map(({ reasons, notices }) => [...codesOf(reasons), ...codesOf(notices)])).toEqual([
    [],
    [],
    ['import.row_quantity_uncoded'],
    ['import.row_name_unsure'],
    [],
    ['import.row_name_repeated'],
  ]);
  const receipt = await receiptOf(done.receipts_ids[0]);
  expect(receipt.items.map(({ quantity, cost_value }) => [quantity, cost_value])).toEqual([
    [7, 2.5],
    [4, 0],
    [2, 1],
  ]);
  expect(await levelOf(app, await shelf(coded))).toMatchObject({ on_hand: 7 });
  expect(await levelOf(app, await shelf(bare))).toMatchObject({ on_hand: 4 });
  expect(await levelOf(app, await shelf(several))).toMatchObject({ on_hand: 0 });
  await undo(done.id);
  expect(await levelOf(app, await shelf(bare))).toMatchObject({ on_hand: 0 });
  await expectSound(app);
});

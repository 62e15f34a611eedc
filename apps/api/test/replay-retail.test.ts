import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayRetail } from '../src/seed/retail/replay.ts';
import { buildBalance, formatRefusalTable, formatReport } from '../src/seed/retail/report.ts';
import { readRetail, splitCarts } from '../src/seed/retail/rows.ts';
import { makeAdmin } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { expectSound } from './promises/soundness.ts';

const SET = `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country
700001,LAMP1,TIN LAMP,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom
700001,CUP-2,,2,2010-12-01 08:26:00,3.39,17850.0,United Kingdom
700001,CUP-2,,1,2010-12-01 08:26:00,3.25,17850.0,United Kingdom
700002,LAMP1,TIN LAMP,3,2010-12-01 09:00:00,4.95,,United Kingdom
700003,LAMP1,TIN LAMP,1,2010-12-02 09:00:00,2.10,17850.0,United Kingdom
700003,ADJ,Adjust debt,1,2010-12-02 09:00:00,-11.50,,United Kingdom
700003,TINY,pads,7,2010-12-02 09:00:00,0.001,17850.0,United Kingdom
700004,LAMP1,damaged,-5,2010-12-03 09:00:00,0.0,,United Kingdom
700005,FREE,gift,4,2010-12-03 10:00:00,0.0,13047.0,United Kingdom
C70006,LAMP1,TIN LAMP,-4,2010-12-09 09:00:00,2.55,17850.0,United Kingdom
C70006,CUP-2,,-1,2010-12-09 09:00:00,3.39,17850.0,United Kingdom
C70007,LAMP1,TIN LAMP,-3,2010-12-10 09:00:00,2.55,17850.0,United Kingdom
C70008,LAMP1,TIN LAMP,-1,2010-12-10 10:00:00,2.55,13047.0,United Kingdom
C70009,LAMP1,TIN LAMP,-2,2010-12-10 11:00:00,2.55,17850.0,United Kingdom
`;

const dir = mkdtempSync(join(tmpdir(), 'dukkan-replay-'));
const file = join(dir, 'online_retail.csv');
const all = { from: 1, to: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY };

let app: TestApp;
beforeAll(async () => {
  writeFileSync(file, SET);
  app = await startApp();
  await makeAdmin(app);
});
afterAll(async () => {
  await app.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('rows of the retail data set become orders and returns, refused rows are listed, and none is lost', async () => {
  const rows = await readRetail(file, all);
  const replayed = await replayRetail(app.services, rows);
  const { prisma } = app.services.database;

  // one invoice had two prices of one cup, so it is two orders; each at the prices of its own rows
  const orders = await prisma.order.findMany({
    select: { notes: true, due: true, paid: true, status_value: true, client_phone: true, created_at: true },
    orderBy: { id: 'asc' },
  });
  expect(orders.map(({ notes, due }) => [notes, Number(due)])).toEqual([
    ['700001', 22.08],
    ['700001', 3.25],
    ['700002', 14.85],
    ['700003', 2.1],
    ['700005', 0],
  ]);
  expect(orders.every(({ paid, status_value }) => paid === 1 && status_value === 5)).toBe(true);
  expect(orders[0]).toMatchObject({
    client_phone: '+447400017850',
    created_at: new Date('2010-12-01T08:26:00Z'),
  });
  expect(replayed.counts).toEqual({ products: 3, prices: 3, receipts: 2, orders: 5, returns: 2 });

  expect(replayed.refused.map(({ row, reason }) => [row.line, reason.code])).toEqual([
    [7, 'request.invalid'],
    [8, 'request.invalid'],
    [9, 'request.invalid'],
    [13, 'return.over'],
    [14, 'replay.no_sale'],
  ]);
  const texts = replayed.refused.map(({ reason }) => reason.text);
  expect(texts[0]).toMatch(/price/i);
  expect(texts[2]).toMatch(/quantity/i);
  expect(texts[3]).toContain('2');
  expect(formatRefusalTable(replayed.refused).split('\n')[4]).toContain(
    'C70007,LAMP1,-3,2.55,17850,return.over',
  );

  const balance = await buildBalance(app.services, rows, replayed);
  // 42.28 sold; 10.20, 3.39 and 5.10 came back
  expect(balance).toMatchObject({
    set: { rows: 14, quantity: 9n, value: 1_897n },
    taken: { rows: 9, quantity: 10n, value: 23_590n },
    isEven: true,
  });
  expect(formatReport(balance, replayed.refused)).toContain('same to the last digit');
  await expectSound(app);
});

test('replaying retail data into a shop that has orders is refused', async () => {
  const rows = await readRetail(file, all);
  await expect(replayRetail(app.services, rows)).rejects.toThrow('orders already');
});

test('replaying retail data reads a range of rows and refuses any other table', async () => {
  expect((await readRetail(file, { ...all, from: 4, limit: 2 })).map(({ line }) => line)).toEqual([5, 6]);
  const other = join(dir, 'other.csv');
  writeFileSync(other, 'a,b\n1,2\n');
  await expect(readRetail(other, all)).rejects.toThrow('is not the retail set');
});

test('a replayed order has a maximum number of lines and one price for each product', async () => {
  const rows = await readRetail(file, all);
  const carts = (max: number) =>
    splitCarts(rows.slice(0, 5), max).map((cart) => cart.map(({ line }) => line));
  expect(carts(1)).toEqual([[2], [3], [4], [5], [6]]);
  expect(carts(200)).toEqual([[2, 3], [4, 5], [6]]);
});

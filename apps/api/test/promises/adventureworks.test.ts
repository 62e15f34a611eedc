import { existsSync, readFileSync } from 'node:fs';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { save } from '../../src/modules/purchasing/receipt/save-receipt.ts';
import { updateReceipt } from '../../src/modules/purchasing/receipt/update-receipt.ts';
import { makeAdmin, makeBranch } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { crowd, isFull } from './size.ts';
import { expectSound } from './soundness.ts';
import { readCsv } from './table.ts';

/** Public purchase orders of a bicycle maker; the set is never kept with the product. */
const SET = new URL('../../../../../shared/data/purchasing/adventureworks/', import.meta.url);
const isThere = existsSync(SET);
/** Orders that `npm test` replays; the full run takes them all. */
const SAMPLE = 200;

type Row = Readonly<Record<string, string>>;
function table(name: string): Row[] {
  const [head = [], ...rows] = readCsv(readFileSync(new URL(`${name}.csv`, SET), 'utf8'));
  return rows
    .filter((row) => row.length === head.length)
    .map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])));
}

type Line = {
  item_id: number;
  ordered: number;
  received: number;
  rejected: number;
  stocked: number;
  price: number;
};
type Order = { supplier_id: number; on_date: string; net: number; lines: Line[] };

let app: TestApp;
let branch_id: number;

beforeAll(async () => {
  if (!isThere) return;
  app = await startApp({ jobs: true });
  await makeAdmin(app);
  branch_id = (await makeBranch(app, 'Warehouse')).id;
});
afterAll(async () => {
  if (!isThere) return;
  await expectSound(app);
  await app.stop();
});

/** Puts vendors and products in, each in one statement. @returns their new ids by the set's own */
async function putMaster() {
  const { prisma } = app.services.database;
  const vendors = table('Vendor');
  const suppliers = await prisma.supplier.createManyAndReturn({
    data: vendors.map(({ Name = '' }) => ({ name: Name })),
    select: { id: true },
  });
  const goods = table('Product');
  const products = await prisma.product.createManyAndReturn({
    data: goods.map(({ Name = '' }) => ({ titles: { ar: '', en: Name, de: '' }, price: 1 })),
    select: { id: true },
  });
  const items = await prisma.product_item.createManyAndReturn({
    data: goods.map(({ ProductNumber = '' }, at) => ({
      product_id: products[at]?.id ?? 0,
      barcode: ProductNumber,
    })),
    select: { id: true },
  });
  return {
    supplierOf: new Map(
      vendors.map(({ BusinessEntityID = '' }, at) => [BusinessEntityID, suppliers[at]?.id ?? 0]),
    ),
    itemOf: new Map(goods.map(({ ProductID = '' }, at) => [ProductID, items[at]?.id ?? 0])),
  };
}

function ordersOf({ supplierOf, itemOf }: Awaited<ReturnType<typeof putMaster>>): Order[] {
  const lines = Map.groupBy(table('PurchaseOrderDetail'), (row) => row.PurchaseOrderID);
  return table('PurchaseOrderHeader').map((head) => ({
    supplier_id: supplierOf.get(head.VendorID ?? '') ?? 0,
    on_date: (head.OrderDate ?? '').slice(0, 10),
    net: Number(head.SubTotal),
    lines: (lines.get(head.PurchaseOrderID) ?? []).map((row) => ({
      item_id: itemOf.get(row.ProductID ?? '') ?? 0,
      ordered: Number(row.OrderQty),
      received: Number(row.ReceivedQty),
      rejected: Number(row.RejectedQty),
      stocked: Number(row.StockedQty),
      price: Number(row.UnitPrice),
    })),
  }));
}

const sum = (lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((all, line) => all + of(line), 0);

/** Sends an order, accepts what came of it, and takes out what is sent back. @returns what was ordered and is stocked */
async function replay({ supplier_id, on_date, lines }: Order) {
  const ctx = app.ctx();
  const itemsOf = (quantity: (line: Line) => number) =>
    lines.map((line) => ({
      item_id: line.item_id,
      branch_id,
      quantity: quantity(line),
      cost_value: line.price,
    }));
  const sent = await save(
    ctx,
    api.receipt.save.input.parse({ supplier_id, on_date, items: itemsOf(({ ordered }) => ordered) }),
  );
  const came = await save(
    ctx,
    api.receipt.save.input.parse({ id: sent.id, status: 1, items: itemsOf(({ received }) => received) }),
  );
  const back = lines.flatMap((line, at) =>
    line.rejected === 0 ? [] : [{ id: came.items[at]?.id, quantity: line.stocked }],
  );
  const kept =
    back.length === 0
      ? came
      : await updateReceipt(ctx, api.receipt.update.input.parse({ id: sent.id, items: back }));
  return { ordered: sent.net, id: sent.id, kept };
}

it.skipIf(!isThere)(
  'AdventureWorks purchase orders replayed as receipts keep the ordered, received, rejected and stocked quantities (skipped without shared/data)',
  { timeout: 3_600_000 },
  async () => {
    const all = ordersOf(await putMaster());
    expect([
      all.length,
      sum(
        all.flatMap(({ lines }) => lines),
        () => 1,
      ),
    ]).toEqual([4_012, 8_845]);
    const step = isFull ? 1 : Math.ceil(all.length / SAMPLE);
    const chosen = all.filter((_, at) => at % step === 0);
    const done = await crowd(chosen.length, 4, (at) => replay(chosen[at] as Order));

    for (const [at, { ordered, kept }] of done.entries()) {
      const { net, lines } = chosen[at] as Order;
      // shown in hundredths, half of one rounded up
      expect(Math.round(ordered * 100)).toBe(Math.round(Math.round(net * 10_000) / 100));
      expect(kept.quantity).toBe(sum(lines, ({ received, rejected }) => received - rejected));
      expect(kept.items.map(({ remaining_quantity }) => remaining_quantity)).toEqual(
        lines.map(({ stocked }) => stocked),
      );
    }
    const lines = chosen.flatMap((order) => order.lines);
    const { rows } = await app.services.database.pool.query<{
      item_id: number;
      on_hand: string;
      value: string;
    }>('SELECT item_id, on_hand, value FROM stock_level WHERE branch_id = $1', [branch_id]);
    const stocked = Map.groupBy(lines, ({ item_id }) => item_id);
    expect(rows).toHaveLength(stocked.size);
    for (const { item_id, on_hand, value } of rows) {
      const own = stocked.get(item_id) ?? [];
      expect(Number(on_hand)).toBe(sum(own, (line) => line.stocked));
      // prices have four decimals: ten-thousandths are whole
      expect(Math.round(Number(value) * 10_000)).toBe(
        sum(own, (line) => line.stocked * Math.round(line.price * 10_000)),
      );
    }
    const [bought] = (
      await app.services.database.pool.query<{ net: string }>(
        'SELECT sum(net) AS net FROM receipt WHERE status = 1',
      )
    ).rows;
    expect(Math.round(Number(bought?.net) * 10_000)).toBe(
      sum(lines, (line) => line.stocked * Math.round(line.price * 10_000)),
    );
  },
);

import { api, type Failure } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { save } from '../../src/modules/purchasing/receipt/save-receipt.ts';
import { updateReceipt } from '../../src/modules/purchasing/receipt/update-receipt.ts';
import { deductStock, restockReturnedLines } from '../../src/modules/stock/index.ts';
import { makeAdmin, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { makeSupplier } from '../receipts.ts';
import { levelOf, makeShelf, type Shelf, units } from '../stock.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const ROUNDS = sized(120, 1_000);
const SEEDS = sized(2, 10);

let app: TestApp;
let supplier_id: number;
beforeAll(async () => {
  app = await startApp({ now: () => NOW });
  await makeAdmin(app);
  supplier_id = await makeSupplier(app);
});
afterAll(() => app.stop());

/** Numbers that look like chance and come again for the same seed (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Line = { id: number; receipt: number; place: number; quantity: number };

it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
  'P8 receiving, selling, returning, editing and canceling in any order keeps every unit accounted for (seed %i)',
  { timeout: 600_000 },
  async (seed) => {
    const pick = chance(seed);
    const first = await makeShelf(app, { checks: false });
    const second = await makeShelf(app, { checks: false });
    const places: Shelf[] = [first, second, { ...first, branch_id: second.branch_id }];
    let lines: Line[] = [];
    const sales: { id: number; place: number; out: number }[] = [];
    const ctx = () => app.ctx();
    const at = (place: number) => places[place] ?? first;
    const days = [null, '2026-11-10', '2026-12-24', '2027-06-30'];

    const receive = async () => {
      const expected = Array.from({ length: 1 + pick(3) }, () => ({
        place: pick(places.length),
        quantity: 1 + pick(12),
      }));
      const { id, items } = await save(
        ctx(),
        api.receipt.save.input.parse({
          supplier_id,
          on_date: '2026-11-01',
          status: 1,
          items: expected.map(({ place, quantity }) => ({
            item_id: at(place).item_id,
            branch_id: at(place).branch_id,
            quantity,
            cost_value: 1 + pick(90) / 10,
            expire_date: days[pick(days.length)],
          })),
        }),
      );
      lines.push(...expected.map((line, n) => ({ ...line, receipt: id, id: items[n]?.id ?? 0 })));
    };
    const sell = async () => {
      const [id, place, quantity] = [unique(), pick(places.length), 1 + pick(9)];
      await ctx().tx((ctx) =>
        deductStock(ctx, { type: 'sale', id }, [{ ...at(place), quantity: units(quantity), line_id: 1 }]),
      );
      sales.push({ id, place, out: quantity });
    };
    const bringBack = async () => {
      const sale = sales[pick(Math.max(1, sales.length))];
      if (!sale || sale.out === 0) return;
      const quantity = 1 + pick(sale.out);
      const ref = { type: 'sale', id: sale.id };
      await ctx().tx((ctx) => restockReturnedLines(ctx, ref, [{ line_id: 1, quantity: units(quantity) }]));
      sale.out -= quantity;
    };
    const edit = async () => {
      const line = lines[pick(Math.max(1, lines.length))];
      if (!line) return;
      const place = pick(4) === 0 ? pick(places.length) : line.place;
      const quantity = pick(3) === 0 ? line.quantity : pick(15);
      const change = {
        id: line.receipt,
        force: 1,
        items: [
          {
            id: line.id,
            quantity,
            item_id: at(place).item_id,
            branch_id: at(place).branch_id,
            ...(pick(3) === 0 ? { cost_value: 1 + pick(90) / 10 } : {}),
            ...(pick(4) === 0 ? { expire_date: days[pick(days.length)] } : {}),
          },
        ],
      };
      try {
        await updateReceipt(ctx(), api.receipt.update.input.parse(change));
        Object.assign(line, { place, quantity });
      } catch (error) {
        // units that are gone hold their line where it is; expired ones that came back are written off
        expect(['receipt.line_used', 'stock.insufficient']).toContain((error as Failure).code);
      }
    };
    const cancel = async () => {
      const line = lines[pick(Math.max(1, lines.length))];
      if (!line) return;
      const id = line.receipt;
      const { items } = await updateReceipt(
        ctx(),
        api.receipt.update.input.parse({ id, status: -1, force: 1 }),
      );
      const { rows } = await app.services.database.pool.query<{ id: number; gone: number }>(
        `SELECT b.receipt_line_id AS id, (b.quantity - coalesce(sum(m.quantity) FILTER
           (WHERE m.target = 5 AND m.ref_type = 'receipt'), 0))::float8 AS gone
           FROM stock_batch b LEFT JOIN stock_movement m ON m.batch_id = b.id WHERE b.reciept_id = $1
          GROUP BY b.id`,
        [id],
      );
      expect(rows).toHaveLength(items.length);
      kept.push(
        ...lines
          .filter(({ receipt }) => receipt === id)
          .map((one) => ({
            ...one,
            quantity: rows.find((row) => row.id === one.id)?.gone ?? 0,
          })),
      );
      lines = lines.filter(({ receipt }) => receipt !== id);
    };
    const kept: Line[] = [];
    const works = [receive, sell, sell, sell, bringBack, edit, edit, edit];

    for (let round = 0; round < ROUNDS; round += 1) {
      const work = pick(25) === 0 ? cancel : (works[pick(works.length)] ?? receive);
      await work();
      if (round % 40 === 39) await expectSound(app);
    }
    await expectSound(app);
    for (const [place, shelf] of places.entries()) {
      const { on_hand, deficit } = await levelOf(app, shelf);
      const came = [...lines, ...kept].reduce(
        (all, line) => all + (line.place === place ? line.quantity : 0),
        0,
      );
      const out = sales.reduce((all, sale) => all + (sale.place === place ? sale.out : 0), 0);
      const { rows } = await app.services.database.pool.query<{ off: number }>(
        `SELECT coalesce(sum(m.quantity), 0)::float8 AS off FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
          WHERE m.target = 5 AND m.ref_type = 'sale' AND b.item_id = $1 AND b.branch_id = $2`,
        [shelf.item_id, shelf.branch_id],
      );
      // what came, less what is out and what came back expired, stands on the shelf or is owed
      expect(on_hand - deficit, `place ${place}`).toBe(came - out - (rows[0]?.off ?? 0));
    }
  },
);

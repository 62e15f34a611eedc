import { addDays } from '@dukkan/commerce';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { purchasing } from '../../../../test/receipts.ts';
import { selling } from '../../../../test/sales.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** What a batch says of its time and worth. */
async function readBatch(id: number) {
  const { created_at, sold_days, remaining_quantity, cost_value, expire_date, expired } =
    await app.services.database.prisma.stock_batch.findUniqueOrThrow({ where: { id } });
  const numbers = [sold_days, remaining_quantity, cost_value].map(Number);
  return { day: created_at.getTime(), numbers, expire_date, expired };
}

/** A receipt of ten units that is sold from, is given back in part, and has this date. */
async function buy(on_date: string) {
  const shop = selling(app, admin);
  const bought = await purchasing(app, admin).accepted(undefined, { head: { on_date } });
  await app.services.database.prisma.product_item.updateMany({
    where: { product_id: bought.shelf.product_id },
    data: { price: 10 },
  });
  return { ...bought, shop };
}

test('an accepted receipt whose date moves back and forth equals one entered with that date', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const days = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(days, fc.integer({ min: 0, max: 6 }), async (moves, units) => {
      const edited = await buy(addDays(today, -3));
      const fresh = await buy(addDays(today, -(moves.at(-1) ?? 0)));
      for (const one of [edited, fresh])
        if (units > 0) await one.shop.standing(one.shelf, units, 'delivered');
      for (const back of moves) {
        const reply = await purchasing(app, admin).update({ id: edited.id, on_date: addDays(today, -back) });
        expect(reply.status, reply.text).toBe(200);
      }
      const [one, two] = [await readBatch(edited.batch), await readBatch(fresh.batch)];
      expect(one.day).toBe(two.day);
      expect(one.numbers.slice(1)).toEqual(two.numbers.slice(1));
      // the sales were some milliseconds apart
      expect(Math.abs((one.numbers[0] ?? 0) - (two.numbers[0] ?? 0))).toBeLessThan(0.01);
      expect([one.expire_date, one.expired]).toEqual([two.expire_date, two.expired]);
    }),
    { numRuns: 12 },
  );
});

test('a receipt date moved after its sales and back restores the days in stock', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { id, batch, shelf, shop } = await buy(addDays(today, -5));
  const sold = await shop.standing(shelf, 4, 'delivered');
  const { prisma } = app.services.database;
  await prisma.stock_use.updateMany({
    where: { ref_id: sold.id, batch_id: batch },
    data: { created_at: new Date(Date.now() - 3 * 86_400_000) },
  });
  const update = (on_date: string) => purchasing(app, admin).update({ id, on_date });
  await update(addDays(today, -6));
  const before = await readBatch(batch);
  await update(addDays(today, -1));
  expect((await readBatch(batch)).numbers[0]).toBe(0);
  await update(addDays(today, -6));
  expect(await readBatch(batch)).toEqual(before);
});

import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { mobile, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = (await makeAdmin(app)).token;
});
afterAll(() => app.stop());

/** Units sold at one price: what stands in an order, whatever the goods cost since. */
type Sold = { readonly item_id: number; readonly unit: number; readonly quantity: number };

const step = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), of: fc.nat(1), price: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('sold' as const), of: fc.nat(1), status: fc.constantFrom(0, 1) }),
  fc.record({
    kind: fc.constant('quantity' as const),
    of: fc.nat(9),
    quantity: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('goodwill' as const), amount: fc.integer({ min: 0, max: 3 }) }),
  fc.record({
    kind: fc.constant('notes' as const),
    notes: fc.constantFrom('Ring twice', 'Leave at the door'),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const sorted = (rows: readonly Sold[]) =>
  [...Map.groupBy(rows, ({ item_id, unit }) => `${item_id} at ${unit}`)]
    .map(([name, same]) => [name, same.reduce((all, { quantity }) => all + quantity, 0)] as const)
    .filter(([, quantity]) => quantity > 0)
    .toSorted(([a], [b]) => a.localeCompare(b));

const reserved = async (id: number) => {
  const { prisma } = app.services.database;
  const held = await prisma.stock_reservation.aggregate({
    where: { ref_type: 'order', ref_id: id },
    _sum: { quantity: true },
  });
  return Number(held._sum.quantity ?? 0);
};

/** An order of two products, edited step by step beside a model of what was sold at which price. */
async function play(steps: readonly Step[]): Promise<void> {
  const { prisma } = app.services.database;
  const first = await stocked(app, 200);
  const shelves: readonly Shelf[] = [first, await stocked(app, 200, { branch_id: first.branch_id })];
  const price = [10, 10];
  const isSold = [1, 1];
  const made = await app.call(
    api.order.make,
    {
      branch_id: first.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: shelves.map(({ item_id }) => ({ item_id, quantity: 2 })),
    },
    { token },
  );
  expect(made.status, made.text).toBe(200);
  const { id } = made.results;
  let model: Sold[] = shelves.map(({ item_id }) => ({ item_id, unit: 10, quantity: 2 }));
  let goodwill = 0;
  let notes: string | null = null;
  for (const move of steps) {
    const { results: order } = await app.call(api.order.show, { id }, { token });
    if (move.kind === 'price' || move.kind === 'sold') {
      const data = move.kind === 'price' ? { price: move.price } : { status: move.status };
      if (move.kind === 'price') price[move.of] = move.price;
      else isSold[move.of] = move.status;
      await prisma.product.update({ where: { id: shelves[move.of]?.product_id ?? 0 }, data });
    } else if (move.kind === 'quantity') {
      const at = move.of % order.lines.length;
      const line = order.lines[at];
      if (!line) throw new Error('an order without lines');
      const cart = order.lines.map((row, index) => ({
        id: row.id,
        item_id: row.item_id,
        quantity: index === at ? move.quantity : row.quantity,
      }));
      const saved = await app.call(api.order.save, { id, version: order.version, cart }, { token });
      const more = move.quantity - line.quantity;
      const of = shelves.findIndex(({ item_id }) => item_id === line.item_id);
      if (more > 0 && isSold[of] === 0) expect(saved.status, saved.text).toBeGreaterThanOrEqual(400);
      else {
        expect(saved.status, saved.text).toBe(200);
        const unit = more > 0 ? (price[of] ?? 0) : line.unit_price;
        model = [...model, { item_id: line.item_id ?? 0, unit, quantity: more }];
      }
    } else {
      const change =
        move.kind === 'notes'
          ? { notes: move.notes }
          : { discount: move.amount === 0 ? null : move.amount, discount_type: 'fixed' as const };
      const saved = await app.call(api.order.save, { id, version: order.version, ...change }, { token });
      expect(saved.status, saved.text).toBe(200);
      if (move.kind === 'notes') notes = move.notes;
      else goodwill = move.amount;
    }
    const { results: now } = await app.call(api.order.show, { id }, { token });
    expect(
      sorted(
        now.lines.map(({ item_id, unit_price, quantity }) => ({
          item_id: item_id ?? 0,
          unit: unit_price,
          quantity,
        })),
      ),
    ).toEqual(sorted(model));
    const units = now.lines.reduce((all, { quantity }) => all + quantity, 0);
    const sum = model.reduce((all, { unit, quantity }) => all + unit * quantity, 0);
    expect([now.due, now.notes, await reserved(id)]).toEqual([sum - Math.min(goodwill, sum), notes, units]);
  }
}

test('random edits under changing prices never change the price of units already in an order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => play(steps)),
    { numRuns: 12, endOnFailure: true },
  );
  await expectSound(app);
});

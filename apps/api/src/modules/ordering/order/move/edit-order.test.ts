import { api } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { STATUS } from '../../../../../test/orders.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { makeCoupon, mobile, stocked } from '../../../../../test/sales.ts';

let app: TestApp;
let token: string;
let cash: number;
beforeAll(async () => {
  app = await startApp();
  token = (await makeAdmin(app)).token;
  cash = (await app.services.database.prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } })).id;
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const save = (id: number, more: object) => app.call(api.order.save, { id, ...more }, { token });
const show = async (id: number) => (await app.call(api.order.show, { id }, { token })).results;

/** An order of two items of one branch, `stock` units each, with a coupon. */
async function makeOrder(stock = 20) {
  const one = await stocked(app, stock);
  const two = await stocked(app, stock, { branch_id: one.branch_id });
  const coupon = await makeCoupon(app);
  const { results } = await app.call(
    api.order.make,
    {
      branch_id: one.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      payment_id: cash,
      coupon: coupon.code,
      cart: [one, two].map(({ item_id }) => ({ item_id, quantity: 3 })),
    },
    { token },
  );
  return { shelves: [one, two] as const, coupon, order: results };
}

const edit = fc.record({
  quantities: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 8 })),
  discount: fc.option(fc.integer({ min: 0, max: 3 })),
  raised: fc.integer({ min: 0, max: 20 }),
  isDisabled: fc.boolean(),
  isCouponOver: fc.boolean(),
  pays: fc.boolean(),
});

test('a preview of an order change equals the saved result, and units that stay keep their price', async () => {
  const { prisma } = app.services.database;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      const { shelves, coupon, order } = await makeOrder();
      const unit = new Map(order.lines.map(({ item_id, unit_price }) => [item_id, unit_price]));
      let before = order;
      for (const { quantities, discount, raised, isDisabled, isCouponOver, pays } of edits) {
        if (pays && before.open_amount > 0)
          await save(order.id, { payments: [{ payment_id: cash, amount: before.open_amount }] });
        for (const { product_id } of shelves)
          await prisma.product.update({
            where: { id: product_id },
            data: { price: { increment: raised }, status: isDisabled ? 0 : 1 },
          });
        if (isCouponOver) await prisma.offer.update({ where: { id: coupon.id }, data: { status: 0 } });
        const cart = shelves.flatMap(({ item_id }, n) =>
          quantities[n] ? [{ item_id, quantity: quantities[n] }] : [],
        );
        const change = { cart, ...(discount === null ? {} : { discount, discount_type: 'fixed' }) };
        const preview = await app.call(api.order.price, { order_id: order.id, ...change }, { token });
        const saved = await save(order.id, change);
        if (saved.status !== 200) {
          // refused as a whole: the order is as it was
          const { lines, due, paid_amount } = await show(order.id);
          const stored = await show(order.id);
          expect({ lines, due, paid_amount }).toEqual({
            lines: stored.lines,
            due: before.due,
            paid_amount: stored.paid_amount,
          });
          expect(isDisabled).toBe(true);
          continue;
        }
        const { results } = saved;
        expect(preview.results.change).toMatchObject({ due: results.due, open_amount: results.open_amount });
        expect(preview.results.dropped).toEqual(results.dropped ?? []);
        expect(results.due).toBeCloseTo(results.paid_amount + results.open_amount, 6);
        for (const { item_id, quantity } of cart) {
          const kept = before.lines.filter((line) => line.item_id === item_id);
          const stood = kept.reduce((all, line) => all + line.quantity, 0);
          const oldest = results.lines.find((line) => line.item_id === item_id);
          if (stood > 0) expect(oldest?.unit_price).toBe(kept[0]?.unit_price ?? unit.get(item_id));
          const now = results.lines.filter((line) => line.item_id === item_id);
          expect(now.reduce((all, line) => all + line.quantity, 0)).toBe(quantity);
        }
        before = results;
      }
    }),
    { numRuns: 12, verbose: true },
  );
  await expectSound(app);
}, 120_000);

test('a change and a payment at the same time are both kept, in either order', async () => {
  const { shelves, order } = await makeOrder();
  const cart = [{ item_id: shelves[0].item_id, quantity: 5 }];
  const [changed, paid] = await Promise.all([
    save(order.id, { cart }),
    save(order.id, { payments: [{ payment_id: cash, amount: 1 }] }),
  ]);
  expect([changed.status, paid.status]).toEqual([200, 200]);
  const { due, paid_amount, open_amount, lines } = await show(order.id);
  expect(paid_amount).toBe(1);
  expect(open_amount).toBeCloseTo(due - 1, 6);
  expect(lines.map(({ item_id }) => item_id).every((id) => id === shelves[0].item_id)).toBe(true);
  await expectSound(app);
});

test('a change at the same time as sending the order is either made completely before it or refused', async () => {
  const { shelves, order } = await makeOrder();
  await save(order.id, { status_id: STATUS.confirmed });
  const cart = [{ item_id: shelves[0].item_id, quantity: 1 }];
  const [changed, sent] = await Promise.all([
    save(order.id, { cart }),
    save(order.id, { status_id: STATUS.packing }),
  ]);
  expect(sent.status).toBe(200);
  expect([200, 409]).toContain(changed.status);
  const { lines, edit_reason } = await show(order.id);
  expect(edit_reason).toBe('sent');
  const quantity = lines.reduce((all, line) => all + line.quantity, 0);
  expect(quantity).toBe(changed.status === 200 ? 1 : 6);
  await expectSound(app);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { levelOf, makeShelf, type Shelf, stockUp } from '../../../../test/stock.ts';
import { createSystemCtx } from '../../../core/ctx.ts';

let app: TestApp;
let admin: { token: string; id: number };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const ctx = () => createSystemCtx(app.services, 'test');
const phone = () => `+97434${String(unique()).padStart(6, '0').slice(-6)}`;
const as = (token: string) => ({ token });

/** A delivered, paid order of so many units at 10.00 each, that cost 3.00. */
async function delivered(
  stock: number,
  {
    step = 1,
    quantity = stock,
    ...more
  }: { step?: number; quantity?: number; [field: string]: unknown } = {},
): Promise<{ id: number; shelf: Shelf }> {
  const shelf = await makeShelf(app, { stepper: step });
  await stockUp(ctx(), shelf, stock, 3);
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: phone() },
      cart: [{ item_id: shelf.item_id, quantity }],
      ...more,
    },
    as(admin.token),
  );
  expect(made.status, JSON.stringify(made)).toBe(200);
  const { id } = made.results;
  expect((await app.call(api.order.save, { id, status_id: 6 }, as(admin.token))).status).toBe(200);
  return { id, shelf };
}

const giveBack = (order_id: number, items: object[], more: object = {}, token = admin.token) =>
  app.call(api.orderReturn.make, { order_id, items, ...more } as never, as(token));

const orderOf = async (id: number) => (await app.call(api.order.show, { id }, as(admin.token))).results;

describe('returns', () => {
  test('a return of a product sold in whole pieces takes whole pieces, and the remainder can always be returned', async () => {
    const { id, shelf } = await delivered(3);
    const refused = await giveBack(id, [{ item_id: shelf.item_id, quantity: 0.5 }]);
    expect([refused.status, Object.keys(refused.failure.errors)]).toEqual([422, ['items.0.quantity']]);
    expect(JSON.stringify(refused.failure.errors)).toContain('multiple of 1.');
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    await app.services.database.prisma.product.update({
      where: { id: shelf.product_id },
      data: { stepper: 2 },
    });
    expect((await giveBack(id, [{ item_id: shelf.item_id, quantity: 2 }])).status).toBe(200);
    expect((await giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }])).status).toBe(200);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 3 });
  });

  test('a return uses the step in which the line was sold, not the current one', async () => {
    const { id, shelf } = await delivered(2, { step: 0.5, quantity: 1.5 });
    await app.services.database.prisma.product.update({
      where: { id: shelf.product_id },
      data: { stepper: 1 },
    });
    expect((await orderOf(id)).lines[0]?.stepper).toBe(0.5);
    const back = (quantity: number) => giveBack(id, [{ item_id: shelf.item_id, quantity }]);
    expect((await back(0.3)).status).toBe(422);
    expect((await back(0.5)).status).toBe(200);
    expect((await orderOf(id)).lines[0]?.returned_quantity).toBe(0.5);
  });

  test('the delivery alone can be returned once, when all items are back', async () => {
    const method = await app.services.database.prisma.delivery_method.create({
      data: { code: `courier-${unique()}`, titles: { en: 'Courier' }, inhouse: 0, delivery_cost: 15 },
      select: { id: true },
    });
    const { id, shelf } = await delivered(2, { type: 'delivery', delivery_id: method.id });
    const goods = (quantity: number) => giveBack(id, [{ item_id: shelf.item_id, quantity }]);
    const delivery = () => giveBack(id, [], { refund_delivery: 1 });
    await goods(1);
    expect((await delivery()).results).toMatchObject({ code: 'return.empty' });
    await goods(1);
    expect((await giveBack(id, [])).results).toMatchObject({ code: 'return.empty' });
    const alone = await delivery();
    expect([alone.status, alone.results.delivery, alone.results.refund, alone.results.lines]).toEqual([
      200,
      15,
      15,
      [],
    ]);
    expect(await orderOf(id)).toMatchObject({ returned_value: 35, paid_amount: 0, open_amount: 0 });
    expect((await delivery()).results).toMatchObject({ code: 'return.empty' });
    const undone = await app.call(api.orderReturn.remove, { id: alone.results.id }, as(admin.token));
    expect(undone.results).toEqual({ deleted: 1 });
    expect(await orderOf(id)).toMatchObject({ returned_value: 20, paid_amount: 15 });
    const both = await Promise.all([delivery(), delivery()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('a return refunds exactly what was paid, third by third (vector V2.8), and restores the units with their cost', async () => {
    const { id, shelf } = await delivered(3, { discount: 20, discount_type: 'fixed' });
    const refunds: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { status, results } = await giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }]);
      expect(status, JSON.stringify(results)).toBe(200);
      refunds.push(results.refund);
    }
    expect(refunds).toEqual([3.33, 3.34, 3.33]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 3, value: 9 });
    expect(await orderOf(id)).toMatchObject({
      returned_value: 10,
      paid_amount: 0,
      open_amount: 0,
      cost: 0,
      profit: 0,
    });
    expect(await giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }])).toMatchObject({
      status: 409,
      results: { code: 'return.over' },
    });
    await expectSound(app);
  });

  test('a return stops at the first line with quantity 0 and is refused when nothing remains', async () => {
    const { id, shelf } = await delivered(2);
    const line = { item_id: shelf.item_id };
    expect(
      await giveBack(id, [
        { ...line, quantity: 0 },
        { ...line, quantity: 1 },
      ]),
    ).toMatchObject({
      status: 422,
      results: { code: 'return.empty' },
    });
    const { results } = await giveBack(id, [
      { ...line, quantity: 1 },
      { ...line, quantity: 0 },
      { ...line, quantity: 1 },
    ]);
    expect(results.lines).toHaveLength(1);
  });

  test('a return of damaged units writes them off', async () => {
    const { id, shelf } = await delivered(2);
    await giveBack(id, [{ item_id: shelf.item_id, quantity: 1, restock: 0 }]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    await expectSound(app);
  });

  test('a return can be undone on its day while its units are there, and not after they were sold', async () => {
    const { id, shelf } = await delivered(2);
    const first = (await giveBack(id, [{ item_id: shelf.item_id, quantity: 2 }])).results;
    const undone = await app.call(api.orderReturn.remove, { id: first.id }, as(admin.token));
    expect(undone.results).toEqual({ deleted: 1 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
    expect(await orderOf(id)).toMatchObject({ returned_value: 0, paid_amount: 20, paid: 1, cost: 6 });
    await expectSound(app);
    const second = (await giveBack(id, [{ item_id: shelf.item_id, quantity: 2 }])).results;
    const sold = await app.call(
      api.order.make,
      { branch_id: shelf.branch_id, type: 'take_away', cart: [{ item_id: shelf.item_id, quantity: 1 }] },
      as(admin.token),
    );
    expect(sold.status).toBe(200);
    expect(await app.call(api.orderReturn.remove, { id: second.id }, as(admin.token))).toMatchObject({
      status: 409,
      results: { code: 'return.units_gone' },
    });
    await expectSound(app);
  });

  test('undoing a return whose refund is pending cancels the refund and books no other payment', async () => {
    const { id, shelf } = await delivered(2);
    const give = async () => (await giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }])).results;
    const undo = async (return_id: number) =>
      expect((await app.call(api.orderReturn.remove, { id: return_id }, as(admin.token))).status).toBe(200);
    const money = async () => {
      const { results } = await app.call(api.orderPayment.list, { order_id: id }, as(admin.token));
      return results.map(({ amount, status }) => [amount, status]).toReversed();
    };
    await undo((await give()).id);
    expect(await money()).toEqual([
      [20, 'received'],
      [-10, 'voided'],
    ]);
    expect(await orderOf(id)).toMatchObject({ paid_amount: 20, paid: 1, open_amount: 0 });
    // what was paid out comes in again
    const second = await give();
    const { results: waiting } = await app.call(
      api.orderPayment.list,
      { order_id: id, status: 'pending' },
      as(admin.token),
    );
    await app.call(api.orderPayment.settle, { id: waiting[0]?.id }, as(admin.token));
    await undo(second.id);
    expect((await money()).slice(2)).toEqual([
      [-10, 'refunded'],
      [10, 'received'],
    ]);
    // all of it may still go back
    const all = await giveBack(id, [{ item_id: shelf.item_id, quantity: 2 }]);
    expect(all.results.refund).toBe(20);
    expect(await orderOf(id)).toMatchObject({ paid_amount: 0 });
    await expectSound(app);
  });

  test('ten concurrent returns of the last unit return it once', async () => {
    const { id, shelf } = await delivered(1);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }])),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 1 });
    await expectSound(app);
  });

  test.each([
    ['asks for one', { refund_force_auth: true }],
    // as its page shows it
    ['never said that it does not', {}],
  ])(
    "a return needs a manager's approval where the branch %s, and a wrong password changes nothing",
    async (_, said) => {
      const { id, shelf } = await delivered(2);
      const { prisma } = app.services.database;
      await prisma.branch.update({
        where: { id: shelf.branch_id },
        data: { settings: { ...said, timezone: 'Asia/Qatar' } },
      });
      const clerk = await makePerson(app, { permissions: ['orders'], branch_id: shelf.branch_id });
      const manager = await makePerson(app, {
        // as the role of a branch manager says it
        permissions: ['branchs.save', 'orders'],
        branch_id: shelf.branch_id,
        password: 'Manager!2026',
      });
      const items = [{ item_id: shelf.item_id, quantity: 1 }];
      expect(await giveBack(id, items, {}, clerk.token)).toMatchObject({
        status: 403,
        results: { code: 'return.needs_approval' },
      });
      const approval = { email: manager.email, password: 'wrong' };
      expect((await giveBack(id, items, { approval }, clerk.token)).status).toBe(422);
      expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 0 });
      const colleague = await makePerson(app, {
        permissions: ['orders'],
        branch_id: shelf.branch_id,
        password: 'Manager!2026',
      });
      const word = { email: colleague.email, password: 'Manager!2026' };
      expect(await giveBack(id, items, { approval: word }, clerk.token)).toMatchObject({ status: 403 });
      const right = { email: manager.email, password: 'Manager!2026' };
      const { results } = await giveBack(id, items, { approval: right }, clerk.token);
      expect(results).toMatchObject({ refund: 10, approver_name: expect.any(String) });
      // their own word needs no second one
      expect((await giveBack(id, items, {}, manager.token)).status).toBe(200);
    },
  );
});

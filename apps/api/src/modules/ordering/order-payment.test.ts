import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { expectSound } from '../../../test/promises/soundness.ts';
import { mobile, stocked } from '../../../test/sales.ts';
import { makeShelf, type Shelf } from '../../../test/stock.ts';

let app: TestApp;
let admin: { token: string };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** A paid order that is canceled: cash outside of a till waits to be given back. */
async function refundOf(): Promise<{ order_id: number; id: number; shelf: Shelf }> {
  const shelf = await stocked(app, 3);
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      paid: 1,
    },
    { token: admin.token },
  );
  const order_id = made.results.id;
  const canceled = await app.call(api.order.save, { id: order_id, status_id: 11 }, { token: admin.token });
  expect(canceled.results, JSON.stringify(canceled)).toMatchObject({
    status_value: -1,
    paid: 0,
    paid_amount: 0,
  });
  const { results } = await app.call(api.orderPayment.list, { order_id, refund: 1 }, { token: admin.token });
  expect(results).toMatchObject([{ amount: -20, status: 'pending', actions: ['settle'] }]);
  return { order_id, id: results[0]?.id ?? 0, shelf };
}

describe('money that is to go back', () => {
  test('is paid out once, whoever clicks at the same moment', async () => {
    const { id, order_id } = await refundOf();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => app.call(api.orderPayment.settle, { id }, { token: admin.token })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(4);
    const { results } = await app.call(api.orderPayment.list, { order_id }, { token: admin.token });
    expect(results.map(({ amount, status }) => [amount, status])).toEqual([
      [-20, 'refunded'],
      [20, 'received'],
    ]);
    await expectSound(app);
  });

  test('is seen and settled only by who holds payments, in their own branch', async () => {
    const { id, shelf } = await refundOf();
    const other = await makeShelf(app);
    const seller = await makePerson(app, { permissions: ['orders'], branch_id: shelf.branch_id });
    const foreign = await makePerson(app, { permissions: ['payments'], branch_id: other.branch_id });
    const own = await makePerson(app, { permissions: ['payments'], branch_id: shelf.branch_id });
    const settle = (token: string) => app.call(api.orderPayment.settle, { id }, { token });
    expect((await settle(seller.token)).status).toBe(403);
    expect((await settle(foreign.token)).status).toBe(404);
    expect((await app.call(api.orderPayment.list, {}, { token: foreign.token })).results).toEqual([]);
    expect((await settle(own.token)).results).toMatchObject({ status: 'refunded' });
  });
});

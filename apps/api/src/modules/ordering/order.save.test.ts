import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { mobile, stocked } from '../../../test/sales.ts';
import type { Shelf } from '../../../test/stock.ts';

let app: TestApp;
let admin: { token: string; id: number };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const makeFor = (shelf: Shelf, more: object = {}) =>
  app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      ...more,
    },
    { token: admin.token },
  );
const save = (id: number, more: object) => app.call(api.order.save, { id, ...more }, { token: admin.token });
const show = async (id: number) =>
  (await app.call(api.order.show, { id }, { token: admin.token })).results as Record<string, unknown>;

describe('what an order is sold for', () => {
  test.each([{}, { discount: 1 }, { discount: 10, discount_type: 'percent' }])(
    'stays when it is sent back as it was shown, whatever the product costs by then: %o',
    async (reduction) => {
      const shelf = await stocked(app, 5);
      const { id, due } = (await makeFor(shelf, reduction)).results;
      await app.services.database.prisma.product.update({
        where: { id: shelf.product_id },
        data: { price: { increment: 10 } },
      });
      const { lines, discount, discount_type } = await show(id);
      const sent = await save(id, { discount, discount_type, notes: 'By the back door' });
      expect(sent.status).toBe(200);
      expect(await show(id)).toMatchObject({ due, lines, notes: 'By the back door' });
      // another reduction is another price
      const cheaper = await save(id, { discount: 2, discount_type: 'fixed' });
      expect(cheaper.results.due).not.toBe(due);
    },
  );
});

describe('when an order is promised', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const inMinutes = async (minutes: number) => {
    const { prisma } = app.services.database;
    const shelf = await stocked(app, 5);
    const { id } = await prisma.delivery_method.create({
      data: {
        code: `ours-${unique()}`,
        titles: { ar: 'نا', en: 'By us', de: 'Wir' },
        inhouse: 0,
        delivery_cost: 0,
        delivery_minutes: minutes,
        branches: { create: { branch_id: shelf.branch_id } },
      },
    });
    return { shelf, delivery_id: id };
  };
  const place = { area_no: '26', street: '835', home_no: '12' };

  test('stays when nothing is said of it, or what stands already', async () => {
    const { shelf, delivery_id } = await inMinutes(45);
    const client = { name: 'Nora', phone: mobile(), ...place };
    const { id, promised_at } = (await makeFor(shelf, { type: 'delivery', delivery_id, client })).results;
    expect(promised_at).toBeTypeOf('string');
    for (const preferred_at of [null, '', undefined])
      expect((await save(id, { preferred_at, notes: 'x' })).results.promised_at).toBe(promised_at);
  });

  test('is as wanted, and as soon as can be when it is wanted at no time any more', async () => {
    const { shelf, delivery_id } = await inMinutes(45);
    const client = { name: 'Nora', phone: mobile(), ...place };
    const { id } = (await makeFor(shelf, { type: 'delivery', delivery_id, client })).results;
    const wanted = hours(30);
    expect((await save(id, { preferred_at: wanted })).results).toMatchObject({
      preferred_at: wanted,
      promised_at: wanted,
    });
    const { promised_at, preferred_at } = (await save(id, { preferred_at: null })).results;
    expect(preferred_at).toBeNull();
    const minutes = (Date.parse(promised_at ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(43);
    expect(minutes).toBeLessThanOrEqual(45);
  });
});

test('payments that were told are not taken again, and a driver who left stays where they were', async () => {
  const shelf = await stocked(app, 5);
  const { prisma } = app.services.database;
  const { id: payment_id } = await prisma.payment_method.findFirstOrThrow({ where: { type: 'cash' } });
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: shelf.branch_id });
  const { id } = (await makeFor(shelf, { recurring: 1, driver_id: driver.id })).results;
  const paid = await save(id, { payments: [{ payment_id, amount: 5 }] });
  expect(paid.results).toMatchObject({ paid_amount: 5, driver_id: driver.id });
  await prisma.account.update({ where: { id: driver.id }, data: { status: 0 } });
  const shown = await show(id);
  const again = await save(id, shown);
  expect([again.status, again.results.paid_amount]).toEqual([200, 5]);
  const moving = { version: Number(shown.version) + 1, updated_at: expect.any(String) };
  expect(await show(id)).toEqual({ ...shown, ...moving });
  const more = await save(id, { payments: [...(shown.payments as object[]), { payment_id, amount: 2 }] });
  expect(more.results.paid_amount).toBe(7);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { STATUS } from '../../../../../test/orders.ts';
import { mobile, stocked } from '../../../../../test/sales.ts';
import type { Shelf } from '../../../../../test/stock.ts';

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

describe('the price of an order', () => {
  test.each([{}, { discount: 1 }, { discount: 10, discount_type: 'percent' }])(
    'an order sent back as it was answered keeps its price, whatever the product costs now: %o',
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
      // another reduction comes off what the goods were sold for
      const cheaper = await save(id, { discount: 3, discount_type: 'fixed' });
      expect(cheaper.results.due).toBe(20 - 3);
    },
  );
});

describe('the promised time of an order', () => {
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

  test('the promised time of an order stays when it is not sent or sent unchanged', async () => {
    const { shelf, delivery_id } = await inMinutes(45);
    const client = { name: 'Nora', phone: mobile(), ...place };
    const { id, promised_at } = (await makeFor(shelf, { type: 'delivery', delivery_id, client })).results;
    expect(promised_at).toBeTypeOf('string');
    for (const preferred_at of [null, '', undefined])
      expect((await save(id, { preferred_at, notes: 'x' })).results.promised_at).toBe(promised_at);
  });

  test('the promised time follows the preferred time, and is the earliest possible when that is removed', async () => {
    const { shelf, delivery_id } = await inMinutes(45);
    const client = { name: 'Nora', phone: mobile(), ...place };
    const { id } = (await makeFor(shelf, { type: 'delivery', delivery_id, client })).results;
    const preferredAt = hours(30);
    expect((await save(id, { preferred_at: preferredAt })).results).toMatchObject({
      preferred_at: preferredAt,
      promised_at: preferredAt,
    });
    const { promised_at, preferred_at } = (await save(id, { preferred_at: null })).results;
    expect(preferred_at).toBeNull();
    const minutes = (Date.parse(promised_at ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(43);
    expect(minutes).toBeLessThanOrEqual(45);
  });
});

test('repeated payments are not booked again, and a driver who has been deleted stays on the order', async () => {
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

test('an order marked as paid on the dashboard is paid by cash on delivery where the branch accepts it', async () => {
  const shelf = await stocked(app, 5);
  const { prisma } = app.services.database;
  const [cash, cod, card] = await Promise.all(
    (['cash', 'cod', 'card'] as const).map((code) =>
      prisma.payment_method.findFirstOrThrow({ where: { code } }).catch(() => null),
    ),
  );
  expect(cash?.id).not.toBe(cod?.id);
  const { id } = (await makeFor(shelf, card ? { payment_id: card.id } : {})).results;
  expect((await save(id, { paid: 1 })).results).toMatchObject({ paid: 1, payment_id: cod?.id });
});

test('an order in another currency is not priced again', async () => {
  const shelf = await stocked(app, 5);
  const { id, due } = (await makeFor(shelf)).results;
  const { prisma } = app.services.database;
  await prisma.order.update({ where: { id }, data: { currency: 'KWD' } });
  const cart = [{ item_id: shelf.item_id, quantity: 3 }];
  expect(await save(id, { cart })).toMatchObject({ status: 409, failure: { code: 'order.not_editable' } });
  expect((await save(id, { notes: 'Still there' })).results.due).toBe(due);
});

test('the cart of an order can be changed only while no provider payment is pending', async () => {
  const shelf = await stocked(app, 5);
  const { id } = (await makeFor(shelf)).results;
  const actions = async () => (await show(id)).actions as string[];
  expect(await actions()).toContain('edit');
  const { prisma } = app.services.database;
  const { id: payment_id } = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } });
  await prisma.order_payment.create({
    data: { order_id: id, payment_id, amount: 5, status: 'pending', holder: 'partner' },
  });
  expect(await actions()).not.toContain('edit');
  const cart = [{ item_id: shelf.item_id, quantity: 3 }];
  expect((await save(id, { cart })).failure.code).toBe('order.not_editable');
});

test('a series that ended with a canceled order continues when the order is reopened', async () => {
  const shelf = await stocked(app, 5);
  const { id } = (await makeFor(shelf, { recurring: 1 })).results;
  const { prisma } = app.services.database;
  const next = async () =>
    (await prisma.order.findUniqueOrThrow({ where: { id } })).next_at?.getTime() ?? null;
  const preferredAt = await next();
  expect(preferredAt).not.toBeNull();
  await save(id, { status_id: STATUS.canceled, series: 'all' });
  expect(await next()).toBeNull();
  await save(id, { status_id: STATUS.waiting, force: true });
  expect(await next()).toBe(preferredAt);
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { expectSound } from '../../../../test/promises/soundness.ts';
import { mobile, stocked } from '../../../../test/sales.ts';
import { levelOf } from '../../../../test/stock.ts';
import { cancelUnpaidOrders, createRecurringOrders } from '../index.ts';

let app: TestApp;
let admin: { token: string; id: number };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const DAY = 86_400_000;

const orders = (client_phone: string) =>
  app.services.database.prisma.order.findMany({ where: { client_phone }, orderBy: { id: 'asc' } });

describe('unpaid online orders', () => {
  test('an online order that is not paid in time is canceled and releases its stock, and one at the counter is not', async () => {
    const shelf = await stocked(app, 5);
    const { prisma } = app.services.database;
    const online = await prisma.payment_method.create({
      data: {
        code: `online${unique()}`,
        titles: { ar: 'بطاقة', en: 'Online', de: 'Online' },
        type: 'online',
      },
    });
    await prisma.branch_payment.create({ data: { branch_id: shelf.branch_id, payment_id: online.id } });
    const customer = await makePerson(app, { phone: mobile() });
    const cart = [{ item_id: shelf.item_id, quantity: 2 }];
    const body = { branch_id: shelf.branch_id, type: 'take_away' as const, cart, payment_id: online.id };
    const made = await app.call(api.order.make, body, { token: customer.token });
    expect(made.status, JSON.stringify(made)).toBe(200);
    const kept = await app.call(
      api.order.make,
      { ...body, client: { name: 'Nora', phone: mobile() } },
      { token: admin.token },
    );
    await cancelUnpaidOrders(app.services);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 4 });
    await prisma.order.updateMany({
      where: { id: { in: [made.results.id] } },
      data: { expires_at: new Date(Date.now() - 1_000) },
    });
    await cancelUnpaidOrders(app.services);
    const after = await prisma.order.findMany({
      where: { id: { in: [made.results.id, kept.results.id] } },
      orderBy: { id: 'asc' },
    });
    expect(after.map(({ status_value }) => status_value)).toEqual([-1, 0]);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 2 });
    await expectSound(app);
  });
});

describe('recurring orders', () => {
  test('a recurring order creates its next order at the same local time, at current prices, once', async () => {
    const shelf = await stocked(app, 9);
    const who = mobile();
    const made = await app.call(
      api.order.make,
      {
        branch_id: shelf.branch_id,
        type: 'take_away',
        client: { name: 'Nora', phone: who },
        cart: [{ item_id: shelf.item_id, quantity: 2 }],
        recurring: 1,
        preferred_at: new Date(Date.now() + DAY).toISOString(),
      },
      { token: admin.token },
    );
    expect(made.status, JSON.stringify(made)).toBe(200);
    const { prisma } = app.services.database;
    await createRecurringOrders(app.services);
    expect(await orders(who)).toHaveLength(1);
    await prisma.product.update({ where: { id: shelf.product_id }, data: { price: 12 } });
    await prisma.order.update({ where: { id: made.results.id }, data: { next_at: new Date() } });
    await Promise.all([createRecurringOrders(app.services), createRecurringOrders(app.services)]);
    const [first, second, ...more] = await orders(who);
    expect(more).toHaveLength(0);
    expect(first?.next_at).toBeNull();
    expect(second).toMatchObject({ recurring: 1, recurs_from: made.results.id });
    expect(Number(second?.due)).toBe(24);
    expect(second?.preferred_at?.getTime()).toBe(Date.parse(made.results.preferred_at ?? '') + 7 * DAY);
    await expectSound(app);
  });

  test.each([
    ['when it was placed', { discount: 5, notes: 'Sorry for yesterday' }, {}],
    ['later', {}, { discount: 5, notes: 'Sorry for yesterday' }],
    ['in percent', {}, { discount: 50, discount_type: 'percent', notes: 'Half price' }],
  ])(
    'a recurring order keeps a discount and notes that were added %s, and the next orders have neither',
    async (_when, first, later) => {
      const shelf = await stocked(app, 9);
      const who = mobile();
      const made = await app.call(
        api.order.make,
        {
          branch_id: shelf.branch_id,
          type: 'take_away',
          client: { name: 'Nora', phone: who },
          cart: [{ item_id: shelf.item_id, quantity: 2 }],
          recurring: 1,
          invoice_to: 'Nora Ltd',
          preferred_at: new Date(Date.now() + DAY).toISOString(),
          ...first,
        },
        { token: admin.token },
      );
      expect(made.status, made.text).toBe(200);
      if (Object.keys(later).length > 0) {
        const saved = await app.call(
          api.order.save,
          { id: made.results.id, ...later },
          { token: admin.token },
        );
        expect(saved.status, saved.text).toBe(200);
      }
      const { prisma } = app.services.database;
      for (let made = 1; made <= 2; made += 1) {
        await prisma.order.updateMany({
          where: { client_phone: who, next_at: { not: null } },
          data: { next_at: new Date() },
        });
        await createRecurringOrders(app.services);
      }
      const rows = (await orders(who)).map(({ due, discount, notes, invoice_to }) => [
        Number(due),
        Number(discount) > 0,
        notes !== null,
        invoice_to,
      ]);
      expect(rows[0]?.slice(1)).toEqual([true, true, 'Nora Ltd']);
      expect(rows.slice(1)).toEqual([
        [20, false, false, 'Nora Ltd'],
        [20, false, false, 'Nora Ltd'],
      ]);
    },
  );

  test('a recurring order that fails once records it on the timeline and continues with the next date', async () => {
    const shelf = await stocked(app, 2);
    const who = mobile();
    const made = await app.call(
      api.order.make,
      {
        branch_id: shelf.branch_id,
        type: 'take_away',
        client: { name: 'Nora', phone: who },
        cart: [{ item_id: shelf.item_id, quantity: 2 }],
        recurrence: { every: 1, unit: 'day' },
        recurring: 1,
      },
      { token: admin.token },
    );
    const { prisma } = app.services.database;
    await prisma.order.update({ where: { id: made.results.id }, data: { next_at: new Date() } });
    await createRecurringOrders(app.services);
    expect(await orders(who)).toHaveLength(1);
    const [row] = await prisma.audit_log.findMany({
      where: { noun: 'order', record_id: String(made.results.id), action: 'recur_failed' },
    });
    expect(row?.changes).toMatchObject({ reason: { to: 'stock.insufficient' } });
    const after = await prisma.order.findUniqueOrThrow({ where: { id: made.results.id } });
    expect(after.next_at?.getTime()).toBeGreaterThan(Date.now());
    // and is found by whoever looks what needs doing, until it was seen to
    const { id } = made.results;
    const failed = async () =>
      (
        await app.call(
          api.order.list,
          { recur_failed: 1, branch_id: shelf.branch_id },
          { token: admin.token },
        )
      ).results;
    expect(await failed()).toMatchObject([{ id }]);
    const shown = await app.call(api.order.show, { id, locale: 'en' }, { token: admin.token });
    expect(shown.results.recur_failed?.code).toBe('stock.insufficient');
    expect(shown.results.recur_failed?.message).not.toMatch(/[{}]/);
    const kept = await app.call(
      api.order.save,
      { id, recur_failed: shown.results.recur_failed, notes: 'Ring' },
      { token: admin.token },
    );
    expect(kept.results, kept.text).toMatchObject({ recur_failed: { code: 'stock.insufficient' } });
    const seen = await app.call(api.order.save, { id, recur_failed: null }, { token: admin.token });
    expect(seen.results).toMatchObject({ recur_failed: null, recurring: 1 });
    expect(await failed()).toEqual([]);
  });
});

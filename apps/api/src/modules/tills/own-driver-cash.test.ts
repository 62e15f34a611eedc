import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, signIn, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { driverWith, makeBareOrder, makePayment, makeTill, takingCash } from '../../../test/tills.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const { move, drivers, handIns } = takingCash(() => ({ app, admin }));
const own = async (driver_id: number, input: object = {}) => {
  const token = await signIn(app.services, driver_id);
  return drivers(input, { token } as Person);
};
/** What a driver carries of each payment, the latest first. */
const carriedOf = async (driver_id: number) =>
  ((await own(driver_id)).results[0]?.orders ?? []).flatMap(({ payments }) =>
    payments.map(({ amount }) => amount),
  );

test('a driver reads only the own cash row, whatever the query', async () => {
  const { branch_id } = await makeTill(app);
  const { id, order_id } = await driverWith(app, 45, branch_id);
  const other = await driverWith(app, 70, branch_id, { name: `Other ${unique()}` });
  for (const input of [{}, { id: other.id }, { held: 0 }, { keywords: 'Other' }, { status: 0 }]) {
    const { results, meta, text } = await own(id, input);
    expect(
      results.map((row) => row.id),
      JSON.stringify(input),
    ).toEqual([id]);
    expect(meta.total).toBe(1);
    expect(text).not.toContain('Other');
  }
  const [row] = (await own(id)).results;
  expect(row).toMatchObject({
    outstanding: 45,
    outstanding_by_currency: [{ currency: 'QAR', outstanding: 45 }],
    orders: [
      {
        order_id,
        currency: 'QAR',
        amount: 45,
        payments: [{ amount: 45, received_at: expect.stringMatching(/Z$/) }],
      },
    ],
    actions: [],
  });
  expect((await own(id, { page: 2 })).results).toEqual([]);
  expect((await handIns({}, { token: await signIn(app.services, id) } as Person)).status).toBe(403);
  const fresh = await makePerson(app, { permissions: ['driver'], branch_id });
  expect((await drivers({}, fresh)).results).toMatchObject([
    { id: fresh.id, outstanding: 0, outstanding_by_currency: [], orders: [] },
  ]);
  // who works with payments sees all of them, and not what each is made of
  const clerk = await makePerson(app, { permissions: ['payments', 'driver'], branch_id });
  const seen = (await drivers({}, clerk)).results;
  expect(seen.map((one) => one.id)).toEqual([other.id, id]);
  expect(seen[0]).not.toHaveProperty('orders');
});

test("a cash hand-in settles the driver's oldest payments first, and a refund lowers its own payment", async () => {
  const { id, branch_id, order_id } = await driverWith(app, 30);
  await makePayment(app, { order_id, by: 'cod', amount: 20, driver_id: id });
  const last = await makePayment(app, { order_id, by: 'cod', amount: 50, driver_id: id });
  expect(await carriedOf(id)).toEqual([50, 20, 30]);
  await move({ driver_id: id, branch_id, amount: 40 });
  expect(await carriedOf(id)).toEqual([50, 10]);
  const { prisma } = app.services.database;
  const { payment_id } = await prisma.order_payment.findUniqueOrThrow({ where: { id: last } });
  const held = { holder: 'driver', driver_id: id };
  await prisma.order_payment.create({
    data: { order_id, payment_id, amount: -5, status: 'refunded', refund_of: last, ...held },
  });
  expect(await carriedOf(id)).toEqual([45, 10]);
  await move({ driver_id: id, branch_id, amount: 55 });
  expect(await carriedOf(id)).toEqual([]);
});

test("a driver's carried cash has one sum for each currency", async () => {
  const { id, branch_id } = await driverWith(app, 30);
  const foreign = await makeBareOrder(app, branch_id, 1_000, { currency: 'KWD' });
  await makePayment(app, { order_id: foreign, by: 'cod', amount: 2.125, driver_id: id });
  const [row] = (await own(id)).results;
  expect(row).toMatchObject({ currency: 'QAR', outstanding: 30 });
  expect(row?.outstanding_by_currency).toEqual([
    { currency: 'QAR', outstanding: 30 },
    { currency: 'KWD', outstanding: 2.125 },
  ]);
  // money of one currency pays for no order of another
  await move({ driver_id: id, branch_id, amount: 30 });
  const [rest] = (await own(id)).results;
  expect(rest?.outstanding_by_currency).toEqual([{ currency: 'KWD', outstanding: 2.125 }]);
  expect(rest?.orders).toMatchObject([{ order_id: foreign, currency: 'KWD', amount: 2.125 }]);
  expect(rest).toMatchObject({ currency: 'QAR', outstanding: 0 });
});

test('the payments that a driver carries add up to the outstanding cash after any payments and hand-ins', async () => {
  const cents = fc.integer({ min: 1, max: 50_000 });
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 6 }), fc.nat(100), async (paid, share) => {
      const { id, branch_id } = await driverWith(app, 0);
      const order_id = await makeBareOrder(app, branch_id, 10_000);
      for (const amount of paid)
        await makePayment(app, { order_id, by: 'cod', amount: amount / 100, driver_id: id });
      const handed = Math.floor((paid.reduce((all, one) => all + one, 0) * share) / 100);
      if (handed > 0) await move({ driver_id: id, branch_id, amount: handed / 100 });
      const [row] = (await own(id)).results;
      const parts = (row?.orders ?? []).flatMap(({ payments }) => payments);
      const sum = parts.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
      expect(sum).toBe(Math.round((row?.outstanding ?? 0) * 100));
      expect(parts.every(({ amount }) => amount > 0)).toBe(true);
    }),
    { numRuns: 15, seed: Number(process.env.FC_SEED ?? 406), verbose: true },
  );
});

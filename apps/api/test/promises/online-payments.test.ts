import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person, unique } from '../actors.ts';
import { KEYS, makeOnlineShop, type OnlineShop, orderOnline, tellCallback } from '../online-payments.ts';
import { type Fleet, startFleet } from './processes.ts';
import { expectSound } from './soundness.ts';

let fleet: Fleet;
let admin: Person;
let shop: OnlineShop;

beforeAll(async () => {
  fleet = await startFleet({ ROLE: 'api', DEMO: '1' });
  admin = await makeAdmin(fleet.hand);
  shop = await makeOnlineShop(fleet.hand, admin);
}, 120_000);
afterAll(() => fleet.stop());

const db = () => fleet.hand.services.database.prisma;
const moneyOf = async (order_id: number) =>
  (await db().order_payment.findMany({ where: { order_id } })).map(({ amount, status }) => [
    Number(amount),
    status,
  ]);
const payAtProvider = (ref: string) =>
  db().soft_payment.update({ where: { ref }, data: { outcome: 'paid' } });

async function started(): Promise<{ order_id: number; ref: string }> {
  const order_id = await orderOnline(fleet.hand, shop, admin);
  const body = { order_id, payment_id: shop.payment_id };
  const { results } = await fleet.one.call(api.paymentAttempt.start, body, { token: admin.token });
  return { order_id, ref: String(results.attempt_id) };
}

it('VF1 in two processes 20 repeated callbacks and concurrent starts give one attempt and one payment', async () => {
  const { order_id, ref } = await started();
  const body = { order_id, payment_id: shop.payment_id };
  const starts = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 ? fleet.one : fleet.two).call(api.paymentAttempt.start, body, { token: admin.token }),
    ),
  );
  expect(new Set(starts.map(({ results }) => String(results.attempt_id)))).toEqual(new Set([ref]));
  await payAtProvider(ref);
  const event = { id: `evt_${unique()}`, ref };
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => tellCallback((n % 2 ? fleet.one : fleet.two).url, event)),
  );
  expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await moneyOf(order_id)).toEqual([[20, 'received']]);
  await expectSound(fleet.hand);
});

it('VF3 a callback at the other process before the start is answered is booked once', async () => {
  const { order_id, ref } = await started();
  await payAtProvider(ref);
  await db().payment_attempt.update({ where: { id: ref }, data: { provider_ref: null, url: null } });
  expect((await tellCallback(fleet.two.url, { id: `evt_${unique()}`, ref })).status).toBe(200);
  expect(await moneyOf(order_id)).toEqual([]);
  const body = { order_id, payment_id: shop.payment_id };
  await fleet.one.call(api.paymentAttempt.start, body, { token: admin.token });
  const worker = await fleet.add({ ROLE: 'worker' });
  await expect.poll(() => moneyOf(order_id), { timeout: 60_000 }).toEqual([[20, 'received']]);
  await worker.kill();
  await expectSound(fleet.hand);
}, 120_000);

it("a process killed between the provider's answer and our commit loses no payment and books none twice", async () => {
  const orders = [await started(), await started(), await started(), await started()];
  const victim = await fleet.add();
  // nobody can book while the orders are held: the kill comes after the yes and before the commit
  await db().$transaction(
    async (held) => {
      const ids = orders.map(({ order_id }) => order_id);
      await held.$queryRaw`SELECT 1 FROM "order" WHERE id = ANY(${ids}::int[]) FOR UPDATE`;
      const chosen = orders.map(({ ref }) =>
        victim.call(api.paymentAttempt.choose, { attempt_id: ref, outcome: 'paid' }).catch(() => null),
      );
      const isChosen = () =>
        db().soft_payment.count({ where: { ref: { in: orders.map(({ ref }) => ref) }, outcome: 'paid' } });
      await expect.poll(isChosen, { timeout: 10_000 }).toBe(4);
      await sleep(200);
      await victim.kill();
      await Promise.all(chosen);
    },
    { timeout: 30_000 },
  );
  for (const { order_id } of orders) expect(await moneyOf(order_id)).toEqual([]);
  await db().payment_attempt.updateMany({ where: { state: 'open' }, data: { check_at: new Date(0) } });
  const worker = await fleet.add({ ROLE: 'worker' });
  const repeats = orders.map(({ ref }) => tellCallback(fleet.one.url, { id: `evt_${unique()}`, ref }));
  await Promise.all(repeats);
  for (const { order_id } of orders)
    await expect.poll(() => moneyOf(order_id), { timeout: 60_000 }).toEqual([[20, 'received']]);
  await worker.kill();
  await expectSound(fleet.hand);
}, 120_000);

it('O4 no process writes a gateway key into its log', async () => {
  for (const process of [fleet.one, fleet.two]) {
    const body = { id: shop.gateway_id, secret: KEYS.secret, webhook_secret: KEYS.webhook_secret };
    expect((await process.call(api.gateway.save, body, { token: admin.token })).status).toBe(200);
    expect(
      (await process.call(api.gateway.save, { ...body, mode: 'live' }, { token: admin.token })).status,
    ).toBe(422);
    expect(await process.wholeLog()).not.toContain('canary');
  }
});

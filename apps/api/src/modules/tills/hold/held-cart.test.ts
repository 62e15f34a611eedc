import { randomUUID } from 'node:crypto';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeTill } from '../../../../test/tills.ts';

let app: TestApp;
let at = new Date('2026-11-20T09:00:00Z');
let till: { branch_id: number; device_id: number };
let second: number;
let seller: Person;
beforeAll(async () => {
  app = await startApp({ now: () => at });
  till = await makeTill(app);
  const other = await makeTill(app);
  await app.services.database.prisma.pos_device.update({
    where: { id: other.device_id },
    data: { branch_id: till.branch_id, name: 'Till 2' },
  });
  second = other.device_id;
  seller = await makePerson(app, { permissions: ['seller'], branch_id: till.branch_id });
});
afterAll(() => app.stop());

const as = () => ({ token: seller.token });
const hold = (uuid: string, more: object = {}) =>
  app.call(
    api.heldCart.save,
    { uuid, device_id: till.device_id, title: 'Blue coat', cart: '{"lines":[]}', ...more },
    as(),
  );
const take = (uuid: string, device_id: number) => app.call(api.heldCart.take, { uuid, device_id }, as());
const listed = async () =>
  (await app.call(api.heldCart.list, { branch_id: till.branch_id }, as())).results.map(({ uuid }) => uuid);

it('a cart is put aside, changed, and taken up by one of twenty tries at two tills', async () => {
  const uuid = randomUUID();
  expect((await hold(uuid)).status).toBe(200);
  expect((await hold(uuid, { title: 'Red coat' })).results.title).toBe('Red coat');
  expect(await listed()).toContain(uuid);
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => take(uuid, n % 2 === 0 ? till.device_id : second)),
  );
  const won = tries.filter(({ status }) => status === 200);
  const lost = tries.filter(({ status }) => status !== 200);
  // the till that has it is answered again, the other one is told which has it
  expect(won).toHaveLength(10);
  expect(new Set(lost.map(({ failure }) => failure.code))).toEqual(new Set(['hold.taken']));
  expect(await listed()).not.toContain(uuid);
  expect((await hold(uuid)).failure.code).toBe('hold.taken');
});

it('a cart is kept for 48 hours', async () => {
  const uuid = randomUUID();
  await hold(uuid);
  at = new Date(at.getTime() + 48 * 3_600_000 + 1);
  seller = await makePerson(app, { permissions: ['seller'], branch_id: till.branch_id });
  expect(await listed()).not.toContain(uuid);
  expect((await take(uuid, second)).status).toBe(404);
});

it('a cart is thrown away, and is nothing to people of another branch', async () => {
  const uuid = randomUUID();
  await hold(uuid);
  const elsewhere = await makeTill(app);
  const stranger = await makePerson(app, { permissions: ['seller'], branch_id: elsewhere.branch_id });
  const dropAs = (token: string) => app.call(api.heldCart.drop, { uuid }, { token });
  expect((await dropAs(stranger.token)).status).toBe(404);
  expect((await dropAs(seller.token)).results).toEqual({ deleted: 1 });
  expect((await dropAs(seller.token)).status).toBe(404);
});

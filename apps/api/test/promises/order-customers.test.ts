import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { mobile, selling, stocked } from '../sales.ts';
import type { Shelf } from '../stock.ts';
import { expectSound } from './soundness.ts';

// whom an order is for, and who may say so

let app: TestApp;
let shelf: Shelf;
let sell: ReturnType<typeof selling>;

beforeAll(async () => {
  app = await startApp();
  sell = selling(app, await makeAdmin(app));
  shelf = await stocked(app, 100);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const by = (person: Person) => selling(app, person);
const status = async (reply: Promise<unknown>) => ((await reply) as Reply<{ path: string }>).status;

it('a seller identifies a customer by the whole phone number and cannot count through numbers or read other addresses', async () => {
  const phone = mobile();
  const customer = await makePerson(app, { phone });
  const seller = by(await makePerson(app, { permissions: ['seller'], branch_id: shelf.branch_id }));
  const errorsOf = async (more: object) => {
    const { status, failure } = await seller.make(shelf, 1, more);
    return [status, failure.code, Object.keys(failure.errors)];
  };
  const client_id = customer.id;
  const counted = [422, 'reference.missing', ['client_id']];
  expect(await errorsOf({ client_id, client: undefined })).toEqual(counted);
  expect(await errorsOf({ client_id: 2_000_000_000, client: undefined })).toEqual(counted);
  expect(await errorsOf({ client_id, client: { phone: mobile() } })).toEqual([
    422,
    'request.invalid',
    ['client.phone'],
  ]);
  const made = await seller.make(shelf, 1, { client_id, client: { phone } });
  expect(made.results, JSON.stringify(made)).toMatchObject({ client_id, client_phone: phone });
  // what stands in their own order they may edit
  expect(
    await status(seller.save({ id: made.results.id, cart: [{ item_id: shelf.item_id, quantity: 2 }] })),
  ).toBe(200);
  expect(
    await status(seller.make(shelf, 1, { client_id, client: { phone }, address_id: 2_000_000_000 })),
  ).toBe(404);
});

it('a staff phone number on an order links it to no account and changes no account', async () => {
  const phone = mobile();
  const colleague = await makePerson(app, { permissions: ['orders'], phone, branch_id: shelf.branch_id });
  const { prisma } = app.services.database;
  const before = await prisma.account.findUniqueOrThrow({ where: { id: colleague.id } });
  const made = await sell.make(shelf, 1, { client: { name: 'Somebody', phone } });
  expect(made.results).toMatchObject({ client_id: null, client_name: 'Somebody', client_phone: phone });
  expect(await prisma.account.findUniqueOrThrow({ where: { id: colleague.id } })).toEqual(before);
  expect(await prisma.account.count({ where: { phone } })).toBe(1);
  expect(await status(sell.make(shelf, 1, { client_id: colleague.id }))).toBe(422);
});

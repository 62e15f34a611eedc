import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyFiscalCode } from '../../src/modules/fiscal/signed-bytes.ts';
import { makeAdmin, type Person } from '../actors.ts';
import { type GermanShop, makeSigningShop } from '../fiscal.ts';
import { type Fleet, startFleet } from './processes.ts';
import { expectSound } from './soundness.ts';

let fleet: Fleet;
let admin: Person;
let shop: GermanShop;

const SALES = 200;
const TILLS = 4;

beforeAll(async () => {
  fleet = await startFleet({ ROLE: 'api' });
  admin = await makeAdmin(fleet.hand);
  shop = await makeSigningShop(fleet.hand, admin, TILLS);
}, 120_000);
afterAll(() => fleet.stop());

it('200 sales at four tills in two processes have unique transaction numbers and valid signatures', async () => {
  const { shelf, branch_id, device_ids } = shop;
  const sell = async (n: number) => {
    const body = {
      branch_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
      device_id: device_ids[n % TILLS],
    };
    const at = n % 2 ? fleet.one : fleet.two;
    return at.call(api.order.make, body, { token: admin.token });
  };
  // each till sells one after the other, all of them at once and from both processes
  const tills = await Promise.all(
    device_ids.map(async (_id, till) => {
      const statuses: number[] = [];
      for (let sale = 0; sale < SALES / TILLS / 2; sale += 1) {
        const pair = await Promise.all([sell(sale * TILLS + till), sell(sale * TILLS + till + TILLS + 1)]);
        statuses.push(...pair.map(({ status }) => status));
      }
      return statuses;
    }),
  );
  expect(tills.flat()).toEqual(Array(SALES).fill(200));

  const { prisma } = fleet.hand.services.database;
  const documents = await prisma.fiscal_document.findMany({
    where: { branch_id },
    orderBy: { transaction_number: 'asc' },
  });
  expect(documents.map(({ transaction_number }) => transaction_number)).toEqual(
    Array.from({ length: SALES }, (_, n) => n + 1),
  );
  for (const { code } of documents) expect(verifyFiscalCode(code ?? '')?.valid).toBe(true);
  const log = await prisma.fiscal_log.findMany({ orderBy: { counter: 'asc' } });
  expect(log.map(({ counter }) => counter)).toEqual(Array.from({ length: SALES * 2 }, (_, n) => n + 1));
  expect(log.every(({ signature }) => signature !== null)).toBe(true);
  await expectSound(fleet.hand);
}, 240_000);

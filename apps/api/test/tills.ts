import { api } from '@dukkan/contract';
import { makePerson, type Person, unique } from './actors.ts';
import type { TestApp } from './app.ts';

/** A branch with one till. */
export async function makeTill(app: TestApp): Promise<{ branch_id: number; device_id: number }> {
  const { prisma } = app.services.database;
  const [next] = await prisma.$queryRaw<{ id: number }[]>`SELECT nextval('device_id')::int AS id`;
  const device_id = next?.id ?? 0;
  const name = `Branch ${unique()}`;
  const { id } = await prisma.branch.create({
    data: {
      names: { ar: name, en: name, de: name },
      pos_devices: { create: [{ id: device_id, name: 'Till' }] },
    },
    select: { id: true },
  });
  return { branch_id: id, device_id };
}

/** A waiting order of one amount, as a place for payments. */
export async function makeBareOrder(
  app: TestApp,
  branch_id: number,
  due: number,
  more: {
    payment_id?: number;
    delivery_id?: number;
    status_value?: number;
    paid?: number;
    currency?: string;
  } = {},
): Promise<number> {
  const { id } = await app.services.database.prisma.order.create({
    data: {
      branch_id,
      type: 'delivery',
      source: 'dashboard',
      status_id: 1,
      status_value: 0,
      currency: 'QAR',
      tax_mode: 'inclusive',
      quantity: 1,
      total: due,
      goods: due,
      due,
      ...more,
    },
    select: { id: true },
  });
  return id;
}

type Payment = {
  order_id: number;
  /** A code of the seed: cash, card, transfer or cod. */
  by: string;
  amount: number;
  tendered?: number;
  holder?: 'session' | 'driver' | 'branch' | 'partner';
  driver_id?: number;
  pos_session_id?: number;
  status?: string;
};

/** A payment as an order's would be: received, or paid back where it is below zero. */
export async function makePayment(app: TestApp, { by, tendered, ...payment }: Payment): Promise<number> {
  const { prisma } = app.services.database;
  const method = await prisma.payment_method.findFirstOrThrow({ where: { code: by, deleted_at: null } });
  const { id } = await prisma.order_payment.create({
    data: {
      payment_id: method.id,
      status: payment.amount > 0 ? 'received' : 'refunded',
      holder: payment.driver_id ? 'driver' : 'session',
      ...(tendered === undefined ? {} : { tendered, change: tendered - payment.amount }),
      ...payment,
    },
    select: { id: true },
  });
  return id;
}

/** A driver of a branch who took so much at the doors. */
export async function driverWith(
  app: TestApp,
  amount: number,
  branch_id?: number,
  wish: { name?: string; phone?: string } = {},
) {
  const home = branch_id ?? (await makeTill(app)).branch_id;
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: home, ...wish });
  const order_id = await makeBareOrder(app, home, amount + 1_000);
  if (amount > 0) await makePayment(app, { order_id, by: 'cod', amount, driver_id: driver.id });
  return { id: driver.id, token: driver.token, branch_id: home, order_id };
}

/** What a test does with drivers' cash over HTTP, as its administrator where it names nobody else. */
export const takingCash = (shop: () => { readonly app: TestApp; readonly admin: Person }) => ({
  move: (input: object, { token }: Person = shop().admin, headers = {}) =>
    shop().app.call(api.posSession.move, { kind: 'hand_in', ...input }, { token, headers }),
  drivers: (input: object = {}, { token }: Person = shop().admin, headers = {}) =>
    shop().app.call(api.driverCash.list, input, { token, headers }),
  handIns: (input: object = {}, { token }: Person = shop().admin) =>
    shop().app.call(api.driverCash.handIns, input, { token }),
});

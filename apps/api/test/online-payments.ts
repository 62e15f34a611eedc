import { createHmac } from 'node:crypto';
import { api } from '@dukkan/contract';
import { unique } from './actors.ts';
import type { TestApp } from './app.ts';
import { mobile, stocked } from './sales.ts';
import type { Shelf } from './stock.ts';

/** The keys that the tests set; wherever a canary is found again, it has leaked. */
export const KEYS = {
  public_key: 'pk_test_4f1c',
  secret: 'sk_test_canary-secret-4f2a',
  webhook_secret: 'whsec_canary-webhook-9c1d',
};

type Token = { readonly token: string };

/** A payment method that is paid online, in this branch. */
export async function makeOnlineMethod(app: TestApp, branch_id: number): Promise<number> {
  const { prisma } = app.services.database;
  const titles = { ar: 'بطاقة', en: 'Card online', de: 'Karte online' };
  const { id } = await prisma.payment_method.create({
    data: { code: `online${unique()}`, titles, type: 'online', inhouse_holder: 0, margin: 2 },
  });
  await prisma.branch_payment.create({ data: { branch_id, payment_id: id } });
  return id;
}

/** A gateway of the provider soft for this method. @returns its id */
export async function makeGateway(app: TestApp, admin: Token, payment_id: number): Promise<number> {
  const saved = await app.call(
    api.gateway.save,
    { payment_id, provider: 'soft', ...KEYS },
    { token: admin.token },
  );
  if (saved.status !== 200) throw new Error(saved.text);
  return saved.results.id;
}

export type OnlineShop = {
  readonly shelf: Shelf;
  readonly payment_id: number;
  readonly gateway_id: number;
};

/** A branch that sells for 10 and takes online payments. */
export async function makeOnlineShop(app: TestApp, admin: Token, stock = 1_000): Promise<OnlineShop> {
  const shelf = await stocked(app, stock);
  const payment_id = await makeOnlineMethod(app, shelf.branch_id);
  return { shelf, payment_id, gateway_id: await makeGateway(app, admin, payment_id) };
}

/** An order of 20 that staff took; with a customer's token that customer's own. */
export async function orderOnline(
  app: TestApp,
  { shelf, payment_id }: OnlineShop,
  { token }: Token,
  more: object = { client: { name: `Nora${unique()}x`, phone: mobile() } },
): Promise<number> {
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      payment_id,
      ...more,
    },
    { token },
  );
  if (made.status !== 200) throw new Error(made.text);
  return made.results.id;
}

/** Posts what the provider soft would tell, signed with this key, as the bytes that are given. */
export async function tellCallback(
  url: string,
  event: object | string,
  { key = KEYS.webhook_secret, type = 'application/json', provider = 'soft' } = {},
): Promise<{ status: number; text: string }> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const response = await fetch(`${url}/payments/callback/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'x-soft-signature': createHmac('sha256', key).update(body).digest('hex'),
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

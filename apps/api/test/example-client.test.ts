import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, Refused } from '../../../docs/example-client/shop.ts';
import { walk } from '../../../docs/example-client/walk.ts';
import { makeAdmin, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { lastCode } from './mailbox.ts';
import { places, squareOf } from './places.ts';
import { factsOf } from './products.ts';
import { expectSound } from './promises/soundness.ts';
import { mobile, selling, stocked } from './sales.ts';
import { levelOf, type Shelf } from './stock.ts';

const AT = { lat: 26.05, lng: 52.05 };

let app: TestApp;
let admin: Person;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  shelf = await stocked(app, 20);
  const { prisma } = app.services.database;
  const category_id = await factsOf(app).category();
  await prisma.product_category.create({ data: { category_id, product_id: shelf.product_id } });
  await prisma.branch.update({
    where: { id: shelf.branch_id },
    data: { settings: { fullfillment: 1, type: 'delivery', timezone: 'Asia/Qatar' } },
  });
  const put = places(app, admin);
  const zone = await put.zone(null, {
    polygons: squareOf(52, 26, 0.1),
    delivery_charge: 7,
    min_order: 25,
    delivery_minutes: 40,
  });
  const assigned = await put.assign(shelf.branch_id, [zone]);
  expect(assigned.status, assigned.text).toBe(200);
});
afterAll(() => app.stop());

/** A customer of one's own, signed in by phone. */
async function customer() {
  const phone = mobile();
  const shop = openShop({ url: app.url });
  const { user_id } = await shop.register(phone);
  const { token, user } = await shop.verify(user_id, await lastCode(app, phone));
  await shop.introduce('Maryam');
  return { shop, token, id: user.id, phone };
}

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(Refused);
  return error as Refused;
};

test('the example client goes from a phone number to an order delivered at the door, with every status event', async () => {
  const phone = mobile();
  const said: string[] = [];
  const staff = selling(app, admin);
  const ended = walk({
    url: app.url,
    phone,
    name: 'Noor',
    at: AT,
    readCode: () => lastCode(app, phone),
    say: (line) => said.push(line),
  });
  const { prisma } = app.services.database;
  const id = () =>
    prisma.order
      .findFirst({ where: { client_phone: phone }, select: { id: true } })
      .then((row) => row?.id ?? 0);
  // the order was answered, and read once more by who follows it
  await expect.poll(() => said.length, { timeout: 30_000 }).toBe(6);
  for (const [at, to] of (['confirmed', 'packing'] as const).entries()) {
    expect((await staff.move(await id(), to)).status).toBe(200);
    // told by the stream: the client asks by itself once a minute only
    await expect.poll(() => said.length, { timeout: 30_000 }).toBe(7 + at);
  }
  expect((await staff.move(await id(), 'canceled')).status).toBe(200);
  expect(await ended).toMatchObject({ status_value: -1, due: 37, paid: 0 });
  expect(said.slice(0, 5)).toEqual([
    expect.stringContaining('shelf'),
    expect.stringContaining('delivery 7, orders from 25'),
    expect.stringMatching(/^3 × .*: 30$/),
    'To pay: 37 QAR, delivery 7 included.',
    expect.stringContaining('Waiting'),
  ]);
  expect(said.at(-1)).toContain('Cancel');
  expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 20, available: 20 });
  await expectSound(app);
});

test('the example client repeats a lost request with the same key and creates no second order', async () => {
  const { shop, token } = await customer();
  const cart = {
    type: 'take_away',
    branch_id: shelf.branch_id,
    cart: [{ item_id: shelf.item_id, quantity: 3 }],
  } as const;
  const key = randomUUID();
  const one = await shop.make({ ...cart, cart: [...cart.cart] }, key);
  const two = await shop.make({ ...cart, cart: [...cart.cart] }, key);
  expect(two).toEqual(one);
  expect((await shop.orders()).map(({ id }) => id)).toEqual([one.id]);
  // the app was closed meanwhile
  const later = openShop({ url: app.url, locale: 'ar' });
  later.resume(token);
  const seen = await later.order(one.id);
  expect(seen).toMatchObject({ id: one.id, due: 30, status_value: 0 });
  expect(seen.status_title).toMatch(/[\u0600-\u06ff]/);
  const answer = JSON.stringify(seen);
  for (const secret of ['cost', 'profit', 'holder', 'driver', 'seller', 'account', 'actions'])
    expect(answer).not.toContain(`"${secret}`);
});

test("the example client finds no other customer's order, and fields for staff are refused", async () => {
  const [one, other] = [await customer(), await customer()];
  const cart = {
    type: 'take_away' as const,
    branch_id: shelf.branch_id,
    cart: [{ item_id: shelf.item_id, quantity: 3 }],
  };
  const made = await one.shop.make(cart, randomUUID());
  expect(await refusal(other.shop.order(made.id))).toMatchObject({ status: 404, code: 'record.missing' });
  expect(await refusal(other.shop.follow(made.id, () => undefined))).toMatchObject({ status: 404 });
  const { id: address_id } = await one.shop.addAddress(AT, randomUUID());
  const foreign = { type: 'delivery' as const, address_id, cart: cart.cart };
  expect(await refusal(other.shop.make(foreign, randomUUID()))).toMatchObject({ status: 404 });
  for (const [field, value] of Object.entries({
    client_id: one.id,
    client: { name: 'X', phone: one.phone },
    discount: 5,
    payments: [],
    paid: 1,
    driver_id: 1,
    seller_id: 1,
    device_id: 1,
    source: 'dashboard',
  })) {
    const said = { ...cart, [field]: value } as typeof cart;
    expect(await refusal(other.shop.price(said)), field).toMatchObject({ status: 422 });
    expect(await refusal(other.shop.make(said, randomUUID())), field).toMatchObject({
      status: 422,
      code: 'request.invalid',
      errors: { [field]: [expect.any(String)] },
    });
  }
  expect(await other.shop.orders()).toEqual([]);
});

test('the example client gets texts for a total below the minimum, missing stock and an undeliverable place', async () => {
  const { shop } = await customer();
  const { id: address_id } = await shop.addAddress(AT, randomUUID());
  const of = (quantity: number) => ({
    type: 'delivery' as const,
    address_id,
    cart: [{ product_id: shelf.product_id, quantity }],
  });
  const little = await shop.price(of(1));
  expect(little.warnings).toMatchObject([
    { code: 'order.min_order', refused: true, message: expect.any(String) },
  ]);
  expect(await refusal(shop.make(of(1), randomUUID()))).toMatchObject({
    code: 'order.min_order',
    params: { required: 25, subtotal: 10 },
  });
  const much = await shop.price(of(500));
  expect(much.shortages).toMatchObject([{ asked: 500, available: 0, reason: 'short', elsewhere: [] }]);
  expect(await refusal(shop.make(of(500), randomUUID()))).toMatchObject({ code: 'stock.short' });
  expect(await refusal(shop.zone({ lat: 0, lng: 0 }))).toMatchObject({ status: 422, code: 'no_delivery' });
  const [found] = await shop.products({ limit: 1 });
  expect(Object.keys(found?.items[0] ?? {})).not.toContain('quantity');
});

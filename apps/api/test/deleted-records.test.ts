import { api } from '@dukkan/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { catalogueOf } from './catalogue.ts';
import { places, squareOf } from './places.ts';
import { expectSound } from './promises/soundness.ts';
import { lineOf } from './receipts.ts';
import { makeCoupon, mobile, selling } from './sales.ts';
import { makeShelf } from './stock.ts';
import { makeTill } from './tills.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-25T09:00:00Z'), env: { PRINTS_PER_MINUTE: '1000' } });
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const as = () => ({ token: admin.token });
type Endpoint = { readonly path: string };

/** Answers the results of a call that must succeed. */
async function done<R>(reply: Promise<{ status: number; text: string; results: R }>): Promise<R> {
  const { status, text, results } = await reply;
  expect(status, text).toBe(200);
  return results;
}

const named = (kind: string) => {
  const name = `${kind} ${unique()}`;
  return { ar: `${name} ع`, en: name, de: `${name} de` };
};

/** The text of a printed document. */
async function print({ path }: Endpoint, id: number): Promise<string> {
  const reply = await fetch(`${app.url}${path.replace('{id}', String(id))}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ export: 1, format: 'pdf' }),
  });
  expect(reply.status).toBe(200);
  const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
}

/** A shop of one branch with everything that an order, a receipt and a drawer can name. */
async function furnish() {
  const { prisma } = app.services.database;
  const { branch_id, device_id } = await makeTill(app);
  const shelf = await makeShelf(app, { branch_id });
  const tax_type_id = await catalogueOf(app).taxType();
  await prisma.product.update({ where: { id: shelf.product_id }, data: { tax_type_id } });
  const branches = { create: { branch_id } };
  const payment = await prisma.payment_method.create({
    data: { code: `pay${unique()}`, titles: named('Payment'), type: 'cash', branches },
    select: { id: true },
  });
  const delivery = await prisma.delivery_method.create({
    data: { code: `way${unique()}`, titles: named('Delivery'), inhouse: 1, branches },
    select: { id: true },
  });
  const on = places(app, admin);
  const zone_id = await on.zone(null, { polygons: squareOf(51, 25, 0.1), delivery_charge: 6 });
  await done(on.assign(branch_id, [zone_id]));
  const supplier = await done(app.call(api.supplier.save, { name: `Supplier ${unique()}` }, as()));
  const phone = mobile();
  const customer = await makePerson(app, { name: `Nora ${unique()}`, phone });
  const address = await done(
    app.call(
      api.address.save,
      { user_id: customer.id, info: { street: 'Salwa', home_no: '12' }, lat: 25.05, lng: 51.05 },
      as(),
    ),
  );
  const driver = await makePerson(app, { permissions: ['driver'], branch_id, name: `Omar ${unique()}` });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id, name: `Sami ${unique()}` });
  const coupon = await makeCoupon(app);
  const ids = { payment_id: payment.id, delivery_id: delivery.id, zone_id, tax_type_id, device_id };
  return { ...ids, branch_id, shelf, supplier, customer, address, driver, seller, coupon, phone };
}

type Shop = Awaited<ReturnType<typeof furnish>>;

/** A receipt, an order that was delivered and partly returned, and one over the counter. */
async function trade(shop: Shop) {
  const { branch_id, shelf, supplier, customer, address, driver, seller, coupon } = shop;
  const receipt = await done(
    app.call(
      api.receipt.save,
      { supplier_id: supplier.id, status: 1, items: [lineOf(shelf, 10, 5)], on_date: '2026-11-24' },
      as(),
    ),
  );
  await done(
    app.call(
      api.transaction.save,
      { receipt_id: receipt.id, value: 50, payment_method: shop.payment_id, on_date: '2026-11-24' },
      as(),
    ),
  );
  const invoice = { invoice_number: `A${unique()}`, invoice_date: '2026-11-24' };
  await done(app.call(api.receipt.update, { id: receipt.id, status: 2, ...invoice }, as()));
  const sell = selling(app, admin);
  const order = await done(
    sell.make(shelf, 6, {
      type: 'delivery',
      client_id: customer.id,
      address_id: address.id,
      delivery_id: shop.delivery_id,
      payment_id: shop.payment_id,
      driver_id: driver.id,
      seller_id: seller.id,
      coupon: coupon.code,
    }),
  );
  await done(sell.move(order.id, 'delivered', { paid: 1 }));
  const back = await done(sell.giveBack(order.id, [{ item_id: shelf.item_id, quantity: 1 }]));
  const held = (await done(app.call(api.driverCash.list, { id: driver.id }, as())))[0]?.outstanding ?? 0;
  await done(app.call(api.posSession.open, { device_id: shop.device_id, start_amount: 100 }, as()));
  const sale = await done(
    app.call(
      api.order.make,
      {
        branch_id,
        device_id: shop.device_id,
        cart: [{ item_id: shelf.item_id, quantity: 4 }],
        payment_id: shop.payment_id,
      },
      { token: seller.token },
    ),
  );
  if (held > 0)
    await done(
      app.call(api.posSession.move, { kind: 'hand_in', driver_id: driver.id, amount: held, branch_id }, as()),
    );
  return { receipt, order, back, sale };
}

type Papers = Awaited<ReturnType<typeof trade>>;

/** Everything that still tells of them, as the office reads it. */
async function readAll({ branch_id, supplier, customer, driver }: Shop, papers: Papers) {
  const { receipt, order, back, sale } = papers;
  const read = <R>(endpoint: Endpoint, input: object) =>
    done(app.call(endpoint as never, input, as()) as Promise<{ status: number; text: string; results: R }>);
  return {
    order: await read(api.order.show, { id: order.id }),
    sale: await read(api.order.show, { id: sale.id }),
    orders: await read(api.order.list, { branch_id }),
    'orders of the customer': await read(api.order.list, { client_id: customer.id }),
    'orders of the driver': await read(api.order.list, { driver_id: driver.id }),
    invoice: await read(api.order.paper, { id: order.id }),
    'printed invoice': await print(api.order.show, order.id),
    statistics: await read(api.order.statistics, { branch_id }),
    payments: await read(api.orderPayment.list, { branch_id }),
    returns: await read(api.orderReturn.list, { branch_id }),
    return: await read(api.orderReturn.show, { id: back.id }),
    'printed return': await print(api.orderReturn.show, back.id),
    receipt: await read(api.receipt.show, { id: receipt.id }),
    receipts: await read(api.receipt.list, { supplier_id: supplier.id }),
    'receipts’ sums': await read(api.receipt.statistics, { supplier_id: supplier.id }),
    'printed receipt': await print(api.receipt.show, receipt.id),
    'paid to the supplier': await read(api.transaction.list, { supplier_id: supplier.id }),
    'handed in': await read(api.driverCash.handIns, { driver_id: driver.id }),
  };
}

/** What may be done with a record changes with it; what it says does not. */
function withoutActions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutActions);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (key === 'actions' ? [] : [[key, withoutActions(one)]])),
  );
}

it('orders, receipts, payments, returns and prints stay the same after everything they refer to is deleted', async () => {
  const shop = await furnish();
  const papers = await trade(shop);
  const { shelf, branch_id } = shop;
  await done(app.call(api.posSession.close, { device_id: shop.device_id, end_session_amount: 0 }, as()));
  const [level] = await done(app.call(api.stock.list, { item_id: shelf.item_id }, as()));
  if (level && level.on_hand > 0)
    await done(
      app.call(
        api.stock.writeOff,
        { branch_id, item_id: shelf.item_id, quantity: level.on_hand, reason: 'damaged' },
        as(),
      ),
    );
  const before = await readAll(shop, papers);

  const removals: readonly (readonly [Endpoint, number])[] = [
    [api.offer.remove, shop.coupon.id],
    [api.product.remove, shelf.product_id],
    [api.taxType.remove, shop.tax_type_id],
    [api.address.remove, shop.address.id],
    [api.account.remove, shop.customer.id],
    [api.account.remove, shop.driver.id],
    [api.account.remove, shop.seller.id],
    [api.supplier.remove, shop.supplier.id],
    [api.paymentMethod.remove, shop.payment_id],
  ];
  for (const [endpoint, id] of removals)
    await done(
      app.call(endpoint as never, { id }, as()) as Promise<{ status: number; text: string; results: object }>,
    );
  await done(app.call(api.deliveryMethod.remove, { id: shop.delivery_id }, as()));
  await done(places(app, admin).assign(branch_id, []));
  await done(app.call(api.location.remove, { id: shop.zone_id }, as()));
  await done(app.call(api.branch.remove, { id: branch_id }, as()));

  const after = await readAll(shop, papers);
  for (const [paper, answer] of Object.entries(before))
    expect(withoutActions(after[paper as keyof typeof after]), paper).toEqual(withoutActions(answer));
});

import { randomUUID } from 'node:crypto';
import { api, type Endpoint } from '@dukkan/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import enFields from '../../../../packages/contract/src/texts/en/fields.json' with { type: 'json' };
import { verifyAudit } from '../../src/core/audit-chain.ts';
import { decrypt } from '../../src/core/secret/encryption.ts';
import { extendAuditChain } from '../../src/jobs/sealing.ts';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { makeGermanShop, makeSigningShop } from '../fiscal.ts';
import { makeOnlineMethod, makeOnlineShop, orderOnline } from '../online-payments.ts';
import { ACCEPTED, makeRecord } from '../oracles.ts';
import { STATUS } from '../orders.ts';
import { makeCounter, newTillKey, saleBody } from '../paired-tills.ts';
import { places, squareOf } from '../places.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { selling } from '../sales.ts';
import { makeShelf, type Shelf, stockUp } from '../stock.ts';
import { makePayment, makeTill } from '../tills.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

const PASSWORD = 'Correct!Horse9';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true, env: { DEMO: '1' } });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const rowsOf = async (request_id: string | undefined) => {
  const { rows } = await app.services.database.pool.query<{
    action: string;
    noun: string;
    account_id: number | null;
  }>('SELECT action, noun, account_id FROM audit_log WHERE request_id = $1', [request_id]);
  return rows;
};

const placeOf = ({ item_id, branch_id }: Shelf) => ({ item_id, branch_id });

/** A job that was set aside. */
const makeFailedJob = async (): Promise<number> => {
  const data = { queue: 'clean.files', tries: 2, failed_at: new Date() };
  return (
    await app.services.database.prisma.job_try.upsert({
      where: { queue_record_id: { queue: data.queue, record_id: 0n } },
      create: data,
      update: data,
    })
  ).id;
};

/** A shelf with five units. */
const stocked = async (): Promise<Shelf> => {
  const shelf = await makeShelf(app);
  await stockUp(app.ctx(), shelf, 5, 2);
  return shelf;
};

/** A stock-taking with one line counted. */
const counted = async (): Promise<number> => {
  const { item_id, branch_id } = await stocked();
  const body = { branch_id, items: [{ item_id, counted: 4 }] };
  return (await app.call(api.stockCount.save, body, { token: admin.token })).results.id;
};

const codeFor = async (recipient: string): Promise<string> => {
  const { database, env } = app.services;
  const row = await database.prisma.message.findFirstOrThrow({
    where: { recipient },
    orderBy: { id: 'desc' },
  });
  return /\d{6}/.exec(row.body ? decrypt(env.SECRET_KEY, 'message', row.body) : '')?.[0] ?? '';
};

/** A state that no order stands on. */
const state = async () =>
  (
    await app.services.database.prisma.order_status.create({
      data: { titles: { en: `State ${unique()}` }, status_value: 3 },
    })
  ).id;

/** A refund that a gateway was told of two hours ago. */
const silentRefund = async (state: 'sending' | 'refused'): Promise<number> => {
  const { prisma } = app.services.database;
  const shop = await makeOnlineShop(app, admin);
  const order_id = await orderOnline(app, shop, admin);
  const { payment_id } = shop;
  const { results } = await app.call(
    api.paymentAttempt.start,
    { order_id, payment_id },
    { token: admin.token },
  );
  const { attempt_id } = results;
  await app.call(api.paymentAttempt.choose, { attempt_id, outcome: 'paid' });
  await app.call(api.order.save, { id: order_id, status_id: STATUS.canceled }, { token: admin.token });
  const { id } = await prisma.order_payment.findFirstOrThrow({ where: { order_id, status: 'pending' } });
  const ended_at = state === 'refused' ? new Date() : null;
  const created_at = new Date(Date.now() - 7_200_000);
  await prisma.gateway_refund.create({
    data: { order_payment_id: id, attempt_id, state, created_at, ended_at },
  });
  return id;
};

const deletedAgo = () => ({ deleted_at: new Date(Date.now() - 60_000) });

type Case = {
  readonly input: object;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A zone, and an address of somebody. */
const placed = () => places(app, admin).zone(null);
const addressed = async (): Promise<number> =>
  (await app.call(api.address.save, { name: 'Home' }, { token: (await makePerson(app)).token })).results.id;

/** A body that every write accepts. */
const accepted: Readonly<Record<string, () => Promise<Case>>> = {
  ...fromOracles(),
  '/user/auth': async () => ({
    input: { email: (await makePerson(app, { password: PASSWORD })).email, password: PASSWORD },
  }),
  '/register/phone': async () => ({ input: { phone: '+97455512301' } }),
  '/register/email': async () => ({ input: { email: `a${unique()}@example.test` } }),
  '/register/phone/verify': async () => {
    const email = `v${unique()}@example.test`;
    const { results } = await app.call(api.auth.registerEmail, { email });
    return { input: { user_id: results.user_id, code: await codeFor(email) } };
  },
  '/user/logout': async () => ({ input: {}, token: (await makePerson(app)).token }),
  '/user/profile/code': async () => ({ input: { channel: 'email' }, token: (await makePerson(app)).token }),
  '/user/profile/update': async () => ({ input: { name: 'Own' }, token: (await makePerson(app)).token }),
  '/user/sessions/revoke': async () => ({ input: { account_id: (await makePerson(app)).id } }),
  '/admin/accounts/save': async () => ({ input: { name: 'New', email: `n${unique()}@example.test` } }),
  '/admin/accounts/delete/{id}': async () => ({ input: { id: (await makePerson(app)).id } }),
  '/admin/accounts/restore/{id}': async () => {
    const { id } = await makePerson(app);
    await app.services.database.prisma.account.update({ where: { id }, data: deletedAgo() });
    await app.services.database.prisma.session.updateMany({
      where: { account_id: id },
      data: { revoked_at: new Date() },
    });
    return { input: { id } };
  },
  '/admin/accounts/roles/save': async () => ({ input: { titles: { en: 'Role' }, permissions: ['banners'] } }),
  '/admin/accounts/roles/delete/{id}': async () => ({ input: { id: await emptyRole() } }),
  '/admin/accounts/roles/restore/{id}': async () => {
    const id = await emptyRole();
    await app.services.database.prisma.role.update({ where: { id }, data: deletedAgo() });
    return { input: { id } };
  },
  '/admin/branchs/create': async () => ({ input: { names: { en: 'New' } } }),
  '/admin/branchs/update/{id}': async () => ({
    input: { id: (await makeBranch(app)).id, names: { en: 'Other' } },
  }),
  '/admin/branchs/delete/{id}': async () => ({ input: { id: (await makeBranch(app)).id } }),
  '/admin/branchs/restore/{id}': async () => {
    const { id } = await makeBranch(app);
    await app.services.database.prisma.branch.update({ where: { id }, data: deletedAgo() });
    return { input: { id } };
  },
  '/admin/products/areas/save': async () => ({
    input: { type: 2, names: { en: 'Zone' }, polygons: squareOf(-100, -60, 0.01) },
  }),
  '/admin/products/areas/delete/{id}': async () => ({ input: { id: await placed() } }),
  '/admin/products/areas/restore/{id}': async () => {
    const id = await placed();
    await app.call(api.location.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/manager/area/assign': async () => ({
    input: { ids: [await placed()] },
    headers: { 'branch-id': String((await makeBranch(app)).id) },
  }),
  '/admin/products/addresses/save': async () => ({
    input: { name: 'Home' },
    token: (await makePerson(app)).token,
  }),
  '/admin/products/addresses/delete/{id}': async () => ({ input: { id: await addressed() } }),
  '/admin/products/addresses/restore/{id}': async () => {
    const id = await addressed();
    await app.call(api.address.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/products/orders/status/save': async () => ({ input: { titles: { en: 'State' }, status_value: 3 } }),
  '/admin/products/orders/status/delete/{id}': async () => ({ input: { id: await state() } }),
  '/admin/products/orders/status/restore/{id}': async () => {
    const id = await state();
    await app.services.database.prisma.order_status.update({ where: { id }, data: deletedAgo() });
    return { input: { id } };
  },
  '/admin/jobs/retry/{id}': async () => ({ input: { id: await makeFailedJob() } }),
  '/admin/jobs/drop/{id}': async () => ({ input: { id: await makeFailedJob() } }),
  '/admin/mail-templates/save': async () => ({
    input: { key: 'return', subject: { en: 'Back: {{order}}' } },
  }),
  '/admin/mail-templates/reset/{key}': async () => ({ input: { key: 'return' } }),
  '/admin/mail-templates/test': async () => ({ input: { key: 'return' } }),
  '/admin/settings/save': async () => ({ input: { minimum_products: 2 } }),
  '/admin/products/import': async () => ({ input: { id: await uploaded('product'), dry_run: 1 } }),
  '/admin/products/prices/import': async () => ({ input: { id: await uploaded('price'), dry_run: 1 } }),
  '/admin/accounts/import': async () => ({ input: { id: await uploaded('customer'), dry_run: 1 } }),
  '/admin/products/import/cancel/{id}': async () => ({ input: { id: await uploaded('product') } }),
  '/admin/products/import/undo/{id}': async () => ({ input: { id: await uploaded('product', 'done') } }),
  '/admin/products/import/retry/{id}': async () => ({ input: { id: await uploaded('product', 'failed') } }),
  '/admin/products/import/give_up/{id}': async () => ({ input: { id: await uploaded('product', 'failed') } }),
  '/contactus/save': async () => ({ input: letter() }),
  '/admin/contactus/read': async () => ({ input: { ids: [await written()], read: 1 } }),
  '/admin/contactus/delete/{id}': async () => ({ input: { id: await written() } }),
  '/admin/contactus/restore/{id}': async () => {
    const id = await written();
    await app.call(api.contactMessage.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/pricelist/undo/{id}': async () => {
    const id = await makeRecord(app, 'priceList');
    const { results } = await app.call(api.priceList.save, { id, ord: 3 }, { token: admin.token });
    return { input: { id, version: results.version } };
  },
  '/admin/manager/pricelist/assign/{id}': async () => {
    const { token } = await makePerson(app, {
      permissions: ['pricelist'],
      manages: [(await makeBranch(app)).id],
    });
    return { input: { id: await makeRecord(app, 'priceList'), assigned: 1 }, token };
  },
  '/admin/taxs/certificate/create': async () => ({
    input: { branch_id: (await makeGermanShop(app, admin)).branch_id },
  }),
  '/admin/taxs/tss/disable/{id}': async () => {
    const { branch_id } = await makeSigningShop(app, admin);
    return {
      input: { id: (await app.services.database.prisma.tss.findFirst({ where: { branch_id } }))?.id },
    };
  },
  '/admin/taxs/documents/retry/{id}': async () => {
    const { shelf, device_ids } = await makeSigningShop(app, admin);
    const { results } = await selling(app, admin).make(shelf, 1, { device_id: device_ids[0] });
    const { prisma } = app.services.database;
    const [row] = await prisma.fiscal_document.updateManyAndReturn({
      where: { order_id: results.id },
      data: { state: 'signing', code: null, sealed_at: null },
    });
    return { input: { id: row?.id } };
  },
  '/admin/products/stock/writeoff': async () => {
    const shelf = await stocked();
    return { input: { ...placeOf(shelf), quantity: 1, reason: 'damaged' } };
  },
  '/admin/products/transfers/save': async () => {
    const { item_id, branch_id } = await stocked();
    const to = await makeBranch(app);
    return { input: { from_branch_id: branch_id, to_branch_id: to.id, items: [{ item_id, quantity: 1 }] } };
  },
  '/admin/products/counts/save': async () => ({ input: { branch_id: (await makeShelf(app)).branch_id } }),
  '/admin/products/counts/post/{id}': async () => ({ input: { id: await counted() } }),
  '/admin/products/counts/delete/{id}': async () => ({ input: { id: await counted() } }),
  '/admin/products/suppliers/save': async () => ({ input: { name: 'Supplier' } }),
  '/admin/products/suppliers/delete/{id}': async () => ({ input: { id: await makeSupplier(app) } }),
  '/admin/products/suppliers/restore/{id}': async () => {
    const id = await makeSupplier(app);
    await app.call(api.supplier.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/products/suppliers/items/delete/{id}': async () => {
    const { supplier_id, shelf } = await purchasing(app, admin).accepted();
    const { id } = await app.services.database.prisma.supplier_item.create({
      data: { supplier_id, item_id: shelf.item_id, code: 'GF-7' },
    });
    return { input: { id } };
  },
  '/admin/products/receipts/save': async () => ({
    input: { supplier_id: await makeSupplier(app), items: [lineOf(await makeShelf(app))], status: 1 },
  }),
  '/admin/products/receipts/update': async () => {
    const { id, line } = await purchasing(app, admin).accepted();
    return { input: { id, items: [{ id: line, quantity: 3 }] } };
  },
  '/admin/products/receipts/delete/{id}': async () => {
    const { results } = await purchasing(app, admin).save({ supplier_id: await makeSupplier(app) });
    return { input: { id: results.id } };
  },
  '/admin/products/to-order/make': async () => {
    const { item_id, branch_id } = await makeShelf(app);
    const supplier_id = await makeSupplier(app);
    return { input: { items: [{ item_id, branch_id, supplier_id, quantity: 6, on_the_way: 0 }] } };
  },
  '/admin/products/receipts/send': async () => {
    const input = { supplier_id: await makeSupplier(app), items: [lineOf(await makeShelf(app))] };
    const { results } = await purchasing(app, admin).save(input);
    return { input: { id: results.id, email: 'orders@supplier.test' } };
  },
  '/admin/products/transactions/save': async () => ({ input: { receipt_id: await owed(), value: 5 } }),
  '/admin/products/transactions/remove/{id}': async () => ({ input: { id: await paid() } }),
  '/admin/products/transactions/restore/{id}': async () => {
    const id = await paid();
    await app.call(api.transaction.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/products/orders/make': async () => {
    const { item_id, branch_id } = await stocked();
    return { input: { branch_id, type: 'take_away', cart: [{ item_id, quantity: 1 }] } };
  },
  '/admin/products/orders/customer': async () => ({ input: { phone: '+97455000001' } }),
  '/admin/products/orders/save': async () => ({ input: { id: (await sold('waiting')).id, notes: 'Ring' } }),
  '/admin/products/orders/invoices/return': async () => {
    const { id, lines } = await sold('delivered');
    return { input: { order_id: id, items: [{ line_id: lines[0]?.id, quantity: 1 }] } };
  },
  '/admin/products/orders/invoices/returned/remove/{id}': async () => {
    const { id, lines } = await sold('delivered');
    const { giveBack } = selling(app, admin);
    return { input: { id: (await giveBack(id, [{ line_id: lines[0]?.id, quantity: 1 }])).results.id } };
  },
  '/admin/orders/payments/settle/{id}': async () => {
    const order_id = (await sold('waiting')).id;
    const wish = { order_id, by: 'card', amount: 10, status: 'pending', holder: 'partner' } as const;
    return { input: { id: await makePayment(app, wish) } };
  },
  '/admin/orders/payments/refund/failed/{id}': async () => ({ input: { id: await silentRefund('sending') } }),
  '/admin/orders/payments/refund/retry/{id}': async () => ({ input: { id: await silentRefund('refused') } }),
  '/admin/products/areas/import/undo/{id}': async () => {
    const changes = {
      branch_id: null,
      assigned: [],
      created: [{ id: await placed(), version: 1 }],
      updated: [],
    };
    const { id } = await app.services.database.prisma.location_import.create({
      data: { file_name: 'zones.geojson', changes },
    });
    return { input: { id } };
  },
  '/orders/pay/start': async () => {
    const shop = await makeOnlineShop(app, admin);
    const order_id = await orderOnline(app, shop, admin);
    return { input: { order_id, payment_id: shop.payment_id } };
  },
  '/payments/soft/choose/{attempt_id}': async () => {
    const { gateway_id: id } = await makeOnlineShop(app, admin);
    const { attempt_id } = (await app.call(api.gateway.test, { id }, { token: admin.token })).results;
    return { input: { attempt_id, outcome: 'paid' } };
  },
  '/admin/gateways/save': async () => ({
    input: { payment_id: await makeOnlineMethod(app, (await makeBranch(app)).id), provider: 'soft' },
  }),
  '/admin/gateways/delete/{id}': async () => ({
    input: { id: (await makeOnlineShop(app, admin)).gateway_id },
  }),
  '/admin/gateways/test/{id}': async () => ({ input: { id: (await makeOnlineShop(app, admin)).gateway_id } }),
  '/admin/payments/create': async () => ({
    input: { code: `p${unique()}`, titles: { en: 'Payment' }, type: 'card' },
  }),
  '/admin/payments/update/{id}': async () => ({ input: { id: await method('payment'), ord: 2 } }),
  '/admin/payments/delete/{id}': async () => ({ input: { id: await method('payment') } }),
  '/admin/payments/restore/{id}': async () => {
    const id = await method('payment');
    await app.call(api.paymentMethod.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/manager/payments/assign': async () => ({
    input: { ids: [await method('payment')] },
    headers: await ofBranch(),
  }),
  '/admin/delivery/create': async () => ({ input: { code: `d${unique()}`, titles: { en: 'Delivery' } } }),
  '/admin/delivery/update/{id}': async () => ({ input: { id: await method('delivery'), ord: 2 } }),
  '/admin/delivery/delete/{id}': async () => ({ input: { id: await method('delivery') } }),
  '/admin/delivery/restore/{id}': async () => {
    const id = await method('delivery');
    await app.call(api.deliveryMethod.remove, { id }, { token: admin.token });
    return { input: { id } };
  },
  '/admin/manager/delivery/assign': async () => ({
    input: { ids: [await method('delivery')] },
    headers: await ofBranch(),
  }),
  '/admin/pos/sessions/open': async () => ({ input: { device_id: (await makeTill(app)).device_id } }),
  '/admin/pos/sessions/close': async () => ({
    input: { device_id: (await drawer()).device_id, end_session_amount: 5 },
  }),
  '/admin/pos/sessions/count': async () => ({
    input: { device_id: (await drawer()).device_id, end_session_amount: 5 },
  }),
  '/admin/pos/sessions/hand-over': async () => {
    const { id: session_id, device_id } = await drawer();
    return { input: { device_id, session_id, end_session_amount: 5 } };
  },
  '/admin/pos/cash/move': async () => ({
    input: { session_id: (await drawer()).id, kind: 'in', amount: 5 },
  }),
  '/admin/pos/safe/count': async () => ({
    input: { branch_id: (await makeTill(app)).branch_id, amount: 5 },
  }),
  '/admin/pos/safe/banked/{id}': async () => {
    const { branch_id } = await makeTill(app);
    await app.call(api.safe.count, { branch_id, amount: 50 }, { token: admin.token });
    const bank = { holder: 'safe', branch_id, kind: 'bank', amount: 10 } as const;
    const { results } = await app.call(api.posSession.move, bank, { token: admin.token });
    return { input: { id: results.id, reference: 'Slip' } };
  },
  '/admin/pos/pair/code': async () => ({ input: { device_id: (await makeTill(app)).device_id } }),
  '/admin/pos/pair': async () => {
    const { device_id } = await makeTill(app);
    const { results } = await app.call(api.tillPairing.code, { device_id }, { token: admin.token });
    return { input: { code: results.code, public_key: newTillKey().public_key } };
  },
  '/admin/pos/unpair': async () => ({ input: { device_id: (await makeCounter(app)).device_id } }),
  '/admin/pos/approve': async () => {
    const { device_id, branch_id } = await makeCounter(app);
    const manager = await makePerson(app, {
      permissions: ['branchs'],
      branch_id,
      password: 'Correct-Horse-9',
    });
    const approval = { account_id: manager.id, password: 'Correct-Horse-9' };
    return { input: { device_id, reason: 'discount', percent: 20, approval } };
  },
  '/admin/pos/sync': async () => {
    const { paired, letter } = await soldLetter();
    return { input: paired.call([letter]) };
  },
  '/admin/pos/inbox/book': async () => {
    const { paired, letter, shelf } = await soldLetter();
    const other = await makeShelf(app, { branch_id: paired.branch_id });
    const { prisma } = app.services.database;
    const gone = { deleted_at: new Date() };
    await prisma.product.update({
      where: { id: shelf.product_id },
      data: { ...gone, items: { updateMany: { where: {}, data: gone } } },
    });
    await paired.send([letter]);
    return { input: { uuid: letter.uuid, items: [{ from: shelf.item_id, to: other.item_id }] } };
  },
  '/admin/pos/exceptions/close': async () => {
    const { paired, letter } = await soldLetter(1);
    await paired.send([letter]);
    const found = await app.services.database.prisma.pos_exception.findFirstOrThrow({
      where: { device_id: paired.device_id },
    });
    return { input: { id: found.id, note: 'Seen' } };
  },
  '/admin/pos/holds/save': async () => ({ input: await cartToHold() }),
  '/admin/pos/holds/take': async () => {
    const cart = await cartToHold();
    await app.call(api.heldCart.save, cart, { token: admin.token });
    return { input: { uuid: cart.uuid, device_id: cart.device_id } };
  },
  '/admin/pos/holds/delete': async () => {
    const cart = await cartToHold();
    await app.call(api.heldCart.save, cart, { token: admin.token });
    return { input: { uuid: cart.uuid } };
  },
  '/admin/views/save': async () => ({ input: { noun: 'branch', name: `V${unique()}`, query: '' } }),
  '/admin/views/delete/{id}': async () => {
    const { results } = await app.call(
      api.view.save,
      { noun: 'branch', name: `V${unique()}`, query: '' },
      { token: admin.token },
    );
    return { input: { id: results.id } };
  },
};

/** A sale of a till of its own, in the currency that the shop has by now. */
async function soldLetter(price = 10) {
  const { paired, payment_id, seller } = await makeCounter(app);
  const shelf = await makeShelf(app, { branch_id: paired.branch_id });
  const { results } = await app.call(api.setting.public, {});
  const currency = results.Currency;
  const body = saleBody({ lines: [{ shelf, price }], payment_id, cashier_id: seller.id, currency });
  return { paired, shelf, letter: paired.letter({ body }) };
}

/** A cart to put aside at a till of its own. */
async function cartToHold() {
  const { device_id } = await makeTill(app);
  return { uuid: randomUUID(), device_id, title: 'Blue coat', cart: '{}' };
}

/** The writes of the nouns that have an oracle. */
function fromOracles(): Record<string, () => Promise<Case>> {
  const cases = Object.entries(ACCEPTED).map(([path, body]): [string, () => Promise<Case>] => [
    path,
    async () => ({ input: await body(app, admin) }),
  ]);
  return Object.fromEntries(cases);
}

/** An order of two units. */
const sold = async (to: 'waiting' | 'delivered') => selling(app, admin).standing(await stocked(), 2, to);

/** A receipt that is owed, and a payment of one. */
const owed = async (): Promise<number> => (await purchasing(app, admin).accepted()).id;
const paid = async (): Promise<number> => {
  const input = { receipt_id: await owed(), value: 5 };
  return (await app.call(api.transaction.save, input, { token: admin.token })).results.id;
};

/** A payment or delivery method, a branch in a header, an open drawer. */
const method = async (kind: 'payment' | 'delivery'): Promise<number> => {
  const { prisma } = app.services.database;
  const row = { code: `m${unique()}`, titles: { en: 'Method' } };
  const { id } =
    kind === 'payment'
      ? await prisma.payment_method.create({ data: { ...row, type: 'card' } })
      : await prisma.delivery_method.create({ data: row });
  return id;
};
const ofBranch = async () => ({ 'branch-id': String((await makeBranch(app)).id) });
const drawer = async () => {
  const { device_id } = await makeTill(app);
  return (await app.call(api.posSession.open, { device_id }, { token: admin.token })).results;
};

/** An import whose file was read, or that has made one product. */
const uploaded = async (kind: string, state = 'checked'): Promise<number> => {
  const { prisma } = app.services.database;
  const { id } = await prisma.product_import.create({
    data: {
      kind,
      state,
      account_id: admin.id,
      locale: 'en',
      file: 'A'.repeat(22),
      file_name: 'goods.csv',
      format: 'csv',
      bytes: 10,
      columns: [{ key: 'A', header: 'Barcode', samples: [] }],
      mapping: kind === 'customer' ? { phone: 'A' } : { barcode: 'A' },
      ...(state === 'done' ? { created: 1, started_at: new Date() } : {}),
      ...(state === 'failed' ? { failure: { code: 'import.interrupted', params: {} } } : {}),
    },
    select: { id: true },
  });
  return id;
};

const letter = () => ({
  name: 'Visitor',
  email: `visitor${unique()}@example.test`,
  message: 'Open on Friday?',
});
const written = async (): Promise<number> => (await app.call(api.contactMessage.send, letter())).results.id;

const emptyRole = async (): Promise<number> => {
  const { id } = await app.services.database.prisma.role.create({
    data: { titles: { en: 'Empty' }, permissions: ['banners'] },
  });
  return id;
};

/**
 * Writes nothing but a ticket that lives a minute (its use, an export, is what the log tells); reads a file, and keeps
 * only what a supplier's columns are, which its own test finds in the log; takes nothing but a file of places, whose test
 * finds each of them in the log.
 */
const SILENT = new Set([
  '/admin/download/ticket',
  '/admin/products/receipts/sheet',
  '/admin/products/areas/import',
]);

const writes = (Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[]).filter(
  ({ kind, path }) => ['save', 'remove', 'command'].includes(kind) && !SILENT.has(path),
);

it('P25 O2 the test has a valid body for every write of the contract', () => {
  expect(Object.keys(accepted).sort()).toEqual(writes.map(({ path }) => path).sort());
});

it.each(writes.map((endpoint) => [endpoint.path, endpoint] as const))(
  'P25 O2 a successful %s writes one audit row, and a refused one writes none',
  async (path, endpoint) => {
    const { input, token, headers = {} } = (await accepted[path]?.()) ?? { input: {} };
    const isPublic = endpoint.audience === 'public';
    const by = token ?? (isPublic ? undefined : admin.token);
    const options = { headers, ...(by ? { token: by } : {}) };
    const refused = await app.call(endpoint, { ...input, no_such_field: 1 }, options);
    expect(refused.status, refused.text).toBe(422);
    expect(await rowsOf(refused.headers['x-request-id'])).toEqual([]);
    const done = await app.call(endpoint, input, options);
    expect(done.status, done.text).toBe(200);
    const rows = await rowsOf(done.headers['x-request-id']);
    expect(rows.length).toBeGreaterThanOrEqual(1);
    if (by) for (const row of rows) expect(row.account_id).not.toBeNull();
  },
);

it('every field in the audit rows of these writes has a label', async () => {
  const { rows } = await app.services.database.pool.query<{ field: string }>(
    'SELECT DISTINCT jsonb_object_keys(changes) AS field FROM audit_log ORDER BY 1',
  );
  expect(rows.map(({ field }) => field).filter((field) => !(field in enFields))).toEqual([]);
});

it('O2 a rolled back write leaves nothing, not even its audit row', async () => {
  const ctx = app.ctx();
  const before = await app.services.database.prisma.audit_log.count();
  await expect(
    ctx.tx(async (ctx) => {
      const { recordAudit } = await import('../../src/core/audit.ts');
      await ctx.db.branch.create({ data: { names: { en: 'Never' } } });
      await recordAudit(ctx, {
        noun: 'branch',
        id: 1,
        action: 'create',
        before: null,
        after: { name: 'Never' },
      });
      throw new Error('halfway');
    }),
  ).rejects.toThrow('halfway');
  expect(await app.services.database.prisma.audit_log.count()).toBe(before);
  expect(
    await app.services.database.prisma.branch.count({ where: { names: { path: ['en'], equals: 'Never' } } }),
  ).toBe(0);
});

it('P25 O2 each of fifty concurrent writes has one audit row, and a lost duplicate has none', async () => {
  const no = `N${unique()}`;
  const replies = await Promise.all(
    Array.from({ length: sized(30, 50) }, () =>
      app.call(api.branch.create, { names: { en: 'Race' }, no }, { token: admin.token }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, headers } of replies)
    expect(await rowsOf(headers['x-request-id'])).toHaveLength(status === 200 ? 1 : 0);
});

it.each([
  ['an update', `UPDATE audit_log SET actor = 'nobody'`],
  ['a delete', 'DELETE FROM audit_log'],
  ['a truncation', 'TRUNCATE audit_log'],
  ['an update of a seal', `UPDATE audit_seal SET hash = 'x'`],
  ['a delete of a seal', 'DELETE FROM audit_seal'],
  ['a truncation of the seals', 'TRUNCATE audit_seal'],
  ['a merge', `MERGE INTO audit_log a USING (SELECT 1 AS id) s ON a.id = s.id WHEN MATCHED THEN DELETE`],
  [
    'an upsert',
    `INSERT INTO audit_log (id, actor, action, noun, record_id, changes) SELECT id, actor, 'x', noun, record_id, changes FROM audit_log LIMIT 1 ON CONFLICT (id) DO UPDATE SET action = 'x'`,
  ],
])('P25 O1 %s is refused by the database, also for the owner of the tables', async (_, sql) => {
  await expect(app.services.database.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
});

/** Seals until nothing is left: rows wait for the oldest transaction that still runs. */
async function sealed(): Promise<void> {
  const { pool } = app.services.database;
  for (let at = 0; at < 100; at += 1) {
    await extendAuditChain(app.services, { whole: true });
    const { rows } = await pool.query<{ open: string }>(
      'SELECT count(*) AS open FROM audit_log a WHERE NOT EXISTS (SELECT 1 FROM audit_seal s WHERE s.audit_id = a.id)',
    );
    if (rows[0]?.open === '0') return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error('rows are left unsealed');
}

async function verify() {
  const client = new pg.Client({ connectionString: app.database });
  await client.connect();
  try {
    return await verifyAudit(client);
  } finally {
    await client.end();
  }
}

it('P25 O1 every audit row is sealed into one chain, and the chain verifies', async () => {
  await sealed();
  const { links, broken } = await verify();
  expect(broken).toBeNull();
  expect(links).toBe(await app.services.database.prisma.audit_log.count());
  await expectSound(app);
});

it.each([
  ['one letter of a name', `UPDATE audit_log SET actor = actor || 'x' WHERE id = $1`],
  [
    'one field of a change',
    `UPDATE audit_log SET changes = changes || '{"forged": {"from": 1, "to": 2}}' WHERE id = $1`,
  ],
  ['the time', `UPDATE audit_log SET at = at - interval '1 second' WHERE id = $1`],
  ['who did it', 'UPDATE audit_log SET account_id = coalesce(account_id, 0) + 1 WHERE id = $1'],
  ['the line itself, taken out', 'DELETE FROM audit_log WHERE id = $1'],
  ['its seal, taken out', 'DELETE FROM audit_seal WHERE audit_id = $1'],
])('P25 O1 verify detects tampering by the owner of the tables with %s', async (_, sql) => {
  const { pool } = app.services.database;
  await sealed();
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM audit_log ORDER BY id OFFSET 3 LIMIT 1');
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
    await client.query('ALTER TABLE audit_seal DISABLE TRIGGER audit_seal_append_only');
    await client.query(sql, [rows[0]?.id]);
    const { broken } = await verifyAudit(client);
    expect(broken).not.toBeNull();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect((await verify()).broken).toBeNull();
});

it('O3 P25 none of twenty secrets reaches the audit log, whichever field it is in', async () => {
  const canaries = Array.from({ length: 20 }, (_, at) => `Canary${at}!${unique()}aA1`);
  const by = { token: admin.token };
  const person = await makePerson(app, { permissions: ['banners'], password: canaries[0] ?? '' });
  await app.call(api.account.save, { id: person.id, password: canaries[1] }, by);
  const made = await app.call(
    api.account.save,
    { name: 'Secret', email: `s${unique()}@example.test`, password: canaries[2] },
    by,
  );
  expect(made.status).toBe(200);
  const generated = await app.call(api.account.save, { id: person.id, generate_password: 1 }, by);
  canaries[3] = generated.results.generated_password ?? '';
  const own = await makePerson(app, { password: canaries[4] ?? '' });
  const change = { current_password: canaries[4], password: canaries[5], password_confirmation: canaries[5] };
  expect((await app.call(api.auth.updateProfile, change, { token: own.token })).status).toBe(200);
  const signed = await app.call(api.auth.signIn, { email: own.email, password: canaries[5] });
  canaries[6] = signed.results.token;
  canaries[7] = (await app.call(api.system.ticket, {}, by)).results.token;
  const email = `o${unique()}@example.test`;
  canaries[8] = (await app.call(api.auth.registerEmail, { email })).results.user_id;
  await app.call(api.auth.signIn, { email: own.email, password: canaries[9] });
  await app.call(
    api.auth.updateProfile,
    { current_password: canaries[10], password: canaries[11], password_confirmation: canaries[11] },
    { token: own.token },
  );
  await app.call(api.role.save, { titles: { en: 'X' }, password: canaries[12] }, by);
  await app.call(api.branch.create, { names: { en: 'X' }, secret_key: canaries[13] }, by);
  await app.call(api.setting.save, { api_token: canaries[14] }, by);
  const { rows } = await app.services.database.pool.query<{ line: string }>(
    `SELECT row_to_json(a)::text AS line FROM audit_log a
      UNION ALL SELECT row_to_json(e)::text FROM event e
      UNION ALL SELECT row_to_json(i)::text FROM idempotency_key i`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { line } of rows) {
    for (const canary of canaries) expect(line.includes(canary), line.slice(0, 300)).toBe(false);
    expect(line).not.toMatch(/\$2[aby]\$\d\d\$/);
  }
});

it('S5 O3 a dump of the tables contains no password, code, token or ticket in plain text', async () => {
  const email = `d${unique()}@example.test`;
  const { results } = await app.call(api.auth.registerEmail, { email });
  const code = await codeFor(email);
  const ticket = (await app.call(api.system.ticket, {}, { token: admin.token })).results.token;
  const { pool } = app.services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${name} t`);
    for (const { line } of rows) {
      expect(line.includes(ticket), name).toBe(false);
      expect(line.includes(admin.token), name).toBe(false);
      expect(line.includes(PASSWORD), name).toBe(false);
      if (line.includes(results.user_id))
        expect(line.replace(/"code_hmac":"[^"]*"/, ''), name).not.toContain(`"${code}"`);
      if (line.includes(email))
        expect(line.replace(/"(code_hmac|body)":"[^"]*"/g, ''), name).not.toContain(code);
    }
  }
});

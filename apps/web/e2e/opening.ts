import type { Client } from '@dukkan/contract';
import type { FullConfig } from '@playwright/test';
import { clientAt, type Login } from './client.ts';
import { freshEan, unique } from './fresh.ts';
import { importFile } from './imports.ts';
import { PLAIN_RECORDS } from './records.ts';

/** The accounts of the demo shop; each name is the first part of an e-mail. */
export const ROLES = ['admin', 'manager', 'cashier', 'driver', 'accountant', 'editor'] as const;
export type Role = (typeof ROLES)[number];

export const DEMO_PASSWORD = 'Dukkan!2026';
/** A version of the tour that counts as seen. */
const TOUR_SEEN = 1;
/** The id of the status 'delivered' in a new shop. */
const DELIVERED = 6;

export type Shop = {
  readonly url: string;
  readonly logins: Readonly<Record<Role, Login>>;
  /** Ids of demo records, for pages of a record. */
  readonly ids: Readonly<
    Record<
      | 'account'
      | 'customer'
      | 'role'
      | 'branch'
      | 'brand'
      | 'price_list'
      | 'banner'
      | 'coupon'
      | 'bundle'
      | 'wholesale'
      | 'discount'
      | 'category'
      | 'tax_type'
      | 'delivery_method'
      | 'payment_method'
      | 'product'
      | 'message'
      | 'import'
      | 'import_done'
      | 'area'
      | 'zone'
      | 'address'
      | 'supplier'
      | 'invid'
      | 'receipt_sent'
      | 'orderId'
      | 'order_return'
      | 'pos_session',
      number
    > & { attempt: string }
  >;
};

/** Returns the shop of this run; workers read it from the main process's environment. */
export const openedShop = (): Shop => JSON.parse(process.env.E2E_SHOP ?? '{}') as Shop;

async function enter(url: string, role: Role): Promise<Login> {
  const visitor = clientAt(url, null);
  const { results } = await visitor.auth.signIn({
    email: `${role}@demo.test`,
    password: DEMO_PASSWORD,
    source: 'dashboard',
  });
  await clientAt(url, results.token).auth.updateProfile({ tour_version: TOUR_SEEN });
  return { token: results.token, permissions: results.user.permissions };
}

/** Signs in all accounts of a demo shop. */
export async function signEveryoneIn(url: string): Promise<Record<Role, Login>> {
  const entries: [Role, Login][] = [];
  for (const role of ROLES) entries.push([role, await enter(url, role)]);
  return Object.fromEntries(entries) as Record<Role, Login>;
}

/**
 * Returns rows of an import: an existing product with a change, a new one, one without a name, one with an invalid
 * price.
 */
const suppliedRows = (known: string): string[] => [
  `${known},Arabic coffee,Drinks,26`,
  `${freshEan()},Date syrup,Pantry > Sweet,18.5`,
  `${freshEan()},,Pantry > Sweet,30`,
  `${freshEan()},Sesame paste,Pantry,cheap`,
];

/** Creates a transfer, a draft of a stock-taking and a posted one, from the demo shop's stock. */
async function stockDocuments(admin: Client): Promise<Record<'transfer' | 'count' | 'count_posted', number>> {
  const [shelf] = (await admin.stock.list({ state: 'available', sort_by: 'available', sort_as: 'desc' }))
    .results;
  const branches = (await admin.branch.list({ limit: 50 })).results;
  const to = branches.find(({ id }) => id !== shelf?.branch_id);
  if (!shelf || !to) throw new Error('The demo business has no stock.');
  const { item_id, branch_id, on_hand } = shelf;
  const moved = await admin.transfer.save({
    from_branch_id: branch_id,
    to_branch_id: to.id,
    items: [{ item_id, quantity: 1 }],
  });
  const items = [{ item_id, counted: on_hand }];
  const posted = (await admin.stockCount.save({ branch_id, items })).results.id;
  await admin.stockCount.post({ id: posted });
  const count = (await admin.stockCount.save({ branch_id, items })).results.id;
  return { transfer: moved.results.id, count, count_posted: posted };
}

/** Creates a delivered and paid order from the demo shop's stock, and a return of a part of it. */
async function soldDocuments(admin: Client): Promise<Record<'orderId' | 'order_return', number>> {
  const branches = (await admin.branch.list({ limit: 50 })).results;
  // warehouses do not sell
  const shops = branches.filter(({ warehouse }) => warehouse === 0).map(({ id }) => id);
  const wish = { state: 'available', sort_by: 'available', sort_as: 'desc', limit: 100 } as const;
  const shelf = (await admin.stock.list(wish)).results.find(({ branch_id }) => shops.includes(branch_id));
  if (!shelf) throw new Error('The demo business has no stock.');
  const { item_id, branch_id } = shelf;
  const { results: order } = await admin.order.make({
    branch_id,
    type: 'take_away',
    client: { name: 'مريم الكواري', phone: '+97455127788' },
    cart: [{ item_id, quantity: 3 }],
    invoice_to: 'Kuwari Trading W.L.L.',
  });
  await admin.order.save({ id: order.id, status_id: DELIVERED, paid: 1 });
  const back = await admin.orderReturn.make({ order_id: order.id, items: [{ item_id, quantity: 1 }] });
  return { orderId: order.id, order_return: back.results.id };
}

/** Creates a new order to an address of the demo business inside the delivery area. */
async function deliveredTo(admin: Client): Promise<number> {
  for (const { id, user_id, zone } of (await admin.address.list({ limit: 50 })).results) {
    const branch_id = zone?.branch_id;
    if (!branch_id) continue;
    const wish = { branch_id, state: 'available', sort_by: 'available', sort_as: 'desc', limit: 1 } as const;
    const [shelf] = (await admin.stock.list(wish)).results;
    if (!shelf) continue;
    const cart = [{ item_id: shelf.item_id, quantity: 1 }];
    const order = { type: 'delivery' as const, branch_id, client_id: user_id, address_id: id, cart };
    return (await admin.order.make(order)).results.id;
  }
  throw new Error('No address of the demo business is delivered to.');
}

/** Starts a payment through the demo business's gateway, to be paid on the provider's page. */
async function startTestPayment(admin: Client): Promise<string> {
  const [gateway] = (await admin.gateway.list({ limit: 1 })).results;
  if (!gateway) throw new Error('The demo business has no gateway.');
  return (await admin.gateway.test({ id: gateway.id })).results.attempt_id;
}

/** Opens the drawer of a separate till, where no test sells. */
async function openTill(admin: Client): Promise<number> {
  const [branch] = (await admin.branch.list({ limit: 1 })).results;
  if (!branch) throw new Error('The demo business has no branch.');
  const { id: device_id } = (
    await admin.posDevice.save({ branch_id: branch.id, name: 'Counter of the screens' })
  ).results;
  return (await admin.posSession.open({ device_id, branch_id: branch.id, start_amount: 100 })).results.id;
}

/** An image of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Creates a banner of one pixel in a separate slider. */
async function showBanner(admin: Client): Promise<number> {
  const size = { width: 1200, height: 400 };
  const titles = { ar: 'الصفحة الرئيسية', en: 'Home page' };
  const { id: slider_id } = (await admin.slider.save({ key: 'home', titles, ...size })).results;
  const { results } = await admin.banner.save({
    slider_id,
    titles: { ar: 'تخفيضات الصيف', en: 'Summer sale' },
    descriptions: { ar: 'مائدة عليها فاكهة', en: 'A table full of fruit' },
    images_base64: { en: PIXEL },
  });
  return results.id;
}

/** Creates a record of every plain noun; returns their ids by group. */
async function savePlainRecords(admin: Client): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const { group, body } of PLAIN_RECORDS) {
    const save = admin[group as 'slider'].save as unknown as (
      input: object,
    ) => Promise<{ results: { id: number } }>;
    const name = { ar: 'جبن إضافي', en: 'More cheese' };
    ids[group] = (await save(body(name, 'more-cheese'))).results.id;
  }
  return ids;
}

/** Signs in all accounts once, before the first test; the shared data is only read. */
export default async function openShop(config: FullConfig): Promise<void> {
  const url = String(config.projects[0]?.use.baseURL);
  const logins = await signEveryoneIn(url);
  const admin = clientAt(url, logins.admin.token);
  const first = async (list: Promise<{ results: { id: number }[] }>): Promise<number> => {
    const [row] = (await list).results;
    if (!row) throw new Error('The demo business has not been put in.');
    return row.id;
  };
  const known = freshEan();
  const documents = { ...(await stockDocuments(admin)), ...(await soldDocuments(admin)) };
  const ids = {
    account: await first(admin.account.list({ keywords: 'cashier@demo.test' })),
    customer: await first(admin.account.list({ role: 'customer', limit: 1 })),
    role: await first(admin.role.list({ limit: 1, sort_by: 'id', sort_as: 'desc' })),
    branch: await first(admin.branch.list({ limit: 1 })),
    message: await first(admin.contactMessage.list({ limit: 1 })),
    area: await first(admin.location.list({ type: 0, limit: 1 })),
    zone: await first(admin.location.list({ type: 2, limit: 1 })),
    address: await first(admin.address.list({ limit: 1 })),
    delivery_method: await first(admin.deliveryMethod.list({ limit: 1 })),
    payment_method: await first(admin.paymentMethod.list({ limit: 1, type: 'card' })),
    order: await deliveredTo(admin),
    supplier: await first(admin.supplier.list({ limit: 1, sort_by: 'balance', sort_as: 'desc' })),
    invid: await first(admin.receipt.list({ limit: 1, status: 1, unpaid: 1 })),
    receipt_sent: await first(admin.receipt.list({ limit: 1, status: 'none' })),
    ...documents,
    coupon: await first(admin.offer.list({ type: 'coupon', limit: 1 })),
    bundle: await first(admin.offer.list({ type: 'bundle', limit: 1 })),
    wholesale: await first(admin.offer.list({ type: 'wholesale', limit: 1 })),
    discount: await first(admin.discount.list({ multi: 1, limit: 1 })),
    brand: (await admin.brand.save({ names: { ar: 'دار القهوة', en: 'Coffee House' }, force: true })).results
      .id,
    price_list: await first(admin.priceList.list({ limit: 1 })),
    pos_session: await openTill(admin),
    banner: await showBanner(admin),
    ...(await savePlainRecords(admin)),
    attempt: await startTestPayment(admin),
    category: (await admin.category.save({ titles: { ar: 'مشروبات', en: 'Drinks' }, force: true })).results
      .id,
    product: (
      await admin.product.save({
        titles: { ar: 'قهوة عربية', en: 'Arabic coffee' },
        pricing: { price: 24.5, compare_at: 30 },
        items: [{ barcode: known }, { barcode: unique('PACK-'), price: 42, pack_quantity: 2 }],
      })
    ).results.id,
    import: await importFile(url, logins.admin.token, suppliedRows(known), 'checked'),
    import_done: await importFile(url, logins.admin.token, suppliedRows(known), 'done'),
    tax_type: (
      await admin.taxType.save({ names: { ar: 'معفى', en: 'Exempt' }, value: 0, value_name: 'NULL' })
    ).results.id,
  };
  process.env.E2E_SHOP = JSON.stringify({ url, logins, ids } satisfies Shop);
}

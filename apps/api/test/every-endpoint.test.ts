import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';
import { CALLS, ORACLES, READERS } from './oracles.ts';

/**
 * Who may call what, written by hand, never from the contract, so that a wrong contract fails here. A noun with an
 * oracle says it there.
 * `open`: anyone · `account`: any signed-in account · otherwise the one permission that lets staff in; `own`: customers
 * too, for what is their own.
 */
const TABLE: Readonly<Record<string, string>> = {
  ...CALLS,
  '/user/auth': 'open',
  '/register/phone': 'open',
  '/register/email': 'open',
  '/register/phone/verify': 'open',
  '/settings': 'open',
  '/contactus/save': 'open',
  '/admin/products/areas': 'open',
  '/admin/products/areas/quote': 'open',
  '/admin/payments': 'open',
  '/admin/delivery': 'open',
  '/orders/pay/show/{attempt_id}': 'open',
  '/payments/soft/choose/{attempt_id}': 'open',
  '/demo/accounts': 'absent',
  '/demo/mailbox': 'absent',
  '/user/logout': 'account',
  '/user/profile': 'account',
  '/user/profile/update': 'account',
  '/user/profile/code': 'account',
  '/user/sessions': 'account',
  '/user/sessions/revoke': 'account',
  '/events': 'account',
  '/admin/download/ticket': 'account',
  '/admin/search': 'account',
  '/admin/audit': 'account',
  '/admin/views': 'account',
  '/admin/views/save': 'account',
  '/admin/views/delete/{id}': 'account',
  '/admin/accounts': 'users.view',
  '/admin/manager/accounts': 'users.view',
  '/admin/accounts/show/{id}': 'users.view',
  '/admin/accounts/save': 'users.save',
  '/admin/accounts/delete/{id}': 'users.delete',
  '/admin/accounts/restore/{id}': 'users.delete',
  '/admin/accounts/roles': 'roles.view',
  '/admin/accounts/roles/save': 'roles.save',
  '/admin/accounts/roles/delete/{id}': 'roles.delete',
  '/admin/accounts/roles/restore/{id}': 'roles.delete',
  '/admin/accounts/permissions': 'roles.view',
  '/admin/pos/safe': 'sessions.view',
  '/admin/pos/safe/count': 'sessions.save',
  '/admin/pos/safe/banked/{id}': 'sessions.save',
  '/admin/pos/cash/where': 'sessions.view',
  '/admin/branchs': 'branchs.view',
  '/admin/branchs/show/{id}': 'branchs.view',
  '/admin/branchs/create': 'branchs.save',
  '/admin/branchs/update/{id}': 'branchs.save',
  '/admin/branchs/delete/{id}': 'branchs.delete',
  '/admin/branchs/restore/{id}': 'branchs.delete',
  '/admin/products/import': 'products.save',
  '/admin/products/prices/import': 'products.save',
  '/admin/accounts/import': 'users.save',
  '/admin/products/imports': 'products.save',
  '/admin/products/import/show/{id}': 'products.save',
  '/admin/products/import/rows': 'products.save',
  '/admin/products/import/cancel/{id}': 'products.save',
  '/admin/products/import/undo/{id}': 'products.save',
  '/admin/products/import/retry/{id}': 'products.save',
  '/admin/products/import/give_up/{id}': 'products.save',
  '/admin/pricelist/try': 'pricelist.view',
  '/admin/manager/pricelist': 'pricelist.view',
  '/admin/manager/pricelist/assign/{id}': 'pricelist.save',
  '/admin/taxs/tss': 'taxs.view',
  '/admin/taxs/certificate/create': 'taxs.save',
  '/admin/taxs/documents': 'taxs.view',
  '/admin/taxs/documents/retry/{id}': 'taxs.save',
  '/admin/taxs/tss/disable/{id}': 'taxs.save',
  '/admin/taxs/verify': 'taxs.view',
  '/admin/products/stock': 'reciepts.view',
  '/admin/products/stock/deleted': 'branchs.view',
  '/admin/products/stock/explain': 'orders.view',
  '/admin/products/stock/writeoff': 'reciepts.save',
  '/admin/products/used-quantities': 'reports.view',
  '/admin/products/transfers': 'reciepts.view',
  '/admin/products/transfers/show/{id}': 'reciepts.view',
  '/admin/products/transfers/save': 'reciepts.save',
  '/admin/products/counts': 'reciepts.view',
  '/admin/products/counts/show/{id}': 'reciepts.view',
  '/admin/products/counts/save': 'reciepts.save',
  '/admin/products/counts/post/{id}': 'reciepts.save',
  '/admin/products/counts/delete/{id}': 'reciepts.delete',
  '/admin/products/suppliers': 'suppliers.view',
  '/admin/products/suppliers/show/{id}': 'suppliers.view',
  '/admin/products/suppliers/ledger': 'suppliers.view',
  '/admin/products/suppliers/items': 'reciepts.view',
  '/admin/products/suppliers/items/delete/{id}': 'reciepts.save',
  '/admin/products/suppliers/save': 'suppliers.save',
  '/admin/products/suppliers/delete/{id}': 'suppliers.delete',
  '/admin/products/suppliers/restore/{id}': 'suppliers.delete',
  '/admin/products/receipts': 'reciepts.view',
  '/admin/products/to-order': 'products.view',
  '/admin/products/to-order/make': 'reciepts.save',
  '/admin/products/receipts/order/{id}': 'reciepts.view',
  '/admin/products/receipts/send': 'reciepts.save',
  '/admin/products/receipts/show/{id}': 'reciepts.view',
  '/admin/products/receipts/invoice/{id}': 'reciepts.view',
  '/admin/products/receipts/statistics': 'reciepts.view',
  '/admin/products/receipts/sheet': 'reciepts.save',
  '/admin/products/receipts/save': 'reciepts.save',
  '/admin/products/receipts/update': 'reciepts.save',
  '/admin/products/receipts/delete/{id}': 'reciepts.delete',
  '/admin/products/transactions': 'transactions.view',
  '/admin/products/transactions/save': 'transactions.save',
  '/admin/products/transactions/remove/{id}': 'transactions.delete',
  '/admin/products/transactions/restore/{id}': 'transactions.delete',
  '/admin/payments/show/{id}': 'settings.payments.view',
  '/admin/payments/create': 'payments.save',
  '/admin/payments/update/{id}': 'settings.payments.save',
  '/admin/payments/delete/{id}': 'payments.delete',
  '/admin/payments/restore/{id}': 'settings.payments.delete',
  '/admin/branch/payments': 'payments.view',
  '/admin/manager/payments/assign': 'branchs.save',
  '/admin/delivery/show/{id}': 'delivery.view',
  '/admin/delivery/create': 'delivery.save',
  '/admin/delivery/update/{id}': 'delivery.save',
  '/admin/delivery/delete/{id}': 'delivery.delete',
  '/admin/delivery/restore/{id}': 'delivery.delete',
  '/admin/branch/deliveries': 'delivery.view',
  '/admin/manager/delivery/assign': 'branchs.save',
  '/admin/pos/sessions/report': 'sessions.view',
  '/admin/pos/sessions/show/{id}': 'sessions.view',
  '/admin/pos/sessions/paper/{id}': 'sessions.view',
  '/admin/pos/sessions/rows': 'sessions.view',
  '/admin/pos/approvers': 'sessions.save',
  '/admin/pos/sessions/count': 'sessions.save',
  '/admin/pos/sessions/hand-over': 'sessions.save',
  '/admin/pos/sessions/open': 'seller',
  '/admin/pos/sessions/close': 'sessions.save',
  '/admin/pos/cash/move': 'sessions.save',
  '/admin/pos/pair/code': 'branchs.save',
  '/admin/pos/pair': 'open',
  '/admin/pos/unpair': 'branchs.save',
  '/admin/pos/approve': 'sessions.save',
  '/admin/pos/pack': 'sessions.view',
  '/admin/pos/pack/list': 'sessions.view',
  '/admin/pos/sync': 'open',
  '/admin/pos/inbox': 'sessions.view',
  '/admin/pos/inbox/book': 'sessions.save',
  '/admin/pos/exceptions': 'sessions.view',
  '/admin/pos/exceptions/close': 'sessions.save',
  '/admin/pos/holds': 'sessions.view',
  '/admin/pos/holds/save': 'sessions.save',
  '/admin/pos/holds/take': 'sessions.save',
  '/admin/pos/holds/delete': 'sessions.save',
  '/admin/contactus/list': 'contactus.view',
  '/admin/contactus/read': 'contactus.view',
  '/admin/contactus/delete/{id}': 'contactus.delete',
  '/admin/contactus/restore/{id}': 'contactus.delete',
  '/admin/products/areas/show/{id}': 'areas.view',
  '/admin/products/areas/shapes': 'areas.view',
  '/admin/products/areas/check': 'areas.save',
  '/admin/products/areas/import': 'areas.save',
  '/admin/products/areas/import/undo/{id}': 'areas.save',
  '/admin/products/areas/save': 'areas.save',
  '/admin/products/areas/delete/{id}': 'areas.delete',
  '/admin/products/areas/restore/{id}': 'areas.delete',
  '/admin/branch/areas': 'branchs.view',
  '/admin/manager/area/assign': 'branchs.save',
  '/admin/products/addresses': 'own Addresses.view',
  '/admin/products/addresses/show/{id}': 'own Addresses.view',
  '/admin/products/addresses/save': 'own Addresses.save',
  '/admin/products/addresses/delete/{id}': 'own Addresses.delete',
  '/admin/products/addresses/restore/{id}': 'own Addresses.delete',
  '/admin/products/orders': 'own orders.view',
  '/admin/products/orders/show/{id}': 'own orders.view',
  '/admin/products/orders/invoice/{id}': 'orders.view',
  '/admin/products/orders/invoices/returned/invoice/{id}': 'orders.view',
  '/admin/products/orders/invoices/returned': 'own orders.view',
  '/admin/products/orders/invoices/returned/show/{id}': 'own orders.view',
  '/admin/products/orders/invoices/return': 'orders.save',
  '/admin/products/orders/invoices/returned/remove/{id}': 'orders.delete',
  '/admin/orders/payments': 'payments.view',
  '/admin/orders/payments/settle/{id}': 'payments.save',
  '/admin/orders/payments/refund/failed/{id}': 'payments.save',
  '/admin/orders/payments/refund/retry/{id}': 'payments.save',
  '/admin/products/reports': 'reports.view',
  '/admin/products/orders/reports/drivers': 'reports.view',
  '/admin/cash/report': 'reports.view',
  '/admin/reports/tiles': 'reports.view',
  '/admin/orders/payments/drivers': 'payments.view',
  '/admin/orders/payments/drivers/handed-in': 'payments.view',
  '/orders/pay/start': 'own orders.save',
  '/orders/pay/attempts/{id}': 'orders.view',
  '/admin/gateways': 'settings.payments.view',
  '/admin/gateways/save': 'settings.payments.save',
  '/admin/gateways/delete/{id}': 'settings.payments.delete',
  '/admin/gateways/test/{id}': 'settings.payments.save',
  '/admin/products/orders/price': 'own orders.save',
  '/admin/products/orders/payable/{id}': 'orders.save',
  '/admin/products/orders/make': 'own orders.save',
  '/admin/products/orders/customer': 'orders.save',
  '/admin/products/orders/save': 'orders.save',
  '/admin/products/orders/statistics': 'orders.view',
  '/admin/products/orders/status': 'ordersstatus.view',
  '/admin/products/orders/status/show/{id}': 'ordersstatus.view',
  '/admin/products/orders/status/save': 'ordersstatus.save',
  '/admin/products/orders/status/delete/{id}': 'ordersstatus.delete',
  '/admin/products/orders/status/restore/{id}': 'ordersstatus.delete',
  '/admin/settings': 'settings.view',
  '/admin/settings/save': 'settings.save',
  '/admin/settings/effect': 'settings.view',
  '/admin/jobs/failed': 'settings.view',
  '/admin/jobs/retry/{id}': 'settings.save',
  '/admin/jobs/drop/{id}': 'settings.save',
  '/admin/mail-templates': 'settings.view',
  '/admin/mail-templates/show/{key}': 'settings.view',
  '/admin/mail-templates/save': 'settings.save',
  '/admin/mail-templates/reset/{key}': 'settings.save',
  '/admin/mail-templates/preview': 'settings.view',
  '/admin/mail-templates/test': 'settings.save',
};

/** What anyone may call without signing in. */
const PUBLIC = Object.keys(TABLE).filter((path) => TABLE[path] === 'open');

/** The permission alone. */
const permissionOf = (right: string): string => right.replace(/^own /, '');

const endpoints = Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[];
const ABSENT = 2_000_000_000;

let app: TestApp;
let customer: Person;
let idle: Person;
let admin: Person;
let elsewhere: Person;
let here: number;
const holders = new Map<string, Person>();

beforeAll(async () => {
  app = await startApp();
  const [one, two] = [await makeBranch(app), await makeBranch(app)];
  here = one.id;
  customer = await makePerson(app);
  // no call asks for this permission alone
  idle = await makePerson(app, { permissions: ['banners.export'], branch_id: here });
  admin = await makeAdmin(app);
  const everything = [...new Set(Object.values(TABLE).map(permissionOf))].filter(
    (right) => !['open', 'account', 'absent'].includes(right),
  );
  elsewhere = await makePerson(app, { permissions: everything, manages: [two.id] });
  for (const permission of everything)
    holders.set(permission, await makePerson(app, { permissions: [permission], branch_id: here }));
});
afterAll(() => app.stop());

/** The answer's status, with a body that cannot do harm: an id nothing has. */
const knock = async (endpoint: Endpoint, token?: string): Promise<number> => {
  if (endpoint.kind === 'stream') {
    const response = await fetch(app.url + endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ topics: [] }),
    });
    await response.body?.cancel();
    return response.status;
  }
  const reply = await app.call(endpoint, { id: ABSENT }, token ? { token } : {});
  return reply.status;
};

it('the hand-written permission table names exactly the endpoints of the contract', () => {
  expect(Object.keys(TABLE).sort()).toEqual(endpoints.map(({ path }) => path).sort());
});

it('exactly the endpoints for the public can be called without signing in', () => {
  const open = endpoints.filter(({ audience, only }) => audience === 'public' && only !== 'demo');
  expect(open.map(({ path }) => path).sort()).toEqual([...PUBLIC].sort());
});

describe.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (path, endpoint) => {
  const right = TABLE[path] ?? 'unnamed';
  if (right === 'absent') {
    it(`${path} does not exist outside demo mode`, async () => expect(await knock(endpoint)).toBe(404));
    return;
  }
  // signing out would end the session that the other rows use
  const spends = path === '/user/logout' || path === '/user/sessions/revoke';

  it(`${path} can be called without signing in only when it is public`, async () => {
    const status = await knock(endpoint);
    if (right === 'open') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(401);
  });

  it(`${path} answers an ended session with 401, except where a browser must be able to start over`, async () => {
    const status = await knock(endpoint, 'dead.token.here');
    const startsOver =
      [
        '/user/auth',
        '/settings',
        '/orders/pay/show/{attempt_id}',
        '/payments/soft/choose/{attempt_id}',
        // a till delivers under its own key, whoever is signed in
        '/admin/pos/pair',
        '/admin/pos/sync',
      ].includes(path) || path.startsWith('/register/');
    if (startsOver) expect(status).not.toBe(401);
    else expect(status).toBe(401);
  });

  it(`${path} is closed to customers when it is for staff`, async () => {
    if (spends) return;
    const status = await knock(endpoint, customer.token);
    if (right === 'open' || right === 'account' || right.startsWith('own '))
      expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });

  it(`${path} is closed to staff without its permission`, async () => {
    if (spends) return;
    const status = await knock(endpoint, idle.token);
    if (right === 'open' || right === 'account') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });

  it(`${path} is open to staff with exactly its permission and to administrators`, async () => {
    if (spends) return;
    const holder = holders.get(permissionOf(right));
    if (holder) expect([401, 403]).not.toContain(await knock(endpoint, holder.token));
    expect([401, 403]).not.toContain(await knock(endpoint, admin.token));
  });
});

describe('managers of another branch', () => {
  const ofBranch = endpoints.filter(
    ({ path }) => path.startsWith('/admin/branchs/') && path.endsWith('{id}'),
  );
  it.each(ofBranch.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s answers a foreign branch exactly as one that does not exist',
    async (_path, endpoint) => {
      const foreign = await app.call(endpoint, { id: here }, { token: elsewhere.token });
      const absent = await app.call(endpoint, { id: ABSENT }, { token: elsewhere.token });
      const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      expect(foreign.status).toBe(404);
      expect(faceless(foreign.text)).toBe(faceless(absent.text));
    },
  );
});

describe('the published catalogue', () => {
  const disabled = new Map<string, number>();
  beforeAll(async () => {
    const texts = { ar: 'مخفي', en: 'Hidden', de: 'Versteckt' };
    for (const { make, readers = {} } of ORACLES)
      for (const path of Object.keys(readers)) disabled.set(path, await make(app, { texts, status: 0 }));
  });

  it.each(Object.entries(READERS))(
    '%s shows what is disabled to whom it may concern only',
    async (path, who) => {
      const endpoint = endpoints.find((one) => one.path === path) as Endpoint;
      const id = disabled.get(path) ?? 0;
      const sees = async (token?: string): Promise<boolean> => {
        const input = { id, keywords: endpoint.kind === 'list' ? 'hidden' : undefined };
        const reply = await app.call(endpoint, input, token ? { token } : {});
        if (reply.status === 404) return false;
        expect(reply.status).toBe(200);
        return JSON.stringify(reply.results).includes('"version"');
      };
      for (const permission of who.held)
        expect(await sees((await makePerson(app, { permissions: [permission] })).token), permission).toBe(
          true,
        );
      for (const permission of who.narrow)
        expect(await sees((await makePerson(app, { permissions: [permission] })).token), permission).toBe(
          false,
        );
      expect(await sees(customer.token)).toBe(false);
      expect(await sees()).toBe(false);
    },
  );
});

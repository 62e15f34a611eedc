import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from './actors.ts';
import { startApp, type TestApp } from './app.ts';

/**
 * Who may call what, written by hand from decisions 0.4, never from the contract, so that a wrong contract fails here.
 * `open`: anyone · `account`: any signed-in account · otherwise the one permission that lets staff in.
 */
const TABLE: Readonly<Record<string, string>> = {
  '/user/auth': 'open',
  '/register/phone': 'open',
  '/register/email': 'open',
  '/register/phone/verify': 'open',
  '/settings': 'open',
  '/contactus/save': 'open',
  '/admin/products/areas': 'open',
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
  '/admin/branchs': 'branchs.view',
  '/admin/branchs/show/{id}': 'branchs.view',
  '/admin/branchs/create': 'branchs.save',
  '/admin/branchs/update/{id}': 'branchs.save',
  '/admin/branchs/delete/{id}': 'branchs.delete',
  '/admin/branchs/restore/{id}': 'branchs.delete',
  '/admin/contactus/list': 'contactus.view',
  '/admin/contactus/read': 'contactus.view',
  '/admin/contactus/delete/{id}': 'contactus.delete',
  '/admin/contactus/restore/{id}': 'contactus.delete',
  '/admin/settings': 'settings.view',
  '/admin/settings/save': 'settings.save',
};

/** Exactly the public audience of decisions 0.4, as far as it is built (promises Z12). */
const PUBLIC = Object.keys(TABLE).filter((path) => TABLE[path] === 'open');

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
  idle = await makePerson(app, { permissions: ['banners.view'], branch_id: here });
  admin = await makeAdmin(app);
  const everything = [...new Set(Object.values(TABLE))].filter(
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

it('the hand-written table names every endpoint of the contract, and nothing else', () => {
  expect(Object.keys(TABLE).sort()).toEqual(endpoints.map(({ path }) => path).sort());
});

it('exactly the public audience is anonymous', () => {
  const open = endpoints.filter(({ audience, only }) => audience === 'public' && only !== 'demo');
  expect(open.map(({ path }) => path).sort()).toEqual([...PUBLIC].sort());
});

describe.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (path, endpoint) => {
  const right = TABLE[path] ?? 'unnamed';
  if (right === 'absent') {
    it('does not exist outside demo mode', async () => expect(await knock(endpoint)).toBe(404));
    return;
  }
  // signing out would end the session that the other rows use
  const spends = path === '/user/logout' || path === '/user/sessions/revoke';

  it('lets strangers in only where anyone may come', async () => {
    const status = await knock(endpoint);
    if (right === 'open') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(401);
  });

  it('answers a dead token with 401, except where a browser must be able to start over', async () => {
    const status = await knock(endpoint, 'dead.token.here');
    const startsOver = path === '/user/auth' || path === '/settings' || path.startsWith('/register/');
    if (startsOver) expect(status).not.toBe(401);
    else expect(status).toBe(401);
  });

  it('keeps customers out of what is for staff', async () => {
    if (spends) return;
    const status = await knock(endpoint, customer.token);
    if (right === 'open' || right === 'account') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });

  it('keeps staff without the permission out', async () => {
    if (spends) return;
    const status = await knock(endpoint, idle.token);
    if (right === 'open' || right === 'account') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });

  it('lets staff in with exactly that one permission, and the administrator always', async () => {
    if (spends) return;
    const holder = holders.get(right);
    if (holder) expect([401, 403]).not.toContain(await knock(endpoint, holder.token));
    expect([401, 403]).not.toContain(await knock(endpoint, admin.token));
  });
});

describe("another branch's manager", () => {
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

import { request } from 'node:http';
import { api, type Endpoint, PERMISSIONS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { makeAdmin, makeBranch, makePerson, type Person, signIn, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { ORACLES } from '../oracles.ts';

const endpoints = (Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[]).filter(
  ({ only }) => only !== 'demo',
);
const closed = endpoints.filter(({ audience }) => audience !== 'public');

let app: TestApp;
let admin: Person;
let customer: Person;

beforeAll(async () => {
  app = await startApp({ env: { EXPORTS_PER_MINUTE: '10000' } });
  admin = await makeAdmin(app);
  customer = await makePerson(app);
});
afterAll(() => app.stop());

/** Sends a path exactly as it is written: fetch would tidy it. */
const raw = (
  path: string,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<{ status: number; text: string }>((done, refuse) => {
    const { hostname, port } = new URL(app.url);
    const call = request({
      hostname,
      port,
      path,
      method,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    });
    call.on('response', (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
        if (response.headers['content-type']?.includes('event-stream')) call.destroy();
      });
      response.on('close', () => done({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', refuse);
    call.end(method === 'GET' ? undefined : '{}');
  });

const spellings = (path: string): string[] => [
  path.toUpperCase(),
  path.replace(/\/(\w)/, (_, first: string) => `/${first.toUpperCase()}`),
  `/${path}`,
  `${path}/`,
  path.replace('/', '/./'),
  `/x/..${path}`,
  `/public/../..${path}`,
  path.replace(/(.)\/(.)/, '$1%2f$2'),
  `${path};x=1`,
  `${path}?x=/settings`,
  `${path}%00`,
  `${path}%c0%ae`,
  `${path}.json`,
  `${path}#/settings`,
  `${app.url}${path}`,
  path.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
];

it('Z2 no spelling of a path bypasses the permission of the path', async () => {
  for (const { path, audience } of closed) {
    const plain = path.replace('{id}', '1');
    for (const spelling of spellings(plain)) {
      const { status, text } = await raw(spelling);
      expect([400, 401, 404, 405, 415], `${spelling}: ${text.slice(0, 200)}`).toContain(status);
      if (audience !== 'staff') continue;
      const asCustomer = await raw(spelling, { headers: { authorization: `Bearer ${customer.token}` } });
      expect([400, 403, 404, 405, 415], spelling).toContain(asCustomer.status);
    }
  }
});

it('Z2 no header overrides a method or path, and only POST reaches an endpoint', async () => {
  const tricks = [
    { 'x-http-method-override': 'POST' },
    { 'x-original-url': '/settings' },
    { 'x-rewrite-url': '/settings' },
    { 'x-forwarded-prefix': '/settings' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
    { 'branch-id': '1' },
    { host: 'localhost' },
  ];
  for (const headers of tricks) expect((await raw('/admin/accounts', { headers })).status).toBe(401);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
    const { status } = await raw('/admin/accounts', {
      method,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([400, 404, 405, 501], method).toContain(status);
  }
  const got = await raw('/admin/accounts?x-http-method=POST', {
    method: 'GET',
    headers: { 'x-http-method-override': 'POST', authorization: `Bearer ${admin.token}` },
  });
  expect(got.text).not.toContain('results');
});

it("Z12 besides the contract's endpoints the public reaches health, files, documents and pages only", async () => {
  for (const path of ['/livez', '/readyz', '/openapi.json', '/docs'])
    expect((await raw(path, { method: 'GET' })).status, path).toBe(200);
  const hidden = [
    '/metrics',
    '/debug',
    '/.env',
    '/.git/config',
    '/prisma',
    '/package.json',
    '/files/',
    '/files/..%2fsecret.key',
    '/secret.key',
  ];
  for (const path of hidden) {
    const { status, text } = await raw(path, { method: 'GET', headers: { 'x-forwarded-for': '8.8.8.8' } });
    expect([400, 404], path).toContain(status);
    expect(text).not.toContain('DATABASE_URL');
  }
  for (const path of ['/livez', '/readyz', '/metrics', '/docs', '/files/x', '/nothing', '/admin'])
    expect([404, 405], path).toContain((await raw(path)).status);
});

const COLLISIONS: readonly (readonly [held: string, opens: string])[] = [
  ['ordersstatus', 'orders'],
  ['users.driver', 'driver'],
  ['users.seller', 'seller'],
  ['reciepts', 'return-reciepts'],
  ['settings.payments', 'settings'],
  ['settings.payments', 'payments'],
  ['products.categories', 'products'],
  ['areas', 'Addresses'],
];

it('Z9 a permission matches by its whole string only', async () => {
  const wanted = (path: string) => endpoints.find((endpoint) => endpoint.path === path) as Endpoint;
  const closedTo: readonly (readonly [held: string[], path: string])[] = [
    [['users.driver'], '/admin/accounts/roles/save'],
    [['settings.payments'], '/admin/settings'],
    [['settings.payments'], '/admin/settings/save'],
    [
      ['user', 'users.', '.users', 'users.vie', 'users.viewer', 'USERS', ' users', 'users.view '],
      '/admin/accounts',
    ],
    [['superadmin', 'admins', 'Admin', 'admin.view', 'admin.save', 'adminx', 'x.admin'], '/admin/accounts'],
    [['role', 'rolesx', 'roles.views', 'roles.view.save'], '/admin/accounts/roles'],
    [['branch', 'branches', 'branchs.views'], '/admin/branchs'],
    [['setting', 'settings.views', 'settingsx'], '/admin/settings'],
  ];
  for (const [held, path] of closedTo)
    for (const permission of held) {
      const person = await makePerson(app, { permissions: [permission, 'contactus'], global: 1 });
      const reply = await app.call(wanted(path), {}, { token: person.token });
      expect(reply.status, `${permission} ${path}`).toBe(403);
    }
  for (const [held, opens] of COLLISIONS)
    for (const { path, permission, pick = [] } of closed) {
      if (!permission || permission.resource !== opens || pick.includes(held as never)) continue;
      const person = await makePerson(app, { permissions: [held], global: 1 });
      const { status } = await app.call(wanted(path), { id: 2_000_000_000 }, { token: person.token });
      expect(status, `${held} must not open ${path}`).toBe(403);
    }
});

it('Z9 a permission for an action allows that action only', async () => {
  const actions = ['view', 'save', 'delete', 'export'];
  for (const { path, permission, audience, pick } of closed) {
    if (!permission || audience !== 'staff' || pick) continue;
    const resource = Array.isArray(permission.resource) ? permission.resource[0] : permission.resource;
    for (const action of actions) {
      const person = await makePerson(app, { permissions: [`${resource}.${action}`], global: 1 });
      const endpoint = endpoints.find((one) => one.path === path) as Endpoint;
      const { status } = await app.call(endpoint, { id: 2_000_000_000 }, { token: person.token });
      if (action === permission.action) expect([401, 403], `${action} ${path}`).not.toContain(status);
      else expect(status, `${action} ${path}`).toBe(403);
    }
  }
});

it('X11 a viewable list can be exported only with the export permission', async () => {
  const viewer = await makePerson(app, { permissions: ['users.view'], global: 1 });
  const exporter = await makePerson(app, { permissions: ['users.view', 'users.export'], global: 1 });
  const file = { export: 1, format: 'csv' };
  expect((await app.call(api.account.list, file, { token: viewer.token })).status).toBe(403);
  expect((await app.call(api.account.list, file, { token: exporter.token })).status).toBe(200);
  const rows = await app.services.database.prisma.audit_log.findMany({
    where: { account_id: { in: [viewer.id, exporter.id] }, action: 'export' },
  });
  expect(rows.map(({ account_id }) => account_id)).toEqual([exporter.id]);
});

it('X11 a public list can be exported only with the export permission', async () => {
  const lists = [
    [api.product.list, 'products'],
    [api.category.list, 'products.categories'],
    [api.brand.list, 'products.brands'],
    [api.extra.list, 'products.extras'],
    [api.offer.list, 'offers'],
    [api.paymentMethod.list, 'settings.payments'],
  ] as const;
  const file = { export: 1, format: 'csv' };
  for (const [endpoint, resource] of lists) {
    const viewer = await makePerson(app, { permissions: [`${resource}.view`] });
    const exporter = await makePerson(app, { permissions: [`${resource}.view`, `${resource}.export`] });
    for (const token of [customer.token, viewer.token])
      expect((await app.call(endpoint, file, { token })).status, endpoint.path).toBe(403);
    expect([401, 403], endpoint.path).toContain((await app.call(endpoint, file)).status);
    const { status, text } = await app.call(endpoint, file, { token: exporter.token });
    expect(status, endpoint.path).toBe(200);
    expect(text, endpoint.path).toMatch(/^\ufeff?ID,/);
  }
});

it('X11 the sixth export in a minute is refused', async () => {
  const strict = await startApp({ database: app.database, env: { EXPORTS_PER_MINUTE: '5' } });
  const token = await signIn(strict.services, admin.id);
  const file = { export: 1, format: 'csv' };
  const replies = [];
  for (let at = 0; at < 6; at += 1)
    replies.push(await strict.call(strict === app ? api.role.list : api.branch.list, file, { token }));
  await strict.stop();
  const statuses = replies.map(({ status }) => status);
  // the minute may turn between two of them, which allows more
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  if (statuses[5] !== 200) expect(statuses[5]).toBe(429);
});

const SECRET = /pass|hash|secret|token|otp|hmac|(^|_)key$|sealed|search/i;
/** Fields that say something about a secret without being one, and the few that are meant to be told once. */
const KNOWN = new Set([
  ...ORACLES.flatMap(({ calls, plain = [] }) =>
    Object.keys(calls).flatMap((path) => plain.map((field) => `${path} ${field}`)),
  ),
  '/user/auth token',
  '/register/phone/verify token',
  '/admin/download/ticket token',
  '/admin/accounts/save generated_password',
  '/admin/accounts/roles key',
  '/admin/accounts/roles/save key',
  '/admin/accounts/roles/restore/{id} key',
  '/admin/accounts/permissions key',
  // what a row of a report is grouped by
  '/admin/products/reports key',
  '/admin/products/orders/reports/drivers key',
  '/admin/cash/report key',
  '/admin/orders/payments key',
  '/admin/reports/tiles key',
  // which e-mail it is
  '/admin/mail-templates key',
  '/admin/mail-templates/show/{key} key',
  '/admin/mail-templates/save key',
  '/admin/mail-templates/reset/{key} key',
  // which term of the drawer's sum it is
  '/admin/pos/sessions/show/{id} key',
  // a column of the file: its letter
  '/admin/products/import key',
  '/admin/products/prices/import key',
  '/admin/accounts/import key',
  '/admin/products/import/show/{id} key',
  '/admin/products/import/cancel/{id} key',
  '/admin/products/import/undo/{id} key',
  '/admin/products/import/retry/{id} key',
  '/admin/products/import/give_up/{id} key',
  '/admin/products/receipts/sheet key',
  // which state of the shop a till has
  '/admin/pos/pack shop_hash',
]);
const ABOUT = new Set([
  'has_password',
  'must_change_password',
  // of a gateway: whether its keys are set, how its secret ends and since when, and the key that is public
  'secret_set',
  'webhook_secret_set',
  'secret_hint',
  'secret_changed_at',
  'public_key',
  // what apps ask for a slider by
  'slider_key',
]);

const fieldsOf = (schema: unknown, found = new Set<string>()): Set<string> => {
  if (typeof schema !== 'object' || schema === null) return found;
  const { properties } = schema as { properties?: Record<string, unknown> };
  for (const name of Object.keys(properties ?? {})) found.add(name);
  for (const part of Object.values(schema)) fieldsOf(part, found);
  return found;
};

it('Z7 no answer has a field for a secret, except those shown once', () => {
  for (const { path, output } of endpoints) {
    const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
    for (const name of fieldsOf(schema)) {
      if (!SECRET.test(name) || ABOUT.has(name)) continue;
      if (name === 'generated_password' && path.startsWith('/admin/accounts/')) continue;
      // says that a password was shown once, not which
      if (name === 'password_shown' && path.startsWith('/admin/accounts/')) continue;
      expect(KNOWN.has(`${path} ${name}`), `${path} answers ${name}`).toBe(true);
    }
  }
});

it('Z7 stored secrets appear in no answer: hashes, encrypted bodies, keys, other sessions', async () => {
  const { prisma } = app.services.database;
  const hash = `$2b$04$canary${'x'.repeat(47)}`;
  const person = await makePerson(app, { permissions: ['users', 'roles', 'branchs', 'settings'], global: 1 });
  await prisma.account.update({
    where: { id: person.id },
    data: { password_hash: hash, pending_email: 'canary-pending@example.test' },
  });
  await signIn(app.services, person.id);
  const secrets = [hash, 'canary-pending', app.services.env.SECRET_KEY, app.services.env.DATABASE_URL];
  for (const endpoint of endpoints) {
    if (endpoint.kind !== 'list' && endpoint.kind !== 'show') continue;
    for (const token of [admin.token, customer.token, undefined]) {
      const input = { id: person.id, account_id: person.id, keywords: '', limit: 100, all_locale: 1 };
      const { text } = await app.call(endpoint, input, token ? { token } : {});
      for (const secret of secrets) expect(text.includes(secret), `${endpoint.path} ${secret}`).toBe(false);
    }
  }
});

it('Z7 a picker shows names only, and a customer only by the full phone number', async () => {
  const phone = '+97455512399';
  const shopper = await makePerson(app, { phone, name: 'Picked Customer' });
  const colleague = await makePerson(app, {
    permissions: ['banners'],
    name: 'Picked Colleague',
    phone: '+97455512388',
  });
  const seller = await makePerson(app, { permissions: ['orders'], global: 1 });
  const find = async (keywords: string) =>
    (await app.call(api.account.list, { keywords }, { token: seller.token })).results as unknown as Record<
      string,
      unknown
    >[];
  for (const part of ['Picked Customer', '555123', phone.slice(0, -1), shopper.email, '%', '']) {
    const rows = await find(part);
    expect(
      rows.some(({ id }) => id === shopper.id),
      part,
    ).toBe(false);
  }
  expect((await find(phone)).map(({ id }) => id)).toEqual([shopper.id]);
  const [row] = await find('Picked Colleague');
  expect(row).toEqual({ id: colleague.id, name: 'Picked Colleague', status: 1, phone: null });
  expect(await find(colleague.email)).toEqual([]);
});

it('Z5 a customer reaches only their own sessions, views and profile, and others look absent', async () => {
  const other = await makePerson(app);
  const session = await app.services.database.prisma.session.findFirstOrThrow({
    where: { account_id: other.id },
  });
  const tries: [Endpoint, object][] = [
    [api.session.list as Endpoint, { account_id: other.id }],
    [api.session.revoke as Endpoint, { account_id: other.id }],
    [api.session.revoke as Endpoint, { id: session.id }],
    [api.session.revoke as Endpoint, { id: session.id, account_id: other.id }],
    [api.audit.list as Endpoint, { noun: 'account', record_id: String(other.id) }],
    [api.view.list as Endpoint, {}],
    [api.system.search as Endpoint, { keywords: 'a' }],
  ];
  for (const [endpoint, input] of tries) {
    const reply = await app.call(endpoint, input, { token: customer.token });
    if (reply.status === 200) expect(reply.results, endpoint.path).toHaveLength(0);
    else expect([403, 404], endpoint.path).toContain(reply.status);
  }
  const alive = await app.call(api.auth.profile, {}, { token: other.token });
  expect(alive.status).toBe(200);
  const mine = await app.call(api.auth.profile, { id: other.id }, { token: customer.token });
  expect(mine.results.id).toBe(customer.id);
  expect(mine.results.build).toBeNull();
});

it('Z13 the public settings answer exactly their allow-list, whatever else is stored', async () => {
  const { prisma } = app.services.database;
  const canaries = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`secret_${at}`, `canary-${at}-${unique()}`]),
  );
  const stored = { ...canaries, info: { phone: '', email: '', website: '', ...canaries }, theme: canaries };
  await prisma.setting.upsert({
    where: { id: 1 },
    create: { id: 1, data: stored },
    update: { data: stored },
  });
  const shown = await app.call(api.setting.public, {});
  const whole = await app.call(api.setting.show, {}, { token: admin.token });
  for (const canary of Object.values(canaries)) {
    expect(shown.text.includes(canary)).toBe(false);
    expect(whole.text.includes(canary)).toBe(false);
  }
  expect(Object.keys(shown.results).sort()).toEqual([
    'AppName',
    'Currency',
    'favIcon',
    'info',
    'locales',
    'logo',
    'map',
    'minimum_order',
    'minimum_products',
    'theme',
    'version',
  ]);
  await prisma.setting.delete({ where: { id: 1 } });
});

it('P11 the server knows every permission that a role can have, and none is listed twice', async () => {
  const { results } = await app.call(api.role.permissions, {}, { token: admin.token });
  const keys = results.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect([...keys].sort()).toEqual([...PERMISSIONS].sort());
});

it('Z1 a branch id in a header is checked and gives no rights', async () => {
  const [mine, foreign] = [await makeBranch(app), await makeBranch(app)];
  const manager = await makePerson(app, { permissions: ['users', 'branchs'], manages: [mine.id] });
  const list = (branch: string) =>
    app.call(api.account.listOfBranch, {}, { token: manager.token, headers: { 'branch-id': branch } });
  expect((await list(String(mine.id))).status).toBe(200);
  expect((await list(String(foreign.id))).failure.code).toBe('branch.forbidden');
  for (const odd of ['0', '-1', '1.5', '1e3', 'abc', `${mine.id},${foreign.id}`, '2147483648', '1 OR 1=1'])
    expect([403, 422], odd).toContain((await list(odd)).status);
});

import { api, type Endpoint, PERMISSIONS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { catalogueOf } from '../catalogue.ts';
import { makeOnlineMethod } from '../online-payments.ts';
import { SAVED } from '../oracles.ts';
import { squareOf } from '../places.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { selling, stocked } from '../sales.ts';
import { makeShelf, stockUp } from '../stock.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;
let climber: Person;
let branch: { id: number };

/** Manages staff and roles, and holds little else. */
const HELD = ['users', 'roles', 'branchs.view', 'orders.view'];

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  branch = await makeBranch(app);
  climber = await makePerson(app, { permissions: HELD, global: 1 });
});
afterAll(() => app.stop());

const call = (endpoint: object, input: object, by: Person = climber) =>
  app.call(endpoint as Endpoint, input, { token: by.token });

/** What a person can do, as the server sees it. */
async function rightsOf(person: Person): Promise<unknown> {
  const { results } = await app.call(api.auth.profile, {}, { token: person.token });
  const { permissions, all_branches, branches, role } = results;
  return { permissions, all_branches, branches, role };
}

it('P13 forty attempts to gain permissions change nothing', async () => {
  const { prisma } = app.services.database;
  const role = admin.role_id ?? 0;
  const own = climber.role_id ?? 0;
  const weaker = await makePerson(app, { permissions: ['banners'], global: 1 });
  const colleague = await makePerson(app, { permissions: ['orders.view'], global: 1 });
  const all = [...PERMISSIONS];
  const self = { id: climber.id };
  const before = await rightsOf(climber);
  const attempts: readonly (readonly [object, object])[] = [
    [api.account.save, { ...self, role_id: role }],
    [api.account.save, { ...self, role_id: null }],
    [api.account.save, { ...self, role_id: weaker.role_id }],
    [api.account.save, { ...self, permissions: ['admin'] }],
    [api.account.save, { ...self, role: { id: role } }],
    [api.account.save, { ...self, role: { connect: { id: role } } }],
    [api.account.save, { ...self, role_id: { set: role } }],
    [api.account.save, { ...self, role_id: [role] }],
    [api.account.save, { ...self, role_id: String(role) }],
    [api.account.save, { ...self, Role_Id: role, roleId: role }],
    [api.account.save, { ...self, global: 1 }],
    [api.account.save, { ...self, info: { branch_id: branch.id, role_id: role } }],
    [api.account.save, { ...self, must_change_password: false, password_hash: 'x' }],
    [api.account.save, { id: admin.id, password: 'Taken!Over99' }],
    [api.account.save, { id: admin.id, email: 'taken@example.test' }],
    [api.account.save, { id: admin.id, status: 0 }],
    [api.account.save, { id: admin.id, role_id: null }],
    [api.account.save, { id: admin.id, generate_password: 1 }],
    [api.account.save, { name: 'Twin', email: `twin${unique()}@example.test`, role_id: role }],
    [api.account.save, { name: 'Twin', email: `twin${unique()}@example.test`, role_id: weaker.role_id }],
    [api.account.remove, { id: admin.id }],
    [api.session.revoke, { account_id: admin.id }],
    [api.role.save, { id: own, permissions: all }],
    [api.role.save, { id: own, permissions: [...HELD, 'admin'] }],
    [api.role.save, { id: own, global: 1 }],
    [api.role.save, { id: own, status: 1, titles: { en: 'Me' } }],
    [api.role.save, { id: role, permissions: HELD }],
    [api.role.save, { id: role, status: 0 }],
    [api.role.remove, { id: own }],
    [api.role.remove, { id: role }],
    [api.role.save, { titles: { en: 'Super' }, permissions: ['admin'] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: ['orders'] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: ['orders.save'] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: [...HELD, 'settings'] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: HELD, global: 1 }],
    [api.role.save, { titles: { en: 'Super' }, permissions: ['Admin'] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: ['admin '] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: [['admin']] }],
    [api.role.save, { titles: { en: 'Super' }, permissions: { set: ['admin'] } }],
    [api.role.save, { id: colleague.role_id, permissions: ['orders.view', 'orders.delete'] }],
    [api.auth.updateProfile, { id: admin.id, role_id: role }],
    [api.auth.updateProfile, { permissions: ['admin'] }],
    [api.auth.updateProfile, { role: { id: role } }],
    [api.auth.updateProfile, { preferences: { role_id: role, permissions: ['admin'] } }],
    [api.branch.create, { names: { en: 'Own' }, managers_ids: [climber.id] }],
  ];
  expect(attempts.length).toBeGreaterThanOrEqual(40);
  for (const [endpoint, input] of attempts) {
    const reply = await call(endpoint, input);
    const told = `${(endpoint as Endpoint).path} ${JSON.stringify(input)} → ${reply.status} ${reply.text.slice(0, 120)}`;
    const ignores = endpoint === api.auth.updateProfile || 'must_change_password' in input;
    if (!ignores) expect([403, 404, 409, 422], told).toContain(reply.status);
    expect(await rightsOf(climber), told).toEqual(before);
  }
  const still = await prisma.account.findUniqueOrThrow({ where: { id: admin.id }, include: { role: true } });
  expect(still).toMatchObject({ email: admin.email, status: 1, password_hash: null, deleted_at: null });
  expect(still.role?.permissions).toEqual(['admin']);
  const strong = await prisma.role.count({ where: { permissions: { has: 'admin' } } });
  expect(strong).toBe(1);
  expect((await app.call(api.auth.profile, {}, { token: admin.token })).status).toBe(200);
  await expectSound(app);
});

it('P13 headers and addresses give nobody more permissions', async () => {
  const customer = await makePerson(app);
  for (const headers of [
    { 'x-user-id': String(admin.id) },
    { 'x-role': 'admin' },
    { 'x-permissions': 'admin' },
    { 'branch-id': String(branch.id) },
    { 'x-forwarded-user': admin.email },
    { cookie: `token=${admin.token}` },
  ]) {
    const reply = await app.post(
      '/admin/accounts?permissions=admin&role_id=1',
      { token: admin.token },
      { token: customer.token, headers },
    );
    expect(reply.status).toBe(403);
  }
});

it('Z11 every permission can be granted by its holders and by nobody else', async () => {
  const holder = (permissions: string[]) =>
    makePerson(app, { permissions: ['roles', ...permissions], global: 1 });
  const nobody = await makePerson(app, { permissions: ['roles'], global: 1 });
  const every = PERMISSIONS.filter((permission) => !permission.startsWith('roles'));
  for (const permission of every.filter((_, at) => at % sized(3, 1) === 0)) {
    const body = () => ({ titles: { en: `Grant ${unique()}` }, permissions: [permission] });
    const refused = await call(api.role.save, body(), nobody);
    expect([refused.status, refused.failure.code], permission).toEqual([403, 'permission.not_held']);
    const granted = await call(api.role.save, body(), await holder([permission]));
    expect(granted.status, permission).toBe(200);
    const action = /\.(view|save|delete|export)$/.exec(permission)?.[0];
    if (!action) continue;
    const whole = permission.slice(0, -action.length);
    expect((await call(api.role.save, body(), await holder([whole]))).status, whole).toBe(200);
  }
});

it('Z11 holders of one action cannot grant the whole resource or another action', async () => {
  const person = await makePerson(app, { permissions: ['roles', 'orders.view'], global: 1 });
  for (const permission of [
    'orders',
    'orders.save',
    'orders.delete',
    'orders.export',
    'ordersstatus',
    'ordersstatus.view',
  ])
    expect(
      (await call(api.role.save, { titles: { en: 'X' }, permissions: [permission] }, person)).status,
    ).toBe(403);
});

it('Z11 a manager of drivers manages drivers and cannot create other accounts', async () => {
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: branch.id });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: branch.id });
  const both = await makePerson(app, { permissions: ['driver', 'orders'], branch_id: branch.id });
  const chief = await makePerson(app, { permissions: ['users.driver', 'driver'], manages: [branch.id] });
  expect((await call(api.account.save, { id: driver.id, name: 'Driver One' }, chief)).status).toBe(200);
  expect((await call(api.account.save, { id: seller.id, name: 'Taken' }, chief)).status).toBe(404);
  expect((await call(api.account.save, { id: both.id, name: 'Taken' }, chief)).failure.code).toBe(
    'account.outranked',
  );
  expect((await call(api.account.save, { id: driver.id, role_id: seller.role_id }, chief)).status).toBe(403);
  expect((await call(api.account.save, { id: driver.id, role_id: null }, chief)).status).toBe(403);
  const fresh = (role_id: number | null) => ({ name: 'New', email: `n${unique()}@example.test`, role_id });
  expect((await call(api.account.save, fresh(driver.role_id), chief)).status).toBe(200);
  expect((await call(api.account.save, fresh(seller.role_id), chief)).status).toBe(403);
  expect((await call(api.account.save, fresh(null), chief)).status).toBe(403);
});

it('Z11 an account cannot be taken over through a role that gained permissions after it was assigned', async () => {
  const target = await makePerson(app, { permissions: ['orders.view'], global: 1 });
  expect((await call(api.account.save, { id: target.id, name: 'Fine' })).status).toBe(200);
  const grown = { id: target.role_id, permissions: ['orders.view', 'settings'] };
  expect((await call(api.role.save, grown, admin)).status).toBe(200);
  for (const change of [
    { name: 'No' },
    { password: 'Taken!Over99' },
    { status: 0 },
    { email: 'no@example.test' },
  ])
    expect((await call(api.account.save, { id: target.id, ...change })).failure.code).toBe(
      'account.outranked',
    );
  expect((await call(api.account.remove, { id: target.id })).failure.code).toBe('account.outranked');
  expect((await call(api.session.revoke, { account_id: target.id })).failure.code).toBe('account.outranked');
});

/** A body that saves, for each noun that is saved. */
const bodies: Readonly<Record<string, () => Promise<object>>> = {
  ...fromOracles(),
  '/admin/accounts/save': async () => ({ id: (await makePerson(app)).id, name: 'Saved' }),
  '/admin/accounts/roles/save': async () => {
    const { role_id } = await makePerson(app, { permissions: ['banners'] });
    return { id: role_id, titles: { en: `Saved ${unique()}` } };
  },
  '/admin/branchs/create': async () => ({ names: { en: `Saved ${unique()}` } }),
  '/admin/branchs/update/{id}': async () => ({
    id: (await makeBranch(app)).id,
    names: { en: `Saved ${unique()}` },
  }),
  '/admin/mail-templates/save': async () => ({ key: 'return', status: 0 }),
  '/admin/settings/save': async () => ({ minimum_products: 1 }),
  '/admin/products/offers/save': async () => ({
    titles: { en: `Saved ${unique()}` },
    info: {
      type: 'wholesale',
      quantity: 6,
      discount: 10,
      discount_type: 'percent',
      products: [{ id: await catalogueOf(app).product() }],
    },
  }),
  '/admin/products/discounts/save': async () => ({
    titles: { en: `Saved ${unique()}` },
    type: 'percent',
    value: 5,
    categorys_id: [await catalogueOf(app).category()],
  }),
  '/admin/products/suppliers/save': async () => ({ name: `Saved ${unique()}` }),
  '/admin/products/receipts/save': async () => ({
    supplier_id: await makeSupplier(app),
    items: [lineOf(await makeShelf(app))],
  }),
  '/admin/products/receipts/update': async () => ({
    id: (await purchasing(app, admin).accepted()).id,
    notes: 'Saved',
  }),
  '/admin/products/transactions/save': async () => ({
    receipt_id: (await purchasing(app, admin).accepted()).id,
    value: 1,
  }),
  '/admin/products/transfers/save': async () => {
    const shelf = await makeShelf(app);
    await stockUp(app.ctx(), shelf, 5, 2);
    const items = [{ item_id: shelf.item_id, quantity: 1 }];
    return { from_branch_id: shelf.branch_id, to_branch_id: (await makeBranch(app)).id, items };
  },
  '/admin/products/counts/save': async () => {
    const { branch_id, item_id } = await makeShelf(app);
    return { branch_id, items: [{ item_id, counted: 2 }] };
  },
  '/admin/products/orders/save': async () => {
    const { id } = await selling(app, admin).standing(await stocked(app, 5), 1, 'waiting');
    const { id: payment_id } = await app.services.database.prisma.payment_method.findFirstOrThrow({
      where: { type: 'cash' },
    });
    return { id, notes: 'Saved', payments: [{ payment_id, amount: 1 }] };
  },
  '/admin/products/orders/status/save': async () => ({
    titles: { en: `Saved ${unique()}` },
    status_value: 3,
  }),
  '/admin/gateways/save': async () => ({
    payment_id: await makeOnlineMethod(app, (await makeBranch(app)).id),
    provider: 'soft',
  }),
  '/admin/payments/create': async () => ({ code: `p${unique()}`, titles: { en: 'Saved' }, type: 'card' }),
  '/admin/payments/update/{id}': async () => {
    const data = { code: `p${unique()}`, titles: { en: 'Saved' }, type: 'card' };
    return { id: (await app.services.database.prisma.payment_method.create({ data })).id, ord: 1 };
  },
  '/admin/delivery/create': async () => ({ code: `d${unique()}`, titles: { en: 'Saved' } }),
  '/admin/delivery/update/{id}': async () => {
    const data = { code: `d${unique()}`, titles: { en: 'Saved' } };
    return { id: (await app.services.database.prisma.delivery_method.create({ data })).id, ord: 1 };
  },
  '/admin/products/areas/save': async () => ({
    type: 2,
    names: { en: `Saved ${unique()}` },
    polygons: squareOf(-100, -60, 0.01),
  }),
  '/admin/products/addresses/save': async () => ({ user_id: (await makePerson(app)).id, name: 'Saved' }),
  '/admin/views/save': async () => ({ noun: 'branch', name: `Saved ${unique()}`, query: '' }),
};

/** The saves of the nouns that have an oracle. */
function fromOracles(): Record<string, () => Promise<object>> {
  const saves = Object.entries(SAVED).map(([path, body]): [string, () => Promise<object>] => [
    path,
    async () => body(app, admin),
  ]);
  return Object.fromEntries(saves);
}

const poison = (schema: unknown): unknown => {
  const { type, enum: values, anyOf } = schema as { type?: string; enum?: unknown[]; anyOf?: unknown[] };
  if (values) return values.at(-1);
  if (anyOf) return poison(anyOf[0]);
  if (type === 'integer' || type === 'number') return 424_242;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  if (type === 'object') return {};
  return '2001-01-01T00:00:00.000Z';
};

// what is counted again was counted now
const MOVING = new Set(['version', 'updated_at', 'counted_at']);
/** What is the same however often it is saved. */
const lasting = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => (MOVING.has(field) ? [] : [[field, lasting(part)]])),
  );
};

it('the answer of every save can be sent back unchanged without effect', async () => {
  const saves = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter(({ path }) => bodies[path])
    .filter(({ input }) => input instanceof z.ZodObject && 'id' in input.shape);
  for (const endpoint of saves) {
    const made = await call(endpoint, (await bodies[endpoint.path]?.()) ?? {}, admin);
    const told = (what: string) => `${endpoint.path} ${what}`;
    expect(made.status, told(made.text.slice(0, 300))).toBe(200);
    const again = await call(endpoint, made.results as object, admin);
    expect(again.status, told(again.text.slice(0, 300))).toBe(200);
    expect(lasting(again.results), told('')).toEqual(lasting(made.results));
  }
});

it('Z6 a changed read-only field in a save is ignored', async () => {
  const saves = Object.values(api)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .filter((endpoint) => endpoint.kind === 'save' && !endpoint.path.includes('restore'));
  expect(saves.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).sort());
  for (const endpoint of saves) {
    const { properties = {} } = z.toJSONSchema(endpoint.output, { unrepresentable: 'any' });
    for (const [field, rule] of Object.entries(endpoint.ignoredFields)) {
      if (rule !== true) continue;
      const body = (await bodies[endpoint.path]?.()) ?? {};
      const sent = field === 'id' ? 424_242 : poison(properties[field]);
      const reply = await call(endpoint, { ...body, [field]: sent }, admin);
      const told = `${endpoint.path} ${field}: ${reply.status} ${reply.text.slice(0, 200)}`;
      expect(reply.status, told).toBe(200);
      const stored = (reply.results as unknown as Record<string, unknown>)[field];
      if (Array.isArray(sent) || typeof sent === 'object' || typeof sent === 'boolean') continue;
      expect(stored, told).not.toEqual(sent);
    }
    const odd = await call(
      endpoint,
      { ...((await bodies[endpoint.path]?.()) ?? {}), no_such_field: 1 },
      admin,
    );
    expect(odd.status, endpoint.path).toBe(422);
    expect(odd.failure.errors, endpoint.path).toHaveProperty('no_such_field');
  }
});

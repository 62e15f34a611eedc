import { api, type Endpoint } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, signIn } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { catalogueOf } from '../catalogue.ts';
import { STATUS } from '../orders.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { makeCoupon, selling, stocked } from '../sales.ts';
import { makeShelf } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { bodiesFor, type KnownValues, pathFor, schemaOf } from './bodies.ts';
import { BAD_NUMBERS, OPERATORS, RAW, SQL } from './hostile.ts';
import { isFull, sized, some, timeLimit } from './size.ts';
import { expectSound } from './soundness.ts';

const CASES = sized(20, 1000);
/** `npm test` runs the same cases each time; the full run looks for new ones. FUZZ_SEED repeats a finding. */
const SEED = Number(process.env.FUZZ_SEED ?? (isFull ? Date.now() % 2_147_483_647 : 20_261_121));

const endpoints = Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[];

let app: TestApp;
let admin: Person;
let known: KnownValues;

const unlimited = {
  EXPORTS_PER_MINUTE: '1000000',
  SIGN_IN_PER_IDENTITY_ADDRESS: '1000000',
  SIGN_IN_PER_IDENTITY: '1000000',
  SIGN_IN_PER_ADDRESS: '1000000',
  CODES_PER_ADDRESS_HOUR: '1000000',
  MESSAGES_PER_DAY: '1000000',
  UPLOAD_MB_PER_DAY: '100000',
  RATE_PER_MINUTE: '100000000',
  DEMO: '1',
};

beforeAll(async () => {
  app = await startApp({ jobs: true, env: unlimited });
  admin = await makeAdmin(app);
  const people = await Promise.all([
    makePerson(app, { permissions: ['banners'], password: 'Correct!Horse9' }),
    makePerson(app, { permissions: ['orders'], global: 1 }),
    makePerson(app),
  ]);
  const branches = await Promise.all([makeBranch(app), makeBranch(app)]);
  const branch_ids = branches.map(({ id }) => id);
  const make = catalogueOf(app);
  const [categories, brands, taxTypes, extras, products] = await Promise.all(
    [make.category, make.brand, make.taxType, make.extra, make.product].map((one) =>
      Promise.all([one(), one()]),
    ),
  );
  const buy = purchasing(app, admin);
  const bought = [await buy.accepted(), await buy.accepted()];
  const shelf = await makeShelf(app);
  const sent = await buy.save({ supplier_id: await makeSupplier(app), items: [lineOf(shelf)] });
  const receipt_ids = [...bought.map(({ id }) => id), sent.results.id];
  const sell = selling(app, admin);
  const goods = await stocked(app, 1_000);
  const orders = [
    await sell.standing(goods, 2, 'waiting'),
    await sell.standing(goods, 2, 'packing'),
    await sell.standing(goods, 2, 'delivered'),
  ];
  const line_ids = orders.flatMap(({ lines }) => lines.map(({ id }) => id));
  const back = await sell.giveBack(orders[2]?.id ?? 0, [{ line_id: line_ids[2], quantity: 1 }]);
  const order_ids = orders.map(({ id }) => id);
  const account_ids = people.map(({ id }) => id);
  const role_ids = people.flatMap(({ role_id }) => role_id ?? []);
  known = {
    id: [
      ...new Set([
        ...account_ids,
        ...branch_ids,
        ...role_ids,
        ...[categories, brands, taxTypes, extras, products].flatMap((ids) => ids ?? []),
        ...receipt_ids,
        ...bought.flatMap(({ line, supplier_id }) => [line, supplier_id]),
        ...order_ids,
        back.results.id,
      ]),
    ],
    parent_id: [1, ...(categories ?? [])],
    before_id: categories ?? [],
    categorys_id: categories ?? [],
    brand_id: brands ?? [],
    tax_type_id: taxTypes ?? [],
    product_id: products ?? [],
    products_ids: products ?? [],
    ids: products ?? [],
    account_id: account_ids,
    role_id: role_ids,
    branch_id: [...branch_ids, shelf.branch_id, goods.branch_id],
    order_id: order_ids,
    line_id: line_ids,
    status_id: Object.values(STATUS),
    offer_id: [(await makeCoupon(app)).id],
    payment_id: [1, 2, 3, 4],
    client_id: account_ids,
    driver_id: account_ids,
    device_id: [(await makeTill(app)).device_id],
    supplier_id: bought.map(({ supplier_id }) => supplier_id),
    receipt_id: receipt_ids,
    item_id: [shelf.item_id, goods.item_id, ...bought.map((one) => one.shelf.item_id)],
    managers_ids: account_ids,
  };
});
afterAll(() => app.stop());

type Answer = { status: number; text: string; ms: number; type: string };

async function post(path: string, body: string, token?: string, more: object = {}): Promise<Answer> {
  const from = performance.now();
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...more,
    },
    body,
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) await response.body?.cancel();
  const text = type.includes('event-stream') ? '' : await response.text();
  return { status: response.status, text, ms: performance.now() - from, type };
}

/** Whether an answer is one of ours: no defect, in time, and readable. */
function judge(endpoint: Endpoint, { status, text, ms, type }: Answer): void {
  expect(status, text).toBeLessThan(500);
  expect(ms).toBeLessThan(timeLimit(5000));
  if (type.includes('event-stream')) return;
  if ((endpoint.exports || endpoint.prints) && status === 200 && !type.includes('json')) return;
  const body = JSON.parse(text) as { results?: unknown; message?: unknown };
  expect(body).toHaveProperty('results');
  if (status === 200) expect(body.results).not.toBeNull();
  else expect(body).toMatchObject({ message: expect.any(String), results: { code: expect.any(String) } });
}

/** A fuzzed call may have signed the administrator out, or worse: the next one gets a new one. */
async function revive(): Promise<void> {
  const probe = await post('/admin/settings', '{}', admin.token);
  if (probe.status === 200) return;
  admin =
    probe.status === 401 ? { ...admin, token: await signIn(app.services, admin.id) } : await makeAdmin(app);
  if ((await post('/admin/settings', '{}', admin.token)).status !== 200) admin = await makeAdmin(app);
}

it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  'P19 I1 no generated body causes a server error at %s',
  async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(bodiesFor(endpoint, known), fc.boolean(), async (body, isAdmin) => {
        const answer = await post(pathFor(endpoint, body), body, isAdmin ? admin.token : undefined);
        if (isAdmin && (answer.status === 401 || answer.status === 403 || endpoint.path.includes('log')))
          await revive();
        judge(endpoint, answer);
      }),
      { numRuns: CASES, seed: SEED, endOnFailure: !isFull },
    );
  },
  sized(30_000, 600_000),
);

it('P19 after all generated bodies the shop is consistent, the administrator signs in, and no prototype was changed', async () => {
  await revive();
  expect((await post('/admin/accounts', '{}', admin.token)).status).toBe(200);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  await expectSound(app);
});

const isOpen = (schema: object): boolean => Object.keys(schema).length === 0;
const fill = (path: string) => path.replace(/\{\w+\}/g, '1');
const isInPath = (path: string, name: string): boolean => path.includes(`{${name}}`);

it('I2 an operator or a list instead of a value is refused on its field', async () => {
  for (const endpoint of endpoints) {
    if (endpoint.kind === 'stream') continue;
    for (const [name, schema] of Object.entries(schemaOf(endpoint).properties ?? {})) {
      // a path's part wins over the body's; what is taken and ignored takes anything
      if (isOpen(schema) || isInPath(endpoint.path, name)) continue;
      const accepts = JSON.stringify(schema);
      for (const operator of some(OPERATORS, 5)) {
        if (Array.isArray(operator) && accepts.includes('"array"')) continue;
        if (!Array.isArray(operator) && accepts.includes('"additionalProperties":{')) continue;
        const body = JSON.stringify({ [name]: operator });
        const { status, text } = await post(fill(endpoint.path), body, admin.token);
        const message = `${endpoint.path} ${body}: ${text.slice(0, 300)}`;
        // `id: []` of a list's filter is 'not given' nowhere: it is refused too
        expect(status, message).toBe(422);
        const { errors } = (JSON.parse(text) as { results: { errors: object } }).results;
        expect(
          Object.keys(errors).some((field) => field === name || field.startsWith(`${name}.`)),
          message,
        ).toBe(true);
      }
    }
  }
  await revive();
});

const isNumeric = (schema: { type?: string; anyOf?: readonly { type?: string }[] }): boolean =>
  schema.type === 'integer' || (schema.anyOf?.some(({ type }) => type === 'integer') ?? false);

it('I6 an unsupported number is refused on its field, never rounded', async () => {
  let checked = 0;
  for (const endpoint of endpoints) {
    if (endpoint.kind === 'stream') continue;
    for (const [name, schema] of Object.entries(schemaOf(endpoint).properties ?? {})) {
      if (!isNumeric(schema) || isInPath(endpoint.path, name) || name === 'role') continue;
      for (const number of some(BAD_NUMBERS, 8)) {
        // one number may stand for a list of it
        if (number.startsWith('[') && JSON.stringify(schema).includes('"array"')) continue;
        const { status, text } = await post(fill(endpoint.path), `{"${name}":${number}}`, admin.token);
        const message = `${endpoint.path} ${name}=${number}: ${text.slice(0, 300)}`;
        checked += 1;
        // a version that no record has reached is stale, whatever its size
        if (/^(version|revision)$/.test(name) && Number.isSafeInteger(JSON.parse(number))) continue;
        expect(status, message).toBe(422);
        const { errors } = (JSON.parse(text) as { results: { errors: object } }).results;
        expect(
          Object.keys(errors).some((field) => field === name || field.startsWith(`${name}.`)),
          message,
        ).toBe(true);
      }
    }
  }
  expect(checked).toBeGreaterThan(sized(200, 500));
});

it('I3 a delete or a show without a complete id is refused', async () => {
  const { prisma } = app.services.database;
  const counts = async () => [
    await prisma.account.count({ where: { deleted_at: null } }),
    await prisma.branch.count({ where: { deleted_at: null } }),
    await prisma.role.count({ where: { deleted_at: null } }),
    await prisma.saved_view.count(),
    await prisma.category.count({ where: { deleted_at: null } }),
    await prisma.brand.count({ where: { deleted_at: null } }),
    await prisma.tax_type.count({ where: { deleted_at: null } }),
    await prisma.extra.count({ where: { deleted_at: null } }),
    await prisma.product.count({ where: { deleted_at: null } }),
  ];
  const before = await counts();
  const odd = [
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    '+1',
    '%20',
    'null',
    'undefined',
    'NaN',
    '٣',
    '%00',
    '2147483648',
    '99999999999',
    '1;',
    "1'",
    '1%2f2',
    '*',
    '%25',
    '[object Object]'.replace(' ', '%20'),
    'x'.repeat(90),
    'x'.repeat(300),
  ];
  for (const { path } of endpoints.filter((endpoint) => endpoint.path.includes('{id}')))
    for (const id of some(odd, 8))
      for (const body of some(['', '{}', '{"id":null}', '{"id":1}'], 1)) {
        const { status, text } = await post(path.replace('{id}', id), body, admin.token);
        expect([400, 404, 414, 422], `${path} ${id}: ${text.slice(0, 200)}`).toContain(status);
      }
  expect(await counts()).toEqual(before);
});

/** What a list cannot be asked without. */
const needed = async (till: {
  branch_id: number;
  device_id: number;
}): Promise<Readonly<Record<string, object>>> => {
  const { id } = await app.services.database.prisma.product_import.create({
    data: { kind: 'product', state: 'done', locale: 'en', file_name: 'f.csv', format: 'csv', bytes: 1 },
    select: { id: true },
  });
  const supplier = await app.services.database.prisma.supplier.create({ data: { name: 'Owed nothing' } });
  const session = await app.services.database.prisma.pos_session.create({
    data: till,
    select: { id: true },
  });
  return {
    '/admin/products/import/rows': { import_id: id },
    '/admin/products/suppliers/ledger': { supplier_id: supplier.id },
    '/admin/products/suppliers/items': { supplier_id: supplier.id },
    '/admin/pos/sessions/rows': { session_id: session.id },
  };
};

it('I4 SQL in a filter, sort or language is treated as text: no extra row and no extra second', async () => {
  const lists = endpoints.filter(({ kind, only }) => kind === 'list' && only !== 'demo');
  // the fuzz before may have deleted the others
  const till = await makeTill(app);
  const ofBranch = { 'branch-id': String(till.branch_id) };
  const besides = await needed(till);
  for (const { path } of lists)
    for (const field of ['keywords', 'sort_by', 'sort_as', 'locale', 'status'])
      for (const payload of SQL.slice(0, sized(6, SQL.length))) {
        const { status, text, ms } = await post(
          path,
          // in all languages: what a fuzz before has stored may be found by a name that is not shown
          JSON.stringify({ ...besides[path], all_locale: true, [field]: payload }),
          admin.token,
          ofBranch,
        );
        expect(ms, `${path} ${field} ${payload}`).toBeLessThan(timeLimit(1000));
        if (field !== 'keywords') expect(status, `${path} ${field}`).toBe(422);
        else {
          expect(status, `${path} ${payload}: ${text.slice(0, 300)}`).toBe(200);
          // one's own sessions have nothing to be searched by
          if (path === '/user/sessions') continue;
          // what was stored in these very words is found by them
          const said = JSON.stringify(payload).slice(1, -1);
          const { results } = JSON.parse(text) as { results: unknown[] };
          expect(results.filter((row) => !JSON.stringify(row).includes(said))).toEqual([]);
        }
      }
});

it.each(RAW.map((body) => [body.slice(0, 40), body] as const))(
  'I8 I9 M25 M26 a raw body is read or refused without a server error: %j',
  async (_, body) => {
    for (const path of ['/settings', '/user/auth', '/admin/accounts', '/admin/views/save']) {
      const { status, text, ms } = await post(path, body, admin.token);
      expect([200, 400, 404, 422], text).toContain(status);
      expect(ms).toBeLessThan(timeLimit(1000));
      if (/__proto__|constructor/.test(body) || body.includes('u005f')) expect(status).toBe(400);
      if (body.startsWith('[[[[') || body.startsWith('{"a":{"a"')) expect(status).toBe(400);
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  },
);

it('I9 a body 100,000 levels deep is refused before anything walks it', async () => {
  const deep = `{"keywords":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const { status, ms } = await post('/admin/accounts', deep, admin.token);
  expect(status).toBe(400);
  expect(ms).toBeLessThan(timeLimit(1000));
});

it('I9 too long lists of permissions, managers, devices and topics are refused', async () => {
  const many = (count: number, value: (at: number) => unknown) =>
    Array.from({ length: count }, (_, at) => value(at));
  const tries: [string, object][] = [
    ['/admin/accounts/roles/save', { titles: { en: 'x' }, permissions: many(201, () => 'orders') }],
    ['/admin/branchs/create', { names: { en: 'x' }, managers_ids: many(101, (at) => at + 1) }],
    ['/admin/branchs/create', { names: { en: 'x' }, phones: many(11, () => '+97444123456') }],
    ['/admin/branchs/create', { names: { en: 'x' }, pos: many(51, () => ({ name: 'x' })) }],
    ['/admin/accounts/save', { name: 'x', email: 'x@example.test', pos: many(51, (at) => at + 1) }],
    ['/events', { topics: many(100, () => 'branch') }],
    ['/admin/products/saveall', { ids: many(1_001, (at) => at + 1), status: 1 }],
    ['/admin/products/saveall', { ids: [], status: 1 }],
    ['/admin/products/save', { titles: { en: 'x' }, items: many(101, () => ({})) }],
    ['/admin/products/save', { titles: { en: 'x' }, categorys_id: many(51, (at) => at + 1) }],
    ['/admin/products/extras/save', { titles: { en: 'x' }, products_ids: many(1_001, (at) => at + 1) }],
    [
      '/admin/products/extras/save',
      { titles: { en: 'x' }, branches_prices: many(201, (at) => ({ branch_id: at + 1, price: 1 })) },
    ],
    ['/admin/accounts', { limit: 101 }],
    ['/admin/accounts', { limit: 0 }],
    ['/admin/accounts', { page: 0 }],
    ['/admin/accounts', { page: -1 }],
    ['/admin/accounts', { page: 2_147_483_647 }],
  ];
  for (const [path, body] of tries)
    expect((await post(path, JSON.stringify(body), admin.token)).status, path).toBe(422);
});

import { api, type Endpoint, REPORTS } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEEDED_ROLES, type SeededRole } from '../../src/modules/identity/role/seed-roles.ts';
import { makeAdmin, makeBranch, makePerson, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';

// No answer and no file names a record by an id that the caller sent, unless the caller's own pick-list shows it.

const DAY = '2026-11-25';
let app: TestApp;
const tokens = new Map<SeededRole, string>();

/** A record with a name that occurs nowhere else, and the list that it is picked from. */
type Canary = { readonly kind: string; readonly id: number; readonly name: string; readonly list: Endpoint };
const canaries: Canary[] = [];

/** The fields of a request that name records of a kind. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  account: [
    'client_id',
    'seller_id',
    'driver_id',
    'opened_by',
    'user_id',
    'account_id',
    'created_by',
    'manager_id',
  ],
  supplier: ['supplier_id'],
  product: ['product_id'],
  method: ['payment_id'],
  category: ['categorys_id', 'category_id'],
  branch: ['branch_id', 'works_at'],
};

const DELETED = { deleted_at: new Date(`${DAY}T01:00:00Z`) };

async function plantCanaries(): Promise<void> {
  const { prisma } = app.services.database;
  const add = (kind: string, list: Endpoint, name: string, { id }: { id: number }) =>
    void canaries.push({ kind, id, name, list });
  const named = () => `Canary${unique()}x${unique()}`;
  const texts = (name: string) => ({ ar: name, en: name, de: name });
  for (const data of [{}, { status: 0 }, DELETED]) {
    const [customer, staff, supplier, product, method, category, branch] = Array.from(
      { length: 7 },
      named,
    ) as [string, string, string, string, string, string, string];
    const person = await makePerson(app, {
      name: customer,
      phone: `+97455${String(unique()).padStart(6, '0').slice(-6)}`,
    });
    const far = await makeBranch(app, branch);
    const clerk = await makePerson(app, {
      name: staff,
      permissions: ['seller', 'driver'],
      branch_id: far.id,
    });
    for (const { id } of [person, clerk]) await prisma.account.update({ where: { id }, data });
    add('account', api.account.list, customer, person);
    add('account', api.account.list, staff, clerk);
    await prisma.branch.update({ where: { id: far.id }, data });
    add('branch', api.branch.list, branch, far);
    add(
      'supplier',
      api.supplier.list,
      supplier,
      await prisma.supplier.create({ data: { name: supplier, ...data } }),
    );
    const rack = await prisma.category.create({ data: { titles: texts(category), ...data } });
    add('category', api.category.list, category, rack);
    add(
      'product',
      api.product.list,
      product,
      await prisma.product.create({
        data: { titles: texts(product), price: 1, ...data },
      }),
    );
    add(
      'method',
      api.paymentMethod.list,
      method,
      await prisma.payment_method.create({
        data: { titles: texts(method), code: method, type: 'cash', ...data },
      }),
    );
  }
}

beforeAll(async () => {
  app = await startApp({
    now: () => new Date(`${DAY}T09:00:00Z`),
    env: { EXPORTS_PER_MINUTE: '1000000', PRINTS_PER_MINUTE: '1000000', RATE_PER_MINUTE: '1000000' },
  });
  await makeAdmin(app);
  await plantCanaries();
  const { id: branch_id } = await makeBranch(app);
  for (const { key, permissions, global } of SEEDED_ROLES)
    tokens.set(key, (await makePerson(app, { permissions, global, branch_id, manages: [branch_id] })).token);
}, 60_000);
afterAll(() => app.stop());

const endpoints = (Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[]).filter(
  ({ kind, only }) => kind === 'list' && only !== 'demo',
);

const fieldsOf = ({ input }: Endpoint): string[] =>
  'shape' in input ? Object.keys(input.shape as object) : [];

/** The requests of a list that name this record: each field, and for reports each of them. */
function requestsFor(endpoint: Endpoint, { kind, id }: Canary): object[] {
  const fields = fieldsOf(endpoint);
  const names = (FIELDS[kind] ?? []).filter((field) => fields.includes(field));
  const kinds =
    fields.includes('type') && endpoint.path === api.report.list.path ? Object.keys(REPORTS) : [undefined];
  return kinds.flatMap((type) =>
    names.map((name) => ({
      ...(type ? { type } : {}),
      ...(fields.includes('group') && !type ? { group: undefined } : {}),
      [name]: id,
    })),
  );
}

/** True when the caller's own pick-list shows the record. */
async function picks(token: string, { list, id, name }: Canary): Promise<boolean> {
  const { status, text } = await app.call(list, { id, limit: 10 }, { token });
  return status === 200 && text.includes(name);
}

test.each(SEEDED_ROLES.map(({ key }) => key))(
  "no list, report or file names a record by id that this role's picker does not show: %s",
  async (role) => {
    const token = tokens.get(role) as string;
    const rows: string[] = [];
    let files = 0;
    for (const canary of canaries) {
      if (await picks(token, canary)) continue;
      for (const endpoint of endpoints)
        for (const body of requestsFor(endpoint, canary)) {
          const bodies = [body, ...(endpoint.exports ? [{ ...body, export: 1, format: 'csv' }] : [])];
          if (endpoint.path === api.orderPayment.list.path)
            bodies.push({ ...body, group: 'method', export: 1, format: 'csv' });
          for (const sent of bodies) {
            const { status, text } = await app.call(
              endpoint,
              { from_date: DAY, to_date: DAY, ...sent },
              { token },
            );
            if (status === 200 && 'export' in sent) files += 1;
            if (text.includes(canary.name)) rows.push(`${endpoint.path} ${JSON.stringify(sent)}`);
          }
        }
    }
    expect(rows).toEqual([]);
    if (role === 'accountant' || role === 'branch_manager') expect(files).toBeGreaterThan(20);
  },
  120_000,
);

test('an export names the record of a filter that the reader could pick, and otherwise its id', async () => {
  const token = tokens.get('accountant') as string;
  const file = async (body: object) =>
    (
      await app.call(
        api.report.list,
        { type: 'sales', export: 1, format: 'csv', from_date: DAY, to_date: DAY, ...body },
        { token },
      )
    ).text;
  const [customer, clerk] = canaries as [Canary, Canary];
  expect(await file({ seller_id: clerk.id })).toContain(clerk.name);
  const text = await file({ client_id: customer.id });
  expect(text).not.toContain(customer.name);
  expect(text).toContain(String(customer.id));
});

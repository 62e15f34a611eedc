import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@dukkan/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import {
  KEYS,
  makeOnlineMethod,
  makeOnlineShop,
  orderOnline,
  tellCallback,
} from '../../../../test/online-payments.ts';
import { mobile, stocked } from '../../../../test/sales.ts';

let app: TestApp;
let admin: Person;
let branch_id: number;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  ({ branch_id } = await stocked(app, 1));
});
afterAll(() => app.stop());

const as = (who = admin) => ({ token: who.token });
const save = (body: object, who = admin) => app.call(api.gateway.save, body, as(who));
const method = () => makeOnlineMethod(app, branch_id);

test('a gateway shows whether its keys are set and the end of the secret, never the keys', async () => {
  const payment_id = await method();
  const made = await save({ payment_id, provider: 'soft', ...KEYS });
  expect(made.status, made.text).toBe(200);
  expect(made.results).toMatchObject({
    payment_id,
    provider: 'soft',
    mode: 'test',
    public_key: KEYS.public_key,
    secret_set: true,
    secret_hint: '4f2a',
    webhook_secret_set: true,
    status: 1,
    version: 1,
  });
  const { id } = made.results;
  const kept = await save({ id, version: 1, public_key: 'pk_other' });
  expect(kept.results).toMatchObject({ secret_set: true, secret_hint: '4f2a', version: 2 });
  expect((await save({ id, version: 1, status: 0 })).failure.code).toBe('record.stale');
  const forgotten = await save({ id, secret: null });
  expect(forgotten.results).toMatchObject({ secret_set: false, secret_hint: null, webhook_secret_set: true });
});

test('an online payment method has one gateway, and the test gateway is never live', async () => {
  const payment_id = await method();
  const made = await save({ payment_id, provider: 'soft' });
  expect((await save({ payment_id, provider: 'soft' })).failure.code).toBe('gateway.taken');
  const cash = await app.services.database.prisma.payment_method.findFirstOrThrow({ where: { code: 'cod' } });
  const refused = async (body: object) => {
    const { status, failure } = await save(body);
    return [status, Object.keys(failure.errors)];
  };
  expect(await refused({ payment_id: cash.id, provider: 'soft' })).toEqual([422, ['payment_id']]);
  expect(await refused({ payment_id: 999_999, provider: 'soft' })).toEqual([422, ['payment_id']]);
  expect(await refused({ provider: 'soft' })).toEqual([422, ['payment_id']]);
  expect(await refused({ payment_id: await method() })).toEqual([422, ['provider']]);
  expect(await refused({ id: made.results.id, mode: 'live' })).toEqual([422, ['mode']]);
  expect(await refused({ id: made.results.id, provider: 'stripe' })).toEqual([422, ['provider']]);
  for (const key of ['secret', 'webhook_secret'])
    for (const [value, answer] of [
      ['short', 422],
      ['x'.repeat(15), 422],
      [` ${'x'.repeat(15)} `, 422],
      ['x'.repeat(16), 200],
    ] as const) {
      const { status, failure } = await save({ id: made.results.id, [key]: value });
      expect([key, value, status, Object.keys(failure.errors ?? {})]).toEqual([
        key,
        value,
        answer,
        answer === 200 ? [] : [key],
      ]);
    }
  const both = await Promise.all(
    [method(), method()].map(async (one) => save({ payment_id: await one, provider: 'soft' })),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const again = await method();
  const race = await Promise.all([1, 2, 3].map(() => save({ payment_id: again, provider: 'soft' })));
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('only staff who may save payment settings can see, change or test a gateway', async () => {
  const { gateway_id: id } = await makeOnlineShop(app, admin);
  const cashier = await makePerson(app, { permissions: ['orders', 'payments', 'settings'] });
  const viewer = await makePerson(app, { permissions: ['settings.payments.view'] });
  for (const [who, status] of [
    [cashier, 403],
    [viewer, 200],
  ] as const)
    expect((await app.call(api.gateway.list, {}, as(who))).status).toBe(status);
  for (const who of [cashier, viewer]) {
    expect((await save({ id, status: 0 }, who)).status).toBe(403);
    expect((await app.call(api.gateway.remove, { id }, as(who))).status).toBe(403);
    expect((await app.call(api.gateway.test, { id }, as(who))).status).toBe(403);
  }
});

test('a test payment of 1.00 is paid without an order, and a gateway with an open one cannot be deleted', async () => {
  const { gateway_id: id } = await makeOnlineShop(app, admin);
  const { attempt_id } = (await app.call(api.gateway.test, { id }, as())).results;
  const open = await app.call(api.gateway.remove, { id }, as());
  expect(open.failure).toMatchObject({ code: 'record.in_use', params: { count: 1 } });
  const paid = await app.call(api.paymentAttempt.choose, { attempt_id, outcome: 'paid' });
  expect(paid.results).toMatchObject({ state: 'paid', order_id: null, amount: 1, currency: 'QAR' });
  expect((await app.call(api.gateway.list, { id }, as())).results).toMatchObject([
    { paid_today: 0, refused_today: 0 },
  ]);
  await save({ id, status: 0 });
  expect((await app.call(api.gateway.test, { id }, as())).failure.code).toBe('payment.no_gateway');
  expect((await app.call(api.gateway.remove, { id }, as())).results).toEqual({ deleted: 1 });
  const row = await app.services.database.prisma.gateway.findUniqueOrThrow({ where: { id } });
  expect([row.secret, row.webhook_secret, row.secret_hint]).toEqual([null, null, null]);
});

test('outside a demo a gateway in test mode cannot pay an order, and its test payments are in no report', async () => {
  const demo = await startApp({
    database: app.database,
    env: { DEMO: '1', SECRET_KEY: app.services.env.SECRET_KEY },
  });
  try {
    const shop = await makeOnlineShop(app, admin);
    const { payment_id, gateway_id } = shop;
    const customer = await makePerson(app, { phone: mobile() });
    const clerk = await makePerson(app, { permissions: ['orders'], global: 1 });
    const theirs = await orderOnline(app, shop, customer, { type: 'take_away' });
    const ours = await orderOnline(app, shop, admin);
    const start = (where: TestApp, order_id: number, who: Person) =>
      where.call(api.paymentAttempt.start, { order_id, payment_id }, as(who));
    for (const [order_id, who] of [
      [theirs, customer],
      [theirs, clerk],
      [ours, clerk],
      [ours, admin],
    ] as const)
      expect((await start(app, order_id, who)).failure.code).toBe('payment.no_gateway');
    const methods = await app.call(api.paymentAttempt.list, { id: ours }, as());
    expect(methods.results.methods.map((method) => method.payment_id)).not.toContain(payment_id);

    // attempts that were opened while the shop was a demo, one with an outcome
    const open = (await start(demo, ours, admin)).results.attempt_id;
    const later = (await start(demo, theirs, customer)).results.attempt_id;
    await demo.call(api.paymentAttempt.choose, { attempt_id: later, outcome: 'later' });
    expect((await app.call(api.paymentAttempt.show, { attempt_id: open })).results.is_payable).toBe(false);
    const chosen = await app.call(api.paymentAttempt.choose, { attempt_id: open, outcome: 'paid' });
    expect(chosen.failure.code).toBe('payment.no_gateway');
    const { prisma } = app.services.database;
    await prisma.soft_payment.updateMany({
      where: { ref: { in: [open, later] } },
      data: { outcome: 'paid', settles_at: null },
    });
    for (const ref of [open, later])
      expect((await tellCallback(app.url, { id: `told-${ref}`, ref })).status).toBe(200);
    for (const [attempt_id, order_id] of [
      [open, ours],
      [later, theirs],
    ] as const) {
      const shown = await app.call(api.paymentAttempt.show, { attempt_id });
      expect(shown.results).toMatchObject({ state: 'failed', mode: 'test' });
      expect((await app.call(api.order.show, { id: order_id }, as())).results).toMatchObject({
        paid: 0,
        paid_amount: 0,
      });
      expect(await prisma.order_payment.count({ where: { order_id, status: 'received' } })).toBe(0);
    }

    const before = await prisma.order_payment.count();
    const tried = (await app.call(api.gateway.test, { id: gateway_id }, as())).results.attempt_id;
    const paid = await app.call(api.paymentAttempt.choose, { attempt_id: tried, outcome: 'paid' });
    expect(paid.results).toMatchObject({ state: 'paid', mode: 'test', order_id: null });
    expect(await prisma.order_payment.count()).toBe(before);
    const listed = await app.call(api.gateway.list, { id: gateway_id }, as());
    expect(listed.results).toMatchObject([{ paid_today: 0, refused_today: 2 }]);
  } finally {
    await demo.stop();
  }
});

/** Every row of every table, bytes as text too. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: app.database });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const parts: string[] = [];
    for (const { name } of rows) {
      const all = await client.query(`SELECT t.* FROM ${name} t`);
      for (const row of all.rows)
        for (const value of Object.values(row))
          parts.push(Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? ''));
    }
    return parts.join('\n');
  } finally {
    await client.end();
  }
}

test('O4 VF6 keys of 100 gateways, each changed once, appear in no dump, answer or audit row', async () => {
  let said = '';
  const canary = (n: number, round: number) => `canary-${n}-${round}-sk_5f1d`;
  const ids: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const keys = { secret: canary(n, 1), webhook_secret: `wh-${canary(n, 1)}` };
    const made = await save({ payment_id: await method(), provider: 'soft', ...keys });
    said += made.text;
    ids.push(made.results.id);
  }
  for (const [n, id] of ids.entries())
    said += (await save({ id, secret: canary(n, 2), webhook_secret: `wh-${canary(n, 2)}` })).text;
  said += (await app.call(api.gateway.list, { limit: 100 }, as())).text;
  for (const id of ids.slice(0, 3))
    said += (await app.call(api.audit.list, { noun: 'gateway', record_id: String(id) }, as())).text;
  const refused = await save({ id: ids[0], secret: canary(0, 3), mode: 'live' });
  expect(refused.status).toBe(422);
  said += refused.text;
  const folder = app.services.env.DATA_DIR;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) said += readFileSync(join(file.parentPath, file.name), 'latin1');
  expect(said).not.toContain('canary-');
  expect(await dump()).not.toContain('canary-');
  const rows = await app.services.database.prisma.gateway.findMany({ where: { id: { in: ids } } });
  expect(rows.filter(({ secret }) => secret !== null && secret.length > 28)).toHaveLength(100);
  const log = await app.services.database.prisma.audit_log.findMany({
    where: { noun: 'gateway', record_id: String(ids[0]), action: 'update' },
  });
  expect(JSON.stringify(log.map(({ changes }) => changes))).toContain('•••');
}, 120_000);

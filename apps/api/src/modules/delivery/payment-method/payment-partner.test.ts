import { api, RESOURCES } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { mobile, stocked } from '../../../../test/sales.ts';
import { maskCredential } from './payment-method.view.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const named = (en: string) => ({ titles: { ar: `${en} ع`, en, de: '' } });
const create = (more: { titles: object; partner_account: string }) =>
  app.call(
    api.paymentMethod.create,
    { code: `m${unique()}`, type: 'card', inhouse_holder: 0, ...more },
    as(admin),
  );

test('the partner account of a payment method is answered in full only to staff who may save payment settings', async () => {
  const account = `QA58CANARY${unique()}WXYZ`;
  const hint = 'WXYZ';
  const mark = `Partner ${unique()}`;
  const { id } = (await create({ ...named(mark), partner_account: account })).results;
  const { prisma } = app.services.database;
  const global = { global: 1 } as const;
  for (const permission of ['settings.payments', 'settings.payments.save']) {
    const who = await makePerson(app, { permissions: ['payments', permission], ...global });
    const seen = await app.call(api.paymentMethod.show, { id }, as(who));
    expect(seen.results, permission).toMatchObject({ partner_account: account, partner_account_hint: hint });
  }
  for (const permissions of [['payments'], ['payments.view'], ['settings.payments.view', 'payments.save']]) {
    const who = await makePerson(app, { permissions, ...global });
    const seen = await app.call(api.paymentMethod.show, { id }, as(who));
    expect(seen.results, permissions.join()).toMatchObject({ partner_account_hint: hint });
    expect(seen.text, permissions.join()).not.toContain(account);
  }
  const clerk = await makePerson(app, { permissions: ['payments'], ...global });
  const save = (body: object) => app.call(api.paymentMethod.update, { id, ...body }, as(clerk));
  const stored = () => prisma.payment_method.findUniqueOrThrow({ where: { id } });
  // the hint that a form sends back changes nothing, nor does the field of the answer
  expect((await save({ partner_account: hint, desc: 'Same' })).text).not.toContain(account);
  expect((await save({ partner_account_hint: 'ABCD', ord: 2 })).status).toBe(200);
  expect((await stored()).partner_account).toBe(account);
  const file = await fetch(`${app.url}/admin/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ export: 1, format: 'csv', keywords: mark }),
  });
  const csv = await file.text();
  expect(csv).toContain(hint);
  expect(csv).not.toContain(account);
  // another account with the same end is a change that the log names
  await app.call(api.paymentMethod.update, { id, partner_account: `DE00${hint}` }, as(admin));
  const log = await app.call(api.audit.list, { noun: 'payment-method', record_id: String(id) }, as(admin));
  expect(log.text).toContain(`"to":"${hint}"`);
  expect(log.results[0]?.changes).toHaveProperty('partner_account');
  expect(log.text).not.toContain(account);
});

test('the partner account of a payment method never reaches other readers in an answer, file, log or event', async () => {
  const account = `QA58CANARY${unique()}WXYZ`;
  const { id } = (await create({ ...named(`Leak ${unique()}`), partner_account: account })).results;
  const { prisma } = app.services.database;
  const shelf = await stocked(app, 5);
  await prisma.branch_payment.createMany({
    data: [{ branch_id: shelf.branch_id, payment_id: id }],
    skipDuplicates: true,
  });
  const cart = [{ item_id: shelf.item_id, quantity: 1 }];
  const client = { name: 'Nora', phone: mobile() };
  const made = await app.call(
    api.order.make,
    { branch_id: shelf.branch_id, type: 'take_away', cart, client },
    as(admin),
  );
  const { id: order_id, due } = made.results;
  const payments = [{ payment_id: id, amount: due }];
  expect((await app.call(api.order.save, { id: order_id, payments }, as(admin))).status).toBe(200);
  expect(await prisma.order_payment.count({ where: { order_id, partner: account } })).toBe(1);
  const permissions = RESOURCES.flatMap((resource) =>
    resource === 'admin' || resource === 'driver' || resource === 'seller'
      ? []
      : resource === 'settings.payments'
        ? [`${resource}.view`, `${resource}.export`]
        : [resource],
  );
  const who = await makePerson(app, { permissions, global: 1 });
  const read = async (path: string, body: object) => {
    const answer = await fetch(app.url + path.replace('{id}', String(order_id)), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
      body: JSON.stringify(body),
    });
    return answer.text();
  };
  let lists = 0;
  for (const endpoint of Object.values(api).flatMap((group): { path: string; kind: string }[] =>
    Object.values(group),
  )) {
    if (endpoint.kind !== 'list') continue;
    lists += 1;
    expect(await read(endpoint.path, { all_locale: true }), endpoint.path).not.toContain(account);
  }
  expect(lists).toBeGreaterThan(20);
  const shown = [api.order.show.path, api.order.payable.path, api.order.paper.path];
  for (const path of shown) expect(await read(path, {}), path).not.toContain(account);
  expect(await read(`/admin/payments/show/${id}`, {})).not.toContain(account);
  for (const path of [api.paymentMethod.list.path, api.orderPayment.list.path, api.order.list.path])
    expect(await read(path, { export: 1, format: 'csv' }), path).not.toContain(account);
  const log = JSON.stringify(await prisma.audit_log.findMany({ select: { changes: true } }));
  const events = JSON.stringify(await prisma.event.findMany({ select: { data: true } }));
  expect(log + events).not.toContain(account);
});

test.each([
  [null, null],
  ['', null],
  ['7', '7'],
  ['1234', '34'],
  ['1234567', '567'],
  ['QA58DOHB00001234567890', '7890'],
])('the partner account %j is masked as %j', (account, hint) => {
  expect(maskCredential(account)).toBe(hint);
});

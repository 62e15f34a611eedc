import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeBareOrder, makePayment } from '../../../../test/tills.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const named = (en: string) => ({ titles: { ar: `${en} ع`, en, de: '' } });
const fresh = (more: object = {}) => ({ code: `m${unique()}`, ...named('Wallet'), type: 'wallet', ...more });
const create = (more: object = {}, who = admin) => app.call(api.paymentMethod.create, fresh(more), as(who));
const update = (input: object, who = admin) => app.call(api.paymentMethod.update, input, as(who));
const remove = (id: number, who = admin) => app.call(api.paymentMethod.remove, { id }, as(who));
const courier = async () => {
  const input = { code: `d${unique()}`, ...named('Courier'), inhouse: 0 };
  return (await app.call(api.deliveryMethod.create, input, as(admin))).results.id;
};
const byCode = (code: string) =>
  app.services.database.prisma.payment_method.findFirstOrThrow({ where: { code, deleted_at: null } });

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

test('a payment method can be created, found in any language, changed, deleted and restored', async () => {
  const delivery_ids = [await courier(), await courier()];
  const mark = `Karta ${unique()}`;
  const made = await create({
    ...named(mark),
    desc: 'At the door',
    min_transaction: 5,
    max_transaction: 500.5,
    partner_account: 'QA12-3456',
    margin: 2.75,
    combinable: 0,
    inhouse_holder: 0,
    charge_customer: 1,
    delivery_ids,
    ord: 4,
    image_base64: PNG,
  });
  const { id, version } = made.results;
  expect(made.results).toMatchObject({
    title: mark,
    desc: 'At the door',
    type: 'wallet',
    min_transaction: 5,
    max_transaction: 500.5,
    partner_account: 'QA12-3456',
    margin: 2.75,
    combinable: 0,
    inhouse_holder: 0,
    charge_customer: 1,
    master: 1,
    branch_id: null,
    delivery_ids,
    ord: 4,
    status: 1,
    version: 1,
    actions: ['save', 'delete'],
  });
  expect(made.results.image_url).toMatch(/^\/files\/.+\.webp$/);
  for (const keywords of [mark.toLowerCase(), `${mark} ع`, made.results.code])
    expect(
      (await app.call(api.paymentMethod.list, { keywords }, as(admin))).results.map((row) => row.id),
    ).toEqual([id]);
  const changed = await update({
    ...made.results,
    max_transaction: null,
    delivery_ids: [],
    image_base64: null,
  });
  expect(changed.results).toMatchObject({
    max_transaction: null,
    delivery_ids: [],
    image_url: null,
    version: 2,
  });
  expect((await update({ id, version, ord: 1 })).failure.code).toBe('record.stale');
  expect((await remove(id)).results).toEqual({ deleted: 1 });
  expect((await app.call(api.paymentMethod.show, { id }, as(admin))).status).toBe(404);
  const back = await app.call(api.paymentMethod.restore, { id }, as(admin));
  expect(back.results).toMatchObject({ id, title: mark, version: 4 });
  const long_ago = new Date(Date.now() - 86_400_001);
  await app.services.database.prisma.payment_method.update({ where: { id }, data: { deleted_at: long_ago } });
  expect((await app.call(api.paymentMethod.restore, { id }, as(admin))).status).toBe(404);
});

test("the public sees active payment methods and never the partner's commission", async () => {
  const mark = `Open ${unique()}`;
  const open = (await create({ ...named(mark), partner_account: 'SECRET-1', margin: 3 })).results;
  const off = (await create({ ...named(`${mark} off`), status: 0 })).results;
  for (const who of [{}, as(await makePerson(app))]) {
    const { results, text } = await app.call(
      api.paymentMethod.list,
      { keywords: mark, status: 0, id: off.id, all_locale: true },
      who,
    );
    expect(results.map(({ id }) => id)).toEqual([open.id]);
    expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(
      ['code', 'id', 'image_url', 'max_transaction', 'min_transaction', 'title', 'titles', 'type'].toSorted(),
    );
    expect(text).not.toContain('SECRET-1');
  }
  const picker = await makePerson(app, { permissions: ['transactions'] });
  const picked = await app.call(api.paymentMethod.list, { keywords: mark }, as(picker));
  expect(picked.results).toEqual([{ id: open.id, title: mark, status: 1, type: open.type }]);
  // the log names the account, and does not show it
  const log = await app.services.database.prisma.audit_log.findMany({
    where: { noun: 'payment-method' },
    select: { changes: true },
  });
  expect(JSON.stringify(log)).toContain('partner_account');
  expect(JSON.stringify(log)).not.toContain('SECRET-1');
});

test('payment methods are filtered and sorted', async () => {
  const mark = `s${unique()}`;
  const branch = await makeBranch(app);
  const b = (await create({ ...named(`Beta ${mark}`), code: `a${mark}`, type: 'card', ord: 2 })).results;
  const a = (await create({ ...named(`Alpha ${mark}`), code: `b${mark}`, ord: 3 })).results;
  const c = (await create({ ...named(`Gamma ${mark}`), code: `c${mark}`, ord: 1, status: 0 })).results;
  const ids = async (query: object) =>
    (await app.call(api.paymentMethod.list, { keywords: mark, ...query }, as(admin))).results.map(
      ({ id }) => id,
    );
  expect(await ids({})).toEqual([c.id, b.id, a.id]);
  expect(await ids({ sort_by: 'title' })).toEqual([a.id, b.id, c.id]);
  expect(await ids({ sort_by: 'code', sort_as: 'desc' })).toEqual([c.id, a.id, b.id]);
  expect(await ids({ sort_by: 'type' })).toEqual([b.id, a.id, c.id]);
  expect(await ids({ type: 'card' })).toEqual([b.id]);
  expect(await ids({ status: 0 })).toEqual([c.id]);
  expect(await ids({ limit: 1, page: 2 })).toEqual([b.id]);
  const headers = { 'branch-id': String(branch.id) };
  await app.call(api.paymentMethod.assign, { ids: [a.id] }, { ...as(admin), headers });
  expect(await ids({ branch_id: branch.id, status: 1 })).toEqual([a.id]);
});

test("a payment method's code is unique in any case, and its amounts fit each other and the currency", async () => {
  const code = `Dup${unique()}`;
  const first = (await create({ code })).results;
  const twice = await create({ code: code.toUpperCase() });
  expect(twice).toMatchObject({
    status: 409,
    failure: { code: 'record.duplicate', params: { field: 'code' } },
  });
  expect(twice.failure.errors).toHaveProperty('code');
  await remove(first.id);
  const second = (await create({ code })).results;
  expect((await app.call(api.paymentMethod.restore, { id: first.id }, as(admin))).failure.code).toBe(
    'record.duplicate',
  );
  const refused = async (input: object) =>
    Object.keys((await update({ id: second.id, ...input })).failure.errors);
  expect(await refused({ min_transaction: 10, max_transaction: 9.99 })).toEqual(['max_transaction']);
  expect(await refused({ min_transaction: 1.005 })).toEqual(['min_transaction']);
  expect(await refused({ margin: 100.01 })).toEqual(['margin']);
  expect(await refused({ type: 'gold' })).toEqual(['type']);
  expect(await refused({ code: '' })).toEqual(['code']);
  expect(await refused({ delivery_ids: [2_000_000_000] })).toEqual(['delivery_ids']);
  // 0 is no limit
  expect((await update({ id: second.id, min_transaction: 10, max_transaction: 0 })).status).toBe(200);
  expect(await refused({ max_transaction: 5 })).toEqual(['max_transaction']);
  for (const missing of ['code', 'titles', 'type'])
    expect((await create({ [missing]: undefined })).failure.errors).toHaveProperty(missing);
});

test('a payment method is not deleted while an unpaid order uses it, and can be once its orders are paid or canceled', async () => {
  const { id, code } = (await create()).results;
  const branch = await makeBranch(app);
  const { prisma } = app.services.database;
  const order = await makeBareOrder(app, branch.id, 10, { payment_id: id });
  const other = await makeBareOrder(app, branch.id, 10, { payment_id: id });
  expect((await remove(id)).failure).toMatchObject({ code: 'payment_method.in_use', params: { count: 2 } });
  await prisma.order.update({ where: { id: order }, data: { paid: 1 } });
  await prisma.order.update({ where: { id: other }, data: { status_value: -1 } });
  const paid = await makeBareOrder(app, branch.id, 10, { paid: 1 });
  const payment = await makePayment(app, { order_id: paid, by: code, amount: 10, status: 'pending' });
  expect((await remove(id)).failure.params).toEqual({ count: 1 });
  await prisma.order_payment.update({ where: { id: payment }, data: { status: 'received' } });
  // what was paid with it stays what it was
  expect((await update({ id, type: 'cash' })).failure).toMatchObject({
    code: 'payment_method.type_fixed',
    params: { count: 1 },
  });
  expect((await update({ id, type: 'wallet' })).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
});

test('the last active cash method cannot be removed, also when two are removed at the same time', async () => {
  const [cash, cod] = [await byCode('cash'), await byCode('cod')];
  const replies = await Promise.all([remove(cash.id), remove(cod.id)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const kept = replies[0].status === 200 ? cod : cash;
  const gone = kept === cash ? cod : cash;
  for (const reply of [
    await remove(kept.id),
    await update({ id: kept.id, status: 0 }),
    await update({ id: kept.id, type: 'card' }),
  ])
    expect(reply).toMatchObject({ status: 409, failure: { code: 'payment_method.last_cash' } });
  expect((await update({ id: kept.id, ord: 1 })).status).toBe(200);
  // one that a branch has for itself is none for the others
  const branch = await makeBranch(app);
  const headers = { 'branch-id': String(branch.id) };
  const own = fresh({ type: 'cash', master: 0 });
  expect((await app.call(api.paymentMethod.create, own, { ...as(admin), headers })).status).toBe(200);
  expect((await update({ id: kept.id, status: 0 })).failure.code).toBe('payment_method.last_cash');
  await app.call(api.paymentMethod.restore, { id: gone.id }, as(admin));
  expect((await update({ id: kept.id, status: 0 })).status).toBe(200);
  expect((await update({ id: kept.id, status: 1 })).status).toBe(200);
});

test('a payment method that a branch created belongs to it alone, and shared ones are changed with access to all branches only', async () => {
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  const manager = await makePerson(app, { permissions: ['settings.payments'], manages: [here.id] });
  const foreign = await makePerson(app, { permissions: ['settings.payments'], manages: [there.id] });
  const own = (await create({}, manager)).results;
  expect(own).toMatchObject({ master: 0, branch_id: here.id, branch_name: here.name, branches_count: 1 });
  const rows = (who: Person) => app.call(api.paymentMethod.list, { limit: 100 }, as(who));
  expect((await rows(manager)).results.map(({ id }) => id)).toContain(own.id);
  expect((await rows(foreign)).results.map(({ id }) => id)).not.toContain(own.id);
  expect((await update({ id: own.id, ord: 2 }, foreign)).status).toBe(404);
  expect((await remove(own.id, foreign)).status).toBe(404);
  expect((await app.call(api.paymentMethod.show, { id: own.id }, as(foreign))).status).toBe(404);
  const whole = (await create()).results;
  const seen = await app.call(api.paymentMethod.show, { id: whole.id }, as(manager));
  expect(seen.results.actions).toEqual([]);
  expect((await update({ id: whole.id, ord: 2 }, manager)).failure.code).toBe('permission.denied');
  expect((await remove(whole.id, manager)).failure.code).toBe('permission.denied');
  expect((await create({ master: 1 }, manager)).failure.code).toBe('permission.denied');
  // of two branches one must be named, and so must the administrator do
  const two = await makePerson(app, { permissions: ['settings.payments'], manages: [here.id, there.id] });
  for (const who of [two, admin])
    expect((await create({ master: 0 }, who)).failure.code).toBe('branch.required');
  expect((await update({ id: own.id, ord: 2 }, manager)).status).toBe(200);
  expect((await remove(own.id, manager)).status).toBe(200);
});

test('there are at most a hundred payment methods, so that a branch lists them all', async () => {
  const { prisma } = app.services.database;
  const count = await prisma.payment_method.count({ where: { deleted_at: null } });
  const data = Array.from({ length: 99 - count }, () => ({
    code: `full${unique()}`,
    titles: { en: 'Full' },
    type: 'card',
  }));
  await prisma.payment_method.createMany({ data });
  const replies = await Promise.all([create(), create(), create()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.failure.code).toBe('method.too_many');
  await prisma.payment_method.updateMany({
    where: { code: { startsWith: 'full' } },
    data: { deleted_at: new Date() },
  });
});

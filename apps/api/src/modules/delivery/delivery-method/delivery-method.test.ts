import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeBareOrder } from '../../../../test/tills.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
const named = (en: string) => ({ titles: { ar: `${en} ع`, en, de: '' } });
const create = (more: object = {}, who = admin) =>
  app.call(api.deliveryMethod.create, { code: `d${unique()}`, ...named('Courier'), ...more }, as(who));
const update = (input: object) => app.call(api.deliveryMethod.update, input, as(admin));
const remove = (id: number) => app.call(api.deliveryMethod.remove, { id }, as(admin));

test('a delivery method can be created, found, changed, deleted and restored', async () => {
  const mark = `Express ${unique()}`;
  const made = await create({
    ...named(mark),
    desc: 'By bicycle',
    inhouse: 0,
    asap: 1,
    delivery_minutes: 25,
    delivery_cost: 7.5,
    ord: 3,
  });
  const { id } = made.results;
  expect(made.results).toMatchObject({
    title: mark,
    titles: { ar: `${mark} ع`, en: mark, de: '' },
    desc: 'By bicycle',
    inhouse: 0,
    asap: 1,
    delivery_minutes: 25,
    delivery_cost: 7.5,
    ord: 3,
    status: 1,
    image_url: null,
    version: 1,
    actions: ['save', 'delete'],
  });
  const found = await app.call(api.deliveryMethod.list, { keywords: `${mark} ع`, locale: 'ar' }, as(admin));
  expect(found.results.map((row) => [row.id, row.title])).toEqual([[id, `${mark} ع`]]);
  const changed = await update({ ...made.results, delivery_minutes: null, desc: '' });
  expect(changed.results).toMatchObject({ delivery_minutes: null, desc: null, version: 2 });
  expect((await update({ id, version: 1, ord: 1 })).failure.code).toBe('record.stale');
  expect((await remove(id)).results).toEqual({ deleted: 1 });
  expect((await app.call(api.deliveryMethod.show, { id }, as(admin))).status).toBe(404);
  expect((await app.call(api.deliveryMethod.restore, { id }, as(admin))).results).toMatchObject({
    version: 4,
  });
});

test('the public sees active delivery methods and their public fields only', async () => {
  const mark = `Seen ${unique()}`;
  const open = (await create({ ...named(mark), desc: 'Paid weekly' })).results;
  const off = (await create({ ...named(`${mark} off`), status: 0 })).results;
  for (const who of [{}, as(await makePerson(app))]) {
    const query = { keywords: mark, id: off.id, status: 0 };
    const { results } = await app.call(api.deliveryMethod.list, query, who);
    expect(results).toEqual([
      {
        id: open.id,
        code: open.code,
        title: mark,
        asap: 0,
        delivery_minutes: null,
        delivery_cost: 0,
        image_url: null,
      },
    ]);
  }
  const picker = await makePerson(app, { permissions: ['orders'] });
  const picked = await app.call(api.deliveryMethod.list, { keywords: mark }, as(picker));
  expect(picked.results).toEqual([{ id: open.id, title: mark, status: 1 }]);
});

test('delivery methods are filtered and sorted', async () => {
  const mark = `s${unique()}`;
  const a = (await create({ ...named(`Alpha ${mark}`), ord: 2, delivery_cost: 1, delivery_minutes: 90 }))
    .results;
  const b = (await create({ ...named(`Beta ${mark}`), ord: 1, delivery_cost: 2, inhouse: 0 })).results;
  const ids = async (query: object) =>
    (await app.call(api.deliveryMethod.list, { keywords: mark, ...query }, as(admin))).results.map(
      ({ id }) => id,
    );
  expect(await ids({})).toEqual([b.id, a.id]);
  expect(await ids({ sort_by: 'title' })).toEqual([a.id, b.id]);
  expect(await ids({ sort_by: 'delivery_cost', sort_as: 'desc' })).toEqual([b.id, a.id]);
  expect(await ids({ sort_by: 'delivery_minutes' })).toEqual([a.id, b.id]);
  expect(await ids({ inhouse: 0 })).toEqual([b.id]);
  const branch = await makeBranch(app);
  const headers = { 'branch-id': String(branch.id) };
  await app.call(api.deliveryMethod.assign, { ids: [a.id] }, { ...as(admin), headers });
  expect(await ids({ branch_id: branch.id })).toEqual([a.id]);
});

test('invalid values of a delivery method are refused on their fields', async () => {
  const code = `Dup${unique()}`;
  await create({ code });
  expect((await create({ code: code.toLowerCase() })).failure.errors).toHaveProperty('code');
  const refused = async (input: object) => Object.keys((await create(input)).failure.errors);
  expect(await refused({ delivery_cost: -1 })).toEqual(['delivery_cost']);
  expect(await refused({ delivery_cost: 1.005 })).toEqual(['delivery_cost']);
  expect(await refused({ delivery_minutes: 1.5 })).toEqual(['delivery_minutes']);
  expect(await refused({ delivery_minutes: 90_000 })).toEqual(['delivery_minutes']);
  expect(await refused({ titles: { en: ' ' } })).toEqual(['titles']);
  expect(await refused({ asap: 2 })).toEqual(['asap']);
});

test('a delivery method is not deleted while an open order uses it or a payment method depends on it', async () => {
  const { id } = (await create()).results;
  const { prisma } = app.services.database;
  const order = await makeBareOrder(app, (await makeBranch(app)).id, 10, { delivery_id: id });
  expect((await remove(id)).failure).toMatchObject({ code: 'delivery_method.in_use', params: { count: 1 } });
  await prisma.order.update({ where: { id: order }, data: { status_value: 5 } });
  const other = (await create()).results.id;
  const body = { code: `p${unique()}`, titles: { en: 'Only so' }, type: 'card', delivery_ids: [id, other] };
  const payment = (await app.call(api.paymentMethod.create, body, as(admin))).results;
  expect((await remove(other)).status).toBe(200);
  expect((await remove(id)).failure).toMatchObject({
    code: 'delivery_method.only_one',
    params: { count: 1 },
  });
  const shown = await app.call(api.paymentMethod.show, { id: payment.id }, as(admin));
  expect(shown.results.delivery_ids).toEqual([id]);
  // what was deleted keeps its place for when it comes back
  await app.call(api.deliveryMethod.restore, { id: other }, as(admin));
  const again = await app.call(api.paymentMethod.show, { id: payment.id }, as(admin));
  expect(again.results.delivery_ids).toEqual([id, other]);
  expect((await remove(id)).status).toBe(200);
});

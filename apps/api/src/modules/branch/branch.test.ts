import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { seedReference } from '../../seed/reference.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  await seedReference(app.ctx());
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const names = (en: string) => ({ ar: `فرع ${en}`, en, de: `Filiale ${en}` });
const create = (body: object, who: Person = admin) => app.call(api.branch.create, body, { token: who.token });
const update = (body: { id: number; [field: string]: unknown }, who: Person = admin) =>
  app.call(api.branch.update, body, { token: who.token });
const remove = (id: number, who: Person = admin) => app.call(api.branch.remove, { id }, { token: who.token });
const list = (body: object = {}, who: Person = admin) =>
  app.call(api.branch.list, body, { token: who.token });

/** A place by its English name. */
const place = async (type: number, en: string) => {
  const row = await app.services.database.prisma.location.findFirstOrThrow({
    where: { type, names: { path: ['en'], equals: en } },
  });
  return row.id;
};

describe('branches', () => {
  test('a new branch has the usual defaults and answers the saved values', async () => {
    const { status, results } = await create({
      names: names('Corniche'),
      addresses: { ar: 'شارع الكورنيش', en: '' },
      no: ` C-${unique()} `,
      phones: ['4400 0101', '٠٠٩٧٤٤٤٠٠٠١٠١'],
      locale: 'de',
    });
    expect(status).toBe(200);
    expect(results).toMatchObject({
      name: 'Filiale Corniche',
      address: 'شارع الكورنيش',
      phones: ['+97444000101'],
      status: 1,
      warehouse: 0,
      pos: [],
      settings: {
        fullfillment: 1,
        type: 'delivery',
        refund_force_auth: true,
        product_check_availability: true,
        coordinates: null,
        tax: { value: 0, type: 'percent' },
        fiscal: 'none',
        timezone: 'Asia/Qatar',
      },
      version: 1,
    });
    const shown = await app.call(api.branch.show, { id: results.id }, { token: admin.token });
    expect((await update(shown.results)).status).toBe(200);
  });

  test('devices of a branch keep their numbers when renamed, and a number is never reused', async () => {
    const one = await create({ names: names('Till'), pos: [{ name: 'A' }, { name: 'B' }], printers: [] });
    const two = await create({ names: names('Other'), pos: [{ name: 'C' }] });
    const [a, b] = one.results.pos;
    const [c] = two.results.pos;
    expect(new Set([a?.id, b?.id, c?.id]).size).toBe(3);
    const after = await update({
      id: one.results.id,
      pos: [{ id: b?.id, name: 'B2', last_seen: 'x' }, { name: 'D' }],
    });
    expect(after.results.pos).toMatchObject([{ id: b?.id, name: 'B2', last_seen: null }, { name: 'D' }]);
    expect(after.results.pos[1]?.id).toBeGreaterThan(c?.id ?? 0);
    const found = await list({ pos_id: c?.id });
    expect(found.results.map(({ id }) => id)).toEqual([two.results.id]);
    expect(found.results[0]).not.toHaveProperty('pos');
    const loaded = await list({ pos_id: c?.id, load: 'pos,album' });
    expect(loaded.results[0]?.pos).toEqual(two.results.pos);
    const foreign = await update({ id: one.results.id, pos: [{ id: c?.id, name: 'mine now' }] });
    expect(foreign.failure).toMatchObject({ code: 'reference.missing', params: { field: 'pos' } });
  });

  test('a branch number is unique and can be reused after the branch is deleted', async () => {
    const no = `N-${unique()}`;
    const first = await create({ names: names('First'), no });
    const second = await create({ names: names('Second'), no: no.toLowerCase() });
    expect(second.failure).toMatchObject({ code: 'record.duplicate', params: { field: 'no' } });
    expect(second.failure.errors).toHaveProperty('no');
    await remove(first.results.id);
    expect((await create({ names: names('Third'), no })).status).toBe(200);
    const back = await app.call(api.branch.restore, { id: first.results.id }, { token: admin.token });
    expect(back.failure.code).toBe('record.duplicate');
  });

  test('the places of a branch must exist, have the right kind and lie within each other', async () => {
    const [qatar, egypt] = [await place(-2, 'Qatar'), await place(-2, 'Egypt')];
    const [doha, wakrah] = [await place(1, 'Doha'), await place(1, 'Al Wakrah')];
    const pearl = await place(0, 'The Pearl');
    const state = await place(-1, 'Doha Municipality');
    const good = { country_id: qatar, state_id: state, city_id: doha, area_id: pearl };
    const { results } = await create({ names: names('Placed'), ...good });
    expect(results).toMatchObject({ ...good, city_name: 'Doha' });
    const refused = async (body: object) => (await update({ id: results.id, ...body })).failure.params.field;
    expect(await refused({ country_id: egypt })).toBe('state_id');
    expect(await refused({ city_id: wakrah })).toBe('city_id');
    expect(await refused({ area_id: doha })).toBe('area_id');
    expect(await refused({ area_id: 2_000_000_000 })).toBe('area_id');
    expect((await update({ id: results.id, city_id: null, area_id: pearl })).status).toBe(200);
  });

  test('a branch with staff is not deleted, and the refusal says how many accounts it has', async () => {
    const branch = await makeBranch(app);
    const people = [
      await makePerson(app, { branch_id: branch.id }),
      await makePerson(app, { branch_id: branch.id }),
    ];
    const refused = await remove(branch.id);
    expect(refused.status).toBe(409);
    expect(refused.failure).toMatchObject({ code: 'branch.in_use', params: { count: 2 } });
    await app.services.database.prisma.account.updateMany({
      where: { id: { in: people.map(({ id }) => id) } },
      data: { deleted_at: new Date() },
    });
    expect((await remove(branch.id)).results).toEqual({ deleted: 1 });
    expect((await remove(branch.id)).status).toBe(404);
    const back = await app.call(api.branch.restore, { id: branch.id }, { token: admin.token });
    expect(back.results).toMatchObject({ id: branch.id, version: 3 });
  });

  test('of two concurrent changes to a branch only one is saved', async () => {
    const { results } = await create({ names: names('Race') });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((no) => update({ id: results.id, version: 1, no: `R-${no}-${unique()}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('a branch with an unknown time zone is refused', async () => {
    const { failure } = await create({ names: names('Clock'), settings: { timezone: 'Asia/Dukkan' } });
    expect(Object.keys(failure.errors)).toEqual(['settings.timezone']);
  });
});

describe('branch managers', () => {
  test('a branch manager must be a staff member whom the caller can see', async () => {
    const [mine, other] = [await makeBranch(app), await makeBranch(app)];
    const chief = await makePerson(app, { permissions: ['branchs'], manages: [mine.id] });
    const colleague = await makePerson(app, { permissions: ['orders'], branch_id: mine.id });
    const stranger = await makePerson(app, { permissions: ['orders'], branch_id: other.id });
    const customer = await makePerson(app);
    const assign = (id: number, who = chief) => update({ id: mine.id, managers_ids: [chief.id, id] }, who);
    expect((await assign(colleague.id)).results.managers_ids.sort()).toEqual([chief.id, colleague.id].sort());
    for (const id of [stranger.id, customer.id, 2_000_000_000]) {
      const { failure } = await assign(id);
      expect(failure).toMatchObject({ code: 'reference.missing', params: { field: 'managers_ids' } });
    }
    expect((await assign(customer.id, admin)).failure.code).toBe('reference.missing');
    expect((await assign(stranger.id, admin)).status).toBe(200);
    expect((await list({ id: mine.id }, stranger)).results).toEqual([
      { id: mine.id, name: mine.name, status: 1 },
    ]);
    expect((await list({ id: mine.id }, chief)).results[0]?.managers).toHaveLength(2);
  });
});

describe('managers of one branch', () => {
  let mine: { id: number; name: string };
  let other: { id: number; name: string };
  let chief: Person;
  beforeAll(async () => {
    [mine, other] = [await makeBranch(app), await makeBranch(app)];
    chief = await makePerson(app, { permissions: ['branchs'], manages: [mine.id] });
  });

  test('a manager of one branch sees and finds only that branch, with any query', async () => {
    const requests = [
      {},
      { id: other.id },
      { keywords: other.name },
      { keywords: 'فرع' },
      { sort_by: 'name', sort_as: 'desc' },
      { sort_by: 'name', id: other.id },
      { status: 1, warehouse: 0 },
      { limit: 100, page: 1, all_locale: true },
    ];
    for (const body of requests) {
      const { results, meta } = await list(body, chief);
      expect(results.every(({ id }) => id === mine.id)).toBe(true);
      expect(meta.total).toBeLessThanOrEqual(1);
    }
    expect((await list({}, chief)).results).toHaveLength(1);
  });

  test('another branch looks to a branch manager like one that does not exist', async () => {
    const absent = 2_000_000_000;
    const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    const calls = [
      (id: number) => app.call(api.branch.show, { id }, { token: chief.token }),
      (id: number) => update({ id, names: names('Taken') }, chief),
      (id: number) => update({ id, managers_ids: [chief.id] }, chief),
      (id: number) => remove(id, chief),
      (id: number) => app.call(api.branch.restore, { id }, { token: chief.token }),
    ];
    for (const call of calls) {
      const [foreign, none] = [await call(other.id), await call(absent)];
      expect(foreign.status).toBe(404);
      expect(faceless(foreign.text)).toBe(faceless(none.text));
    }
    const row = await app.services.database.prisma.branch.findUniqueOrThrow({ where: { id: other.id } });
    expect(row).toMatchObject({ version: 1, deleted_at: null });
  });

  test('a branch manager who names another branch in the header is refused', async () => {
    const answer = await app.call(
      api.branch.list,
      {},
      { token: chief.token, headers: { 'branch-id': String(other.id) } },
    );
    expect(answer.failure.code).toBe('branch.forbidden');
  });

  test('a branch manager can change the own branch and undo its delete, but cannot create one', async () => {
    expect((await update({ id: mine.id, no: `M-${unique()}` }, chief)).status).toBe(200);
    expect((await create({ names: names('New') }, chief)).failure.code).toBe('permission.denied');
    expect((await remove(mine.id, chief)).status).toBe(200);
    expect((await list({}, chief)).results).toHaveLength(0);
    expect((await app.call(api.branch.restore, { id: mine.id }, { token: chief.token })).status).toBe(200);
  });
});

describe('the list of branches', () => {
  test('branches are found by Arabic letter forms, numbers and phone numbers', async () => {
    const no = `Z${unique()}`;
    const { results } = await create({
      names: { ar: 'مؤسسة الإِمداد الأولى', en: 'Supply One' },
      no,
      phones: ['4400 7788'],
    });
    for (const keywords of [
      'الاولي',
      'امداد مؤسسه',
      'ONE supply',
      no.toLowerCase(),
      '4400 7788',
      '+974 44007788',
    ])
      expect((await list({ keywords })).results.map(({ id }) => id)).toEqual([results.id]);
    expect((await list({ keywords: '%' })).results).toEqual([]);
  });

  test('branches are sorted by the displayed names', async () => {
    const tag = `Sort${unique()}`;
    for (const [ar, en] of [
      ['ب', 'C'],
      ['أ', 'B'],
      ['ج', 'A'],
    ])
      await create({ names: { ar: `${ar} ${tag}`, en: `${en} ${tag}` } });
    const shown = async (locale: string, sort_as = 'asc') =>
      (await list({ keywords: tag, sort_by: 'name', sort_as, locale })).results.map(({ name }) =>
        name.charAt(0),
      );
    expect(await shown('en')).toEqual(['A', 'B', 'C']);
    expect(await shown('de')).toEqual(['أ', 'ب', 'ج']);
    expect(await shown('ar', 'desc')).toEqual(['ج', 'ب', 'أ']);
  });

  test('other staff get short rows of the active branches within their scope', async () => {
    const branch = await makeBranch(app);
    const seller = await makePerson(app, { permissions: ['seller'], branch_id: branch.id });
    const { results } = await list({}, seller);
    expect(results).toEqual([{ id: branch.id, name: branch.name, status: 1 }]);
    await update({ id: branch.id, status: 0 });
    expect((await list({ status: 0 }, seller)).results).toEqual([]);
  });
});

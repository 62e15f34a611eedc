import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

type Options = { branch?: number | string; who?: Person };
const options = ({ branch, who = admin }: Options) => ({
  token: who.token,
  ...(branch === undefined ? {} : { headers: { 'branch-id': String(branch) } }),
});

/** The same promises for both kinds of method. */
const KINDS = [
  {
    kind: 'payment methods',
    of: api.paymentMethod,
    right: 'settings.payments',
    body: () => ({ code: `p${unique()}`, titles: { en: `Method ${unique()}` }, type: 'card' }),
  },
  {
    kind: 'delivery methods',
    of: api.deliveryMethod,
    right: 'delivery',
    body: () => ({ code: `d${unique()}`, titles: { en: `Method ${unique()}` } }),
  },
] as const;

const create = async ({ of, body }: (typeof KINDS)[number], more: object = {}): Promise<number> =>
  (await app.call(of.create, { ...body(), ...more }, options({}))).results.id;
const rowsOf = async ({ of }: (typeof KINDS)[number], query: Options) =>
  (await app.call(of.ofBranch, {}, options(query))).results as { id: number; assigned: boolean }[];
const assigned = async (kind: (typeof KINDS)[number], branch: number) =>
  (await rowsOf(kind, { branch })).filter((row) => row.assigned).map(({ id }) => id);
const assign = ({ of }: (typeof KINDS)[number], input: object, query: Options) =>
  app.call(of.assign, input, options(query));

test.each(KINDS)('every branch starts with all $kind, both existing branches and new ones', async (kind) => {
  const old = await makeBranch(app);
  const id = await create(kind);
  const fresh = await makeBranch(app);
  for (const branch of [old.id, fresh.id]) expect(await assigned(kind, branch)).toContain(id);
});

test.each(KINDS)('$kind of a branch are found by id and status', async (kind) => {
  const { id: branch } = await makeBranch(app);
  const id = await create(kind);
  await create(kind);
  const found = async (input: object) =>
    (await app.call(kind.of.ofBranch, input, options({ branch }))).results.map((row) => row.id);
  expect(await found({ id })).toEqual([id]);
  expect(await found({ id, status: 1 })).toEqual([id]);
  // a disabled one is for no branch
  expect(await found({ status: 0 })).toEqual([]);
});

test.each(KINDS)('$kind and branches that are created at the same time get linked', async (kind) => {
  const [ids, branches] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => create(kind))),
    Promise.all(Array.from({ length: 6 }, () => makeBranch(app))),
  ]);
  for (const { id } of branches) expect(await assigned(kind, id)).toEqual(expect.arrayContaining(ids));
});

test.each(KINDS)(
  'a branch can switch off $kind for itself, and disabled ones keep their position',
  async (kind) => {
    const { id: branch } = await makeBranch(app);
    const [a, b, off] = [await create(kind), await create(kind), await create(kind)];
    await app.call(kind.of.update, { id: off, status: 0 }, options({}));
    expect((await rowsOf(kind, { branch })).map(({ id }) => id)).not.toContain(off);
    const { results } = await assign(kind, { ids: [b, a] }, { branch });
    expect(results).toEqual({ ids: [a, b] });
    expect((await assigned(kind, branch)).toSorted((x, y) => x - y)).toEqual([a, b]);
    expect((await assign(kind, { ids: [off] }, { branch })).failure.code).toBe('reference.missing');
    await app.call(kind.of.update, { id: off, status: 1 }, options({}));
    expect((await assigned(kind, branch)).toSorted((x, y) => x - y)).toEqual([a, b, off]);
    expect((await assign(kind, { ids: [] }, { branch })).results).toEqual({ ids: [] });
    expect(await assigned(kind, branch)).toEqual([]);
    for (const ids of [[a, a], [2_000_000_000]])
      expect((await assign(kind, { ids }, { branch })).status).toBe(422);
    const log = await app.services.database.prisma.audit_log.findFirst({
      where: { noun: 'branch', record_id: String(branch), action: { startsWith: 'assign' } },
      orderBy: { id: 'asc' },
    });
    expect(JSON.stringify(log?.changes)).toContain(`[${a},${b}]`);
  },
);

test.each(KINDS)(
  "$kind are listed for the branch in the header only if it is in the caller's scope",
  async (kind) => {
    const [here, there] = [await makeBranch(app), await makeBranch(app)];
    const id = await create(kind);
    const one = await makePerson(app, { permissions: [kind.right], manages: [here.id] });
    const two = await makePerson(app, { permissions: [kind.right], manages: [here.id, there.id] });
    const manager = await makePerson(app, { permissions: ['branchs'], manages: [here.id] });
    const code = async (query: Options, input: object = { ids: [id] }) => {
      const reply = await assign(kind, input, query);
      return reply.status === 200 ? 'done' : reply.failure.code;
    };
    expect(await code({ who: one })).toBe('done');
    expect(await code({ who: manager })).toBe('done');
    expect(await assigned(kind, here.id)).toEqual([id]);
    expect(await code({ who: one, branch: there.id })).toBe('branch.forbidden');
    expect(await code({ who: two })).toBe('branch.required');
    expect(await code({ who: admin })).toBe('branch.required');
    expect(await code({ who: two, branch: 'x' })).toBe('branch.required');
    expect(await code({ who: admin, branch: 2_000_000_000 })).toBe('record.missing');
    expect(await code({ who: two, branch: here.id }, { ids: [], branch_id: there.id })).toBe(
      'branch.forbidden',
    );
    expect(await code({ who: two, branch: there.id }, { ids: [id], branch_id: there.id })).toBe('done');
    expect((await app.call(kind.of.ofBranch, {}, options({ who: two }))).failure.code).toBe(
      'branch.required',
    );
    // who works in all branches is told whether any has it, as a file too
    const everywhere = (await app.call(kind.of.ofBranch, {}, options({ who: admin }))).results;
    expect(everywhere.find((row) => row.id === id)?.assigned).toBe(true);
    const file = await fetch(app.url + kind.of.ofBranch.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ export: 1, format: 'csv' }),
    });
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect((await rowsOf(kind, { who: manager })).filter((row) => row.assigned).map((row) => row.id)).toEqual(
      [id],
    );
  },
);

test('a branch neither sees nor can take a method that another branch created for itself', async () => {
  const [kind] = KINDS;
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  const body = { ...kind.body(), master: 0 };
  const { results } = await app.call(api.paymentMethod.create, body, options({ branch: there.id }));
  expect(await assigned(kind, there.id)).toContain(results.id);
  expect((await rowsOf(kind, { branch: here.id })).map(({ id }) => id)).not.toContain(results.id);
  expect((await assign(kind, { ids: [results.id] }, { branch: here.id })).failure.code).toBe(
    'reference.missing',
  );
});

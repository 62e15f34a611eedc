import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { sized } from './size.ts';

const ABSENT = 2_000_000_000;

let app: TestApp;
let here: { id: number; name: string };
let there: { id: number; name: string };
let manager: Person;
let foreigner: Person;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ env: { EXPORTS_PER_MINUTE: '10000' } });
  here = await makeBranch(app, `Here ${unique()}`);
  there = await makeBranch(app, `There ${unique()}`);
  admin = await makeAdmin(app);
  const everything = [
    'users',
    'roles',
    'branchs',
    'banners',
    'areas',
    'products.extras',
    'contactus',
    'settings.payments',
    'sessions',
  ];
  manager = await makePerson(app, { permissions: everything, manages: [here.id] });
  foreigner = await makePerson(app, { permissions: ['banners'], branch_id: there.id, name: 'Foreigner Far' });
  for (let at = 0; at < 5; at += 1) {
    await makePerson(app, { permissions: ['banners'], branch_id: here.id, name: `Near ${unique()}` });
    await makePerson(app, { permissions: ['banners'], manages: [there.id], name: `Far ${unique()}` });
  }
});
afterAll(() => app.stop());

const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');

const call = (endpoint: object, input: object, headers: Record<string, string> = {}) =>
  app.call(endpoint as Endpoint, input, { token: manager.token, headers });

/** Everything a foreign call could have changed. */
const state = async (): Promise<string> => {
  const { rows } = await app.services.database.pool.query(
    `SELECT (SELECT json_agg(a ORDER BY a.id) FROM account a) AS accounts,
            (SELECT json_agg(b ORDER BY b.id) FROM branch b) AS branches,
            (SELECT json_agg(m ORDER BY m.branch_id, m.account_id) FROM branch_manager m) AS managers,
            (SELECT json_agg(l ORDER BY l.id) FROM contact_message l) AS letters,
            (SELECT json_agg(x ORDER BY x.extra_id, x.branch_id) FROM extra_price x) AS prices,
            (SELECT json_agg(p ORDER BY p.id) FROM payment_method p) AS payment_methods,
            (SELECT json_agg(x ORDER BY x.branch_id, x.payment_id) FROM branch_payment x) AS branch_payments,
            (SELECT json_agg(t ORDER BY t.id) FROM pos_session t) AS tills,
            (SELECT count(*) FROM pos_cash_move) AS cash_moves,
            (SELECT json_agg(s ORDER BY s.id) FROM safe_move s) AS safe_moves,
            (SELECT json_agg(d ORDER BY d.id) FROM pos_device d) AS devices,
            (SELECT json_agg(p ORDER BY p.id) FROM printer p) AS printers,
            (SELECT json_agg(i ORDER BY i.id) FROM branch_album_image i) AS pictures,
            (SELECT json_agg(s.revoked_at ORDER BY s.id) FROM session s) AS sessions`,
  );
  return JSON.stringify(rows).replace(/"last_seen_at":"[^"]+"/g, '');
};

it('P12 a foreign id answers byte for byte like an absent one and changes nothing', async () => {
  const session = await app.services.database.prisma.session.findFirstOrThrow({
    where: { account_id: foreigner.id },
  });
  const written = async (branch_id: number | null): Promise<number> =>
    (await app.call(api.contactMessage.send, { name: 'Visitor', message: 'Hello', branch_id })).results.id;
  const letter = { there: await written(there.id), nowhere: await written(null) };
  const method = { code: `own${unique()}`, titles: { en: 'Own' }, type: 'card', branch_id: there.id };
  const { prisma } = app.services.database;
  const own = await prisma.payment_method.create({ data: { ...method, master: 0 }, select: { id: true } });
  await prisma.pos_device.create({ data: { id: ABSENT - 1, branch_id: there.id, name: 'Till' } });
  const till = await prisma.pos_session.create({ data: { branch_id: there.id, device_id: ABSENT - 1 } });
  const printer = await prisma.printer.create({
    data: { id: ABSENT - 2, branch_id: there.id, name: 'Printer', host: '10.1.2.3' },
  });
  const picture = await prisma.branch_album_image.create({
    data: { branch_id: there.id, file: 'x.webp', status: 0 },
  });
  const inSafe = { branch_id: there.id, currency: 'QAR', balance: 0 };
  await prisma.safe_move.create({ data: { ...inSafe, kind: 'in', amount: 9 } });
  const [banking] = await prisma.safe_move.createManyAndReturn({
    data: [{ ...inSafe, kind: 'bank', amount: -5 }],
    select: { id: true },
  });
  const noSession = '00000000-0000-4000-8000-000000000000';
  const tries: readonly (readonly [object, object, object])[] = [
    [api.account.show, { id: foreigner.id }, { id: ABSENT }],
    [api.account.save, { id: foreigner.id, name: 'Taken' }, { id: ABSENT, name: 'Taken' }],
    [
      api.account.save,
      { id: foreigner.id, status: 0, info: { branch_id: here.id } },
      { id: ABSENT, status: 0, info: { branch_id: here.id } },
    ],
    [api.account.remove, { id: foreigner.id }, { id: ABSENT }],
    [api.account.restore, { id: foreigner.id }, { id: ABSENT }],
    [api.branch.show, { id: there.id }, { id: ABSENT }],
    [api.branch.update, { id: there.id, names: { en: 'Taken' } }, { id: ABSENT, names: { en: 'Taken' } }],
    [
      api.branch.update,
      { id: there.id, managers_ids: [manager.id] },
      { id: ABSENT, managers_ids: [manager.id] },
    ],
    [api.branch.remove, { id: there.id }, { id: ABSENT }],
    [api.branch.restore, { id: there.id }, { id: ABSENT }],
    [api.session.list, { account_id: foreigner.id }, { account_id: ABSENT }],
    [api.session.revoke, { account_id: foreigner.id }, { account_id: ABSENT }],
    [api.session.revoke, { id: session.id }, { id: noSession }],
    [
      api.session.revoke,
      { id: session.id, account_id: manager.id },
      { id: noSession, account_id: manager.id },
    ],
    [
      api.audit.list,
      { noun: 'branch', record_id: String(there.id) },
      { noun: 'branch', record_id: String(ABSENT) },
    ],
    [
      api.audit.list,
      { noun: 'account', record_id: String(foreigner.id) },
      { noun: 'account', record_id: String(ABSENT) },
    ],
    ...[letter.there, letter.nowhere].flatMap((id): (readonly [object, object, object])[] => [
      [api.contactMessage.list, { id }, { id: ABSENT }],
      [api.contactMessage.read, { ids: [id], read: 1 }, { ids: [ABSENT], read: 1 }],
      [api.contactMessage.remove, { id }, { id: ABSENT }],
      [api.contactMessage.restore, { id }, { id: ABSENT }],
      [
        api.audit.list,
        { noun: 'contact-message', record_id: String(id) },
        { noun: 'contact-message', record_id: String(ABSENT) },
      ],
    ]),
    [api.contactMessage.list, { branch_id: there.id }, { branch_id: ABSENT }],
    [api.paymentMethod.show, { id: own.id }, { id: ABSENT }],
    [api.paymentMethod.update, { id: own.id, ord: 9 }, { id: ABSENT, ord: 9 }],
    [api.paymentMethod.remove, { id: own.id }, { id: ABSENT }],
    [api.paymentMethod.restore, { id: own.id }, { id: ABSENT }],
    [api.paymentMethod.list, { id: own.id }, { id: ABSENT }],
    [api.paymentMethod.assign, { ids: [own.id] }, { ids: [ABSENT] }],
    [
      api.audit.list,
      { noun: 'payment-method', record_id: String(own.id) },
      { noun: 'payment-method', record_id: String(ABSENT) },
    ],
    [
      api.posSession.move,
      { session_id: till.id, kind: 'in', amount: 1 },
      { session_id: ABSENT, kind: 'in', amount: 1 },
    ],
    [
      api.posSession.close,
      { device_id: till.device_id, end_session_amount: 0 },
      { device_id: ABSENT, end_session_amount: 0 },
    ],
    [
      api.posSession.count,
      { device_id: till.device_id, end_session_amount: 0 },
      { device_id: ABSENT, end_session_amount: 0 },
    ],
    [
      api.posSession.handOver,
      { device_id: till.device_id, session_id: till.id, end_session_amount: 0 },
      { device_id: ABSENT, session_id: ABSENT, end_session_amount: 0 },
    ],
    [api.posSession.show, { id: till.id }, { id: ABSENT }],
    [api.posSession.paper, { id: till.id }, { id: ABSENT }],
    [api.posSession.rows, { session_id: till.id }, { session_id: ABSENT }],
    [api.posSession.list, { id: till.id }, { id: ABSENT }],
    [api.posSession.approvers, { branch_id: there.id }, { branch_id: ABSENT }],
    [api.posSession.open, { device_id: till.device_id }, { device_id: ABSENT }],
    [
      api.audit.list,
      { noun: 'pos-session', record_id: String(till.id) },
      { noun: 'pos-session', record_id: String(ABSENT) },
    ],
    [api.safe.list, { branch_id: there.id }, { branch_id: ABSENT }],
    [api.safe.list, { id: banking?.id }, { id: ABSENT }],
    [api.safe.banked, { id: banking?.id, reference: 'x' }, { id: ABSENT, reference: 'x' }],
    [api.safe.count, { branch_id: there.id, amount: 1 }, { branch_id: ABSENT, amount: 1 }],
    [api.safe.where, { branch_id: there.id }, { branch_id: ABSENT }],
    [
      api.audit.list,
      { noun: 'safe', record_id: String(banking?.id) },
      { noun: 'safe', record_id: String(ABSENT) },
    ],
    [api.posDevice.list, { id: till.device_id }, { id: ABSENT }],
    [api.posDevice.save, { id: till.device_id, name: 'Mine' }, { id: ABSENT, name: 'Mine' }],
    [api.posDevice.remove, { id: till.device_id }, { id: ABSENT }],
    [api.printer.list, { id: printer.id }, { id: ABSENT }],
    [api.printer.save, { id: printer.id, name: 'Mine' }, { id: ABSENT, name: 'Mine' }],
    [api.printer.test, { id: printer.id }, { id: ABSENT }],
    [api.printer.remove, { id: printer.id }, { id: ABSENT }],
    [api.branchAlbum.list, { id: picture.id }, { id: ABSENT }],
    [api.branchAlbum.save, { id: picture.id, ord: 5 }, { id: ABSENT, ord: 5 }],
    [api.branchAlbum.remove, { id: picture.id }, { id: ABSENT }],
    [api.branchAlbum.order, { branch_id: there.id, ids: [] }, { branch_id: ABSENT, ids: [] }],
    [api.account.list, { branch_id: there.id }, { branch_id: ABSENT }],
    [api.account.list, { id: foreigner.id }, { id: ABSENT }],
    [api.branch.list, { id: there.id }, { id: ABSENT }],
    [api.system.search, { keywords: 'Foreigner Far' }, { keywords: 'Nobody Ever' }],
    [api.system.search, { keywords: there.name }, { keywords: 'Nobody Ever' }],
    [api.system.search, { keywords: `#${there.id + 0}` }, { keywords: `#${ABSENT}` }],
  ];
  const before = await state();
  for (const [endpoint, foreign, absent] of tries) {
    const path = (endpoint as Endpoint).path;
    const one = await call(endpoint, foreign);
    const two = await call(endpoint, absent);
    // '#12' may also be the number of a record of one's own
    if (path === '/admin/search' && JSON.stringify(foreign).includes('#'))
      expect(one.text).not.toContain(there.name);
    else
      expect(`${one.status} ${faceless(one.text)}`, `${path} ${JSON.stringify(foreign)}`).toBe(
        `${two.status} ${faceless(two.text)}`,
      );
    expect(await state(), path).toBe(before);
  }
});

it('P12 a request body cannot name another branch: neither to assign an account to it nor to take its manager', async () => {
  const before = await state();
  const person = { name: 'New', email: `new${unique()}@example.test`, role_id: manager.role_id };
  for (const branch_id of [there.id, ABSENT]) {
    const reply = await call(api.account.save, { ...person, info: { branch_id } });
    expect([reply.status, reply.failure.code]).toEqual([422, 'reference.missing']);
  }
  for (const id of [foreigner.id, ABSENT]) {
    const reply = await call(api.branch.update, { id: here.id, managers_ids: [manager.id, id] });
    expect([reply.status, reply.failure.code]).toEqual([422, 'reference.missing']);
  }
  expect((await call(api.branch.create, { names: { en: 'Mine too' } })).status).toBe(403);
  expect(await state()).toBe(before);
});

it('P12 Z8 the price of an extra in another branch cannot be seen, exported or changed', async () => {
  const asAdmin = { token: admin.token };
  const price = 77.77;
  const made = await app.call(
    api.extra.save,
    {
      titles: { en: `Sauce ${unique()}` },
      branches_prices: [
        { branch_id: here.id, price: 3 },
        { branch_id: there.id, price },
      ],
    },
    asAdmin,
  );
  const { id } = made.results;
  const before = await state();
  for (const branch_id of [there.id, ABSENT]) {
    const reply = await call(api.extra.save, { id, branches_prices: [{ branch_id, price: 1 }] });
    expect([reply.status, reply.failure.code]).toEqual([422, 'reference.missing']);
    expect(await state()).toBe(before);
  }
  for (const input of [{ id }, { id, all_locale: 1 }, { export: 1, format: 'csv' }]) {
    const { text, status } = await call(api.extra.list, input);
    expect(status).toBe(200);
    expect(text).not.toContain(String(price));
  }
  expect((await call(api.extra.save, { id, branches_prices: [] })).text).not.toContain(String(price));
  const [row] = (await app.call(api.extra.list, { id }, asAdmin)).results;
  expect(row?.branches_prices).toEqual([{ branch_id: there.id, price }]);
  const narrowed = await app.call(
    api.extra.list,
    { id },
    { ...asAdmin, headers: { 'branch-id': String(here.id) } },
  );
  expect(narrowed.results[0]?.branches_prices).toEqual([]);
});

it('Z8 no combination of filters, sorts and headers shows a row of another branch', async () => {
  const anyOf = <T>(...values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
  const lists = [api.account.list, api.account.listOfBranch, api.branch.list] as const;
  const { results } = await app.call(api.account.list, { limit: 100 }, { token: admin.token });
  const near = new Set(
    (
      await app.services.database.pool.query<{ id: number }>(
        `SELECT a.id FROM account a LEFT JOIN role r ON r.id = a.role_id
          WHERE cardinality(coalesce(r.permissions, '{}')) = 0 OR a.branch_id = $1
             OR EXISTS (SELECT 1 FROM branch_manager m WHERE m.account_id = a.id AND m.branch_id = $1)`,
        [here.id],
      )
    ).rows.map(({ id }) => id),
  );
  expect(results.length).toBeGreaterThan(near.size);
  for (let at = 0; at < sized(60, 200); at += 1)
    for (const endpoint of lists) {
      const input = {
        keywords: anyOf('', 'a', 'far', 'There', '%', '555'),
        page: anyOf(1, 1, 2),
        limit: anyOf(10, 100),
        sort_by: anyOf(undefined, 'id', 'name', 'status'),
        sort_as: anyOf('asc', 'desc'),
        status: anyOf(undefined, 1, 0),
        id: anyOf(undefined, undefined, foreigner.id, there.id),
        branch_id: anyOf(undefined, there.id, here.id),
        role: anyOf<unknown>(undefined, 'staff', 'managers', 'customer', foreigner.role_id ?? 1),
        perm: anyOf(undefined, 'banners'),
        warehouse: anyOf(undefined, 0),
        locale: anyOf('ar', 'en', 'de'),
        all_locale: anyOf(0, 1),
      };
      const header = anyOf<Record<string, string>>({}, { 'branch-id': String(here.id) });
      const reply = await call(endpoint, input, header);
      expect(reply.status, JSON.stringify(input)).toBe(200);
      for (const row of reply.results as unknown as { id: number }[]) {
        const isForeign = endpoint === api.branch.list ? row.id !== here.id : !near.has(row.id);
        expect(isForeign, `${endpoint.path} ${JSON.stringify(input)} ${row.id}`).toBe(false);
      }
      expect(reply.text).not.toContain('Foreigner Far');
    }
});

it('P12 an export has the same rows as its list', async () => {
  for (const endpoint of [api.account.list, api.branch.list]) {
    const { text, status } = await call(endpoint, { export: 1, format: 'csv' });
    expect(status).toBe(200);
    expect(text).not.toContain('Foreigner Far');
    expect(text).not.toContain('Far ');
    expect(text).not.toContain(there.name);
  }
});

it('P12 an account without all branches and without a branch sees no branch and no colleague', async () => {
  const lost = await makePerson(app, { permissions: ['users', 'branchs'] });
  const list = (endpoint: object) => app.call(endpoint as Endpoint, { limit: 100 }, { token: lost.token });
  expect((await list(api.branch.list)).results).toEqual([]);
  const accounts = (await list(api.account.list)).results as unknown as { role_id: number | null }[];
  expect(accounts.filter(({ role_id }) => role_id !== null)).toEqual([]);
  expect((await list(api.account.listOfBranch)).status).toBe(403);
});

it('P12 the branch header narrows an administrator too, and a manager of two branches must name one', async () => {
  const double = await makePerson(app, { permissions: ['users'], manages: [here.id, there.id] });
  const ask = (token: string, branch?: number) =>
    app.call(
      api.account.listOfBranch,
      { limit: 100 },
      { token, ...(branch ? { headers: { 'branch-id': String(branch) } } : {}) },
    );
  expect((await ask(double.token)).failure.code).toBe('branch.required');
  const names = async (token: string, branch?: number) =>
    ((await ask(token, branch)).results as unknown as { name: string }[]).map(({ name }) => name);
  expect(await names(double.token, there.id)).toContain('Foreigner Far');
  expect(await names(double.token, here.id)).not.toContain('Foreigner Far');
  expect(await names(admin.token, here.id)).not.toContain('Foreigner Far');
  expect(await names(admin.token)).toContain('Foreigner Far');
});

it('P12 live events of another branch are not delivered', async () => {
  const response = await fetch(`${app.url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${manager.token}` },
    body: JSON.stringify({ topics: ['branch', 'account', 'session', 'audit', 'message'] }),
  });
  let heard = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    if (response.body) for await (const part of response.body) heard += decoder.decode(part);
  })().catch(() => undefined);
  const asAdmin = (endpoint: object, input: object) =>
    app.call(endpoint as Endpoint, input, { token: admin.token });
  await asAdmin(api.branch.update, { id: there.id, no: 'T1' });
  await asAdmin(api.account.save, { id: foreigner.id, name: 'Foreigner Far' });
  await asAdmin(api.branch.update, { id: here.id, no: 'H1' });
  for (let at = 0; at < 40 && !heard.includes(`"id":${here.id}`); at += 1)
    await new Promise((wake) => setTimeout(wake, 50));
  await app.call(api.auth.signOut, {}, { token: manager.token });
  await reading;
  expect(heard).toContain(`"branch_id":${here.id}`);
  expect(heard).not.toContain(`"branch_id":${there.id}`);
  expect(heard).not.toContain('event: session');
});

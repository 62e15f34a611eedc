import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;
let here: { id: number; name: string };
let there: { id: number; name: string };
let chief: Person;
/** The shop's clock: moved on where a window must end. */
let ahead = 0;

beforeAll(async () => {
  app = await startApp({
    env: { TRUST_PROXY: '127.0.0.1', CONTACTS_PER_DAY: '60' },
    now: () => new Date(Date.now() + ahead),
  });
  admin = await makeAdmin(app);
  [here, there] = [await makeBranch(app), await makeBranch(app)];
  chief = await makePerson(app, { permissions: ['contactus'], manages: [here.id] });
});
afterAll(() => app.stop());

/** Somebody else's connection each time. */
const address = () => `10.1.${unique() % 250}.${unique() % 250}`;
const send = (body: object = {}, from = address()) =>
  app.call(
    api.contactMessage.send,
    { name: 'Maryam', email: 'maryam@example.test', message: 'Are you open on Friday?', ...body },
    { headers: { 'x-forwarded-for': from } },
  );
const list = (body: object = {}, who = admin) =>
  app.call(api.contactMessage.list, body, { token: who.token });
const read = (ids: number[], seen: boolean, who = admin) =>
  app.call(api.contactMessage.read, { ids, read: seen }, { token: who.token });
const remove = (id: number, who = admin) => app.call(api.contactMessage.remove, { id }, { token: who.token });
const restore = (id: number, who = admin) =>
  app.call(api.contactMessage.restore, { id }, { token: who.token });
const one = async (id: number, who = admin) => (await list({ id }, who)).results[0];

describe('visitors who write', () => {
  test("a visitor's contact message is answered with its number only", async () => {
    const { status, results } = await send({
      name: ' مريم ',
      phone: '٥٥١٢ ٣٤٥٦',
      subject: 'الدوام',
      message: 'هل تعملون يوم الجمعة؟\nشكراً',
      locale: 'ar',
    });
    expect(status).toBe(200);
    expect(results).toEqual({ id: expect.any(Number) });
    expect(await one(results.id)).toMatchObject({
      name: 'مريم',
      email: 'maryam@example.test',
      phone: '+97455123456',
      subject: 'الدوام',
      message: 'هل تعملون يوم الجمعة؟\nشكراً',
      branch_id: null,
      branch_name: null,
      locale: 'ar',
      read_at: null,
      actions: ['delete'],
    });
  });

  test('a wrong contact message is refused on its field, and only valid ones are stored', async () => {
    const before = (await list()).meta.total;
    const wrong = async (body: object) => Object.keys((await send(body)).failure.errors);
    expect(await wrong({ name: ' ' })).toEqual(['name']);
    expect(await wrong({ message: '' })).toEqual(['message']);
    expect(await wrong({ message: 'x'.repeat(5_001) })).toEqual(['message']);
    expect(await wrong({ email: 'maryam' })).toEqual(['email']);
    expect(await wrong({ phone: '12' })).toEqual(['phone']);
    expect(await wrong({ branch_id: 2_000_000_000 })).toEqual(['branch_id']);
    expect(await wrong({ read_at: '2026-01-01' })).toEqual(['read_at']);
    expect((await list()).meta.total).toBe(before);
  });

  test('a contact message can be sent to an active branch only', async () => {
    const closed = await makeBranch(app);
    const { prisma } = app.services.database;
    await prisma.branch.update({ where: { id: closed.id }, data: { status: 0 } });
    expect((await send({ branch_id: closed.id })).failure).toMatchObject({
      code: 'reference.missing',
      params: { field: 'branch_id' },
    });
    const { results } = await send({ branch_id: here.id });
    expect(await one(results.id)).toMatchObject({ branch_id: here.id, branch_name: here.name });
  });

  test('one address can send five contact messages an hour, and refused ones do not count', async () => {
    const from = address();
    expect((await send({ branch_id: 2_000_000_000 }, from)).status).toBe(422);
    for (let nth = 1; nth <= 5; nth += 1) expect((await send({}, from)).status).toBe(200);
    const sixth = await send({}, from);
    expect(sixth.status).toBe(429);
    expect(sixth.failure.code).toBe('rate.limited');
    expect(sixth.failure.params.seconds).toBeGreaterThan(0);
    expect(sixth.failure.params.seconds).toBeLessThanOrEqual(3_600);
    expect((await send()).status).toBe(200);
    ahead += 3_600_000;
    expect((await send({}, from)).status).toBe(200);
  });
});

test('many repeatable contact messages at once do not exhaust the database connections', async () => {
  const small = await startApp({
    env: { TRUST_PROXY: '127.0.0.1', DATABASE_POOL: '4' },
    database: app.database,
  });
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      small.call(
        api.contactMessage.send,
        { name: 'Maryam', message: `${nth}` },
        { headers: { 'x-forwarded-for': address(), 'idempotency-key': `message-${nth}` } },
      ),
    ),
  );
  await small.stop();
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

describe('staff who read messages', () => {
  test('staff see contact messages to their branches; messages without a branch need access to every branch', async () => {
    const [mine, foreign, shop] = [
      (await send({ branch_id: here.id })).results.id,
      (await send({ branch_id: there.id })).results.id,
      (await send()).results.id,
    ];
    const seen = (await list({ limit: 100 }, chief)).results;
    expect(seen.map(({ id }) => id)).toContain(mine);
    expect(seen.every(({ branch_id }) => branch_id === here.id)).toBe(true);
    expect((await list({ branch_id: there.id }, chief)).results).toEqual([]);
    const office = await makePerson(app, { permissions: ['contactus.view'], global: 1 });
    for (const id of [mine, foreign, shop]) expect(await one(id, office)).toMatchObject({ actions: [] });

    const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    for (const act of [remove, restore, (id: number, who: Person) => read([id], true, who)])
      for (const id of [foreign, shop]) {
        const [hidden, none] = [await act(id, chief), await act(2_000_000_000, chief)];
        expect(hidden.status).toBe(404);
        expect(faceless(hidden.text)).toBe(faceless(none.text));
      }
    const timeline = (id: number) =>
      app.call(api.audit.list, { noun: 'contact-message', record_id: String(id) }, { token: chief.token });
    expect((await timeline(mine)).results).toHaveLength(1);
    expect((await timeline(shop)).results).toEqual([]);
  });

  test('contact messages are found by name, e-mail, phone and subject, but not by their text', async () => {
    const tag = `z${unique()}`;
    const { results } = await send({
      name: `Jürgen ${tag}`,
      email: `${tag}@example.test`,
      phone: '+97466001122',
      subject: `Lieferung ${tag}`,
      message: 'needle',
    });
    for (const keywords of [`jurgen ${tag}`, `${tag}@example`, '6600 1122', '٦٦٠٠١١٢٢', `${tag} lieferung`])
      expect((await list({ keywords })).results.map(({ id }) => id)).toEqual([results.id]);
    for (const keywords of ['needle', '%', '_____________________'])
      expect((await list({ keywords })).results).toEqual([]);
  });

  test('contact messages can be marked as read and unread, each once, and the filter follows', async () => {
    const ids = [(await send()).results.id, (await send()).results.id];
    const unread = async (flag: boolean) =>
      (await list({ unread: flag, limit: 100 })).results.map(({ id }) => id);
    expect((await read(ids, true)).results).toEqual({ changed: 2 });
    expect((await read(ids, true)).results).toEqual({ changed: 0 });
    expect(await unread(false)).toEqual(expect.arrayContaining(ids));
    for (const id of ids) expect(await unread(true)).not.toContain(id);
    const first = await one(ids[0] ?? 0);
    expect(new Date(first?.read_at ?? '').getTime()).toBeGreaterThan(0);
    expect((await read(ids, false)).results).toEqual({ changed: 2 });
    expect(await unread(true)).toEqual(expect.arrayContaining(ids));
    expect((await read([...ids, 2_000_000_000], true)).status).toBe(404);
    expect((await one(ids[0] ?? 0))?.read_at).toBeNull();
  });

  test('a contact message can be deleted and restored within a day, and the audit log has everything except its text', async () => {
    const { id } = (await send({ branch_id: here.id, message: 'not for the log' })).results;
    expect((await remove(id, chief)).results).toEqual({ deleted: 1 });
    expect((await remove(id, chief)).status).toBe(404);
    expect((await read([id], true)).status).toBe(404);
    expect(await one(id)).toBeUndefined();
    expect((await restore(id, chief)).results).toMatchObject({ id, message: 'not for the log' });
    expect((await restore(id, chief)).status).toBe(404);
    await remove(id, chief);
    ahead += 86_400_001;
    expect((await restore(id, await makeAdmin(app))).status).toBe(404);
    ahead -= 86_400_001;
    const log = await app.call(
      api.audit.list,
      { noun: 'contact-message', record_id: String(id), sort_as: 'asc' },
      { token: admin.token },
    );
    expect(log.results.map(({ action }) => action)).toEqual(['create', 'delete', 'restore', 'delete']);
    expect(log.results[0]?.actor).toBe('anonymous');
    expect(log.text).not.toContain('not for the log');
  });
});

test('exported contact messages are escaped so that no spreadsheet runs them', async () => {
  const { id } = (await send({ name: '=1+1', subject: '@SUM(A1)', message: '-2+3' })).results;
  const ticket = await app.post('/admin/download/ticket', {}, { token: admin.token });
  const { token } = ticket.results as unknown as { token: string };
  const answer = await fetch(app.url + api.contactMessage.list.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, export: '1', format: 'csv', id: String(id), locale: 'en' }),
  });
  const [head, row] = (await answer.text()).trim().split(/\r?\n/);
  expect(head).toContain('Name,E-mail,Phone,Subject,Message');
  expect(row).toContain("'=1+1");
  expect(row).toContain("'@SUM(A1)");
  expect(row).toContain("'-2+3");
});

test('R5 contact messages have a daily limit over all addresses', async () => {
  let sent = 0;
  while (sent < 100 && (await send()).status === 200) sent += 1;
  const { status, failure } = await send();
  expect(status).toBe(429);
  expect(failure.params.seconds).toBeGreaterThan(0);
  ahead += 86_400_000;
  expect((await send()).status).toBe(200);
});

import { toLocalDate } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const list = (body: object, who: Person = admin) => app.call(api.audit.list, body, { token: who.token });
const record = (noun: string, id: number) => ({ noun, record_id: String(id) });

test('the timeline of a branch shows who changed what, newest first', async () => {
  const token = admin.token;
  const made = await app.call(api.branch.create, { names: { en: 'Log', ar: 'سجل' } }, { token });
  const { id } = made.results;
  await app.call(api.branch.update, { id, no: 'L-1' }, { token });
  await app.call(api.branch.remove, { id }, { token });
  const { results, meta } = await list(record('branch', id));
  expect(meta.total).toBe(3);
  expect(results.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  expect(results[1]).toMatchObject({
    account_id: admin.id,
    actor: expect.stringMatching(/^Person /),
    changes: { no: { from: null, to: 'L-1' } },
  });
  expect(results[1]?.ip).toMatch(/127\.0\.0\.1/);
});

test('a timeline shows IP addresses only to staff who manage accounts', async () => {
  const { id } = await makeBranch(app);
  await app.call(api.branch.update, { id, no: 'IP-1' }, { token: admin.token });
  const reading = async (permissions: readonly string[]) => {
    const who = await makePerson(app, { permissions, manages: [id] });
    const { results } = await list(record('branch', id), who);
    return results.map(({ ip }) => ip);
  };
  for (const permissions of [
    ['branchs'],
    ['branchs', 'users.view'],
    ['branchs', 'users.driver', 'users.seller'],
  ])
    expect(await reading(permissions)).toEqual([null]);
  for (const permissions of [['branchs', 'users'], ['branchs', 'users.save'], ['admin']])
    expect(await reading(permissions)).toEqual([expect.stringContaining('127.0.0.1')]);
});

test('an administrator reads the whole audit log, by person and by day', async () => {
  const mine = await list({ account_id: admin.id });
  expect(mine.results.every(({ account_id }) => account_id === admin.id)).toBe(true);
  const today = toLocalDate(new Date(), 'Asia/Qatar');
  expect((await list({ from_date: today, to_date: today })).meta.total).toBeGreaterThan(0);
  expect((await list({ to_date: '2020-01-01' })).meta.total).toBe(0);
});

test('staff read the audit log of records they may view, in their branches, and nothing else', async () => {
  const [mine, other] = [await makeBranch(app), await makeBranch(app)];
  for (const { id } of [mine, other])
    await app.call(api.branch.update, { id, no: `T-${id}` }, { token: admin.token });
  const chief = await makePerson(app, { permissions: ['branchs.view', 'users.view'], manages: [mine.id] });
  expect((await list(record('branch', mine.id), chief)).meta.total).toBe(1);
  expect((await list(record('branch', other.id), chief)).meta.total).toBe(0);
  expect((await list({}, chief)).meta.total).toBe(0);
  expect((await list({ noun: 'branch' }, chief)).meta.total).toBe(0);
  expect((await list({ account_id: admin.id }, chief)).meta.total).toBe(0);
  for (const noun of ['role', 'setting', 'session', 'audit', 'nonsense'])
    expect((await list(record(noun, 1), chief)).failure.code).toBe('permission.denied');

  const near = await makePerson(app, { permissions: ['orders'], branch_id: mine.id });
  const far = await makePerson(app, { permissions: ['orders'], branch_id: other.id });
  for (const { id } of [near, far])
    await app.call(api.account.save, { id, name: `Renamed ${id}` }, { token: admin.token });
  expect((await list(record('account', near.id), chief)).meta.total).toBe(1);
  expect((await list(record('account', far.id), chief)).meta.total).toBe(0);
});

test('audit rows cannot be changed or deleted, not even by the owner of the tables', async () => {
  const { pool } = app.services.database;
  const before = await pool.query('SELECT count(*) FROM audit_log');
  for (const table of ['audit_log', 'audit_seal'])
    for (const sql of [`UPDATE ${table} SET hash = 'x'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(
        pool.query(sql.replace("hash = 'x'", table === 'audit_log' ? "actor = 'x'" : "hash = 'x'")),
      ).rejects.toThrow('append-only');
  expect((await pool.query('SELECT count(*) FROM audit_log')).rows).toEqual(before.rows);
});

test('the audit log contains no secrets', async () => {
  const secret = 'Canary!Secret7';
  const { results } = await app.call(
    api.account.save,
    { name: 'Holder', email: 'holder@example.test', password: secret },
    { token: admin.token },
  );
  const { rows } = await app.services.database.pool.query(
    'SELECT changes::text FROM audit_log WHERE record_id = $1',
    [String(results.id)],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain('$2b$');
});

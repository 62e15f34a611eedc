import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

const ACCOUNTS = 10_000;
let app: TestApp;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  const branch = await makeBranch(app);
  manager = await makePerson(app, { permissions: ['users'], manages: [branch.id] });
  await app.services.database.pool.query(
    `INSERT INTO account (name, email, email_verified_at, phone, role_id, branch_id)
     SELECT (ARRAY['أحمد','فاطمة','يوسف','Müller','Omar','Layla'])[1 + n % 6] || ' ' ||
            (ARRAY['الإبراهيمي','حدّاد','Schmidt','Haddad'])[1 + n % 4] || ' ' || n,
            'many' || n || '@example.test', now(), '+9745' || (5000000 + n),
            CASE WHEN n % 10 = 0 THEN $1::int END, CASE WHEN n % 10 = 0 THEN $2::int END
       FROM generate_series(1, ${ACCOUNTS}) n`,
    [manager.role_id, branch.id],
  );
  await app.services.database.pool.query('ANALYZE account');
});
afterAll(() => app.stop());

test.each([
  ['an Arabic name', { keywords: 'الابراهيمي' }, 2_500],
  ['a Latin name', { keywords: 'muller' }, 1_666],
  ['a part of a phone', { keywords: '50001' }, 100],
  ['customers, the last pages', { role: 'customer', page: 400 }, 9_000],
])('%s is found and counted among ten thousand accounts', async (_, filters, least) => {
  for (const who of [admin, manager]) {
    const reply = await app.call(api.account.list, filters, { token: who.token });
    expect(reply.results.length).toBeGreaterThan(0);
    expect(reply.meta.total).toBeGreaterThanOrEqual(who === admin ? least : 1);
  }
});

test('a list of accounts takes at most five statements besides the session', async () => {
  const { pool } = app.services.database;
  const statements: string[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((...facts: Parameters<typeof query>) => {
    statements.push(JSON.stringify(facts[0]));
    return query(...facts);
  }) as typeof pool.query;
  await app.call(api.account.list, { keywords: '5500 0001' }, { token: admin.token });
  pool.query = query;
  expect(statements.length - 1).toBeLessThanOrEqual(5);
});

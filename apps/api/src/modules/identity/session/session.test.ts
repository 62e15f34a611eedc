import { randomUUID } from 'node:crypto';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, signIn } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { lastCode } from '../../../../test/mailbox.ts';

let app: TestApp;
let clock = Date.now();
let admin: Person;

beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock) });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const profile = (token: string) => app.call(api.auth.profile, {}, { token });
const save = (body: object) => app.call(api.account.save, body, { token: admin.token });

test('signing out ends this session and no other', async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  const second = await signIn(app.services, person.id);
  expect((await app.call(api.auth.signOut, {}, { token: person.token })).results).toEqual({ signed_out: 1 });
  const dead = await profile(person.token);
  expect(dead).toMatchObject({ status: 401, failure: { message: 'Unauthorized.' } });
  expect((await profile(second)).status).toBe(200);
});

test.each([
  ['disabled', (person: Person) => save({ id: person.id, status: 0 })],
  ['deleted', (person: Person) => app.call(api.account.remove, { id: person.id }, { token: admin.token })],
  ['given a new role', (person: Person) => save({ id: person.id, role_id: admin.role_id })],
  ['without a role', (person: Person) => save({ id: person.id, role_id: null })],
  ['given a new password', (person: Person) => save({ id: person.id, password: 'Another!Horse8' })],
])('the sessions of an account that is %s end with the next request', async (_, change) => {
  const person = await makePerson(app, { permissions: ['orders'] });
  expect((await change(person)).status).toBe(200);
  expect((await profile(person.token)).status).toBe(401);
});

test.each([
  ['disabled and enabled again', { status: 0 }, { status: 1 }],
  ['given a new role', { role_id: null }, {}],
  ['given a new password', { password: 'Another!Horse8' }, {}],
])(
  'a code that was requested before an account was %s is refused, and a later one works',
  async (_, change, back) => {
    const person = await makePerson(app, { permissions: ['orders'] });
    const ask = async () => {
      const { results } = await app.call(api.auth.registerEmail, { email: person.email });
      return { user_id: results.user_id, code: await lastCode(app, person.email) };
    };
    const before = await ask();
    // the change comes a moment later than the check, and is through a moment earlier
    clock += 50;
    for (const fields of [change, back]) expect((await save({ id: person.id, ...fields })).status).toBe(200);
    clock -= 50;
    expect((await app.call(api.auth.verify, before)).failure.code).toBe('otp.expired');
    clock += 120_000;
    expect((await app.call(api.auth.verify, await ask())).status).toBe(200);
  },
);

test('changing a name or phone number ends no session', async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  await save({ id: person.id, name: 'New name', phone: '55001199' });
  expect((await profile(person.token)).results).toMatchObject({ name: 'New name', phone: '+97455001199' });
});

test('an edited role applies from the next request and ends no session', async () => {
  const person = await makePerson(app, { permissions: ['roles', 'orders'] });
  expect((await app.call(api.role.list, {}, { token: person.token })).status).toBe(200);
  const body = { id: person.role_id, permissions: ['orders'] };
  expect((await app.call(api.role.save, body, { token: admin.token })).status).toBe(200);
  expect((await app.call(api.role.list, {}, { token: person.token })).status).toBe(403);
  expect((await profile(person.token)).results.permissions).toEqual(['orders']);
});

test('users see their own sessions and can end one of them or all others', async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  const others = [await signIn(app.services, person.id), await signIn(app.services, person.id)];
  const shown = await app.call(api.session.list, {}, { token: person.token });
  expect(shown.meta.total).toBe(3);
  expect(shown.results.filter(({ current }) => current)).toHaveLength(1);
  const victim = shown.results.find(({ current }) => !current)?.id;
  const named = await app.call(api.session.list, { id: victim }, { token: person.token });
  expect([named.meta.total, named.results[0]?.id]).toEqual([1, victim]);
  const one = await app.call(api.session.revoke, { id: victim }, { token: person.token });
  expect(one.results).toEqual({ revoked: 1 });
  const again = await app.call(api.session.revoke, { id: victim }, { token: person.token });
  expect(again.failure.code).toBe('record.missing');
  const rest = await app.call(api.session.revoke, { others: true }, { token: person.token });
  expect(rest.results).toEqual({ revoked: 1 });
  expect(await Promise.all(others.map(async (token) => (await profile(token)).status))).toEqual([401, 401]);
  expect((await profile(person.token)).status).toBe(200);
  expect((await app.call(api.session.revoke, {}, { token: person.token })).failure.errors).toHaveProperty(
    'id',
  );
});

test('sessions are found by a word of their browser, and wildcards are taken literally', async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  const askFor = async (keywords: string) =>
    (await app.call(api.session.list, { keywords }, { token: person.token })).meta.total;
  expect([await askFor('TES'), await askFor('firefox'), await askFor('t%t'), await askFor('')]).toEqual([
    1, 0, 0, 1,
  ]);
});

test('an administrator can end all sessions of an account', async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  await signIn(app.services, person.id);
  const body = { account_id: person.id };
  expect((await app.call(api.session.list, body, { token: admin.token })).meta.total).toBe(2);
  expect((await app.call(api.session.revoke, body, { token: admin.token })).results).toEqual({ revoked: 2 });
  expect((await profile(person.token)).status).toBe(401);
});

test('staff cannot see or end sessions of accounts that they cannot manage', async () => {
  const [here, there] = [await makeBranch(app), await makeBranch(app)];
  const manager = await makePerson(app, { permissions: ['users'], manages: [here.id] });
  const plain = await makePerson(app, { permissions: ['orders'], branch_id: here.id });
  const foreign = await makePerson(app, { permissions: ['users'], branch_id: there.id });
  const customer = await makePerson(app);
  const ask = (who: Person, whom: Person | { id: number }) =>
    app.call(api.session.revoke, { account_id: whom.id }, { token: who.token });
  const absent = await ask(manager, { id: 999_999 });
  const other = await ask(manager, foreign);
  expect(other.status).toBe(404);
  const same = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
  expect(same(other.text)).toBe(same(absent.text));
  expect((await ask(customer, admin)).status).toBe(404);
  expect((await ask(plain, customer)).status).toBe(404);
  expect((await ask(manager, plain)).failure.code).toBe('account.outranked');
  expect((await profile(plain.token)).status).toBe(200);
  const stolen = await app.call(api.session.list, {}, { token: plain.token });
  const body = { id: stolen.results[0]?.id };
  expect((await app.call(api.session.revoke, body, { token: customer.token })).status).toBe(404);
  expect((await app.call(api.session.revoke, { id: randomUUID() }, { token: customer.token })).status).toBe(
    404,
  );
});

test("a staff session ends after 12 idle hours and a customer's after thirty idle days, and use extends it", async () => {
  const person = await makePerson(app, { permissions: ['orders'] });
  const customer = await makePerson(app);
  clock += 11 * 3_600_000;
  expect((await profile(person.token)).status).toBe(200);
  clock += 11 * 3_600_000;
  expect((await profile(person.token)).status).toBe(200);
  clock += 13 * 3_600_000;
  expect((await profile(person.token)).status).toBe(401);
  expect((await profile(customer.token)).status).toBe(200);
  admin = await makeAdmin(app);
  const listed = await app.call(api.session.list, { account_id: person.id }, { token: admin.token });
  expect(listed.results).toEqual([]);
});

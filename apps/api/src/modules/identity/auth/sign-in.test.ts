import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePerson } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

const PASSWORD = 'Correct!Horse7';
let app: TestApp;
let clock = Date.now();
let address = 0;

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' }, now: () => new Date(clock) });
});
afterAll(() => app.stop());

/** Another address each time, so that one test's wrong passwords are not another's. */
const from = () => {
  address += 1;
  return { headers: { 'x-forwarded-for': `10.1.${Math.floor(address / 250)}.${address % 250}` } };
};
const staff = (wish = {}) => makePerson(app, { permissions: ['orders'], password: PASSWORD, ...wish });

test('staff sign in by e-mail and can use the dashboard at once', async () => {
  const person = await staff();
  const reply = await app.call(api.auth.signIn, {
    email: ` ${person.email.toUpperCase()} `,
    password: PASSWORD,
    source: 'dashboard',
  });
  expect(reply.status).toBe(200);
  expect(reply.results.user).toMatchObject({
    id: person.id,
    permissions: ['orders'],
    must_change_password: false,
  });
  const days = (Date.parse(reply.results.expires_at) - clock) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
  const profile = await app.call(api.auth.profile, {}, { token: reply.results.token });
  expect(profile.results.id).toBe(person.id);
});

test('a phone number signs in however it is written, in Arabic digits too', async () => {
  const person = await staff({ phone: '+97455120001' });
  for (const phone of ['5512 0001', '0097455120001', '97455120001', '٥٥١٢٠٠٠١', '+974 5512-0001']) {
    const reply = await app.call(api.auth.signIn, { phone, password: PASSWORD });
    expect(reply.results.user.id).toBe(person.id);
  }
});

test('unknown, wrong, disabled, deleted and unverified sign-ins get the same answer to the byte', async () => {
  const { prisma } = app.services.database;
  const known = await staff();
  const disabled = await staff({ status: 0 });
  const deleted = await staff();
  await prisma.account.update({ where: { id: deleted.id }, data: { deleted_at: new Date() } });
  const unverified = await staff();
  await prisma.account.update({ where: { id: unverified.id }, data: { email_verified_at: null } });
  const codeOnly = await makePerson(app, { permissions: ['orders'] });
  const tries = [
    { email: 'nobody@example.test', password: PASSWORD },
    { email: known.email, password: 'Wrong!Horse77' },
    { phone: '12345', password: PASSWORD },
    ...[disabled, deleted, unverified, codeOnly].map(({ email }) => ({ email, password: PASSWORD })),
  ];
  const replies = await Promise.all(tries.map((body) => app.call(api.auth.signIn, body, from())));
  const seen = replies.map(({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`);
  expect(new Set(seen).size).toBe(1);
  expect(replies[0]?.failure).toMatchObject({ code: 'auth.failed', errors: {} });
  expect(replies[0]?.status).toBe(422);
});

test('signing in with an unknown name takes one password comparison, like a wrong password', async () => {
  const known = await staff();
  const { passwords } = app.services;
  const compared = vi.spyOn(passwords, 'matches');
  const costs = async (email: string) => {
    compared.mockClear();
    await app.call(api.auth.signIn, { email, password: 'Wrong!Horse77' }, from());
    return compared.mock.calls.length;
  };
  expect(await costs(known.email)).toBe(1);
  expect(await costs(`nobody-at-all@example.test`)).toBe(1);
  compared.mockRestore();
});

test('of 60 concurrent wrong passwords only ten are compared, and the owner can still sign in from another address', async () => {
  const person = await staff();
  const compare = app.services.passwords.matches;
  let compared = 0;
  app.services.passwords.matches = (...facts) => {
    compared += 1;
    return compare(...facts);
  };
  const thief = from();
  const replies = await Promise.all(
    Array.from({ length: 60 }, () =>
      app.call(api.auth.signIn, { email: person.email, password: 'Wrong!Horse77' }, thief),
    ),
  );
  expect(compared).toBe(10);
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.failure).toMatchObject({ code: 'auth.limited' });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(800);

  const right = { email: person.email, password: PASSWORD };
  expect((await app.call(api.auth.signIn, right, thief)).status).toBe(429);
  expect((await app.call(api.auth.signIn, right, from())).status).toBe(200);
  clock += 15 * 60_000 + 1000;
  expect((await app.call(api.auth.signIn, right, thief)).status).toBe(200);
  app.services.passwords.matches = compare;
});

test('correct passwords do not count against the sign-in limit, also thirty at once', async () => {
  const person = await staff();
  const till = from();
  const right = { email: person.email, password: PASSWORD };
  const replies = await Promise.all(Array.from({ length: 30 }, () => app.call(api.auth.signIn, right, till)));
  expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200));
});

test('fifty wrong passwords for one account from many addresses lock that account for a while', async () => {
  const person = await staff();
  const wrong = { email: person.email, password: 'Wrong!Horse77' };
  const replies = [];
  for (let place = 0; place < 52; place += 1) replies.push(await app.call(api.auth.signIn, wrong, from()));
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(50);
  expect(replies.at(-1)?.status).toBe(429);
});

test('two hundred wrong passwords for many accounts lock that address', async () => {
  const place = from();
  const tries = Array.from({ length: 203 }, (_, number) =>
    app.call(api.auth.signIn, { email: `many${number}@example.test`, password: 'Wrong!Horse77' }, place),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
});

test('customers cannot sign in to the dashboard, and learn that only after a correct password', async () => {
  const customer = await makePerson(app, { password: PASSWORD });
  const body = { email: customer.email, source: 'dashboard' };
  const wrong = await app.call(api.auth.signIn, { ...body, password: 'Wrong!Horse77' }, from());
  expect(wrong.failure.code).toBe('auth.failed');
  const right = await app.call(api.auth.signIn, { ...body, password: PASSWORD }, from());
  expect(right.status).toBe(422);
  expect(right.failure.code).toBe('auth.access_denied');
  const shop = await app.call(api.auth.signIn, { ...body, password: PASSWORD, source: 'iphone' }, from());
  expect(shop.status).toBe(200);
  expect((Date.parse(shop.results.expires_at) - clock) / 86_400_000).toBeCloseTo(90, 2);
});

test('a sign-in takes exactly one identity and never opens another account', async () => {
  const one = await staff({ phone: '+97455120077' });
  const other = await staff();
  const shapes: object[] = [
    { email: other.email, phone: '55120077' },
    { email: [other.email] },
    { email: { not: '' } },
    { email: { contains: '@' } },
    { phone: ['55120077'] },
    { phone: { startsWith: '+' } },
    { phone: 55120077 },
    { email: '', phone: '' },
    { email: null },
    {},
    { email: true },
    { email: other.email, id: one.id },
    { email: `${other.email}\u0000` },
    { email: `${other.email},${one.email}` },
  ];
  for (const shape of shapes) {
    const reply = await app.call(api.auth.signIn, { password: PASSWORD, ...shape }, from());
    expect([400, 422], JSON.stringify(shape)).toContain(reply.status);
    expect(reply.failure.code).toBe('request.invalid');
  }
  for (const password of [undefined, null, '', ['x'], { not: '' }, 12345678]) {
    const reply = await app.call(api.auth.signIn, { email: other.email, password }, from());
    expect(reply.failure.code).toBe('request.invalid');
  }
});

test('a password is compared to its last byte, never trimmed, folded or cut', async () => {
  const long = `Aa1!${'x'.repeat(68)}`;
  const person = await staff({ password: long });
  const tries = [`${long}y`, long.slice(0, -1), ` ${long}`, `${long} `, long.toUpperCase(), '😀'.repeat(19)];
  for (const password of tries)
    expect((await app.call(api.auth.signIn, { email: person.email, password }, from())).failure.code).toBe(
      'auth.failed',
    );
  expect((await app.call(api.auth.signIn, { email: person.email, password: long }, from())).status).toBe(200);
});

test('a password hash with a lower cost is renewed at the next sign-in', async () => {
  const { prisma } = app.services.database;
  const person = await staff();
  const strong = await startApp({ database: app.database, env: { PASSWORD_COST: '6' } });
  const hash = async () =>
    (await prisma.account.findUniqueOrThrow({ where: { id: person.id } })).password_hash;
  expect(await hash()).toContain('$04$');
  const right = { email: person.email, password: PASSWORD };
  expect((await strong.call(api.auth.signIn, right)).status).toBe(200);
  expect(await hash()).toContain('$06$');
  expect((await strong.call(api.auth.signIn, right)).status).toBe(200);
  await strong.stop();
});

test('each sign-in writes one audit row without any password', async () => {
  const person = await staff();
  await app.call(api.auth.signIn, { email: person.email, password: PASSWORD }, from());
  const { prisma } = app.services.database;
  const rows = await prisma.audit_log.findMany({ where: { account_id: person.id } });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ noun: 'session', action: 'sign_in' });
  const all = JSON.stringify(await prisma.audit_log.findMany(), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(all).not.toContain(PASSWORD);
});

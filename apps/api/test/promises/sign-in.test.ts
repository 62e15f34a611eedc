import { randomInt } from 'node:crypto';
import { generatePassword } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, unique } from '../actors.ts';
import { type Fleet, type Process, startFleet } from './processes.ts';
import { crowd, quantile, settled, sized, tally } from './size.ts';

const PASSWORD = 'Correct!Horse9';
const WRONG = 'Wrong!Horse99';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet({ TRUST_PROXY: '127.0.0.1', PASSWORD_COST: '6' });
});
afterAll(() => fleet.stop());

let started: Promise<Process> | undefined;
/** A third process, started later, at the cost that real passwords have. */
const another = () => {
  started ??= fleet.add({ PASSWORD_COST: '12' });
  return started;
};

let address = 0;
/** An address nobody has used before, as the trusted proxy tells it. */
const elsewhere = () => {
  address += 1;
  return { 'x-forwarded-for': `10.9.${(address >> 8) & 255}.${address & 255}` };
};

const signIn = (at: Process, body: object, headers = elsewhere()) =>
  at.call(api.auth.signIn, body, { headers });

const withPassword = (password = PASSWORD) => makePerson(fleet.hand, { password });

const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');

it('P17 unknown, wrong, disabled, deleted and unverified sign-ins answer the same bytes', async () => {
  const { prisma } = fleet.hand.services.database;
  const [right, disabled, deleted, unverified] = await Promise.all([1, 2, 3, 4].map(() => withPassword()));
  await prisma.account.update({ where: { id: disabled?.id ?? 0 }, data: { status: 0 } });
  await prisma.account.update({ where: { id: deleted?.id ?? 0 }, data: { deleted_at: new Date() } });
  await prisma.account.update({ where: { id: unverified?.id ?? 0 }, data: { email_verified_at: null } });
  const without = await makePerson(fleet.hand);
  const tries: [string | undefined, string][] = [
    [`nobody${unique()}@example.test`, PASSWORD],
    [right?.email, WRONG],
    [disabled?.email, PASSWORD],
    [deleted?.email, PASSWORD],
    [unverified?.email, PASSWORD],
    [without.email, PASSWORD],
  ];
  const replies = await Promise.all(tries.map(([email, password]) => signIn(fleet.one, { email, password })));
  expect(new Set(replies.map(({ status, text }) => `${status} ${faceless(text)}`)).size).toBe(1);
  expect(replies[0]).toMatchObject({ status: 422, results: { code: 'auth.failed' } });
  const headers = replies.map((reply) => [...reply.headers.keys()].sort().join());
  expect(new Set(headers).size).toBe(1);
  expect((await signIn(fleet.one, { email: right?.email, password: PASSWORD })).status).toBe(200);
});

it('P17 sign-ins with known and unknown names take equally long: medians of interleaved samples are close', async () => {
  const known = await Promise.all(Array.from({ length: 6 }, () => withPassword()));
  await settled(3, async () => {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let at = 0; at < sized(60, 200); at += 1) {
      const email = known[at % known.length]?.email;
      const stranger = `nobody${unique()}@example.test`;
      times.known.push((await signIn(fleet.one, { email, password: WRONG })).ms);
      times.unknown.push((await signIn(fleet.one, { email: stranger, password: WRONG })).ms);
      if (at % 40 === 39)
        await fleet.hand.services.database.prisma.attempt.deleteMany({ where: { count: { gte: 0 } } });
    }
    const median = quantile(times.known, 0.5);
    const difference = Math.abs(median - quantile(times.unknown, 0.5));
    // the samples are interleaved, so a busy machine slows both alike
    expect(difference).toBeLessThan(sized(median * 0.6, 15));
  });
});

it('S1 ten wrong passwords from one address lock it out of that account, across processes and a restart', async () => {
  const person = await withPassword();
  const here = elsewhere();
  const wrong = (at: Process) => signIn(at, { email: person.email, password: WRONG }, here);
  const replies = await crowd(sized(60, 1000), 10, (at) => wrong(at % 2 ? fleet.one : fleet.two));
  const codes = tally(replies.map((reply) => String(reply.results.code)));
  expect(codes['auth.failed']).toBeLessThanOrEqual(10);
  expect(codes['auth.failed']).toBeGreaterThanOrEqual(5);
  expect(Object.keys(codes).sort()).toEqual(['auth.failed', 'auth.limited']);
  const limited = replies.find(({ status }) => status === 429);
  expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(limited?.headers.get('retry-after'))).toBeLessThanOrEqual(900);

  const fresh = await another();
  expect((await wrong(fresh)).status).toBe(429);
  expect((await signIn(fresh, { email: person.email, password: PASSWORD }, here)).status).toBe(429);

  // the owner from elsewhere is not locked out, and from here after the window
  expect((await signIn(fleet.two, { email: person.email, password: PASSWORD })).status).toBe(200);
  await fleet.hand.services.database.pool.query(
    `UPDATE attempt SET expires_at = now() - interval '1 second' WHERE key LIKE 'sign_in:%'`,
  );
  expect((await signIn(fleet.two, { email: person.email, password: PASSWORD }, here)).status).toBe(200);
});

it('S1 at most fifty wrong passwords for one identity are compared, from any addresses', async () => {
  const person = await withPassword();
  const replies = await crowd(70, 10, (at) =>
    signIn(at % 2 ? fleet.one : fleet.two, { email: person.email, password: WRONG }),
  );
  const { 422: compared = 0, 429: limited = 0, ...others } = tally(replies.map(({ status }) => status));
  expect(others).toEqual({});
  expect(compared).toBeLessThanOrEqual(50);
  expect(compared + limited).toBe(70);
});

it('S1 at most two hundred wrong passwords from one address are compared, for any accounts', async () => {
  const here = elsewhere();
  const replies = await crowd(220, 10, (at) =>
    signIn(at % 2 ? fleet.one : fleet.two, { email: `spray${unique()}@example.test`, password: WRONG }, here),
  );
  const { 422: compared = 0, 429: limited = 0, ...others } = tally(replies.map(({ status }) => status));
  expect(others).toEqual({});
  expect(compared).toBeLessThanOrEqual(200);
  expect(compared + limited).toBe(220);
});

it('S1 correct passwords do not count: thirty sign-ins of one person from one address all succeed', async () => {
  const person = await withPassword();
  const here = elsewhere();
  const replies = await crowd(30, 6, (at) =>
    signIn(at % 2 ? fleet.one : fleet.two, { email: person.email, password: PASSWORD }, here),
  );
  expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 30 });
});

it('R7 an address header sent by the client changes no limit', async () => {
  const direct = await fleet.add({ TRUST_PROXY: '10.255.255.1' });
  const person = await withPassword();
  const replies = await crowd(25, 5, () => signIn(direct, { email: person.email, password: WRONG }));
  expect(tally(replies.map(({ status }) => status))[422]).toBeLessThanOrEqual(10);
  await direct.kill();
});

it.each([
  ['72 bytes and a suffix', `Aa1!${'x'.repeat(68)}`, `Aa1!${'x'.repeat(68)}suffix`],
  ['40 Arabic letters and more', `Aa1!${'م'.repeat(34)}`, `Aa1!${'م'.repeat(34)}نص`],
])('S8 %s does not sign in as its first 72 bytes', async (_, password, longer) => {
  const person = await withPassword(password);
  expect((await signIn(fleet.one, { email: person.email, password })).status).toBe(200);
  const reply = await signIn(fleet.one, { email: person.email, password: longer });
  expect(reply).toMatchObject({ status: 422, results: { code: 'auth.failed' } });
});

it('S8 a new password above 72 bytes or with a NUL is refused, and otherwise stored as typed', async () => {
  const admin = await makeAdmin(fleet.hand);
  const save = (password: string) =>
    fleet.one.call(
      api.account.save,
      { name: 'Odd', email: `odd${unique()}@example.test`, password },
      { token: admin.token },
    );
  const refused = [
    `Aa1!${'x'.repeat(69)}`,
    `Aa1!${'😀'.repeat(19)}`,
    `Aa1!${'م'.repeat(40)}`,
    'Aa1!\0aaaaaaa',
    'Aa1!aaaa\ud800',
    'short1!A'.slice(0, 7),
  ];
  for (const password of refused) {
    const reply = await save(password);
    expect(reply.status, password).toBe(422);
    expect(reply.results.errors, password).toHaveProperty('password');
  }
  for (const password of [`Aa1!${'x'.repeat(60)}`, ' Aa1!spaced out ', 'Aa1!كلمة السر']) {
    const saved = await save(password);
    expect(saved.status).toBe(200);
    const { email } = saved.results as unknown as { email: string };
    expect((await signIn(fleet.two, { email, password })).status).toBe(200);
    for (const other of [password.trim(), password.toLowerCase(), password.normalize('NFD')])
      if (other !== password) expect((await signIn(fleet.two, { email, password: other })).status).toBe(422);
  }
});

it('S10 a sign-in takes exactly one identity, and only text', async () => {
  const [one, two] = [await withPassword(), await withPassword(WRONG)];
  const password = PASSWORD;
  const bodies: object[] = [
    {},
    { password },
    { email: one.email },
    { email: null, phone: null, password },
    { email: '', phone: '', password },
    { email: one.email, phone: '+97455500099', password },
    { email: two.email, phone: one.email, password },
    { email: [one.email], password },
    { email: [one.email, two.email], password },
    { email: { not: '' }, password },
    { email: { startsWith: 'p' }, password },
    { email: { equals: one.email }, password },
    { phone: { not: null }, password },
    { phone: [one.email], password },
    { email: one.email, password: [password] },
    { email: one.email, password: { not: '' } },
    { email: one.email, password: true },
    { email: 1, password },
    { email: one.email, password, id: two.id },
    { email: one.email, password, role_id: 1, permissions: ['admin'] },
  ];
  const replies = await Promise.all(bodies.map((body) => signIn(fleet.one, body)));
  for (const [at, reply] of replies.entries()) {
    expect(reply.status, JSON.stringify(bodies[at])).toBe(422);
    expect(reply.text).not.toContain('"token"');
  }
});

it('S15 generated passwords have 16 characters of every class, are unbiased and never repeat', () => {
  const size = 10_000;
  const made = Array.from({ length: size }, () => generatePassword(randomInt));
  expect(new Set(made).size).toBe(size);
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%&*()]/];
  for (const password of made) {
    expect(password).toHaveLength(16);
    for (const kind of classes) expect(password).toMatch(kind);
  }
  // within a class every character is as likely: chi-square far below what a biased choice gives
  for (const kind of classes) {
    const counts = tally(
      made.flatMap((password) => [...password].filter((character) => kind.test(character))),
    );
    const values = Object.values(counts);
    const expected = values.reduce((sum, count) => sum + count, 0) / values.length;
    const chi = values.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const freedom = values.length - 1;
    expect(chi).toBeLessThan(freedom + 6 * Math.sqrt(2 * freedom));
  }
  // and no place in the password belongs to one class
  for (let place = 0; place < 16; place += 1)
    for (const kind of classes) {
      const share = made.filter((password) => kind.test(password[place] ?? '')).length / size;
      expect(share).toBeGreaterThan(0.01);
      expect(share).toBeLessThan(0.9);
    }
});

it('S15 a generated password signs in once and then must be changed before anything else', async () => {
  const admin = await makeAdmin(fleet.hand);
  const staff = await makePerson(fleet.hand, { permissions: ['banners'] });
  const { results } = await fleet.one.call(
    api.account.save,
    { id: staff.id, generate_password: true },
    { token: admin.token },
  );
  const password = String(results.generated_password);
  const again = await fleet.one.call(api.account.show, { id: staff.id }, { token: admin.token });
  expect(again.text).not.toContain(password);
  const signed = await signIn(fleet.two, { email: staff.email, password });
  const token = String(signed.results.token);
  const view = { noun: 'branch', name: 'Mine', query: '' };
  expect((await fleet.one.call(api.view.save, view, { token })).results.code).toBe(
    'auth.password_must_change',
  );
  const same = { current_password: password, password, password_confirmation: password };
  expect((await fleet.one.call(api.auth.updateProfile, same, { token })).status).toBe(422);
  const next = { current_password: password, password: PASSWORD, password_confirmation: PASSWORD };
  expect((await fleet.one.call(api.auth.updateProfile, next, { token })).status).toBe(200);
  expect((await fleet.one.call(api.view.save, view, { token })).status).toBe(200);
});

it('P18 sign-ins do not block others: /settings answers while passwords are hashed', async () => {
  const tills = await another();
  const person = await withPassword();
  await tills.call(api.setting.public);
  // hashed on the event loop, eight would stand still for two seconds and fifty for ten (M16)
  const bound = sized(1000, 250);
  await settled(3, async () => {
    let busy = true;
    const waits: number[] = [];
    const asking = (async () => {
      while (busy) {
        waits.push((await tills.call(api.setting.public)).ms);
        await new Promise((wake) => setTimeout(wake, 10));
      }
    })();
    const count = sized(8, 50);
    const replies = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        signIn(
          tills,
          at % 2
            ? { email: person.email, password: PASSWORD }
            : { email: `no${unique()}@example.test`, password: WRONG },
        ),
      ),
    );
    busy = false;
    await asking;
    expect(replies.every(({ status }) => [200, 422, 503].includes(status))).toBe(true);
    expect(waits.length).toBeGreaterThan(10);
    expect(quantile(waits, 0.99)).toBeLessThan(bound);
  });
});

it('S9 five hundred concurrent sign-ins are each served or refused', async () => {
  const count = sized(260, 500);
  const replies = await crowd(count, count, () =>
    signIn(fleet.one, { email: `flood${unique()}@example.test`, password: WRONG }),
  );
  const { 422: compared = 0, 503: busy = 0, ...others } = tally(replies.map(({ status }) => status));
  expect(others).toEqual({});
  expect(compared).toBeGreaterThanOrEqual(200);
  expect(compared + busy).toBe(count);
  expect((await fleet.one.call(api.setting.public)).status).toBe(200);
});

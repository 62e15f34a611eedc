import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { lastCode, lastMessage } from '../../../../test/mailbox.ts';

let app: TestApp;
let clock = Date.now();
let address = 0;
const seconds = (count: number) => {
  clock += count * 1000;
};

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' }, now: () => new Date(clock) });
});
afterAll(() => app.stop());

const from = () => {
  address += 1;
  return { headers: { 'x-forwarded-for': `10.2.${Math.floor(address / 250)}.${address % 250}` } };
};
const newEmail = () => `visitor${unique()}@example.test`;
const ask = (body: object) => app.call(api.auth.registerEmail, body, from());
const prove = (user_id: string, code: string, options = from()) =>
  app.call(api.auth.verify, { user_id, code }, options);
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const accountsOf = (email: string) => app.services.database.prisma.account.findMany({ where: { email } });

test('a visitor requests a code, enters it and becomes a customer', async () => {
  const email = newEmail();
  const answer = await ask({ email });
  expect(answer.results).toEqual({
    user_id: expect.stringMatching(/^[\w-]{22}$/),
    expires_in: 300,
    resend_in: 60,
  });
  expect(await accountsOf(email)).toEqual([]);
  const reply = await prove(answer.results.user_id, await lastCode(app, email));
  expect(reply.status).toBe(200);
  expect(reply.results.user).toMatchObject({
    email,
    email_verified: true,
    permissions: [],
    has_password: false,
  });
  const profile = await app.call(api.auth.profile, {}, { token: reply.results.token });
  expect(profile.results.email).toBe(email);
});

test('a text message is sent to mobile phones only, in the caller’s language', async () => {
  const fixed = await app.call(api.auth.registerPhone, { phone: '4412 3456' }, from());
  expect(fixed).toMatchObject({ status: 422, failure: { code: 'otp.not_mobile' } });
  const none = await app.call(api.auth.registerPhone, { phone: '123' }, from());
  expect(none.failure).toMatchObject({ code: 'request.invalid', errors: { phone: [expect.any(String)] } });
  const answer = await app.call(api.auth.registerPhone, { phone: '٥٥١٢٣٤٩٩', locale: 'ar' }, from());
  expect(answer.status).toBe(200);
  expect(await lastMessage(app, '+97455123499')).toMatch(/^\d{6} هو رمزك في دكان/);
  const code = await lastCode(app, '+97455123499');
  const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  expect((await prove(answer.results.user_id, arabic)).results.user.phone).toBe('+97455123499');
});

test('known and unknown identities get the same answer, but only known ones get a dashboard code', async () => {
  const known = await makePerson(app, { permissions: ['orders'] });
  const stranger = newEmail();
  const body = { source: 'dashboard' };
  const [one, two] = await Promise.all([
    ask({ ...body, email: known.email }),
    ask({ ...body, email: stranger }),
  ]);
  const shape = (text: string | undefined) => text?.replace(/[\w-]{22}/, 'handle');
  expect(shape(one?.text)).toBe(shape(two?.text));
  expect(await lastMessage(app, known.email)).not.toBeNull();
  expect(await lastMessage(app, stranger)).toBeNull();
  for (const email of [known.email, stranger])
    expect((await ask({ ...body, email })).failure).toMatchObject({
      code: 'otp.wait',
      params: { seconds: 60 },
    });

  for (let left = 4; left >= 0; left -= 1)
    expect((await prove(two?.results.user_id ?? '', '000000')).failure).toMatchObject({
      code: 'otp.invalid',
      params: { left },
    });
  expect((await prove(two?.results.user_id ?? '', '000000')).failure.code).toBe('otp.expired');
  expect(await accountsOf(stranger)).toEqual([]);
  const session = await prove(one?.results.user_id ?? '', await lastCode(app, known.email));
  expect(session.results.user.id).toBe(known.id);
});

test('a correct code is refused after five wrong attempts', async () => {
  const email = newEmail();
  const { user_id } = (await ask({ email })).results;
  const code = await lastCode(app, email);
  for (let left = 4; left >= 0; left -= 1)
    expect((await prove(user_id, other(code, left + 1))).failure.params).toEqual({ left });
  expect((await prove(user_id, code)).failure.code).toBe('otp.expired');
});

test('ten wrong codes lock an identity for 15 minutes for any purpose', async () => {
  const email = newEmail();
  const first = (await ask({ email })).results.user_id;
  const wrong = other(await lastCode(app, email));
  for (let go = 0; go < 5; go += 1) await prove(first, wrong);
  seconds(61);
  const second = (await ask({ email })).results.user_id;
  const code = await lastCode(app, email);
  for (let go = 0; go < 5; go += 1)
    expect((await prove(second, other(code))).failure.code).toBe('otp.invalid');
  seconds(121);
  const locked = await ask({ email });
  expect(locked.status).toBe(423);
  expect(locked.failure.code).toBe('otp.locked');
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(700);
  seconds(900);
  const third = (await ask({ email })).results.user_id;
  expect((await prove(third, await lastCode(app, email))).status).toBe(200);
});

test('of two hundred concurrent guesses from a hundred addresses five are compared and none succeeds', async () => {
  const email = newEmail();
  const { user_id } = (await ask({ email })).results;
  const code = await lastCode(app, email);
  const guesses = Array.from({ length: 200 }, (_, number) => prove(user_id, other(code, number + 1)));
  const replies = await Promise.all(guesses);
  expect(replies.filter(({ failure }) => failure.code === 'otp.invalid')).toHaveLength(5);
  expect(replies.filter(({ failure }) => failure.code === 'otp.expired')).toHaveLength(195);
});

test('one code tried on five hundred identities signs in to none', async () => {
  const handles = Array.from({ length: 500 }, (_, number) => `handle${String(number).padStart(16, '0')}`);
  const replies = await Promise.all(handles.map((handle) => prove(handle, '123456')));
  expect(new Set(replies.map(({ failure }) => failure.code))).toEqual(new Set(['otp.expired']));
});

test('twenty concurrent confirmations of one code create one session and one account', async () => {
  const email = newEmail();
  const { user_id } = (await ask({ email })).results;
  const code = await lastCode(app, email);
  const replies = await Promise.all(Array.from({ length: 20 }, () => prove(user_id, code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const accounts = await accountsOf(email);
  expect(accounts).toHaveLength(1);
  const { prisma } = app.services.database;
  expect(await prisma.session.count({ where: { account_id: accounts[0]?.id ?? 0 } })).toBe(1);
  seconds(61);
  expect((await ask({ email })).status).toBe(200);
});

test('a code is valid for five minutes, works once, and ends when a new one is sent', async () => {
  const email = newEmail();
  const old = (await ask({ email })).results.user_id;
  const oldCode = await lastCode(app, email);
  seconds(61);
  const next = (await ask({ email })).results;
  expect(next.resend_in).toBe(120);
  expect((await prove(old, oldCode)).failure.code).toBe('otp.expired');
  const code = await lastCode(app, email);
  expect((await prove(next.user_id, code)).status).toBe(200);
  expect((await prove(next.user_id, code)).failure.code).toBe('otp.expired');
  seconds(121);
  const late = (await ask({ email })).results.user_id;
  seconds(301);
  expect((await prove(late, await lastCode(app, email))).failure.code).toBe('otp.expired');
});

test('an identity can request five codes an hour and an address twenty', async () => {
  const email = newEmail();
  for (let go = 0; go < 5; go += 1) {
    expect((await ask({ email })).status).toBe(200);
    seconds(245);
  }
  const sixth = await ask({ email });
  expect(sixth.status).toBe(429);
  expect(sixth.failure.params.seconds).toBe(3600 - 5 * 245);
  const place = from();
  const statuses = [];
  for (let go = 0; go < 21; go += 1)
    statuses.push((await app.call(api.auth.registerEmail, { email: newEmail() }, place)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});

test('R5 a shop sends a limited number of codes a day', async () => {
  const small = await startApp({ env: { MESSAGES_PER_DAY: '3', TRUST_PROXY: '127.0.0.1' } });
  const statuses = [];
  for (let go = 0; go < 5; go += 1)
    statuses.push((await small.call(api.auth.registerEmail, { email: newEmail() }, from())).status);
  await small.stop();
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('that an account exists is told only after a correct code, when the request asked for a new account', async () => {
  const known = await makePerson(app);
  const answer = await ask({ email: known.email, skipExistsUser: false });
  expect(answer.status).toBe(200);
  const reply = await prove(answer.results.user_id, await lastCode(app, known.email));
  expect(reply).toMatchObject({ status: 409, failure: { code: 'user.exists' } });
});

test('a code confirms a customer but does not open the dashboard', async () => {
  const customer = await makePerson(app);
  const answer = await ask({ email: customer.email, source: 'dashboard' });
  const reply = await prove(answer.results.user_id, await lastCode(app, customer.email));
  expect(reply).toMatchObject({ status: 422, failure: { code: 'auth.access_denied' } });
});

test('a disabled account gets no session by a code', async () => {
  const disabled = await makePerson(app, { permissions: ['orders'], status: 0 });
  const answer = await ask({ email: disabled.email });
  const reply = await prove(answer.results.user_id, await lastCode(app, disabled.email));
  expect(reply).toMatchObject({ status: 422, failure: { code: 'auth.failed' } });
});

test('a deleted customer is restored with their history when the request asks for it, otherwise a new one is created', async () => {
  const admin = await makeAdmin(app);
  const customer = await makePerson(app, { name: 'Old friend' });
  await app.call(api.account.remove, { id: customer.id }, { token: admin.token });
  const anew = await ask({ email: customer.email });
  const fresh = await prove(anew.results.user_id, await lastCode(app, customer.email));
  expect(fresh.results.user.id).not.toBe(customer.id);
  await app.call(api.account.remove, { id: fresh.results.user.id }, { token: admin.token });
  await app.services.database.prisma.account.update({
    where: { id: customer.id },
    data: { deleted_at: new Date(clock + 1000) },
  });
  seconds(61);
  const again = await ask({ email: customer.email, restore_deleted: true });
  const revived = await prove(again.results.user_id, await lastCode(app, customer.email));
  expect(revived.results.user).toMatchObject({ id: customer.id, name: 'Old friend' });
});

test('a deleted administrator is not restored by a code: no session and no role', async () => {
  const admin = await makeAdmin(app);
  const fallen = await makeAdmin(app);
  await app.call(api.account.remove, { id: fallen.id }, { token: admin.token });
  const answer = await ask({ email: fallen.email, restore_deleted: true });
  const reply = await prove(answer.results.user_id, await lastCode(app, fallen.email));
  expect(reply).toMatchObject({ status: 422, failure: { code: 'auth.failed' } });
  const { prisma } = app.services.database;
  expect((await prisma.account.findUniqueOrThrow({ where: { id: fallen.id } })).deleted_at).not.toBeNull();
  seconds(61);
  const plain = await ask({ email: fallen.email });
  const fresh = await prove(plain.results.user_id, await lastCode(app, fallen.email));
  expect(fresh.results.user).toMatchObject({ role: null, permissions: [] });
});

test('a code is valid for its own request, purpose and identity only', async () => {
  const [one, two] = [await makePerson(app), await makePerson(app)];
  const as = ({ token }: { token: string }) => ({ ...from(), token });
  const signIn1 = (await ask({ email: one.email })).results.user_id;
  const code1 = await lastCode(app, one.email);
  const signIn2 = (await ask({ email: two.email })).results.user_id;
  const code2 = await lastCode(app, two.email);
  expect((await prove(signIn1, code2)).failure.code).toBe('otp.invalid');
  expect((await prove(signIn2, code1)).failure.code).toBe('otp.invalid');
  const change = (current: object) => ({
    password: 'Brand!New77',
    password_confirmation: 'Brand!New77',
    current_code: current,
  });
  const asSignIn = await app.call(api.auth.updateProfile, change({ user_id: signIn1, code: code1 }), as(one));
  expect(asSignIn.failure.code).toBe('otp.expired');

  seconds(121);
  const confirm1 = (await app.call(api.auth.confirmCode, {}, as(one))).results.user_id;
  const confirmCode1 = await lastCode(app, one.email);
  expect((await prove(confirm1, confirmCode1)).failure.code).toBe('otp.expired');
  expect((await prove(confirm1, confirmCode1, as(one))).failure.code).toBe('otp.expired');
  const stolen = await app.call(
    api.auth.updateProfile,
    change({ user_id: confirm1, code: confirmCode1 }),
    as(two),
  );
  expect(stolen.failure.code).toBe('otp.expired');
  const own = await app.call(
    api.auth.updateProfile,
    change({ user_id: confirm1, code: confirmCode1 }),
    as(one),
  );
  expect(own.results).toMatchObject({ has_password: true });
});

test('codes never appear in the database, the answers or the audit log', async () => {
  const email = newEmail();
  const answer = await ask({ email });
  const code = await lastCode(app, email);
  const { prisma } = app.services.database;
  const request = await prisma.code_request.findUniqueOrThrow({ where: { handle: answer.results.user_id } });
  const message = await prisma.message.findFirst({ where: { recipient: email } });
  expect(message?.subject).not.toContain(code);
  const trail = await prisma.audit_log.findMany({
    orderBy: { id: 'desc' },
    take: 3,
    select: { changes: true },
  });
  expect(answer.text + JSON.stringify(request) + JSON.stringify(trail)).not.toMatch(
    new RegExp(`\\b${code}\\b`),
  );
});

import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, signIn, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { lastCode } from '../../../../test/mailbox.ts';

const PASSWORD = 'Correct!Horse7';
const NEXT = 'Another!Horse8';
let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { CODES_PER_ADDRESS_HOUR: '1000' } });
});
afterAll(() => app.stop());

const update = (person: { token: string }, body: object) =>
  app.call(api.auth.updateProfile, body, { token: person.token });
const staff = (wish = {}) => makePerson(app, { permissions: ['orders'], password: PASSWORD, ...wish });
const newEmail = () => `new${unique()}@example.test`;

/** Four more devices of the same person. */
async function withDevices(person: Person): Promise<() => Promise<number>> {
  for (let device = 0; device < 4; device += 1) await signIn(app.services, person.id);
  return () =>
    app.services.database.prisma.session.count({ where: { account_id: person.id, revoked_at: null } });
}

test('the profile shows the account, its permissions and its branches', async () => {
  const [here, there, closed] = [await makeBranch(app), await makeBranch(app), await makeBranch(app)];
  const person = await staff({ branch_id: here.id, manages: [there.id, closed.id] });
  await app.services.database.prisma.branch.update({
    where: { id: closed.id },
    data: { deleted_at: new Date() },
  });
  const { results } = await app.call(api.auth.profile, {}, { token: person.token });
  expect(results).toMatchObject({
    id: person.id,
    email: person.email,
    permissions: ['orders'],
    all_branches: false,
    branches: [here, there].map((one) => expect.objectContaining(one)),
    build: { version: expect.any(String), ip: expect.any(String) },
    verify: null,
  });
  const customer = await app.call(api.auth.profile, {}, { token: (await makePerson(app)).token });
  expect(customer.results).toMatchObject({ role: null, permissions: [], branches: [], build: null });
});

test('name, language and appearance can be changed freely, and fields that are not sent are kept', async () => {
  const person = await staff();
  await update(person, { preferences: { skin: 'dark', columns: { account: ['name'] } }, tour_version: 3 });
  const { results } = await update(person, {
    name: 'Layla',
    locale_choice: 'ar',
    preferences: { density: 'compact' },
  });
  expect(results).toMatchObject({
    name: 'Layla',
    locale: 'ar',
    tour_version: 3,
    preferences: { skin: 'dark', density: 'compact', columns: { account: ['name'] } },
  });
});

test('the profile is that of the session, whatever id the body names', async () => {
  const [mine, theirs] = [await staff(), await staff({ name: 'Untouched' })];
  const reply = await update(mine, { id: theirs.id, name: 'Mine' });
  expect(reply.results).toMatchObject({ id: mine.id, name: 'Mine' });
  const other = await app.call(api.auth.profile, {}, { token: theirs.token });
  expect(other.results.name).toBe('Untouched');
  for (const extra of [
    { role_id: 1 },
    { permissions: ['admin'] },
    { status: 1 },
    { must_change_password: false },
  ])
    expect((await update(mine, extra)).status).toBe(422);
});

test.each([
  ['password', () => ({ password: NEXT, password_confirmation: NEXT })],
  ['e-mail', () => ({ email: newEmail() })],
  ['phone', () => ({ phone: `+97455${String(100_000 + (unique() % 900_000))}` })],
])('a new %s needs the current password and ends the other sessions', async (_, change) => {
  const person = await staff();
  const living = await withDevices(person);
  const expected = change();
  const without = await update(person, expected);
  expect(without).toMatchObject({
    status: 422,
    failure: { errors: { current_password: [expect.any(String)] } },
  });
  const wrong = await update(person, { ...expected, current_password: 'Wrong!Horse77' });
  expect(wrong).toMatchObject({ status: 422, failure: { code: 'auth.password_wrong' } });
  expect(await living()).toBe(5);
  expect((await update(person, { ...expected, current_password: PASSWORD })).status).toBe(200);
  expect(await living()).toBe(1);
});

test('S11 a stolen session cannot guess the current password without limit', async () => {
  const person = await staff();
  const wrong = { password: NEXT, password_confirmation: NEXT, current_password: 'Wrong!Horse77' };
  const codes = [];
  for (let go = 0; go < 11; go += 1) codes.push((await update(person, wrong)).failure.code);
  expect(codes.filter((code) => code === 'auth.password_wrong')).toHaveLength(10);
  expect(codes.at(-1)).toBe('auth.limited');
});

test('a new password must be strong, confirmed, different, and short enough for every byte to count', async () => {
  const person = await staff();
  const refused: [string, string][] = [
    ['weakpass', 'password'],
    ['Ab1!', 'password'],
    [`Aa1!${'x'.repeat(69)}`, 'password'],
    [`Aa1!${'س'.repeat(40)}`, 'password'],
    [`Aa1!${'😀'.repeat(19)}`, 'password'],
    [PASSWORD, 'password'],
  ];
  for (const [password, field] of refused) {
    const reply = await update(person, {
      password,
      password_confirmation: password,
      current_password: PASSWORD,
    });
    expect(reply.failure.errors[field], password).toHaveLength(1);
  }
  const unequal = await update(person, {
    password: NEXT,
    password_confirmation: PASSWORD,
    current_password: PASSWORD,
  });
  expect(Object.keys(unequal.failure.errors)).toEqual(['password_confirmation']);
  const long = `Aa1!${'x'.repeat(60)}`;
  expect(
    (await update(person, { password: long, password_confirmation: long, current_password: PASSWORD }))
      .status,
  ).toBe(200);
  expect((await app.call(api.auth.signIn, { email: person.email, password: long })).status).toBe(200);
});

test('S11 a new e-mail is used only after its code is confirmed, and until then the old one signs in', async () => {
  const person = await staff();
  const email = newEmail();
  const answer = await update(person, { email, current_password: PASSWORD });
  expect(answer.results).toMatchObject({
    email: person.email,
    pending_email: email,
    verify: { expires_in: 300 },
  });
  expect((await app.call(api.auth.signIn, { email, password: PASSWORD })).status).toBe(422);
  const body = { user_id: answer.results.verify?.user_id, code: await lastCode(app, email) };
  const proved = await app.call(api.auth.verify, body, { token: person.token });
  expect(proved.results.user).toMatchObject({
    id: person.id,
    email,
    email_verified: true,
    pending_email: null,
  });
  const sessions = await app.call(api.session.list, {}, { token: proved.results.token });
  expect(sessions.results.filter(({ current }) => current)).toHaveLength(1);
  expect((await app.call(api.auth.signIn, { email: person.email, password: PASSWORD })).status).toBe(422);
  expect((await app.call(api.auth.signIn, { email, password: PASSWORD })).status).toBe(200);
});

test('when e-mail and phone change together, the e-mail is confirmed first and the phone next', async () => {
  const person = await staff();
  const email = newEmail();
  const phone = '+97455667788';
  const answer = await update(person, { email, phone, current_password: PASSWORD });
  const first = { user_id: answer.results.verify?.user_id, code: await lastCode(app, email) };
  const between = await app.call(api.auth.verify, first, { token: person.token });
  expect(between.results.user).toMatchObject({ email, pending_phone: phone, verify: { expires_in: 300 } });
  const second = { user_id: between.results.user.verify?.user_id, code: await lastCode(app, phone) };
  const done = await app.call(api.auth.verify, second, { token: person.token });
  expect(done.results.user).toMatchObject({ email, phone, phone_verified: true, verify: null });
});

test('that a new e-mail belongs to another account is told only after its code is confirmed', async () => {
  const [mine, theirs] = [await staff(), await staff()];
  const answer = await update(mine, { email: theirs.email, current_password: PASSWORD });
  expect(answer.status).toBe(200);
  const body = { user_id: answer.results.verify?.user_id, code: await lastCode(app, theirs.email) };
  const proved = await app.call(api.auth.verify, body, { token: mine.token });
  expect(proved).toMatchObject({ status: 409, failure: { code: 'user.exists' } });
});

test('sending back the current e-mail and phone changes nothing and needs no password', async () => {
  const person = await staff({ phone: '+97455998877' });
  await update(person, { email: newEmail(), current_password: PASSWORD });
  const reply = await update(person, {
    email: person.email,
    phone: '5599 8877',
    password: '',
    avatar_base64: null,
  });
  expect(reply.results).toMatchObject({ email: person.email, phone: '+97455998877', pending_email: null });
  const cleared = await update(person, { email: null, phone: null, current_password: PASSWORD });
  expect(cleared.status).toBe(422);
  expect(cleared.failure.errors).toHaveProperty('email');
});

test('an account without a password confirms changes by a code to its current e-mail', async () => {
  const customer = await makePerson(app);
  const expected = { password: NEXT, password_confirmation: NEXT };
  expect((await update(customer, expected)).failure.errors).toHaveProperty('current_code');
  const sent = await app.call(api.auth.confirmCode, { channel: 'email' }, { token: customer.token });
  const current_code = { user_id: sent.results.user_id, code: await lastCode(app, customer.email) };
  expect((await update(customer, { ...expected, current_code })).results.has_password).toBe(true);
  expect((await app.call(api.auth.signIn, { email: customer.email, password: NEXT })).status).toBe(200);
});

test('a password that somebody else set must be changed before anything else', async () => {
  const admin = await makeAdmin(app);
  const person = await staff();
  const saved = await app.call(
    api.account.save,
    { id: person.id, generate_password: true },
    { token: admin.token },
  );
  const given = saved.results.generated_password ?? '';
  expect(given).toHaveLength(16);
  expect((await app.call(api.auth.profile, {}, { token: person.token })).status).toBe(401);
  const entered = await app.call(api.auth.signIn, { email: person.email, password: given });
  const { token, user } = entered.results;
  expect(user.must_change_password).toBe(true);
  // what anyone may have is theirs too, and no more of it
  const shown = await app.call(api.product.list, {}, { token });
  expect([shown.status, shown.text.includes('cost')]).toEqual([200, false]);
  expect((await app.call(api.auth.signIn, { email: person.email, password: given }, { token })).status).toBe(
    200,
  );
  const closed = await app.call(api.session.list, {}, { token });
  expect(closed).toMatchObject({ status: 403, failure: { code: 'auth.password_must_change' } });
  const same = { password: given, password_confirmation: given, current_password: given };
  expect((await update({ token }, same)).status).toBe(422);
  const own = { password: NEXT, password_confirmation: NEXT, current_password: given };
  expect((await update({ token }, own)).results.must_change_password).toBe(false);
  expect((await app.call(api.session.list, {}, { token })).status).toBe(200);
});

test('an avatar is redrawn, shown and can be removed', async () => {
  const person = await staff();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const shown = await update(person, { avatar_base64: `data:image/png;base64,${pixel}` });
  expect(shown.results.avatar_url).toMatch(/^\/files\/[\w-]{22}\.webp$/);
  expect(
    (await update(person, { avatar_base64: Buffer.from('<svg/>').toString('base64') })).failure.code,
  ).toBe('image.unreadable');
  expect((await update(person, { avatar_base64: null })).results.avatar_url).toBeNull();
});

test('saving an outdated version of the profile is refused and changes nothing', async () => {
  const person = await staff();
  const { version } = (await app.call(api.auth.profile, {}, { token: person.token })).results;
  expect((await update(person, { version, name: 'First' })).status).toBe(200);
  const late = await update(person, { version, name: 'Second' });
  expect(late).toMatchObject({
    status: 409,
    failure: { code: 'record.stale', params: { version: version + 1 } },
  });
});

import { createHash } from 'node:crypto';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: Person;
let here: { id: number };
let there: { id: number };

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  [here, there] = [await makeBranch(app), await makeBranch(app)];
});
afterAll(() => app.stop());

const as = ({ token }: { token: string }) => ({ token });
const list = (who: Person, filters: object = {}) =>
  app.call(api.account.list, { limit: 100, ...filters }, as(who));
const idsOf = async (who: Person, filters: object = {}) =>
  (await list(who, filters)).results.map(({ id }) => id);
const save = (who: Person, body: object) => app.call(api.account.save, body, as(who));
const remove = (who: Person, id: number) => app.call(api.account.remove, { id }, as(who));
const newEmail = () => `made${unique()}@example.test`;
const newPhone = () => `+97433${String(100_000 + (unique() % 900_000))}`;
const roleOf = async (...permissions: string[]) => (await makePerson(app, { permissions })).role_id;
const same = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
const stored = (id: number) => app.services.database.prisma.account.findUniqueOrThrow({ where: { id } });

test('an account can be created, shown, changed, deleted and restored, each with one audit row', async () => {
  const role_id = await roleOf('orders');
  const email = newEmail();
  const made = await save(admin, {
    name: 'مريم',
    email,
    phone: '5500 1234',
    role_id,
    info: { branch_id: here.id },
  });
  expect(made.status).toBe(200);
  const { id } = made.results;
  expect(made.results).toMatchObject({
    name: 'مريم',
    email,
    phone: '+97455001234',
    role_id,
    branch_id: here.id,
    info: { branch_id: here.id },
    status: 1,
    version: 1,
    has_password: false,
    actions: ['save', 'delete', 'sign_out'],
  });
  const shown = (await app.call(api.account.show, { id }, as(admin))).results;
  expect(shown).toEqual(made.results);
  const changed = await save(admin, { ...shown, name: 'Maryam' });
  expect(changed.results).toMatchObject({ name: 'Maryam', email, version: 2 });
  expect((await remove(admin, id)).results).toEqual({ deleted: 1 });
  expect((await app.call(api.account.show, { id }, as(admin))).status).toBe(404);
  expect((await app.call(api.account.restore, { id }, as(admin))).results).toMatchObject({
    id,
    email,
    name: 'Maryam',
  });
  const trail = await app.services.database.prisma.audit_log.findMany({
    where: { noun: 'account', record_id: String(id) },
    orderBy: { id: 'asc' },
  });
  expect(trail.map(({ action }) => action)).toEqual(['create', 'update', 'delete', 'restore']);
  expect(trail[1]?.changes).toEqual({ name: { from: 'مريم', to: 'Maryam' } });
});

test('a new account needs a name and an e-mail or phone number', async () => {
  expect((await save(admin, { email: newEmail() })).failure.errors).toHaveProperty('name');
  expect((await save(admin, { name: 'Nobody' })).failure.errors).toHaveProperty('email');
  expect((await save(admin, { name: 'Nobody', phone: '12345' })).failure.errors).toHaveProperty('phone');
  expect((await save(admin, { name: 'Nobody', email: newEmail(), role_id: 999_999 })).failure).toMatchObject({
    code: 'reference.missing',
    errors: { role_id: [expect.any(String)] },
  });
});

test('an e-mail or phone belongs to one account and can be used again after a delete', async () => {
  const email = newEmail();
  const phone = newPhone();
  const first = (await save(admin, { name: 'First', email, phone })).results;
  for (const twin of [{ email: email.toUpperCase() }, { email: newEmail(), phone }]) {
    const reply = await save(admin, { name: 'Twin', ...twin });
    expect(reply.status).toBe(409);
    const field = 'phone' in twin ? 'phone' : 'email';
    expect(reply.failure).toMatchObject({
      code: 'record.duplicate',
      params: { field },
      errors: { [field]: [expect.any(String)] },
    });
  }
  await remove(admin, first.id);
  expect((await save(admin, { name: 'Second', email, phone })).status).toBe(200);
  const back = await app.call(api.account.restore, { id: first.id }, as(admin));
  expect(back).toMatchObject({ status: 409, failure: { code: 'record.duplicate' } });
  const race = newEmail();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => save(admin, { name: 'Racer', email: race })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
});

test('a generated password is answered once, is not stored in plain text, and must be changed', async () => {
  const email = newEmail();
  const made = await save(admin, {
    name: 'New',
    email,
    role_id: await roleOf('orders'),
    generate_password: true,
  });
  const password = made.results.generated_password ?? '';
  expect(password).toMatch(/^[a-zA-Z\d!@#$%&*()]{16}$/);
  expect((await app.call(api.account.show, { id: made.results.id }, as(admin))).text).not.toContain(
    'generated_password',
  );
  const session = await app.call(api.auth.signIn, { email, password, source: 'dashboard' });
  expect(session.results.user.must_change_password).toBe(true);
  const { prisma } = app.services.database;
  const rows = [
    await prisma.audit_log.findMany(),
    await prisma.idempotency_key.findMany(),
    await prisma.event.findMany(),
  ];
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(text).not.toContain(password);
  const both = await save(admin, { name: 'New', email: newEmail(), password, generate_password: true });
  expect(both.failure.errors).toHaveProperty('generate_password');
});

test('repeated saves of an account under one key create one account, and a repeat says that the password was already shown', async () => {
  const { prisma } = app.services.database;
  const email = newEmail();
  const body = { name: 'Once', email, role_id: await roleOf('orders'), generate_password: true };
  const keyed = (input: object = body) =>
    app.call(api.account.save, input, { ...as(admin), headers: { 'idempotency-key': `account-${email}` } });
  const replies = await Promise.all(Array.from({ length: 20 }, () => keyed()));
  for (const { status } of replies) expect([200, 409]).toContain(status);
  const entries = replies.filter(({ status, text }) => status === 200 && text.includes('generated_password'));
  expect(entries).toHaveLength(1);
  const password = entries[0]?.results.generated_password ?? '';
  const again = await keyed();
  expect(again.results).toMatchObject({ id: entries[0]?.results.id, email, password_shown: true });
  expect(again.results).not.toHaveProperty('generated_password');
  expect((await keyed()).text).toBe(again.text);
  expect(await prisma.account.count({ where: { email } })).toBe(1);
  expect(JSON.stringify(await prisma.idempotency_key.findMany())).not.toContain(password);
  expect((await keyed({ ...body, name: 'Other' })).failure.code).toBe('idempotency.mismatch');
  const signed = await app.call(api.auth.signIn, { email, password, source: 'dashboard' });
  expect(signed.status).toBe(200);
});

test('a password sent under an idempotency key is neither stored nor guessable from what is stored', async () => {
  const email = newEmail();
  const body = { name: 'Typed', email, password: 'AtypedPassw0rd!1' };
  const keyed = (input: object) =>
    app.call(api.account.save, input, { ...as(admin), headers: { 'idempotency-key': `typed-${email}` } });
  const made = await keyed(body);
  expect(made.status, made.text).toBe(200);
  expect((await keyed(body)).text).toBe(made.text);
  expect((await keyed({ ...body, password: 'AtypedPassw0rd!2' })).failure.code).toBe('idempotency.mismatch');
  const plain = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const kept = JSON.stringify(await app.services.database.prisma.idempotency_key.findMany());
  expect(kept).not.toContain(plain);
  expect(kept).not.toContain(body.password);
});

test('of fifty concurrent saves of one account version one succeeds and the others get a conflict', async () => {
  const { id, version } = (await save(admin, { name: 'Contested', email: newEmail() })).results;
  const tries = Array.from({ length: 50 }, (_, number) =>
    save(admin, { id, version, name: `Winner ${number}` }),
  );
  const replies = await Promise.all(tries);
  const winner = replies.find(({ status }) => status === 200);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
  expect((await stored(id)).name).toBe(winner?.results.name);
});

test('a branch manager sees staff of the own branches and all customers, but no staff of other branches', async () => {
  const manager = await makePerson(app, { permissions: ['users'], manages: [here.id] });
  const [mine, foreign, homeless] = [
    await makePerson(app, { permissions: ['orders'], branch_id: here.id }),
    await makePerson(app, { permissions: ['orders'], branch_id: there.id }),
    await makePerson(app, { permissions: ['orders'] }),
  ];
  const customer = await makePerson(app);
  const seen = await idsOf(manager);
  expect(seen).toEqual(expect.arrayContaining([manager.id, mine.id, customer.id]));
  for (const stranger of [foreign, homeless, admin]) expect(seen).not.toContain(stranger.id);
  for (const filters of [
    { id: foreign.id },
    { branch_id: there.id, role: 'staff' },
    { role: foreign.role_id ?? 0 },
  ])
    expect(await idsOf(manager, filters)).toEqual([]);

  const calls = (id: number) => [
    app.call(api.account.show, { id }, as(manager)),
    save(manager, { id, name: 'Taken over' }),
    remove(manager, id),
    app.call(api.account.restore, { id }, as(manager)),
  ];
  const [ofForeign, ofAbsent] = [await Promise.all(calls(foreign.id)), await Promise.all(calls(999_999))];
  expect(ofForeign.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(ofForeign.map(({ text }) => same(text))).toEqual(ofAbsent.map(({ text }) => same(text)));
  expect((await stored(foreign.id)).version).toBe(1);
});

test("the branch header narrows the staff list, and a manager's list names the branch", async () => {
  const both = await makePerson(app, { permissions: ['users'], manages: [here.id, there.id] });
  const one = await makePerson(app, { permissions: ['orders'], branch_id: here.id });
  const two = await makePerson(app, { permissions: ['orders'], branch_id: there.id });
  const at = (branch?: unknown) =>
    app.call(
      api.account.listOfBranch,
      { limit: 100 },
      { ...as(both), headers: branch ? { 'branch-id': String(branch) } : {} },
    );
  const ids = (await at(here.id)).results.map(({ id }) => id);
  expect(ids).toContain(one.id);
  expect(ids).not.toContain(two.id);
  expect((await at()).failure.code).toBe('branch.required');
  expect((await at('1 OR 1=1')).failure.code).toBe('branch.required');
  expect((await at((await makeBranch(app)).id)).failure.code).toBe('branch.forbidden');
  const all = await app.call(api.account.listOfBranch, { limit: 100 }, as(admin));
  expect(all.results.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
});

test('a branch manager can create staff for the own branch only', async () => {
  const role_id = await roleOf('driver');
  const manager = await makePerson(app, { permissions: ['users', 'driver'], manages: [here.id] });
  const hire = (extra: object = {}) =>
    save(manager, { name: 'Driver', email: newEmail(), role_id, ...extra });
  expect((await hire()).results.branch_id).toBe(here.id);
  const foreign = await hire({ info: { branch_id: there.id } });
  const absent = await hire({ info: { branch_id: 999_999 } });
  expect(foreign).toMatchObject({ status: 422, failure: { code: 'reference.missing' } });
  expect(same(foreign.text)).toBe(same(absent.text));
  const { id } = (await hire()).results;
  expect((await save(manager, { id, info: { branch_id: null } })).failure.code).toBe('branch.required');
});

test('staff who manage drivers see drivers only and cannot create other accounts', async () => {
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: here.id });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: here.id });
  const lead = await makePerson(app, {
    permissions: ['users.driver', 'driver', 'seller'],
    manages: [here.id],
  });
  const seen = await idsOf(lead);
  expect(seen).toContain(driver.id);
  expect(seen).not.toContain(seller.id);
  expect((await list(lead)).results.every(({ role_id }) => role_id !== null)).toBe(true);
  expect((await save(lead, { id: driver.id, name: 'Yusuf' })).status).toBe(200);
  expect((await save(lead, { id: seller.id, name: 'Taken' })).status).toBe(404);
  expect((await save(lead, { name: 'Customer', email: newEmail() })).failure.code).toBe('permission.denied');
  const turned = await save(lead, { id: driver.id, role_id: seller.role_id });
  expect(turned.failure.code).toBe('permission.denied');
});

test('an account with more permissions than the caller, or with all branches, cannot be changed', async () => {
  const manager = await makePerson(app, { permissions: ['users', 'roles', 'orders'], manages: [here.id] });
  const above = await makePerson(app, { permissions: ['orders', 'reports'], branch_id: here.id });
  const global = await makePerson(app, { permissions: ['orders'], global: 1, branch_id: here.id });
  for (const target of [above, global]) {
    const replies = [
      await save(manager, { id: target.id, name: 'x' }),
      await save(manager, { id: target.id, password: 'Another!Horse8' }),
      await save(manager, { id: target.id, status: 0 }),
      await remove(manager, target.id),
      await app.call(api.session.revoke, { account_id: target.id }, as(manager)),
    ];
    expect(replies.map(({ failure }) => failure.code)).toEqual(Array(5).fill('account.outranked'));
    const [row] = (await list(manager, { id: target.id })).results;
    expect(row?.actions).toEqual([]);
  }
});

test('staff cannot raise their own permissions in any way', async () => {
  const me = await makePerson(app, {
    permissions: ['users', 'roles'],
    manages: [here.id],
    password: 'Correct!Horse7',
  });
  const [adminRole, moreRole, globalRole] = [
    admin.role_id,
    await roleOf('users', 'reports'),
    (await makePerson(app, { permissions: ['users'], global: 1 })).role_id,
  ];
  const bodies: object[] = [
    ...[adminRole, moreRole, globalRole, null].map((role_id) => ({ id: me.id, role_id })),
    { id: me.id, status: 0 },
    { id: me.id, email: newEmail() },
    { id: me.id, password: 'Another!Horse8' },
    { id: me.id, generate_password: true },
    { id: me.id, info: { branch_id: there.id } },
    { id: me.id, pos: [1, 2] },
    { id: me.id, permissions: ['admin'] },
    { id: me.id, role: { permissions: ['admin'] } },
    { id: me.id, info: { branch_id: here.id, permissions: ['admin'] } },
    { id: me.id, Role_Id: adminRole },
    { id: me.id, global: 1 },
    { id: [me.id], role_id: adminRole },
    ...[adminRole, moreRole, globalRole].map((role_id) => ({ name: 'Puppet', email: newEmail(), role_id })),
    { name: 'Puppet', email: newEmail(), role_id: { not: 0 } },
  ];
  for (const body of bodies) {
    const reply = await save(me, body);
    expect([403, 404, 409, 422], JSON.stringify(body)).toContain(reply.status);
  }
  const profile = await app.call(api.auth.profile, {}, as(me));
  expect(profile.results).toMatchObject({ permissions: ['users', 'roles'], all_branches: false, version: 1 });
  expect((await save(me, { id: me.id, name: 'Only my name' })).results.name).toBe('Only my name');
});

test('staff can change only their own name here, and sending back stored values changes nothing', async () => {
  const shown = (await app.call(api.account.show, { id: admin.id }, as(admin))).results;
  expect((await save(admin, { ...shown, name: 'Chief' })).results.name).toBe('Chief');
  expect((await remove(admin, admin.id)).failure.code).toBe('account.own');
  expect((await save(admin, { id: admin.id, status: 0 })).failure.code).toBe('account.own');
});

test('account filters separate customers, staff, managers, drivers and roles', async () => {
  const driver = await makePerson(app, { permissions: ['driver'] });
  const seller = await makePerson(app, { permissions: ['seller'] });
  const manager = await makePerson(app, { permissions: ['branchs.view', 'branchs'] });
  const keeper = await makePerson(app, { permissions: ['orders'], manages: [there.id] });
  const customer = await makePerson(app);
  const everyone = [driver, seller, manager, keeper, customer].map(({ id }) => id);
  const found = async (filters: object) => {
    const ids = await idsOf(admin, filters);
    return everyone.filter((id) => ids.includes(id));
  };
  expect(await found({ perm: 'users.driver' })).toEqual([driver.id]);
  expect(await found({ perm: 'users.seller' })).toEqual([seller.id]);
  expect(await found({ perm: 'orders' })).toEqual([keeper.id]);
  expect(await found({ perm: 'admin' })).toEqual([]);
  expect(await found({ role: 'customer' })).toEqual([customer.id]);
  expect(await found({ role: 'staff' })).toEqual([driver.id, seller.id, manager.id, keeper.id]);
  expect(await found({ role: 'employees' })).toEqual([driver.id, seller.id, manager.id, keeper.id]);
  expect(await found({ role: 'managers' })).toEqual([manager.id, keeper.id]);
  expect(await found({ role: driver.role_id })).toEqual([driver.id]);
  const title = await app.services.database.prisma.role.findUniqueOrThrow({
    where: { id: driver.role_id ?? 0 },
  });
  const { ar, en } = title.titles as { ar: string; en: string };
  expect(await found({ role: en.toUpperCase() })).toEqual([driver.id]);
  expect(await found({ role: ar })).toEqual([driver.id]);
});

test('account search finds letter forms and parts of phone numbers in any spelling, and takes wildcards literally', async () => {
  const number = newPhone();
  const one = (await save(admin, { name: 'أَحمد الإبراهيمى 100%_x', email: newEmail(), phone: number }))
    .results.id;
  for (const keywords of [
    'احمد',
    'الابراهيمي',
    '100%_',
    number,
    number.slice(4),
    `${number.slice(4, 8)} ${number.slice(8)}`,
  ])
    expect(await idsOf(admin, { keywords }), keywords).toContain(one);
  const national = number.slice(4);
  const arabic = national.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  expect(await idsOf(admin, { keywords: arabic })).toContain(one);
  expect(await idsOf(admin, { keywords: '%' })).toEqual([one]);
  expect(await idsOf(admin, { keywords: '_' })).toEqual([one]);
  expect(await idsOf(admin, { keywords: '\\' })).toEqual([]);
});

test('accounts are sorted and paged exactly in both directions, and a page past the end is empty', async () => {
  for (const sort_by of api.account.list.sorts) {
    const up = await idsOf(admin, { sort_by, sort_as: 'asc' });
    expect(new Set(up).size).toBe(up.length);
    expect((await list(admin, { sort_by, sort_as: 'desc' })).status).toBe(200);
  }
  const first = await list(admin, { limit: 10 });
  const second = await list(admin, { limit: 10, page: 2 });
  expect(first.results[0]?.id).toBeGreaterThan(second.results[0]?.id ?? 0);
  const beyond = await list(admin, { limit: 10, page: 5000 });
  expect(beyond).toMatchObject({ results: [], meta: { total: first.meta.total, current_page: 5000 } });
});

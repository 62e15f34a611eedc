import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { makeTill } from '../../../../test/tills.ts';

const PASSWORD = 'Aa1!aaaa';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const update = (who: Person, input: object) => app.call(api.auth.updateProfile, input, { token: who.token });
const setPin = (who: Person, pin: string | null) => update(who, { pin, current_password: PASSWORD });
const staff = (branch_id: number, permissions: string[]) =>
  makePerson(app, { permissions, branch_id, password: PASSWORD });

/** An open drawer of a seller, and a manager of the branch with a PIN. */
async function shop(pin: string) {
  const till = await makeTill(app);
  const seller = await staff(till.branch_id, ['seller']);
  const manager = await staff(till.branch_id, ['sessions']);
  expect((await setPin(manager, pin)).results).toMatchObject({ has_pin: true });
  const { results } = await app.call(
    api.posSession.open,
    { device_id: till.device_id, start_amount: 100 },
    { token: seller.token },
  );
  const drop = (approval?: object, who = seller) =>
    app.call(
      api.posSession.move,
      { session_id: results.id, kind: 'drop', amount: 1, ...(approval ? { approval } : {}) },
      { token: who.token },
    );
  return { ...till, seller, manager, session_id: results.id, drop };
}

test("a seller moves cash with a manager's PIN, and the record says who approved it", async () => {
  const { manager, seller, session_id, drop } = await shop('481516');
  expect((await drop()).failure.code).toBe('approval.needed');
  expect((await drop({ account_id: manager.id, pin: '481517' })).failure.code).toBe('auth.failed');
  const { results } = await drop({ account_id: manager.id, pin: '٤٨١٥١٦' });
  expect(results).toMatchObject({ approved_by: manager.id });
  const rows = await app.call(api.posSession.rows, { session_id, term: 'drop' }, { token: seller.token });
  expect(rows.results).toMatchObject([{ approver_name: expect.any(String), amount: 1 }]);
  expect((await drop({ account_id: manager.id, password: PASSWORD })).status).toBe(200);
});

test('an approval by another seller or by staff of another branch is refused', async () => {
  const { branch_id, drop } = await shop('600001');
  const other = await staff(branch_id, ['seller']);
  await setPin(other, '600002');
  expect((await drop({ account_id: other.id, pin: '600002' })).status).toBe(403);
  const far = await staff((await makeTill(app)).branch_id, ['sessions']);
  await setPin(far, '600003');
  expect((await drop({ account_id: far.id, pin: '600003' })).status).toBe(403);
});

test('a PIN has 4 to 8 digits, needs the password, is unique in a branch, and can be removed', async () => {
  const { branch_id, manager } = await shop('700001');
  const other = await staff(branch_id, ['seller']);
  for (const pin of ['123', '123456789', '12a4', '12 34'])
    expect(Object.keys((await setPin(other, pin)).failure.errors), pin).toEqual(['pin']);
  expect(Object.keys((await update(other, { pin: '1234' })).failure.errors)).toEqual(['current_password']);
  const wrong = await update(other, { pin: '1234', current_password: 'wrong' });
  expect(wrong.failure.code).toBe('auth.password_wrong');
  expect((await setPin(other, '700001')).failure.code).toBe('pin.taken');
  const far = await staff((await makeTill(app)).branch_id, ['seller']);
  expect((await setPin(far, '700001')).status).toBe(200);
  expect((await setPin(manager, null)).results).toMatchObject({ has_pin: false });
  expect((await setPin(other, '700001')).results).toMatchObject({ has_pin: true });
  const customer = await makePerson(app, { password: PASSWORD });
  expect(Object.keys((await setPin(customer, '5555')).failure.errors)).toEqual(['pin']);
});

test('five wrong PINs of an account at one till or ten at all tills lock the PIN, and the password is needed', async () => {
  const one = await shop('800001');
  const { manager } = one;
  const wrong = { account_id: manager.id, pin: '0000' };
  const codes = [];
  for (let at = 0; at < 6; at += 1) codes.push((await one.drop(wrong)).failure.code);
  expect(codes).toEqual([...Array.from({ length: 5 }, () => 'auth.failed'), 'approval.locked']);
  const right = { account_id: manager.id, pin: '800001' };
  expect((await one.drop(right)).failure.code).toBe('approval.locked');
  // the same account at a second till
  const { prisma } = app.services.database;
  const [next] = await prisma.$queryRaw<{ id: number }[]>`SELECT nextval('device_id')::int AS id`;
  const device = await prisma.pos_device.create({
    data: { id: next?.id ?? 0, branch_id: one.branch_id, name: 'Second' },
  });
  const clerk = await staff(one.branch_id, ['seller']);
  const { id } = await prisma.pos_session.create({
    data: { branch_id: one.branch_id, device_id: device.id, start_amount: 100, opened_by: clerk.id },
  });
  const there = (approval: object) =>
    app.call(
      api.posSession.move,
      { session_id: id, kind: 'drop', amount: 1, approval },
      { token: clerk.token },
    );
  const more = await Promise.all(Array.from({ length: 12 }, () => there(wrong)));
  expect(more.filter(({ failure }) => failure.code === 'auth.failed')).toHaveLength(5);
  expect((await there(right)).failure.code).toBe('approval.locked');
  expect((await there({ account_id: manager.id, password: PASSWORD })).status).toBe(200);
});

test('a PIN does not sign in and is never answered or logged', async () => {
  const pin = '90817263';
  const { manager, drop } = await shop(pin);
  await drop({ account_id: manager.id, pin });
  const signIn = await app.call(api.auth.signIn, { email: manager.email, password: pin });
  expect(signIn.status).toBe(422);
  const { prisma } = app.services.database;
  const log = await prisma.audit_log.findMany({ where: { record_id: String(manager.id) } });
  const events = await prisma.event.findMany();
  const keys = await prisma.idempotency_key.findMany();
  const stored = await prisma.account_pin.findUniqueOrThrow({ where: { account_id: manager.id } });
  const read = [
    log,
    events,
    keys,
    (await app.call(api.auth.profile, {}, { token: manager.token })).text,
    (await app.call(api.account.list, { id: manager.id }, { token: admin.token })).text,
    (await app.call(api.audit.list, { limit: 100 }, { token: admin.token })).text,
  ].map((one) => JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  for (const text of read)
    for (const secret of [pin, stored.hash, stored.fingerprint]) expect(text).not.toContain(secret);
  expect(JSON.stringify(stored)).not.toContain(pin);
});

test('staff are found by name when their phone and e-mail are hidden, but not by parts of these', async () => {
  const { branch_id, seller } = await shop('712345');
  const phone = `+9743312${String(Math.floor(Math.random() * 9000) + 1000)}`;
  const keeper = await makePerson(app, {
    name: 'Keepername',
    permissions: ['sessions', 'products', 'reciepts'],
    branch_id,
    phone,
  });
  const other = await makeTill(app);
  const { prisma } = app.services.database;
  const by = { account_id: keeper.id, branch_id };
  await prisma.stock_count.create({ data: by });
  await prisma.stock_transfer.create({
    data: { from_branch_id: branch_id, to_branch_id: other.branch_id, account_id: keeper.id },
  });
  const clerk = await staff(branch_id, ['products', 'reciepts', 'branchs']);
  const lists = [
    [
      'approvers',
      (keywords: string) => app.call(api.posSession.approvers, { keywords }, { token: seller.token }),
    ],
    ['counts', (keywords: string) => app.call(api.stockCount.list, { keywords }, { token: clerk.token })],
    ['transfers', (keywords: string) => app.call(api.transfer.list, { keywords }, { token: clerk.token })],
  ] as const;
  for (const [name, find] of lists) {
    const named = await find('Keepername');
    expect(named.status, `${name} ${named.text}`).toBe(200);
    expect(named.results, name).toHaveLength(1);
    for (const part of [phone.slice(0, -1), phone.slice(4, 9), keeper.email?.slice(0, 12) ?? 'none'])
      expect((await find(part)).results, `${name} ${part}`).toHaveLength(0);
  }
});

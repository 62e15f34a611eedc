import { randomUUID } from 'node:crypto';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { type Fleet, type Process, startFleet } from './processes.ts';
import { crowd, sized, tally } from './size.ts';
import { expectSound } from './soundness.ts';

const REPEATS = 20;
const DAY = 86_400_000;

let fleet: Fleet;
let admin: Person;
let other: Person;

beforeAll(async () => {
  fleet = await startFleet();
  admin = await makeAdmin(fleet.hand);
  other = await makeAdmin(fleet.hand);
});
afterAll(() => fleet.stop());

const newBranch = () => ({ names: { en: `Once ${unique()}` } });

const create = (at: Process, key: string, body: object, person = admin) =>
  at.call(api.branch.create, body, { token: person.token, headers: { 'idempotency-key': key } });

const made = async (name: string): Promise<number> => {
  const { rows } = await fleet.hand.services.database.pool.query<{ count: string }>(
    `SELECT count(*) FROM branch WHERE names->>'en' = $1`,
    [name],
  );
  return Number(rows[0]?.count);
};

it('P3 one key sent 20 times at once to two processes creates one record with one answer', async () => {
  for (let round = 0; round < sized(3, 20); round += 1) {
    const key = randomUUID();
    const body = newBranch();
    const replies = await Promise.all(
      Array.from({ length: REPEATS }, (_, at) => create(at % 2 ? fleet.one : fleet.two, key, body)),
    );
    const { 200: done = 0, 409: waiting = 0, ...others } = tally(replies.map(({ status }) => status));
    expect(others).toEqual({});
    expect(done).toBeGreaterThanOrEqual(1);
    expect(done + waiting).toBe(REPEATS);
    for (const { status, results } of replies)
      if (status === 409) expect(results.code).toBe('idempotency.in_progress');
    const again = await Promise.all(fleet.all.map((process) => create(process, key, body)));
    const texts = [...replies.filter(({ status }) => status === 200), ...again].map(({ text }) => text);
    expect(new Set(texts).size).toBe(1);
    expect(await made(body.names.en)).toBe(1);
  }
});

it('P3 a repeated key with another body is refused and changes nothing', async () => {
  const key = randomUUID();
  const first = await create(fleet.one, key, newBranch());
  expect(first.status).toBe(200);
  const body = newBranch();
  const second = await create(fleet.two, key, body);
  expect(second.status).toBe(422);
  expect(second.results.code).toBe('idempotency.mismatch');
  expect(await made(body.names.en)).toBe(0);
});

it('P3 the same key of another account is independent', async () => {
  const key = randomUUID();
  const body = newBranch();
  const mine = await create(fleet.one, key, body);
  const theirs = await create(fleet.two, key, body, other);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.results.id).not.toBe(mine.results.id);
  expect(await made(body.names.en)).toBe(2);
});

it('P3 the same key on another path is independent', async () => {
  const key = randomUUID();
  expect((await create(fleet.one, key, newBranch())).status).toBe(200);
  const view = { noun: 'branch', name: `View ${unique()}`, query: 'status=1' };
  const reply = await fleet.two.call(api.view.save, view, {
    token: admin.token,
    headers: { 'idempotency-key': key },
  });
  expect(reply.status).toBe(200);
});

it('P3 a refusal frees its key, and a success keeps it for 24 hours', async () => {
  const key = randomUUID();
  expect((await create(fleet.one, key, { names: { en: '' } })).status).toBe(422);
  const body = newBranch();
  const first = await create(fleet.two, key, body);
  expect(first.status).toBe(200);
  const age = (ms: number) =>
    fleet.hand.services.database.prisma.idempotency_key.updateMany({
      where: { key },
      data: { created_at: new Date(Date.now() - ms) },
    });
  await age(DAY - 60_000);
  expect((await create(fleet.one, key, body)).text).toBe(first.text);
  await age(DAY + 60_000);
  const fresh = await create(fleet.one, key, body);
  expect(fresh.status).toBe(200);
  expect(fresh.results.id).not.toBe(first.results.id);
});

it('P3 a repeated answer passes the session and permission checks first', async () => {
  const person = await makeAdmin(fleet.hand);
  const key = randomUUID();
  const body = newBranch();
  expect((await create(fleet.one, key, body, person)).status).toBe(200);
  const { prisma } = fleet.hand.services.database;
  await prisma.role.update({ where: { id: person.role_id ?? 0 }, data: { permissions: ['banners'] } });
  expect((await create(fleet.two, key, body, person)).status).toBe(403);
  await prisma.session.updateMany({ where: { account_id: person.id }, data: { revoked_at: new Date() } });
  expect((await create(fleet.one, key, body, person)).status).toBe(401);
});

it('P3 an answer with a password, code or token is never stored', async () => {
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const ask = () => fleet.one.call(api.system.ticket, {}, { token: admin.token, headers });
  const [first, second] = [await ask(), await ask()];
  expect(first.results.token).not.toBe(second.results.token);
  const body = { name: 'Kept', email: `kept${unique()}@example.test`, generate_password: true };
  const saved = await fleet.one.call(api.account.save, body, { token: admin.token, headers });
  expect(saved.status).toBe(200);
  const kept = await fleet.hand.services.database.prisma.idempotency_key.findMany({ where: { key } });
  // the account is remembered so that a repeat makes no second one; its password is not
  expect(kept.map(({ path }) => path)).toEqual([api.account.save.path]);
  expect(saved.results.generated_password).toEqual(expect.any(String));
  expect(JSON.stringify(kept)).not.toContain(String(saved.results.generated_password));
  const repeated = await fleet.two.call(api.account.save, body, { token: admin.token, headers });
  expect(repeated.results).toMatchObject({ id: saved.results.id, password_shown: true });
  expect(repeated.text).not.toContain(String(saved.results.generated_password));
});

it.each(['', 'x'.repeat(256), 'with space', 'ключ'])(
  'P3 an invalid idempotency key is refused: %j',
  async (key) => {
    const encoded = Buffer.from(key, 'utf8').toString('latin1');
    const reply = await create(fleet.one, encoded, newBranch());
    expect(reply.status).toBe(422);
    expect(reply.results.code).toBe('idempotency.key_invalid');
  },
);

it('C6 a process killed before it answers has done the work once or not at all, and the key answers which', async () => {
  const victim = await fleet.add();
  const bodies = Array.from({ length: sized(20, 100) }, () => ({ key: randomUUID(), body: newBranch() }));
  const sent = bodies.map(({ key, body }) => create(victim, key, body).catch(() => null));
  await new Promise((wake) => setTimeout(wake, 25));
  await victim.kill('SIGKILL');
  const answered = await Promise.all(sent);
  const retried = await crowd(bodies.length, 20, async (at) => {
    const { key, body } = bodies[at] as (typeof bodies)[number];
    for (;;) {
      const reply = await create(fleet.one, key, body);
      if (reply.status !== 409 && reply.status !== 503) return reply;
    }
  });
  for (const [at, { body }] of bodies.entries()) {
    expect(retried[at]?.status).toBe(200);
    expect(await made(body.names.en)).toBe(1);
    const first = answered[at];
    if (first?.status === 200) expect(retried[at]?.text).toBe(first.text);
  }
  await expectSound(fleet.hand);
});

it('P3 P12 a repeated answer is refused to an account that lost its branch and for another branch', async () => {
  const { hand } = fleet;
  const [one, two, three] = [await makeBranch(hand), await makeBranch(hand), await makeBranch(hand)];
  const person = await makePerson(hand, { permissions: ['delivery'], manages: [one.id, two.id] });
  const key = randomUUID();
  const assign = (branch_id: number) =>
    hand.call(
      api.deliveryMethod.assign,
      { ids: [] },
      { token: person.token, headers: { 'idempotency-key': key, 'branch-id': String(branch_id) } },
    );
  expect((await assign(one.id)).status).toBe(200);
  expect((await assign(one.id)).status).toBe(200);
  expect(await assign(two.id)).toMatchObject({ status: 422, failure: { code: 'idempotency.mismatch' } });
  const { prisma } = hand.services.database;
  const lead = (branches: readonly number[]) =>
    prisma.account.update({
      where: { id: person.id },
      data: { manages: { deleteMany: {}, create: branches.map((branch_id) => ({ branch_id })) } },
    });
  // more than before is enough, less is not
  await lead([one.id, two.id, three.id]);
  expect((await assign(one.id)).status).toBe(200);
  await lead([one.id, three.id]);
  expect(await assign(one.id)).toMatchObject({ status: 403, failure: { code: 'branch.forbidden' } });
});

import { spawnSync } from 'node:child_process';
import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person, unique } from '../actors.ts';
import { type Fleet, startFleet } from './processes.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet({ DEMO: '0' });
});
afterAll(() => fleet.stop());

const db = () => fleet.hand.services.database;

/** Disables every administrator but these, as if they had left. */
async function only(...people: readonly Person[]): Promise<void> {
  await db().pool.query(
    `UPDATE account SET status = CASE WHEN id = ANY($1) THEN 1 ELSE 0 END, deleted_at = CASE WHEN id = ANY($1) THEN NULL ELSE deleted_at END
      WHERE role_id IN (SELECT id FROM role WHERE 'admin' = ANY(permissions))`,
    [people.map(({ id }) => id)],
  );
  await db().pool.query(
    `UPDATE session s SET revoked_at = now() FROM account a WHERE a.id = s.account_id AND a.status = 0 AND s.revoked_at IS NULL`,
  );
}

const admins = async (): Promise<number> => {
  const { rows } = await db().pool.query<{ count: string }>(
    `SELECT count(*) FROM account a JOIN role r ON r.id = a.role_id
      WHERE a.deleted_at IS NULL AND a.status = 1 AND r.deleted_at IS NULL AND r.status = 1 AND 'admin' = ANY(r.permissions)`,
  );
  return Number(rows[0]?.count);
};

it('P14 Z10 the last administrator cannot be deleted, disabled, demoted or stripped by account or role', async () => {
  const last = await makeAdmin(fleet.hand);
  await only(last);
  const plain = await makePerson(fleet.hand, { permissions: ['banners'] });
  const role = last.role_id ?? 0;
  const ways: readonly (readonly [object, object])[] = [
    [api.account.remove, { id: last.id }],
    [api.account.save, { id: last.id, status: 0 }],
    [api.account.save, { id: last.id, status: false }],
    [api.account.save, { id: last.id, role_id: null }],
    [api.account.save, { id: last.id, role_id: plain.role_id }],
    [api.account.save, { id: last.id, email: null, phone: null }],
    [api.role.save, { id: role, permissions: [] }],
    [api.role.save, { id: role, permissions: ['users'] }],
    [api.role.save, { id: role, status: 0 }],
    [api.role.save, { id: role, global: 0 }],
    [api.role.remove, { id: role }],
    [api.session.revoke, { account_id: 0 }],
  ];
  for (const [endpoint, input] of ways) {
    const { status, text } = await fleet.one.call(endpoint as Endpoint, input, { token: last.token });
    expect([403, 404, 409, 422], `${JSON.stringify(input)} ${text}`).toContain(status);
    expect(await admins()).toBe(1);
  }
  expect((await fleet.two.call(api.account.list, {}, { token: last.token })).status).toBe(200);
  await expectSound(fleet.hand);
});

it('P14 an administrator who was just disabled cannot delete the last active one', async () => {
  const [acting, target] = [await makeAdmin(fleet.hand), await makeAdmin(fleet.hand)];
  await only(acting, target);
  // the acting one is disabled in the middle of it, so that the other is the last
  await db().prisma.account.update({ where: { id: acting.id }, data: { status: 0 } });
  const { status } = await fleet.one.call(api.account.remove, { id: target.id }, { token: acting.token });
  expect(status).toBe(401);
  expect(await admins()).toBe(1);
});

type Move = (victim: Person) => readonly [object, object];

const moves: Readonly<Record<string, Move>> = {
  delete: ({ id }) => [api.account.remove, { id }],
  disable: ({ id }) => [api.account.save, { id, status: 0 }],
  demote: ({ id }) => [api.account.save, { id, role_id: null }],
  'strip the role of': ({ role_id }) => [api.role.save, { id: role_id, permissions: ['users'] }],
  'disable the role of': ({ role_id }) => [api.role.save, { id: role_id, status: 0 }],
};

it.each(Object.entries(moves))(
  'P14 of two administrators who %s each other at once one remains',
  async (_, move) => {
    for (let round = 0; round < sized(6, 20); round += 1) {
      const [a, b] = [await makeAdmin(fleet.hand), await makeAdmin(fleet.hand)];
      await only(a, b);
      const [x, y] = [move(a), move(b)];
      const replies = await Promise.all([
        fleet.one.call(y[0] as Endpoint, y[1], { token: a.token }),
        fleet.two.call(x[0] as Endpoint, x[1], { token: b.token }),
      ]);
      for (const { status, text } of replies) expect([200, 401, 403, 404, 409], text).toContain(status);
      expect(await admins()).toBeGreaterThanOrEqual(1);
    }
    await expectSound(fleet.hand);
  },
);

it('P14 concurrent changes by five administrators leave one', async () => {
  for (let round = 0; round < sized(4, 20); round += 1) {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => makeAdmin(fleet.hand)));
    await only(...people);
    const kinds = Object.values(moves);
    await Promise.all(
      people.flatMap((person, at) =>
        people
          .filter((other) => other !== person)
          .map((victim, index) => {
            const [endpoint, input] = kinds[(at + index) % kinds.length]?.(victim) ?? [
              api.account.remove,
              { id: victim.id },
            ];
            return fleet.all[(at + index) % 2]?.call(endpoint as Endpoint, input, { token: person.token });
          }),
      ),
    );
    expect(await admins()).toBeGreaterThanOrEqual(1);
  }
  await expectSound(fleet.hand);
});

it('Z15 no call creates an administrator where there is none', async () => {
  await only();
  expect(await admins()).toBe(0);
  const customer = await makePerson(fleet.hand);
  const role_id = (await db().prisma.role.findFirstOrThrow({ where: { permissions: { has: 'admin' } } })).id;
  const endpoints = Object.values(api).flatMap((group) => Object.values(group)) as Endpoint[];
  const body = {
    id: customer.id,
    name: 'First',
    email: `first${unique()}@example.test`,
    password: 'Correct!Horse9',
    role_id,
    permissions: ['admin'],
    restore_deleted: true,
    source: 'dashboard',
  };
  for (const endpoint of endpoints)
    for (const token of [undefined, customer.token]) {
      if (
        endpoint.kind === 'stream' ||
        endpoint.path === '/user/logout' ||
        endpoint.path === '/user/sessions/revoke'
      )
        continue;
      await fleet.one.call(endpoint, body, token ? { token } : {});
      const setup = endpoint.path.replace(/^\/admin/, '/setup');
      expect([404, 405]).toContain(
        (await fleet.one.post(setup === endpoint.path ? '/install' : setup, body)).status,
      );
    }
  expect(await admins()).toBe(0);
});

it('Z15 a first start creates one administrator and shows the password once, and two starts create no second one', async () => {
  const fresh = await startFleet({ DEMO: '0' });
  try {
    const { rows } = await fresh.hand.services.database.pool.query<{
      id: number;
      email: string;
      must_change_password: boolean;
    }>(
      `SELECT a.id, a.email, a.must_change_password FROM account a JOIN role r ON r.id = a.role_id WHERE 'admin' = ANY(r.permissions)`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.must_change_password).toBe(true);
    const said = fresh.all.map((process) => process.log()).join('\n');
    const words = new Set([...said.matchAll(/(?<=\s)[A-Za-z0-9!@#$%&*()]{16}(?=\s)/g)].map(([word]) => word));
    const tries = await Promise.all(
      [...words].slice(0, 8).map(async (password) => ({
        password,
        ...(await fresh.one.call(api.auth.signIn, { email: rows[0]?.email, password })),
      })),
    );
    const signed = tries.filter(({ status }) => status === 200);
    expect(signed).toHaveLength(1);
    const password = signed[0]?.password ?? '';
    expect(said.split(password)).toHaveLength(2);
    const token = String(signed[0]?.results.token);
    expect((await fresh.two.call(api.account.list, {}, { token })).results.code).toBe(
      'auth.password_must_change',
    );
  } finally {
    await fresh.stop();
  }
});

it('O7 the administrator seed is not reachable by any HTTP route', () => {
  const found = spawnSync('grep', ['-rln', 'createFirstAdmin', 'src'], {
    cwd: new URL('../..', import.meta.url).pathname,
    encoding: 'utf8',
  });
  for (const file of found.stdout.trim().split('\n')) expect(file).not.toMatch(/\/http\//);
});

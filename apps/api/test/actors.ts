import { randomUUID } from 'node:crypto';
import type { Services } from '../src/core/ctx.ts';
import type { TestApp } from './app.ts';

/** Someone signed in: their account, and the token their browser would hold. */
export type Person = {
  readonly id: number;
  readonly role_id: number | null;
  readonly token: string;
  readonly email: string;
};

let serial = 0;
/** A number no other record of this run has. */
export const unique = (): number => {
  serial += 1;
  return serial * 1000 + Math.floor(Math.random() * 1000);
};

type Wish = {
  readonly permissions?: readonly string[];
  readonly global?: 0 | 1;
  readonly branch_id?: number;
  readonly manages?: readonly number[];
  readonly password?: string;
  readonly status?: 0 | 1;
  readonly phone?: string;
  readonly name?: string;
};

/** A branch with a name of its own. */
export async function makeBranch(
  app: TestApp,
  name = `Branch ${unique()}`,
): Promise<{ id: number; name: string }> {
  const { prisma } = app.services.database;
  const row = await prisma.branch.create({ data: { names: { ar: `فرع ${name}`, en: name, de: name } } });
  return { id: row.id, name };
}

/** An account with a role of exactly these permissions (none: a customer), signed in. */
export async function makePerson(app: TestApp, wish: Wish = {}): Promise<Person> {
  const { prisma } = app.services.database;
  const number = unique();
  const role = wish.permissions?.length
    ? await prisma.role.create({
        data: {
          titles: { ar: `دور ${number}`, en: `Role ${number}`, de: `Rolle ${number}` },
          permissions: [...wish.permissions],
          global: wish.global ?? 0,
        },
      })
    : null;
  const email = `person${number}@example.test`;
  const row = await prisma.account.create({
    data: {
      name: wish.name ?? `Person ${number}`,
      email,
      email_verified_at: new Date(),
      phone: wish.phone ?? null,
      phone_verified_at: wish.phone ? new Date() : null,
      role_id: role?.id ?? null,
      branch_id: wish.branch_id ?? null,
      status: wish.status ?? 1,
      password_hash: wish.password ? await app.services.passwords.hash(wish.password) : null,
      manages: { create: (wish.manages ?? []).map((branch_id) => ({ branch_id })) },
    },
  });
  return { id: row.id, role_id: role?.id ?? null, email, token: await signIn(app.services, row.id) };
}

/** A living session of an account, without a password: for tests that are not about signing in. */
export async function signIn(services: Services, account_id: number): Promise<string> {
  const id = randomUUID();
  const now = services.now();
  const expires_at = new Date(now.getTime() + 7 * 86_400_000);
  await services.database.prisma.session.create({
    data: {
      id,
      account_id,
      permissions_hash: '',
      ip: '127.0.0.1',
      user_agent: 'test',
      created_at: now,
      last_seen_at: now,
      expires_at,
    },
  });
  return services.tokens.sign({ sub: String(account_id), sid: id }, expires_at);
}

/** An administrator, signed in. */
export const makeAdmin = (app: TestApp): Promise<Person> =>
  makePerson(app, { permissions: ['admin'], global: 1 });

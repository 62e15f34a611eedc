import { randomInt } from 'node:crypto';
import { generatePassword } from '@dukkan/commerce';
import { sql } from 'kysely';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement } from '../../../core/db/tables.ts';
import { type SeededRole, seedRoles } from '../role/seed-roles.ts';

/** The password shown on the sign-in page of a demo; outside of a demo it is refused. */
export const DEMO_PASSWORD = 'Dukkan!2026';

type Demo = {
  readonly email: string;
  readonly name: string;
  readonly role: SeededRole;
  readonly atBranch: boolean;
};

/** One account per seeded role. */
export const DEMO_ACCOUNTS: readonly Demo[] = [
  { email: 'admin@demo.test', name: 'Amal Al-Mansouri', role: 'admin', atBranch: false },
  { email: 'manager@demo.test', name: 'Khalid Al-Sayed', role: 'branch_manager', atBranch: true },
  { email: 'cashier@demo.test', name: 'Maryam Haddad', role: 'cashier', atBranch: true },
  { email: 'driver@demo.test', name: 'Yusuf Rahman', role: 'driver', atBranch: true },
  { email: 'accountant@demo.test', name: 'Layla Nasser', role: 'accountant', atBranch: false },
  { email: 'editor@demo.test', name: 'Omar Farouk', role: 'catalogue_editor', atBranch: false },
];

const FIRST_ADMIN = 'admin@dukkan.local';

type Person = {
  readonly name: string;
  readonly email: string;
  readonly role_id: number;
  readonly branch_id: number | null;
  readonly password_hash: string;
  readonly must_change_password: boolean;
};

/** @returns the id of the new account, or of the existing account with this e-mail */
async function seedAccount(ctx: Ctx, person: Person): Promise<number> {
  const existing = await ctx.db.account.findFirst({ where: { email: person.email, deleted_at: null } });
  if (existing) return existing.id;
  const at = { email_verified_at: ctx.now, created_at: ctx.now, updated_at: ctx.now };
  const { id } = await ctx.db.account.create({ data: { ...person, ...at } });
  const { branch_id } = person;
  await recordAudit(ctx, {
    noun: 'account',
    id,
    action: 'create',
    before: null,
    after: person,
    version: 1,
    branch_id,
  });
  return id;
}

/** Creates the demo accounts, one per seeded role; manager, cashier and driver belong to the first branch. */
export async function seedDemoAccounts(ctx: Ctx, branchIds: readonly number[]): Promise<void> {
  const [first = null] = branchIds;
  // one hash for all accounts: the password is public, and hashing each would delay the first start by seconds
  const password_hash = await ctx.services.passwords.hash(DEMO_PASSWORD);
  const roles = await seedRoles(ctx);
  await ctx.tx(async (ctx) => {
    for (const { email, name, role, atBranch } of DEMO_ACCOUNTS) {
      const role_id = roles.get(role);
      if (role_id === undefined) continue;
      const branch_id = atBranch ? first : null;
      const id = await seedAccount(ctx, {
        email,
        name,
        role_id,
        branch_id,
        password_hash,
        must_change_password: false,
      });
      if (role !== 'branch_manager' || first === null) continue;
      const manager = { branch_id: first, account_id: id };
      await ctx.db.branch_manager.upsert({
        where: { branch_id_account_id: manager },
        create: manager,
        update: {},
      });
    }
  });
}

/**
 * Ends the sessions of demo accounts in a shop that is no longer a demo. @returns the ids of accounts that still have
 * the public demo password, so that nobody can sign in with it
 */
async function closeDemo(ctx: Ctx): Promise<number[]> {
  const demoAccounts = await ctx.db.account.findMany({
    where: { email: { in: DEMO_ACCOUNTS.map(({ email }) => email) }, deleted_at: null },
    select: { id: true, password_hash: true },
  });
  const seenEmails = new Set<string | null>();
  for (const hash of new Set(demoAccounts.map(({ password_hash }) => password_hash)))
    if (await ctx.services.passwords.matches(DEMO_PASSWORD, hash)) seenEmails.add(hash);
  const ids = demoAccounts.filter(({ password_hash }) => seenEmails.has(password_hash)).map(({ id }) => id);
  await ctx.db.session.updateMany({
    where: { account_id: { in: ids }, revoked_at: null },
    data: { revoked_at: ctx.now },
  });
  return ids;
}

/**
 * Creates the first administrator of a shop that is not a demo, with a random password that is returned once and must
 * be changed at the first sign-in. Null when an administrator exists who can sign in; demo accounts do
 * not count. Called only when the server starts.
 */
export async function createFirstAdmin(ctx: Ctx): Promise<{ email: string; password: string } | null> {
  const closed = await closeDemo(ctx);
  const others = { id: { notIn: closed }, deleted_at: null, role: { permissions: { has: 'admin' } } };
  if (await ctx.db.account.findFirst({ where: others, select: { id: true } })) return null;
  const password = generatePassword(randomInt);
  const password_hash = await ctx.services.passwords.hash(password);
  const roles = await seedRoles(ctx);
  return ctx.tx(async (ctx) => {
    // several processes may start at the same time
    await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtext('last_admin'))`);
    const otherAccount = await ctx.db.account.findFirst({ where: others, select: { id: true } });
    const role_id = roles.get('admin');
    if (otherAccount || role_id === undefined) return null;
    await seedAccount(ctx, {
      name: 'Administrator',
      email: FIRST_ADMIN,
      role_id,
      branch_id: null,
      password_hash,
      must_change_password: true,
    });
    return { email: FIRST_ADMIN, password };
  });
}

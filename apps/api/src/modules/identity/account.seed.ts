import { randomInt } from 'node:crypto';
import { generatePassword } from '@dukkan/commerce';
import { audit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { type SeededRole, seedRoles } from './role.seed.ts';

/** In demo mode only: shown on the sign-in page, so it guards nothing. */
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

/** @returns the account's id; the one there is where the e-mail is taken */
async function enter(ctx: Ctx, person: Person): Promise<number> {
  const found = await ctx.db.account.findFirst({ where: { email: person.email, deleted_at: null } });
  if (found) return found.id;
  const at = { email_verified_at: ctx.now, created_at: ctx.now, updated_at: ctx.now };
  const { id } = await ctx.db.account.create({ data: { ...person, ...at } });
  const { branch_id } = person;
  await audit(ctx, {
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

/** The demo accounts, one per seeded role; manager, cashier and driver belong to the first of the branches. */
export async function seedDemoAccounts(ctx: Ctx, branchIds: readonly number[]): Promise<void> {
  const [first = null] = branchIds;
  // one hash for all: everyone may know this password, and a first start should not take seconds
  const password_hash = await ctx.services.passwords.hash(DEMO_PASSWORD);
  const roles = await seedRoles(ctx);
  await ctx.tx(async (ctx) => {
    for (const { email, name, role, atBranch } of DEMO_ACCOUNTS) {
      const role_id = roles.get(role);
      if (role_id === undefined) continue;
      const branch_id = atBranch ? first : null;
      const id = await enter(ctx, {
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
 * The first administrator of a shop without demo: a random password, answered once, to be changed at the first
 * sign-in (promises Z15). Null where there is an administrator already. Only the start of the server calls this.
 */
export async function createFirstAdmin(ctx: Ctx): Promise<{ email: string; password: string } | null> {
  const password = generatePassword(randomInt);
  const password_hash = await ctx.services.passwords.hash(password);
  const roles = await seedRoles(ctx);
  return ctx.tx(async (ctx) => {
    // several processes may start at once
    await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('last_admin'))`;
    const found = await ctx.db.account.findFirst({
      where: { deleted_at: null, role: { permissions: { has: 'admin' } } },
      select: { id: true },
    });
    const role_id = roles.get('admin');
    if (found || role_id === undefined) return null;
    await enter(ctx, {
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

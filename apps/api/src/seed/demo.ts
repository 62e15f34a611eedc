import { DAY_MS } from '@dukkan/commerce';
import { api, fail } from '@dukkan/contract';
import {
  BRANCHES,
  BUSINESS,
  CUSTOMERS,
  MESSAGES,
  STAFF,
  type StaffRole,
} from '../../../../prisma/seed/demo-business.ts';
import { recordAudit } from '../core/audit.ts';
import type { Ctx } from '../core/ctx.ts';
import { fetchRow, tables } from '../core/db/tables.ts';
import { createBranch } from '../modules/branch/index.ts';
import { DEMO_ACCOUNTS, seedDemoAccounts, seedRoles } from '../modules/identity/index.ts';
import { readSettings, storeDemoBusiness, storeDemoProgress } from '../modules/setting/index.ts';
import { getCategoryKeys, seedCatalogue } from './demo-catalogue.ts';
import { loadDemoBusiness } from './demo-facts.ts';
import { seedMethods } from './demo-methods.ts';
import { seedAddresses, seedDeliveryRatesAndZones } from './demo-places.ts';
import { seedPrices } from './demo-prices.ts';
import { seedDemoPurchases } from './demo-purchasing.ts';
import { buildRecentSteps } from './demo-recent.ts';
import { buildStepKey, type DemoStep, runStepOnce, tryLockTransaction } from './demo-steps.ts';

const HOUR_MS = 3_600_000;

/** Returns the district with its town, municipality and country, by the district's English name. */
async function loadDistrict(ctx: Ctx, name: string) {
  const area = await ctx.db.location.findFirst({
    where: { type: 0, names: { path: ['en'], equals: name } },
    select: { id: true, parent: { select: { id: true, parent: { select: { id: true, parent_id: true } } } } },
  });
  return {
    area_id: area?.id ?? null,
    city_id: area?.parent?.id ?? null,
    state_id: area?.parent?.parent?.id ?? null,
    country_id: area?.parent?.parent?.parent_id ?? null,
  };
}

/** Creates the branches through their use-case. @returns ids, with the ids of their tills */
async function putBranches(ctx: Ctx): Promise<{ id: number; tills: number[] }[]> {
  const createdBranches: { id: number; tills: number[] }[] = [];
  for (const branch of BRANCHES) {
    const input = api.branch.create.input.parse({
      no: branch.no,
      names: branch.names,
      addresses: branch.addresses,
      phones: [branch.phone],
      warehouse: branch.warehouse,
      pos: branch.tills,
      printers: branch.warehouse === 1 ? [] : [{ name: 'Receipts', host: '192.168.10.20' }],
      settings: { coordinates: branch.at, fullfillment: branch.warehouse === 1 ? 0 : 1, type: 'delivery' },
      ...(await loadDistrict(ctx, branch.area)),
    });
    const { id, pos } = await createBranch(ctx, input);
    createdBranches.push({ id, tills: pos.map((till) => till.id) });
  }
  return createdBranches;
}

/** Returns a number that looks random but is the same on every machine. */
const scatterNumber = (index: number, span: number): number => (index * 7_919 + 104_729) % span;

const createDemoPhone = (index: number): string =>
  `+9745000${String(1_000 + scatterNumber(index, 9_000)).padStart(4, '0')}`;

/** Creates the other staff accounts, which also sign in with the demo password. */
async function putStaff(
  ctx: Ctx,
  branches: readonly { id: number; tills: number[] }[],
  password_hash: string | null,
) {
  const roles = await seedRoles(ctx);
  const rows = STAFF.map(([name, mail, role, place], index) => {
    const branch = place === null ? undefined : branches[place];
    const created_at = new Date(ctx.now.getTime() - (40 + scatterNumber(index, 360)) * DAY_MS);
    return {
      name,
      email: `${mail}@dana.example`,
      email_verified_at: created_at,
      phone: createDemoPhone(index),
      phone_verified_at: created_at,
      password_hash,
      role_id: roles.get(role satisfies StaffRole) ?? null,
      branch_id: branch?.id ?? null,
      pos: role === 'cashier' ? (branch?.tills ?? []) : [],
      // some have left and are disabled
      status: index % 17 === 16 ? 0 : 1,
      last_seen_at:
        index % 6 === 5 ? null : new Date(ctx.now.getTime() - (1 + scatterNumber(index, 200)) * HOUR_MS),
      created_at,
      updated_at: created_at,
    };
  });
  const createdAccounts = await ctx.db.account.createManyAndReturn({
    data: rows,
    select: { id: true, email: true },
  });
  const managers = STAFF.flatMap(([, mail, role, place]) => {
    const branch = role === 'branch_manager' && place !== null ? branches[place] : undefined;
    const account = createdAccounts.find(({ email }) => email === `${mail}@dana.example`);
    return branch && account ? [{ branch_id: branch.id, account_id: account.id }] : [];
  });
  await ctx.db.branch_manager.createMany({ data: managers });
  return createdAccounts.length;
}

async function putCustomers(ctx: Ctx): Promise<number> {
  const rows = CUSTOMERS.map((name, index) => {
    const created_at = new Date(ctx.now.getTime() - scatterNumber(index, 400) * DAY_MS);
    // most sign up with a phone number, some also with an e-mail address
    const email = index % 3 === 0 ? `customer${index + 1}@mail.example` : null;
    return {
      name,
      email,
      email_verified_at: email ? created_at : null,
      phone: createDemoPhone(STAFF.length + index),
      phone_verified_at: created_at,
      status: index % 29 === 28 ? 0 : 1,
      last_seen_at: index % 4 === 0 ? new Date(ctx.now.getTime() - scatterNumber(index, 60) * DAY_MS) : null,
      created_at,
      updated_at: created_at,
    };
  });
  return (await ctx.db.account.createMany({ data: rows })).count;
}

/** Creates recent messages of visitors. */
async function putMessages(ctx: Ctx, branches: readonly { id: number }[]): Promise<void> {
  const rows = MESSAGES.map(({ branch, hours, isRead, ...message }) => ({
    ...message,
    branch_id: branch === null ? null : (branches[branch]?.id ?? null),
    created_at: new Date(ctx.now.getTime() - hours * HOUR_MS),
    read_at: isRead ? new Date(ctx.now.getTime() - HOUR_MS) : null,
  }));
  await ctx.db.contact_message.createMany({ data: rows });
}

const WAIT_MS = 200;
const WAITS_MAX = 300;

/** Runs in one transaction under a lock; other processes that start at the same time wait. */
async function withStartLock(ctx: Ctx, run: (ctx: Ctx) => Promise<void>): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    const isDone = await ctx.tx(async (ctx) => {
      if (!(await tryLockTransaction(ctx, 'seed demo')))
        return waits < WAITS_MAX ? false : fail('service.busy', { seconds: 1 });
      await run(ctx);
      return true;
    });
    if (isDone) return;
    await new Promise((wake) => setTimeout(wake, WAIT_MS));
  }
}

/**
 * Creates the purchases of the demo business once; a separate transaction, so that each one has enough time on slow
 * machines.
 */
async function seedPurchases(ctx: Ctx): Promise<void> {
  if (await ctx.db.supplier.findFirst({ select: { id: true } })) return;
  const branches = await ctx.db.branch.findMany({
    where: { deleted_at: null },
    select: { id: true, warehouse: true },
    orderBy: { id: 'asc' },
  });
  await seedDemoPurchases(
    ctx,
    branches.map(({ id, warehouse }) => ({ id, isWarehouse: warehouse === 1 })),
    getCategoryKeys(),
  );
}

/** Creates the demo business once and completely: an interrupted start leaves nothing behind (issue 2). */
export async function seedDemo(ctx: Ctx): Promise<void> {
  await withStartLock(ctx, async (ctx) => {
    if ((await readSettings(ctx)).settings.demo_seeded_at !== null) return;
    const branches = await putBranches(ctx);
    await seedDeliveryRatesAndZones(ctx, branches);
    await seedMethods(ctx);
    await seedDemoAccounts(
      ctx,
      branches.map(({ id }) => id),
    );
    const [admin] = DEMO_ACCOUNTS;
    const existing = await ctx.db.account.findFirst({
      where: { email: admin?.email ?? '', deleted_at: null },
      select: { password_hash: true },
    });
    const staff = await putStaff(ctx, branches, existing?.password_hash ?? null);
    const customers = await putCustomers(ctx);
    await putMessages(ctx, branches);
    await seedCatalogue(ctx, branches);
    await recordAudit(ctx, {
      noun: 'account',
      id: 'seed',
      action: 'seed',
      before: null,
      after: { staff, customers },
    });
    await storeDemoBusiness(ctx, BUSINESS);
  });
  await withStartLock(ctx, seedAddresses);
  await withStartLock(ctx, seedPurchases);
  await withStartLock(ctx, seedPrices);
  if (ctx.services.env.DEMO_HISTORY) await seedOrders(ctx);
}

/** Runs a step, waiting for another process's step first. @throws service.busy after a minute */
async function takeStepInTurn(ctx: Ctx, step: DemoStep): Promise<void> {
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    if ((await runStepOnce(ctx.services, step, false)) !== 'busy') return;
    await new Promise((wake) => setTimeout(wake, WAIT_MS));
  }
  fail('service.busy', { seconds: 1 });
}

/** Reserves the order numbers up to `last` for the demo orders, so that new orders come after them. */
async function reserveNumbers(ctx: Ctx, last: number): Promise<void> {
  const { _max } = await ctx.db.order.aggregate({ _max: { id: true } });
  const value = Math.max(last, _max.id ?? 1);
  await fetchRow(
    ctx,
    tables.selectNoFrom(({ fn, val }) => fn<number>('setval', [val('order_id_seq'), val(value)]).as('last')),
  );
}

/** Creates the orders of the recent days step by step; an interrupted start continues with the next step. */
async function seedOrders(ctx: Ctx): Promise<void> {
  await withStartLock(ctx, async (ctx) => {
    if ((await readSettings(ctx)).settings.demo_orders_at !== null) return;
    await storeDemoProgress(ctx, { demo_orders_at: ctx.now.toISOString() });
  });
  const { demo_orders_at, demo_step } = (await readSettings(ctx)).settings;
  // the history has already begun or is complete
  if (demo_step !== null && demo_step >= buildStepKey('b', '', 0)) return;
  const business = await loadDemoBusiness(ctx);
  if (demo_orders_at === null || !business) return;
  const { steps, lastNumber } = await buildRecentSteps(ctx.services, business, new Date(demo_orders_at));
  const last = steps.at(-1)?.key ?? '';
  if (demo_step !== null && demo_step >= last) return;
  await reserveNumbers(ctx, lastNumber);
  for (const step of steps) await takeStepInTurn(ctx, step);
  // the next start then sees that these days are complete without planning them again
  const end = { key: buildStepKey('b', '', 0), take: async () => undefined };
  await takeStepInTurn(ctx, end);
}

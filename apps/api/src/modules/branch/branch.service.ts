import { isTimezone } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db/database.ts';
import { lockRow } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { storePicture } from '../../core/file/pictures.ts';
import { omitUndefined } from '../../core/list/localized-columns.ts';
import type { RecordVersion } from '../../core/record/define-record.ts';
import { readSettings, requireBusinessPhone } from '../setting/index.ts';
import { checkBranchLocations, checkBranchManagers, checkFiscalSigning } from './branch.rules.ts';
import {
  auditView,
  type BranchRecord,
  type StoredBranchSettings,
  showSelect,
  showView,
  toPosDevices,
} from './branch.view.ts';
import { checkBranchCanBeDisabled, checkBranchDeletable } from './check-branch-holdings.ts';

import { saveDevices, savePrinters } from './equipment.ts';

type Create = z.output<typeof api.branch.create.input>;
type Update = z.output<typeof api.branch.update.input>;
type Fields = Omit<Update, 'id'>;

/** Longest edge of a branch's logo in pixels. */
const LOGO_SIZE = 512;

/** Returns an existing branch in the caller's scope. @throws record.missing, also for other branches */
async function requireBranch(ctx: Ctx, id: number): Promise<BranchRecord> {
  const scope = ctx.scope === 'all' ? {} : { id: { in: [...ctx.scope] } };
  return requireFound(
    await ctx.db.branch.findFirst({ where: { AND: [{ id, deleted_at: null }, scope] }, select: showSelect }),
  );
}

/** Locks and returns an existing branch in the caller's scope. @throws record.missing */
async function lockBranch(ctx: Ctx, id: number): Promise<BranchRecord> {
  await lockRow(ctx, 'branch', id);
  return requireBranch(ctx, id);
}

/** Returns a branch. */
export async function show(ctx: Ctx, { id }: { id: number }) {
  return showView(ctx, await requireBranch(ctx, id));
}

function mergeSettings(
  stored: StoredBranchSettings,
  input: NonNullable<Fields['settings']>,
): StoredBranchSettings {
  if (input.timezone && !isTimezone(input.timezone)) failField('settings.timezone', 'invalid');
  return { ...stored, ...omitUndefined(input) } as StoredBranchSettings;
}

/** Returns the columns to write: absent fields keep their value, null clears them. */
async function toColumns(ctx: Ctx, before: BranchRecord | null, input: Fields) {
  const { country, Currency: currency } = (await readSettings(ctx)).settings;
  const at = (field: 'country_id' | 'state_id' | 'city_id' | 'area_id') =>
    input[field] === undefined ? (before?.[field] ?? null) : input[field];
  const places = {
    country_id: at('country_id'),
    state_id: at('state_id'),
    city_id: at('city_id'),
    area_id: at('area_id'),
  };
  await checkBranchLocations(ctx, before, places);
  const stored = (before?.settings ?? {}) as StoredBranchSettings;
  const fiscal = input.settings?.fiscal ?? stored.fiscal;
  if (fiscal === 'soft') await checkFiscalSigning(ctx, places.country_id, currency);
  const logo = input.logo_base64
    ? await storePicture(ctx, input.logo_base64, { size: LOGO_SIZE, field: 'logo_base64' })
    : input.logo_base64;
  return omitUndefined({
    ...places,
    logo,
    names: input.names,
    addresses: input.addresses === null ? {} : input.addresses,
    no: input.no,
    warehouse: input.warehouse,
    status: input.status,
    phones: input.phones && [
      ...new Set(input.phones.map((phone) => requireBusinessPhone(phone, country, 'phones'))),
    ],
    settings: input.settings && (mergeSettings(stored, input.settings) as Prisma.InputJsonObject),
  });
}

/** Saves the tills and printers of the branch's form; absent lists do not change. */
async function saveEquipment(ctx: Ctx, id: number, before: BranchRecord | null, input: Fields) {
  if (input.printers) await savePrinters(ctx, id, before?.printers ?? [], input.printers);
  if (input.pos) await saveDevices(ctx, id, before ? toPosDevices(before) : [], input.pos);
}

/** Sets the managers of a branch to exactly these accounts. */
async function assignManagers(
  ctx: Ctx,
  branch_id: number,
  before: readonly number[],
  managerIds: readonly number[],
) {
  const after = [...new Set(managerIds)];
  await checkBranchManagers(ctx, before, after);
  await ctx.db.branch_manager.deleteMany({ where: { branch_id, account_id: { notIn: after } } });
  await ctx.db.branch_manager.createMany({
    data: after.map((account_id) => ({ branch_id, account_id })),
    skipDuplicates: true,
  });
}

const findSavedBranch = (ctx: Ctx, id: number) =>
  ctx.db.branch.findUniqueOrThrow({ where: { id }, select: showSelect });

/**
 * Creates a branch; only callers who see every branch may, because a new one is in nobody's scope yet.
 * @throws permission.denied, record.duplicate, reference.missing
 */
export async function createBranch(ctx: Ctx, input: Create) {
  if (ctx.scope !== 'all') fail('permission.denied');
  return ctx.tx(async (ctx) => {
    const columns = await toColumns(ctx, null, input);
    const { id } = await ctx.db.branch.create({
      data: { ...columns, names: input.names, created_at: ctx.now, updated_at: ctx.now },
      select: { id: true },
    });
    await saveEquipment(ctx, id, null, input);
    if (input.managers_ids) await assignManagers(ctx, id, [], input.managers_ids);
    const row = await findSavedBranch(ctx, id);
    await recordAudit(ctx, {
      noun: 'branch',
      id,
      action: 'create',
      before: null,
      after: auditView(row),
      branch_id: id,
      version: 1,
    });
    return showView(ctx, row);
  });
}

/**
 * Changes a branch in the caller's scope.
 * @throws record.missing, record.stale, record.duplicate, reference.missing, branch.in_use, till.in_use
 */
export async function updateBranch(ctx: Ctx, { id, version, ...input }: Update) {
  return ctx.tx(async (ctx) => {
    const before = await lockBranch(ctx, id);
    checkVersion(before.version, version);
    const columns = await toColumns(ctx, before, input);
    if (columns.status === 0 && before.status === 1)
      await checkBranchCanBeDisabled(ctx, id, before._count.staff);
    await ctx.db.branch.update({
      where: { id },
      data: { ...columns, version: { increment: 1 }, updated_at: ctx.now },
    });
    await saveEquipment(ctx, id, before, input);
    const managers = before.managers.map(({ account }) => account.id);
    if (input.managers_ids) await assignManagers(ctx, id, managers, input.managers_ids);
    const row = await findSavedBranch(ctx, id);
    await recordAudit(ctx, {
      noun: 'branch',
      id,
      action: 'update',
      before: auditView(before),
      after: auditView(row),
      branch_id: id,
      version: row.version,
    });
    return showView(ctx, row);
  });
}

/**
 * Deletes a branch without accounts, stock, open orders and open drawers.
 * @throws branch.in_use with the numbers
 */
export async function remove(ctx: Ctx, { id, version }: RecordVersion) {
  return ctx.tx(async (ctx) => {
    const before = await lockBranch(ctx, id);
    checkVersion(before.version, version);
    await checkBranchDeletable(ctx, id, before._count.staff);
    await ctx.db.branch.update({
      where: { id },
      data: { deleted_at: ctx.now, updated_at: ctx.now, version: { increment: 1 } },
    });
    const change = { noun: 'branch', id, action: 'delete', before: auditView(before), after: null } as const;
    await recordAudit(ctx, { ...change, branch_id: id, version: before.version + 1 });
    return { deleted: 1 as const };
  });
}

/** Restores a deleted branch. A manager may restore a branch that was theirs. */
export async function restore(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    await lockRow(ctx, 'branch', id);
    // a deleted branch is in nobody's scope, so its former managers and staff are checked instead
    const account_id = ctx.actor.kind === 'account' ? ctx.actor.id : 0;
    const mine =
      ctx.scope === 'all'
        ? {}
        : { OR: [{ managers: { some: { account_id } } }, { staff: { some: { id: account_id } } }] };
    requireFound(
      await ctx.db.branch.findFirst({
        where: { AND: [{ id, deleted_at: { not: null } }, mine] },
        select: { id: true },
      }),
    );
    await ctx.db.branch.update({
      where: { id },
      data: { deleted_at: null, updated_at: ctx.now, version: { increment: 1 } },
    });
    const row = await findSavedBranch(ctx, id);
    const change = { noun: 'branch', id, action: 'restore', before: null, after: auditView(row) } as const;
    await recordAudit(ctx, { ...change, branch_id: id, version: row.version });
    return showView(ctx, row);
  });
}

import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, checkVersion, getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { allowedActions, omitUndefined } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { requireNotDeleted } from '../../core/soft-delete.ts';
import { checkRemovedOrDisabledTillsClosed } from './check-branch-holdings.ts';
import { nextDeviceIds } from './equipment.ts';
import { lockBranch } from './of-branch.ts';

// Rule: docs/rules/tills.md#devices

type Contract = typeof api.posDevice;
type List = z.output<Contract['list']['input']>;
type Save = z.output<Contract['save']['input']>;
type Row = z.output<Contract['list']['output']>;

const readDevices = tables
  .selectFrom('pos_device')
  .select(['id', 'branch_id', 'name', 'status', 'printer_id', 'road', 'last_seen', 'version', 'deleted_at']);

type DeviceRow = InferResult<typeof readDevices>[number];

const view = (ctx: Ctx, { deleted_at, ...row }: DeviceRow): Row => ({
  ...row,
  road: row.road as Row['road'],
  last_seen: row.last_seen?.toISOString() ?? null,
  actions: allowedActions(ctx, 'branchs'),
});

const auditView = ({ name, status, printer_id, road }: DeviceRow) => ({ name, status, printer_id, road });

/** Lists the tills of the caller's branches, in the order of each branch's form. */
export async function list(ctx: Ctx, input: List) {
  const scope = getEffectiveScope(ctx);
  let query = readDevices.where('deleted_at', 'is', null);
  if (scope !== 'all') query = query.where('branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('branch_id', '=', input.branch_id);
  if (input.id !== undefined) query = query.where('id', '=', input.id);
  if (input.status !== undefined) query = query.where('status', '=', input.status);
  query = query.where(matchesKeywords(input.keywords, sql<string>`fold(name)`));
  const { skip, take } = toSkipTake(input);
  const sorted = query.orderBy(input.sort_by, input.sort_as).orderBy('id', input.sort_as);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, sorted.limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => view(ctx, row)),
    total,
    input,
  );
}

/**
 * Finds a till that the caller may see and locks its branch, so that no drawer is opened meanwhile. @throws
 * record.missing
 */
async function lockDevice(ctx: Ctx, id: number): Promise<DeviceRow> {
  const deviceRow = await fetchRow(ctx, readDevices.where('id', '=', id));
  const { branch_id } = requireNotDeleted(
    deviceRow && canSeeBranch(ctx, deviceRow.branch_id) ? deviceRow : undefined,
  );
  await lockBranch(ctx, branch_id);
  return requireNotDeleted(await fetchRow(ctx, readDevices.where('id', '=', id).forUpdate()));
}

/** Checks that a till's printer belongs to its branch. @throws reference.missing */
async function checkPrinter(ctx: Ctx, branch_id: number, printer_id: number | null | undefined) {
  if (printer_id == null) return;
  const row = await fetchRow(
    ctx,
    tables.selectFrom('printer').select('id').where('id', '=', printer_id).where('branch_id', '=', branch_id),
  );
  if (!row) fail('reference.missing', { field: 'printer_id' }, 'printer_id');
}

async function answer(ctx: Ctx, before: DeviceRow | null, id: number) {
  const row = requireFound(await fetchRow(ctx, readDevices.where('id', '=', id)));
  const { branch_id, version } = row;
  await recordAudit(ctx, {
    noun: 'pos-device',
    id,
    action: before ? 'update' : 'create',
    before: before && auditView(before),
    after: auditView(row),
    branch_id,
    version,
  });
  return view(ctx, row);
}

/** Maximum number of tills per branch. */
const DEVICES_MAX = 50;

async function createDevice(
  ctx: Ctx,
  { branch_id: requestedBranch, name, status = 1, printer_id, road = 'dialog' }: Save,
) {
  const branch_id = await lockBranch(ctx, requestedBranch);
  await checkPrinter(ctx, branch_id, printer_id);
  const standing = await countRows(
    ctx,
    readDevices.where('branch_id', '=', branch_id).where('deleted_at', 'is', null),
  );
  if (standing >= DEVICES_MAX) failField('branch_id', 'max_items', { max: DEVICES_MAX });
  const [id = 0] = await nextDeviceIds(ctx, 1);
  const values = {
    id,
    branch_id,
    name: name ?? failField('name', 'required'),
    status,
    printer_id: printer_id ?? null,
    road,
    ord: standing,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  await runStatement(ctx, tables.insertInto('pos_device').values(values));
  return answer(ctx, null, id);
}

/**
 * Adds or changes a till, which cannot move to another branch.
 * @throws record.missing, record.stale, reference.missing, till.in_use, branch.forbidden
 */
export const save = (ctx: Ctx, { id, version, ...input }: Save) =>
  ctx.tx(async (ctx) => {
    if (id === undefined) return createDevice(ctx, input);
    const before = await lockDevice(ctx, id);
    checkVersion(before.version, version);
    if (input.branch_id !== undefined && input.branch_id !== before.branch_id)
      fail('reference.missing', { field: 'branch_id' }, 'branch_id');
    await checkPrinter(ctx, before.branch_id, input.printer_id);
    const { name, status, printer_id, road } = input;
    if (status === 0) await checkRemovedOrDisabledTillsClosed(ctx, before.branch_id, [before], []);
    await runStatement(
      ctx,
      tables
        .updateTable('pos_device')
        .set({
          ...omitUndefined({ name, status, printer_id, road }),
          version: before.version + 1,
          updated_at: ctx.now,
        })
        .where('id', '=', id),
    );
    return answer(ctx, before, id);
  });

/** Removes a till from its branch; its orders still refer to it. @throws record.missing, record.stale, till.in_use */
export const remove = (ctx: Ctx, { id, version }: { id: number; version?: number | undefined }) =>
  ctx.tx(async (ctx) => {
    const before = await lockDevice(ctx, id);
    checkVersion(before.version, version);
    await checkRemovedOrDisabledTillsClosed(ctx, before.branch_id, [before], []);
    const { branch_id } = before;
    await runStatement(
      ctx,
      tables
        .updateTable('pos_device')
        .set({ deleted_at: ctx.now, updated_at: ctx.now, version: before.version + 1 })
        .where('id', '=', id),
    );
    const change = {
      noun: 'pos-device',
      id,
      action: 'delete',
      before: auditView(before),
      after: null,
    } as const;
    await recordAudit(ctx, { ...change, branch_id, version: before.version + 1 });
    return { deleted: 1 as const };
  });

import { toEpochLetters } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { allowedActions, omitUndefined } from '../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';
import { defineRestorableRecord } from '../../core/record/define-restorable-record.ts';
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
  .select(['id', 'branch_id', 'name', 'status', 'printer_id', 'road', 'last_seen', 'version', 'deleted_at'])
  .select(sql<PairingState | null>`pos_pairing_state(pos_device.id)`.as('pairing'));

type DeviceRow = InferResult<typeof readDevices>[number];

/** The answer of the database's function of the same name. Rule: docs/rules/till-sales.md#pairing */
type PairingState = Pick<Row, 'app_version' | 'storage_kept' | 'waiting' | 'next_no'> & {
  readonly paired_at: string | null;
  readonly epoch: number | null;
  readonly missing: readonly { readonly epoch: number; readonly from: number; readonly to: number }[];
};

const NEVER_PAIRED: PairingState = {
  paired_at: null,
  epoch: null,
  app_version: null,
  storage_kept: null,
  waiting: 0,
  next_no: null,
  missing: [],
};

/** Converts what is known of a till's pairings. */
function pairingView(state: PairingState | null) {
  const { paired_at, epoch, missing, ...row } = state ?? NEVER_PAIRED;
  return {
    ...row,
    paired_at: paired_at && new Date(paired_at).toISOString(),
    epoch_letters: epoch === null ? null : toEpochLetters(epoch),
    missing: missing.map((range) => ({
      epoch_letters: toEpochLetters(range.epoch),
      from: range.from,
      to: range.to,
    })),
  };
}

const view = (ctx: Ctx, { deleted_at, pairing, ...row }: DeviceRow): Row => ({
  ...row,
  ...pairingView(pairing),
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
  const sorted = query.orderBy(input.sort_by, input.sort_as).orderBy('id', input.sort_as);
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
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
async function lockDevice(ctx: Ctx, { id }: { readonly id: number }): Promise<DeviceRow> {
  const existing = await fetchRow(ctx, readDevices.where('id', '=', id));
  const { branch_id } = requireNotDeleted(
    existing && canSeeBranch(ctx, existing.branch_id) ? existing : undefined,
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

/** Maximum number of tills per branch. */
const DEVICES_MAX = 50;

async function insertDevice(
  ctx: Ctx,
  { branch_id: said, name, status = 1, printer_id, road = 'dialog' }: Save,
) {
  const branch_id = await lockBranch(ctx, said);
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
  return { id };
}

async function updateDevice(
  ctx: Ctx,
  before: DeviceRow,
  { branch_id, name, status, printer_id, road }: Save,
) {
  if (branch_id !== undefined && branch_id !== before.branch_id)
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  await checkPrinter(ctx, before.branch_id, printer_id);
  if (status === 0) await checkTillClosed(ctx, before);
  const columns = omitUndefined({ name, status, printer_id, road });
  await runStatement(
    ctx,
    tables
      .updateTable('pos_device')
      .set({ ...columns, version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id),
  );
}

/** Refuses to disable or delete a till with an open drawer. @throws till.in_use */
const checkTillClosed = (ctx: Ctx, device: DeviceRow): Promise<void> =>
  checkRemovedOrDisabledTillsClosed(ctx, device.branch_id, [device], []);

/**
 * Saves and deletes tills. A till cannot move to another branch, and orders still refer to a deleted one.
 * @throws record.missing, record.stale, reference.missing, till.in_use, branch.forbidden
 */
export const { save, remove } = defineRestorableRecord({
  noun: 'pos-device',
  lock: lockDevice,
  find: (ctx, id) => fetchRow(ctx, readDevices.where('id', '=', id)),
  view,
  audit: auditView,
  insert: insertDevice,
  update: updateDevice,
  checkRemove: checkTillClosed,
});

import { ON_THE_WAY, WAITING } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import {
  auditView,
  readStatuses,
  rowView,
  type StatusQuery,
  type StatusRow,
  showView,
} from './status.view.ts';

type List = z.output<typeof api.orderStatus.list.input>;
type Save = z.output<typeof api.orderStatus.save.input>;

function filterStatuses({ keywords, id, status, status_value }: List): StatusQuery {
  let query = readStatuses
    .where('s.deleted_at', 'is', null)
    .where(matchesKeywords(keywords, sql.ref('s.search')));
  if (id !== undefined) query = query.where('s.id', '=', id);
  if (status !== undefined) query = query.where('s.status', '=', status);
  return status_value === undefined ? query : query.where('s.status_value', '=', status_value);
}

function sortStatuses(ctx: Ctx, query: StatusQuery, { sort_by, sort_as }: List): StatusQuery {
  const title = localizedSort(ctx, sql.ref('s.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`s.${sort_by}`, sort_as);
  return sorted.orderBy('s.id', sort_as);
}

/** Lists order statuses. */
export async function list(ctx: Ctx, input: List) {
  const query = filterStatuses(input);
  const [rows, total] = await fetchPage(ctx, sortStatuses(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Finds an order status by id, even if it is deleted. */
const findStatus = (ctx: Ctx, id: number): Promise<StatusRow | undefined> =>
  fetchRow(ctx, readStatuses.where('s.id', '=', id));

/**
 * Locks all statuses until the transaction ends, because exactly one of them must be the default; orders being created
 * lock the one they use.
 */
const lockStatuses = (ctx: Ctx) =>
  runStatement(ctx, tables.selectFrom('order_status').select('id').orderBy('id').forUpdate());

async function lockStatus(ctx: Ctx, { id }: { readonly id: number }): Promise<StatusRow | undefined> {
  await lockStatuses(ctx);
  return findStatus(ctx, id);
}

const pickColumns = ({ titles, status_value, variant, default_start, not_delivered, ord, status }: Save) =>
  omitUndefined({ titles, status_value, variant, default_start, not_delivered, ord, status });

type After = Pick<StatusRow, 'status_value' | 'default_start' | 'not_delivered' | 'status'>;

/**
 * Checks that the default status has the value waiting and is active, and that a failed delivery has the value
 * on-the-way.
 */
function checkStatusRules({ status_value, default_start, not_delivered, status }: After): void {
  if (default_start === 1 && status_value !== WAITING)
    failField('status_value', 'one_of', { values: [WAITING] });
  if (default_start === 1 && status === 0) fail('order_status.default', undefined, 'status');
  if (not_delivered === 1 && status_value !== ON_THE_WAY)
    failField('status_value', 'one_of', { values: [ON_THE_WAY] });
}

/** Removes the default flag from the previous default status, with an audit row. */
async function takeStart(ctx: Ctx, id: number | undefined): Promise<void> {
  const starts = readStatuses.where('s.default_start', '=', 1).where('s.deleted_at', 'is', null);
  const rows = await fetchRows(ctx, id === undefined ? starts : starts.where('s.id', '!=', id));
  for (const before of rows) {
    const data = { default_start: 0, version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.order_status.update({ where: { id: before.id }, data, select: { id: true } });
    const change = { before: auditView(before), after: auditView({ ...before, default_start: 0 }) };
    await recordAudit(ctx, {
      noun: 'order-status',
      id: before.id,
      action: 'update',
      ...change,
      version: before.version + 1,
    });
  }
}

/**
 * Checks that each value that orders can have keeps one active status; all statuses are locked.
 * Rule: docs/rules/deleting.md#order-statuses
 * @throws order_status.last with the value
 */
async function keepOneActive(ctx: Ctx, { id, status_value }: StatusRow, field?: string): Promise<void> {
  const where = { status_value, status: 1, deleted_at: null, id: { not: id } };
  if ((await ctx.db.order_status.count({ where })) === 0)
    fail('order_status.last', { value: status_value }, field);
}

async function insertStatus(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const status_value = input.status_value ?? failField('status_value', 'required');
  const { default_start = 0, not_delivered = 0, status = 1 } = input;
  checkStatusRules({ status_value, default_start, not_delivered, status });
  await lockStatuses(ctx);
  if (default_start === 1) await takeStart(ctx, undefined);
  const data = { ...pickColumns(input), titles, status_value, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.order_status.create({ data, select: { id: true } });
}

async function updateStatus(ctx: Ctx, before: StatusRow, input: Save) {
  const { id } = before;
  const columns = pickColumns(input);
  const after = { ...before, ...columns };
  // there is always a default status: another one can take over, but the flag cannot be removed
  if (before.default_start === 1 && after.default_start === 0)
    fail('order_status.default', undefined, 'default_start');
  if (after.status_value !== before.status_value) {
    // lists find orders by both value and id, so the value cannot change while orders use it
    if (before.orders_count > 0) fail('order_status.in_use', { count: before.orders_count }, 'status_value');
    if (before.default_start === 1) fail('order_status.default', undefined, 'status_value');
  }
  checkStatusRules(after);
  if (before.status === 1) {
    if (after.status_value !== before.status_value) await keepOneActive(ctx, before, 'status_value');
    else if (after.status === 0) await keepOneActive(ctx, before, 'status');
  }
  if (after.default_start === 1 && before.default_start === 0) await takeStart(ctx, id);
  const data = { ...columns, version: { increment: 1 }, updated_at: ctx.now };
  return ctx.db.order_status.update({ where: { id }, data, select: { id: true } });
}

/**
 * Refuses to delete the default status, one that orders use and the last active one of its value. @throws
 * order_status.default, order_status.in_use with the number of orders, order_status.last
 */
async function checkRemove(ctx: Ctx, row: StatusRow): Promise<void> {
  if (row.default_start === 1) fail('order_status.default');
  if (row.orders_count > 0) fail('order_status.in_use', { count: row.orders_count });
  if (row.status === 1) await keepOneActive(ctx, row);
}

/**
 * Shows, saves, deletes and restores order statuses. The value cannot change once orders use it; a new default replaces
 * the previous one.
 * @throws record.missing, record.stale, order_status.in_use, order_status.default, order_status.last
 */
export const { show, save, remove, restore } = defineRestorableRecord({
  noun: 'order-status',
  lock: lockStatus,
  find: findStatus,
  view: showView,
  audit: auditView,
  insert: insertStatus,
  update: updateStatus,
  checkRemove,
});

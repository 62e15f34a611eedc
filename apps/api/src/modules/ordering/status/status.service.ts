import { ON_THE_WAY, WAITING } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { failField } from '../../../core/fail-field.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { localizedSortSql, omitUndefined, orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { auditView, rowView, SELECT, type StatusRow, showView } from './status.view.ts';

type List = z.output<typeof api.orderStatus.list.input>;
type Save = z.output<typeof api.orderStatus.save.input>;

function filterOf(input: List): Prisma.Sql {
  const filters = [
    Prisma.sql`s.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`s.search`),
  ];
  if (input.id !== undefined) filters.push(Prisma.sql`s.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`s.status = ${input.status}`);
  if (input.status_value !== undefined) filters.push(Prisma.sql`s.status_value = ${input.status_value}`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    ord: Prisma.sql`s.ord`,
    id: Prisma.sql`s.id`,
    status_value: Prisma.sql`s.status_value`,
    title: localizedSortSql(ctx, Prisma.sql`s.titles`),
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`s.id`, input.sort_as);
}

/** Lists order statuses. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM order_status s WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<StatusRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds an order status by id, even if it is deleted. */
async function stored(ctx: Ctx, id: number): Promise<StatusRow | undefined> {
  const [row] = await ctx.db.$queryRaw<StatusRow[]>`${SELECT} WHERE s.id = ${id}`;
  return row;
}

/**
 * Locks all statuses until the transaction ends, because exactly one of them must be the default; orders being created
 * lock the one they use.
 */
const lockAll = (ctx: Ctx) => ctx.db.$queryRaw`SELECT s.id FROM order_status s ORDER BY s.id FOR UPDATE`;

async function lock(ctx: Ctx, { id }: { readonly id: number }): Promise<StatusRow | undefined> {
  await lockAll(ctx);
  return stored(ctx, id);
}

const columnsOf = ({ titles, status_value, variant, default_start, not_delivered, ord, status }: Save) =>
  omitUndefined({ titles, status_value, variant, default_start, not_delivered, ord, status });

type After = Pick<StatusRow, 'status_value' | 'default_start' | 'not_delivered' | 'status'>;

/**
 * Checks that the default status has the value waiting and is active, and that a failed delivery has the value
 * on-the-way.
 */
function check({ status_value, default_start, not_delivered, status }: After): void {
  if (default_start === 1 && status_value !== WAITING)
    failField('status_value', 'one_of', { values: [WAITING] });
  if (default_start === 1 && status === 0) fail('order_status.default', undefined, 'status');
  if (not_delivered === 1 && status_value !== ON_THE_WAY)
    failField('status_value', 'one_of', { values: [ON_THE_WAY] });
}

/** Removes the default flag from the previous default status, with an audit row. */
async function takeStart(ctx: Ctx, id: number | undefined): Promise<void> {
  const rows = await ctx.db.$queryRaw<StatusRow[]>`
    ${SELECT} WHERE s.default_start = 1 AND s.deleted_at IS NULL AND s.id IS DISTINCT FROM ${id ?? null}::int`;
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
  check({ status_value, default_start, not_delivered, status });
  await lockAll(ctx);
  if (default_start === 1) await takeStart(ctx, undefined);
  const data = { ...columnsOf(input), titles, status_value, created_at: ctx.now, updated_at: ctx.now };
  return ctx.db.order_status.create({ data, select: { id: true } });
}

async function updateStatus(ctx: Ctx, before: StatusRow, input: Save) {
  const { id } = before;
  const columns = columnsOf(input);
  const after = { ...before, ...columns };
  // there is always a default status: another one can take over, but the flag cannot be removed
  if (before.default_start === 1 && after.default_start === 0)
    fail('order_status.default', undefined, 'default_start');
  if (after.status_value !== before.status_value) {
    // lists find orders by both value and id, so the value cannot change while orders use it
    if (before.orders_count > 0) fail('order_status.in_use', { count: before.orders_count }, 'status_value');
    if (before.default_start === 1) fail('order_status.default', undefined, 'status_value');
  }
  check(after);
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
  lock,
  find: stored,
  view: showView,
  audit: auditView,
  insert: insertStatus,
  update: updateStatus,
  checkRemove,
});

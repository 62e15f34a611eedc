import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { failField } from '../../../core/fail-field.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { localizedSortSql, omitUndefined, orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { auditView, rowView, SELECT, showView, type TaxTypeRow } from './tax-type.view.ts';

type List = z.output<typeof api.taxType.list.input>;
type Save = z.output<typeof api.taxType.save.input>;
type Known = { id: number; version?: number | undefined };

function filterOf(input: List): Prisma.Sql {
  const filters = [
    Prisma.sql`t.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`t.search`),
  ];
  if (input.id !== undefined) filters.push(Prisma.sql`t.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`t.status = ${input.status}`);
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    ord: Prisma.sql`t.ord`,
    name: localizedSortSql(ctx, Prisma.sql`t.names`),
    value: Prisma.sql`t.value`,
    id: Prisma.sql`t.id`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`t.id`, input.sort_as);
}

/** Lists tax types. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM tax_type t WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<TaxTypeRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds a tax type by id, even if it is deleted. */
async function stored(ctx: Ctx, id: number): Promise<TaxTypeRow | undefined> {
  const [row] = await ctx.db.$queryRaw<TaxTypeRow[]>`${SELECT} WHERE t.id = ${id}`;
  return row;
}

/** Finds and locks a tax type until the transaction ends, even if it is deleted. */
async function lock(ctx: Ctx, id: number): Promise<TaxTypeRow | undefined> {
  await ctx.db.$executeRaw`SELECT 1 FROM tax_type WHERE id = ${id} FOR UPDATE`;
  return stored(ctx, id);
}

const columnsOf = ({ names, value, value_name, ord, status }: Save) =>
  omitUndefined({ names, value, value_name, ord, status });

async function create(ctx: Ctx, input: Save) {
  const names = input.names ?? failField('names', 'required');
  const value = input.value ?? failField('value', 'required');
  const { id } = await ctx.db.tax_type.create({
    data: { ...columnsOf(input), names, value, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = requireFound(await stored(ctx, id));
  const change = { before: null, after: auditView(row), version: 1 };
  await recordAudit(ctx, { noun: 'tax-type', id, action: 'create', ...change });
  return showView(ctx, row);
}

async function change(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lock(ctx, id));
  checkVersion(before.version, input.version);
  const data = { ...columnsOf(input), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.tax_type.update({ where: { id }, data, select: { id: true } });
  const row = requireFound(await stored(ctx, id));
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'tax-type', id, action: 'update', ...change });
  return showView(ctx, row);
}

/** Creates or changes a tax type. @throws record.missing, record.stale */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx((ctx) => (input.id === undefined ? create(ctx, input) : change(ctx, input.id, input)));

/** Deletes a tax type that no existing product uses. @throws tax_type.in_use with their count */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    if (row.products_count > 0) fail('tax_type.in_use', { count: row.products_count });
    await setDeleted(ctx, 'tax-type', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'tax-type', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await stored(ctx, id)));
  });

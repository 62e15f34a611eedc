import { toNameKey } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { toPrismaSql } from '../../../core/db/to-prisma-sql.ts';
import { checkNameIsNew, hasNameKeysSql, lockNames } from '../../../core/equal-names.ts';
import { failField } from '../../../core/fail-field.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import {
  localizedSortSql,
  missingTextSql,
  omitUndefined,
  orderBySql,
} from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { storePicture } from '../../../core/pictures.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { auditView, type BrandRow, rowView, SELECT, showView } from './brand.view.ts';

type List = z.output<typeof api.brand.list.input>;
type Save = z.output<typeof api.brand.save.input>;
type Known = { id: number; version?: number | undefined };

/** Longest edges of logo and cover in pixels. */
const LOGO_SIZE = 512;
const COVER_SIZE = 1600;

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const filters = [
    Prisma.sql`b.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`b.search`),
  ];
  if (input.named !== undefined)
    filters.push(toPrismaSql(hasNameKeysSql('b.names', [toNameKey(input.named)])));
  if (ctx.reach === 'public') filters.push(Prisma.sql`b.status = 1`);
  else {
    if (input.id !== undefined) filters.push(Prisma.sql`b.id = ${input.id}`);
    if (input.status !== undefined) filters.push(Prisma.sql`b.status = ${input.status}`);
    if (input.missing_translation)
      filters.push(missingTextSql(Prisma.sql`b.names`, input.missing_translation));
  }
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    ord: Prisma.sql`b.ord`,
    name: localizedSortSql(ctx, Prisma.sql`b.names`),
    id: Prisma.sql`b.id`,
    // sorting by the count would reveal it to callers who see names only
    products_count: ctx.reach === 'full' ? Prisma.sql`products_count` : Prisma.sql`b.ord`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`b.id`, input.sort_as);
}

/** Lists brands; the public sees active ones only. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM brand b WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<BrandRow[]>`
    ${SELECT} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds a brand by id, even if it is deleted. */
async function stored(ctx: Ctx, id: number): Promise<BrandRow | undefined> {
  const [row] = await ctx.db.$queryRaw<BrandRow[]>`${SELECT} WHERE b.id = ${id}`;
  return row;
}

/** Finds and locks a brand until the transaction ends, even if it is deleted. */
async function lock(ctx: Ctx, id: number): Promise<BrandRow | undefined> {
  await runStatement(ctx, tables.selectFrom('brand').select('id').where('id', '=', id).forUpdate());
  return stored(ctx, id);
}

/** Returns a brand; disabled ones do not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  const row = requireNotDeleted(await stored(ctx, id));
  if (ctx.reach === 'public' && row.status !== 1) fail('record.missing');
  return showView(ctx, row);
}

async function columnsOf(ctx: Ctx, input: Save) {
  const picture = async (field: 'logo_base64' | 'cover_base64', size: number) => {
    const bytes = input[field];
    return bytes ? storePicture(ctx, bytes, { size, field }) : bytes;
  };
  return omitUndefined({
    names: input.names,
    descriptions: input.descriptions === null ? {} : input.descriptions,
    status: input.status,
    ord: input.ord,
    logo: await picture('logo_base64', LOGO_SIZE),
    cover: await picture('cover_base64', COVER_SIZE),
  });
}

async function create(ctx: Ctx, input: Save) {
  const names = input.names ?? failField('names', 'required');
  await checkNameIsNew(ctx, { noun: 'brand', after: names, force: input.force });
  const { id } = await ctx.db.brand.create({
    data: { ...(await columnsOf(ctx, input)), names, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = requireFound(await stored(ctx, id));
  await recordAudit(ctx, {
    noun: 'brand',
    id,
    action: 'create',
    before: null,
    after: auditView(row),
    version: 1,
  });
  return showView(ctx, row);
}

async function change(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lock(ctx, id));
  checkVersion(before.version, input.version);
  const { names: after, force } = input;
  await checkNameIsNew(ctx, { noun: 'brand', id, before: before.names, after, force });
  const data = { ...(await columnsOf(ctx, input)), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.brand.update({ where: { id }, data, select: { id: true } });
  const row = requireFound(await stored(ctx, id));
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'brand', id, action: 'update', ...change });
  return showView(ctx, row);
}

/** Creates or changes a brand. @throws record.missing, record.stale, name.exists */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    if (input.names !== undefined) await lockNames(ctx, 'brand');
    return input.id === undefined ? create(ctx, input) : change(ctx, input.id, input);
  });

/** Deletes a brand that no existing product uses. @throws brand.in_use with their count */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    if (row.products_count > 0) fail('brand.in_use', { count: row.products_count });
    await setDeleted(ctx, 'brand', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'brand', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await stored(ctx, id)));
  });

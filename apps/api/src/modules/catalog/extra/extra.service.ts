import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, getEffectiveScope, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { failField } from '../../../core/fail-field.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { localizedSortSql, omitUndefined, orderBySql } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { auditView, type ExtraRow, rowView, selectExtrasSql, showView } from './extra.view.ts';

type List = z.output<typeof api.extra.list.input>;
type Save = z.output<typeof api.extra.save.input>;
type Known = { id: number; version?: number | undefined };

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const filters = [
    Prisma.sql`e.deleted_at IS NULL`,
    ...keywordConditions(input.keywords, Prisma.sql`e.search`),
  ];
  if (ctx.reach === 'public') filters.push(Prisma.sql`e.status = 1`);
  else {
    if (input.id !== undefined) filters.push(Prisma.sql`e.id = ${input.id}`);
    if (input.status !== undefined) filters.push(Prisma.sql`e.status = ${input.status}`);
    if (input.product_id !== undefined)
      filters.push(Prisma.sql`EXISTS (SELECT 1 FROM extra_product l
        WHERE l.extra_id = e.id AND l.product_id = ${input.product_id})`);
  }
  return Prisma.join(filters, ' AND ');
}

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    title: localizedSortSql(ctx, Prisma.sql`e.titles`),
    price: Prisma.sql`e.price`,
    id: Prisma.sql`e.id`,
  };
  return orderBySql(columns[input.sort_by], Prisma.sql`e.id`, input.sort_as);
}

/** Lists extras; the public sees active ones only, without branch prices. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM extra e WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<ExtraRow[]>`
    ${selectExtrasSql(ctx)} WHERE ${where} ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds an extra by id, even if it is deleted. */
async function stored(ctx: Ctx, id: number): Promise<ExtraRow | undefined> {
  const [row] = await ctx.db.$queryRaw<ExtraRow[]>`${selectExtrasSql(ctx)} WHERE e.id = ${id}`;
  return row;
}

/** Finds and locks an extra until the transaction ends, even if it is deleted. */
async function lock(ctx: Ctx, id: number): Promise<ExtraRow | undefined> {
  await ctx.db.$executeRaw`SELECT 1 FROM extra WHERE id = ${id} FOR UPDATE`;
  return stored(ctx, id);
}

/** Assigns an extra to exactly these products; deleted products keep the assignment in case they are restored. */
async function assignProducts(ctx: Ctx, extra_id: number, ids: readonly number[]): Promise<void> {
  const field = 'products_ids';
  const found = await ctx.db.product.count({ where: { id: { in: [...ids] }, deleted_at: null } });
  if (found < ids.length) fail('reference.missing', { field }, field);
  await ctx.db.extra_product.deleteMany({
    where: { extra_id, product_id: { notIn: [...ids] }, product: { deleted_at: null } },
  });
  await ctx.db.extra_product.createMany({
    data: ids.map((product_id) => ({ extra_id, product_id })),
    skipDuplicates: true,
  });
}

/** Replaces the prices of the caller's branches; prices of other branches do not change. */
async function assignPrices(ctx: Ctx, extra_id: number, prices: NonNullable<Save['branches_prices']>) {
  const field = 'branches_prices';
  const ids = prices.map(({ branch_id }) => branch_id);
  if (new Set(ids).size < ids.length) failField(field, 'distinct');
  await checkCurrencyScale(
    ctx,
    Object.fromEntries(prices.map(({ price }, index) => [`${field}.${index}.price`, price])),
  );
  const scope = getEffectiveScope(ctx);
  const foreign = scope !== 'all' && ids.some((id) => !scope.includes(id));
  const found = await ctx.db.branch.count({ where: { id: { in: ids }, deleted_at: null } });
  if (foreign || found < ids.length) fail('reference.missing', { field }, field);
  const mine = scope === 'all' ? {} : { branch_id: { in: [...scope] } };
  await ctx.db.extra_price.deleteMany({ where: { extra_id, branch: { deleted_at: null }, ...mine } });
  await ctx.db.extra_price.createMany({
    data: prices.flatMap(({ branch_id, price }) => (price === null ? [] : { extra_id, branch_id, price })),
  });
}

async function assign(ctx: Ctx, id: number, input: Save): Promise<ExtraRow> {
  if (input.products_ids) await assignProducts(ctx, id, input.products_ids);
  if (input.branches_prices) await assignPrices(ctx, id, input.branches_prices);
  return requireFound(await stored(ctx, id));
}

const columnsOf = ({ titles, price, status }: Save) => omitUndefined({ titles, price, status });

async function create(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const { id } = await ctx.db.extra.create({
    data: { ...columnsOf(input), titles, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = await assign(ctx, id, input);
  await recordAudit(ctx, {
    noun: 'extra',
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
  const data = { ...columnsOf(input), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.extra.update({ where: { id }, data, select: { id: true } });
  const row = await assign(ctx, id, input);
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'extra', id, action: 'update', ...change });
  return showView(ctx, row);
}

/**
 * Creates or changes an extra. `products_ids` and `branches_prices` replace the stored ones.
 * @throws record.missing, record.stale, reference.missing for a deleted product or a branch of others
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    await checkCurrencyScale(ctx, { price: input.price });
    return input.id === undefined ? create(ctx, input) : change(ctx, input.id, input);
  });

/** Deletes an extra; its products remain. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    await setDeleted(ctx, 'extra', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'extra', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await stored(ctx, id)));
  });

import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, getEffectiveScope, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { countRows, fetchRow, fetchRows, lockRow } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../../core/soft-delete.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { auditView, type ExtraQuery, type ExtraRow, readExtras, rowView, showView } from './extra.view.ts';

type List = z.output<typeof api.extra.list.input>;
type Save = z.output<typeof api.extra.save.input>;
type Known = { id: number; version?: number | undefined };

function filterExtras(ctx: Ctx, { keywords, id, status, product_id }: List): ExtraQuery {
  let query = readExtras(ctx)
    .where('e.deleted_at', 'is', null)
    .where(matchesKeywords(keywords, sql.ref('e.search')));
  if (ctx.reach === 'public') return query.where('e.status', '=', 1);
  if (id !== undefined) query = query.where('e.id', '=', id);
  if (status !== undefined) query = query.where('e.status', '=', status);
  if (product_id === undefined) return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('extra_product as l')
        .select('l.product_id')
        .whereRef('l.extra_id', '=', 'e.id')
        .where('l.product_id', '=', product_id),
    ),
  );
}

function sortExtras(ctx: Ctx, query: ExtraQuery, { sort_by, sort_as }: List): ExtraQuery {
  const title = localizedSort(ctx, sql.ref('e.titles'));
  const sorted = sort_by === 'title' ? query.orderBy(title, sort_as) : query.orderBy(`e.${sort_by}`, sort_as);
  return sorted.orderBy('e.id', sort_as);
}

/** Lists extras; the public sees active ones only, without branch prices. */
export async function list(ctx: Ctx, input: List) {
  const query = filterExtras(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, sortExtras(ctx, query, input).limit(take).offset(skip)),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Finds an extra by id, even if it is deleted. */
const findExtra = (ctx: Ctx, id: number): Promise<ExtraRow | undefined> =>
  fetchRow(ctx, readExtras(ctx).where('e.id', '=', id));

/** Finds and locks an extra until the transaction ends, even if it is deleted. */
async function lockExtra(ctx: Ctx, id: number): Promise<ExtraRow | undefined> {
  await lockRow(ctx, 'extra', id);
  return findExtra(ctx, id);
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

async function assignProductsAndPrices(ctx: Ctx, id: number, input: Save): Promise<ExtraRow> {
  if (input.products_ids) await assignProducts(ctx, id, input.products_ids);
  if (input.branches_prices) await assignPrices(ctx, id, input.branches_prices);
  return requireFound(await findExtra(ctx, id));
}

const toColumns = ({ titles, price, status }: Save) => omitUndefined({ titles, price, status });

async function createExtra(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const { id } = await ctx.db.extra.create({
    data: { ...toColumns(input), titles, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  const row = await assignProductsAndPrices(ctx, id, input);
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

async function changeExtra(ctx: Ctx, id: number, input: Save) {
  const before = requireNotDeleted(await lockExtra(ctx, id));
  checkVersion(before.version, input.version);
  const data = { ...toColumns(input), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.extra.update({ where: { id }, data, select: { id: true } });
  const row = await assignProductsAndPrices(ctx, id, input);
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
    return input.id === undefined ? createExtra(ctx, input) : changeExtra(ctx, input.id, input);
  });

/** Deletes an extra; its products remain. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lockExtra(ctx, id));
    checkVersion(row.version, version);
    await setDeleted(ctx, 'extra', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/** Undoes a delete of the last 24 hours. @throws record.missing */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lockExtra(ctx, id));
    await setDeleted(ctx, 'extra', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await findExtra(ctx, id)));
  });

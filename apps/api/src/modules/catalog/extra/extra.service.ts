import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { checkCurrencyScale } from '../../setting/index.ts';
import { auditView, type ExtraQuery, type ExtraRow, readExtras, rowView, showView } from './extra.view.ts';

type List = z.output<typeof api.extra.list.input>;
type Save = z.output<typeof api.extra.save.input>;

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
  const [rows, total] = await fetchPage(ctx, sortExtras(ctx, query, input), query, input);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Assigns an extra to exactly these products; deleted products keep the assignment in case they are restored. */
async function assignProducts(ctx: Ctx, extra_id: number, ids: readonly number[]): Promise<void> {
  const field = 'products_ids';
  const existing = await ctx.db.product.count({ where: { id: { in: [...ids] }, deleted_at: null } });
  if (existing < ids.length) fail('reference.missing', { field }, field);
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
  const existing = await ctx.db.branch.count({ where: { id: { in: ids }, deleted_at: null } });
  if (foreign || existing < ids.length) fail('reference.missing', { field }, field);
  const mine = scope === 'all' ? {} : { branch_id: { in: [...scope] } };
  await ctx.db.extra_price.deleteMany({ where: { extra_id, branch: { deleted_at: null }, ...mine } });
  await ctx.db.extra_price.createMany({
    data: prices.flatMap(({ branch_id, price }) => (price === null ? [] : { extra_id, branch_id, price })),
  });
}

async function assignProductsAndPrices(ctx: Ctx, id: number, input: Save): Promise<void> {
  if (input.products_ids) await assignProducts(ctx, id, input.products_ids);
  if (input.branches_prices) await assignPrices(ctx, id, input.branches_prices);
}

const toColumns = ({ titles, price, status }: Save) => omitUndefined({ titles, price, status });

async function insertExtra(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const data = { ...toColumns(input), titles, created_at: ctx.now, updated_at: ctx.now };
  const { id } = await ctx.db.extra.create({ data, select: { id: true } });
  await assignProductsAndPrices(ctx, id, input);
  return { id };
}

async function updateExtra(ctx: Ctx, { id }: ExtraRow, input: Save) {
  const data = { ...toColumns(input), version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.extra.update({ where: { id }, data, select: { id: true } });
  await assignProductsAndPrices(ctx, id, input);
}

const extras = defineRestorableRecord({
  noun: 'extra',
  find: (ctx, id) => fetchRow(ctx, readExtras(ctx).where('e.id', '=', id)),
  view: showView,
  audit: auditView,
  insert: insertExtra,
  update: updateExtra,
});

/**
 * Creates or changes an extra. `products_ids` and `branches_prices` replace the stored ones.
 * @throws record.missing, record.stale, reference.missing for a deleted product or a branch of others
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx(async (ctx) => {
    await checkCurrencyScale(ctx, { price: input.price });
    return extras.save(ctx, input);
  });

/** Deletes and restores extras; their products remain. @throws record.missing, record.stale */
export const { remove, restore } = extras;

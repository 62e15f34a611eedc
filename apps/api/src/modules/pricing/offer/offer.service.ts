import { toLocalDate } from '@dukkan/commerce';
import { type api, MAX_OFFER_PRODUCTS, OFFER_PRODUCTS_MAX } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import type { Prisma } from '../../../core/db/database.ts';
import { countRows, fetchRow, fetchRows, lockRow, runStatement } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { storePicture } from '../../../core/file/pictures.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort, omitUndefined } from '../../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { defineRestorableRecord } from '../../../core/record/define-restorable-record.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { readSettings } from '../../setting/index.ts';
import { shopDaySql } from '../rule/price-settings.ts';
import {
  checkRuleBranches,
  holdOwnBranches,
  holdsInBranchSql,
  isVisibleRuleSql,
  requireChangeableRule,
  requireNamedBranch,
  requireVisibleRule,
} from '../rule/rule-branches.ts';
import { checkRuleCategories, checkRuleProducts, toDbDate, toTargetColumns } from '../rule/rule-scope.ts';
import { checkOfferTerms, mergeOfferTerms, type OfferProduct, type OfferTerms } from './check-offer-terms.ts';
import {
  auditView,
  type OfferQuery,
  type OfferRow,
  offers,
  rowView,
  selectOfferRows,
  showView,
  toOfferTerms,
  usesSortSql,
} from './offer.view.ts';
import { offerIsOnSql } from './offer-is-on-sql.ts';
import { refuseDearerBundle } from './refuse-dearer-bundle.ts';

type List = z.output<typeof api.offer.list.input>;
type Save = z.output<typeof api.offer.save.input>;

/** The input field of the branches, named in errors. */
const BRANCHES_FIELD = 'info.branches_ids';
/** Longest edge of an offer's picture in pixels. */
const IMAGE_SIZE = 1_200;
/** A coupon that ends within this many days, including today, is running out. */
const SOON_DAYS = 7;

/**
 * Keeps what the public sees: wholesale offers and bundles that are valid today and whose parts are all on sale.
 */
async function keepPublished(ctx: Ctx, query: OfferQuery): Promise<OfferQuery> {
  const { timezone } = (await readSettings(ctx)).settings;
  return query
    .where('o.deleted_at', 'is', null)
    .where('o.status', '=', 1)
    .where(offerIsOnSql(toLocalDate(ctx.now, timezone)));
}

/** Condition for active coupons `o` that end within a week or are used up. Source: docs/rules/offers.md#running-out */
const isRunningOutSql = (ctx: Ctx): RawBuilder<boolean> => sql<boolean>`(o.type = 'coupon' AND o.status = 1
  AND (o.start_date IS NULL OR o.start_date <= ${shopDaySql(ctx)})
  AND coalesce(o.end_date, 'infinity') >= ${shopDaySql(ctx)}
  AND (coalesce(o.end_date, 'infinity') < ${shopDaySql(ctx)} + ${SOON_DAYS}::int
       OR coalesce(o.uses >= o.usage_limit, FALSE)))`;

async function filterOffers(ctx: Ctx, input: List): Promise<OfferQuery> {
  const { id, status, type, product_id, categorys_id, branch_id, runs_out } = input;
  let query = offers.where(matchesKeywords(input.keywords, sql.ref('o.search')));
  if (type !== undefined) query = query.where('o.type', '=', type);
  if (categorys_id !== undefined)
    query = query.where('o.id', 'in', (eb) =>
      eb.selectFrom('offer_category').select('offer_id').where('category_id', '=', categorys_id),
    );
  if (branch_id !== undefined) query = query.where(holdsInBranchSql(ctx, 'offer', branch_id));
  const isVisible = isVisibleRuleSql(ctx, 'offer');
  if (isVisible) query = query.where(isVisible);
  if (ctx.reach === 'public') return keepPublished(ctx, query);
  query = query.where('o.deleted_at', 'is', null);
  if (id !== undefined) query = query.where('o.id', '=', id);
  if (status !== undefined) query = query.where('o.status', '=', status);
  if (product_id !== undefined)
    query = query.where('o.id', 'in', (eb) =>
      eb.selectFrom('offer_product').select('offer_id').where('product_id', '=', product_id),
    );
  if (runs_out !== undefined) query = query.where(sql<boolean>`${isRunningOutSql(ctx)} = ${runs_out === 1}`);
  return query;
}

function sortOffers(ctx: Ctx, query: OfferQuery, { sort_by, sort_as }: List): OfferQuery {
  const title = localizedSort(ctx, sql.ref('o.titles'));
  const isTold = ctx.reach === 'full' || sort_by === 'id';
  const sorted =
    sort_by === 'title'
      ? query.orderBy(title, sort_as)
      : sort_by === 'uses'
        ? query.orderBy(isTold ? usesSortSql(ctx) : sql`o.ord`, sort_as)
        : query.orderBy(isTold ? `o.${sort_by}` : 'o.ord', sort_as);
  return sorted.orderBy('o.id', sort_as);
}

/** Lists offers; the public sees those valid today, without coupons. */
export async function list(ctx: Ctx, input: List) {
  const query = await filterOffers(ctx, input);
  const { skip, take } = toSkipTake(input);
  const page = sortOffers(ctx, query, input).select('o.id').limit(take).offset(skip);
  const onPage = offers.where('o.id', '=', sql<number>`any(array(${page}))`);
  const [rows, total] = await Promise.all([
    fetchRows(ctx, selectOfferRows(ctx, sortOffers(ctx, onPage, input), MAX_OFFER_PRODUCTS)),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    total,
    input,
  );
}

/** Finds an offer by id, even if it is deleted. */
const findOffer = (ctx: Ctx, id: number): Promise<OfferRow | undefined> =>
  fetchRow(ctx, selectOfferRows(ctx, offers.where('o.id', '=', id), OFFER_PRODUCTS_MAX));

/** Returns an offer with all its products; unpublished ones do not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  if (ctx.reach === 'full')
    return showView(ctx, requireVisibleRule(ctx, requireNotDeleted(await findOffer(ctx, id))));
  const published = await keepPublished(ctx, offers.where('o.id', '=', id));
  const row = await fetchRow(ctx, selectOfferRows(ctx, published, OFFER_PRODUCTS_MAX));
  return showView(ctx, requireFound(row));
}

/** Returns the terms to store, checked against the offer's products and categories. */
async function checkOffer(ctx: Ctx, before: OfferRow | null, input: Save): Promise<OfferTerms> {
  const terms = mergeOfferTerms(before && toOfferTerms(before), input.info ?? {});
  const given = input.info?.products;
  const products: readonly OfferProduct[] = given === undefined ? (before?.products ?? []) : (given ?? []);
  const categorys_id =
    input.categorys_id === undefined ? (before?.categorys_id ?? []) : (input.categorys_id ?? []);
  if (given) await checkRuleProducts(ctx, given, 'info.products', before?.products);
  if (input.categorys_id) await checkRuleCategories(ctx, input.categorys_id);
  // renaming or disabling an offer must not fail because prices have changed since
  if (input.info !== undefined || input.categorys_id !== undefined || before === null)
    await checkOfferTerms(ctx, terms, { products, categorys_id }, before?.uses ?? 0);
  if (terms.type === 'bundle' && !input.force) await refuseDearerBundle(ctx, terms, products, before);
  return terms;
}

/**
 * Replaces the products, categories and branches of an offer; deleted products keep their assignment in case they are
 * restored, except in bundles, where all parts are given.
 */
async function replaceOfferScope(ctx: Ctx, offer_id: number, input: Save): Promise<void> {
  const products = input.info?.products;
  if (products !== undefined) {
    const rows = toTargetColumns(products ?? []);
    const quantities = (products ?? []).map(({ quantity }) => String(quantity ?? 1));
    await runStatement(
      ctx,
      sql`
      DELETE FROM offer_product x USING product p
       WHERE x.offer_id = ${offer_id} AND p.id = x.product_id
         AND (p.deleted_at IS NULL
              OR (EXISTS (SELECT 1 FROM offer o WHERE o.id = x.offer_id AND o.type = 'bundle')
                  AND NOT EXISTS (SELECT 1 FROM unnest(${rows.products}::int[], ${rows.items}::int[]) AS g(product_id, item_id)
                                   WHERE g.product_id = x.product_id AND g.item_id = coalesce(x.item_id, 0))))`,
    );
    await runStatement(
      ctx,
      sql`
      INSERT INTO offer_product (offer_id, product_id, item_id, quantity, ord)
      SELECT ${offer_id}::int, t.product_id, nullif(t.item_id, 0), t.quantity::numeric, t.at
        FROM unnest(${rows.products}::int[], ${rows.items}::int[], ${quantities}::text[])
             WITH ORDINALITY AS t(product_id, item_id, quantity, at)
       WHERE NOT EXISTS (SELECT 1 FROM offer_product k WHERE k.offer_id = ${offer_id}::int
                          AND k.product_id = t.product_id AND coalesce(k.item_id, 0) = t.item_id)`,
    );
  }
  const branches_ids = input.info?.branches_ids;
  if (branches_ids !== undefined) {
    const ids = await checkRuleBranches(ctx, branches_ids ?? [], BRANCHES_FIELD);
    await ctx.db.offer_branch.deleteMany({ where: { offer_id } });
    await ctx.db.offer_branch.createMany({ data: ids.map((branch_id) => ({ offer_id, branch_id })) });
  }
  if (input.categorys_id !== undefined) {
    await ctx.db.offer_category.deleteMany({ where: { offer_id } });
    const data = (input.categorys_id ?? []).map((category_id) => ({ offer_id, category_id }));
    await ctx.db.offer_category.createMany({ data });
  }
}

async function toOfferFields(ctx: Ctx, { titles, descriptions, status, ord, image_base64 }: Save) {
  const image = image_base64
    ? await storePicture(ctx, image_base64, { size: IMAGE_SIZE, field: 'image_base64' })
    : image_base64;
  return omitUndefined({
    titles,
    descriptions: descriptions === null ? {} : descriptions,
    status,
    ord,
    image,
  });
}

const toOfferColumns = ({ start_date, end_date, tiers, ...terms }: OfferTerms) => ({
  ...terms,
  tiers: tiers as Prisma.InputJsonArray,
  start_date: toDbDate(start_date),
  end_date: toDbDate(end_date),
});

async function insertOffer(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  await holdOwnBranches(ctx);
  requireNamedBranch(ctx, input.info?.branches_ids ?? [], BRANCHES_FIELD);
  const terms = await checkOffer(ctx, null, input);
  const fields = { ...(await toOfferFields(ctx, input)), ...toOfferColumns(terms) };
  const data = { ...fields, titles, created_at: ctx.now, updated_at: ctx.now };
  const { id } = await ctx.db.offer.create({ data, select: { id: true } });
  await replaceOfferScope(ctx, id, input);
  return { id };
}

async function updateOffer(ctx: Ctx, before: OfferRow, input: Save) {
  const { id } = before;
  const terms = await checkOffer(ctx, before, input);
  const fields = { ...(await toOfferFields(ctx, input)), ...toOfferColumns(terms) };
  const data = { ...fields, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.offer.update({ where: { id }, data, select: { id: true } });
  await replaceOfferScope(ctx, id, input);
}

/** Locks an offer that the caller may change. @throws record.missing, offer.read_only, branch.forbidden */
async function lockOffer(
  ctx: Ctx,
  { id }: { readonly id: number },
  requireState: (row: OfferRow | undefined) => OfferRow,
): Promise<OfferRow> {
  await holdOwnBranches(ctx);
  await lockRow(ctx, 'offer', id);
  return requireChangeableRule(ctx, requireState(await findOffer(ctx, id)), BRANCHES_FIELD);
}

/**
 * Saves, deletes and restores offers. Given products and categories replace the stored ones, and the type cannot change.
 * Orders keep a deleted offer, and its code may be used again.
 * @throws record.missing, record.stale, reference.missing, record.duplicate for the code of another coupon;
 * offer.read_only, branch.required and branch.forbidden for a caller of some branches
 * (docs/rules/offers.md#whose-offers)
 */
export const { save, remove, restore } = defineRestorableRecord({
  noun: 'offer',
  lock: lockOffer,
  find: findOffer,
  view: showView,
  audit: auditView,
  insert: insertOffer,
  update: updateOffer,
});

import { toLocalDate } from '@dukkan/commerce';
import { type api, OFFER_PRODUCTS_LISTED, OFFER_PRODUCTS_MAX } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, matchesBranchFilter, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { toPrismaSql } from '../../core/db/to-prisma-sql.ts';
import { failField } from '../../core/fail-field.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { localizedSortSql, omitUndefined, orderBySql } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { storePicture } from '../../core/pictures.ts';
import { requireNotDeleted, requireRestorable, setDeleted } from '../../core/soft-delete.ts';
import { readSettings } from '../setting/index.ts';
import { refuseDearerBundle } from './bundle-price.ts';
import { offerIsOnSql } from './offer.is-on.ts';
import { checkOfferTerms, mergeOfferTerms, type OfferProduct, type OfferTerms } from './offer.terms.ts';
import { auditView, type OfferRow, rowView, selectOffersSql, showView, toOfferTerms } from './offer.view.ts';
import { shopDaySql } from './price-settings.ts';
import {
  checkRuleCategories,
  checkRuleProducts,
  resolveRuleBranches,
  toDbDate,
  toTargetColumns,
} from './rule-scope.ts';

type List = z.output<typeof api.offer.list.input>;
type Save = z.output<typeof api.offer.save.input>;
type Known = { id: number; version?: number | undefined };

/** Longest edge of an offer's picture in pixels. */
const IMAGE_SIZE = 1_200;
/** A coupon that ends within this many days, including today, is running out. */
const SOON_DAYS = 7;

/**
 * Condition for what the public sees: wholesale offers and bundles that are valid today and whose parts are all on
 * sale.
 */
async function published(ctx: Ctx): Promise<Prisma.Sql> {
  const { timezone } = (await readSettings(ctx)).settings;
  const today = toLocalDate(ctx.now, timezone);
  return Prisma.sql`o.deleted_at IS NULL AND o.status = 1 AND ${toPrismaSql(offerIsOnSql(today))}`;
}

async function filterOf(ctx: Ctx, input: List): Promise<Prisma.Sql> {
  const filters = [...keywordConditions(input.keywords, Prisma.sql`o.search`)];
  const { id, status, type, product_id, categorys_id, branch_id, runs_out } = input;
  if (type !== undefined) filters.push(Prisma.sql`o.type = ${type}`);
  if (categorys_id !== undefined)
    filters.push(
      Prisma.sql`o.id IN (SELECT offer_id FROM offer_category WHERE category_id = ${categorys_id})`,
    );
  if (branch_id !== undefined)
    filters.push(Prisma.sql`(NOT EXISTS (SELECT 1 FROM offer_branch b WHERE b.offer_id = o.id)
      OR EXISTS (SELECT 1 FROM offer_branch b WHERE b.offer_id = o.id AND b.branch_id = ${branch_id}
        AND ${matchesBranchFilter(ctx, branch_id)}))`);
  if (ctx.reach === 'public') return Prisma.join([await published(ctx), ...filters], ' AND ');
  filters.push(Prisma.sql`o.deleted_at IS NULL`);
  if (id !== undefined) filters.push(Prisma.sql`o.id = ${id}`);
  if (status !== undefined) filters.push(Prisma.sql`o.status = ${status}`);
  if (product_id !== undefined)
    filters.push(Prisma.sql`o.id IN (SELECT offer_id FROM offer_product WHERE product_id = ${product_id})`);
  if (runs_out !== undefined) filters.push(Prisma.sql`(${runsOutSql(ctx)}) = ${runs_out === 1}`);
  return Prisma.join(filters, ' AND ');
}

/** Condition for active coupons `o` that end within a week or are used up. Source: docs/rules/offers.md#running-out */
const runsOutSql = (ctx: Ctx): Prisma.Sql => Prisma.sql`o.type = 'coupon' AND o.status = 1
  AND (o.start_date IS NULL OR o.start_date <= ${shopDaySql(ctx)})
  AND coalesce(o.end_date, 'infinity') >= ${shopDaySql(ctx)}
  AND (coalesce(o.end_date, 'infinity') < ${shopDaySql(ctx)} + ${SOON_DAYS}::int
       OR coalesce(o.uses >= o.usage_limit, FALSE))`;

function ordered(ctx: Ctx, input: List): Prisma.Sql {
  const ord = Prisma.sql`o.ord`;
  const columns: Record<List['sort_by'], Prisma.Sql> = {
    ord,
    title: localizedSortSql(ctx, Prisma.sql`o.titles`),
    id: Prisma.sql`o.id`,
    status: ord,
    uses: ord,
    start_date: ord,
    end_date: ord,
  };
  const own = {
    status: Prisma.sql`o.status`,
    uses: Prisma.sql`o.uses`,
    start_date: Prisma.sql`o.start_date`,
    end_date: Prisma.sql`o.end_date`,
  };
  const column = { ...columns, ...(ctx.reach === 'full' ? own : {}) }[input.sort_by];
  return orderBySql(column, Prisma.sql`o.id`, input.sort_as);
}

/** Lists offers; the public sees those valid today, without coupons. */
export async function list(ctx: Ctx, input: List) {
  const where = await filterOf(ctx, input);
  const order = ordered(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM offer o WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<OfferRow[]>`
    ${selectOffersSql(ctx, OFFER_PRODUCTS_LISTED)} WHERE o.id = ANY(ARRAY(SELECT o.id FROM offer o WHERE ${where} ${order}
      LIMIT ${take} OFFSET ${skip})) ${order}`;
  return toPage(
    rows.map((row) => rowView(ctx, row, input.all_locale ?? false)),
    counted?.total ?? 0,
    input,
  );
}

/** Finds an offer by id, even if it is deleted. */
async function stored(ctx: Ctx, id: number): Promise<OfferRow | undefined> {
  const [row] = await ctx.db.$queryRaw<
    OfferRow[]
  >`${selectOffersSql(ctx, OFFER_PRODUCTS_MAX)} WHERE o.id = ${id}`;
  return row;
}

/** Finds and locks an offer until the transaction ends, even if it is deleted. */
async function lock(ctx: Ctx, id: number): Promise<OfferRow | undefined> {
  await ctx.db.$executeRaw`SELECT 1 FROM offer WHERE id = ${id} FOR UPDATE`;
  return stored(ctx, id);
}

/** Returns an offer with all its products; unpublished ones do not exist for the public. @throws record.missing */
export async function show(ctx: Ctx, { id }: { id: number }) {
  if (ctx.reach === 'full') return showView(ctx, requireNotDeleted(await stored(ctx, id)));
  const [row] = await ctx.db.$queryRaw<OfferRow[]>`
    ${selectOffersSql(ctx, OFFER_PRODUCTS_MAX)} WHERE o.id = ${id} AND ${await published(ctx)}`;
  return showView(ctx, requireFound(row));
}

/** Returns the terms to store, checked against the offer's products and categories. */
async function check(ctx: Ctx, before: OfferRow | null, input: Save): Promise<OfferTerms> {
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
async function assign(ctx: Ctx, offer_id: number, input: Save): Promise<void> {
  const products = input.info?.products;
  if (products !== undefined) {
    const rows = toTargetColumns(products ?? []);
    const quantities = (products ?? []).map(({ quantity }) => String(quantity ?? 1));
    await ctx.db.$executeRaw`
      DELETE FROM offer_product x USING product p
       WHERE x.offer_id = ${offer_id} AND p.id = x.product_id
         AND (p.deleted_at IS NULL
              OR (EXISTS (SELECT 1 FROM offer o WHERE o.id = x.offer_id AND o.type = 'bundle')
                  AND NOT EXISTS (SELECT 1 FROM unnest(${rows.products}::int[], ${rows.items}::int[]) AS g(product_id, item_id)
                                   WHERE g.product_id = x.product_id AND g.item_id = coalesce(x.item_id, 0))))`;
    await ctx.db.$executeRaw`
      INSERT INTO offer_product (offer_id, product_id, item_id, quantity, ord)
      SELECT ${offer_id}::int, t.product_id, nullif(t.item_id, 0), t.quantity::numeric, t.at
        FROM unnest(${rows.products}::int[], ${rows.items}::int[], ${quantities}::text[])
             WITH ORDINALITY AS t(product_id, item_id, quantity, at)
       WHERE NOT EXISTS (SELECT 1 FROM offer_product k WHERE k.offer_id = ${offer_id}::int
                          AND k.product_id = t.product_id AND coalesce(k.item_id, 0) = t.item_id)`;
  }
  const branches_ids = input.info?.branches_ids;
  if (branches_ids !== undefined) {
    const stored = await ctx.db.offer_branch.findMany({ where: { offer_id } });
    const before = stored.map(({ branch_id }) => branch_id);
    const ids = await resolveRuleBranches(ctx, branches_ids ?? [], before, 'info.branches_ids');
    await ctx.db.offer_branch.deleteMany({ where: { offer_id } });
    await ctx.db.offer_branch.createMany({ data: ids.map((branch_id) => ({ offer_id, branch_id })) });
  }
  if (input.categorys_id !== undefined) {
    await ctx.db.offer_category.deleteMany({ where: { offer_id } });
    const data = (input.categorys_id ?? []).map((category_id) => ({ offer_id, category_id }));
    await ctx.db.offer_category.createMany({ data });
  }
}

async function fieldsOf(ctx: Ctx, { titles, descriptions, status, ord, image_base64 }: Save) {
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

const columns = ({ start_date, end_date, tiers, ...terms }: OfferTerms) => ({
  ...terms,
  tiers: tiers as Prisma.InputJsonArray,
  start_date: toDbDate(start_date),
  end_date: toDbDate(end_date),
});

async function create(ctx: Ctx, input: Save) {
  const titles = input.titles ?? failField('titles', 'required');
  const terms = await check(ctx, null, input);
  const fields = { ...(await fieldsOf(ctx, input)), ...columns(terms) };
  const { id } = await ctx.db.offer.create({
    data: { ...fields, titles, created_at: ctx.now, updated_at: ctx.now },
    select: { id: true },
  });
  await assign(ctx, id, input);
  const row = requireFound(await stored(ctx, id));
  await recordAudit(ctx, {
    noun: 'offer',
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
  const terms = await check(ctx, before, input);
  const fields = { ...(await fieldsOf(ctx, input)), ...columns(terms) };
  const data = { ...fields, version: { increment: 1 }, updated_at: ctx.now };
  await ctx.db.offer.update({ where: { id }, data, select: { id: true } });
  await assign(ctx, id, input);
  const row = requireFound(await stored(ctx, id));
  const change = { before: auditView(before), after: auditView(row), version: row.version };
  await recordAudit(ctx, { noun: 'offer', id, action: 'update', ...change });
  return showView(ctx, row);
}

/**
 * Creates or changes an offer; given products and categories replace the stored ones, the type cannot change.
 * @throws record.missing, record.stale, reference.missing, record.duplicate for the code of another coupon
 */
export const save = (ctx: Ctx, input: Save) =>
  ctx.tx((ctx) => (input.id === undefined ? create(ctx, input) : change(ctx, input.id, input)));

/** Deletes an offer; existing orders keep it, and its code may be used again. @throws record.missing, record.stale */
export const remove = (ctx: Ctx, { id, version }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireNotDeleted(await lock(ctx, id));
    checkVersion(row.version, version);
    await setDeleted(ctx, 'offer', row, 'delete', auditView(row));
    return { deleted: 1 as const };
  });

/**
 * Restores an offer deleted in the last 24 hours. @throws record.missing; record.duplicate when another coupon uses its
 * code now
 */
export const restore = (ctx: Ctx, { id }: Known) =>
  ctx.tx(async (ctx) => {
    const row = requireRestorable(ctx, await lock(ctx, id));
    await setDeleted(ctx, 'offer', row, 'restore', auditView(row));
    return showView(ctx, requireFound(await stored(ctx, id)));
  });

import { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type { Words } from '../../../../prisma/seed/demo-catalogue.ts';
import { BUNDLES, COUPONS, DISCOUNTS, PRICE_LIST, WHOLESALE } from '../../../../prisma/seed/demo-prices.ts';
import type { Ctx } from '../core/ctx.ts';
import { fetchRows, tables } from '../core/db/tables.ts';
import { assignPriceList, saveDiscount, saveOffer, savePriceList } from '../modules/pricing/index.ts';
import { getCategoryKeys, readCategoryTitles } from './demo-catalogue.ts';

const toTextsByLocale = ([ar, en, de]: Words) => ({ ar, en, de });

/** Selects the demo products, each with its first item. */
const selectGoods = tables
  .selectFrom('product as p')
  .innerJoin('product_item as i', 'i.product_id', 'p.id')
  .distinctOn('p.id')
  .select(({ ref }) => [
    'p.id',
    'i.id as item_id',
    sql<number>`coalesce(${ref('i.price')}, ${ref('p.price')})::float8`.as('price'),
    sql<string>`${ref('p.titles')}->>'en'`.as('title'),
  ])
  .where('p.deleted_at', 'is', null)
  .where('p.status', '=', 1)
  .where('i.deleted_at', 'is', null)
  .where('i.barcode', 'like', '214%')
  .orderBy('p.id')
  .orderBy('i.ord')
  .orderBy('i.id');

type Found = InferResult<typeof selectGoods>[number];

/** Finds demo products by a part of their English title, which also contains brand and size. */
async function readGoods(ctx: Ctx): Promise<(name: string) => Found[]> {
  const rows = await fetchRows(ctx, selectGoods);
  return (name) => rows.filter(({ title }) => title.includes(name)).slice(0, 1);
}

/** Rounds to a quarter of a riyal, the smallest coin. */
const toCoin = (amount: number): number => Math.round(amount * 4) / 4;

async function putPriceList(ctx: Ctx, goods: (name: string) => Found[], branch_id: number): Promise<void> {
  const items = PRICE_LIST.goods.flatMap(goods).map(({ id, item_id, price }) => ({
    product_id: id,
    item_id,
    price: toCoin(price * PRICE_LIST.share),
  }));
  const input = {
    titles: toTextsByLocale(PRICE_LIST.names),
    descriptions: toTextsByLocale(PRICE_LIST.description),
    items,
  };
  const { id } = await savePriceList(ctx, api.priceList.save.input.parse(input));
  await assignPriceList(ctx, api.priceList.assign.input.parse({ id, branches_ids: [branch_id] }));
}

async function putDiscounts(ctx: Ctx): Promise<void> {
  const keys = getCategoryKeys();
  const categories = await readCategoryTitles(ctx);
  for (const { names, category, isOff, ...terms } of DISCOUNTS) {
    const categorys_id = categories.filter(({ title }) => keys.get(title) === category).map(({ id }) => id);
    if (categorys_id.length === 0) continue;
    const input = { titles: toTextsByLocale(names), ...terms, categorys_id, status: isOff ? 0 : 1 };
    await saveDiscount(ctx, api.discount.save.input.parse(input));
  }
}

async function putOffers(ctx: Ctx, goods: (name: string) => Found[]): Promise<void> {
  const put = (names: Words, ord: number, info: object, status = 1) =>
    saveOffer(ctx, api.offer.save.input.parse({ titles: toTextsByLocale(names), ord, status, info }));
  const tiers = WHOLESALE.tiers.map((tier) => ({ ...tier, discount_type: 'percent' }));
  const products = WHOLESALE.goods.flatMap(goods).map(({ id }) => ({ id }));
  await put(WHOLESALE.names, 1, { type: 'wholesale', tiers, products });
  for (const [n, bundle] of BUNDLES.entries()) {
    const parts = bundle.goods.flatMap(([name, quantity]) =>
      goods(name).map(({ id, item_id }) => ({ id, item_id, quantity })),
    );
    await put(bundle.names, 2 + n, { type: 'bundle', bundle_price: bundle.price, products: parts });
  }
  for (const [n, { names, isOff, ...terms }] of COUPONS.entries())
    await put(names, 10 + n, { type: 'coupon', ...terms }, isOff ? 0 : 1);
}

/** Creates a price list, discounts, offers and coupons; does nothing when there are offers already. */
export async function seedPrices(ctx: Ctx): Promise<void> {
  if (await ctx.db.offer.findFirst({ select: { id: true } })) return;
  const goods = await readGoods(ctx);
  const branches = await ctx.db.branch.findMany({
    where: { deleted_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const branch = branches[PRICE_LIST.branch];
  if (branch) await putPriceList(ctx, goods, branch.id);
  await putDiscounts(ctx);
  await putOffers(ctx, goods);
}

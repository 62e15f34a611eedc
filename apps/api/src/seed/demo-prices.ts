import { api } from '@dukkan/contract';
import type { Words } from '../../../../prisma/seed/demo-catalogue.ts';
import { BUNDLES, COUPONS, DISCOUNTS, PRICE_LIST, WHOLESALE } from '../../../../prisma/seed/demo-prices.ts';
import type { Ctx } from '../core/ctx.ts';
import { assignPriceList, saveDiscount, saveOffer, savePriceList } from '../modules/pricing/index.ts';
import { getCategoryKeys } from './demo-catalogue.ts';

const texts = ([ar, en, de]: Words) => ({ ar, en, de });

type DemoItem = {
  readonly id: number;
  readonly item_id: number;
  readonly price: number;
  readonly title: string;
};

/** Finds demo products by a part of their English title, which also contains brand and size. */
async function readGoods(ctx: Ctx): Promise<(name: string) => DemoItem[]> {
  const rows = await ctx.db.$queryRaw<DemoItem[]>`
    SELECT DISTINCT ON (p.id) p.id, i.id AS item_id, coalesce(i.price, p.price)::float8 AS price, p.titles->>'en' AS title
      FROM product p JOIN product_item i ON i.product_id = p.id
     WHERE p.deleted_at IS NULL AND p.status = 1 AND i.deleted_at IS NULL AND i.barcode LIKE '214%'
     ORDER BY p.id, i.ord, i.id`;
  return (name) => rows.filter(({ title }) => title.includes(name)).slice(0, 1);
}

/** Rounds to a quarter of a riyal, the smallest coin. */
const toCoin = (amount: number): number => Math.round(amount * 4) / 4;

async function putPriceList(ctx: Ctx, goods: (name: string) => DemoItem[], branch_id: number): Promise<void> {
  const items = PRICE_LIST.goods.flatMap(goods).map(({ id, item_id, price }) => ({
    product_id: id,
    item_id,
    price: toCoin(price * PRICE_LIST.share),
  }));
  const input = { titles: texts(PRICE_LIST.names), descriptions: texts(PRICE_LIST.description), items };
  const { id } = await savePriceList(ctx, api.priceList.save.input.parse(input));
  await assignPriceList(ctx, api.priceList.assign.input.parse({ id, branches_ids: [branch_id] }));
}

async function putDiscounts(ctx: Ctx): Promise<void> {
  const keys = getCategoryKeys();
  const categories = await ctx.db.$queryRaw<{ id: number; title: string }[]>`
    SELECT id, titles->>'en' AS title FROM category WHERE deleted_at IS NULL`;
  for (const { names, category, isOff, ...terms } of DISCOUNTS) {
    const categorys_id = categories.filter(({ title }) => keys.get(title) === category).map(({ id }) => id);
    if (categorys_id.length === 0) continue;
    const input = { titles: texts(names), ...terms, categorys_id, status: isOff ? 0 : 1 };
    await saveDiscount(ctx, api.discount.save.input.parse(input));
  }
}

async function putOffers(ctx: Ctx, goods: (name: string) => DemoItem[]): Promise<void> {
  const put = (names: Words, ord: number, info: object, status = 1) =>
    saveOffer(ctx, api.offer.save.input.parse({ titles: texts(names), ord, status, info }));
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

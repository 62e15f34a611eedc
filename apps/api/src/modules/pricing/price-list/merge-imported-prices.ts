import type { Ctx } from '../../../core/ctx.ts';
import type { PriceListItemPrice } from '../../importing/index.ts';
import { save } from './price-list.service.ts';

/**
 * Merges the prices of an imported file into a price list; items without a price are removed from it.
 * @throws record.missing for a deleted list, reference.missing for a deleted item
 */
export const mergeImportedPrices = (
  ctx: Ctx,
  id: number,
  prices: readonly PriceListItemPrice[],
): Promise<void> =>
  ctx.tx(async (ctx) => {
    const items = prices.flatMap(({ price, ...item }) => (price === null ? [] : [{ ...item, price }]));
    const gone = prices.flatMap(({ item_id, price }) => (price === null ? [item_id] : []));
    const rows = await ctx.db.price_list_item.findMany({
      where: { price_list_id: id, item_id: { in: gone } },
      select: { id: true },
    });
    await save(ctx, { id, items, deleted_items: rows.map((row) => row.id) });
  });

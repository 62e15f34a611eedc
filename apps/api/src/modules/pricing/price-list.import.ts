import type { Ctx } from '../../core/ctx.ts';
import type { PriceListItemPrice } from '../importing/index.ts';
import { save } from './price-list.service.ts';

/**
 * Merges prices that a file brought into a price list; those without a price are taken out of it (decisions 10).
 * @throws record.missing for a list that is gone, reference.missing for an item that is
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

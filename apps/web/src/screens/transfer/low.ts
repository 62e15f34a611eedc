import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { type LowStockItem, suggestQuantity } from './draft.ts';

/** The number of requests that run at the same time. */
const LANES = 4;
/** The most items to check, the scarcest first. */
const MOST = 100;

/**
 * Returns the items that run low in a branch and that the other branch can give, with suggested quantities. @throws
 * CallFailure
 */
export async function loadLowStock(
  from: number,
  to: number,
): Promise<{ item: LowStockItem; quantity: number }[]> {
  const { results } = await callApi(
    api.stock.list,
    { branch_id: to, state: 'low', sort_by: 'available', sort_as: 'asc', limit: MOST },
    { branchId: null },
  );
  const suggestions: { item: LowStockItem; quantity: number }[] = [];
  const waiting = [...results];
  const lane = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const { item_id } = row;
      const { results: there } = await callApi(
        api.stock.explain,
        { item_id, branch_id: from },
        { branchId: null },
      );
      const { title, barcode, pace, available } = row;
      const item = { item_id, title, barcode, pace, available, free: there.available };
      const quantity = suggestQuantity(item);
      if (quantity > 0) suggestions.push({ item, quantity });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return suggestions.toSorted((a, b) => a.item.title.localeCompare(b.item.title));
}

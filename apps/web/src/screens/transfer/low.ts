import { api } from '../../lib/server/api.ts';
import { call } from '../../lib/server/call.ts';
import { type Low, wanted } from './draft.ts';

/** So many explanations are asked for at a time. */
const LANES = 4;
/** So many items are looked at, the scarcest first. */
const MOST = 100;

/**
 * What runs out in a branch and could come from another one, with how much of it. @throws CallFailure
 */
export async function lowThere(from: number, to: number): Promise<{ item: Low; quantity: number }[]> {
  const { results } = await call(
    api.stock.list,
    { branch_id: to, state: 'low', sort_by: 'available', sort_as: 'asc', limit: MOST },
    { branchId: null },
  );
  const found: { item: Low; quantity: number }[] = [];
  const waiting = [...results];
  const lane = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const { item_id } = row;
      const { results: there } = await call(
        api.stock.explain,
        { item_id, branch_id: from },
        { branchId: null },
      );
      const { title, barcode, pace, available } = row;
      const item = { item_id, title, barcode, pace, available, free: there.available };
      const quantity = wanted(item);
      if (quantity > 0) found.push({ item, quantity });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found.toSorted((a, b) => a.item.title.localeCompare(b.item.title));
}

import type { LOCALES } from 'virtual:facts';
import { readPages } from '../../lib/list/read-pages.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import type { EditedProduct } from './default-values.ts';

/** The most branches of a shop to which a list is given at once. */
const BRANCHES_MAX = 1_000;
const PAGE = 100;

/**
 * Sets a product's price from a day on: as a price list of its own, which begins that day in all branches. Items with a
 * price of their own keep it. Returns the list's id.
 */
export async function schedulePrice(record: EditedProduct, price: number, day: string): Promise<number> {
  const following = record.items.filter((item) => item.price === null);
  const items = following.length > 0 ? following : record.items;
  const nameIn = (code: (typeof LOCALES)[number]) => `${record.titles[code] || record.title} · ${day}`;
  const branches_ids: number[] = [];
  await readPages(
    (page) => callApi(api.branch.list, { status: 1, limit: PAGE, page }, { branchId: null }),
    (rows) => branches_ids.push(...rows.map(({ id }) => id)) >= BRANCHES_MAX,
  );
  const { results: list } = await callApi(api.priceList.save, {
    titles: { ar: nameIn('ar'), en: nameIn('en'), de: nameIn('de') },
    status: 1,
    start_date: day,
    items: items.map(({ item_id }) => ({ product_id: record.id, item_id, price, status: 1 as const })),
  });
  await callApi(api.priceList.assign, { id: list.id, branches_ids }, { branchId: null });
  await invalidateNouns(api.priceList.assign.invalidates);
  return list.id;
}

import { tillApi } from 'virtual:endpoints/till';
import { callApi } from '../../../lib/server/call.ts';
import type { PackChange, StoredPack } from '../data/till-store.ts';
import type { PackItem, PackPage, PackPrices } from './pack-shape.ts';

/** What the feed asks the server; a test gives its own. */
export type PackSource = {
  readonly page: (query: {
    since: string | null;
    cursor: string | null;
    shop_hash: string | null;
  }) => Promise<PackPage>;
  readonly prices: (id: number) => Promise<PackPrices>;
};

export const askServer = (device_id: number, branch_id: number): PackSource => ({
  page: async ({ since, cursor, shop_hash }) => {
    const query = {
      ...(since === null ? {} : { since }),
      ...(cursor === null ? {} : { cursor }),
      ...(shop_hash === null ? {} : { shop_hash }),
    };
    return (await callApi(tillApi.tillPack.show, { device_id, ...query }, { branchId: branch_id })).results;
  },
  prices: async (id) =>
    (await callApi(tillApi.tillPack.prices, { device_id, id }, { branchId: branch_id })).results,
});

export type FeedProgress = (items: number) => void;

/**
 * Reads what changed since the stored pack, all pages and the prices of changed lists, before anything is stored.
 * @returns null when nothing changed
 */
export async function readPackChange(
  source: PackSource,
  stored: Pick<StoredPack, 'version' | 'shop' | 'shop_hash' | 'prices'> | null,
  onProgress: FeedProgress = () => undefined,
): Promise<PackChange | null> {
  const since = stored?.version ?? null;
  const items: PackItem[] = [];
  const removed: number[] = [];
  let cursor: string | null = null;
  let first: PackPage | null = null;
  let last: PackPage;
  do {
    last = await source.page({ since, cursor, shop_hash: stored?.shop_hash ?? null });
    first ??= last;
    for (const item of last.items) items.push(item);
    for (const id of last.removed_items_ids) removed.push(id);
    cursor = last.next;
    onProgress(items.length);
  } while (cursor !== null);
  const shop = first.shop ?? stored?.shop;
  if (!shop) throw new Error('the pack has no shop');
  const { lists } = first;
  const changed = lists.filter(({ id, version }) => stored?.prices.get(id)?.version !== version);
  const prices: PackPrices[] = [];
  for (const { id } of changed) prices.push(await source.prices(id));
  const isSame =
    stored !== null &&
    items.length === 0 &&
    removed.length === 0 &&
    first.shop === null &&
    prices.length === 0;
  if (isSame && last.version === stored.version && !first.whole) return null;
  return {
    whole: first.whole,
    items,
    removed_items_ids: removed,
    prices,
    facts: { version: last.version, shop, shop_hash: first.shop_hash },
  };
}

import 'fake-indexeddb/auto';
import type { StoredSale } from '@dukkan/commerce';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPackChange } from '../pack/pack-feed.ts';
import type { PackPage } from '../pack/pack-shape.ts';
import { changeDraft, EMPTY_DRAFT } from './draft.ts';
import { item, shop } from './till-fixture.ts';
import { openTillStore, type TillStore } from './till-store.ts';

let store: TillStore;
let turn = 0;
beforeEach(async () => {
  turn += 1;
  store = await openTillStore(`till-${turn}`);
});
afterEach(() => store.close());

const page = (part: Partial<PackPage>): PackPage => ({
  version: 'v1',
  whole: false,
  next: null,
  items: [],
  removed_items_ids: [],
  shop: null,
  shop_hash: 'h1',
  lists: [],
  ...part,
});
const source = (...pages: readonly PackPage[]) => {
  const left = [...pages];
  return {
    page: async () => {
      const next = left.shift();
      if (!next) throw new Error('the network is gone');
      return next;
    },
    prices: async (id: number) => ({
      id,
      version: 'p1',
      prices: [[101, 1, 9]] as [number, number, number][],
    }),
  };
};
const list = { id: 9, ord: 1, start_date: null, end_date: null, version: 'p1', phones: null };

it('a pack is taken over as a whole, then changed by one item', async () => {
  const first = await readPackChange(
    source(
      page({
        whole: true,
        next: 'c',
        shop: shop({ price_lists: [list] }),
        items: [item(1, 'Milk', 8), item(2, 'Tea', 5)],
        lists: [{ id: 9, version: 'p1' }],
      }),
      page({ whole: true, items: [item(35, 'Rice', 12)], lists: [{ id: 9, version: 'p1' }] }),
    ),
    null,
  );
  if (!first) throw new Error('nothing changed');
  await store.writePack(first);
  const pack = await store.readPack();
  expect(pack?.items.map(({ item_id }) => item_id).toSorted((a, b) => a - b)).toEqual([1, 2, 35]);
  expect(pack?.prices.get(9)?.prices).toEqual([[101, 1, 9]]);
  const change = await readPackChange(
    source(
      page({
        version: 'v2',
        items: [item(1, 'Milk', 9)],
        removed_items_ids: [2],
        lists: [{ id: 9, version: 'p1' }],
      }),
    ),
    pack,
  );
  if (!change) throw new Error('nothing changed');
  await store.writePack(change);
  const later = await store.readPack();
  expect(later?.version).toBe('v2');
  expect(
    later?.items.map(({ item_id, price }) => [item_id, price]).toSorted(([a = 0], [b = 0]) => a - b),
  ).toEqual([
    [1, 9],
    [35, 12],
  ]);
});

it('writes nothing of a pack whose later page never comes', async () => {
  const half = source(page({ whole: true, next: 'more', shop: shop(), items: [item(1, 'Milk', 8)] }));
  await expect(readPackChange(half, null)).rejects.toThrow('network');
  expect(await store.readPack()).toBeNull();
});

it('writes a sale with its number in one transaction and reads both back', async () => {
  const sale = { uuid: 'a', seq: 3, state: 'offered' } as unknown as StoredSale;
  await store.writeSales([sale, { ...sale, uuid: 'b', seq: 1 }], [], 4);
  await store.writeSales([], ['a'], null);
  expect((await store.readSales()).map(({ uuid }) => uuid)).toEqual(['b']);
  expect(await store.readNextNo()).toBe(4);
});

it('a till is not paired anew while sales are here, which only the key before delivers', async () => {
  const sale = { uuid: 'a', seq: 3, state: 'sold' } as unknown as StoredSale;
  // a structured clone of a key needs a browser
  const keys = { privateKey: 1, publicKey: 2 } as unknown as CryptoKeyPair;
  const device = { id: 7, name: 'Front', branch_id: 2, branch_name: 'Al Sadd', epoch: 2, epoch_letters: 'B' };
  await store.writeSales([sale], [], 9);
  await expect(store.storePairing(device, keys, 1)).rejects.toThrow('waiting');
  await expect(store.forgetPairing()).rejects.toThrow('waiting');
  await store.writeSales([], ['a'], null);
  await store.storePairing(device, keys, 1);
  expect([await store.readNextNo(), await store.readDevice()]).toEqual([1, device]);
  await store.forgetPairing();
  expect(await store.readDevice()).toBeUndefined();
});

it('a cart leaves the receipt with the number of its sale, and no other write takes it', async () => {
  const draft = changeDraft(EMPTY_DRAFT, { kind: 'add', goods: { kind: 'bundle', offer_id: 1 } });
  await store.storeDraft(draft);
  await store.writeSales([], ['a'], null);
  expect(await store.readDraft()).toEqual(draft);
  await store.writeSales([], [], 2);
  expect(await store.readDraft()).toBeUndefined();
});

import type { StoredSale } from '@dukkan/commerce';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type StoredItem, toStoredItem } from '../pack/pack-index.ts';
import type { PackItem, PackPrices, PackShop } from '../pack/pack-shape.ts';
import type { SaleDraft } from './draft.ts';

/** The till that this browser is paired as. */
export type PairedDevice = {
  readonly id: number;
  readonly name: string;
  readonly branch_id: number;
  readonly branch_name: string;
  readonly epoch: number;
  readonly epoch_letters: string;
};

/** Who sold last, for a start without the server; the sign-in itself is where all pages have it. */
export type Cashier = { readonly id: number; readonly name: string; readonly permissions: readonly string[] };

/** A cart that was put aside here; `is_sent` when the server knows it too. */
export type StoredHold = {
  readonly uuid: string;
  readonly title: string;
  readonly draft: SaleDraft;
  readonly held_at: string;
  readonly is_sent: boolean;
};

/** The parts of the pack that are not items. */
export type PackFacts = {
  readonly version: string;
  readonly shop: PackShop;
  readonly shop_hash: string;
};

interface TillSchema extends DBSchema {
  sales: { key: string; value: StoredSale };
  counter: { key: 'next_no'; value: number };
  /** Items in pieces, prices by their list, and the facts. */
  pack: { key: string; value: readonly StoredItem[] | PackPrices | PackFacts };
  keys: { key: 'pair'; value: CryptoKeyPair };
  device: { key: 'device' | 'cashier' | 'session' | 'probe'; value: PairedDevice | Cashier | number };
  draft: { key: 'draft'; value: SaleDraft };
  holds: { key: string; value: StoredHold };
}

type Database = IDBPDatabase<TillSchema>;
type StoreName = 'sales' | 'counter' | 'pack' | 'keys' | 'device' | 'draft' | 'holds';

const NAME = 'dukkan-till';
const VERSION = 1;
const STORES: readonly StoreName[] = ['sales', 'counter', 'pack', 'keys', 'device', 'draft', 'holds'];

/** The number of pieces that the items are stored in; a changed price writes one of them. */
const PIECES = 32;
const pieceOf = (item_id: number): string => `items-${item_id % PIECES}`;
const FACTS = 'facts';
const pricesKey = (id: number): string => `prices-${id}`;

/** What changed since the stored pack. */
export type PackChange = {
  /** True: what is stored and not among the items is no longer sold. */
  readonly whole: boolean;
  readonly items: readonly PackItem[];
  readonly removed_items_ids: readonly number[];
  readonly facts: PackFacts;
  readonly prices: readonly PackPrices[];
};

/** The pack as it was read. */
export type StoredPack = PackFacts & {
  readonly items: readonly StoredItem[];
  readonly prices: ReadonlyMap<number, PackPrices>;
};

type PackTransaction = IDBPTransaction<TillSchema, ['pack'], 'readwrite'>;

async function writeItems(
  { store }: PackTransaction,
  { whole, items, removed_items_ids }: PackChange,
): Promise<readonly StoredItem[]> {
  const stored = items.map(toStoredItem);
  const pieces = new Map<string, Map<number, StoredItem>>();
  const open = async (key: string) => {
    const opened = pieces.get(key);
    if (opened) return opened;
    const before = whole ? [] : (((await store.get(key)) ?? []) as readonly StoredItem[]);
    const piece = new Map(before.map((item) => [item.item_id, item]));
    pieces.set(key, piece);
    return piece;
  };
  for (const id of removed_items_ids) (await open(pieceOf(id))).delete(id);
  for (const item of stored) (await open(pieceOf(item.item_id))).set(item.item_id, item);
  for (const [key, piece] of pieces) void store.put([...piece.values()], key);
  return stored;
}

/** The till's store. Every transaction that carries a sale is strict: it is on the disk before it counts as written. */
export type TillStore = ReturnType<typeof wrapDatabase>;

function wrapDatabase(db: Database) {
  const strict = { durability: 'strict' } as const;
  const read = async (key: 'device' | 'cashier' | 'session') => db.get('device', key);
  return {
    close: () => db.close(),
    /** Writes, reads and deletes a value strictly. @throws where the browser keeps nothing */
    async probe(): Promise<void> {
      const writing = db.transaction('device', 'readwrite', strict);
      await Promise.all([writing.store.put(1, 'probe'), writing.done]);
      if ((await db.get('device', 'probe')) !== 1) throw new Error('the store forgets');
      const deleting = db.transaction('device', 'readwrite', strict);
      await Promise.all([deleting.store.delete('probe'), deleting.done]);
    },
    readDevice: async () => (await read('device')) as PairedDevice | undefined,
    readCashier: async () => (await read('cashier')) as Cashier | undefined,
    readSession: async () => (await read('session')) as number | undefined,
    storeCashier: (cashier: Cashier) => db.put('device', cashier, 'cashier'),
    storeSession: (id: number | null) =>
      id === null ? db.delete('device', 'session') : db.put('device', id, 'session'),
    readKeys: () => db.get('keys', 'pair'),
    /**
     * A pairing begins with nothing of the one before it. @throws while sales of that one are here, because only its key
     * delivers them
     */
    async storePairing(device: PairedDevice, keys: CryptoKeyPair, next_no: number): Promise<void> {
      if ((await db.count('sales')) > 0) throw new Error('sales are waiting');
      const writing = db.transaction(['device', 'keys', 'counter', 'pack', 'draft'], 'readwrite', strict);
      await Promise.all([
        writing.objectStore('pack').clear(),
        writing.objectStore('draft').clear(),
        writing.objectStore('device').clear(),
        writing.objectStore('device').put(device, 'device'),
        writing.objectStore('keys').put(keys, 'pair'),
        writing.objectStore('counter').put(next_no, 'next_no'),
        writing.done,
      ]);
    },
    /** Empties the store of a till that is no longer paired. @throws while sales are here */
    async forgetPairing(): Promise<void> {
      if ((await db.count('sales')) > 0) throw new Error('sales are waiting');
      const writing = db.transaction(STORES, 'readwrite', strict);
      await Promise.all([...STORES.map((name) => writing.objectStore(name).clear()), writing.done]);
    },
    readNextNo: async () => (await db.get('counter', 'next_no')) ?? 1,
    readSales: async () => (await db.getAll('sales')).toSorted((a, b) => a.seq - b.seq),
    /** Writes sales; with the number of a new one its cart leaves the receipt, so that a restart does not sell it again. */
    async writeSales(
      puts: readonly StoredSale[],
      deletes: readonly string[],
      next_no: number | null,
    ): Promise<void> {
      const writing = db.transaction(['sales', 'counter', 'draft'], 'readwrite', strict);
      const sales = writing.objectStore('sales');
      await Promise.all([
        ...puts.map((sale) => sales.put(sale, sale.uuid)),
        ...deletes.map((uuid) => sales.delete(uuid)),
        ...(next_no === null
          ? []
          : [
              writing.objectStore('counter').put(next_no, 'next_no'),
              writing.objectStore('draft').delete('draft'),
            ]),
        writing.done,
      ]);
    },
    async readPack(): Promise<StoredPack | null> {
      const [keys, values] = await Promise.all([db.getAllKeys('pack'), db.getAll('pack')]);
      const at = keys.indexOf(FACTS);
      if (at < 0) return null;
      const items = keys.flatMap((key, n) =>
        key.startsWith('items-') ? (values[n] as readonly StoredItem[]) : [],
      );
      const prices = keys.flatMap((key, n) => (key.startsWith('prices-') ? [values[n] as PackPrices] : []));
      return {
        ...(values[at] as PackFacts),
        items,
        prices: new Map(prices.map((list) => [list.id, list])),
      };
    },
    /** Takes a change over as a whole: half a pack cannot exist. */
    async writePack(change: PackChange): Promise<readonly StoredItem[]> {
      const writing = db.transaction('pack', 'readwrite');
      const keys = await writing.store.getAllKeys();
      const listKeys = new Set(change.facts.shop.price_lists.map(({ id }) => pricesKey(id)));
      for (const key of keys) {
        const isGone = key.startsWith('prices-') ? !listKeys.has(key) : change.whole;
        if (isGone) void writing.store.delete(key);
      }
      const items = await writeItems(writing, change);
      for (const list of change.prices) void writing.store.put(list, pricesKey(list.id));
      void writing.store.put(change.facts, FACTS);
      await writing.done;
      return items;
    },
    readDraft: () => db.get('draft', 'draft'),
    storeDraft: (draft: SaleDraft) => db.put('draft', draft, 'draft'),
    readHolds: () => db.getAll('holds'),
    storeHold: (hold: StoredHold) => db.put('holds', hold, hold.uuid),
    dropHold: (uuid: string) => db.delete('holds', uuid),
  };
}

/**
 * Opens the till's store.
 * @throws where the browser has none, such as in a private window
 */
export async function openTillStore(name = NAME): Promise<TillStore> {
  const db = await openDB<TillSchema>(name, VERSION, {
    upgrade(database) {
      for (const store of STORES) database.createObjectStore(store);
    },
    // a newer page of this origin wants to change the store; this one is closed, and its lock with it
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase | null)?.close(),
  });
  return wrapDatabase(db);
}

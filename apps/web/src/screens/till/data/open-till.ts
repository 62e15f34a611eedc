import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { askServer, readPackChange } from '../pack/pack-feed.ts';
import { createPackIndex } from '../pack/pack-index.ts';
import { toTillRules } from './price-sale.ts';
import { sendLetters } from './till-call.ts';
import { createMachine, type TillMachine } from './till-machine.ts';
import { TillSession } from './till-session.ts';
import type { Cashier, PairedDevice, StoredPack, TillStore } from './till-store.ts';

/** How often the till asks for changed prices. */
const FEED_MS = 60_000;

/** A till at work: its store, its machine, and the sale. */
export type OpenTill = {
  readonly store: TillStore;
  readonly device: PairedDevice;
  readonly session: TillSession;
  readonly machine: TillMachine;
  /** Asks for changed prices now. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
};

/** Why this browser cannot be a till; each has its own words. */
export type TillRefusal = 'insecure' | 'storage' | 'keys';

/** Checks what a till cannot be without: a secure page, keys that stay inside, and a store that keeps what is written. */
export async function checkBrowser(open: () => Promise<TillStore>): Promise<TillStore | TillRefusal> {
  if (!isSecureContext || !crypto.subtle || !navigator.locks) return 'insecure';
  let store: TillStore;
  try {
    store = await open();
    await store.probe();
  } catch {
    return 'storage';
  }
  return store;
}

/**
 * Takes the lock of a till, which one tab has; it ends with the page.
 * @returns a function that gives it back, or null when another tab has it
 */
export const takeTillLock = (device_id: number): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    void navigator.locks.request(`till-${device_id}`, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(null);
        return;
      }
      return new Promise<void>((release) => resolve(release));
    });
  });

/** The pack that the till starts with: the stored one, or the first fill. @throws CallFailure without either */
async function loadPack(
  store: TillStore,
  device: PairedDevice,
  onProgress: (items: number) => void,
): Promise<StoredPack> {
  const stored = await store.readPack();
  if (stored) return stored;
  const change = await readPackChange(askServer(device.id, device.branch_id), null, onProgress);
  if (!change) throw new Error('the first pack is a change');
  await store.writePack(change);
  const written = await store.readPack();
  if (!written) throw new Error('the pack was not written');
  return written;
}

/** Reads changed prices and takes them over; one at a time, and quietly when there is no network. */
function createFeed(store: TillStore, device: PairedDevice, session: TillSession, start: StoredPack) {
  let current: Pick<StoredPack, 'version' | 'shop' | 'shop_hash' | 'prices'> = start;
  let running: Promise<void> | null = null;
  const read = async () => {
    const change = await readPackChange(askServer(device.id, device.branch_id), current);
    if (!change) return;
    const items = await store.writePack(change);
    const prices = new Map([...current.prices, ...change.prices.map((list) => [list.id, list] as const)]);
    current = { ...change.facts, prices };
    if (change.whole) {
      const sold = new Set(items.map(({ item_id }) => item_id));
      session.pack.remove(session.pack.listIds().filter((id) => !sold.has(id)));
    }
    session.pack.remove(change.removed_items_ids);
    session.pack.put(items);
    session.takePack(
      toTillRules(change.facts.shop, prices),
      change.facts.version,
      items.map(({ item_id }) => item_id),
    );
  };
  return (): Promise<void> => {
    running ??= read()
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
}

/** Reads which session of the till is open, so that the sale names it; the last current one without a network. */
async function readSession(store: TillStore, { id, branch_id }: PairedDevice): Promise<number | null> {
  try {
    const { results } = await callApi(
      api.posSession.list,
      { status: 'open', device_id: id, limit: 1 },
      { branchId: branch_id },
    );
    const session_id = results[0]?.id ?? null;
    await store.storeSession(session_id);
    return session_id;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return (await store.readSession()) ?? null;
  }
}

/** How long a till that may not sell any more waits for its last sales to arrive. */
const REST_MS = 15_000;

/**
 * Delivers what a till still keeps that is no longer paired: its key is good for that alone.
 * @returns the number of sales that are still here
 */
export async function deliverRest(
  store: TillStore,
  device: PairedDevice,
  keys: CryptoKeyPair,
): Promise<number> {
  const [next_no, sales] = await Promise.all([store.readNextNo(), store.readSales()]);
  if (sales.length === 0) return 0;
  const machine = createMachine({
    store,
    now: () => Date.now(),
    send: (letters, { last_no, isOffer }) =>
      sendLetters(device, keys, letters, { last_no, isOffer, isStorageKept: null, onClock: () => undefined }),
    print: () => undefined,
    openDrawer: () => undefined,
    returnCart: () => undefined,
  });
  machine.start({ origin: { device_id: device.id, epoch: device.epoch }, next_no, sales });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, REST_MS);
    machine.state.subscribe(() => {
      if (machine.state.get().sales.length > 0) return;
      clearTimeout(timer);
      resolve();
    });
  });
  machine.stop();
  return (await store.readSales()).length;
}

export type Opening = {
  readonly store: TillStore;
  readonly device: PairedDevice;
  readonly keys: CryptoKeyPair;
  readonly cashier: Cashier;
  readonly onProgress: (items: number) => void;
};

/** Puts a paired till to work. @throws CallFailure when it has no pack and no server */
export async function startTill({ store, device, keys, cashier, onProgress }: Opening): Promise<OpenTill> {
  const [next_no, sales, pack] = await Promise.all([
    store.readNextNo(),
    store.readSales(),
    loadPack(store, device, onProgress),
  ]);
  const session = new TillSession({
    device,
    store,
    cashier,
    pack: createPackIndex(pack.items),
    rules: toTillRules(pack.shop, pack.prices),
    version: pack.version,
  });
  const isStorageKept: Store<boolean | null> = createStore<boolean | null>(null);
  void navigator.storage?.persisted?.().then(isStorageKept.set, () => undefined);
  const machine = createMachine({
    store,
    now: () => Date.now(),
    send: (letters, { last_no, isOffer }) =>
      sendLetters(device, keys, letters, {
        last_no,
        isOffer,
        isStorageKept: isStorageKept.get(),
        onClock: (offset) => {
          session.clockOffset = Math.round(offset);
        },
      }),
    print: (sale, isCopy) => session.print(sale, isCopy),
    // a drawer opens with the printer that it hangs on; the browser's print dialog has no command for it
    openDrawer: () => undefined,
    returnCart: (uuid, body, problem) => session.returnCart(uuid, body, problem),
  });
  session.machine = machine;
  const refresh = createFeed(store, device, session, pack);
  session.onPricesChanged = () => void refresh();
  const stopWatching = machine.state.subscribe(() => {
    if (machine.state.get().status === 'stopped') session.undoPaid();
  });
  machine.start({ origin: { device_id: device.id, epoch: device.epoch }, next_no, sales });
  const draft = await store.readDraft();
  // a sale that is asked about had this cart
  if (draft && machine.state.get().status === 'ready') session.load(draft);
  void readSession(store, device).then((id) => {
    session.session_id = id;
  });
  void refresh();
  const timer = setInterval(() => void refresh(), FEED_MS);
  const wake = () => {
    machine.tell({ kind: 'touched' });
    void refresh();
  };
  addEventListener('online', wake);
  return {
    store,
    device,
    session,
    machine,
    refresh,
    stop() {
      clearInterval(timer);
      removeEventListener('online', wake);
      stopWatching();
      machine.stop();
    },
  };
}

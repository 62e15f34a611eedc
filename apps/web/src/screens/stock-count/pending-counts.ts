import { CallFailure } from '../../lib/server/call.ts';

/** A count to save for an item: the total quantity, or with `add` the scanned units to add. */
export type CountEntry = {
  readonly item_id: number;
  readonly counted?: number | null;
  readonly add?: number;
};

/** Scans and counts that the server has not confirmed. */
export type PendingCounts = {
  /** Scanned barcodes whose items are not known yet, in order. */
  readonly barcodes: readonly string[];
  /**
   * The request that was sent and not answered; it is repeated with the same idempotency key, so that it counts once.
   */
  readonly flight: { readonly key: string; readonly items: readonly CountEntry[] } | null;
  /** The entries still to send, one for each item. */
  readonly pending: readonly CountEntry[];
};

export const NO_PENDING_COUNTS: PendingCounts = { barcodes: [], flight: null, pending: [] };

export type CountQueuePorts = {
  /** Finds the item of a barcode; null for an unknown barcode. */
  find: (barcode: string) => Promise<number | null>;
  /** Saves entries of different items. A rejection with the server's answer (4xx) is final. */
  send: (items: readonly CountEntry[], key: string) => Promise<void>;
  newKey: () => string;
  pause: (tries: number) => Promise<void>;
  /** Called after every change, to store it on this device and to render it. */
  changed: (waiting: PendingCounts) => void;
  unknown: (barcode: string) => void;
  refused: (failure: CallFailure) => void;
  /** Called with true while the server does not answer. */
  offline: (now: boolean) => void;
};

export type CountQueue = {
  scan: (barcode: string) => void;
  put: (entry: CountEntry) => void;
  waiting: () => PendingCounts;
  /** Stops sending; pending entries stay stored. */
  stop: () => void;
};

/** The most items in one request. */
const BATCH = 200;

/** Merges two entries of one item: a total replaces the earlier entry, scanned units are added. */
export function mergeEntries(before: CountEntry | undefined, next: CountEntry): CountEntry {
  const { item_id, add } = next;
  if (add === undefined || !before) return next;
  if (before.counted !== undefined) return { item_id, counted: (before.counted ?? 0) + add };
  return { item_id, add: (before.add ?? 0) + add };
}

/** Returns an item's count including all pending entries. */
export function countWithPending(
  { flight, pending }: PendingCounts,
  item_id: number,
  counted: number | null,
): number | null {
  const entries = [...(flight?.items ?? []), ...pending].filter((one) => one.item_id === item_id);
  return entries.reduce<number | null>(
    (now, { add, counted: set }) => (add === undefined ? (set ?? null) : (now ?? 0) + add),
    counted,
  );
}

/** Returns whether a failed request got no real answer, so that it can be repeated. */
const isSilence = (failure: CallFailure): boolean =>
  failure.network || failure.status >= 500 || failure.status === 429;

/**
 * Queues scans and counts in order and loses none: scans arrive faster than answers, and a shop's network has gaps. One
 * save runs at a time; entries that arrive meanwhile are sent together in the next one.
 */
export function createCountQueue(ports: CountQueuePorts, start: PendingCounts): CountQueue {
  let now = start;
  let finding = false;
  let sending = false;
  let stopped = false;
  let size = BATCH;

  const change = (part: Partial<PendingCounts>) => {
    now = { ...now, ...part };
    ports.changed(now);
  };
  const put = (entry: CountEntry) => {
    const before = now.pending.find((one) => one.item_id === entry.item_id);
    const rest = now.pending.filter((one) => one !== before);
    change({ pending: [...rest, mergeEntries(before, entry)] });
  };

  /**
   * Repeats a request until it is answered. Returns undefined for a refusal, after reporting it; returns 'apart' for a
   * refusal that `apart` accepts.
   */
  const answered = async <T>(
    ask: () => Promise<T>,
    apart: (failure: CallFailure) => boolean = () => false,
  ): Promise<T | 'apart' | undefined> => {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        const answer = await ask();
        ports.offline(false);
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (!isSilence(error)) {
          ports.offline(false);
          if (apart(error)) return 'apart';
          ports.refused(error);
          return undefined;
        }
        ports.offline(true);
        await ports.pause(tries);
      }
    }
    return undefined;
  };

  const findNext = async (barcode: string) => {
    const item_id = await answered(() => ports.find(barcode));
    if (stopped) return;
    const barcodes = now.barcodes.slice(1);
    if (item_id === null) ports.unknown(barcode);
    change({ barcodes });
    if (typeof item_id === 'number') put({ item_id, add: 1 });
  };
  const sendNext = async () => {
    const flight = now.flight ?? { key: ports.newKey(), items: now.pending.slice(0, size) };
    if (!now.flight) change({ flight, pending: now.pending.slice(size) });
    const { items, key } = flight;
    // one deleted item makes the server refuse the whole batch, so its entries are sent one by one
    const apart = (failure: CallFailure) => failure.code === 'reference.missing' && items.length > 1;
    const answer = await answered(() => ports.send(items, key).then(() => 'done' as const), apart);
    // stopped during the request: the entries stay stored with their key and are sent next time
    if (stopped) return;
    if (answer !== 'apart') return change({ flight: null });
    size = 1;
    const later = new Map(now.pending.map((one) => [one.item_id, one]));
    const own = items.map((one) => {
      const next = later.get(one.item_id);
      later.delete(one.item_id);
      return next ? mergeEntries(one, next) : one;
    });
    change({ flight: null, pending: [...own, ...later.values()] });
  };
  // separate from sending, so that scans appear on the screen even while a save waits for the network
  const findAll = async () => {
    if (finding) return;
    finding = true;
    for (let [next] = now.barcodes; next !== undefined && !stopped; [next] = now.barcodes) {
      await findNext(next);
      void sendAll();
    }
    finding = false;
  };
  const sendAll = async () => {
    if (sending) return;
    sending = true;
    while (!stopped && (now.flight || now.pending.length > 0)) {
      await sendNext();
      if (now.pending.length === 0) size = BATCH;
    }
    sending = false;
  };

  void findAll();
  void sendAll();
  return {
    scan: (barcode) => {
      change({ barcodes: [...now.barcodes, barcode] });
      void findAll();
    },
    put: (entry) => {
      put(entry);
      void sendAll();
    },
    waiting: () => now,
    stop: () => {
      stopped = true;
    },
  };
}

import { CallFailure } from '../../lib/server/call.ts';

/** What is to be written down of an item: what lies there, or (`add`) what a scan counts on top. */
export type CountEntry = {
  readonly item_id: number;
  readonly counted?: number | null;
  readonly add?: number;
};

/** What was scanned or typed and is not on the server for certain. */
export type PendingCounts = {
  /** Scans whose item is not known yet, in their order. */
  readonly barcodes: readonly string[];
  /** Sent and not answered: it is sent again under the same key, so that it counts once (promise P3). */
  readonly flight: { readonly key: string; readonly items: readonly CountEntry[] } | null;
  /** Still to be sent; one entry for each item. */
  readonly pending: readonly CountEntry[];
};

export const NOTHING: PendingCounts = { barcodes: [], flight: null, pending: [] };

export type CountQueuePorts = {
  /** The item that a barcode names; null for an unknown one. */
  find: (barcode: string) => Promise<number | null>;
  /** Saves entries of different items. A CallFailure that is an answer refuses them for good. */
  send: (items: readonly CountEntry[], key: string) => Promise<void>;
  newKey: () => string;
  pause: (tries: number) => Promise<void>;
  /** Told of every change, to keep it on this device and to draw it. */
  changed: (waiting: PendingCounts) => void;
  unknown: (barcode: string) => void;
  refused: (failure: CallFailure) => void;
  /** True while the server does not answer. */
  offline: (now: boolean) => void;
};

export type CountQueue = {
  scan: (barcode: string) => void;
  put: (entry: CountEntry) => void;
  waiting: () => PendingCounts;
  /** Nothing more is sent; what waits is kept. */
  stop: () => void;
};

/** So many items are written down at a time. */
const BATCH = 200;

/** Two entries of one item as one: a count replaces, scans add up. */
export function mergeEntries(before: CountEntry | undefined, next: CountEntry): CountEntry {
  const { item_id, add } = next;
  if (add === undefined || !before) return next;
  if (before.counted !== undefined) return { item_id, counted: (before.counted ?? 0) + add };
  return { item_id, add: (before.add ?? 0) + add };
}

/** What the lines will say once everything that waits is written down. */
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

/** Whether the refusal is no answer, so that the same may be tried again. */
const isSilence = (failure: CallFailure): boolean =>
  failure.network || failure.status >= 500 || failure.status === 429;

/**
 * Keeps what is counted in order and loses nothing: scans come faster than answers, and a shop's network has gaps.
 * One save is under way at a time; what comes meanwhile waits and goes together.
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

  /** Tries until there is an answer; undefined for a refusal, which is told unless it is met otherwise. */
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
    // one item that is gone refuses all that went with it: the others go one by one
    const apart = (failure: CallFailure) => failure.code === 'reference.missing' && items.length > 1;
    const answer = await answered(() => ports.send(items, key).then(() => 'done' as const), apart);
    // stopped while waiting: it is kept with its key and goes out next time
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
  // a save that waits for the network does not keep scans from being counted on the screen
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

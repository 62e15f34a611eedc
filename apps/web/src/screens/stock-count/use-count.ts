import { isSameCode } from '@dukkan/commerce';
import type { RowLeftOut } from '@dukkan/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '../../lib/server/api.ts';
import { callApi, createIdempotencyKey } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { showCallFailure, showFailureToast } from '../../lib/server/toast.ts';
import { readStored, writeStored } from '../../lib/store.ts';
import { type FoundItem, findItemByBarcode } from '../../shared/item-finder.tsx';
import { addUnknownScan } from '../../shared/rows-left-out.tsx';
import { mergeCountAnswer } from './merge.ts';
import {
  type CountEntry,
  type CountQueue,
  countWithPending,
  createCountQueue,
  NO_PENDING_COUNTS,
  type PendingCounts,
} from './pending-counts.ts';

export type Count = RowOf<typeof api.stockCount.show>;
/** A line as displayed, including pending counts. */
export type StockCountLine = {
  readonly item_id: number;
  readonly product_id: number;
  readonly title: string;
  readonly barcode: string | null;
  /** The stock by the system; null until the server answers for a newly scanned item. */
  readonly snapshot: number | null;
  readonly counted: number | null;
  readonly difference: number | null;
  readonly value: number | null;
};

const createStorageKey = (id: number) => `dukkan.count.${id}`;
const PAUSES = [500, 1_000, 2_000, 4_000];

function readPendingCounts(id: number): PendingCounts {
  try {
    return {
      ...NO_PENDING_COUNTS,
      ...(JSON.parse(readStored('local', createStorageKey(id)) ?? '{}') as Partial<PendingCounts>),
    };
  } catch {
    // the stored text is damaged, so there are no pending counts
    return NO_PENDING_COUNTS;
  }
}

const isEmpty = ({ barcodes, flight, pending }: PendingCounts): boolean =>
  barcodes.length === 0 && flight === null && pending.length === 0;

/** Returns the number of scans and counts that the server has not confirmed. */
export const countPendingEntries = ({ barcodes, flight, pending }: PendingCounts): number =>
  barcodes.length + (flight?.items.length ?? 0) + pending.length;

function mergePendingLines(
  items: Count['items'],
  facts: ReadonlyMap<number, FoundItem>,
  waiting: PendingCounts,
): StockCountLine[] {
  const knownLines = items.map((line): StockCountLine => {
    const counted = countWithPending(waiting, line.item_id, line.counted);
    const same = counted === line.counted;
    const difference = counted === null ? null : Math.round((counted - line.snapshot) * 1_000) / 1_000;
    return {
      ...line,
      counted,
      difference: same ? line.difference : difference,
      value: same ? line.value : null,
    };
  });
  const there = new Set(items.map(({ item_id }) => item_id));
  const fresh = [...(waiting.flight?.items ?? []), ...waiting.pending].map(({ item_id }) => item_id);
  const added = [...new Set(fresh)].flatMap((item_id): StockCountLine[] => {
    const of = facts.get(item_id);
    if (there.has(item_id) || !of) return [];
    const counted = countWithPending(waiting, item_id, null);
    return [{ ...of, snapshot: null, counted, difference: null, value: null }];
  });
  return [...added, ...knownLines];
}

/** Returns a function that saves the unmatched rows of a count; each save starts from the last one's answer. */
function useRowsWriter({ id, rows_left_out }: Count, onAnswer: (count: Count) => void) {
  const rowsQueue = useRef(Promise.resolve<readonly RowLeftOut[]>(rows_left_out));
  return (to: (rows: readonly RowLeftOut[]) => readonly RowLeftOut[]) => {
    const write = rowsQueue.current.then(async (rows) => {
      try {
        const { results } = await callApi(
          api.stockCount.save,
          { id, rows_left_out: to(rows).map((one) => ({ ...one })), brief: true },
          { branchId: null },
        );
        const whole = await callApi(api.stockCount.show, { id }, { branchId: null });
        onAnswer(whole.results);
        return results.rows_left_out;
      } catch (error) {
        showCallFailure(error);
        return rows;
      }
    });
    rowsQueue.current = write;
    return write;
  };
}

/**
 * Manages a draft while it is counted: scans and counts appear at once, are stored on this device, and are sent as the
 * network allows (pending-counts.ts).
 */
export function useStockCount(read: Count) {
  const { id } = read;
  const [answer, setAnswer] = useState(read);
  const record = read.version > answer.version ? read : answer;
  /** Applies the answer of a call, if it is newer. */
  const answered = (results: Count) => setAnswer((now) => (results.version > now.version ? results : now));
  const [waiting, setWaiting] = useState(() => readPendingCounts(id));
  const [offline, setOffline] = useState(false);
  const [last, setLast] = useState<number | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [dropping, setDropping] = useState(false);
  const [turn, setTurn] = useState(0);
  const facts = useRef(new Map<number, FoundItem>());
  const queue = useRef<CountQueue | null>(null);

  const learn = (item: FoundItem) => {
    facts.current.set(item.item_id, item);
    setLast(item.item_id);
    return item.item_id;
  };
  const find = useEffectEvent(async (barcode: string): Promise<number | null> => {
    const carries = (one: { barcode: string | null }) => isSameCode(one.barcode, barcode);
    const line = record.items.find(carries) ?? [...facts.current.values()].find(carries);
    if (line) {
      setLast(line.item_id);
      return line.item_id;
    }
    const scannedItem = await findItemByBarcode(barcode);
    return scannedItem ? learn(scannedItem) : null;
  });
  const send = useEffectEvent(async (items: readonly CountEntry[], key: string) => {
    const { results } = await callApi(
      api.stockCount.save,
      { id, items: items.map((one) => ({ ...one })), brief: true },
      { idempotencyKey: key, branchId: null },
    );
    // the answer has only the sent lines; if another user has counted too, the whole record is loaded
    const whole =
      mergeCountAnswer(record, results, items) ??
      (await callApi(api.stockCount.show, { id }, { branchId: null })).results;
    answered(whole);
  });
  const writeRows = useRowsWriter(read, answered);
  const keepUnknown = useEffectEvent(
    (barcode: string) => void writeRows((rows) => addUnknownScan(rows, barcode)),
  );
  useEffect(() => {
    const own = createCountQueue(
      {
        find: (barcode) => find(barcode),
        send: (items, key) => send(items, key),
        newKey: createIdempotencyKey,
        pause: (tries) =>
          new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)])),
        changed: (now) => {
          writeStored('local', createStorageKey(id), isEmpty(now) ? null : JSON.stringify(now));
          setWaiting(now);
        },
        unknown: (barcode) => {
          navigator.vibrate?.([80, 60, 80]);
          setUnknown(barcode);
          keepUnknown(barcode);
        },
        refused: (failure) => showFailureToast(failure),
        offline: setOffline,
      },
      readPendingCounts(id),
    );
    queue.current = own;
    return () => {
      own.stop();
      // reloads the list and the page
      invalidateNouns(['stock-count']);
    };
  }, [id]);

  const lines = useMemo(
    () => mergePendingLines(record.items, facts.current, waiting),
    [record.items, waiting],
  );
  return {
    record,
    lines,
    waiting,
    offline,
    unknown,
    /** The number of scans. */
    turn,
    /** The line counted last. */
    current: lines.find(({ item_id }) => item_id === last) ?? null,
    select: setLast,
    forget: () => setUnknown(null),
    dropping,
    /** Deletes the unmatched rows after the user has dealt with them. */
    dropRows: async () => {
      setDropping(true);
      await writeRows(() => []);
      setDropping(false);
    },
    scan: (barcode: string) => {
      setUnknown(null);
      setTurn((now) => now + 1);
      navigator.vibrate?.(30);
      queue.current?.scan(barcode);
    },
    /** Adds one unit of an item found by search. */
    found: (item: FoundItem) => {
      setUnknown(null);
      queue.current?.put({ item_id: learn(item), add: 1 });
    },
    put: (entry: CountEntry) => queue.current?.put(entry),
    answered,
  };
}

export type StockCountDraft = ReturnType<typeof useStockCount>;

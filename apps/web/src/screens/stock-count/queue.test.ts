import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../lib/server/call.ts';
import {
  type CountEntry,
  type CountQueue,
  countWithPending,
  createCountQueue,
  mergeEntries,
  NO_PENDING_COUNTS,
  type PendingCounts,
} from './pending-counts.ts';

/** Mocks a server that counts, loses the network on request, and ignores a repeated idempotency key. */
function shop(start: PendingCounts = NO_PENDING_COUNTS) {
  const counted = new Map<number, number>();
  const keys = new Set<string>();
  const told = { unknown: [] as string[], refused: [] as string[], keys: [] as string[] };
  let kept = start;
  let key = 0;
  const trouble: ('lost' | 'unanswered' | 'refused')[] = [];
  const items: Record<string, number> = { milk: 1, bread: 2 };
  const write = (entries: readonly CountEntry[]) => {
    for (const { item_id, add, counted: set } of entries)
      counted.set(item_id, add === undefined ? (set ?? 0) : (counted.get(item_id) ?? 0) + add);
  };
  const queue: CountQueue = createCountQueue(
    {
      find: (barcode) => Promise.resolve(items[barcode] ?? null),
      send: async (entries, sent) => {
        await Promise.resolve();
        told.keys.push(sent);
        const next = trouble.shift();
        if (next === 'lost') throw new CallFailure('gone', { network: true });
        if (next === 'refused') throw new CallFailure('no', { status: 422 });
        if (!keys.has(sent)) write(entries);
        keys.add(sent);
        if (next === 'unanswered') throw new CallFailure('gone', { network: true });
      },
      newKey: () => {
        key += 1;
        return `key-${key}`;
      },
      pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
      changed: (waiting) => {
        kept = waiting;
      },
      unknown: (barcode) => told.unknown.push(barcode),
      refused: (failure) => told.refused.push(failure.message),
      offline: () => undefined,
    },
    start,
  );
  const settled = () => vi.advanceTimersByTimeAsync(20);
  return { queue, counted, told, trouble, settled, kept: () => kept };
}

// fake timers, so that a busy machine does not change the pauses between two sends
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the queue of a stock count', () => {
  it('every scan of a stock count is counted, however fast', async () => {
    const { queue, counted, settled, kept } = shop();
    for (let at = 0; at < 50; at += 1) queue.scan(at % 5 === 0 ? 'bread' : 'milk');
    await settled();
    expect([...counted]).toEqual(
      expect.arrayContaining([
        [1, 40],
        [2, 10],
      ]),
    );
    expect(kept()).toEqual(NO_PENDING_COUNTS);
  });

  it('a count without an answer is sent again under the same key, so that it counts once', async () => {
    const { queue, counted, told, trouble, settled } = shop();
    trouble.push('lost', 'unanswered');
    queue.scan('milk');
    await settled();
    expect(counted.get(1)).toBe(1);
    expect(told.keys).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('scans are still counted while a save waits for the network', async () => {
    const { queue, trouble, settled, kept } = shop();
    trouble.push(...Array.from({ length: 100_000 }, () => 'lost' as const));
    queue.scan('milk');
    await settled();
    queue.scan('bread');
    queue.scan('milk');
    await settled();
    queue.stop();
    expect(kept().barcodes).toEqual([]);
    expect([countWithPending(kept(), 1, 0), countWithPending(kept(), 2, 0)]).toEqual([2, 1]);
  });

  it('an unknown barcode is named and counting continues', async () => {
    const { queue, counted, told, settled } = shop();
    queue.scan('nothing');
    queue.scan('milk');
    await settled();
    expect(told.unknown).toEqual(['nothing']);
    expect(counted.get(1)).toBe(1);
  });

  it('a refusal is reported and the queue continues', async () => {
    const { queue, counted, told, trouble, settled } = shop();
    trouble.push('refused');
    queue.put({ item_id: 1, counted: 4 });
    await settled();
    queue.scan('bread');
    await settled();
    expect(told.refused).toEqual(['no']);
    expect([...counted]).toEqual([[2, 1]]);
  });

  it('waiting counts are stored for the next visit with their key', async () => {
    const first = shop();
    first.trouble.push('unanswered');
    first.queue.scan('milk');
    await Promise.resolve();
    first.queue.stop();
    const waiting: PendingCounts = {
      barcodes: ['bread'],
      flight: { key: 'old', items: [{ item_id: 1, add: 1 }] },
      pending: [],
    };
    const second = shop(waiting);
    await second.settled();
    expect(second.told.keys[0]).toBe('old');
    expect([...second.counted]).toEqual(
      expect.arrayContaining([
        [1, 1],
        [2, 1],
      ]),
    );
  });
});

describe('waiting counts', () => {
  it('waiting counts have one entry for each item: a typed count replaces, scans add up', () => {
    expect(mergeEntries({ item_id: 1, add: 2 }, { item_id: 1, add: 1 })).toEqual({ item_id: 1, add: 3 });
    expect(mergeEntries({ item_id: 1, counted: 5 }, { item_id: 1, add: 1 })).toEqual({
      item_id: 1,
      counted: 6,
    });
    expect(mergeEntries({ item_id: 1, add: 2 }, { item_id: 1, counted: 9 })).toEqual({
      item_id: 1,
      counted: 9,
    });
  });

  it('a waiting count is shown at once', () => {
    const waiting: PendingCounts = {
      barcodes: [],
      flight: { key: 'k', items: [{ item_id: 1, add: 2 }] },
      pending: [
        { item_id: 1, add: 1 },
        { item_id: 2, counted: null },
      ],
    };
    expect(countWithPending(waiting, 1, 4)).toBe(7);
    expect(countWithPending(waiting, 1, null)).toBe(3);
    expect(countWithPending(waiting, 2, 4)).toBeNull();
    expect(countWithPending(waiting, 3, 4)).toBe(4);
  });
});

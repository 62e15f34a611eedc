import { NOUNS } from '@dukkan/contract';
import { createStore, useStore } from '../store.ts';
import { api } from './api.ts';
import { streamCall } from './call.ts';
import { networkState, onNetworkChange } from './network-state.ts';
import { invalidateNouns, queryClient } from './query-cache.ts';

/** `off` nobody listens, `live` heard within 15 s, `stale` older than that: what is shown may have moved on. */
export type LiveState = 'off' | 'live' | 'stale';

const liveStore = createStore<LiveState>('off');
/** Whether the screen follows the shop by itself. */
export const useLive = (): LiveState => useStore(liveStore);

const STALE_AFTER = 15_000;
const HUNG_AFTER = 45_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const GATHER = 150;
/** A browser keeps six connections to a shop without HTTP/2: those that nobody looks at are for the others. */
const AWAY_AFTER = 2_000;

export type LiveEvent = { id: string | null; event: string; data: string };

/**
 * Cuts server-sent text into events. `feed` takes whatever has arrived and answers the events that are complete;
 * comments (heartbeats) and half lines wait or are dropped.
 */
export function eventReader(): { feed: (text: string) => LiveEvent[] } {
  let rest = '';
  let draft: LiveEvent = { id: null, event: 'message', data: '' };
  return {
    feed(text) {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      const events: LiveEvent[] = [];
      for (const line of lines) {
        const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (line === '') {
          if (draft.data !== '' || draft.event !== 'message') events.push(draft);
          draft = { id: null, event: 'message', data: '' };
        } else if (field === 'id') draft.id = value;
        else if (field === 'event') draft.event = value;
        else if (field === 'data') draft.data += (draft.data === '' ? '' : '\n') + value;
      }
      return events;
    },
  };
}

/** One record that has changed; null: too much has, everything shown may be old. */
export type RecordChange = { readonly noun: string; readonly id: number } | null;
const listeners = new Set<(change: RecordChange) => void>();

/** Calls back with each changed record at once, for what mends itself record by record and does not read lists again. */
export function onRecordChanged(listener: (change: RecordChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = (change: RecordChange) => {
  for (const listener of [...listeners]) listener(change);
};

let lastId: number | null = null;
const waiting = new Set<string>();
let gathering = false;

/** Many events of one moment are one re-read per noun. */
function touch(noun: string): void {
  waiting.add(noun);
  if (gathering) return;
  gathering = true;
  setTimeout(() => {
    gathering = false;
    invalidateNouns([...waiting]);
    waiting.clear();
  }, GATHER);
}

function take(event: LiveEvent): void {
  const id = Number(event.id);
  if (event.id !== null && event.id !== '' && Number.isSafeInteger(id)) lastId = id;
  // too long away to catch up: everything shown may be old
  if (event.event === 'reset') {
    void queryClient.invalidateQueries();
    tell(null);
    return;
  }
  try {
    const { noun, id: record } = JSON.parse(event.data) as { noun?: unknown; id?: unknown };
    if (typeof noun !== 'string') return;
    touch(noun);
    if (Number.isSafeInteger(Number(record))) tell({ noun, id: Number(record) });
  } catch {
    // a line that says nothing of a record (a greeting, a heartbeat)
  }
}

async function listen(signal: AbortSignal, heard: () => void): Promise<void> {
  const body = await streamCall(api.system.events, { topics: [...NOUNS], last_id: lastId }, signal);
  heard();
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  const events = eventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    for (const event of events.feed(value)) take(event);
  }
}

/**
 * Follows the shop until the returned function is called: reconnects with growing pauses and the last id, marks
 * the screen stale after 15 s of silence, and has cached reads of every named noun read again (decisions 0.1).
 */
export function followEvents(): () => void {
  let stopped = false;
  let current: AbortController | undefined;
  let lastHeard = Date.now();
  let wake: (() => void) | undefined;
  let pause = FIRST_PAUSE;

  const heard = () => {
    lastHeard = Date.now();
    pause = FIRST_PAUSE;
    liveStore.set('live');
  };
  const clock = setInterval(() => {
    const silence = Date.now() - lastHeard;
    if (silence > STALE_AFTER) liveStore.set('stale');
    // a half-open connection never ends by itself
    if (silence > HUNG_AFTER) {
      lastHeard = Date.now() - STALE_AFTER;
      current?.abort();
    }
  }, 1_000);
  const hurry = () => wake?.();
  addEventListener('online', hurry);
  const stopHurrying = onNetworkChange(() => {
    if (networkState() === 'ok') hurry();
  });

  let away = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') {
      leaving = setTimeout(() => {
        away = true;
        current?.abort();
      }, AWAY_AFTER);
    } else if (away) {
      away = false;
      lastHeard = Date.now();
      // it takes up where it left; where nothing was heard yet, everything shown may be old
      if (lastId === null) void queryClient.invalidateQueries();
      hurry();
    }
  };
  document.addEventListener('visibilitychange', look);

  const run = async () => {
    while (!stopped) {
      if (away) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      current = new AbortController();
      try {
        await listen(current.signal, heard);
      } catch {
        // said by the network state or the session; here only the pause counts
      }
      if (stopped) break;
      if (away) continue;
      // spread out, so that a restarted server is not met by all tabs at once
      const length = pause * (0.7 + Math.random() * 0.6);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, length);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  void run();

  return () => {
    stopped = true;
    current?.abort();
    wake?.();
    clearInterval(clock);
    removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', look);
    clearTimeout(leaving);
    stopHurrying();
    lastId = null;
    liveStore.set('off');
  };
}

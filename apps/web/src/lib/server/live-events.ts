import { NOUNS } from '@dukkan/contract';
import { createStore, useStore } from '../store.ts';
import { api } from './api.ts';
import { streamFromApi } from './call.ts';
import { networkState, onNetworkChange } from './network-state.ts';
import { invalidateNouns, queryClient } from './query-cache.ts';

/**
 * `off`: no connection; `live`: a message within the last 15 s; `stale`: silence for longer, so the data may be
 * outdated.
 */
export type LiveState = 'off' | 'live' | 'stale';

const liveStore = createStore<LiveState>('off');
/** Subscribes to the state of live updates. */
export const useLiveState = (): LiveState => useStore(liveStore);

const STALE_AFTER = 15_000;
const HUNG_AFTER = 45_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const GATHER = 150;
/**
 * A hidden tab closes its stream after this many milliseconds, because a browser allows six connections to a server
 * without HTTP/2.
 */
const AWAY_AFTER = 2_000;

export type ReceivedEvent = { id: string | null; event: string; data: string };

/**
 * Splits server-sent text into events. `feed` takes the received text and returns the complete events; heartbeats are
 * dropped.
 */
export function createEventReader(): { feed: (text: string) => ReceivedEvent[] } {
  let pendingText = '';
  let draft: ReceivedEvent = { id: null, event: 'message', data: '' };
  return {
    feed(text) {
      const lines = (pendingText + text).split(/\r\n|\n|\r(?!$)/);
      pendingText = lines.pop() ?? '';
      const events: ReceivedEvent[] = [];
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

/** A changed record; null when too much was missed and all data may be outdated. */
export type RecordChange = { readonly noun: string; readonly id: number } | null;
const listeners = new Set<(change: RecordChange) => void>();

/** Calls the listener for every changed record at once, for views that update single records. */
export function onRecordChanged(listener: (change: RecordChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notifyListeners = (change: RecordChange) => {
  for (const listener of [...listeners]) listener(change);
};

let lastId: number | null = null;
const waiting = new Set<string>();
let gathering = false;

/** Collects events for a moment, so that many of them reload a noun once. */
function scheduleInvalidation(noun: string): void {
  waiting.add(noun);
  if (gathering) return;
  gathering = true;
  setTimeout(() => {
    gathering = false;
    invalidateNouns([...waiting], 'others');
    waiting.clear();
  }, GATHER);
}

function receiveEvent(event: ReceivedEvent): void {
  const id = Number(event.id);
  if (event.id !== null && event.id !== '' && Number.isSafeInteger(id)) lastId = id;
  // away too long to catch up, so everything is reloaded
  if (event.event === 'reset') {
    void queryClient.invalidateQueries();
    notifyListeners(null);
    return;
  }
  try {
    const { noun, id: record } = JSON.parse(event.data) as { noun?: unknown; id?: unknown };
    if (typeof noun !== 'string') return;
    scheduleInvalidation(noun);
    if (Number.isSafeInteger(Number(record))) notifyListeners({ noun, id: Number(record) });
  } catch {
    // a greeting or heartbeat names no record
  }
}

async function listenToEvents(signal: AbortSignal, onHeard: () => void): Promise<void> {
  const body = await streamFromApi(api.system.events, { topics: [...NOUNS], last_id: lastId }, signal);
  onHeard();
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  const events = createEventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onHeard();
    for (const event of events.feed(value)) receiveEvent(event);
  }
}

/**
 * Listens to live events until the returned function is called. Reconnects with growing pauses and the last id, marks
 * the data as stale after 15 s of silence, and reloads cached reads of every changed noun.
 */
export function startLiveEvents(): () => void {
  let stopped = false;
  let current: AbortController | undefined;
  let lastHeard = Date.now();
  let wake: (() => void) | undefined;
  let pause = FIRST_PAUSE;

  const markHeard = () => {
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
      // the stream continues after the last id; without one, everything is reloaded
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
        await listenToEvents(current.signal, markHeard);
      } catch {
        // the network state or the session reports the failure; here only the pause grows
      }
      if (stopped) break;
      if (away) continue;
      // a random part keeps all tabs from reconnecting to a restarted server at once
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

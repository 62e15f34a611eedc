import pg from 'pg';
import type { Logger } from 'pino';

export type LiveEvent = {
  readonly id: number;
  readonly topic: string;
  readonly branch_id: number | null;
  readonly data: unknown;
};

type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onRevoked: (session_id: string) => void;
};

export type Live = {
  /** Hears every event and every ended session until the answered function is called. */
  subscribe(listener: Listener): () => void;
  readonly listeners: () => number;
  close(): Promise<void>;
};

const RETRY_MS = 500;

/**
 * Hears what any process wrote (LISTEN/NOTIFY through triggers), over one connection of its own that comes back
 * by itself. What was said while it was away is caught up from the event table by last_id.
 */
export function openLive(url: string, log: Logger): Live {
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const hear = (message: pg.Notification) => {
    const body: unknown = JSON.parse(message.payload ?? '{}');
    for (const listener of listeners) {
      if (message.channel === 'dukkan_session') listener.onRevoked(String((body as { id: string }).id));
      else listener.onEvent(body as LiveEvent);
    }
  };

  const retry = () => {
    client = null;
    if (!closed) timer = setTimeout(() => void connect(), RETRY_MS);
  };

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'dukkan-live', keepAlive: true });
    next.on('error', () => undefined);
    next.on('end', retry);
    next.on('notification', hear);
    try {
      await next.connect();
      await next.query('LISTEN dukkan_event');
      await next.query('LISTEN dukkan_session');
      client = next;
    } catch (error) {
      log.warn({ err: error }, 'live events: no connection, trying again');
      await next.end().catch(() => undefined);
    }
  };
  void connect();

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listeners: () => listeners.size,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

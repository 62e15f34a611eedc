import { randomInt } from 'node:crypto';
import type { Noun } from '@dukkan/contract';
import pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLogger } from './log.ts';

export type LiveEvent = {
  readonly id: number;
  readonly topic: string;
  readonly branch_id: number | null;
  /** The customer of the order now, not when the event was written; null for events of other nouns. */
  readonly client_id: number | null;
  readonly data: unknown;
};

type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onRevoked: (session_id: string) => void;
};

/**
 * The first number of the advisory lock that shows other processes that this one is alive; the second is its runner
 * number.
 */
export const RUNNER_LOCK = 7_340_033;

export type LiveEventBus = {
  /** This process's number; the database holds a lock on it while the process lives. */
  readonly runner: number;
  /** Calls the listener for every event and every ended session until the returned function is called. */
  subscribe(listener: Listener): () => void;
  /** Runs whenever any process wrote an event of this topic, until the returned function is called. */
  watch(topic: Noun, run: () => void): () => void;
  /** The number of subscribers, without this process's own watchers. */
  readonly listeners: () => number;
  close(): Promise<void>;
};

/** The delay before reconnecting grows up to 1.5 s, so that browsers do not wait long for a database that is back. */
const RETRY_MS = { first: 250, last: 1_500 };
/** How often the event table is read: while there are listeners, and to keep the position for the next listener. */
const LOOK_MS = 75;
const IDLE_MS = 1_000;

/**
 * Looks up the current customer of the order of event `t`, so that an order moved to another customer stops reaching
 * the first one.
 */
const CLIENT = `CASE t.topic WHEN 'order' THEN (SELECT o.client_id FROM "order" o WHERE o.id = (t.data->>'id')::int) END`;

/**
 * Events that are committed now and were not in snapshot $1, with the current snapshot; of equal events only the
 * last, and only those of the topics $2 if it is not null. Transactions commit in another order than they begin, so
 * transaction ids are compared instead of row ids.
 */
const NEWS = `
  WITH told AS (
    SELECT DISTINCT ON (topic, branch_id, data->'id') id, topic, branch_id, data FROM event
     WHERE (xid >= pg_snapshot_xmax($1::pg_snapshot)::text::bigint
            OR xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)::text::bigint)))
       -- rows brought in from another server name transactions that are yet to come here
       AND xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
       AND ($2::text[] IS NULL OR topic = ANY($2::text[]))
     ORDER BY topic, branch_id, data->'id', id DESC
  )
  SELECT pg_current_snapshot()::text AS snapshot, t.*, ${CLIENT} AS client_id
    FROM (VALUES (1)) one LEFT JOIN told t ON TRUE ORDER BY t.id`;

const NOW = { name: 'events_now', text: 'SELECT pg_current_snapshot()::text AS snapshot' };

type News = { snapshot: string } & ({ id: null } | (Omit<LiveEvent, 'id'> & { id: string }));

/**
 * Delivers the events that any process writes, over its own connection that reconnects by itself. Events are read
 * from their table, including those written during an outage; ended sessions arrive at once (LISTEN).
 */
export function openLiveEventBus(url: string, log: Logger): LiveEventBus {
  const runner = randomInt(1, 2_147_483_647);
  const listeners = new Set<Listener>();
  const watchers = new Set<{ readonly topic: string; readonly run: () => void }>();
  const isHeard = () => listeners.size > 0 || watchers.size > 0;
  let client: pg.Client | null = null;
  let snapshot: string | null = null;
  let closed = false;
  let wait = RETRY_MS.first;
  const outage = createOutageLogger(log, 'live events: no connection');
  let retrying: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;

  const hear = (message: pg.Notification) => {
    const { id } = JSON.parse(message.payload ?? '{}') as { id?: unknown };
    for (const listener of listeners) listener.onRevoked(String(id));
  };

  const retry = () => {
    client = null;
    clearTimeout(looking);
    if (closed) return;
    retrying = setTimeout(() => void connect(), wait);
    wait = Math.min(wait * 2, RETRY_MS.last);
  };

  const look = async (from: pg.Client) => {
    looking = undefined;
    if (!isHeard() || snapshot === null) {
      const { rows } = await from.query<{ snapshot: string }>(NOW);
      snapshot = rows[0]?.snapshot ?? null;
      return;
    }
    // a process without browsers reads only what its own watchers wait for
    const topics = listeners.size > 0 ? null : [...watchers].map(({ topic }) => topic);
    const { rows } = await from.query<News>({ name: 'events_news', text: NEWS, values: [snapshot, topics] });
    snapshot = rows[0]?.snapshot ?? null;
    for (const { snapshot: _, ...event } of rows)
      if (event.id !== null)
        for (const listener of listeners) listener.onEvent({ ...event, id: Number(event.id) } as LiveEvent);
    const changed = new Set(rows.flatMap((row) => (row.id === null ? [] : row.topic)));
    for (const { topic, run } of watchers) if (changed.has(topic)) run();
  };

  const lookOn = (from: pg.Client, wait: number) => {
    looking = setTimeout(() => {
      look(from).then(
        () => {
          if (client === from) lookOn(from, isHeard() ? LOOK_MS : IDLE_MS);
        },
        // ending the connection makes it reconnect
        () => void from.end().catch(() => undefined),
      );
    }, wait);
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'dukkan-live',
      keepAlive: true,
      query_timeout: 5_000,
    });
    next.on('error', () => undefined);
    next.on('end', retry);
    next.on('notification', hear);
    try {
      await next.connect();
      await next.query('LISTEN dukkan_session');
      await next.query('SELECT pg_advisory_lock_shared($1, $2)', [RUNNER_LOCK, runner]);
      client = next;
      wait = RETRY_MS.first;
      outage.worked();
      lookOn(next, 0);
    } catch (error) {
      outage.failed(error);
      await next.end().catch(() => undefined);
    }
  };
  void connect();

  const join = <T>(all: Set<T>, one: T) => {
    // without listeners the next poll may be far away
    if (!isHeard() && client && looking) {
      clearTimeout(looking);
      lookOn(client, LOOK_MS);
    }
    all.add(one);
    return () => void all.delete(one);
  };

  return {
    runner,
    subscribe: (listener) => join(listeners, listener),
    watch: (topic, run) => join(watchers, { topic, run }),
    listeners: () => listeners.size,
    close: async () => {
      closed = true;
      clearTimeout(retrying);
      clearTimeout(looking);
      await client?.end().catch(() => undefined);
    },
  };
}

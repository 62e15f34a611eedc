import { randomInt } from 'node:crypto';
import type { Noun } from '@dukkan/contract';
import pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLogger } from './log.ts';

export type LiveEvent = {
  readonly id: number;
  readonly topic: string;
  readonly branch_id: number | null;
  /** Whose order it tells of, as it is now and not as it was when it was written; null where of none. */
  readonly client_id: number | null;
  readonly data: unknown;
};

type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onRevoked: (session_id: string) => void;
};

/** The first number of the lock by which the others see that a process lives; the second is its runner's. */
export const RUNNER_LOCK = 7_340_033;

export type Live = {
  /** This process among all: the database holds a lock of this number as long as the process lives. */
  readonly runner: number;
  /** Hears every event and every ended session until the answered function is called. */
  subscribe(listener: Listener): () => void;
  /** Runs whenever something was written of a topic, by any process, until the answered function is called. */
  watch(topic: Noun, run: () => void): () => void;
  /** How many subscribed: those who watch are this process itself. */
  readonly listeners: () => number;
  close(): Promise<void>;
};

/** From one try to connect to the next: longer each time, and never so long that browsers wait for a database that is back. */
const RETRY_MS = { first: 250, last: 1_500 };
/** How often the event table is looked at: while somebody listens, and to know from where on when somebody comes. */
const LOOK_MS = 75;
const IDLE_MS = 1_000;

/**
 * The client of the order that the event `t` tells of: one look at the order's key for all who listen, so that the event
 * itself need not say it, and an order that went to another customer is told to nobody else from then on.
 */
const CLIENT = `CASE t.topic WHEN 'order' THEN (SELECT o.client_id FROM "order" o WHERE o.id = (t.data->>'id')::int) END`;

/**
 * Events that are committed now and were not in the snapshot $1, with the snapshot of now; of those that say the same
 * the last. Transactions commit in another order than they begin, so it is their ids that are compared, not the rows'.
 */
const NEWS = `
  WITH told AS (
    SELECT DISTINCT ON (topic, branch_id, data->'id') id, topic, branch_id, data FROM event
     WHERE (xid >= pg_snapshot_xmax($1::pg_snapshot)::text::bigint
            OR xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)::text::bigint)))
       -- rows brought in from another server name transactions that are yet to come here
       AND xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
     ORDER BY topic, branch_id, data->'id', id DESC
  )
  SELECT pg_current_snapshot()::text AS snapshot, t.*, ${CLIENT} AS client_id
    FROM (VALUES (1)) one LEFT JOIN told t ON TRUE ORDER BY t.id`;

const NOW = { name: 'events_now', text: 'SELECT pg_current_snapshot()::text AS snapshot' };

type News = { snapshot: string } & ({ id: null } | (Omit<LiveEvent, 'id'> & { id: string }));

/**
 * Tells what any process wrote, over one connection of its own that comes back by itself: events are read from their
 * table, also those that were written while it was away; a session's end is heard at once (LISTEN).
 */
export function openLiveEvents(url: string, log: Logger): Live {
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
    const { rows } = await from.query<News>({ name: 'events_news', text: NEWS, values: [snapshot] });
    snapshot = rows[0]?.snapshot ?? null;
    for (const { snapshot: _, ...event } of rows)
      if (event.id !== null)
        for (const listener of listeners) listener.onEvent({ ...event, id: Number(event.id) } as LiveEvent);
    const topics = new Set(rows.flatMap((row) => (row.id === null ? [] : row.topic)));
    for (const { topic, run } of watchers) if (topics.has(topic)) run();
  };

  const lookOn = (from: pg.Client, wait: number) => {
    looking = setTimeout(() => {
      look(from).then(
        () => {
          if (client === from) lookOn(from, isHeard() ? LOOK_MS : IDLE_MS);
        },
        // the connection's end brings the next one
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
    // nobody listened, so the next look may be a while away
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

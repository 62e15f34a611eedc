import pg from 'pg';
import type { Logger } from 'pino';
import { type Database, openDatabase } from './database.ts';

/** A read replica that answers lists and statistics instead of the primary. */
export type Replica = {
  readonly database: Database;
  /**
   * The primary's time up to which the replica has every commit; null when the replica does not respond or lags too far
   * behind.
   */
  replicatedUpTo(): number | null;
  /** Resolves when the replica has everything committed so far, or is no longer used. */
  caughtUp(): Promise<void>;
  /** Reports that a query failed on the replica; it is used again after its next successful beat. */
  failed(error: unknown): void;
  close(): Promise<void>;
};

const BEAT_MS = 100;
/** The interval between beats while a caller waits, in milliseconds. */
const SOON_MS = 15;
/** The most beats remembered while the replica has not replayed them. */
const MAX_BEATS = 200;

type Beat = { readonly at: number; readonly lsn: string };

const createReplicaClient = (connectionString: string) => {
  const connection = new pg.Client({
    connectionString,
    application_name: 'dukkan-replica',
    keepAlive: true,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  });
  connection.on('error', () => undefined);
  return connection;
};

/**
 * Opens a streaming replica. A beat records the primary's write position and clock; the position that the replica has
 * replayed then tells how current it is. An idle primary does not count as lag.
 * @param most_ms how far behind the replica may be, in milliseconds
 */
export function openReplica(
  urls: { readonly primary: string; readonly replica: string },
  size: number,
  most_ms: number,
  log: Logger,
): Replica {
  const database = openDatabase(urls.replica, size, 'dukkan-reads');
  const listeners = new Set<() => void>();
  let beats: Beat[] = [];
  let fresh: number | null = null;
  /** The primary's clock minus this machine's clock, in milliseconds. */
  let clockOffsetMs = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pair: readonly [pg.Client, pg.Client] | null = null;

  const usable = (): number | null =>
    fresh !== null && Date.now() + clockOffsetMs - fresh <= most_ms ? fresh : null;

  const lose = (error: unknown) => {
    if (fresh !== null) log.warn({ err: error }, 'the replica is not asked any more');
    fresh = null;
    for (const done of listeners) done();
  };

  const beat = async () => {
    if (!pair) {
      const next = [createReplicaClient(urls.primary), createReplicaClient(urls.replica)] as const;
      pair = next;
      await Promise.all(next.map((one) => one.connect()));
    }
    const [primary, replica] = pair;
    const position = await primary.query<{ at: Date; lsn: string }>(
      'SELECT clock_timestamp() AS at, pg_current_wal_insert_lsn()::text AS lsn',
    );
    const [now] = position.rows;
    if (!now) return;
    clockOffsetMs = now.at.getTime() - Date.now();
    beats = [...beats, { at: now.at.getTime(), lsn: now.lsn }].slice(-MAX_BEATS);
    const { rows } = await replica.query<{ replayed: number }>(
      `SELECT count(*)::int AS replayed FROM unnest($1::pg_lsn[]) AS lsn
        WHERE lsn <= CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END`,
      [beats.map(({ lsn }) => lsn)],
    );
    const last = beats[(rows[0]?.replayed ?? 0) - 1];
    if (!last) return;
    if (usable() === null) log.info({ behind_ms: now.at.getTime() - last.at }, 'the replica is asked');
    fresh = Math.max(fresh ?? 0, last.at);
    for (const done of listeners) done();
  };

  const beatOn = (wait: number) => {
    timer = setTimeout(() => {
      beat()
        .catch(async (error: unknown) => {
          const broken = pair;
          pair = null;
          lose(error);
          await Promise.allSettled(broken?.map((one) => one.end()) ?? []);
        })
        .then(() => {
          if (!closed) beatOn(listeners.size > 0 ? SOON_MS : BEAT_MS);
        });
    }, wait);
  };
  beatOn(0);

  return {
    database,
    replicatedUpTo: usable,
    caughtUp: () => {
      const from = Date.now() + clockOffsetMs;
      const isThere = () => {
        const now = usable();
        return now === null || now >= from;
      };
      if (isThere()) return Promise.resolve();
      return new Promise((wake) => {
        const late = setTimeout(() => heard(true), most_ms);
        const heard = (isLate = false) => {
          if (!isLate && !isThere()) return;
          clearTimeout(late);
          listeners.delete(check);
          wake();
        };
        const check = () => heard();
        listeners.add(check);
      });
    },
    failed: lose,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      lose(null);
      await Promise.allSettled(pair?.map((one) => one.end()) ?? []);
      await database.close();
    },
  };
}

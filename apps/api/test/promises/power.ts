import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The PostgreSQL of a shop's folder: the postmaster, and everyone it made. */
function everyoneOf(folder: string): number[] {
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return [pid, ...children];
}

function tell(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it ended by itself
    }
  }
}

type Cluster = { url(database: string): string; readonly ended: Promise<unknown>; stop(): Promise<void> };
type Scripts = {
  startPostgres(options: { folder: string }): Promise<Cluster>;
  ensureDatabase(url: string, name: string): Promise<void>;
  migrate(url: string): Promise<unknown>;
};
const lib = (name: string) => import(new URL(`../../../../scripts/lib/${name}.mjs`, import.meta.url).href);

/** A shop's own PostgreSQL, which a test may kill: what it acknowledged must be there afterwards. */
export type Power = {
  /** The shop's folder; the database stands in it. */
  readonly folder: string;
  url(): string;
  port(): number;
  isOn(): Promise<boolean>;
  /** Kills it as a power cut would: the postmaster and everyone it made. */
  cut(): Promise<void>;
  /** Starts it again in the same folder. */
  on(): Promise<void>;
  /** Stops it in the middle of whatever it does. @returns what lets it go on */
  freeze(): () => void;
  /** Ends it, and takes the folder with it. */
  remove(): Promise<void>;
};

/** Starts a migrated database in a folder of its own, which is not a throwaway: its disk is waited for. */
export async function startPower(name: string): Promise<Power> {
  const scripts: Scripts = {
    ...(await lib('postgres/embedded-postgres')),
    ...(await lib('postgres/database')),
    ...(await lib('postgres/migrate')),
  };
  const folder = mkdtempSync(join(tmpdir(), `dukkan-${name}-`));
  let cluster = await scripts.startPostgres({ folder });
  await scripts.ensureDatabase(cluster.url('postgres'), 'dukkan');
  await scripts.migrate(cluster.url('dukkan'));
  const url = () => cluster.url('dukkan');
  return {
    folder,
    url,
    port: () => Number(new URL(url()).port),
    isOn: () => Promise.race([cluster.ended.then(() => false), sleep(1, true)]),
    cut: async () => {
      tell(everyoneOf(folder), 'SIGKILL');
      await cluster.ended;
    },
    on: async () => {
      cluster = await scripts.startPostgres({ folder });
    },
    freeze: () => {
      const pids = everyoneOf(folder);
      tell(pids, 'SIGSTOP');
      return () => tell(pids, 'SIGCONT');
    },
    remove: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

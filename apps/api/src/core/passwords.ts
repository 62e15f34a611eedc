import { existsSync } from 'node:fs';
import { fail } from '@dukkan/contract';
import bcrypt from 'bcryptjs';
import type { Piscina } from 'piscina';

export type Passwords = {
  /** @throws service.busy when the queue is full */
  hash(password: string): Promise<string>;
  /** Compares a password; takes the same time when there is no hash. */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** True when the stored hash has a lower cost than the current setting. */
  isOutdated(hash: string): boolean;
  close(): Promise<void>;
};

const QUEUE = 200;

/** The built worker is next to main.js, in the sources next to this file. */
const workerFile = (): string => {
  const built = new URL('./password.worker.js', import.meta.url);
  return existsSync(built) ? built.href : new URL('./password.worker.ts', import.meta.url).href;
};

/**
 * Runs bcrypt in worker threads, because hashing on the event loop would block every request. A full queue answers
 * 'busy' instead of growing.
 */
export function openPasswords(cost: number, threads: number): Passwords {
  let workerPool: Promise<Piscina> | null = null;
  // opened by the first sign-in, because threads take memory that an idle process does not need
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: workerFile(),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      maxQueue: QUEUE,
    });
  };
  // a hash that no password matches, so that unknown accounts take the same time
  const unmatchableHash = bcrypt.genSaltSync(cost) + 'x'.repeat(31);
  const run = async <T>(task: unknown): Promise<T> => {
    workerPool ??= open();
    const pool = await workerPool;
    if (pool.queueSize >= QUEUE) return fail('service.busy', { seconds: 2 });
    return (await pool.run(task)) as T;
  };
  return {
    hash: (password) => run<string>({ kind: 'hash', password, cost }),
    matches: async (password, hash) => {
      const isMatch = await run<boolean>({ kind: 'compare', password, hash: hash ?? unmatchableHash });
      return hash !== null && isMatch;
    },
    isOutdated: (hash) => bcrypt.getRounds(hash) < cost,
    close: async () => (await workerPool)?.destroy(),
  };
}

import { existsSync } from 'node:fs';
import { fail } from '@dukkan/contract';
import bcrypt from 'bcryptjs';
import type { Piscina } from 'piscina';

export type Passwords = {
  /** @throws service.busy when the queue is full */
  hash(password: string): Promise<string>;
  /** Compares in the same time whether or not there is a hash (decisions section 6). */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** Whether a stored hash is weaker than today's cost. */
  isOutdated(hash: string): boolean;
  close(): Promise<void>;
};

const QUEUE = 200;

/** Built, the worker stands beside main.js; from source, beside this file. */
const workerFile = (): string => {
  const built = new URL('./password.worker.js', import.meta.url);
  return existsSync(built) ? built.href : new URL('./password.worker.ts', import.meta.url).href;
};

/**
 * bcrypt in worker threads: hashing on the event loop would freeze every till (promises M16, M17).
 * A full queue is admission control: it answers 'busy' instead of growing.
 */
export function openPasswords(cost: number, threads: number): Passwords {
  let opened: Promise<Piscina> | null = null;
  // opened by the first sign-in: threads are memory that an idle process should not hold
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
  // a hash of nothing anyone knows, of today's cost, so that unknown accounts cost the same time
  const nobody = bcrypt.genSaltSync(cost) + 'x'.repeat(31);
  const run = async <T>(task: unknown): Promise<T> => {
    opened ??= open();
    const pool = await opened;
    if (pool.queueSize >= QUEUE) return fail('service.busy', { seconds: 2 });
    return (await pool.run(task)) as T;
  };
  return {
    hash: (password) => run<string>({ kind: 'hash', password, cost }),
    matches: async (password, hash) => {
      const same = await run<boolean>({ kind: 'compare', password, hash: hash ?? nobody });
      return hash !== null && same;
    },
    isOutdated: (hash) => bcrypt.getRounds(hash) < cost,
    close: async () => (await opened)?.destroy(),
  };
}

import bcrypt from 'bcryptjs';
import { openWorkerPool } from '../process/worker-pool.ts';

export type Passwords = {
  /** @throws service.busy when the queue is full */
  hash(password: string): Promise<string>;
  /** Compares a password; takes the same time when there is no hash. */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** True when the stored hash has a lower cost than the current setting. */
  isOutdated(hash: string): boolean;
  close(): Promise<void>;
};

/** Runs bcrypt in worker threads. */
export function openPasswords(cost: number, threads: number): Passwords {
  const pool = openWorkerPool({ base: import.meta.url, name: 'password', threads, queue: 200 });
  // a hash that no password matches, so that unknown accounts take the same time
  const unmatchableHash = bcrypt.genSaltSync(cost) + 'x'.repeat(31);
  return {
    hash: (password) => pool.run<string>({ kind: 'hash', password, cost }),
    matches: async (password, hash) => {
      const isMatch = await pool.run<boolean>({ kind: 'compare', password, hash: hash ?? unmatchableHash });
      return hash !== null && isMatch;
    },
    isOutdated: (hash) => bcrypt.getRounds(hash) < cost,
    close: pool.close,
  };
}

import type { Logger } from 'pino';
import type { Env } from '../env.ts';
import type { Database } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import type { FileStore } from './file/files.ts';
import type { JobQueueClient } from './job/jobs.ts';
import type { Printer } from './print/printer.ts';
import type { LiveEventBus } from './process/live-events.ts';
import type { WorkerPool } from './process/worker-pool.ts';
import type { Passwords } from './secret/passwords.ts';
import type { Tokens } from './secret/tokens.ts';
import type { SigningPort } from './signing-port.ts';

/** The resources of a process, created once in app.ts and reached through ctx.services. */
export type Services = {
  readonly env: Env;
  readonly log: Logger;
  readonly database: Database;
  /** Null when all reads use the primary. */
  readonly replica: Replica | null;
  readonly files: FileStore;
  readonly jobs: JobQueueClient;
  readonly live: LiveEventBus;
  readonly passwords: Passwords;
  readonly printer: Printer;
  /** Parses and compares drawings in a thread. */
  readonly shapes: WorkerPool;
  readonly tokens: Tokens;
  readonly signing: SigningPort;
  /** The server's clock; tests replace it. */
  readonly now: () => Date;
};

/** Creates a value on first use, once per process; two apps in one program do not share it. */
export function memoizePerProcess<T>(
  create: (services: Services) => T,
): (owner: { readonly services: Services }) => T {
  const valuesByServices = new WeakMap<Services, T>();
  return ({ services }) => {
    const value = valuesByServices.get(services) ?? create(services);
    valuesByServices.set(services, value);
    return value;
  };
}

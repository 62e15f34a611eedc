import type { Locale } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type { Logger } from 'pino';
import type { Env } from '../env.ts';
import { type Database, type Db, findDeletedReferenceColumn, isRetryableConflict } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import { withTransaction } from './db/transaction.ts';
import type { FileStore } from './file/files.ts';
import type { JobQueueClient } from './job/jobs.ts';
import type { Printer } from './print/printer.ts';
import type { LiveEventBus } from './process/live-events.ts';
import type { WorkerPool } from './process/worker-pool.ts';
import type { Passwords } from './secret/passwords.ts';
import type { Tokens } from './secret/tokens.ts';

/** The account that makes a request. Its permissions are read from the database on every request and never cached. */
export type Account = {
  readonly kind: 'account';
  readonly id: number;
  readonly name: string;
  readonly session_id: string;
  /** When this session last wrote, by the database's clock, rounded up to the second. */
  readonly wrote_at?: Date | null | undefined;
  readonly role_id: number | null;
  readonly permissions: readonly string[];
  readonly global: boolean;
  /** The branches that the account manages or works at. */
  readonly branch_ids: readonly number[];
  readonly must_change_password: boolean;
  readonly locale: Locale | null;
};
export type Actor = Account | { readonly kind: 'anonymous' } | { readonly kind: 'system' };

/**
 * What the caller may read of a record: everything, the short row of pick-lists, only their own records, or the public
 * part.
 */
export type Reach = 'full' | 'pick' | 'own' | 'public';

/** The branches whose rows the caller sees and changes. */
export type BranchScope = 'all' | readonly number[];

/** An uploaded file: its path on disk while the call runs, and its original name. */
export type Upload = { readonly path: string; readonly name: string; readonly bytes: number };

/**
 * Callbacks from orders to the signing of receipts, each in the caller's transaction; `app.ts` connects the two. Each
 * stores the document to sign if the branch requires it, and signs it after the commit.
 * Rule: docs/rules/taxes.md#signing
 */
export type SigningPort = {
  /** Called for a sale at a till. @throws fiscal.currency, fiscal.unbalanced */
  recordSale(ctx: Ctx, order_id: number): Promise<void>;
  /** Called for a return of a till sale, at the given till. @throws fiscal.unbalanced */
  recordReturn(ctx: Ctx, return_id: number, device_id: number | null): Promise<void>;
  /** Called when such a return is undone. */
  recordUndo(ctx: Ctx, return_id: number): Promise<void>;
};

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

/** Everything a use-case needs. Inside `tx` the inner ctx replaces the outer one. */
export type Ctx = {
  readonly actor: Actor;
  readonly reach: Reach;
  readonly scope: BranchScope;
  /** The branch of the branch-id header, already checked against the scope. */
  readonly branch_id: number | null;
  readonly locale: Locale;
  readonly now: Date;
  readonly ip: string;
  readonly user_agent: string;
  readonly request_id: string;
  readonly db: Db;
  readonly services: Services;
  /** The uploaded files, if the endpoint accepts any. */
  readonly uploads?: Readonly<Record<string, Upload>>;
  /** Runs in one transaction, or joins the open one; runs again after a serialization failure or deadlock. */
  tx<T>(run: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** Runs after the commit, and not at all when the transaction is rolled back. */
  afterCommit(effect: () => void | Promise<void>): void;
};

type Facts = Omit<Ctx, 'db' | 'tx' | 'afterCommit'>;

export type CtxOptions = {
  /** The longest that a transaction may take, in milliseconds; for work that nobody waits for, such as seeds. */
  readonly transaction_limit_ms?: number;
};

const TRIES = 4;

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Creates the ctx of one request or job. */
export function createCtx(facts: Facts, { transaction_limit_ms }: CtxOptions = {}): Ctx {
  const { database } = facts.services;

  const openTransaction = async <T>(run: (ctx: Ctx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const effects: (() => void | Promise<void>)[] = [];
      try {
        const result = await withTransaction(
          database,
          (db) => {
            const inner: Ctx = {
              ...facts,
              db,
              tx: (again) => again(inner),
              afterCommit: (effect) => void effects.push(effect),
            };
            return run(inner);
          },
          transaction_limit_ms,
        );
        for (const effect of effects) await effect();
        return result;
      } catch (error) {
        if (!isRetryableConflict(error)) throw error;
        // the second failure is not a race any more, so the error names the deleted record
        const field = attempt > 1 ? findDeletedReferenceColumn(error) : null;
        if (field !== null) return fail('reference.missing', { field }, field);
        if (attempt === TRIES) return fail('service.busy', { seconds: 1 });
        await pause(5 * 2 ** attempt * Math.random());
      }
    }
  };

  return {
    ...facts,
    db: database.prisma,
    tx: openTransaction,
    // outside a transaction every statement is already committed
    afterCommit: (effect) => void effect(),
  };
}

/** What another ctx in the same transaction may differ in. */
type CtxChange = Partial<Pick<Ctx, 'actor' | 'reach' | 'scope' | 'branch_id' | 'now'>>;

/** Returns the ctx of another account or time in the same transaction. Use it only inside `tx`. */
export function createCtxAs(ctx: Ctx, change: CtxChange): Ctx {
  const inner: Ctx = { ...ctx, ...change, tx: (run) => run(inner) };
  return inner;
}

/** What background jobs may do: see and change every branch. */
export const AS_SYSTEM = {
  actor: { kind: 'system' },
  reach: 'full',
  scope: 'all',
  branch_id: null,
} as const satisfies CtxChange;

/** The signed-in account, for endpoints whose audience is not public. @throws 401 */
export function requireAccount(ctx: Ctx): Account {
  return ctx.actor.kind === 'account' ? ctx.actor : fail('auth.unauthorized');
}

/** The account id to store with a change; null for guests and background jobs. */
export const getActorId = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'account' ? actor.id : null;

/** The ctx of background jobs, which see every branch. */
export function createSystemCtx(services: Services, request_id: string, options?: CtxOptions): Ctx {
  return createCtx(
    {
      ...AS_SYSTEM,
      locale: 'en',
      now: services.now(),
      ip: '',
      user_agent: '',
      request_id,
      services,
    },
    options,
  );
}

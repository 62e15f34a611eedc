import type { Locale } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import { type Db, deletedReference, isRetryableConflict } from './db/database.ts';
import { withTransaction } from './db/transaction.ts';
import type { Services } from './services.ts';

/** Who acts. Permissions are read from the database on every request and never kept (decisions section 6). */
export type Account = {
  readonly kind: 'account';
  readonly id: number;
  readonly name: string;
  readonly session_id: string;
  /** When this session last wrote, by the database's clock, to the second above. */
  readonly wrote_at?: Date | null | undefined;
  readonly role_id: number | null;
  readonly permissions: readonly string[];
  readonly global: boolean;
  /** Branches managed or worked at. */
  readonly branch_ids: readonly number[];
  readonly must_change_password: boolean;
  readonly locale: Locale | null;
};
export type Actor = Account | { readonly kind: 'anonymous' } | { readonly kind: 'system' };

/** How much of a read the caller gets: everything, a pick-list's short rows, what is a customer's own, or what anyone may see. */
export type Reach = 'full' | 'pick' | 'own' | 'public';

/** Branches whose rows are seen and changed (decisions 0.4). */
export type Scope = 'all' | readonly number[];

/** A file of the request, on disk while the call runs: its bytes and the name it had. */
export type Upload = { readonly path: string; readonly name: string; readonly bytes: number };

/** Everything a use-case may lean on. Inside `tx` the inner ctx replaces the outer one. */
export type Ctx = {
  readonly actor: Actor;
  readonly reach: Reach;
  readonly scope: Scope;
  /** The branch named by the branch-id header, checked against the scope. */
  readonly branch_id: number | null;
  readonly locale: Locale;
  readonly now: Date;
  readonly ip: string;
  readonly user_agent: string;
  readonly request_id: string;
  readonly db: Db;
  readonly services: Services;
  /** The files of a request whose endpoint takes any. */
  readonly uploads?: Readonly<Record<string, Upload>>;
  /** Runs in one transaction (joins the one already open); lost races of the database are tried again. */
  tx<T>(run: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** Runs after the commit; never runs when the transaction is rolled back. */
  afterCommit(effect: () => void | Promise<void>): void;
};

type Facts = Omit<Ctx, 'db' | 'tx' | 'afterCommit'>;

const TRIES = 4;

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Makes the ctx of one request or job. */
export function makeCtx(facts: Facts): Ctx {
  const { database } = facts.services;

  const openTransaction = async <T>(run: (ctx: Ctx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const effects: (() => void | Promise<void>)[] = [];
      try {
        const result = await withTransaction(database, (db) => {
          const inner: Ctx = {
            ...facts,
            db,
            tx: (again) => again(inner),
            afterCommit: (effect) => void effects.push(effect),
          };
          return run(inner);
        });
        for (const effect of effects) await effect();
        return result;
      } catch (error) {
        if (!isRetryableConflict(error)) throw error;
        // the second time nobody is racing any more: the call names what is gone
        const field = attempt > 1 ? deletedReference(error) : null;
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
    // outside a transaction everything is committed already
    afterCommit: (effect) => void effect(),
  };
}

/** The signed-in account. Use where the contract's audience is not public. @throws 401 */
export function requireAccount(ctx: Ctx): Account {
  return ctx.actor.kind === 'account' ? ctx.actor : fail('auth.unauthorized');
}

/** Who is written down beside what was done: the account, null for everybody and everything else. */
export const actorId = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'account' ? actor.id : null;

/** The actor of clocked and queued work, who sees every branch (architecture section 4). */
export function systemCtx(services: Services, request_id: string): Ctx {
  return makeCtx({
    actor: { kind: 'system' },
    reach: 'full',
    scope: 'all',
    branch_id: null,
    locale: 'en',
    now: services.now(),
    ip: '',
    user_agent: '',
    request_id,
    services,
  });
}

import { fail } from '@dukkan/contract';
import type { Ctx, Services } from '../ctx.ts';
import type { Prisma } from '../db/database.ts';
import { queryCoalesced } from './single-flight.ts';

/** Loads the current snapshot; `at` loads the snapshot of a version that was just read. */
export type SnapshotLoader<T> = ((ctx: Reader) => Promise<T>) & {
  readonly at: (ctx: Reader, version: string) => Promise<T>;
};

type Reader = Pick<Ctx, 'db' | 'services'>;

/** How often data that changes while it is read is read again. */
const TRIES = 5;

/**
 * Caches data that is read as a whole and rarely changes. The cached value is used while its version is current.
 * Every change sets a new version in its own transaction. `everything` returns the version together with the data, so
 * that both belong to the same moment.
 * @param version the statement that returns the current version, as `version`; a row may carry it for `at`
 * @param toValue turns the row into the cached value; null when what it reads besides belongs to a later moment
 */
export function createVersionedSnapshot<R extends { readonly version: string }, T>(
  version: Prisma.Sql,
  everything: Prisma.Sql,
  toValue: (row: R, ctx: Reader) => T | null | Promise<T | null>,
): SnapshotLoader<T> {
  const cache = new WeakMap<Services, { readonly version: string; readonly value: T }>();
  const at = async (ctx: Reader, currentVersion: string): Promise<T> => {
    const cached = cache.get(ctx.services);
    if (cached && cached.version === currentVersion) return cached.value;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const [row] = await queryCoalesced<R>(ctx, everything);
      if (!row) throw new Error('nothing stands under any version');
      const value = await toValue(row, ctx);
      if (value === null) continue;
      cache.set(ctx.services, { version: row.version, value });
      return value;
    }
    return fail('service.busy', { seconds: 2 });
  };
  const read = async (ctx: Reader): Promise<T> => {
    const [current] = await queryCoalesced<{ version: string }>(ctx, version);
    return at(ctx, current?.version ?? '');
  };
  return Object.assign(read, { at });
}

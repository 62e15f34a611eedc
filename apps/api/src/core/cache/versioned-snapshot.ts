import type { Ctx } from '../ctx.ts';
import type { Prisma } from '../db/database.ts';
import type { Services } from '../services.ts';
import { queryCoalesced } from './single-flight.ts';

/** Loads the current snapshot; `at` loads the snapshot of a version that was just read. */
export type SnapshotLoader<T> = ((ctx: Reader) => Promise<T>) & {
  readonly at: (ctx: Reader, version: string) => Promise<T>;
};

type Reader = Pick<Ctx, 'db' | 'services'>;

/**
 * Caches data that is read as a whole and rarely changes. The cached value is used while its version is current.
 * Every change sets a new version in its own transaction. `everything` returns the version together with the data, so
 * that both belong to the same moment.
 * @param version the statement that returns the current version, as `version`; a row may carry it for `at`
 * @param toValue turns the row into the cached value
 */
export function createVersionedSnapshot<R extends { readonly version: string }, T>(
  version: Prisma.Sql,
  everything: Prisma.Sql,
  toValue: (row: R) => T,
): SnapshotLoader<T> {
  const cache = new WeakMap<Services, { readonly version: string; readonly value: T }>();
  const at = async (ctx: Reader, currentVersion: string): Promise<T> => {
    const cached = cache.get(ctx.services);
    if (cached && cached.version === currentVersion) return cached.value;
    const [row] = await queryCoalesced<R>(ctx, everything);
    if (!row) throw new Error('nothing stands under any version');
    const value = toValue(row);
    cache.set(ctx.services, { version: row.version, value });
    return value;
  };
  const read = async (ctx: Reader): Promise<T> => {
    const [current] = await queryCoalesced<{ version: string }>(ctx, version);
    return at(ctx, current?.version ?? '');
  };
  return Object.assign(read, { at });
}

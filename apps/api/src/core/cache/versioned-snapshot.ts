import type { Ctx } from '../ctx.ts';
import type { Prisma } from '../db/database.ts';
import type { Services } from '../services.ts';
import { queryCoalesced } from './single-flight.ts';

/** What is read whole and changes seldom, as it stands now; `at`: as it stands at a version that was just read. */
export type Versioned<T> = ((ctx: Reader) => Promise<T>) & {
  readonly at: (ctx: Reader, version: string) => Promise<T>;
};

type Reader = Pick<Ctx, 'db' | 'services'>;

/**
 * Reads what is read whole and changes seldom: from this process's memory where its version still stands, else anew.
 * Every change takes another version in its own transaction, one that no other ever had, committed or not; `everything`
 * answers its version beside the rest in one statement, so that all of it stood at the same moment.
 * @param version the statement that answers the version alone, as `version`; rows may bring it along for `at`
 * @param made what is kept of the row
 */
export function createVersionedSnapshot<R extends { readonly version: string }, T>(
  version: Prisma.Sql,
  everything: Prisma.Sql,
  made: (row: R) => T,
): Versioned<T> {
  const kept = new WeakMap<Services, { readonly version: string; readonly value: T }>();
  const at = async (ctx: Reader, now: string): Promise<T> => {
    const known = kept.get(ctx.services);
    if (known && known.version === now) return known.value;
    const [row] = await queryCoalesced<R>(ctx, everything);
    if (!row) throw new Error('nothing stands under any version');
    const value = made(row);
    kept.set(ctx.services, { version: row.version, value });
    return value;
  };
  const read = async (ctx: Reader): Promise<T> => {
    const [now] = await queryCoalesced<{ version: string }>(ctx, version);
    return at(ctx, now?.version ?? '');
  };
  return Object.assign(read, { at });
}

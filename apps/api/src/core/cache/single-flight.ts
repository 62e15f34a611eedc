import type { Ctx } from '../ctx.ts';
import { Prisma, queryRows, transactionConnection } from '../db/database.ts';
import { oncePerProcess } from '../services.ts';
import { createBatcher } from './batcher.ts';

/** Whoever wants more reads alone: nobody waits for a file. */
const MOST = 100;
/** So many are read by one statement: the page of one does not wait for those of fifty. */
const MOST_TOGETHER = 200;

type Reader = Pick<Ctx, 'db' | 'services'>;

type Ask = (ids: readonly number[]) => Promise<unknown>;

type Asking = {
  readonly ask: Ask;
  /** How many wait for it. */
  callers: number;
};

const askings = oncePerProcess(() => new Map<string, Asking>());

/** What a statement asks beside its ids. Who may see what stands in it, so that nobody reads with another's eyes. */
const keyOf = ({ text, values }: Prisma.Sql): string => `${text} ${JSON.stringify(values)}`;

/** Asks with all who ask by the same key in the same moment. @param read what is done for all of them */
async function askWith(ctx: Reader, key: string, ids: readonly number[], read: Ask): Promise<unknown> {
  const open = askings(ctx);
  const asking = open.get(key) ?? { ask: createBatcher(read, MOST_TOGETHER), callers: 0 };
  open.set(key, asking);
  asking.callers += 1;
  try {
    return await asking.ask(ids);
  } finally {
    asking.callers -= 1;
    if (asking.callers === 0) open.delete(key);
  }
}

/**
 * Ids as something to select from, `AS u(id)`. They come as JSON, so that how many there are says nothing to the
 * planner: a statement that is planned for each count takes longer to plan than to run.
 */
export const idsAsTable = (ids: readonly number[]): Prisma.Sql =>
  Prisma.sql`(SELECT value::int FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) AS u(id)`;

/**
 * Reads rows by their ids in one statement with what others ask by the same one in the same moment: whoever has a list
 * open reads it again when it is told of a change, all of them at once, and most of a short statement's time is its
 * start. Inside a transaction everybody reads alone. No answer is older than its call.
 * @param make the statement that reads rows of these ids; whatever else it depends on stands in its text and values
 * @param shape what becomes of the rows, once for all who asked; it depends on nothing but these
 */
export async function loadBatched<T, A>(
  ctx: Reader,
  ids: readonly number[],
  make: (ids: readonly number[]) => Prisma.Sql,
  shape: (rows: T[]) => A,
): Promise<A> {
  const read = async (all: readonly number[]) => shape(await queryRows<T>(ctx, make(all)));
  if (transactionConnection(ctx.db) || ids.length > MOST) return read(ids);
  return (await askWith(ctx, keyOf(make([])), ids, read)) as A;
}

/**
 * A whole answer, made once for all who ask the very same in the same moment. Inside a transaction everybody asks alone.
 * @param asked the statement that says what is asked and who may see it
 * @param viewer all that the answer depends on beside what the database has, and that the statement does not say
 * @param make what becomes of both; it depends on nothing else that differs between callers, and nobody changes what
 *   it answers
 */
export async function coalesce<A>(
  ctx: Reader,
  asked: Prisma.Sql,
  viewer: object,
  make: () => Promise<A>,
): Promise<A> {
  if (transactionConnection(ctx.db)) return make();
  return (await askWith(ctx, `${keyOf(asked)} ${JSON.stringify(viewer)}`, [], make)) as A;
}

/** The rows of a statement, read once for all who ask the very same in the same moment. */
export const queryCoalesced = <T>(ctx: Reader, sql: Prisma.Sql): Promise<readonly T[]> =>
  coalesce<readonly T[]>(ctx, sql, {}, () => queryRows<T>(ctx, sql));

/**
 * Rows by their ids, in that order, read with what others ask by the same statement; those that are gone are left out.
 * @param make as readTogether takes it
 */
export async function loadByIds<T extends { readonly id: number }>(
  ctx: Reader,
  ids: readonly number[],
  make: (ids: readonly number[]) => Prisma.Sql,
): Promise<T[]> {
  if (ids.length === 0) return [];
  const byId = await loadBatched(ctx, ids, make, (rows: T[]) => new Map(rows.map((row) => [row.id, row])));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

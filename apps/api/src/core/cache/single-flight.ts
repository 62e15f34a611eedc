import type { Ctx } from '../ctx.ts';
import { getTransactionConnection, Prisma, queryRows } from '../db/database.ts';
import { memoizePerProcess } from '../process/memoize-per-process.ts';
import { createBatcher } from './batcher.ts';

/** A caller that wants more ids runs its own statement, so that a file download delays nobody. */
const MAX_SHARED_IDS = 100;
/** At most this many ids share a statement, so that one page does not wait for those of fifty callers. */
const MAX_IDS_PER_STATEMENT = 200;

type Reader = Pick<Ctx, 'db' | 'services'>;

type Ask = (ids: readonly number[]) => Promise<unknown>;

type Asking = {
  readonly ask: Ask;
  /** The callers waiting for it. */
  callers: number;
};

const askings = memoizePerProcess(() => new Map<string, Asking>());

/** The key includes the statement's values, so that two callers with different access never share an answer. */
const statementKey = ({ text, values }: Prisma.Sql): string => `${text} ${JSON.stringify(values)}`;

/** Joins a running read with the same key, or starts one. @param read runs once for all callers */
async function joinRead(ctx: Reader, key: string, ids: readonly number[], read: Ask): Promise<unknown> {
  const open = askings(ctx);
  const asking = open.get(key) ?? { ask: createBatcher(read, MAX_IDS_PER_STATEMENT), callers: 0 };
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
 * The ids as a table, `AS u(id)`. They are passed as JSON so that PostgreSQL does not plan the statement again for
 * each number of ids, and made an array because it expects ten of one, but a hundred of JSON, for which it would read
 * a table of some thousand rows whole.
 */
export const idsAsTable = (ids: readonly number[]): Prisma.Sql =>
  Prisma.sql`unnest(ARRAY(SELECT value::int FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))) AS u(id)`;

/**
 * Loads rows by id in one statement, shared with callers that request the same at the same moment, because all open
 * lists reload when a record changes. Inside a transaction nothing is shared. A result is never older than its call.
 * @param selectByIds builds the statement for the ids; everything else it depends on is in its text and values
 * @param toResult turns the rows into the result, once for all callers; it may depend on nothing else
 */
export async function loadByIdsShared<T, A>(
  ctx: Reader,
  ids: readonly number[],
  selectByIds: (ids: readonly number[]) => Prisma.Sql,
  toResult: (rows: T[]) => A,
): Promise<A> {
  const read = async (ids: readonly number[]) => toResult(await queryRows<T>(ctx, selectByIds(ids)));
  if (getTransactionConnection(ctx.db) || ids.length > MAX_SHARED_IDS) return read(ids);
  return (await joinRead(ctx, statementKey(selectByIds([])), ids, read)) as A;
}

/**
 * Builds a response once for all callers that request exactly the same at the same moment. Inside a transaction nothing
 * is shared.
 * @param statement the statement that identifies the request and the caller's access
 * @param viewer everything else that the response depends on, apart from the database
 * @param compute builds the response; it may depend on nothing else, and callers must not change its result
 */
export async function shareConcurrentResult<A>(
  ctx: Reader,
  statement: Prisma.Sql,
  viewer: object,
  compute: () => Promise<A>,
): Promise<A> {
  if (getTransactionConnection(ctx.db)) return compute();
  return (await joinRead(ctx, `${statementKey(statement)} ${JSON.stringify(viewer)}`, [], compute)) as A;
}

/** Runs a statement once for all callers that request exactly the same at the same moment, and returns its rows. */
export const queryCoalesced = <T>(ctx: Reader, sql: Prisma.Sql): Promise<readonly T[]> =>
  shareConcurrentResult<readonly T[]>(ctx, sql, {}, () => queryRows<T>(ctx, sql));

/**
 * Loads rows by id, in the order of the ids, and leaves out missing rows; the statement is shared as in loadByIdsShared.
 * @param selectByIds builds the statement, as in loadByIdsShared
 */
export async function loadByIdsInOrder<T extends { readonly id: number }>(
  ctx: Reader,
  ids: readonly number[],
  selectByIds: (ids: readonly number[]) => Prisma.Sql,
): Promise<T[]> {
  if (ids.length === 0) return [];
  const byId = await loadByIdsShared(
    ctx,
    ids,
    selectByIds,
    (rows: T[]) => new Map(rows.map((row) => [row.id, row])),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

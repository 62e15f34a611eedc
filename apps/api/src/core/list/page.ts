import type { PageMeta } from '@dukkan/contract';
import type { Ctx } from '../ctx.ts';
import { CUSTOM_PLAN, Prisma, queryRows } from '../db/database.ts';

/** A column of a file: the field of its rows, its header, and whether its texts tell a moment or a local day. */
export type Column = { readonly name: string; readonly label: string; readonly time?: 'instant' | 'day' };

/** A list's answer: its rows and the page they stand on; as a file it may have columns of its own. */
export type Page<T> = {
  readonly rows: readonly T[];
  readonly meta: PageMeta;
  readonly columns?: readonly Column[];
};

/** Offset and size of the asked page. */
export function toSkipTake(input: { page: number; limit: number }): { skip: number; take: number } {
  return { skip: (input.page - 1) * input.limit, take: input.limit };
}

/**
 * Puts rows and total into a page (decisions 0.1). A page past the end is empty with true meta.
 * `total` counts every matching row.
 */
export function toPage<T>(
  rows: readonly T[],
  total: number,
  input: { page: number; limit: number },
  estimated = false,
): Page<T> {
  const start = (input.page - 1) * input.limit;
  return {
    rows,
    meta: {
      current_page: input.page,
      last_page: Math.max(1, Math.ceil(total / input.limit)),
      per_page: input.limit,
      total,
      from: rows.length === 0 ? 0 : start + 1,
      to: rows.length === 0 ? 0 : start + rows.length,
      ...(estimated ? { estimated } : {}),
    },
  };
}

/** Ids in their order, four bytes each; null where there are none. */
export type PackedIds = Uint8Array | null;

/** All ids of an array, as they stand in it. @param ids an expression of type int[] */
export async function loadPackedIds(ctx: Ctx, ids: Prisma.Sql): Promise<PackedIds> {
  const [found] = await queryRows<{ whole: PackedIds }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT string_agg(int4send(u.id), ''::bytea ORDER BY u.place) AS whole
      FROM unnest(${ids}) WITH ORDINALITY AS u (id, place)`,
  );
  return found?.whole ?? null;
}

/** The ids of the asked page, of all of them, and how many these are. */
export function slicePackedIds(
  whole: PackedIds,
  input: { page: number; limit: number },
): { readonly ids: number[]; readonly total: number } {
  const { skip, take } = toSkipTake(input);
  const all = Buffer.from(whole ?? []);
  const total = all.length / 4;
  const ids: number[] = [];
  for (let at = skip; at < Math.min(skip + take, total); at += 1) ids.push(all.readInt32BE(at * 4));
  return { ids, total };
}

const files = new WeakMap<Ctx, Promise<PackedIds>>();

/**
 * The ids of a page of a file. With its first page all that it shows are named, and the others are read by these
 * (promises F3): whatever comes or goes while it is written, no row is told twice, and none is left out for another.
 *
 * @param find asked once for each file
 */
export async function pageOfExport(
  ctx: Ctx,
  input: { page: number; limit: number },
  find: () => Promise<PackedIds>,
): Promise<ReturnType<typeof slicePackedIds>> {
  const whole = files.get(ctx) ?? find();
  files.set(ctx, whole);
  return slicePackedIds(await whole, input);
}

/** More than any list has. */
export const MAX_ROWS = 2_147_483_647;

import type { PageMeta } from '@dukkan/contract';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { countRows, fetchRow, fetchRows, OWN_PLAN } from '../db/tables.ts';

/**
 * A column of an export: the row's field, the header, whether its texts are timestamps or dates, and whether its
 * numbers are amounts of money.
 */
export type Column = {
  readonly name: string;
  readonly label: string;
  readonly time?: 'instant' | 'day';
  readonly isMoney?: boolean;
};

/** Additional content of an export: filters, time zone and time, and the totals of all rows. */
export type ExportFileFacts = {
  /** The title of the file and the days that it is about, where they are not the list's and today. */
  readonly title?: string;
  readonly days?: string;
  /** The time zone of its times, where it is not the one of the branch or shop that the call is about. */
  readonly zone?: string;
  /** The record that the list is about, as the name of the file says it. */
  readonly about?: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly totals: readonly Record<string, unknown>[];
};

/** A page of a list; an export may have its own columns and facts. `grouped` rows are groups of the list's records. */
export type Page<T, M = PageMeta> = {
  readonly rows: readonly T[];
  readonly meta: M;
  readonly columns?: readonly Column[];
  readonly file?: ExportFileFacts;
  readonly grouped?: true;
};

/** An offset and a number of rows to read. */
export type PageWindow = { readonly skip: number; readonly take: number };

/** A requested page; `window` replaces its offset and size (see http/steady-pages.ts). */
export type PageInput = {
  readonly page: number;
  readonly limit: number;
  readonly window?: PageWindow | undefined;
};

/** Offset and size of the requested page. */
export const toSkipTake = ({ page, limit, window }: PageInput): PageWindow =>
  window ?? { skip: (page - 1) * limit, take: limit };

/**
 * Reads the rows of a page and counts all of them.
 * @param sorted selects the columns of a row, in order
 * @param counted the same rows, without what only a shown row needs
 */
export function fetchPage<
  DB,
  TB extends keyof DB,
  Row,
  CountedDB,
  CountedTB extends keyof CountedDB,
  Counted,
>(
  ctx: Ctx,
  sorted: SelectQueryBuilder<DB, TB, Row>,
  counted: SelectQueryBuilder<CountedDB, CountedTB, Counted>,
  input: PageInput,
): Promise<[Row[], number]> {
  const { skip, take } = toSkipTake(input);
  return Promise.all([fetchRows(ctx, sorted.limit(take).offset(skip)), countRows(ctx, counted)]);
}

/**
 * Returns a page of rows with its meta. A page past the end has no rows but the correct totals. `total` is raised to
 * the last row of this page, because rows may have been added after counting.
 */
export function toPage<T>(rows: readonly T[], total: number, input: PageInput, estimated = false): Page<T> {
  const start = toSkipTake(input).skip;
  const to = rows.length === 0 ? 0 : start + rows.length;
  const all = Math.max(total, to);
  return {
    rows,
    meta: {
      current_page: input.page,
      last_page: Math.max(1, Math.ceil(all / input.limit)),
      per_page: input.limit,
      total: all,
      from: rows.length === 0 ? 0 : start + 1,
      to,
      ...(estimated ? { estimated } : {}),
    },
  };
}

/** Ids in order, packed into four bytes each; null when there are none. */
export type PackedIds = Uint8Array | null;

/** Loads all ids of an array expression, in order. @param ids an expression of type int[] */
export async function loadPackedIds(ctx: Ctx, ids: Expression<unknown>): Promise<PackedIds> {
  const row = await fetchRow(
    ctx,
    sql<{
      whole: PackedIds;
    }>`${OWN_PLAN} SELECT string_agg(int4send(u.id), ''::bytea ORDER BY u.place) AS whole
      FROM unnest(${ids}) WITH ORDINALITY AS u (id, place)`,
  );
  return row?.whole ?? null;
}

/** The ids of the requested page, and the number of all ids. */
export function slicePackedIds(
  packedIds: PackedIds,
  input: PageInput,
): { readonly ids: number[]; readonly total: number } {
  const { skip, take } = toSkipTake(input);
  const bytes = Buffer.from(packedIds ?? []);
  const total = bytes.length / 4;
  const ids: number[] = [];
  for (let index = skip; index < Math.min(skip + take, total); index += 1)
    ids.push(bytes.readInt32BE(index * 4));
  return { ids, total };
}

const files = new WeakMap<Ctx, Promise<PackedIds>>();

/**
 * Loads the ids of one page of an export. The first page fixes the ids of the whole file, so that rows added or deleted
 * while it is written are neither repeated nor skipped.
 * @param find runs once per file
 */
export async function loadExportPage(
  ctx: Ctx,
  input: PageInput,
  find: () => Promise<PackedIds>,
): Promise<ReturnType<typeof slicePackedIds>> {
  const packedIds = files.get(ctx) ?? find();
  files.set(ctx, packedIds);
  return slicePackedIds(await packedIds, input);
}

/** The largest limit of a list, larger than any list. */
export const MAX_ROWS = 2_147_483_647;

import { createLruCache } from '../core/cache/lru-cache.ts';
import type { Ctx } from '../core/ctx.ts';
import { sha1Base64 } from '../core/db/statement.ts';
import type { Page, PageWindow } from '../core/list/page.ts';

// Rule: docs/rules/wire.md#pages-of-a-list-that-changes

type Id = number | string;
type Rows = Page<{ readonly id?: unknown }>;
type Input = { readonly page: number; readonly limit: number };
type Run = (window: PageWindow | null) => Promise<Rows>;

/** The ids of the rows of an answered page, and the offset in the list after its last row. */
type Answered = { readonly ids: readonly Id[]; readonly end: number };

/** The pages that sessions received recently, by list request and page number. */
export type RecentPageCache = ReturnType<typeof createRecentPageCache>;

/** Pages are remembered for ten minutes, long enough to continue paging. */
const MEMORY = { bytes: 16_000_000, ms: 600_000 };
/** How many rows before and after the expected offset are searched for a moved row: first few, then more. */
const REACHES = [100, 1_000] as const;
/** How often the start of a page is looked for while other sessions keep moving it. */
const TURNS = 5;
/** Rows by which the list may shift between finding the last sent row and reading the page after it. */
const MARGIN = 20;
/** The most earlier pages whose rows are searched for, because all rows of the page before may be deleted. */
const PAGES_BACK = 20;

export const createRecentPageCache = () => createLruCache<Answered>(MEMORY);

/** Returns a key of a list request without its page: session, list, filters, order and size; null without a login. */
function createQuestionKey(ctx: Ctx, path: string, input: Input): string | null {
  if (ctx.actor.kind !== 'account') return null;
  const { page, ...filters } = input;
  const asker = [ctx.actor.session_id, ctx.reach, ctx.branch_id, ctx.locale];
  return sha1Base64(JSON.stringify([path, ...asker, filters]));
}

/** Returns the ids of the rows; null when there are none or the rows are not records. */
function listRowIds({ rows, grouped }: Rows): Id[] | null {
  const ids = rows.map(({ id }) => id);
  const isRecords = ids.every((id) => typeof id === 'number' || typeof id === 'string');
  return isRecords && !grouped && rows.length > 0 ? (ids as Id[]) : null;
}

/** Ranks the rows of the earlier pages in the order in which they were sent; the last row has the highest rank. */
function rankReadIds(memory: RecentPageCache, question: string, page: number): Map<Id, number> {
  const pages: Answered[] = [];
  for (let at = page - 1; at > Math.max(0, page - 1 - PAGES_BACK); at -= 1) {
    const answered = memory.get(`${question} ${at}`);
    if (!answered) break;
    pages.unshift(answered);
  }
  return new Map(pages.flatMap(({ ids }) => ids).map((id, rank) => [id, rank]));
}

/** A row and its offset in the list; -1 when it is not in the list. */
type Place = { readonly id: Id | undefined; readonly at: number };

/**
 * Finds the last sent row that is still in the list. Its offset is -1 when the search from the start of the list finds
 * none; null when none is near.
 */
async function findLastReadRow(
  run: Run,
  before: Answered,
  ranks: ReadonlyMap<Id, number>,
): Promise<Place | null> {
  for (const reach of REACHES) {
    const skip = Math.max(0, before.end - reach);
    const { rows } = await run({ skip, take: reach * 2 });
    let last: Place = { id: undefined, at: -1 };
    let best = -1;
    for (const [index, { id }] of rows.entries()) {
      const rank = ranks.get(id as Id) ?? -1;
      if (rank > best) [best, last] = [rank, { id: id as Id, at: skip + index }];
    }
    // after a row at the very end of the searched window, another sent row may follow outside of the window
    const isInside = last.at < skip + rows.length - 1 || rows.length < reach * 2;
    if (best >= 0 && isInside) return last;
    const isWholeStart = skip === 0 && (rows.length < reach * 2 || reach === REACHES.at(-1));
    if (best < 0 && isWholeStart) return last;
  }
  return null;
}

/**
 * Builds the page that begins at an index of the rows read, with a meta that fits its rows: rows may have come after
 * they were counted, so a row that was read behind the page counts too.
 */
function pageFrom(whole: Rows, index: number, skip: number, { page, limit }: Input): Rows {
  const rows = whole.rows.slice(index, index + limit);
  const start = skip + index;
  const to = start + rows.length;
  const isMore = whole.rows.length > index + limit;
  const total = Math.max(whole.meta.total, to + (isMore ? 1 : 0));
  const last_page = rows.length === 0 ? Math.ceil(total / limit) : page + Math.ceil((total - to) / limit);
  const meta = {
    ...whole.meta,
    current_page: page,
    last_page: Math.max(1, last_page),
    per_page: limit,
    total,
    from: rows.length === 0 ? 0 : start + 1,
    to: rows.length === 0 ? 0 : to,
  };
  return { ...whole, rows, meta };
}

/**
 * Reads the page after `before`, together with the last row of `before`, and begins after this row even if it moved.
 * Returns null when the start of the page cannot be determined.
 */
async function readBehind(
  run: Run,
  before: Answered,
  input: Input,
  rank: () => ReadonlyMap<Id, number>,
): Promise<Rows | null> {
  let last: Place | null = { id: before.ids.at(-1), at: before.end - 1 };
  for (let turn = 0; turn < TURNS && last !== null; turn += 1) {
    const { id, at }: Place = last;
    if (at < 0) {
      const whole = await run({ skip: 0, take: input.limit + 1 });
      return pageFrom(whole, 0, 0, input);
    }
    // other sessions may move the row again while it is looked for
    const margin = turn === 0 ? 0 : MARGIN;
    const skip = Math.max(0, at - margin);
    const take = at - skip + 1 + input.limit + 1 + margin;
    const whole = await run({ skip, take });
    const index = whole.rows.findIndex((row) => row.id === id);
    // a row that moved to the window's end leaves no room for a whole page behind it
    const isWhole = whole.rows.length > index + 1 + input.limit || whole.rows.length < take;
    if (index >= 0 && isWhole) return pageFrom(whole, index + 1, skip, input);
    last = index >= 0 ? { id, at: skip + index } : await findLastReadRow(run, before, rank());
  }
  return null;
}

/**
 * Returns a page of a list so that paging through it returns every row once, even while rows are inserted and deleted:
 * a page begins after the last row of the page before.
 * @param run reads the list; a window replaces the requested page
 */
export async function listWithoutGapsOrRepeats(
  memory: RecentPageCache,
  ctx: Ctx,
  path: string,
  input: Input,
  run: Run,
): Promise<Rows> {
  const question = createQuestionKey(ctx, path, input);
  if (question === null) return run(null);
  const before = input.page === 1 ? undefined : memory.get(`${question} ${input.page - 1}`);
  const steady =
    before && (await readBehind(run, before, input, () => rankReadIds(memory, question, input.page)));
  const answer = steady ?? (await run(null));
  const ids = listRowIds(answer);
  // the rows of a report are sums that are computed anew for each page, so its pages are not remembered
  if (ids && !('report' in answer.meta)) {
    const bytes = ids.reduce<number>((sum, id) => sum + (typeof id === 'number' ? 8 : id.length * 2), 0);
    memory.set(`${question} ${input.page}`, { ids, end: answer.meta.to }, bytes);
  }
  return answer;
}

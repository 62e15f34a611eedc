import { createLruCache } from '../core/cache/lru-cache.ts';
import type { Ctx } from '../core/ctx.ts';
import { sha1Base64 } from '../core/db/statement.ts';
import type { Page, PageWindow } from '../core/list/page.ts';

// Rule: docs/rules/wire.md#pages-of-a-list-that-changes

type Id = number | string;
type Rows = Page<{ readonly id?: unknown }>;
type Input = { readonly page: number; readonly limit: number };
type Run = (window: PageWindow | null) => Promise<Rows>;

/** The rows of a page that a session was answered, and where the page after them began. */
type Answered = { readonly ids: readonly Id[]; readonly end: number };

/** The pages that sessions were answered lately, each by its question. */
export type PageMemory = ReturnType<typeof createPageMemory>;

/** For as long as somebody may leaf on. */
const MEMORY = { bytes: 16_000_000, ms: 600_000 };
/** How far rows are looked for that others moved, in rows before and after where they were: first near, then farther. */
const REACHES = [100, 1_000] as const;
/** Earlier pages whose rows tell where a page begins, when all of the page before it are gone. */
const PAGES_BACK = 20;

export const createPageMemory = () => createLruCache<Answered>(MEMORY);

/** The question of a page without its number: the same session, list, filters, order and size. */
function questionOf(ctx: Ctx, path: string, input: Input): string | null {
  if (ctx.actor.kind !== 'account') return null;
  const { page, ...asked } = input;
  const asker = [ctx.actor.session_id, ctx.reach, ctx.branch_id, ctx.locale];
  return sha1Base64(JSON.stringify([path, ...asker, asked]));
}

/** The ids of rows; null where they are no records. */
function idsOf({ rows, grouped }: Rows): Id[] | null {
  const ids = rows.map(({ id }) => id);
  const isRecords = ids.every((id) => typeof id === 'number' || typeof id === 'string');
  return isRecords && !grouped && rows.length > 0 ? (ids as Id[]) : null;
}

/** The rows of the pages before, by when they were given: a later one has the higher rank. */
function rankGiven(memory: PageMemory, question: string, page: number): Map<Id, number> {
  const pages: Answered[] = [];
  for (let at = page - 1; at > Math.max(0, page - 1 - PAGES_BACK); at -= 1) {
    const answered = memory.get(`${question} ${at}`);
    if (!answered) break;
    pages.unshift(answered);
  }
  return new Map(pages.flatMap(({ ids }) => ids).map((id, rank) => [id, rank]));
}

/** The place of the row that was given last of all that are still there; -1 where none is left, null where none is near. */
async function findLastGiven(run: Run, before: Answered, ranks: ReadonlyMap<Id, number>) {
  for (const reach of REACHES) {
    const skip = Math.max(0, before.end - reach);
    const { rows } = await run({ skip, take: reach * 2 });
    const last = rows.reduce(
      (best, { id }, index) => {
        const rank = ranks.get(id as Id) ?? -1;
        return rank > best.rank ? { rank, at: skip + index } : best;
      },
      { rank: -1, at: -1 },
    );
    // one at the very end of what was looked at is followed by others, perhaps
    const isInside = last.at < skip + rows.length - 1 || rows.length < reach * 2;
    if (last.rank >= 0 && isInside) return last.at;
    const isWholeStart = skip === 0 && (rows.length < reach * 2 || reach === REACHES.at(-1));
    if (last.rank < 0 && isWholeStart) return -1;
  }
  return null;
}

/** A page that begins at a place, with a meta that is true of it. */
function pageFrom(whole: Rows, rows: Rows['rows'], start: number, { page, limit }: Input): Rows {
  const to = start + rows.length;
  const total = Math.max(whole.meta.total, to);
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
 * The page after one that was given, read together with the last row of that: it begins behind this row, wherever others
 * have moved it. Null where it cannot be told.
 */
async function readBehind(
  run: Run,
  before: Answered,
  input: Input,
  ranks: ReadonlyMap<Id, number>,
): Promise<Rows | null> {
  let [at, expected]: [number, Id | undefined] = [before.end - 1, before.ids.at(-1)];
  for (let turn = 0; turn < 3; turn += 1) {
    const skip = Math.max(0, at);
    const whole = await run({ skip, take: input.limit + (at < 0 ? 0 : 1) });
    if (at < 0) return pageFrom(whole, whole.rows, 0, input);
    const [first] = whole.rows;
    const isThere = first !== undefined && (turn === 0 ? first.id === expected : ranks.has(first.id as Id));
    if (isThere) return pageFrom(whole, whole.rows.slice(1), skip + 1, input);
    const found = await findLastGiven(run, before, ranks);
    if (found === null) return null;
    at = found;
    expected = undefined;
  }
  return null;
}

/**
 * Answers a page of a list so that leafing through gives every row once, also while others insert and delete rows: a page
 * begins behind the row that the page before ended with.
 * @param run asks the list, for a window in place of its page where one is given
 */
export async function answerSteadily(
  memory: PageMemory,
  ctx: Ctx,
  path: string,
  input: Input,
  run: Run,
): Promise<Rows> {
  const question = questionOf(ctx, path, input);
  if (question === null) return run(null);
  const before = input.page === 1 ? undefined : memory.get(`${question} ${input.page - 1}`);
  const steady = before && (await readBehind(run, before, input, rankGiven(memory, question, input.page)));
  const answer = steady ?? (await run(null));
  const ids = idsOf(answer);
  // a report's rows are sums: they are of one moment, and begin anew with each page
  if (ids && !('report' in answer.meta)) {
    const bytes = ids.reduce<number>((sum, id) => sum + (typeof id === 'number' ? 8 : id.length * 2), 0);
    memory.set(`${question} ${input.page}`, { ids, end: answer.meta.to }, bytes);
  }
  return answer;
}

import { expect, test } from 'vitest';
import type { Ctx } from '../core/ctx.ts';
import { type PageWindow, toPage } from '../core/list/page.ts';
import { createRecentPageCache, listWithoutGapsOrRepeats } from './steady-pages.ts';

const LIMIT = 10;
const ctx = {
  actor: { kind: 'account', session_id: 's' },
  reach: 'full',
  branch_id: null,
  locale: 'en',
} as unknown as Ctx;

/** A list of 100 rows to which another session adds `more` rows at the front after every read. */
function createBusyList(more: number) {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: index + 1 }));
  let next = 1_000;
  const read = (page: number) => async (window: PageWindow | null) => {
    const { skip, take } = window ?? { skip: (page - 1) * LIMIT, take: LIMIT };
    const answer = toPage(rows.slice(skip, skip + take), rows.length, { page, limit: LIMIT });
    for (let n = 0; n < more; n += 1) {
      rows.unshift({ id: next });
      next += 1;
    }
    return answer;
  };
  return { rows, read };
}

test.each([0, 1, 3, 15])(
  'paging returns every row once when %s rows are inserted in front at every read and last rows are deleted',
  async (more) => {
    const list = createBusyList(more);
    const memory = createRecentPageCache();
    const read: number[] = [];
    for (let page = 1; page <= 30; page += 1) {
      const { rows } = await listWithoutGapsOrRepeats(
        memory,
        ctx,
        '/list',
        { page, limit: LIMIT },
        list.read(page),
      );
      read.push(...rows.map(({ id }) => Number(id)));
      if (rows.length < LIMIT) break;
      // the row that the next page would begin behind
      const last = list.rows.findIndex(({ id }) => id === rows.at(-1)?.id);
      list.rows.splice(last, 1);
    }
    expect(read).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  },
);

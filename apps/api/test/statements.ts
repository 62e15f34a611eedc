import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { type Ctx, createSystemCtx } from '../src/core/ctx.ts';
import type { TestApp } from './app.ts';

const FRAME = ['BEGIN', 'COMMIT', 'ROLLBACK'];

/** Set inside what is counted: clocks and queues ask the database too. */
const counting = new AsyncLocalStorage<{ count: number }>();

/** How many statements a use-case sends to the database, those that begin and end a transaction aside; at least one. */
export async function statementsOf(app: TestApp, run: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  const sent = { count: 0 };
  const { query } = pg.Client.prototype;
  const counted = function (this: pg.Client, ...said: unknown[]) {
    const text = typeof said[0] === 'string' ? said[0] : (said[0] as pg.QueryConfig).text;
    const queries = counting.getStore();
    if (queries && !FRAME.includes(text)) queries.count += 1;
    return Reflect.apply(query, this, said);
  };
  pg.Client.prototype.query = counted as typeof query;
  try {
    await counting.run(sent, () => run(createSystemCtx(app.services, 'counted')));
  } finally {
    pg.Client.prototype.query = query;
  }
  if (sent.count === 0) throw new Error('nothing was asked: the count would prove nothing');
  return sent.count;
}

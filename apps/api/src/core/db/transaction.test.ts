import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unique } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import type { Db } from './database.ts';
import { fetchRows, runDeferred, runStatement } from './tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const title = () => `Transaction ${unique()}`;
const insert = (name: string) =>
  sql`INSERT INTO brand (names) VALUES (${JSON.stringify({ en: name })}::jsonb)`;
const named = (name: string) => ({ names: { path: ['en'], equals: name } });
const kept = (name: string) => app.services.database.prisma.brand.count({ where: named(name) });
/** Breaks a rule of the database. */
const BROKEN = sql`INSERT INTO shop_version (id, version) VALUES (1, 0)`;

test('SQL and the query builder run in one transaction, whichever comes first', async () => {
  const [first, second, third] = [title(), title(), title()];
  await app.ctx().tx(async (ctx) => {
    await runStatement(ctx, insert(first));
    expect(await ctx.db.brand.count({ where: named(first) })).toBe(1);
    await ctx.db.brand.create({ data: { names: { en: second } } });
    const rows = await fetchRows(ctx, sql`SELECT 1 FROM brand WHERE names->>'en' = ${second}`);
    expect(rows).toHaveLength(1);
    await runStatement(
      ctx,
      sql`UPDATE brand SET names = ${JSON.stringify({ en: third })}::jsonb WHERE names->>'en' = ${second}`,
    );
    expect(await fetchRows(ctx, sql`SELECT names FROM brand WHERE names->>'en' = ${third}`)).toEqual([
      { names: { en: third } },
    ]);
    // nobody else sees it yet
    expect(await kept(first)).toBe(0);
  });
  expect([await kept(first), await kept(second), await kept(third)]).toEqual([1, 0, 1]);
});

test('an error rolls back SQL, query builder writes and deferred writes', async () => {
  const names = [title(), title(), title()] as const;
  await expect(
    app.ctx().tx(async (ctx) => {
      await runStatement(ctx, insert(names[0]));
      await ctx.db.brand.create({ data: { names: { en: names[1] } } });
      await runDeferred(ctx, insert(names[2]));
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  expect(await Promise.all(names.map(kept))).toEqual([0, 0, 0]);
});

test('a deferred write that fails rolls back its transaction and reports why', async () => {
  const [last, between] = [title(), title()];
  await expect(
    app.ctx().tx(async (ctx) => {
      await runStatement(ctx, insert(last));
      await runDeferred(ctx, BROKEN);
    }),
  ).rejects.toThrow('shop_version_pkey');
  await expect(
    app.ctx().tx(async (ctx) => {
      await runDeferred(ctx, BROKEN);
      await runStatement(ctx, insert(between));
    }),
  ).rejects.toThrow('shop_version_pkey');
  expect([await kept(last), await kept(between)]).toEqual([0, 0]);
});

test('an error thrown by our code is reported before the failure of a deferred write', async () => {
  await expect(
    app.ctx().tx(async (ctx) => {
      await runDeferred(ctx, BROKEN);
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
});

test('a transaction is rolled back even when the code caught the error of a failed statement', async () => {
  const name = title();
  await expect(
    app.ctx().tx(async (ctx) => {
      await runStatement(ctx, insert(name));
      await runStatement(ctx, BROKEN).catch(() => undefined);
    }),
  ).rejects.toThrow('went on');
  expect(await kept(name)).toBe(0);
});

test('writes after the end or the time limit of a transaction change nothing', async () => {
  const [after, late] = [title(), title()];
  const { db } = await app.ctx().tx(async ({ db }): Promise<{ db: Db }> => ({ db }));
  await expect(runStatement({ ...app.ctx(), db }, insert(after))).rejects.toThrow('already closed');
  await expect(db.brand.create({ data: { names: { en: after } } })).rejects.toThrow('already closed');
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now');
  try {
    await expect(
      app.ctx().tx(async (ctx) => {
        await runStatement(ctx, insert(late));
        clock.mockReturnValue(now + 60_000);
      }),
    ).rejects.toThrow('already closed');
  } finally {
    clock.mockRestore();
  }
  expect([await kept(after), await kept(late)]).toEqual([0, 0]);
});

test('concurrent transactions return their connections to the pool, also when half of them fail', async () => {
  const name = title();
  const run = (n: number) =>
    app.ctx().tx(async (ctx) => {
      await Promise.all([
        runStatement(ctx, insert(name)),
        ctx.db.brand.count(),
        fetchRows(ctx, sql`SELECT ${n}::int AS n`),
      ]);
      if (n % 2) throw new Error('odd');
    });
  const done = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => run(n)));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect(await kept(name)).toBe(30);
  const { pool } = app.services.database;
  expect(pool.waitingCount).toBe(0);
  expect(pool.idleCount).toBe(pool.totalCount);
});

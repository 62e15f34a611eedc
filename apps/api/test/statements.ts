import { type Ctx, systemCtx } from '../src/core/ctx.ts';
import type { TestApp } from './app.ts';

/** How many operations a use-case asks the database for, in transactions too; at least one. */
export async function statementsOf(app: TestApp, run: (ctx: Ctx) => Promise<unknown>): Promise<number> {
  let count = 0;
  const { database } = app.services;
  const prisma = database.prisma.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        count += 1;
        return query(args);
      },
    },
  }) as unknown as typeof database.prisma;
  await run(systemCtx({ ...app.services, database: { ...database, prisma } }, 'counted'));
  if (count === 0) throw new Error('nothing was asked: the count would prove nothing');
  return count;
}

import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { runStatement, tables } from '../db/tables.ts';

/** Waits until no other transaction holds this name, and holds it until the caller's transaction ends. */
export async function lockName(ctx: Ctx, name: string): Promise<void> {
  await runStatement(
    ctx,
    tables.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as('locked')),
  );
}

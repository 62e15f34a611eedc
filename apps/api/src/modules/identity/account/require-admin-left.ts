import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';

/**
 * Refuses to remove the last active administrator. Call after the change, in its transaction; the lock
 * makes parallel changes wait and count one after the other.
 * @throws account.last_admin
 */
export async function requireAdminLeft(ctx: Ctx): Promise<void> {
  await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtext('last_admin'))`);
  const admin = await fetchRow(
    ctx,
    tables
      .selectFrom('account as a')
      .innerJoin('role as r', 'r.id', 'a.role_id')
      .select('a.id')
      .where('a.deleted_at', 'is', null)
      .where('a.status', '=', 1)
      .where('r.deleted_at', 'is', null)
      .where('r.status', '=', 1)
      .where(({ ref }) => sql<boolean>`'admin' = any(${ref('r.permissions')})`)
      .limit(1),
  );
  if (!admin) fail('account.last_admin');
}

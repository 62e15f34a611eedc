import { fail } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';

/**
 * Refuses to remove the last active administrator. Call after the change, in its transaction; the lock
 * makes parallel changes wait and count one after the other.
 * @throws account.last_admin
 */
export async function requireAdminLeft(ctx: Ctx): Promise<void> {
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('last_admin'))`;
  const [left] = await ctx.db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM account a JOIN role r ON r.id = a.role_id
       WHERE a.deleted_at IS NULL AND a.status = 1 AND r.deleted_at IS NULL AND r.status = 1
         AND 'admin' = ANY(r.permissions)) AS found`;
  if (!left?.found) fail('account.last_admin');
}

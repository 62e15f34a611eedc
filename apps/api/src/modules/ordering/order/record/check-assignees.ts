import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../../core/db/database.ts';

/** The driver and the seller of an order. */
type People = { readonly driver_id: number | null; readonly seller_id: number | null };

/** The permissions of which a driver or seller needs one. */
const REQUIRED_PERMISSIONS: Readonly<Record<keyof People, readonly string[]>> = {
  driver_id: ['driver'],
  seller_id: ['seller', 'orders', 'admin'],
};

/**
 * Checks that driver and seller exist, have the permission, and work at the branch; accounts without branches or with
 * all of them match, those of other branches do not. @throws reference.missing on driver_id or seller_id
 */
export async function checkAssignees(ctx: Ctx, branch_id: number, people: People): Promise<void> {
  for (const field of ['driver_id', 'seller_id'] as const) {
    const id = people[field];
    if (id === null) continue;
    const [row] = await queryRows<{ id: number }>(
      ctx,
      Prisma.sql`
      SELECT a.id FROM account a JOIN role r ON r.id = a.role_id AND r.deleted_at IS NULL
       WHERE a.id = ${id}::int AND a.deleted_at IS NULL AND a.status = 1 AND r.permissions && ${REQUIRED_PERMISSIONS[field]}::text[]
         AND (a.branch_id IS NULL OR a.branch_id = ${branch_id}::int OR r.global = 1 OR 'admin' = ANY(r.permissions)
              OR EXISTS (SELECT 1 FROM branch_manager m WHERE m.account_id = a.id AND m.branch_id = ${branch_id}::int))`,
    );
    if (!row) fail('reference.missing', { field }, field);
  }
}

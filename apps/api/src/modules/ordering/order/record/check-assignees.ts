import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../../core/ctx.ts';
import { fetchRow, tables } from '../../../../core/db/tables.ts';

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
    const worker = tables
      .selectFrom('account as a')
      .innerJoin('role as r', 'r.id', 'a.role_id')
      .select('a.id')
      .where('r.deleted_at', 'is', null)
      .where('a.id', '=', id)
      .where('a.deleted_at', 'is', null)
      .where('a.status', '=', 1)
      .where(sql<boolean>`r.permissions && ${REQUIRED_PERMISSIONS[field]}::text[]`)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('a.branch_id', 'is', null),
          eb('a.branch_id', '=', branch_id),
          eb('r.global', '=', 1),
          sql<boolean>`'admin' = ANY(${sql.ref('r.permissions')})`,
          exists(
            selectFrom('branch_manager as m')
              .select('m.account_id')
              .whereRef('m.account_id', '=', 'a.id')
              .where('m.branch_id', '=', branch_id),
          ),
        ]),
      );
    const row = await fetchRow(ctx, worker);
    if (!row) fail('reference.missing', { field }, field);
  }
}

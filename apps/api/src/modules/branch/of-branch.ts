import { fail } from '@dukkan/contract';
import { canSeeBranch, matchesHeaderBranch } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';

type OfBranch = 'branch_album_image' | 'pos_device' | 'printer' | 'pos_inbox' | 'pos_exception' | 'pos_hold';

/** True when the caller may see the branch of this record; its change history checks this. */
export async function canSeeBranchRecord(ctx: Ctx, table: OfBranch, id: number): Promise<boolean> {
  const row = await fetchRow(ctx, tables.selectFrom(table).select('branch_id').where('id', '=', id));
  return row !== undefined && canSeeBranch(ctx, row.branch_id);
}

/**
 * Locks the existing branch to which a record belongs or is added.
 * @throws branch.forbidden for one that the caller may not see, reference.missing for a deleted one
 */
export async function lockBranch(ctx: Ctx, branch_id: number | undefined): Promise<number> {
  const field = 'branch_id';
  if (branch_id === undefined) return failField(field, 'required');
  if (!canSeeBranch(ctx, branch_id) || !matchesHeaderBranch(ctx, [branch_id]))
    fail('branch.forbidden', undefined, field);
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('branch')
      .select('id')
      .where('id', '=', branch_id)
      .where('deleted_at', 'is', null)
      .forUpdate(),
  );
  return row?.id ?? fail('reference.missing', { field }, field);
}

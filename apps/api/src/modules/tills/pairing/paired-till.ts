import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { checkTillIsAmongAssigned, requireTillBranch } from '../check-till.ts';

/** A till with the pairing that sells. */
export type PairedTill = { readonly device_id: number; readonly branch_id: number; readonly epoch: number };

/**
 * Returns a paired till of a branch in the caller's scope that the caller may use.
 * @throws reference.missing, permission.denied, till.not_paired
 */
export async function requirePairedTill(ctx: Ctx, device_id: number): Promise<PairedTill> {
  const branch_id = await requireTillBranch(ctx, device_id);
  await checkTillIsAmongAssigned(ctx, device_id);
  const pairing = await fetchRow(
    ctx,
    tables
      .selectFrom('pos_pairing')
      .select('epoch')
      .where('device_id', '=', device_id)
      .where('ended_at', 'is', null),
  );
  return pairing ? { device_id, branch_id, epoch: pairing.epoch } : fail('till.not_paired');
}

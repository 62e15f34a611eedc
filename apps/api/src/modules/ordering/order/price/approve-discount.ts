import type { Ctx } from '../../../../core/ctx.ts';
import { runStatement, tables } from '../../../../core/db/tables.ts';
import { type ParsedApproval, proveApproval, verifyApprover } from '../../../identity/index.ts';
import { getCallerKind } from './caller-kind.ts';
import type { QuotedOrder } from './quote-order.ts';

type Approved = {
  readonly approval?: ParsedApproval | null | undefined;
  readonly device_id?: number | null | undefined;
};

/**
 * Checks the PIN or password of a discount's approval before the order and its drawer are locked.
 * @throws auth.failed, approval.locked
 */
export async function proveDiscountApproval(ctx: Ctx, { approval, device_id }: Approved): Promise<void> {
  if (getCallerKind(ctx) === 'seller') await proveApproval(ctx, approval, { device_id });
}

/**
 * Returns the account that approves a discount above the seller's limit; null when no approval is needed.
 * Rule: docs/rules/approvals.md
 * @throws auth.failed, approval.locked, permission.denied
 */
export async function requireDiscountApprover(
  ctx: Ctx,
  { isBeyondLimit, input, branch }: QuotedOrder,
): Promise<number | null> {
  if (!isBeyondLimit || !input.approval) return null;
  const { approval, device_id } = input;
  return verifyApprover(ctx, approval, { reason: 'discount', branch_id: branch.id, device_id });
}

/** Stores who approved an order's discount. */
export async function storeDiscountApprover(ctx: Ctx, id: number, approved_by: number | null): Promise<void> {
  if (approved_by === null) return;
  await runStatement(ctx, tables.updateTable('order').set({ approved_by }).where('id', '=', id));
}

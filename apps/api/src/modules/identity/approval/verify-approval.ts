import { type ApprovalReason, type api, type approval, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { resetWrongPinCount, verifyPin } from '../account/account-pin.ts';
import { verifyPassword } from '../auth/sign-in.ts';
import { findActiveAccount, type Identity } from '../auth/sign-in-account.ts';
import { accountCoversBranchSql } from '../branch-reach.ts';
import { parsePhone } from '../parse-phone.ts';

// Rule: docs/rules/approvals.md

/** An approval by another account for something that the caller may not do alone. */
export type ParsedApproval = z.output<typeof approval>;

/** The action to approve, its branch, and the till where the approval was typed. */
type ApprovalQuery = {
  readonly reason: ApprovalReason;
  readonly branch_id: number;
  readonly device_id?: number | null | undefined;
  /** The account whose own approval also counts, because the approved item belongs to it. */
  readonly owner?: number | null;
};

/**
 * The permission for each approval: cash moves and closes need the one for cash, returns and discounts the one for the
 * branch.
 */
export const APPROVES = {
  return: { resource: 'branchs', action: 'save' },
  discount: { resource: 'branchs', action: 'save' },
  cash: { resource: ['sessions', 'branchs'], action: 'save' },
  close: { resource: ['sessions', 'branchs'], action: 'save' },
} as const satisfies Record<ApprovalReason, Parameters<typeof hasPermission>[1]>;

/** True when the caller needs no approval. */
export const canApprove = (ctx: Ctx, reason: ApprovalReason): boolean =>
  hasPermission(getPermissions(ctx), APPROVES[reason]);

type Approver = { readonly id: number; readonly permissions: string[]; readonly within: boolean };

/** Loads an existing, active staff account, and whether its scope includes the branch. */
const findApprover = (ctx: Ctx, id: number, branch_id: number): Promise<Approver | undefined> =>
  fetchRow(
    ctx,
    sql<Approver>`
      SELECT a.id, coalesce(r.permissions, '{}') AS permissions, ${accountCoversBranchSql(branch_id)} AS within
        FROM account a LEFT JOIN role r ON r.id = a.role_id AND r.deleted_at IS NULL AND r.status = 1
       WHERE a.id = ${id} AND a.deleted_at IS NULL AND a.status = 1`,
  );

async function byPassword(ctx: Ctx, { email, phone, account_id, password }: ParsedApproval): Promise<number> {
  const field = 'approval.password';
  if (!password) return failField(field, 'required');
  if (account_id != null) {
    const account = await ctx.db.account.findFirst({
      where: { id: account_id, deleted_at: null, status: 1 },
      select: { password_hash: true },
    });
    const right = await verifyPassword(
      ctx,
      `account ${account_id}`,
      password,
      account?.password_hash ?? null,
    );
    return right ? account_id : fail('auth.failed', undefined, field);
  }
  if (!email && !phone) return failField('approval.email', 'required');
  const identity: Identity = email
    ? { channel: 'email', value: email.trim().toLowerCase() }
    : { channel: 'sms', value: (await parsePhone(ctx, phone ?? ''))?.number ?? phone ?? '' };
  const activeAccount = await findActiveAccount(ctx, identity);
  const right = await verifyPassword(ctx, identity.value, password, activeAccount?.password_hash ?? null);
  return right && activeAccount ? activeAccount.id : fail('auth.failed', undefined, field);
}

async function byPin(
  ctx: Ctx,
  account_id: number | null,
  pin: string,
  { device_id }: Pick<ApprovalQuery, 'device_id'>,
) {
  if (account_id === null) return failField('approval.account_id', 'required');
  const caller = ctx.actor.kind === 'account' ? `account ${ctx.actor.id}` : 'system';
  const till = device_id == null ? caller : `device ${device_id}`;
  const right = await verifyPin(ctx, till, account_id, pin);
  return right ? account_id : fail('auth.failed', undefined, 'approval.pin');
}

type Till = Pick<ApprovalQuery, 'device_id'>;

/** Returns the account that proved itself by PIN or password, limited like a sign-in. */
async function provenBy(ctx: Ctx, input: ParsedApproval, till: Till): Promise<number> {
  const proven = provenAccounts.get(input);
  if (proven !== undefined) return proven;
  if (input.pin) return byPin(ctx, input.account_id ?? null, input.pin, till);
  const id = await byPassword(ctx, input);
  await resetWrongPinCount(ctx, id);
  return id;
}

/** The accounts that proved themselves before the transaction of their request, by its approval. */
const provenAccounts = new WeakMap<ParsedApproval, number>();

/** True for an input that carries an approval, which is proved before the transaction. */
export const hasApproval = ({
  approval,
}: {
  readonly approval?: ParsedApproval | null | undefined;
}): boolean => approval != null;

/**
 * Checks the PIN or password of an approval before a transaction locks a drawer or an order, because that takes long
 * and nobody else may wait for it. What the account may approve is checked in the transaction.
 * Rule: docs/rules/approvals.md#order-of-checks
 * @throws auth.failed, auth.limited, approval.locked
 */
export async function proveApproval(
  ctx: Ctx,
  approval: ParsedApproval | null | undefined,
  till: Till,
): Promise<void> {
  if (approval) provenAccounts.set(approval, await provenBy(ctx, approval, till));
}

/**
 * Returns the approving account, proved by PIN or password; it needs the permission for the reason and access to the
 * branch.
 * @returns their account's id @throws auth.failed, auth.limited, approval.locked, permission.denied
 */
export async function verifyApprover(
  ctx: Ctx,
  approval: ParsedApproval,
  request: ApprovalQuery,
): Promise<number> {
  const approver = await findApprover(ctx, await provenBy(ctx, approval, request), request.branch_id);
  if (approver && approver.id === request.owner) return approver.id;
  if (!approver?.within || !hasPermission(approver.permissions, APPROVES[request.reason]))
    fail('permission.denied');
  return approver.id;
}

/** Returns the account that takes a drawer over, proved in the same way: staff of the branch who may open a till. */
export async function verifyDrawerTaker(
  ctx: Ctx,
  approval: ParsedApproval,
  request: Omit<ApprovalQuery, 'reason'>,
): Promise<number> {
  const approver = await findApprover(ctx, await provenBy(ctx, approval, request), request.branch_id);
  const opens: (typeof api.posSession.open)['permission'] = {
    resource: ['sessions', 'branchs', 'seller'],
    action: 'save',
  };
  if (!approver?.within || !hasPermission(approver.permissions, opens)) fail('permission.denied');
  return approver.id;
}

import { fail } from '@dukkan/contract';
import { includesPermission } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/fail-field.ts';
import { verifyPassword } from './auth/sign-in.ts';
import { parsePhone } from './parse-phone.ts';
import { findActiveAccount, type Identity } from './sign-in-account.ts';

/** Somebody's word for something that the caller alone may not do. */
export type Approval = {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly password: string;
};

/**
 * Who approves, proved by their password and limited like a sign-in (decisions 10); they must hold `permission`,
 * and belong to the branch unless they answer for all.
 * @returns their account's id @throws auth.failed, auth.limited, permission.denied
 */
export async function approvedBy(
  ctx: Ctx,
  { email, phone, password }: Approval,
  { permission, branch_id }: { readonly permission: string; readonly branch_id: number },
): Promise<number> {
  if (!email && !phone) invalid('approval.email', 'required');
  const identity: Identity = email
    ? { channel: 'email', value: email.trim().toLowerCase() }
    : { channel: 'sms', value: (await parsePhone(ctx, phone ?? ''))?.number ?? phone ?? '' };
  const found = await findActiveAccount(ctx, identity);
  const right = await verifyPassword(ctx, identity.value, password, found?.password_hash ?? null);
  if (!right || !found) return fail('auth.failed', undefined, 'approval.password');
  if (!includesPermission(found.permissions, permission)) fail('permission.denied');
  const [row] = await ctx.db.$queryRaw<{ within: boolean }[]>`
    SELECT coalesce(r.global, 0) = 1 OR 'admin' = ANY(coalesce(r.permissions, '{}')) OR a.branch_id = ${branch_id}::int
           OR EXISTS (SELECT 1 FROM branch_manager m WHERE m.account_id = a.id AND m.branch_id = ${branch_id}::int) AS within
      FROM account a LEFT JOIN role r ON r.id = a.role_id WHERE a.id = ${found.id}`;
  return row?.within ? found.id : fail('permission.denied');
}

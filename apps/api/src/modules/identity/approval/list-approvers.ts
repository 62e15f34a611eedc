import { APPROVAL_REASONS, type api, type Permission } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { accountCoversBranchSql, SEES_ALL } from '../branch-reach.ts';
import { APPROVES } from './verify-approval.ts';

type Input = z.output<typeof api.posSession.approvers.input>;

/** Returns the permissions that satisfy one of these requirements. */
const listGrantingPermissions = (permissions: readonly Permission[]): string[] => [
  'admin',
  ...permissions.flatMap(({ resource, action }) =>
    [resource].flat().flatMap((one) => [one as string, `${one}.${action}`]),
  ),
];

/** Lists active staff who may approve for a reason in a branch of the caller, by name. Rule: docs/rules/approvals.md */
export async function listApprovers(ctx: Ctx, input: Input) {
  const { reason, branch_id, keywords } = input;
  const held = listGrantingPermissions(
    reason ? [APPROVES[reason]] : APPROVAL_REASONS.map((one) => APPROVES[one]),
  );
  const scope = getEffectiveScope(ctx);
  const own = scope === 'all' ? null : scope;
  let query = tables
    .selectFrom('account as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .leftJoin('account_pin', 'account_pin.account_id', 'a.id')
    .select(['a.id', 'a.name', sql<boolean>`account_pin.account_id IS NOT NULL`.as('has_pin')])
    .where('a.deleted_at', 'is', null)
    .where('a.status', '=', 1)
    .where('r.deleted_at', 'is', null)
    .where('r.status', '=', 1)
    .where(sql<boolean>`r.permissions && ${held}::text[]`);
  // by name alone, because parts of a phone or e-mail address that is not shown would give it away
  query = query.where(matchesKeywords(keywords, sql`fold(a.name)`));
  if (input.id !== undefined) query = query.where('a.id', '=', input.id);
  if (branch_id !== undefined)
    query = canSeeBranch(ctx, branch_id)
      ? query.where(accountCoversBranchSql(branch_id))
      : query.where(sql<boolean>`FALSE`);
  else if (own !== null)
    query = query.where(
      sql<boolean>`(${SEES_ALL} OR a.branch_id = ANY(${own}::int[]) OR EXISTS (
        SELECT 1 FROM branch_manager m WHERE m.account_id = a.id AND m.branch_id = ANY(${own}::int[])))`,
    );
  const sorted = query.orderBy(input.sort_by === 'id' ? 'a.id' : 'a.name', input.sort_as).orderBy('a.id');
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(rows, total, input);
}

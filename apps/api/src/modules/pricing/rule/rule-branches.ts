import { fail, type ReadOnlyReason } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import { canSeeBranch, matchesBranchFilter } from '../../../core/access.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { allowedActions } from '../../../core/list/localized-columns.ts';

// Rule: docs/rules/offers.md#whose-offers

type Kind = 'discount' | 'offer';

/** A rule with all the branches that it names; none means every branch. */
type RuleWithBranches = { readonly branches_ids: readonly number[] };

/** The branches that a discount `d` or an offer `o` names. */
const NAMED_BRANCHES = {
  discount: sql`discount_branch b WHERE b.discount_id = d.id`,
  offer: sql`offer_branch b WHERE b.offer_id = o.id`,
} as const;

/** Condition for rules that hold in one of these branches or in every branch. */
const holdsInSql = (kind: Kind, branches: readonly number[]): RawBuilder<boolean> => sql<boolean>`
  (NOT EXISTS (SELECT FROM ${NAMED_BRANCHES[kind]})
   OR EXISTS (SELECT FROM ${NAMED_BRANCHES[kind]} AND b.branch_id = ANY(${[...branches]}::int[])))`;

/** Condition for rules that hold in a branch; of one that the caller does not see, only those of every branch. */
export const holdsInBranchSql = (ctx: Ctx, kind: Kind, branch_id: number): RawBuilder<boolean> =>
  holdsInSql(kind, matchesBranchFilter(ctx, branch_id) ? [branch_id] : []);

/** Condition for rules that hold in a branch of the caller; null when every rule does or is public. */
export const isVisibleRuleSql = ({ reach, scope }: Ctx, kind: Kind): RawBuilder<boolean> | null =>
  reach === 'public' || scope === 'all' ? null : holdsInSql(kind, scope);

/** True when a stored rule, deleted or not, holds in a branch of the caller; to callers of all branches every rule does. */
export async function canSeeRule(ctx: Ctx, kind: Kind, id: number): Promise<boolean> {
  const isVisible = isVisibleRuleSql(ctx, kind);
  if (isVisible === null) return true;
  const row = await fetchRow(
    ctx,
    kind === 'discount'
      ? tables.selectFrom('discount as d').select('d.id').where('d.id', '=', id).where(isVisible)
      : tables.selectFrom('offer as o').select('o.id').where('o.id', '=', id).where(isVisible),
  );
  return row !== undefined;
}

/** Returns a rule that holds in a branch of the caller; another one looks like a missing one. @throws record.missing */
export function requireVisibleRule<R extends RuleWithBranches>(ctx: Ctx, row: R): R {
  const { branches_ids } = row;
  const isVisible = branches_ids.length === 0 || branches_ids.some((id) => canSeeBranch(ctx, id));
  return isVisible ? row : fail('record.missing');
}

/** Why the caller may only read a rule that they see; null when its branches are all theirs. */
export function findReadOnlyReason(
  { scope }: Ctx,
  { branches_ids }: RuleWithBranches,
): ReadOnlyReason | null {
  if (scope === 'all') return null;
  if (branches_ids.length === 0) return 'everywhere';
  return branches_ids.every((id) => scope.includes(id)) ? null : 'other_branches';
}

/** The branches of a rule that staff of some branches are told of; the public is told of all. */
export const getVisibleBranches = ({ reach, scope }: Ctx, { branches_ids }: RuleWithBranches): number[] =>
  branches_ids.filter((id) => reach === 'public' || scope === 'all' || scope.includes(id));

/** What the caller may do with a rule. */
export const ruleActions = (ctx: Ctx, row: RuleWithBranches) =>
  findReadOnlyReason(ctx, row) === null ? allowedActions(ctx, 'offers') : [];

/**
 * Locks which branches the caller works in, so that none can be taken from them while they save a rule.
 * @throws branch.forbidden when one was taken since the request began
 */
export async function holdOwnBranches(ctx: Ctx): Promise<void> {
  const { scope } = ctx;
  const account_id = getActorId(ctx);
  if (scope === 'all' || account_id === null) return;
  const account = tables.selectFrom('account').select('branch_id').where('id', '=', account_id);
  const managed = tables
    .selectFrom('branch_manager')
    .select('branch_id')
    .where('account_id', '=', account_id);
  const rows = [...(await fetchRows(ctx, account.forShare())), ...(await fetchRows(ctx, managed.forShare()))];
  if (!scope.every((id) => rows.some(({ branch_id }) => branch_id === id))) fail('branch.forbidden');
}

/** Returns a rule that the caller may change: all its branches are theirs. @throws record.missing, offer.read_only */
export function requireChangeableRule<R extends RuleWithBranches>(ctx: Ctx, row: R, field: string): R {
  requireVisibleRule(ctx, row);
  return findReadOnlyReason(ctx, row) === null ? row : fail('offer.read_only', undefined, field);
}

/** Checks that a caller of some branches names at least one. @throws branch.required */
export function requireNamedBranch(ctx: Ctx, ids: readonly number[], field: string): void {
  if (ctx.scope !== 'all' && ids.length === 0) fail('branch.required', undefined, field);
}

/**
 * Returns the branches to store with a rule; none means every branch.
 * @throws branch.required; reference.missing for a branch that does not exist or that the caller does not see
 */
export async function checkRuleBranches(ctx: Ctx, ids: readonly number[], field: string): Promise<number[]> {
  requireNamedBranch(ctx, ids, field);
  const living = await ctx.db.branch.count({ where: { id: { in: [...ids] }, deleted_at: null } });
  const isAllowed = ids.every((id) => canSeeBranch(ctx, id));
  if (living < new Set(ids).size || !isAllowed) fail('reference.missing', { field }, field);
  return [...new Set(ids)];
}

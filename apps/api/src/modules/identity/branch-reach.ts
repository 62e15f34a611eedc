import { type RawBuilder, sql } from 'kysely';

/** Condition that account `a` with role `r` sees every branch. */
export const SEES_ALL = sql<boolean>`(coalesce(r.global, 0) = 1 OR 'admin' = ANY(coalesce(r.permissions, '{}')))`;

/** Condition that account `a` with role `r` covers a branch: works there, manages it, or sees all. */
export const accountCoversBranchSql = (branch_id: number): RawBuilder<boolean> => sql<boolean>`(
  ${SEES_ALL} OR a.branch_id = ${branch_id}
  OR EXISTS (SELECT 1 FROM branch_manager m WHERE m.account_id = a.id AND m.branch_id = ${branch_id}))`;

/**
 * Condition that account `a` shares a branch with another one; accounts that see all branches share one with everybody.
 */
export const sharesBranchWithAccountSql = (account_id: number): RawBuilder<boolean> => sql<boolean>`EXISTS (
  WITH reach AS (
    SELECT x.id, x.branch_id, (coalesce(q.global, 0) = 1 OR 'admin' = ANY(coalesce(q.permissions, '{}'))) AS sees_all
      FROM account x LEFT JOIN role q ON q.id = x.role_id WHERE x.id IN (a.id, ${account_id})
  ), places AS (
    SELECT id, branch_id FROM reach WHERE branch_id IS NOT NULL
    UNION SELECT m.account_id, m.branch_id FROM branch_manager m JOIN reach ON reach.id = m.account_id
  )
  SELECT 1 FROM reach WHERE sees_all
  UNION ALL
  SELECT 1 FROM places mine JOIN places theirs USING (branch_id) WHERE mine.id = a.id AND theirs.id = ${account_id})`;
